"""The state machine, case by case."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cornerwise.game import (
    BadEvent,
    Created,
    Ended,
    Game,
    Play,
    Played,
    PlayFor,
    Refused,
    Resign,
    SeatInfo,
    Skipped,
    Stop,
    Stopped,
    Undo,
    Undone,
    create,
    decide,
    evolve,
    replay,
)
from cornerwise.game.chance import pick
from cornerwise.rules.boards import square
from cornerwise.rules.errors import CornerwiseError, Reason
from cornerwise.rules.pieces import PieceSet, piece_set
from cornerwise.rules.variant import Variant, seats
from random_games import check_invariants, command_for, played_out, random_game, some_move

ONE = piece_set("polyominoes")[0]


def tiny(**changes: Any) -> Variant:
    """A 3 x 3 board, three one-cell pieces a colour: blue from a1, yellow from c3."""
    variant = Variant(
        id="tiny",
        name="Tiny",
        board=square(3, 3),
        pieces=PieceSet("ones", [(ONE, 3)]),
        colours=("blue", "yellow"),
        fixed_starts=(0, 8),
        start_cells=(),
        start="fixed",
        seats=seats("blue", "yellow"),
    )
    return replace(variant, **changes)


def play_all(game: Game, *moves: str) -> Game:
    for move in moves:
        game = game.play(move)
        check_invariants(game)
    return game


def events_of(game: Game, since: int = 0) -> list[Any]:
    return [logged.event for logged in game.log[since:]]


def random_until(game: Game, plies: int, seed: int = 1) -> Game:
    rng = random.Random(seed)
    while len(game.plies) < plies:
        game = game.apply(command_for(game, some_move(game, rng)))
    return game


# --- making one ------------------------------------------------------------------------------


def test_defaults() -> None:
    game = Game()
    assert game.variant.id == "classic"
    assert [seat.name for seat in game.seats] == ["Blue", "Yellow", "Red", "Green"]
    assert game.created.start == "fixed"
    assert game.seq == 1
    assert game.turn is not None
    assert game.turn.to_json() == {"colour": "blue", "seat": 0, "by": "seat"}
    assert game.scores() == [0, 0, 0, 0]
    assert game.scores("advanced") == [-89] * 4
    assert "blue to play" in repr(game)
    assert [seat.name for seat in Game("classic_2").seats] == ["Blue + Red", "Yellow + Green"]


def test_names_and_seats() -> None:
    bot = SeatInfo("Bot", "computer", 2)
    game = Game("duo", seats=["Ann", bot], start="free", scoring="basic", undo=False)
    assert game.seats == (SeatInfo("Ann"), bot)
    assert game.variant.start == "free"
    assert game.created.variant == "duo"
    assert game.created.toml is None
    assert not game.can_undo(0)


def test_the_wrong_number_of_seats() -> None:
    with pytest.raises(BadEvent, match="'duo' has 2 seats, not 1"):
        Game("duo", seats=["Ann"])


def test_an_unknown_variant_or_option() -> None:
    with pytest.raises(CornerwiseError, match="clasic"):
        Game("clasic")
    with pytest.raises(CornerwiseError, match="middle"):
        Game("duo", start="middle")
    with pytest.raises(CornerwiseError, match="golf"):
        Game("duo").scores("golf")


def test_a_variant_of_ones_own_is_kept_as_its_file() -> None:
    game = Game(tiny(), end="first_blocked")
    assert game.created.variant is None
    assert game.created.toml is not None
    assert replay(events_of(game)).variant.digest == tiny(end="first_blocked").digest


def test_a_variant_must_not_borrow_a_built_in_id() -> None:
    with pytest.raises(CornerwiseError, match="'classic' belongs to a built-in variant"):
        Game(tiny(id="classic"))


# --- turns, skips, ends ----------------------------------------------------------------------


def test_a_skip_is_recorded_and_the_other_plays_on() -> None:
    game = play_all(Game(tiny()), "a1", "c3", "b2")
    assert events_of(game)[-1] == Skipped("yellow")
    assert game.turn is not None
    assert game.turn.colour == "blue"
    before = game.seq
    game = play_all(game, "a3")
    assert events_of(game, before)[1:] == [Skipped("blue"), Ended("blocked")]
    assert game.turn is None
    assert game.legal_moves() == []
    assert game.result is not None
    assert game.result.winners == (0,)
    assert [row.total for row in game.result.seats] == [3 + 20, 1]
    assert [row.colours[0].bonus for row in game.result.seats] == [20, 0]


def test_the_first_block_may_end_it() -> None:
    game = play_all(Game(tiny(end="first_blocked")), "a1", "c3", "b2")
    assert events_of(game)[-2:] == [Skipped("yellow"), Ended("first_blocked")]
    assert game.result is not None
    assert game.result.reason == "first_blocked"
    assert [row.total for row in game.result.seats] == [2, 1]
    with pytest.raises(Refused) as caught:
        game.play("a3")
    assert caught.value.code == "game_over"


def test_equal_points_share_a_place() -> None:
    game = play_all(Game(tiny(end="first_blocked")), "a1", "c3").resign(0)
    assert game.ended == "stopped"
    drawn = Game(tiny(fixed_starts=(1, 7)))  # b1, b3: both end at the rim
    drawn = play_all(drawn, "b1", "b3", "a2", "c2")
    assert drawn.ended == "blocked"
    assert drawn.result is not None
    assert drawn.result.winners == (0, 1)
    assert [(row.place, row.tied) for row in drawn.result.seats] == [(1, True), (1, True)]


# --- refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Play(1, "e10"), "not_your_turn"),
        (Play(2, "e10"), "bad_command"),
        (Play(-1, "e10"), "bad_command"),
        (Play(True, "e10"), "bad_command"),
        (PlayFor("purple", "e10"), "not_your_turn"),
        (Play(0, "a1"), "illegal"),
        (Play(0, "e10,e11,zz99"), "bad_move"),
        (Play(0, "e10,g10"), "bad_move"),
        (Play(0, "hello"), "bad_move"),
        (Play(0, ""), "bad_move"),
        (Play(0, 999_999), "bad_move"),
        (Play(0, -1), "bad_move"),
        (Undo(0), "not_allowed"),
        (Undo(7), "bad_command"),
        (Resign(7), "bad_command"),
        (Stop(0, "bored"), "bad_command"),  # type: ignore[arg-type]
        ("play", "bad_command"),
    ],
    ids=str,
)
def test_refused(command: Any, code: str) -> None:
    game = Game("duo")
    with pytest.raises(Refused) as caught:
        decide(game, command, 0)
    assert caught.value.code == code
    assert game == Game("duo")


def test_an_illegal_move_says_why() -> None:
    game = Game("duo")
    with pytest.raises(Refused) as caught:
        game.play("a1")
    assert caught.value.refusal is not None
    assert caught.value.refusal.reason == Reason.START_NOT_COVERED
    with pytest.raises(Refused) as caught:
        game.play("e10", seat=1)
    assert caught.value.refusal is not None
    assert caught.value.refusal.reason == Reason.NOT_YOUR_TURN


# --- the shared and the neutral colour -----------------------------------------------------


def test_the_shared_colour_goes_around() -> None:
    game = random_until(Game("classic_3"), 24)
    green = [ply for ply in game.plies if ply.colour == "green"]
    assert [ply.seat for ply in green] == [k % 3 for k in range(len(green))]
    assert {ply.by for ply in green} == {"seat"}
    assert [row.colour for row in game.standings().others] == ["green"]


def test_a_stopped_seat_has_its_shared_turns_played_by_the_computer() -> None:
    game = random_until(Game("classic_3"), 3).stop(0, "left")
    assert game.ended is None
    assert game.turn is not None
    assert game.turn.to_json() == {"colour": "green", "seat": 0, "by": "computer"}
    move = str(game.legal_moves()[0])
    with pytest.raises(Refused) as caught:
        decide(game, Play(0, move), 0)
    assert caught.value.code == "not_your_turn"
    with pytest.raises(Refused):
        decide(game, PlayFor("yellow", move), 0)
    assert game.play(move) == game.apply(PlayFor("green", move))
    game = game.play(move)
    assert game.plies[-1].by == "computer"
    assert game.turn is not None
    assert (game.turn.colour, game.turn.seat) == ("yellow", 1)
    check_invariants(game)


def test_a_seat_whose_own_colour_is_out_still_plays_the_shared_one() -> None:
    for seed in range(20):
        for _, game in random_game(Game("classic_3"), random.Random(seed)):
            turn = game.turn
            if turn and turn.colour == "green" and turn.seat is not None:
                own = game.variant.seats[turn.seat].colours[0]
                if not game.position.can_place(own):
                    assert turn.by == "seat"
                    return
    pytest.fail("no such turn in 20 games")


def test_the_neutral_colour_follows_its_recipe() -> None:
    game = Game("classic_3_neutral", neutral_seed=99)
    game = random_until(game, 12)
    green = [(i, ply) for i, ply in enumerate(game.plies) if ply.colour == "green"]
    assert [i for i, _ in green] == [3, 7, 11]
    assert {(ply.by, ply.seat) for _, ply in green} == {("neutral", None)}
    position = Game("classic_3_neutral").position
    for i, ply in enumerate(game.plies):
        if ply.colour == "green":
            ids = position.legal_ids("green")
            assert ids == sorted(ids)
            assert ply.placement == ids[pick(99, i, len(ids))]
        position.play(ply.move, ply.colour)


def test_a_neutral_colour_may_begin() -> None:
    variant = tiny(
        colours=("green", "blue"), seats=seats("blue"), neutral="green", fixed_starts=(0, 8)
    )
    game = Game(variant)
    assert [event.type for event in create(variant)] == ["created", "played"]
    assert game.plies[0].by == "neutral"
    assert game.turn is not None
    assert game.turn.colour == "blue"
    assert not game.can_undo(0)


# --- stops -----------------------------------------------------------------------------------


def test_a_resignation_ends_a_game_of_two_and_loses_it() -> None:
    game = Game("classic_2").play("a20")
    assert game.scores() == [1, 0]
    game = game.resign(0)
    assert events_of(game)[-2:] == [Stopped(0, "resigned"), Ended("stopped")]
    assert game.result is not None
    assert game.result.winners == (1,)
    assert [(row.place, row.total) for row in game.result.seats] == [(2, 1), (1, 0)]
    assert [(row.stopped, row.forfeited) for row in game.result.seats] == [
        ("resigned", True),
        (None, False),
    ]
    with pytest.raises(Refused) as caught:
        game.resign(1)
    assert caught.value.code == "game_over"


def test_four_play_on_when_one_resigns() -> None:
    game = random_until(Game("classic"), 8).resign(1)
    assert game.ended is None
    assert game.turn is not None
    assert game.turn.colour == "blue"
    game = game.play(game.legal_ids()[-1])
    assert game.turn is not None
    assert game.turn.colour == "red"
    with pytest.raises(Refused) as caught:
        game.resign(1)
    assert caught.value.code == "not_allowed"
    game = game.stop(2, "time").stop(3, "left")
    assert game.ended == "stopped"
    assert game.result is not None
    assert game.result.winners == (0,)
    assert Skipped("yellow") not in events_of(game)


def test_a_blocked_seat_may_leave_without_losing() -> None:
    variant = tiny(board=square(5, 5), fixed_starts=(0, 6), pieces=PieceSet("ones", [(ONE, 6)]))
    # Yellow starts on b2, the only way out for blue, who has nothing after a1.
    game = play_all(Game(variant), "a1", "b2")
    assert game.skipped == ("blue",)
    game = game.stop(0, "left")
    assert game.forfeited == frozenset()
    assert game.ended is None
    game = game.resign(1)
    assert game.ended == "stopped"
    assert game.result is not None
    assert game.result.winners == (0,)


def test_a_team_plays_on_with_one() -> None:
    game = random_until(Game("classic_teams"), 9).resign(0)
    assert game.ended is None
    game = game.resign(1)
    assert game.ended is None
    game = game.resign(2)
    assert game.ended == "stopped"
    assert game.result is not None
    assert game.result.winners == (1, 3)
    assert [row.place for row in game.result.seats] == [2, 1, 2, 1]
    assert [team.place for team in game.result.teams] == [2, 1]


def test_nobody_wins_a_solitaire_given_up() -> None:
    game = Game("classic_1").play("a20").resign(0)
    assert game.ended == "stopped"
    assert game.result is not None
    assert game.result.winners == ()
    done = played_out(Game("duo_1"), random.Random(3))
    assert done.result is not None
    assert done.result.winners == (0,)


def test_everybody_gone_ends_a_game_with_a_neutral_colour() -> None:
    variant = tiny(
        board=square(6, 6),
        colours=("blue", "yellow", "green"),
        seats=seats("blue", "yellow"),
        neutral="green",
        fixed_starts=(0, 7, 35),
        pieces=PieceSet("ones", [(ONE, 9)]),
    )
    game = Game(variant).play("a1").play("b2")
    assert game.skipped == ("blue",)
    game = game.stop(0, "left")
    assert game.ended is None
    game = game.stop(1, "left")
    assert game.ended == "stopped"
    assert game.result is not None
    assert game.result.winners == (0,)


def test_everybody_gone_ends_a_game_with_a_shared_colour() -> None:
    """Both are blocked, give nothing up by leaving, and the shared colour could still go on."""
    variant = tiny(
        board=square(8, 8),
        colours=("blue", "yellow", "green"),
        seats=seats("blue", "yellow"),
        shared="green",
        fixed_starts=(0, 63, 9),
        pieces=PieceSet("ones", [(ONE, 3)]),
    )
    # Green takes b2, blue's only way out; yellow places all that it has.
    game = play_all(Game(variant), "a1", "h8", "b2", "g7", "c3", "f6")
    assert game.skipped == ("blue",)
    assert game.turn is not None
    assert (game.turn.colour, game.turn.seat) == ("green", 0)
    game = game.stop(1, "left")
    assert game.ended is None
    game = game.stop(0, "time")
    check_invariants(game)
    assert game.ended == "stopped"
    assert game.forfeited == frozenset()
    assert game.result is not None
    assert [row.total for row in game.result.seats] == [1, 3 + 20]
    assert game.result.winners == (1,)


# --- undo ------------------------------------------------------------------------------------


def test_undo_takes_back_the_replies_too() -> None:
    game = Game("classic")
    for move in ("a20", "t20", "t1", "a1"):
        game = game.play(move)
    assert events_of(game.undo())[-1] == Undone(1, 3)
    back = game.undo(1)
    assert events_of(back)[-1] == Undone(3, 1)
    assert [ply.move for ply in back.plies] == ["a20"]
    assert back.turn is not None
    assert back.turn.colour == "yellow"
    assert not back.can_undo(1)
    again = back.play("t20,s20")
    assert again.seq == back.seq + 1


def test_undo_goes_over_skips_and_the_end() -> None:
    game = play_all(Game(tiny()), "a1", "c3", "b2", "a3")
    assert game.ended == "blocked"
    game = game.undo()
    assert game.ended is None
    assert game.skipped == ("yellow",)
    game = game.undo()
    assert game.skipped == ()
    game = play_all(game, "b2")
    assert game.skipped == ("yellow",)
    assert game.undo(1).plies[-1].move == "a1"


def test_no_undo_reaches_behind_a_stop() -> None:
    game = random_until(Game("classic"), 4).resign(3)
    for seat in range(4):
        assert not game.can_undo(seat)
    with pytest.raises(Refused) as caught:
        game.undo(0)
    assert caught.value.code == "not_allowed"
    game = random_until(game, 5)
    assert game.can_undo(0)
    assert not game.can_undo(1)
    over = Game("duo").play("e10").resign(1)
    assert not over.can_undo(0)


def test_undo_can_be_off() -> None:
    game = Game("duo", undo=False).play("e10")
    with pytest.raises(Refused, match="without taking back"):
        game.undo()
    with pytest.raises(Refused, match="nothing to take back"):
        Game("duo").undo()


# --- folding ---------------------------------------------------------------------------------


def test_what_cannot_follow_is_refused() -> None:
    game = Game("duo").play("e10")
    right = game.log[1].event
    assert isinstance(right, Played)
    start = Game("duo")
    for wrong in (
        replace(right, placement=right.placement + 1),
        replace(right, piece="2"),
        replace(right, move="e11"),
        replace(right, move="E10"),
        replace(right, move="e10,e10"),
        replace(right, seat=1),
        replace(right, seat=None),
        replace(right, by="computer"),
        replace(right, colour="orange"),
        Skipped("purple"),
        Ended("blocked"),
        Undone(1, 0),
        Stopped(2, "left"),
        start.created,
        "played",
    ):
        with pytest.raises(BadEvent):
            evolve(start, wrong)  # type: ignore[arg-type]
    assert evolve(start, right) == game


def test_an_undo_takes_back_what_it_says() -> None:
    game = play_all(Game("duo"), "e10", "j5")
    assert evolve(game, Undone(2, 0)).plies == ()
    assert len(evolve(game, Undone(1, 1)).plies) == 1
    for wrong in (Undone(1, 0), Undone(3, 0), Undone(2, 1), Undone(1, 2), Undone(1, -1)):
        with pytest.raises(BadEvent, match="undone"):
            evolve(game, wrong)


def test_follow_ups_must_follow() -> None:
    game = play_all(Game(tiny()), "a1", "c3", "b2", "a3")
    events = events_of(game)
    assert replay(events) == game
    for i, event in enumerate(events):
        shorter = events[:i] + events[i + 1 :]
        if isinstance(event, Skipped | Played | Created):
            with pytest.raises(BadEvent):
                replay(shorter)
        doubled = [*events[: i + 1], event, *events[i + 1 :]]
        with pytest.raises(BadEvent):
            replay(doubled)


def test_bad_folds() -> None:
    with pytest.raises(BadEvent, match="at least one"):
        replay([])
    with pytest.raises(BadEvent, match="begins with 'created'"):
        replay([Skipped("blue")])
    with pytest.raises(BadEvent, match="from 0"):
        evolve(None, Game("duo").created, -1)
    with pytest.raises(BadEvent, match="numbered 2"):
        replay(Game("duo").play("e10").log[1:])


def test_showing() -> None:
    game = Game("duo").play("e10")
    assert game._repr_svg_().lstrip().startswith("<svg")
    assert str(game) == str(game.position)
    position = game.position
    position.play("j5", "orange")
    assert len(game.position.history) == 1
