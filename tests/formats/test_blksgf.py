"""Records: what is read and written, what is refused, and that games come back the same."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise.formats import sgf
from cornerwise.formats._names import GAMES, NEAREST
from cornerwise.formats.annotations import annotations_of
from cornerwise.formats.blksgf import (
    Record,
    RecordError,
    from_game,
    from_position,
    read_blksgf,
    write_blksgf,
)
from cornerwise.game import Game, SeatInfo
from cornerwise.rules.custom import dumps, loads
from cornerwise.rules.position import Position
from cornerwise.rules.variants import get_variant
from random_games import ALL_VARIANTS, played_out, without_seq

ORACLE = Path(__file__).parents[1] / "data" / "oracle"
ORACLE_VARIANTS = sorted(path.stem for path in ORACLE.glob("*.jsonl"))

DUO = """(;FF[4]CA[UTF-8]GM[Blokus Duo]PB[Ann]PW[Ben]DT[2026-11-30]C[A short\\] game]
;B[e10,f10,e11]TE[2]
(;W[j5,i4,j4]C[main])
(;W[j5]BM[1]XX[kept][as it is])
)
"""


def oracle(variant: str) -> list[dict[str, object]]:
    lines = (ORACLE / f"{variant}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def file_of(row: dict[str, object]) -> str:
    """The oracle's game as another program would write it."""
    name = next(name for name, variant in GAMES.items() if variant == row["variant"])
    moves = "".join(f";{colour}[{move}]" for colour, move in row["moves"])  # type: ignore[attr-defined]
    return f"(;GM[{name}]{moves})"


def moves_of(record: Record) -> list[tuple[str, str]]:
    return [(move.colour, move.text) for move in record.moves()]


def tree_of(record: Record) -> list[object]:
    return [
        ([(p.name, tuple(p.values)) for p in node.properties], len(node.children))
        for root in record.roots
        for node in root.walk()
    ]


# --- games of another program -------------------------------------------------------------


def test_the_oracle_is_there() -> None:
    assert sum(len(oracle(variant)) for variant in ORACLE_VARIANTS) == 664


@pytest.mark.parametrize("variant", ORACLE_VARIANTS)
def test_every_game_of_the_oracle_comes_back(variant: str) -> None:
    games = 0
    for row in oracle(variant):
        record = read_blksgf(file_of(row))
        assert record.variant.id == variant
        moves = moves_of(record)
        assert len(moves) == len(row["moves"])  # type: ignore[arg-type]
        assert moves_of(read_blksgf(write_blksgf(record))) == moves
        position = record.position()
        assert [(c, str(m)) for c, m in position.history] == moves
        assert moves_of(read_blksgf(write_blksgf(position))) == moves
        if row["style"] == "solo":  # one colour plays alone: no game in turn
            with pytest.raises(RecordError, match="move 2: it is the turn of"):
                record.game()
            continue
        game = record.game()
        games += 1
        assert game.ended is not None
        assert moves_of(read_blksgf(write_blksgf(game))) == moves
        result = read_blksgf(write_blksgf(game)).header.result
        if isinstance(row["score"], str) and row["score"][0] in "BW0":
            assert result == row["score"]
    assert games > 60


# --- our own games --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ALL_VARIANTS)
def test_random_games_of_every_variant_come_back(variant: str) -> None:
    for number in range(4):
        rng = random.Random(f"{variant} {number}")
        rules = get_variant(variant)
        seats = [
            SeatInfo(f"Player ]{i}[", *rng.choice([("human", None), ("computer", 2)]))  # type: ignore[arg-type]
            for i in range(len(rules.seats))
        ]
        start = rng.choice([None, *rules.start_rules])
        scoring = rng.choice([None, "advanced", "basic", "net"])
        end = rng.choice([None, "first_blocked"])
        game = Game(
            variant,
            seats,
            start=start,
            scoring=scoring,
            end=end,
            neutral_seed=rng.randrange(2**53) if rules.neutral else 0,
            undo=number != 3,
        )
        stops, undos = [(0, 0), (0.02, 0), (0.05, 0.1), (0.1, 0)][number]
        game = played_out(game, rng, stops=stops, undos=undos)
        text = write_blksgf(game)
        record = read_blksgf(text)
        back = record.game()
        assert without_seq(back) == without_seq(game)
        assert write_blksgf(back) == text
        assert record.check() == len(game.plies)
        assert record.variant == game.variant
        if number == 0:
            assert back.log[1:] == tuple(
                type(logged)(logged.seq, 0, logged.event) for logged in game.log[1:]
            )


