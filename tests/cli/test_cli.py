"""The command line, mostly called within this process; a few tests run the real command."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from cornerwise._version import __version__
from cornerwise.cli import main
from cornerwise.cli.app import COMMANDS, app
from cornerwise.cli.input import replace_file
from cornerwise.formats.blksgf import read_blksgf
from cornerwise.game import Game
from cornerwise.game.record import dumps as dumps_record
from cornerwise.rules.custom import loads
from cornerwise.rules.variants import VARIANTS, get_variant

GOOD = "(;GM[Blokus Duo]PB[Ann]PW[Ben];B[e10,f10,e11];W[j4,i5,j5])"
Cornerwise = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cornerwise(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Cornerwise:
    """Runs a command in an empty folder: exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfd.readouterr()
        return code, out, err

    return run


def refusal(result: tuple[int, str, str], code: int, *words: str) -> None:
    """A command ended with this code and one line on standard error that has these words."""
    got, _out, err = result
    assert got == code
    assert err.startswith("cornerwise: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    for word in words:
        assert word in err


# --- help ---------------------------------------------------------------------------------


def test_help_names_every_command_and_exit_code(cornerwise: Cornerwise) -> None:
    code, out, err = cornerwise("--help")
    assert (code, err) == (0, "")
    for name in COMMANDS:
        assert re.search(rf"^│ {name} +[A-Z]", out, re.MULTILINE)
    assert "Exit codes: 0 done; 1 the answer is no; 2 bad usage" in out
    assert cornerwise()[:2] == (0, out)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_teaches_by_examples(cornerwise: Cornerwise, name: str) -> None:
    code, out, _err = cornerwise(name, "--help")
    assert code == 0
    assert "Examples:" in out
    assert f"    cornerwise {name}" in out
    assert max(map(len, out.splitlines())) <= 80


def test_version(cornerwise: Cornerwise) -> None:
    assert cornerwise("--version") == (0, f"{__version__}\n", "")


def options_of(name: str) -> set[str]:
    """Long options and positional names of a command."""
    arguments = app[name].assemble_argument_collection(parse_docstring=False)
    return {argument.name for argument in arguments}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_on_its_page(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    match = re.search(rf"^## cornerwise {name}$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert match, f"docs/cli.md has no section for {name}"
    options = options_of(name)
    assert options
    for option in options:
        assert f"`{option}`" in match[1], f"docs/cli.md does not explain {name} {option}"


def test_the_page_has_no_command_that_is_gone() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    assert re.findall(r"^## cornerwise (\S+)$", page, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bogus"], ['"bogus"']),
        (["play", "--bogus"], ["--bogus"]),
        (["perft", "duo"], ["DEPTH"]),
        (["perft", "duo", "x"], ["'x'", "whole number"]),
        (["perft", "duo", "99"], ['"99"', "12"]),
        (["perft", "nosuch", "1"], ["'nosuch'", "classic_2"]),
        (["perft", "duo", "1", "--start", "middle"], ['"middle"', "fixed"]),
        (["serve", "--port", "65536"], ['"65536"']),
        (["show"], ["FILE or --moves"]),
        (["show", "a", "b"], ["b"]),
        (["show", "a", "--moves", "a20"], ["FILE or --moves"]),
        (["show", "a", "--variant", "duo"], ["--variant"]),
        (["show", "--moves", "a20", "--width", "100"], ["--width"]),
        (["show", "--moves", "a20", "--ply", "2"], ["--ply 2", "1 moves"]),
        (["show", "missing"], ["'missing'", "no such file"]),
        (["show", "."], ["'.'", "directory"]),
        (["check", "a\0b"], ["no file name"]),
        (["check", "good", "--bogus"], ["--bogus"]),
        (["show", "--bogus"], ["--bogus"]),
        (["check", "\x1b[31m\n"], [r"\x1b[31m"]),
        (["variants", "nosuch"], ["'nosuch'"]),
        (["variants", "duo", "--check", "x"], ["not both"]),
        (["variants", "--format", "toml"], ["needs an id"]),
        (["variants", "--check", "missing.toml"], ["'missing.toml'", "no such file"]),
        (["play", "nosuch"], ["'nosuch'"]),
        (["play", "missing.toml"], ["no such file"]),
        (["play", "duo", "--seat", "2"], ["'2'", "2=computer:1"]),
        (["play", "duo", "--seat", "3=human"], ["'3=human'", "seats 1 to 2"]),
        (["play", "duo", "--seat", "1=robot"], ["'robot'"]),
        (["play", "duo", "--seat", "1=computer:77"], ["'77'"]),
        (["play", "duo", "--seat", "1=human:" + "x" * 81], ["81"]),
        (["play", "junior", "--start", "x"], ['"x"']),
        (["play", "duo", "--load", "x"], ["--load"]),
        (["play", "--seat", "1=human", "--load", "x"], ["--load"]),
        (["play", "--load", "-"], ["--load -"]),
        (["play", "--load", "missing"], ["'missing'"]),
        (["play", "duo", "--seed", "-1"], ['"-1"']),
    ],
)
def test_bad_usage_is_one_line_and_2(
    cornerwise: Cornerwise, arguments: list[str], words: list[str]
) -> None:
    result = cornerwise(*arguments)
    refusal(result, 2, *words)
    assert result[1] == ""


# --- perft and variants -----------------------------------------------------------------------


def test_perft(cornerwise: Cornerwise) -> None:
    assert cornerwise("perft", "duo", "2") == (0, "1\t414\n2\t171396\n", "")
    assert cornerwise("perft", "classic", "3")[1] == "1\t58\n2\t3364\n3\t195112\n"
    assert cornerwise("perft", "duo", "0")[1] == "0\t1\n"
    fixed = cornerwise("perft", "classic", "1")[1]
    free = cornerwise("perft", "classic", "1", "--start", "free")[1]
    assert int(free.split()[1]) == 4 * int(fixed.split()[1])


def test_variants(cornerwise: Cornerwise) -> None:
    code, out, _err = cornerwise("variants")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(VARIANTS)
    code, out, _err = cornerwise("variants", "trigon_3")
    assert (
        loads(out.replace('id = "trigon_3"', 'id = "mine"')).digest == VARIANTS["trigon_3"].digest
    )
    assert cornerwise("variants", "duo", "--format", "text")[1].startswith("Duo, 2 seats")
    rows = json.loads(cornerwise("variants", "--format", "json")[1])
    assert [row["id"] for row in rows] == list(VARIANTS)
    one = json.loads(cornerwise("variants", "duo", "--format", "json")[1])
    assert (one["placements"], one["pieces"]["I5"]) == (13729, 1)


def test_check_a_variant(cornerwise: Cornerwise, tmp_path: Path) -> None:
    toml = cornerwise("variants", "duo")[1].replace('id = "duo"', 'id = "mine"')
    (tmp_path / "mine.toml").write_text(toml)
    code, out, _err = cornerwise("variants", "--check", "mine.toml")
    assert (code, out[:14]) == (0, "mine.toml: ok,")
    assert cornerwise("perft", "mine.toml", "1")[1] == "1\t414\n"
    (tmp_path / "bad.toml").write_text(toml.replace("columns = 14", "columns = 99"))
    refusal(cornerwise("variants", "--check", "bad.toml"), 1, "'bad.toml'", "line ")
    (tmp_path / "latin.toml").write_bytes(b"\n\nname = '\xe9'")
    refusal(cornerwise("variants", "--check", "latin.toml"), 1, "line 3", "UTF-8")
    refusal(cornerwise("perft", "./latin.toml", "1"), 2, "line 3")
    for command in (["perft", "bad.toml", "1"], ["play", "bad.toml"], ["variants", "bad.toml"]):
        refusal(cornerwise(*command), 2, "'bad.toml'", "line ")


# --- check --------------------------------------------------------------------------------------


def test_check(cornerwise: Cornerwise, tmp_path: Path) -> None:
    (tmp_path / "good.blksgf").write_text(GOOD)
    (tmp_path / "game.json").write_text(dumps_record(Game("duo").play("e10,f10,e11")))
    setup = "(;GM[Blokus Duo]AB[e10,e11];W[j5])"
    (tmp_path / "setup.blksgf").write_text(setup)
    (tmp_path / "aside.blksgf").write_text(GOOD[:-1] + "(;B[g9])(;B[d9]))")
    code, out, err = cornerwise(
        "check", "good.blksgf", "game.json", "setup.blksgf", "aside.blksgf", "-", stdin=GOOD
    )
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "good.blksgf: ok, duo, 2 moves, unfinished",
        "game.json: ok, duo, 1 move, unfinished",
        "setup.blksgf: ok, duo, a setup position with 1 move",
        "aside.blksgf: ok, duo, 3 moves, unfinished, 1 move in variations",
        "-: ok, duo, 2 moves, unfinished",
    ]


def test_check_says_where_and_why(cornerwise: Cornerwise, tmp_path: Path) -> None:
    bad = tmp_path / "bad.blksgf"
    bad.write_text(GOOD[:-1] + "\n;B[e12])")
    refusal(
        cornerwise("check", "bad.blksgf"), 1, "'bad.blksgf'", "line 2, column 2: move 3", "edge"
    )
    bad.write_text(GOOD[:-1])
    refusal(cornerwise("check", "bad.blksgf"), 1, "ends inside a game")
    bad.write_bytes(b"(;GM[Blokus Duo]\0)")
    refusal(cornerwise("check", "bad.blksgf"), 1, "NUL")
    bad.write_text("")
    refusal(cornerwise("check", "bad.blksgf"), 1, "no game")
    record = dumps_record(Game("duo").play("e10,f10,e11"))
    bad.write_text(record.replace("e10,f10,e11", "e10,f10,f11"))
    refusal(cornerwise("check", "bad.blksgf"), 1, "event 2")
    bad.write_text("{}")
    refusal(cornerwise("check", "bad.blksgf"), 1, "'format' is missing")


def test_check_goes_on_after_a_bad_file(cornerwise: Cornerwise, tmp_path: Path) -> None:
    (tmp_path / "good").write_text(GOOD)
    (tmp_path / "bad").write_text("x")
    code, out, err = cornerwise("check", "bad", "good")
    assert (code, out) == (1, "good: ok, duo, 2 moves, unfinished\n")
    code, out, err = cornerwise("check", "missing", ".", "bad", "good")
    assert code == 2
    assert len(err.splitlines()) == 3
    assert out == "good: ok, duo, 2 moves, unfinished\n"


def test_large_files_are_not_read(cornerwise: Cornerwise, tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    for command in ("check", "show"):
        refusal(cornerwise(command, "large"), 2, "'large'", "104,857,600", "8,388,608")
    refusal(cornerwise("variants", "--check", "large"), 2, "104,857,600")
    refusal(cornerwise("check", "-", stdin=b"(" * 9_000_000), 2, "more than 8,388,608")


# --- show ---------------------------------------------------------------------------------------


def test_show_text(cornerwise: Cornerwise, tmp_path: Path) -> None:
    (tmp_path / "game.blksgf").write_text(GOOD)
    code, out, err = cornerwise("show", "game.blksgf")
    assert (code, err) == (0, "")
    assert "10 . . . . P P . ." in out
    assert "\x1b" not in out
    assert cornerwise("show", "-", stdin=GOOD)[1] == out
    moves = cornerwise("show", "--variant", "duo", "--moves", "e10,f10,e11 j4,i5,j5")[1]
    assert moves == out
    turned = cornerwise("show", "--variant", "duo", "--moves", "W:j4,i5,j5 purple:e10,f10,e11")[1]
    assert turned.splitlines()[:15] == out.splitlines()[:15]
    assert "P" not in cornerwise("show", "game.blksgf", "--ply", "0")[1].splitlines()[4]
    cornerwise("show", "game.blksgf", "--output", "board.txt")
    assert (tmp_path / "board.txt").read_text() == out


def test_show_pictures(cornerwise: Cornerwise, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(dumps_record(Game("trigon").play("r15")))
    assert cornerwise("show", "game.json", "--format", "svg")[1].startswith("<svg")
    assert cornerwise("show", "game.json", "-o", "a.svg") == (0, "", "")
    light = (tmp_path / "a.svg").read_text()
    cornerwise("show", "game.json", "-o", "a.svg", "--theme", "dark")
    assert (tmp_path / "a.svg").read_text() != light
    cornerwise("show", "game.json", "-o", "a.png", "--width", "300")
    data = (tmp_path / "a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 300
    refusal(cornerwise("show", "game.json", "-o", "no/such/a.png"), 2, "cannot write", "no such")


def test_show_refuses(cornerwise: Cornerwise, tmp_path: Path) -> None:
    (tmp_path / "bad").write_text(GOOD[:-1] + ";B[e12])")
    refusal(cornerwise("show", "bad"), 2, "move 3")
    (tmp_path / "half").write_text(GOOD[:-1])
    refusal(cornerwise("show", "half"), 2, "ends inside a game")
    refusal(cornerwise("show", ""), 2, "without a name")
    refusal(cornerwise("show", "--variant", "", "--moves", "a20"), 2, "no variant is called ''")
    refusal(cornerwise("show", "--moves", "a20 zz"), 2, "'zz'")
    refusal(cornerwise("show", "--moves", "a20 pink:t20"), 2, "'pink'")
    refusal(cornerwise("show", "--moves", "b2"), 2, "must cover a20")


def test_a_png_is_not_written_to_a_terminal(
    cornerwise: Cornerwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    refusal(cornerwise("show", "--moves", "a20", "--format", "png"), 2, "terminal")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in cornerwise("show", "--moves", "a20")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in cornerwise("show", "--moves", "a20")[1]


# --- play ---------------------------------------------------------------------------------------


def test_play_in_a_pipe(cornerwise: Cornerwise, tmp_path: Path) -> None:
    lines = "e10,f10,e11\n\nJ5 J4 I5\n list v3 \npieces\npieces W\nscore\nsave a.blksgf\n"
    code, out, err = cornerwise("play", "duo", "--seat", "all=human", stdin=lines)
    assert (code, err) == (0, "")
    assert out.startswith("purple plays V3: e10,f10,e11\norange plays V3: j4,i5,j5\n")
    assert "\npurple: 1 2 I3 I4" in out
    assert "\norange: 1 2 I3 I4" in out
    assert re.search(r"^purple +3 +placed +3, left +86 +Purple$", out, re.MULTILINE)
    assert out.endswith("saved a.blksgf\n")
    record = read_blksgf(tmp_path / "a.blksgf")
    assert [move.text for move in record.moves()] == ["e10,f10,e11", "j4,i5,j5"]
    assert cornerwise("check", "a.blksgf")[0] == 0


def test_play_list_counts_and_moves(cornerwise: Cornerwise) -> None:
    out = cornerwise("play", "duo", "--seat", "all=human", stdin="list\nlist l5\n")[1]
    counts, moves = out.split("414 moves\n")
    numbers = dict(line.split() for line in counts.splitlines())
    assert sum(map(int, numbers.values())) == 414
    assert len(moves.splitlines()) == int(numbers["L5"])


def test_play_refuses_and_goes_on(cornerwise: Cornerwise) -> None:
    lines = "a1\nfoo\ne10\nlist Q\nundo x\nundo\npieces pink\nsave\nhelp\n\xff\n" + "y" * 10_000
    code, out, err = cornerwise("play", "duo", "--seat", "all=human", stdin=lines)
    assert code == 1
    assert all(line.startswith("cornerwise: ") for line in err.splitlines())
    errors = err.splitlines()
    assert len(errors) == 8
    for words, line in zip(
        ["must cover e10", "'foo'", "'Q'", "nothing|no move", "'pink'", "file name", "ff", "'yyy"],
        errors,
        strict=True,
    ):
        assert re.search(words, line)
    assert "1 move taken back" in out
    assert "save FILE" in out


def test_play_lines_that_are_not_text(cornerwise: Cornerwise) -> None:
    code, out, err = cornerwise(
        "play", "duo", "--seat", "all=human", stdin=b"\xff\0\x1b[2J\n" + b"e10\n"
    )
    assert code == 1
    assert out == "purple plays 1: e10\n"
    assert "\x1b" not in err


def test_play_against_computers_repeats_with_a_seed(cornerwise: Cornerwise) -> None:
    first = cornerwise("play", "duo", "--seed", "7", stdin="e10\nhint\nquit\na1\n")
    assert first[0] == 0
    assert re.search(r"^orange plays \w+: ", first[1], re.MULTILINE)
    assert len(re.findall(r"\(\d+%\)$", first[1], re.MULTILINE)) == 3
    assert cornerwise("play", "duo", "--seed", "7", stdin="e10\nhint\nquit\n") == first


def test_computers_play_to_the_end_by_themselves(cornerwise: Cornerwise) -> None:
    code, out, err = cornerwise(
        "play", "junior", "--seat", "all=computer:1", "--seed", "1", "--scoring", "advanced"
    )
    assert (code, err) == (0, "")
    assert "The game is over.\n1." in out


def test_play_resign_undo_and_the_end(cornerwise: Cornerwise, tmp_path: Path) -> None:
    lines = "e10\nundo\ne10,e11\nresign\nscore\nlist\nundo\nresign\na1\nsave b.json\nsave b.json\n"
    code, out, err = cornerwise(
        "play", "duo", "--seat", "1=human:Ann", "--seat", "2=human:Ben", stdin=lines
    )
    assert code == 1
    assert "1 move taken back" in out
    assert "Ben resigns\nThe game is over.\n1. Ann: 2\n2. Ben: 0 (resigned)\n" in out
    assert len(err.splitlines()) == 3
    assert "game over" in err or "over" in err
    assert (tmp_path / "b.json").exists()
    again = cornerwise("play", "--load", "b.json", stdin="save b.json\nsave! b.json\n")
    assert again[0] == 1
    assert "exists already" in again[2]
    assert again[1].endswith("saved b.json\n")


def test_play_tells_whose_turn_the_shared_colour_is(
    cornerwise: Cornerwise, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompts: list[str] = []
    lines = iter(["a20", "t20", "t1"])

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("cornerwise.cli.table.at_terminal", lambda: True)
    code, out, _err = cornerwise(
        "play", "classic_3", "--seat", "all=human", "--seat", "1=human:Ann"
    )
    assert code == 0
    assert prompts == ["blue (Ann)> ", "yellow> ", "red> ", "green, shared, is Ann's turn> "]
    assert "20 B . . ." in out


def test_play_goes_on_with_a_record(cornerwise: Cornerwise, tmp_path: Path) -> None:
    (tmp_path / "game.blksgf").write_text(GOOD)
    code, out, _err = cornerwise("play", "--load", "game.blksgf", stdin="g9,g8\nscore\n")
    assert code == 0
    assert "purple plays 2: g8,g9" in out
    assert "Ann" in out
    (tmp_path / "bad.blksgf").write_text("(;GM[Blokus Duo];B[a1])")
    refusal(cornerwise("play", "--load", "bad.blksgf"), 2, "move 1")


@pytest.mark.parametrize("number", ["1.5", "1.0", "1_0", "1e0", "0x1", "\uff12", "", "9" * 40])
def test_numbers_are_whole(cornerwise: Cornerwise, number: str) -> None:
    refusal(cornerwise("perft", "duo", number), 2, "not a whole number")
    refusal(cornerwise("play", "duo", "--seed", number), 2, "not a whole number")
    refusal(cornerwise("show", "--moves", "a20", "--ply", number), 2, "not a whole number")
    refusal(cornerwise("serve", "--port", number), 2, "not a whole number")


def test_names_do_not_turn_the_terminal_around(cornerwise: Cornerwise, tmp_path: Path) -> None:
    record = GOOD.replace("[Ann]", "[A\u202eB\u200dC]")
    assert record != GOOD
    (tmp_path / "game.blksgf").write_text(record, encoding="utf-8")
    _code, out, _err = cornerwise("play", "--load", "game.blksgf", stdin="score\nresign\n")
    assert "A\\u202eB\u200dC" in out
    assert "\u202e" not in out


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "game.json"
    target.write_bytes(b"before")
    target.chmod(0o600)
    link = tmp_path / "link.json"
    link.symlink_to(target)

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            replace_file(target, b"after")
    assert target.read_bytes() == b"before"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.json", "link.json"]
    replace_file(link, b"after")
    assert (target.read_bytes(), target.stat().st_mode & 0o777) == (b"after", 0o600)
    assert link.is_symlink()
    replace_file(os.devnull, b"nothing")


# --- serve --------------------------------------------------------------------------------------


def test_serve_says_what_is_in_its_way(
    cornerwise: Cornerwise, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "static"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr("cornerwise.cli.serve.page_folder", lambda: page)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refusal(cornerwise("serve", "--port", port, "--data", "d"), 2, f"port {port}", "taken")
    (tmp_path / "file").write_text("")
    for data in ("file", "file/folder"):
        refusal(cornerwise("serve", "--port", "0", "--data", data), 2, "cannot use 'file")
    (tmp_path / "junk").mkdir()
    (tmp_path / "junk" / "cornerwise.sqlite3").write_text("no games " * 100)
    refusal(cornerwise("serve", "--port", "0", "--data", "junk"), 2, "not a database")
    refusal(cornerwise("serve", "--host", "no.such.host.invalid"), 2, "'no.such.host.invalid'")
    monkeypatch.setattr("cornerwise.cli.serve.page_folder", lambda: tmp_path / "none")
    refusal(cornerwise("serve"), 2, "not built")


# --- the real command ---------------------------------------------------------------------------

COMMAND = [sys.executable, "-m", "cornerwise"]


def test_serve_and_stop(tmp_path: Path) -> None:
    from cornerwise.cli.serve import page_folder

    if not (page_folder() / "index.html").is_file():
        pytest.skip("the page is not built")
    with subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert match
        with urllib.request.urlopen(match[0] + "api/variants") as answer:
            assert len(json.load(answer)["variants"]) == len(VARIANTS)
        server.send_signal(signal.SIGINT)
        assert server.stdout.read() == "stopped\n"
    assert server.returncode == 0
    assert (tmp_path / "data").is_dir()


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "play", "duo", "--seat", "all=human"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("list I5\n" * 2_000)
        process.stdout.readline()
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "variants"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("cornerwise: input or output failed: ")
    assert done.stderr.count("\n") == 1


def test_closed_streams_are_empty_ones() -> None:
    command = f"'{sys.executable}' -m cornerwise play duo --seat all=human <&- >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    command = f"'{sys.executable}' -m cornerwise perft nosuch 1 2>&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")  # an error is no result


def test_ctrl_c_ends_without_a_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "perft", "duo", "6"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "1\t414\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == ""
    assert process.returncode == 130


def test_the_installed_command_and_a_poor_terminal() -> None:
    command = Path(sys.executable).with_name("cornerwise")
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [command, "play", "junior", "--seat", "all=human"],
        input="pieces\n",
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    assert done.stdout.startswith(r"purple: 1\xd72 ")
    assert done.stderr == ""


def test_help_loads_neither_server_nor_core() -> None:
    code = (
        "import sys, cornerwise.cli as c; c.main(['--help']); "
        "bad = {'cornerwise._core', 'fastapi', 'uvicorn', 'cornerwise.server', 'resvg_py'}; "
        "sys.exit(str(bad & set(sys.modules)) if bad & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_seats_of_unequal_colours_are_told_with_their_mean(cornerwise: Cornerwise) -> None:
    lines = "a20\nresign\nresign\n"
    code, out, _err = cornerwise("play", "classic_3_two", "--seat", "all=human", stdin=lines)
    assert code == 0
    assert "0.5 a colour" in out
    assert get_variant("classic_3_two").seats[0].colours == ("blue", "red")
