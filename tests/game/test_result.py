"""Places: shared ones, teams, unequal numbers of colours, fewest points, forfeits."""

from __future__ import annotations

from typing import Any

import pytest

from cornerwise.game.result import standings
from cornerwise.rules.scoring import SYSTEMS, ScoreParts
from cornerwise.rules.variants import get_variant


class Board:
    """Stands in for a position: colours with given cells placed out of 89."""

    def __init__(self, **placed: int) -> None:
        self.placed = placed

    def score_parts(self, colour: str) -> ScoreParts:
        cells = self.placed[colour]
        return ScoreParts(cells, 89 - cells, cells == 89, False, 15 if cells == 89 else 0)


def places(variant: str, board: Board, scoring: str = "online", forfeited: Any = ()) -> Any:
    chosen = get_variant(variant).with_options(scoring=scoring)
    return standings(board, chosen, reason="blocked", stopped={}, forfeited=forfeited)  # type: ignore[arg-type]


@pytest.mark.parametrize("scoring", SYSTEMS)
def test_equal_seats_share_a_place_and_the_next_is_left_out(scoring: str) -> None:
    result = places("classic", Board(blue=60, yellow=70, red=70, green=50), scoring)
    assert [row.place for row in result.seats] == [3, 1, 1, 4]
    assert [row.tied for row in result.seats] == [False, True, True, False]
    assert result.winners == (1, 2)
    assert not result.unequal


def test_fewest_points_win_in_basic() -> None:
    result = places("duo", Board(purple=89, orange=60), "basic")
    assert [row.total for row in result.seats] == [0, 29]
    assert result.winners == (0,)
    assert [row.colours[0].bonus for row in result.seats] == [0, 0]
    assert result.seats[0].totals == {"online": 104, "advanced": 15, "basic": 0, "net": 104}


def test_teams_add_up() -> None:
    result = places("classic_teams", Board(blue=80, yellow=60, red=40, green=61))
    assert [team.totals["online"] for team in result.teams] == [120, 121]
    assert [team.place for team in result.teams] == [2, 1]
    assert [row.place for row in result.seats] == [2, 1, 2, 1]
    assert result.winners == (1, 3)


def test_seats_with_unequally_many_colours_are_ranked_by_the_mean() -> None:
    result = places("classic_3_two", Board(blue=60, yellow=65, red=64, green=62))
    assert result.unequal
    assert [row.total for row in result.seats] == [124, 65, 62]
    assert [row.mean for row in result.seats] == [62.0, 65.0, 62.0]
    assert [row.place for row in result.seats] == [2, 1, 2]
    assert [row.tied for row in result.seats] == [True, False, True]


def test_the_shared_colour_counts_for_nobody() -> None:
    result = places("classic_3", Board(blue=60, yellow=61, red=62, green=89))
    assert [row.place for row in result.seats] == [3, 2, 1]
    assert [row.colour for row in result.others] == ["green"]
    assert result.others[0].scores["online"] == 104


def test_forfeits_stand_last_by_points_and_keep_them() -> None:
    result = places("classic", Board(blue=80, yellow=20, red=10, green=70), forfeited={0, 3})
    assert [row.place for row in result.seats] == [3, 1, 2, 4]
    assert [row.total for row in result.seats] == [80, 20, 10, 70]
    assert result.winners == (1,)


def test_a_team_with_one_forfeit_is_placed_by_its_points() -> None:
    result = places("classic_teams", Board(blue=50, yellow=40, red=60, green=40), forfeited={0})
    assert result.winners == (0, 2)
    result = places("classic_teams", Board(blue=50, yellow=40, red=60, green=40), forfeited={0, 2})
    assert result.winners == (1, 3)


def test_nobody_wins_what_all_gave_up() -> None:
    result = places("classic_1", Board(blue=5, yellow=5, red=5, green=5), forfeited={0})
    assert result.winners == ()
    assert [row.place for row in result.seats] == [1]