def test_a_variant_of_ones_own_comes_back() -> None:
    toml = dumps(get_variant("duo")).replace('id = "duo"', 'id = "my_duo"')
    variant = loads(toml)
    game = played_out(Game(variant, ["A", "B"], scoring="net"), random.Random(1))
    text = write_blksgf(game)
    assert "GM[Cornerwise]" in text
    record = read_blksgf(text)
    assert record.variant.digest == game.variant.digest
    assert record.variant.id == "my_duo"
    assert without_seq(record.game()) == without_seq(game)


def test_brackets_tabs_and_slashes_in_a_variants_name_come_back() -> None:
    toml = dumps(get_variant("classic")).replace('id = "classic"', 'id = "mine"')
    variant = loads(toml.replace('name = "Classic', "name = ']\\[Mine\\'\n# a\ttab: \\]\\\n#"))
    assert variant.name == "]\\[Mine\\"
    assert read_blksgf(write_blksgf(Position(variant))).variant == variant


def test_every_variant_has_a_name_in_files() -> None:
    for variant in ALL_VARIANTS:
        record = read_blksgf(write_blksgf(Position(variant)))
        assert record.variant == get_variant(variant)
        name = record.root.simple_text("GM")
        assert name in GAMES
        assert len(get_variant(GAMES[name]).board) == len(get_variant(variant).board)
    assert set(NEAREST) | set(GAMES.values()) == set(ALL_VARIANTS)


def test_what_a_file_of_ours_looks_like() -> None:
    game = Game("duo", ["Ann", "Ben"]).play("e10,f10,e11").play("j5,j4,i5").resign(0)
    record = from_game(game, date="2026-11-30", event="Friendly", comment="a]b")
    text = re.sub(r"AP\[Cornerwise:[^]]*\]", "AP[Cornerwise:x]", write_blksgf(record))
    assert text == (
        "(;FF[4]CA[UTF-8]AP[Cornerwise:x]GM[Blokus Duo]PB[Ann]PW[Ben]"
        "DT[2026-11-30]EV[Friendly]GC[a\\]b]RE[W+Resign]\n"
        ";B[e10,f10,e11]\n;W[j4,i5,j5]CWX[0:resigned]\n)\n"
    )
    assert read_blksgf(text).header.comment == "a]b"


def test_names_need_a_text_for_each_seat() -> None:
    game = Game("duo", ["Ann", "Ben"])
    assert read_blksgf(write_blksgf(from_game(game, ["", "Z\nZ"]))).header.names == ("", "Z Z")
    with pytest.raises(ValueError, match="2 seats, not 1"):
        from_game(game, ["Ann"])


# --- reading ----------------------------------------------------------------------------------


def test_header_annotations_and_variations() -> None:
    record = read_blksgf(DUO)
    header = record.header
    assert header.names == ("Ann", "Ben")
    assert header.date == "2026-11-30"
    assert header.comment == "A short] game"
    assert moves_of(record) == [("purple", "e10,f10,e11"), ("orange", "j5,i4,j4")]
    first = record.root.children[0]
    assert (annotations_of(first).move, annotations_of(first).emphasis) == ("good", 2)
    main, other = first.children
    assert annotations_of(main).comment == "main"
    assert annotations_of(other).move == "bad"
    line = [record.root, first, other]
    assert [move.text for move in record.moves(line)] == ["e10,f10,e11", "j5"]
    assert str(record.position(line).history[1][1]) == "j5"
    assert len(record.game(line).plies) == 2


def test_the_other_annotations() -> None:
    (node,) = sgf.parse("(;N[n]C[a\nb]V[-1.5]GW[2]DM[1]UC[1]IT[])")
    found = annotations_of(node)
    assert (found.name, found.comment, found.value) == ("n", "a\nb", -1.5)
    assert (found.good_for, found.even, found.unclear) == (("W", 2), True, True)
    assert found.move == "interesting"
    (empty,) = sgf.parse("(;V[x])")
    assert annotations_of(empty).value is None


