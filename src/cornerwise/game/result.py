"""Scores and places: what seats and teams have, and who stands where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from cornerwise.game.events import EndReason, StopReason
from cornerwise.rules.scoring import SYSTEMS, fewest_wins, score

if TYPE_CHECKING:
    from cornerwise.rules.position import Position
    from cornerwise.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class ColourScore:
    """A colour's count: cells placed and left, the bonus, and its points in every system.

    `bonus` is what the game's own system adds (nothing in ``basic``).
    """

    colour: str
    placed: int
    left: int
    bonus: int
    scores: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """The count as a JSON object."""
        return {
            "colour": self.colour,
            "placed": self.placed,
            "left": self.left,
            "bonus": self.bonus,
            "scores": dict(self.scores),
        }


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A seat's sums over its colours, and its place.

    `totals` has every system; `total` and `mean` (a colour) are in the game's own. `place`
    counts from 1 and is the team's where there are teams; `tied` says that another side
    shares it. A seat that stopped while it could still place has `forfeited`.
    """

    seat: int
    colours: tuple[ColourScore, ...]
    totals: Mapping[str, int]
    total: int
    mean: float
    place: int
    tied: bool
    stopped: StopReason | None
    forfeited: bool

    def to_json(self) -> dict[str, Any]:
        """The score as a JSON object."""
        return {
            "seat": self.seat,
            "colours": [colour.to_json() for colour in self.colours],
            "totals": dict(self.totals),
            "total": self.total,
            "mean": self.mean,
            "place": self.place,
            "tied": self.tied,
            "stopped": self.stopped,
            "forfeited": self.forfeited,
        }


@dataclass(frozen=True, slots=True)
class TeamScore:
    """A team's sums over its seats, and its place."""

    team: int
    seats: tuple[int, ...]
    totals: Mapping[str, int]
    total: int
    mean: float
    place: int
    tied: bool

    def to_json(self) -> dict[str, Any]:
        """The score as a JSON object."""
        return {
            "team": self.team,
            "seats": list(self.seats),
            "totals": dict(self.totals),
            "total": self.total,
            "mean": self.mean,
            "place": self.place,
            "tied": self.tied,
        }


@dataclass(frozen=True, slots=True)
class Result:
    """Where everybody stands: final when `reason` is given, provisional while it is None.

    `unequal` says that sides own unequally many colours, so that places go by the mean a
    colour. `winners` are the seats in place 1 (several in a draw or a team); nobody wins a
    game that everybody forfeited. `others` are the colours that count for no seat (shared,
    neutral).
    """

    reason: EndReason | None
    scoring: str
    seats: tuple[SeatScore, ...]
    teams: tuple[TeamScore, ...]
    others: tuple[ColourScore, ...]
    winners: tuple[int, ...]
    unequal: bool

    def to_json(self) -> dict[str, Any]:
        """The result as a JSON object."""
        return {
            "reason": self.reason,
            "scoring": self.scoring,
            "seats": [seat.to_json() for seat in self.seats],
            "teams": [team.to_json() for team in self.teams],
            "others": [colour.to_json() for colour in self.others],
            "winners": list(self.winners),
            "unequal": self.unequal,
        }


def sides(variant: Variant) -> tuple[tuple[int, ...], ...]:
    """The seats that win or lose together: teams, and each seat without a team alone."""
    groups: dict[tuple[str, int], list[int]] = {}
    for index, seat in enumerate(variant.seats):
        key = ("seat", index) if seat.team is None else ("team", seat.team)
        groups.setdefault(key, []).append(index)
    return tuple(tuple(group) for group in groups.values())


def colour_score(position: Position, colour: str, scoring: str) -> ColourScore:
    """A colour's count in a position."""
    parts = position.score_parts(colour)
    return ColourScore(
        colour,
        parts.placed,
        parts.left,
        0 if fewest_wins(scoring) else parts.bonus,
        {system: score(parts, system) for system in SYSTEMS},
    )


def _places(keys: list[tuple[bool, Fraction]]) -> list[int]:
    """1 + the number of sides that stand strictly better; smaller keys are better."""
    return [1 + sum(other < key for other in keys) for key in keys]


def standings(
    position: Position,
    variant: Variant,
    *,
    reason: EndReason | None,
    stopped: Mapping[int, StopReason],
    forfeited: Collection[int],
) -> Result:
    """Score a position and place the seats.

    A side (a team, or a seat without one) whose seats have all forfeited stands behind every
    other side; scores are the same as if it had not. Otherwise more points are better (in
    ``basic`` fewer), by the mean a colour, and equal sides share a place.
    """
    system = variant.scoring
    by_colour = {colour: colour_score(position, colour, system) for colour in variant.colours}

    def totals(colours: list[str]) -> dict[str, int]:
        return {name: sum(by_colour[c].scores[name] for c in colours) for name in SYSTEMS}

    def mean(colours: list[str]) -> Fraction:
        if not colours:
            return Fraction(0)
        return Fraction(totals(colours)[system], len(colours))

    groups = sides(variant)
    owned = [[c for seat in group for c in variant.seats[seat].colours] for group in groups]
    sign = 1 if fewest_wins(system) else -1
    lost = [all(seat in forfeited for seat in group) for group in groups]
    places = _places([(lost[i], sign * mean(owned[i])) for i in range(len(groups))])
    side_of = {seat: i for i, group in enumerate(groups) for seat in group}
    tied = [places.count(place) > 1 for place in places]

    seats = []
    for index, seat in enumerate(variant.seats):
        colours = list(seat.colours)
        sums = totals(colours)
        side = side_of[index]
        seats.append(
            SeatScore(
                seat=index,
                colours=tuple(by_colour[c] for c in colours),
                totals=sums,
                total=sums[system],
                mean=float(mean(colours)),
                place=places[side],
                tied=tied[side],
                stopped=stopped.get(index),
                forfeited=index in forfeited,
            )
        )
    teams = []
    for i, group in enumerate(groups):
        team = variant.seats[group[0]].team
        if team is None:
            continue
        sums = totals(owned[i])
        teams.append(
            TeamScore(team, group, sums, sums[system], float(mean(owned[i])), places[i], tied[i])
        )
    taken = {colour for seat in variant.seats for colour in seat.colours}
    return Result(
        reason=reason,
        scoring=system,
        seats=tuple(seats),
        teams=tuple(sorted(teams, key=lambda team: team.team)),
        others=tuple(by_colour[c] for c in variant.colours if c not in taken),
        winners=tuple(
            index
            for index in range(len(variant.seats))
            if places[side_of[index]] == 1 and not lost[side_of[index]]
        ),
        unequal=len({len(colours) for colours in owned}) > 1,
    )
