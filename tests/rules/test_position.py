"""Playing, taking back, refusing, naming and copying."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise import (
    CornerwiseError,
    IllegalMove,
    Move,
    NotationError,
    Position,
    Reason,
    Refusal,
    UnknownVariant,
    get_variant,
)
from cornerwise.rules.points import parse_point
from rules_support import MAIN_IDS, games, seeded


def points(texts: str) -> tuple[tuple[int, int], ...]:
    found = tuple(parse_point(text) for text in texts.split())
    assert None not in found
    return found  # type: ignore[return-value]


def random_game(id: str, seed: int, plies: int | None = None) -> Position:
    rng = random.Random(seed)
    position = Position(id)
    for _ in count() if plies is None else range(plies):
        if position.to_play is None:
            break
        position.play(rng.choice(position.legal_ids()))
    return position


# --- playing ------------------------------------------------------------------


def test_first_moves() -> None:
    position = Position("duo")
    assert position.to_play == "purple"
    move = position.play("e11,f10,e10")
    assert (str(move), move.piece, move.size, position.to_play) == (
        "e10,f10,e11",
        "V3",
        3,
        "orange",
    )
    assert move.points == ((4, 9), (5, 9), (4, 10))
    assert position.at("e10") == "purple"
    assert position.at((4, 10)) == "purple"
    assert position.at("a1") is None
    assert position.at((-1, 40)) is None
    assert list(position.occupied()) == list(move.points)
    assert position.remaining("purple")["V3"] == 0
    assert position.remaining("orange")["V3"] == 1
    assert position.placed_cells("purple") == 3
    # The bend of the V keeps one corner to itself.
    assert position.attach_points("purple") == points("d9 g9 g11 d12 f12")
    assert (5, 10) in position.forbidden_cells("purple")
    assert (5, 10) not in position.forbidden_cells("orange")
    assert position.history == (("purple", move),)
    assert len(position) == 1


def test_moves_come_as_text_number_move_and_points() -> None:
    first = Position("duo").play("e10,f10")
    for same in (first, first.placement, first.points, ["e10", "f10"], [130, 131], " e10, F10 "):
        position = Position("duo")
        assert position.play(same) == first
        assert position.undo() == ("purple", first)
    other = Position(get_variant("duo").with_options(scoring="net"))
    assert other.play(first) == first
    wrong_board = Position("classic")
    with pytest.raises(IllegalMove, match="first piece must cover a20"):
        wrong_board.play(first)


def test_colours_may_play_out_of_turn_when_named() -> None:
    position = Position("duo")
    position.play("e10", "purple")
    position.play("f11,g11", "1")
    assert [colour for colour, _ in position.history] == ["purple", "purple"]
    assert position.to_play == "orange"
    with pytest.raises(NotationError, match="'blue' is no colour of Duo"):
        position.play("j5", "blue")


def test_unknown_numbers() -> None:
    position = Position("duo")
    for number in (-1, 13_729, 10**30, True):
        with pytest.raises(CornerwiseError, match="no placement has the number"):
            position.play(number)
    assert position.move(13_728).placement == 13_728
    assert len(position) == 0


def test_turns_pass_over_who_cannot_place() -> None:
    game = next(g for g in games("classic") if g["style"] == "random")
    position = Position("classic")
    skipped = 0
    for who, move in game["moves"]:
        expected = position.colour_name(who)
        if position.history:
            after = position.colours.index(position.history[-1][0]) + 1
            while position.colours[after % 4] != expected:
                assert not position.can_place(position.colours[after % 4])
                skipped += 1
                after += 1
        position.play(move)
    assert skipped
    assert position.to_play is None
    assert position.legal_moves() == []
    assert position.next_colour() is None


def test_next_colour_among_those_that_still_play() -> None:
    position = Position("classic")
    assert position.next_colour() == "blue"
    assert position.next_colour(["red", "green"]) == "red"
    assert position.next_colour([]) is None
    position.play(position.legal_ids()[0])
    assert position.next_colour(["blue"]) == "blue"


@pytest.mark.parametrize("id", MAIN_IDS)
def test_undo_leads_back_to_every_earlier_position(id: str) -> None:
    position = Position(id)
    rng = random.Random(5)
    seen = []
    while position.to_play:
        seen.append((position.copy(), position.legal_ids(), position.key))
        position.play(rng.choice(seen[-1][1]))
    for earlier, legal, key in reversed(seen):
        position.undo()
        assert position == earlier
        assert (position.legal_ids(), position.key) == (legal, key)
        assert position.history == earlier.history
    with pytest.raises(IndexError, match="nothing to undo"):
        position.undo()


@pytest.mark.parametrize("id", MAIN_IDS)
def test_played_on_is_as_recomputed_from_the_moves(id: str) -> None:
    game = random_game(id, seed=11)
    position = Position(id)
    for colour, move in game.history:
        fresh = Position(id)
        for c, m in position.history:
            fresh.play(m, c)
        assert fresh == position
        assert fresh.key == position.key
        for c in position.colours:
            assert fresh.legal_ids(c) == position.legal_ids(c)
            assert fresh.count_moves(c) == len(position.legal_ids(c))
            assert fresh.can_place(c) == bool(position.legal_ids(c))
        position.play(move, colour)
    assert position == game


def test_a_copy_goes_its_own_way() -> None:
    position = random_game("duo", 1, 6)
    twin = position.copy()
    assert twin == position
    twin.play(twin.legal_ids()[0])
    assert twin != position
    assert len(position) == 6
    assert copy.copy(position) == copy.deepcopy(position) == position
    assert hash(position.copy()) == hash(position)


@pytest.mark.parametrize("id", ["classic", "trigon_3", "junior"])
def test_pickles(id: str) -> None:
    position = random_game(id, 3, 9)
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position
    assert twin.history == position.history
    assert pickle.loads(pickle.dumps(position.history[0][1])) == position.history[0][1]


def test_equality() -> None:
    # Two orders of moves, one position: one-cell pieces do not meet here.
    a, b = Position("classic_2"), Position("classic_2")
    for colour, move in (("blue", "a20"), ("yellow", "t20"), ("red", "t1"), ("green", "a1")):
        a.play(move, colour)
    for colour, move in (("yellow", "t20"), ("red", "t1"), ("blue", "a20"), ("green", "a1")):
        b.play(move, colour)
    assert a == b
    assert a.key == b.key
    assert {a: 1}[b] == 1
    b.undo()
    assert a != b
    assert Position("duo") != Position("duo_1")
    assert Position("duo") != Position("duo", start="free")
    assert Position("duo") != "duo"
    assert a.history[0][1] == b.history[2][1] == Move(a.variant, a.history[0][1].placement)
    assert a.history[0][1] != "a20"
    assert bool(Position("duo"))


def test_moves_do_not_change() -> None:
    move = Position("duo").legal_moves()[0]
    with pytest.raises(AttributeError):
        move.placement = 3
    assert repr(move) == f"<Move {move.piece}: {move.text}>"
    assert len({move, Position("duo").legal_moves()[0]}) == 1


def test_repr_tells_turn_and_size() -> None:
    assert repr(Position("duo")) == "<Position duo: 0 placed, purple to play>"
    assert repr(random_game("junior", 2)).endswith("no colour can place>")


def test_unknown_variant() -> None:
    with pytest.raises(UnknownVariant):
        Position("nothing")


# --- reasons ------------------------------------------------------------------


def refused(position: Position, move: str, colour: str | None = None) -> IllegalMove:
    before = position.copy()
    with pytest.raises(IllegalMove) as caught:
        position.play(move, colour)
    assert position == before
    error = caught.value
    assert repr(move)[1:-1] in str(error)
    assert str(error).startswith(f"{error.colour} cannot play")
    twin = pickle.loads(pickle.dumps(error))
    assert (twin.refusal, str(twin)) == (error.refusal, str(error))
    return error


def test_start_not_covered() -> None:
    error = refused(Position("duo"), "a1,b1")
    assert error.refusal == Refusal(Reason.START_NOT_COVERED, points("a1 b1"), points("e10"))
    assert str(error) == ("purple cannot play 'a1,b1': purple's first piece must cover e10")
    trigon = refused(Position("trigon"), "a10")
    assert len(trigon.refusal.others) == 6


def test_start_not_covered_when_others_have_taken_them_all() -> None:
    position = Position("classic", start="free")
    for corner in ("a1", "t1", "t20"):
        position.play(corner)
    error = refused(position, "b1,b2")
    assert error.refusal.others == points("a20")


def test_off_board() -> None:
    error = refused(Position("duo"), "n10,o10")
    assert error.refusal == Refusal(Reason.OFF_BOARD, points("o10"))
    assert error.cells == ("o10",)
    assert str(error) == "purple cannot play 'n10,o10': o10 is not on the board"
    trigon = refused(Position("trigon"), "a1,b1")
    assert trigon.reason == Reason.OFF_BOARD
    below = Position("duo").explain([(0, -1), (0, 0)], "purple")
    assert below == Refusal(Reason.OFF_BOARD, [(0, -1)])


def test_occupied() -> None:
    position = Position("duo")
    position.play("e10,f10,e11")
    error = refused(position, "f10,g10")
    assert error.refusal == Refusal(Reason.OCCUPIED, points("f10"), points("e10 f10 e11"))
    assert str(error) == "orange cannot play 'f10,g10': f10 is taken"


def test_edge_contact() -> None:
    position = Position("duo")
    position.play("e10,f10,e11")
    error = refused(position, "g10,h10", "purple")
    assert error.refusal == Refusal(Reason.EDGE_CONTACT, points("g10"), points("f10"))
    assert "g10 shares an edge with purple's own f10" in str(error)
    inner = refused(position, "f11", "purple")
    assert inner.refusal == Refusal(Reason.EDGE_CONTACT, points("f11"), points("f10 e11"))
    # Others' edges may be touched.
    assert position.explain(points("f11"), "orange") == Refusal(
        Reason.START_NOT_COVERED, points("f11"), points("j5")
    )


def test_contact_on_triangles() -> None:
    position = Position("trigon")
    assert position.variant.board.up(points("r15")[0])
    position.play("r15")
    error = refused(position, "p15,q15", "blue")
    assert error.refusal == Refusal(Reason.EDGE_CONTACT, points("q15"), points("r15"))
    below = refused(position, "q14,r14", "blue")
    assert below.refusal == Refusal(Reason.EDGE_CONTACT, points("r14"), points("r15"))
    # The tip above, the corners of the same row, and those a row lower: nine cells in all.
    around = "p14 q14 s14 t14 p15 t15 q16 r16 s16"
    assert position.attach_points("blue") == points(around)
    for move in ("r16,s16", "t15,u15", "p14,o14"):
        assert position.explain(position.parse(move).points, "blue") is None


def test_no_corner_contact() -> None:
    position = Position("duo")
    position.play("e10,f10,e11")
    error = refused(position, "j9,k9", "purple")
    assert error.reason == Reason.NO_CORNER_CONTACT
    assert error.refusal.points == points("j9 k9")
    assert error.refusal.others == points("g9 g11 f12")
    assert "the nearest to extend to are g9, g11 and f12" in str(error)


def test_piece_used() -> None:
    position = Position("duo")
    position.play("e10,f10,e11")
    error = refused(position, "g11,g12,h12", "purple")
    assert error.refusal == Refusal(Reason.PIECE_USED, points("g11 g12 h12"), points("e10 f10 e11"))
    assert "purple has no piece V3 left; it lies on e10, f10 and e11" in str(error)
    junior = Position("junior")
    junior.play("e10", "purple")
    junior.play("f11", "purple")
    assert junior.remaining("purple")["1"] == 0
    twice = refused(junior, "n14", "purple")
    assert twice.refusal.others == points("e10 f11")


def test_the_first_reason_is_told() -> None:
    position = Position("duo")
    position.play("e10,f10,e11")
    # used before off the board, off the board before occupied, occupied before edge contact
    assert position.explain(points("n14 o14 n15"), "purple").reason == Reason.PIECE_USED  # type: ignore[union-attr]
    across = ((-1, 9), (0, 9), (1, 9), (2, 9), (3, 9))
    assert position.explain(across, "purple").reason == Reason.OFF_BOARD  # type: ignore[union-attr]
    assert position.explain(points("f10 g10"), "purple").reason == Reason.OCCUPIED  # type: ignore[union-attr]
    beside = points("g10 h10 i10 j10 k10")
    assert position.explain(beside, "purple").reason == Reason.EDGE_CONTACT  # type: ignore[union-attr]


def test_when_nobody_can_place_the_reason_is_still_told() -> None:
    position = random_game("duo", 4)
    assert position.to_play is None
    free = next(c for c in range(196) if not position.state.board()[c])
    with pytest.raises(IllegalMove):
        position.play([free])


@pytest.mark.parametrize("id", MAIN_IDS)
def test_a_reason_is_given_iff_a_move_is_illegal(id: str) -> None:
    position = random_game(id, 8, 14)
    rng = random.Random(2)
    board = position.variant.board
    for colour in position.colours:
        legal = set(position.legal_ids(colour))
        sample = rng.sample(range(position.variant.tables.placements), 500)
        for placement in {*sample, *rng.sample(sorted(legal), min(200, len(legal)))}:
            move = position.move(placement)
            why = position.explain(move.points, colour)
            assert (why is None) == (placement in legal) == position.is_legal(move, colour)
            if why is None:
                continue
            assert set(why.points) <= set(move.points)
            assert why.points
            owners = {position.at(p) for p in why.others}
            match why.reason:
                case Reason.OCCUPIED:
                    assert set(why.points) <= set(why.others)
                case Reason.EDGE_CONTACT | Reason.PIECE_USED:
                    assert owners == {colour}
                case Reason.NO_CORNER_CONTACT:
                    assert owners <= {None}
                    assert set(why.others) <= set(position.attach_points(colour))
                case _:
                    raise AssertionError(why)
            assert all(p in board for p in why.others)


def test_refusals_are_values() -> None:
    refusal = Refusal("occupied", [(0, 0)])  # type: ignore[arg-type]
    assert refusal == Refusal(Reason.OCCUPIED, ((0, 0),), ())
    assert hash(refusal) == hash(Refusal(Reason.OCCUPIED, ((0, 0),)))
    assert refusal != Refusal(Reason.OCCUPIED)
    assert refusal != "occupied"
    with pytest.raises(AttributeError):
        refusal.reason = Reason.OFF_BOARD
    with pytest.raises(ValueError, match="nonsense"):
        Refusal("nonsense")  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(refusal)) == refusal


# --- texts --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' names no cell"),
        (",", "'' in ',' names no cell"),
        ("e10,,f10", "'' in 'e10,,f10' names no cell"),
        ("e10;f10", "'e10;f10' names no cell"),
        ("e0", "'e0' names no cell"),
        ("e10\0", r"'e10\x00' names no cell"),
        ("é10", r"'\xe910' names no cell"),
        ("e１0", r"'e\uff110' names no cell"),
        ("e10\n", r"'e10\n' names no cell"),
        ("e10,e10", "'e10,e10' names e10 twice"),
        ("e10,E10", "'e10,e10' names e10 twice"),
        ("e10,g10", "'e10,g10' is no piece of Duo"),
        ("e10,f11", "'e10,f11' is no piece of Duo"),
        ("a1,b1,c1,d1,e1,f1", "'a1,b1,c1,d1,e1,f1' is no piece of Duo"),
        ("zz9999,a1", "'a1,zz9999' is no piece of Duo"),
        ("x" * 1000, "is too long for a move: 1000 characters"),
        ("pass", "'pass' names no cell"),
    ],
)
def test_bad_texts_are_quoted(text: str, message: str) -> None:
    position = Position("duo")
    for attempt in (position.parse, position.play, position.is_legal):
        with pytest.raises(NotationError) as caught:
            attempt(text)
        assert message in str(caught.value)
        assert str(caught.value).isascii() or "…" in str(caught.value)
        assert len(str(caught.value)) < 300
    assert len(position) == 0


def test_bad_points_are_refused() -> None:
    position = Position("duo")
    bad: list[object] = [None, 3.5, [None], [(1,)], [(1, 2, 3)], [("a", 1)], [-1], [196], [True],
                         [b"e10"], [[1, 2]], count(), [(0, 0)] * 40]  # fmt: skip
    for one in bad:
        with pytest.raises(NotationError):
            position.parse(one)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="at least one cell"):
        position.parse([])


def test_parse_needs_no_legal_move() -> None:
    position = Position("duo")
    assert position.parse("a1").text == "a1"
    with pytest.raises(IllegalMove, match=r"^nobody can play 'n1,o1': o1 is not on the board$"):
        position.parse("n1,o1")
    assert position.parse("f10,e10,e11").text == "e10,f10,e11"


@pytest.mark.parametrize("id", MAIN_IDS)
def test_every_placement_is_named_by_its_text(id: str) -> None:
    position = Position(id)
    rng = random.Random(1)
    for placement in rng.sample(range(position.variant.tables.placements), 400):
        move = position.move(placement)
        cells = move.text.split(",")
        rng.shuffle(cells)
        assert position.parse(",".join(cells)).placement == placement


MOVELIKE = st.one_of(
    st.text(max_size=200),
    st.text(alphabet="abn019,\0 é\n-", max_size=40),
    st.lists(st.from_regex(r"[a-z]{1,2}[0-9]{1,2}", fullmatch=True), max_size=14).map(",".join),
)


@seeded(600)
@given(text=MOVELIKE, id=st.sampled_from(["duo", "trigon"]))
def test_any_text_is_a_move_or_an_error_of_ours(text: str, id: str) -> None:
    position = Position(id)
    try:
        move = position.parse(text)
    except CornerwiseError as error:
        assert str(error)  # noqa: PT017  # and no other kind of error
    else:
        assert sorted(move.text.split(",")) == sorted(
            part.strip().lower() for part in text.split(",")
        )


@seeded(300)
@given(
    points=st.lists(st.tuples(st.integers(-3, 40), st.integers(-3, 40)), max_size=7),
    colour=st.sampled_from(["blue", "green"]),
)
def test_any_points_are_explained_or_no_piece(points: list[tuple[int, int]], colour: str) -> None:
    position = Position("trigon")
    try:
        why = position.explain(points, colour)
    except NotationError:
        return
    assert (why is None) == position.is_legal(points, colour)


@seeded(200)
@given(text=st.text(max_size=30))
def test_any_colour_name_is_one_or_an_error_of_ours(text: str) -> None:
    try:
        assert Position("classic").colour_name(text) in Position("classic").colours
    except NotationError as error:
        assert "no colour of Classic" in str(error)  # noqa: PT017


def test_points_beyond_all_counting() -> None:
    position = Position("duo")
    for far in (10**7, -(10**7), 10**5000):
        for ask in (position.play, position.is_legal, position.parse):
            with pytest.raises(NotationError):
                ask([(far, 3)])