def test_nothing_is_lost() -> None:
    record = read_blksgf(DUO + "(;GM[1]SZ[19])")
    again = read_blksgf(write_blksgf(record))
    assert tree_of(again) == tree_of(record)
    assert "XX[kept][as it is]" in write_blksgf(record)
    assert "SZ[19]" in write_blksgf(record)


def test_latin_1_is_written_as_utf_8() -> None:
    data = "(;GM[Blokus Duo]PB[Zoë])".encode("latin-1")
    assert read_blksgf(data).header.names == ("Zoë", "")
    text = write_blksgf(read_blksgf(data))
    assert text.startswith("(;CA[UTF-8]GM")
    assert read_blksgf(text.encode()).header.names == ("Zoë", "")
    data = "(;GM[Blokus Duo]CA[ISO-8859-1]PB[Zoë])".encode("latin-1")
    assert "CA[UTF-8]" in write_blksgf(read_blksgf(data))


def test_old_names_cells_as_values_and_large_letters() -> None:
    record = read_blksgf("(;GM[Blokus Two-Player](;BLUE[a16][a17][a18][a19][a20]C[0.577998 76]))")
    assert moves_of(record) == [("blue", "a16,a17,a18,a19,a20")]
    assert len(record.game().plies) == 1
    assert "BLUE[a16][a17]" in write_blksgf(record)
    record = read_blksgf("(;GM[blokus  duo];Black[E10,F10,E11];White[ j5,j4,i5 ])")
    assert len(record.game().plies) == 2


def test_names_of_two_players_in_other_properties() -> None:
    assert read_blksgf("(;GM[Blokus Duo]P1[A]P2[B])").header.names == ("A", "B")
    assert read_blksgf("(;GM[Blokus Two-Player]PB[A]PW[B])").header.names == ("A", "B")
    four = read_blksgf("(;GM[Blokus]P1[A]P2[B]P3[C]P4[D])").header.names
    assert four == ("A", "B", "C", "D")


def test_long_and_odd_names_are_cut_for_the_game_alone() -> None:
    name = "x\u2028y" + "z" * 200
    record = read_blksgf(f"(;GM[Blokus Duo]PB[{name}]PW[])")
    assert record.header.names == (name, "")
    seats = record.game().seats
    assert seats[0].name == ("x y" + "z" * 200)[:80]
    assert seats[1].name == "Orange"


def test_reading_from_a_path(tmp_path: Path) -> None:
    path = tmp_path / "game.blksgf"
    path.write_text(DUO, encoding="utf-8")
    assert len(read_blksgf(path).moves()) == 2
    with pytest.raises(FileNotFoundError):
        read_blksgf(tmp_path / "none.blksgf")
    with pytest.raises(RecordError, match="the limit"):
        read_blksgf(b"(" * 9_000_000)


# --- setup ------------------------------------------------------------------------------------

SETUP = "AB[g6,f7,g7,h7,g8][e8,e9,f9,d10,e10]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]"


def test_setup_pieces_are_played_in_an_order_that_is_legal() -> None:
    record = read_blksgf(f"(;GM[Blokus Duo]{SETUP}PL[W];W[h3])")
    root = [record.root]
    position = record.position(root)
    assert len(position) == 4
    assert record.to_play(root) == "orange"
    assert record.to_play() == "purple"
    assert len(record.position()) == 5
    assert record.check() == 1
    with pytest.raises(RecordError, match="setup position"):
        record.game()


def test_pieces_can_be_taken_away_and_put_later() -> None:
    record = read_blksgf("(;GM[Blokus Duo];B[e10,f10,e11];AE[e11,e10,f10]AB[e10,e11];W[j5])")
    assert [str(m) for _c, m in record.position().history] == ["e10,e11", "j5"]


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("AB[a1]", "first piece must cover e10"),
        ("AB[e10][a1,a2]", "touches no corner"),
        ("AB[e10][e11,e12]", "shares? an edge"),
        ("AB[e10]AW[e10,e11]", "taken"),
        ("AB[e10][e10]", "no piece 1 left"),
        ("AB[zz99]", "not on the board"),
        ("AB[nonsense]", "names no cell"),
        ("AB[a1,c3]", "no piece of"),
        ("A3[e10]", "not a colour"),
        ("AE[e10]", "no piece on 'e10'"),
        ("PL[red]", "not a colour"),
        (f"AB[{'e10,' * 100}e10]", "too long"),
        ("AB" + "[e10]" * 300, "more than 256"),
    ],
)
def test_setups_refused(setup: str, reason: str) -> None:
    record = read_blksgf(f"(;GM[Blokus Duo]\n;{setup})")
    for look in (record.position, record.check):
        with pytest.raises(RecordError, match=reason) as caught:
            look()
        assert caught.value.line == 2


def test_a_file_full_of_setups_is_refused() -> None:
    record = read_blksgf("(;GM[Blokus Duo]" + ";AB[e10];AE[e10]" * 600 + ")")
    for look in (record.position, record.check):
        with pytest.raises(RecordError, match="more than 1000 nodes with a setup"):
            look()


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("(;FF[4])", 1, 2, "no GM"),
        ("(;GM[1])", 1, 3, "unknown game '1'; known are Blokus, "),
        ("(;\nGM[Nexos Two-Player])", 2, 1, "'Nexos Two-Player' is another game"),
        ("(;GM[Callisto])", 1, 3, "another game"),
        ("(;GM[GembloQ Three-Player])", 1, 3, "another game"),
        ("(;GM[Cornerwise])", 1, 3, "needs the variant's TOML"),
        ("(;GM[Cornerwise]CWT[id = \n7])", 1, 17, "line 1"),
        ("(;GM[Blokus]CWV[classic_teems])", 1, 13, "classic_teams"),
        ("(;GM[Blokus]CWV[duo])", 1, 13, "CWV says 'duo'"),
        ("(;GM[Blokus]CWV[x]CWT[y])", 1, 19, "two variants"),
        ("(;GM[Blokus]CWS[middle])", 1, 13, "middle"),
        ("(;GM[Blokus]CWP[much])", 1, 13, "much"),
        ("(;GM[Blokus]CWE[late])", 1, 13, "late"),
    ],
)
def test_headers_refused(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError, match=re.escape(reason)) as caught:
        read_blksgf(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("nodes", "column", "ply", "reason"),
    [
        (";B[e10];B[f11]", 8, 2, "it is the turn of orange, not of purple"),
        (";W[j5]", 1, 1, "it is the turn of purple"),
        (";B[a1]", 1, 1, "must cover e10"),
        (";B[e10];W[j5];B[e11,e12]", 14, 3, "shares an edge"),
        (";B[e10];W[j5];B[f11,f12,z99]", 14, 3, "no piece"),
        (";B[e10];W[j5];B[f11,f12,g13,hello]", 14, 3, "hello"),
        (";B[]", 1, 1, "names no cells"),
        (";B[e10]W[j5]", 7, 1, "second move"),
        (";1[e10];3[j5]", 8, 2, "3 is not a colour of duo; its colours are B, W"),
        (f";B[{'e10,' * 60}e10]", 1, 1, "too long"),
        (";B[e10]CWX[0:bored]", 7, None, "resigned, left, time"),
        (";B[e10]CWX[7:left]", 7, None, "no seat 7"),
        (";B[e10]CWX[left]", 7, None, "seat and ':'"),
        (";B[e10]CWX[0:left][0:left]", 7, None, "the game is over"),
    ],
)
def test_moves_refused(nodes: str, column: int, ply: int | None, reason: str) -> None:
    record = read_blksgf(f"(;GM[Blokus Duo]\n{nodes})")
    for look in (record.game, record.check):
        with pytest.raises(RecordError, match=re.escape(reason)) as caught:
            look()
        assert (caught.value.line, caught.value.column) == (2, column + 1)
        assert caught.value.ply == ply


def test_moves_and_stops_after_the_end() -> None:
    record = read_blksgf("(;GM[Blokus Duo]CWX[0:left];W[j5])")
    with pytest.raises(RecordError, match="move 1: the game is over"):
        record.game()
    record = read_blksgf("(;GM[Blokus]CWX[2:left][2:time])")
    with pytest.raises(RecordError, match="column 13: seat 2 has stopped already"):
        record.game()
    nodes = ";B[e10]CWX[0:resigned][1:left];W[j5]"
    with pytest.raises(RecordError, match="column 24: the game is over"):
        read_blksgf(f"(;GM[Blokus Duo]{nodes})").game()


def test_a_bad_variation_is_found_by_check() -> None:
    record = read_blksgf("(;GM[Blokus Duo];B[e10](;W[j5];B[f11,f12])\n(;W[j5];B[a1,a2]))")
    assert len(record.game().plies) == 3
    with pytest.raises(RecordError, match=r"line 2, column 9: move 3: .*no corner"):
        record.check()


def test_a_changed_neutral_move_is_found() -> None:
    game = played_out(Game("classic_3_neutral", neutral_seed=5), random.Random(2))
    text = write_blksgf(game)
    assert "CWN[5]" in text
    with pytest.raises(RecordError, match=r"the seed 6 lets green play"):
        read_blksgf(text.replace("CWN[5]", "CWN[6]")).game()
    with pytest.raises(RecordError, match="is no number"):
        read_blksgf(text.replace("CWN[5]", "CWN[-1]")).game()


def test_levels_are_checked() -> None:
    record = read_blksgf("(;GM[Blokus Duo]CWC[1:3])")
    assert record.header.levels == (None, 3)
    assert record.game().seats[1] == SeatInfo("Orange", "computer", 3)
    for value in ("1:x", "1:0", "1:100", "9:1", "1"):
        with pytest.raises(RecordError):
            read_blksgf(f"(;GM[Blokus Duo]CWC[{value}])").game()


def test_records_of_positions_keep_the_order() -> None:
    position = Position("duo")
    position.play("j5", colour="orange")
    position.play("e10", colour="purple")
    record = read_blksgf(write_blksgf(from_position(position)))
    assert record.position() == position


# --- fuzz -------------------------------------------------------------------------------------


def survive(data: bytes | str) -> None:
    """Whatever comes in, only RecordError comes out."""
    try:
        record = read_blksgf(data)
        record.header  # noqa: B018
        record.moves()
    except RecordError:
        return
    for look in (record.position, record.to_play, record.game, record.check):
        try:
            look()
        except RecordError as error:
            assert "\n" not in str(error)  # noqa: PT017
    assert tree_of(read_blksgf(write_blksgf(record)))


def seeds() -> list[bytes]:
    texts = [DUO, f"(;GM[Blokus Duo]{SETUP}PL[W];W[h3];AE[h3])"]
    for variant in ("classic_3_neutral", "trigon_3_shared", "junior_1"):
        game = played_out(Game(variant, neutral_seed=3), random.Random(3), stops=0.02)
        texts.append(write_blksgf(game))
    texts.append(write_blksgf(Position(loads(dumps(get_variant("duo")).replace('"duo"', '"a"')))))
    return [text.encode() for text in texts]


SEEDS = seeds()
PIECES = st.sampled_from(
    [b"(", b")", b";", b"[", b"]", b"\\", b"\0", b"\xff", b"B[a1]", b"W[", b"CWX[0:left]", b"AE[",
     b"PL[B]", b"GM[Blokus]", b"CWV[duo_1]", b"CWT[", b"e10,", b"\n", b"1[a20]", b"CWS[corners]"]
)  # fmt: skip


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    survive(data)
    survive(b"(;GM[Blokus Duo]" + data + b")")


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    survive(text)
    survive(f"(;GM[Blokus Duo];B[{text}]")
    survive(f"(;GM[Blokus]AB[{sgf.escape(text)}]CWX[{sgf.escape(text)}];1[{sgf.escape(text)}])")


@settings(deadline=None)
@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.floats(0, 1), PIECES, st.integers(0, 9)), max_size=6),
)
def test_mutated_files(data: bytes, changes: list[tuple[float, bytes, int]]) -> None:
    for place, piece, cut in changes:
        at = int(place * len(data))
        data = data[:at] + piece + data[at + cut :]
    survive(data)


@settings(deadline=None)
@given(st.sampled_from(SEEDS), st.floats(0, 1))
def test_truncated_files(data: bytes, place: float) -> None:
    survive(data[: int(place * len(data))])
