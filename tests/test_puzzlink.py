"""Addresses of puzz.link and boards of pzpr.js: every rulebook that has them, every codec, and bad input."""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cluewright
from cluewright.cli import cli
from cluewright.compiler import ir
from cluewright.exchange.pzpr import forms, made_forms, packed_steps, url_forms, url_steps, word_forms, word_steps
from cluewright.exchange.pzpr.blocks import library_block, library_names, read_block
from cluewright.exchange.pzpr.forms import Table
from cluewright.exchange.pzpr.indexes import IndexText
from cluewright.exchange.pzpr.line_lists import ListLines, ListText
from cluewright.exchange.pzpr.pieces import PieceLines, PieceText
from cluewright.exchange.pzpr.places import place_kinds, places, room_letters, split_into_rooms, walls_of
from cluewright.exchange.pzpr.reading import decode_address
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet, add_margin, drop_margin
from cluewright.exchange.pzpr.targets import Entry, Target
from cluewright.exchange.pzpr.url_steps import UrlStep
from cluewright.exchange.pzpr.word_steps import Lines, WordStep
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles, library_rulebooks, load_rulebook
from cluewright.setting.drawn import drawn_answer

GENRES = sorted(loaded.rulebook.rules for loaded in library_rulebooks("puzzlink:") if loaded.rulebook.puzzlink)
PUZZLES = [path for genre in GENRES for path in library_puzzles(genre)]


def title(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def run_cli(*arguments: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
    """The command as a user would call it."""
    command = [sys.executable, "-m", "cluewright", *arguments]
    return subprocess.run(command, input=input, capture_output=True, text=True, timeout=60, check=False)


# ---------------------------------------------------------------- the library


def test_names_are_those_of_one_genre() -> None:
    names = library_names()
    assert len(names) == len(set(names))


NO_PLACE = "there is no place for its clues"
#: Why a puzzle has no such form: pzpr.js has no place for some of its clues, or an address needs more of them.
REFUSED = {
    **{
        (form, f"{genre}/{name}"): NO_PLACE
        for form in ("puzzlink", "pzprv3")
        for genre, name in (
            *(("arrow-flow", "magazine"), ("doppelblock", "large"), ("easy-as-abc", "large"), ("nanro", "corners")),
            *(("skyscrapers", name) for name in ("filled-fields", "magazine", "seven", "six")),
        )
    },
    **{("puzzlink", f"kakurasu/{name}"): "it needs a clue at each" for name in ("magazine", "small")},
}


@pytest.mark.parametrize("path", PUZZLES, ids=title)
def test_library_puzzle_there_and_back(path: Path) -> None:
    """As an address, and as a board with its answer."""
    puzzle = cluewright.compile(path)
    answer = cluewright.solve(puzzle, timeout=60).answers[0]
    refused = {form: REFUSED[form, title(path)] for form in ("puzzlink", "pzprv3") if (form, title(path)) in REFUSED}
    for form, reason in refused.items():
        with pytest.raises(CluewrightError, match=reason):
            cluewright.convert(puzzle, form, answer if form == "pzprv3" else None)
    if "puzzlink" not in refused:
        comes_back_as_address(puzzle)
    if "pzprv3" not in refused:
        comes_back_as_board(puzzle, answer)


def comes_back_as_address(puzzle: Any) -> None:
    address = cluewright.convert(puzzle, "puzzlink").strip()
    again = cluewright.compile(address)
    assert cluewright.convert(again, "puzzlink").strip() == address
    assert plain_clues(again) == plain_clues(puzzle)
    assert again.loaded.drawn is None


def comes_back_as_board(puzzle: Any, answer: Any) -> None:
    board = cluewright.convert(puzzle, "pzprv3", answer)
    again = cluewright.compile(cluewright.loads(board))
    assert plain_clues(again) == plain_clues(puzzle)
    drawn = cluewright.drawn_answer(again)
    assert drawn is not None
    assert not drawn.strays
    assert not drawn.missing
    judgement = cluewright.judge(again, drawn)
    assert judgement.verdict == "correct", list(map(str, judgement.broken))
    assert cluewright.convert(again, "pzprv3", drawn) == board


def test_some_puzzle_of_every_genre_can_be_written() -> None:
    """As an address, and as a board if the rulebook says how; `REFUSED` leaves one of each."""
    specs = {genre: load_rulebook(genre).rulebook.puzzlink for genre in GENRES}
    wanted = {"puzzlink": set(GENRES), "pzprv3": {genre for genre, spec in specs.items() if spec and spec.text}}
    for form, genres in wanted.items():
        assert genres <= {path.parent.name for path in PUZZLES if (form, title(path)) not in REFUSED}


def plain_clues(puzzle: Any) -> dict[str, Any]:
    """Clues by name; regions by their cells, since a reader gives them names of its own."""

    def plain(thing: Any) -> Any:
        return tuple(map(str, thing.cells)) if hasattr(thing, "cells") and thing.kind == "region" else str(thing)

    return {name: {plain(e): plain(v) for e, v in layer.items()} for name, layer in puzzle.clues.items() if layer}


# ---------------------------------------------------------------- addresses as people write them

FLAT = "999dlmo0frs7h1g10g10g11g"


@pytest.mark.parametrize(
    "address",
    [
        f"https://puzz.link/p?heyawake/6/6/{FLAT}",
        f"http://puzz.link/p?heyawake/6/6/{FLAT}/",
        f"puzz.link/p?heyawake/6/6/{FLAT}",
        f"http://pzv.jp/p.html?heyawake/6/6/{FLAT}",
        f"https://www.pzv.jp/p.html?heyawacky/6/6/{FLAT}",
        f"  https://puzz.link/p?heyawake/6/6/{FLAT}\n",
        f"https://puzz.link/p?heyawake%2F6%2F6%2F{FLAT}",
    ],
)
def test_ways_to_write_an_address(address: str) -> None:
    puzzle = cluewright.compile(address)
    assert cluewright.convert(puzzle, "puzzlink") == f"https://puzz.link/p?heyawake/6/6/{FLAT}\n"


@pytest.mark.parametrize(("one", "other"), [("akari", "lightup"), ("mashu", "masyu"), ("slither", "slitherlink")])
def test_other_names_of_a_genre(one: str, other: str) -> None:
    first, second = library_block(one), library_block(other)
    assert first is not None
    assert second is not None
    assert first.identifier == second.identifier


def test_trailing_slash_after_a_dot() -> None:
    address = "https://puzz.link/p?nurikabe/2/2/i./"
    assert cluewright.convert(cluewright.compile(address), "puzzlink").strip() == address


def test_address_in_a_file_and_on_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "address.txt"
    file.write_text(f"https://puzz.link/p?heyawake/6/6/{FLAT}\n")
    assert cluewright.check(file).verdict == "unique"
    done = run_cli("check", "-", input=file.read_text())
    assert done.returncode == 0


def test_flags_set_parameters() -> None:
    address = "https://puzz.link/p?slither/f/2/3/l/"
    puzzle = cluewright.compile(address.rstrip("/"))
    assert puzzle.loaded.puzzle.parameters == {"everywhere": True}
    assert cluewright.convert(puzzle, "puzzlink").strip() == address.rstrip("/")
    board = cluewright.convert(puzzle, "pzprv3", cluewright.solve(puzzle).answers[0])
    assert board.startswith("pzprv3.1\nslither\n3\n2\nf\n")
    again = cluewright.compile(cluewright.loads(board))
    assert again.loaded.puzzle.parameters == {"everywhere": True}


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://puzz.link/p?heyawak/6/6/0", "did you mean 'heyawake'"),
        ("https://puzz.link/p?", "names no puzzle"),
        ("https://puzz.link/p?heyawake", "names no puzzle"),
        ("https://puzz.link/p?heyawake/6", "size of the board is missing"),
        ("https://puzz.link/p?heyawake/0/6/0", "'0' is no size"),
        ("https://puzz.link/p?heyawake/6/x/0", "'x' is no size"),
        ("https://puzz.link/p?heyawake/-6/6/0", "size of the board is missing|is no size|not known"),
        ("https://puzz.link/p?heyawake/999999999999/6/0", "is no size"),
        ("https://puzz.link/p?heyawake/1000/1000/0", "larger than the limit"),
        ("https://puzz.link/p?heyawake/6/6/999d", "ends in the middle of the borders"),
        (f"https://puzz.link/p?heyawake/6/6/{FLAT[:-3]}", "ends too early"),
        (f"https://puzz.link/p?heyawake/6/6/{FLAT}123", "is left over"),
        (f"https://puzz.link/p?heyawake/6/6/{FLAT[:-1]}z", "more rooms than the board has"),
        ("https://puzz.link/p?heyawake/6/6/!!!!!!!!!!!!", "is not a number in base 32"),
        ("https://puzz.link/p?heyawake/d/6/6/0", "the letter 'd' in front is not known"),
        ("https://puzz.link/p?nurikabe/2/2/あ", "signs that no address has"),
        ("https://puzz.link/p?nurikabe/2/2/_j", "'_' cannot stand here"),
        ("https://puzz.link/p?nurikabe/2/2/-1", "ends in the middle of a number"),
        ("https://puzz.link/p?slither/2/2/-", "is not a number"),
        ("https://puzz.link/p?sudoku/5/5/zk", "square boards of 4, 6, 9"),
        ("https://puzz.link/p?sudoku/9/4/zv", "square boards of 4, 6, 9"),
        ("https://puzz.link/p?nurikabe/2/2/" + "1" * 300_000, "too long"),
        ("https://example.com/p?nurikabe/2/2/j", "this address is not known"),
    ],
)
def test_bad_addresses(address: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        cluewright.compile(address)


def test_value_that_the_genre_does_not_have() -> None:
    with pytest.raises(CluewrightError, match="out of range"):
        cluewright.compile("https://puzz.link/p?nurikabe/2/2/0i")


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("pzprv3", "ends before its size"),
        ("pzprv3\nnurikab\n2\n2\n", "did you mean 'nurikabe'"),
        ("pzprv3\nnurikabe\n2\n", "ends before its size"),
        ("pzprv3\nnurikabe\n2\ntwo\n", "'two' is no size"),
        ("pzprv3\nnurikabe\n9999\n9999\n", "is no size"),
        ("pzprv3\nnurikabe\n2\n2\n. . .\n. .\n", "line 1 of the board has 3 entries, expected 2"),
        ("pzprv3\nnurikabe\n2\n2\n. .\n. .\n. #\n", "is left over"),
        ("pzprv3\nnurikabe\n2\n2\n. é\n. .\n", "'é' cannot stand at r1c2"),
        ("pzprv3x\nnurikabe\n2\n2\n", "no pzprv3 board"),
    ],
)
def test_bad_boards(board: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        cluewright.compile(cluewright.loads(board))


@given(st.text(max_size=40))
def test_any_text_after_the_size_is_read_or_refused(text: str) -> None:
    for genre in ("heyawake", "slither", "mashu", "akari", "hitori"):
        with contextlib.suppress(CluewrightError):
            decode_address(f"https://puzz.link/p?{genre}/4/3/{text}", "<address>")


def test_lines_may_be_joined_by_slashes_and_the_end_may_be_missing() -> None:
    puzzle = cluewright.compile(cluewright.loads("pzprv3/nurikabe/2/2/. 1 /# # /"))
    drawn = cluewright.drawn_answer(puzzle)
    assert drawn is not None
    assert cluewright.judge(puzzle, drawn).verdict == "wrong"
    empty = cluewright.compile(cluewright.loads("pzprv3/heyawake/6/6"))
    assert cluewright.drawn_answer(empty) is None


def test_a_blank_board_is_judged_like_any_other(tmp_path: Path) -> None:
    board = tmp_path / "blank.txt"
    board.write_text("pzprv3/firefly/2/2/4,- . /. 3,- /0 /0 /0 0 /")
    done = CliRunner().invoke(cli, ["judge", str(board)])
    assert (done.exit_code, "Broken rules" in done.output or "at best" in done.output) == (1, True)
    same = CliRunner().invoke(cli, ["judge", str(board), "--answer", str(board), "--json"])
    found = json.loads(same.output)
    assert [rule["rule"] for rule in found["broken"] + found["broken_at_best"]]
    address = CliRunner().invoke(cli, ["judge", "https://puzz.link/p?nurikabe/2/2/1i"])
    assert address.exit_code == 2  # nothing can be drawn on an address


def test_of_the_answers_that_look_alike_the_best_is_judged() -> None:
    text = """
puzzle:
  rules: heights
  unknowns: {height: {over: 0..2, values: 0..2}}
  constraints:
    - {rule: All differ., each: "(i, j) in pairs(0..2)", holds: "height[i] != height[j]"}
    - {rule: The first is the least., each: i in 1..2, holds: "height[0] < height[i]"}
"""
    puzzle = cluewright.compile(cluewright.loads(text))
    heights = puzzle.model.unknowns["height"].variables
    views = {"high": {str(i): ir.less(0, var) for i, var in heights.items()}}
    drawn = drawn_answer(puzzle, {"high": {"0": True, "1": True, "2": True}}, views)
    assert [drawn[var] for var in heights.values()] == [1, 2, 2]
    assert [str(c) for c in cluewright.judge(puzzle, drawn).broken] == ["All differ. [i = 1, j = 2]"]


def test_something_drawn_where_no_answer_has_it() -> None:
    board = "pzprv3/shikaku/2/2/4 . /. . /1 /0 /0 0 /"  # a border that ends in nothing
    puzzle = cluewright.compile(cluewright.loads(board))
    drawn = cluewright.drawn_answer(puzzle)
    assert drawn is not None
    judgement = cluewright.judge(puzzle, drawn)
    assert judgement.verdict == "wrong"
    assert "Everything that is drawn" in str(judgement.broken[0])


def test_holes_of_a_board() -> None:
    text = """
puzzle: doubleback
board: {rows: 3, columns: 4, holes: r2c2}
clues:
  room: |
    a a a a
    a . a a
    b b b b
"""
    puzzle = cluewright.compile(cluewright.loads(text))
    address = cluewright.convert(puzzle, "puzzlink").strip()
    again = cluewright.compile(address)
    assert plain_clues(again) == plain_clues(puzzle)
    assert [str(c) for c in again.board.cells] == [str(c) for c in puzzle.board.cells]  # type: ignore[union-attr]
    board = cluewright.convert(puzzle, "pzprv3")
    assert ". * . . " in board.split("\n")
    assert plain_clues(cluewright.compile(cluewright.loads(board))) == plain_clues(puzzle)


def test_a_last_row_and_column_of_holes() -> None:
    board = "pzprv3/isowatari/3/4/1/. 1 2 * /. . . * /* * * * /. 1 2 . /. . . . /. . . . "
    puzzle = cluewright.compile(cluewright.loads(board))
    assert cluewright.convert(puzzle, "pzprv3").split("\n")[2:8] == ["3", "4", "1", ". 1 2 * ", ". . . * ", "* * * * "]
    address = cluewright.convert(puzzle, "puzzlink").strip()
    assert address.startswith("https://puzz.link/p?isowatari/4/3/")
    assert plain_clues(cluewright.compile(address)) == plain_clues(puzzle)
    assert cluewright.solve(puzzle).answers


def test_borders_are_spare_where_numbers_are_drawn() -> None:
    numbers = "pzprv3/fillomino/1/3/1 . . /. {} {} /{} 0 /"
    for second, third, border, verdict in [
        ("2", "2", "0", "correct"),
        (".", ".", "1", "correct"),  # the borders alone say it too
        (".", ".", "0", "wrong"),
        ("2", "1", "0", "wrong"),
    ]:
        puzzle = cluewright.compile(cluewright.loads(numbers.format(second, third, border)))
        drawn = cluewright.drawn_answer(puzzle, blank=True)
        assert drawn is not None
        assert cluewright.judge(puzzle, drawn).verdict == verdict


def test_a_question_mark_that_says_nothing_is_no_clue() -> None:
    """A given border is an `X` on a board; a question mark stands for a number that nobody knows."""
    board = cluewright.compile(cluewright.loads("pzprv3/fillomino/1/4/- . . 2 /1 2 1 . /X X 0 /"))
    address = cluewright.compile("https://puzz.link/p?fillomino/4/1/.h2o")
    assert plain_clues(board) == plain_clues(address)
    assert not board.clues["number"].keys() - {board.board.cells[3]}  # type: ignore[union-attr]
    for borders, verdict in [("X 1 0", "wrong"), ("X X 0", "wrong"), ("0 0 X", "correct")]:
        text = f"pzprv3/fillomino/1/4/- . . . /3 3 3 1 /{borders} /"
        puzzle = cluewright.compile(cluewright.loads(text))
        drawn = cluewright.drawn_answer(puzzle, blank=True)
        assert drawn is not None
        assert cluewright.judge(puzzle, drawn).verdict == verdict


@pytest.mark.parametrize(
    ("address", "board", "numbers"),
    [
        ("heyawake/3/1/8.0", "pzprv3/heyawake/1/3/2/0 0 1 /- . 0 /# . . /", {"b": 0}),
        ("ayeheya/3/1/8.0", "pzprv3/ayeheya/1/3/2/0 0 1 /- . 0 /. . . /", {"b": 0}),
        ("suguru/3/1/0.1g", "pzprv3/suguru/1/3/0 0 /- 1 . /2 . 3 /", {"r1c2": 1}),
        ("cojun/3/1/0.1g", "pzprv3/cojun/1/3/0 0 /- 1 . /2 . 3 /", {"r1c2": 1}),
        ("ripple/3/1/0.1g", "pzprv3/ripple/1/3/0 0 /- 1 . /2 . 3 /", {"r1c2": 1}),
    ],
)
def test_question_marks_of_rooms_say_nothing(address: str, board: str, numbers: dict[str, int]) -> None:
    for form in (f"https://puzz.link/p?{address}", board):
        clues = cluewright.compile(cluewright.load(form) if form.startswith("https") else cluewright.loads(form)).clues
        assert {str(place): value for place, value in clues["number"].items()} == numbers


def test_holes_between_stars() -> None:
    board = "pzprv3/tentaisho/2/2/1.X/.../1.1/0 /1 /1 0 /. . /. . /"
    puzzle = cluewright.compile(cluewright.loads(board))
    assert [str(c) for c in puzzle.board.cells] == ["r1c1", "r2c1", "r2c2"]  # type: ignore[union-attr]
    address = cluewright.convert(puzzle, "puzzlink").strip()
    assert plain_clues(cluewright.compile(address)) == plain_clues(puzzle)
    assert cluewright.convert(puzzle, "pzprv3").split("\n")[4] == "1.X"
    drawn = cluewright.drawn_answer(puzzle)
    assert drawn is not None
    assert cluewright.judge(puzzle, drawn).verdict == "correct"


def test_an_older_board_has_numbers_without_arrows() -> None:
    cells = "o . . /. i . /. {} . /"
    older = cluewright.loads("pzprv3.1/slalom/3/3/" + cells.format("1"))
    newer = cluewright.loads("pzprv3.2/slalom/3/3/" + cells.format("0,1"))
    assert plain_clues(cluewright.compile(older)) == plain_clues(cluewright.compile(newer))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (
            """
puzzle: aquarium
clues:
  tank: |
    a a b
    a a b
    a a b
  wall: {r2c1-r2c2: true, r3c1-r3c2: true}
  number: {column1: 1, column2: 2, column3: 3}
""",
            "aquarium/3/3/fg00/123i",
        ),
        (
            """
puzzle: nonogram
board: {rows: 3, columns: 3}
clues: {runs: {row1: [1, 1], row2: ['?'], row3: [1, 1], column1: [3], column2: ['?'], column3: [3]}}
""",
            "nonogram/3/3/3g.g3g11.g11",
        ),
        (
            """
puzzle: renban-madoguchi
clues:
  region: |
    a a
    a a
  wall: {r1c1-r1c2: true}
  number: |
    9 .
    7 8
""",
            "renban/2/2/g09g78",
        ),
        (
            """
puzzle: japanese-sums
parameters: {most: 2}
board: {rows: 2, columns: 2}
clues: {sums: {row1: [3], row2: [3]}, digit: {r1c1: 1}}
""",
            "japanesesums/2/2/2/h331i",
        ),
        (
            """
puzzle: family-photo
board: {rows: 2, columns: 2}
clues: {circle: {r2c1: true, r2c2: true}, number: {r2c2: 2}}
""",
            "familyphoto/2/2/6i2",
        ),
        (
            """
puzzle: fillomino
board: {rows: 1, columns: 4}
clues: {wall: {r1c1-r1c2: true, r1c3-r1c4: true}, number: {r1c2: 2}}
""",
            "fillomino/4/1/g2hk",
        ),
        (
            """
puzzle: symmetry-area
board: {rows: 1, columns: 4}
clues: {wall: {r1c1-r1c2: true, r1c3-r1c4: true}, number: {r1c2: 2}}
""",
            "symmarea/4/1/g2hk",
        ),
        (
            """
puzzle: snakepit
board: {rows: 1, columns: 5}
clues: {wall: {r1c2-r1c3: true}, number: {r1c5: 3}}
""",
            "snakepit/5/1/j3008",
        ),
        (
            """
puzzle: ice-walk
board: {rows: 3, columns: 3}
clues: {ice: {r2c2: true}, number: {r1c1: '?', r2c1: 8, r2c3: '?'}}
""",
            "icewalk/3/3/10.h8g.i",
        ),
        (
            """
puzzle: energy-walk
board: {rows: 3, columns: 3}
clues: {energy: {r2c2: true}, number: {r1c1: '?', r2c1: 8, r2c3: '?'}}
""",
            "energywalk/3/3/10.h8g.i",
        ),
        (
            """
puzzle: forest-walk
board: {rows: 3, columns: 3}
clues: {forest: {r2c2: true}, number: {r1c1: '?', r2c1: 8, r2c3: '?'}}
""",
            "forestwalk/3/3/10.h8g.i",
        ),
    ],
    ids=[
        "walls inside an aquarium",
        "runs of any length",
        "border inside a region and numbers above all cells",
        "given digits among sums",
        "number on a circle",
        "given borders between numbers",
        "given borders in Symmetry Area",
        "given borders in Snake Pit",
        "a stretch of any length between ice",
        "a stretch of any length between energy cells",
        "a stretch of any length between forests",
    ],
)
def test_variants_of_boards(text: str, address: str) -> None:
    """Water does not flow through a wall inside an aquarium; a run of any length is still one run; a border that
    closes no region has a length too."""
    puzzle = cluewright.compile(cluewright.loads(text))
    assert cluewright.convert(puzzle, "puzzlink").strip() == f"https://puzz.link/p?{address}"
    result = cluewright.check(puzzle)
    assert result.verdict == "unique"
    board = cluewright.convert(puzzle, "pzprv3", result.answers[0])
    for form in (f"https://puzz.link/p?{address}", board):
        assert plain_clues(cluewright.compile(cluewright.loads(form))) == plain_clues(puzzle)


def test_a_clue_that_was_crossed_out_is_still_a_clue() -> None:
    """pzpr.js puts a letter in front of it."""
    board = "pzprv3/snake/2/2/. {}2 . /{}1 5 0 /. 5 0 /"
    crossed, plain = (cluewright.compile(cluewright.loads(board.format(*mark))) for mark in ("cc", ["", ""]))
    assert plain_clues(crossed) == plain_clues(plain)
    with pytest.raises(CluewrightError, match="'cx2' cannot stand at column1"):
        cluewright.compile(cluewright.loads(board.format("cx", "")))


def test_borders_on_the_edge_mean_nothing() -> None:
    board = "pzprv3.1/fourcells/1/4/. . . . /1 0 0 0 1 /1 1 1 1 /0 0 0 0 /"
    puzzle = cluewright.compile(cluewright.loads(board.replace(". . . . ", "3 . . . ")))
    assert cluewright.drawn_answer(puzzle) is None  # a single area of four cells
    blank = cluewright.drawn_answer(puzzle, blank=True)
    assert blank is not None
    assert cluewright.judge(puzzle, blank).verdict == "correct"
    wrong = cluewright.compile(cluewright.loads(board.replace("1 0 0 0 1", "1 0 1 0 1")))
    drawn = cluewright.drawn_answer(wrong)
    assert drawn is not None
    assert not drawn.strays
    assert cluewright.judge(wrong, drawn).verdict == "wrong"


def test_clue_that_tells_the_answer() -> None:
    """pzpr.js draws nothing where a part of a ship is given."""
    board = ". 1 1 1 /2 3 . . /0 . . . /1 . . 6 /. # . /. . . /. . . /"
    puzzle = cluewright.compile(cluewright.loads(f"pzprv3/battleship/3/3/2/21o/11g/{board}"))
    drawn = cluewright.drawn_answer(puzzle)
    assert drawn is not None
    assert cluewright.judge(puzzle, drawn).verdict == "correct"
    assert ". # . " in cluewright.convert(puzzle, "pzprv3", drawn).split("\n")


def test_puzzle_that_is_more_than_its_genre() -> None:
    text = "puzzle: nurikabe\nboard: {rows: 2, columns: 2}\nclues: {number: {r1c1: 1}}\n"
    extra = "constraints:\n  - {rule: One more., holds: true}\n"
    with pytest.raises(CluewrightError, match="rules of its own"):
        cluewright.convert(cluewright.loads(text + extra), "puzzlink")
    holes = text.replace("columns: 2}", "columns: 2, holes: r2c2}")
    with pytest.raises(CluewrightError, match="holes"):
        cluewright.convert(cluewright.loads(holes), "puzzlink")
    with pytest.raises(CluewrightError, match="does not say how"):
        cluewright.convert(next(iter(library_puzzles("magic-square"))), "puzzlink")


# ---------------------------------------------------------------- the block in a rulebook

RULES = """
rules: mine
clues: {number: {over: cells, values: 1..}}
unknowns: {shaded: {over: cells, values: bool}}
puzzlink:
  id: mine
  url: [URL]
  text: [{cells: {shaded: {'#': true}, number: number}}]
---
puzzle: mine
board: {rows: 2, columns: 2}
clues: {number: {r1c1: 3}}
"""


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{numbr16: number}", "did you mean 'number16'"),
        ("{number16: numbr}", "there is no layer 'numbr'"),
        ("{number16: number, over: sells}", "'sells' are no places"),
        ("{number16: number, colour: red}", "has no option 'colour'"),
        ("{cells: {number: hexx}}", "there is no form 'hexx'"),
        ("{cells: {number: directed}}", "this form has 2 values"),
        ("{cells: number}", "needs a table"),
        ("{circles: number, values: [1]}", "has 2 values"),
        ("{setting: size}", "there is no parameter 'size'"),
        ("{rooms: number, room_number16: number}", "exactly one kind"),
        ("{room_number16: number}", "no layer of regions"),
        ("{number16: number, part: question}", "part is clues or answer"),
    ],
)
def test_mistakes_in_a_block(step: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message) as caught:
        cluewright.convert(cluewright.loads(RULES.replace("URL", step)), "puzzlink")
    assert caught.value.problems[0].place is not None
    assert caught.value.problems[0].place.line == 7


def test_a_block_that_would_lose_clues() -> None:
    """At once, not when a puzzle with such clues is written."""
    rules = RULES.replace("URL", "{number16: number}").replace(
        "values: 1..}}", "values: 1..}, dot: {over: cells, values: bool}}"
    )
    with pytest.raises(CluewrightError, match="'url' would lose the clues 'dot'") as caught:
        cluewright.convert(cluewright.loads(rules), "puzzlink")
    assert caught.value.problems[0].place is not None
    assert caught.value.problems[0].place.line == 7
    with pytest.raises(CluewrightError, match="'text' would lose the clues 'dot'"):
        cluewright.convert(cluewright.loads(rules.replace("number}]", "number}, {one: dot}]", 1)), "puzzlink")
    told = rules.replace("id: mine", "id: mine\n  without: [dot]")
    assert cluewright.convert(cluewright.loads(told), "puzzlink").strip().endswith("p?mine/2/2/3i")
    with pytest.raises(CluewrightError, match="there is no place for its clues 'dot'"):
        cluewright.convert(cluewright.loads(told.replace("{r1c1: 3}}", "{r1c1: 3}, dot: {r1c2: true}}")), "puzzlink")
    with pytest.raises(CluewrightError, match="there is no clue 'dto'"):
        cluewright.convert(cluewright.loads(told.replace("[dot]", "[dto]")), "puzzlink")


def test_block_of_a_rulebook_of_your_own() -> None:
    puzzle = cluewright.compile(cluewright.loads(RULES.replace("URL", "{number16: number}")))
    assert cluewright.convert(puzzle, "puzzlink").strip() == "https://puzz.link/p?mine/2/2/3i"
    assert read_block(puzzle.loaded.rulebooks) is not None


# ---------------------------------------------------------------- codecs


def url_round_trip(step: UrlStep, sheet: Sheet, prepared: Sheet | None = None) -> None:
    """Written and read again, with something behind it, everything is as before."""
    text = step.encode(sheet)
    again = prepared or Sheet(sheet.rows, sheet.columns)
    assert step.decode(text, 0, again) == len(text)
    assert {k: v for k, v in again.clues.items() if v} == {k: v for k, v in sheet.clues.items() if v}


def board_round_trip(step: WordStep, sheet: Sheet, prepared: Sheet | None = None) -> None:
    """The same for lines."""
    lines = step.encode(sheet)
    again = prepared or Sheet(sheet.rows, sheet.columns)
    reader = Lines(lines)
    step.decode(reader, again)
    assert reader.ended
    assert {k: v for k, v in again.clues.items() if v} == {k: v for k, v in sheet.clues.items() if v}


def sheets(values: st.SearchStrategy[Any], over: str = "cells") -> st.SearchStrategy[Sheet]:
    """Boards with some of these values."""

    @st.composite
    def make(draw: st.DrawFn) -> Sheet:
        sheet = Sheet(draw(st.integers(1, 6)), draw(st.integers(1, 6)))
        listed = places(over, sheet.rows, sheet.columns)
        chosen = draw(st.lists(st.sampled_from(listed), unique=True)) if listed else []
        sheet.clues["x"] = {place: draw(values) for place in listed if place in chosen}
        return sheet

    return make()


X = Target("clues", "x")
UNTOLD = st.just("?")


@pytest.mark.parametrize("over", [k for k in place_kinds() if k not in ("columns_rows", "links_by_cell")])
def test_places_are_those_of_the_board(over: str) -> None:
    from cluewright.compiler.boards import square_grid

    board = square_grid(3, 4)
    inner = {side: cells for side in board.sides if len(cells := board.cells(side)) == 2}
    known = {
        "upright_sides": [side for side, (first, second) in inner.items() if first.row == second.row],
        "level_sides": [side for side, (first, second) in inner.items() if first.column == second.column],
        "cells": board.cells,
        "corners": board.corners,
        "inner_corners": [c for c in board.corners if len(board.cells_of(c) or ()) == 4],
        "links": board.links,
        "sides": [s for s in board.sides if len(board.cells_of(s) or ()) == 2],
        "all_sides": board.sides,
        "edge": [s for s in board.sides if len(board.cells_of(s) or ()) == 1],
        "outside": [p for side in board.outside.values() for p in side],
        "top_left": [*board.outside["top"], *board.outside["left"]],
        "top": board.outside["top"],
        "left": board.outside["left"],
        "columns": board.lines["column"],
        "rows": board.lines["row"],
        "centres": [
            *board.cells,
            *(s for s in board.sides if len(board.cells_of(s) or ()) == 2),
            *(c for c in board.corners if len(board.cells_of(c) or ()) == 4),
        ],
    }[over]
    assert set(places(over, 3, 4)) == {str(e) for e in known}
    assert len(places(over, 3, 4)) == len(list(known))


@given(sheets(st.integers(0, 9) | UNTOLD))
def test_digits(sheet: Sheet) -> None:
    url_round_trip(url_steps.Stream("cells", [Entry((X,), url_forms.Digit())], "a"), sheet)


@given(sheets(st.integers(0, 80_000) | UNTOLD, "links"))
def test_hexadecimal_numbers(sheet: Sheet) -> None:
    url_round_trip(url_steps.Stream("links", [Entry((X,), url_forms.Hex())], "g"), sheet)


@given(sheets(st.integers(0, 1295) | UNTOLD))
def test_base_36(sheet: Sheet) -> None:
    url_round_trip(url_steps.Stream("cells", [Entry((X,), url_forms.Signs(36, 16, "%"))], "", None, "."), sheet)


@given(st.lists(st.integers(0, 1023), min_size=4, max_size=4))
def test_a_clue_at_every_place(numbers: list[int]) -> None:
    sheet = Sheet(2, 2, {"x": dict(zip(places("cells", 2, 2), numbers, strict=True))})
    step = url_steps.Stream("cells", [Entry((X,), url_forms.Signs(32, 32, ""))], "")
    url_round_trip(step, sheet)
    del sheet.clues["x"]["r1c2"]
    with pytest.raises(EncodeError, match="each of the cells"):
        step.encode(sheet)


def signs(first: str, values: list[Any], untold: object = None) -> list[Entry]:
    """Digits from the first one on for values of one layer, and perhaps a dot."""
    table = {str(int(first) + i): value for i, value in enumerate(values)}
    return [Entry((X,), Table(table if untold is None else {**table, ".": untold}))]


@given(sheets(st.integers(0, 4) | UNTOLD, "corners"))
def test_four(sheet: Sheet) -> None:
    url_round_trip(packed_steps.Packed("corners", signs("0", [*range(5)], "?"), 5), sheet)


@given(sheets(st.sampled_from(["white", "black"])))
def test_packed_and_circles(sheet: Sheet) -> None:
    url_round_trip(packed_steps.Packed("cells", signs("0", ["white", "black"]), 2), sheet)
    url_round_trip(packed_steps.Digits("cells", signs("1", ["white", "black"]), 3, 3), sheet)


@given(sheets(st.just(True), "inner_corners"))
def test_bits_and_marks(sheet: Sheet) -> None:
    url_round_trip(packed_steps.Digits("inner_corners", signs("1", [True]), 2, 5), sheet)
    url_round_trip(url_steps.Optional(packed_steps.Digits("inner_corners", signs("1", [True]), 2, 5)), sheet)
    url_round_trip(packed_steps.Marks("inner_corners", X), sheet)
    url_round_trip(packed_steps.Packed("inner_corners", signs("0", [True]), 1, 18, exact=True), sheet)
    url_round_trip(packed_steps.Marks("inner_corners", X, tail=False), sheet)


@given(sheets(st.just(True), "sides"))
def test_borders(sheet: Sheet) -> None:
    url_round_trip(packed_steps.Borders(X, "sides"), sheet)
    url_round_trip(packed_steps.Borders(X, "sides", optional=True), sheet)
    entry = Entry((X,), Table({"1": True}))
    board_round_trip(word_steps.Grid("sides", [entry], "0"), sheet)
    rooms = split_into_rooms(sheet.rows, sheet.columns, sheet.clues["x"].__contains__)
    assert walls_of(sheet.rows, sheet.columns, rooms) <= sheet.clues["x"].keys()
    sheet.clues["x"] = rooms
    url_round_trip(packed_steps.Borders(X, "rooms"), sheet)
    board_round_trip(word_steps.Rooms(X), sheet)
    board_round_trip(word_steps.BorderWords(X), sheet)
    numbers = {room: i for i, room in enumerate(sorted(set(rooms.values()))) if i % 3}
    sheet.clues["y"] = numbers
    entry = Entry((Target("clues", "y"),), url_forms.Hex())
    prepared = Sheet(sheet.rows, sheet.columns, {"x": dict(rooms)})
    url_round_trip(url_steps.Stream("rooms", [entry], "g", "x"), sheet, prepared)
    entry = Entry((Target("clues", "y"),), word_forms.Number())
    prepared = Sheet(sheet.rows, sheet.columns, {"x": dict(rooms)})
    board_round_trip(word_steps.RoomClues(X, entry), sheet, prepared)


@given(sheets(st.tuples(st.sampled_from([None, "up", "down", "left", "right"]), st.integers(0, 4095) | UNTOLD)))
def test_directed(sheet: Sheet) -> None:
    pairs = sheet.clues.pop("x")
    sheet.clues["d"] = {place: pair[0] for place, pair in pairs.items() if pair[0] is not None}
    sheet.clues["n"] = {place: pair[1] for place, pair in pairs.items()}
    targets = (Target("clues", "d"), Target("clues", "n"))
    url_round_trip(url_steps.Stream("cells", [Entry(targets, url_forms.Directed())], "a"), sheet)
    board_round_trip(word_steps.Grid("cells", [Entry(targets, word_forms.DirectedWord())]), sheet)


TAPA = (
    st.lists(st.integers(0, 8) | UNTOLD, min_size=1, max_size=1)
    | st.lists(st.integers(1, 5) | UNTOLD, min_size=2, max_size=2)
    | st.lists(st.integers(1, 3) | UNTOLD, min_size=3, max_size=3)
    | st.lists(st.just(1) | UNTOLD, min_size=4, max_size=4)
)


@given(sheets(TAPA))
def test_tapa(sheet: Sheet) -> None:
    url_round_trip(url_steps.Stream("cells", [Entry((X,), url_forms.Tapa())], "g"), sheet)
    board_round_trip(word_steps.Grid("cells", [Entry((X,), word_forms.ListWord())]), sheet)


@given(sheets(st.lists(st.integers(0, 300) | UNTOLD, min_size=4, max_size=4)))
def test_lists_of_four(sheet: Sheet) -> None:
    dense = made_forms.Listed([1, 3, 4, 2], url_forms.Hex(), "")
    url_round_trip(url_steps.Stream("cells", [Entry((X,), dense)], "g"), sheet)
    words = made_forms.Listed([2, 3, 4, 1], word_forms.Number(), ",")
    board_round_trip(word_steps.Grid("cells", [Entry((X,), words)]), sheet)


@given(sheets(st.integers(1, 99) | UNTOLD, "outside"))
def test_outside(sheet: Sheet) -> None:
    entry = Entry((X,), word_forms.Number())
    board_round_trip(word_steps.Framed("outside", [[entry]], []), sheet)
    url_round_trip(url_steps.Stream("outside", [Entry((X,), url_forms.Hex())], "g"), sheet)


@given(sheets(st.integers(0, 99) | UNTOLD, "corners"))
def test_numbers_on_a_board(sheet: Sheet) -> None:
    board_round_trip(word_steps.Grid("corners", [Entry((X,), word_forms.Number())]), sheet)


@given(sheets(st.tuples(st.sampled_from(["white", "black"]), st.none() | st.integers(1, 99))))
def test_forms_made_of_others(sheet: Sheet) -> None:
    pairs = sheet.clues.pop("x")
    sheet.clues["c"] = {place: pair[0] for place, pair in pairs.items()}
    sheet.clues["n"] = {place: pair[1] for place, pair in pairs.items() if pair[1] is not None}
    targets = (Target("clues", "c"), Target("clues", "n"))
    colours = Table({"0": "white", "1": "black"})
    for form in (
        url_forms.Coloured(["white", "black"]),
        forms.Join([colours, forms.FirstOf([Table({"_": None}), url_forms.Hex()])], ""),
    ):
        url_round_trip(url_steps.Stream("cells", [Entry(targets, form)], "g"), sheet)
    missing = forms.FirstOf([Table({"-2": None}), word_forms.Number()])
    board_round_trip(word_steps.Grid("cells", [Entry(targets, forms.Join([colours, missing], ","))]), sheet)


@given(sheets(st.sampled_from(["#", 1, 20])))
def test_values_in_two_steps(sheet: Sheet) -> None:
    first = url_steps.Stream("cells", [Entry((X,), forms.Presence({"1": "#"}))], "4")
    second = url_steps.Stream("cells", [Entry((X,), url_forms.Hex())], "g", where=X, partial=True)
    text = first.encode(sheet) + second.encode(sheet)
    again = Sheet(sheet.rows, sheet.columns)
    at = first.decode(text, 0, again)
    assert second.decode(text, at, again) == len(text)
    assert again.clues["x"] == sheet.clues["x"]


def test_signs_in_front() -> None:
    marked, prefixed = word_forms.Marked("-"), word_forms.Prefixed("o")
    for word, values in {"-": (True, None), "-4": (True, 4), "12": (None, 12)}.items():
        assert marked.read_word(word) == values
        assert marked.write(values) == word
    for word, value in {"o": "?", "o15": 15}.items():
        assert prefixed.read_word(word) == (value,)
        assert prefixed.write((value,)) == word
    assert (
        marked.read_word("--4") is marked.read_word("x") is prefixed.read_word("15") is prefixed.read_word("ox") is None
    )


def test_index_and_tuples() -> None:
    sheet = Sheet(2, 3, {"x": {"r2c1": True}})
    assert IndexText("cells", X).encode(sheet) == "3"
    url_round_trip(IndexText("cells", X), sheet)
    with pytest.raises(DecodeError):
        IndexText("cells", X).decode("6", 0, Sheet(2, 3))
    both = forms.Tuples({"#": [None, "#"], "u": ["up", 1]})
    assert both.read_word("u") == both.read("u", 0)[0] == ("up", 1)  # type: ignore[index]
    assert both.write((None, "#")) == "#"
    assert both.write(("up", 2)) is None


SHAPES = st.lists(st.lists(st.sampled_from("x."), min_size=3, max_size=3).map("".join), min_size=1, max_size=4)


@given(st.lists(SHAPES.map("/".join).filter(lambda shape: "x" in shape), max_size=5))
def test_pieces(shapes: list[str]) -> None:
    for step_type, presets in ((PieceText, {"t": ["xx", "x/x"]}), (PieceText, {"t": shapes})):
        sheet = Sheet(1, 1, parameters={"p": shapes})
        step = step_type("p", presets)
        text = step.encode(sheet)
        again = Sheet(1, 1)
        assert step.decode(text, 0, again) == len(text)
        assert again.parameters == sheet.parameters
        assert (text == "//t") == (presets["t"] == shapes)
    lines = PieceLines("p", {}).encode(Sheet(1, 1, parameters={"p": shapes}))
    read = Sheet(1, 1)
    PieceLines("p", {}).decode(Lines(lines), read)
    assert read.parameters["p"] == shapes


def test_known_pieces() -> None:
    sheet = Sheet(1, 1)
    PieceText("p", {}).decode("/3/14u/23bg/334u", 0, sheet)
    assert sheet.parameters["p"] == ["x/x/x/x", ".x/.x/xx", "..x/..x/xxx"]
    PieceText("p", {}, lengths=True).decode("/2/11g/31s", 0, sheet)
    assert sheet.parameters["p"] == [1, 3]
    for text in ("", "/", "/2/11g", "//q", "/1/1", "/99999/14u"):
        with pytest.raises(DecodeError):
            PieceText("p", {}).decode(text, 0, Sheet(1, 1))


def test_borders_inside_a_room() -> None:
    walls = {"r1c1|r1c2", "r2c1|r3c1", "r2c2|r3c2"}
    step = packed_steps.Borders(X, "rooms", inner=Target("clues", "w"))
    sheet = Sheet(3, 2, {"x": split_into_rooms(3, 2, walls.__contains__), "w": {"r1c1-r1c2": True}})
    url_round_trip(step, sheet)


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_lists_beside_lines(rows: int, columns: int, data: st.DataObject) -> None:
    sheet = Sheet(rows, columns)
    sheet.clues["x"] = {
        name: data.draw(st.lists(st.integers(1, 30), max_size=((rows if "column" in name else columns) + 1) // 2))
        or [0]
        for name in places("columns_rows", rows, columns)
    }
    url_round_trip(ListText(X, [0], {}), sheet)
    board_round_trip(ListLines(X, [0], {}, [], ".", ()), sheet)


def test_line_without_a_list_cannot_be_written() -> None:
    with pytest.raises(EncodeError, match="column1 has no 'x'"):
        ListText(X, [0], {}).encode(Sheet(1, 1))


def test_margin() -> None:
    sheet = Sheet(1, 2, {"x": {"top1": 5, "r1c2": 7}}, {"y": {"r1c1": 3}})
    larger = add_margin(sheet, {"x": 0})
    assert (larger.rows, larger.columns) == (2, 3)
    assert larger.clues["x"] == {"r1c2": 5, "r2c3": 7, "r1c1": 0, "r1c3": 0, "r2c1": 0}
    assert larger.answer["y"] == {"r2c2": 3}
    assert drop_margin(larger, {"x": 0}) == sheet
    with pytest.raises(EncodeError, match="first row"):
        drop_margin(Sheet(2, 2, {"x": {"r1c1": 0}}), {"x": 0})


def test_values_that_have_no_form_are_refused() -> None:
    sheet = Sheet(1, 1, {"x": {"r1c1": 12}})
    for step in (
        url_steps.Stream("cells", [Entry((X,), url_forms.Digit())], "a"),
        packed_steps.Packed("cells", signs("0", [*range(5)]), 5),
        packed_steps.Digits("cells", signs("1", [1, 2]), 3, 3),
    ):
        with pytest.raises(EncodeError, match="x 12 at r1c1"):
            step.encode(sheet)
    with pytest.raises(DecodeError):
        packed_steps.Packed("cells", signs("0", [*range(5)]), 5).decode("f", 0, Sheet(1, 1))


def test_region_in_two_pieces_cannot_be_written() -> None:
    sheet = Sheet(1, 3, {"x": {"r1c1": "a", "r1c2": "b", "r1c3": "a"}})
    with pytest.raises(EncodeError, match="not in one piece"):
        packed_steps.Borders(X, "rooms").encode(sheet)


def test_letters_of_rooms() -> None:
    assert [room_letters(i) for i in (0, 25, 26, 27, 51, 52, 701, 702)] == "a z aa ab az ba zz aaa".split()


# ---------------------------------------------------------------- the command line


def test_convert_and_judge_by_command(tmp_path: Path) -> None:
    address = f"https://puzz.link/p?heyawake/6/6/{FLAT}"
    file, board = tmp_path / "flat.yaml", tmp_path / "flat.txt"
    assert run_cli("convert", address, "--to", "yaml", "-o", str(file)).stdout == ""
    assert run_cli("convert", str(file), "--to", "puzzlink").stdout == address + "\n"
    board.write_text(run_cli("solve", str(file), "--to", "pzprv3").stdout)
    assert run_cli("judge", str(board)).returncode == 0
    assert run_cli("judge", address, "--answer", str(board)).returncode == 0
    data = json.loads(run_cli("convert", str(board), "--to", "pzprv3", "--json").stdout)
    assert data == {"format": "pzprv3", "answer": True, "text": board.read_text()}
    other = run_cli("judge", "https://puzz.link/p?heyawake/6/6/" + FLAT.replace("g11g", "g1h"), "--answer", str(board))
    assert other.returncode == 2
    assert "another puzzle" in other.stderr
    assert run_cli("judge", address).returncode == 2
    unknown = run_cli("convert", address, "--to", "pzpr")
    assert unknown.returncode == 2
    assert "did you mean 'pzprv3'" in unknown.stderr


@pytest.mark.parametrize("genre", ["pentominous", "tetrominous"])
def test_letters_or_the_borders_between_them(genre: str) -> None:
    """An answer may be drawn as letters, as borders, or here so and there so; what neither tells is missing."""
    chance = random.Random(7)
    puzzle = cluewright.compile(next(iter(library_puzzles(genre))))
    lines = cluewright.convert(puzzle, "pzprv3", cluewright.solve(puzzle).answers[0]).split("\n")
    start, end = 4 + int(lines[2]), 4 + 2 * int(lines[2])
    words = {(i, k): word for i, line in enumerate(lines) for k, word in enumerate(line.split())}
    letters = {(i, k) for (i, k), word in words.items() if start <= i < end and word != "."}
    borders = {(i, k) for (i, k), word in words.items() if i >= end and word == "1"}

    def verdict(hidden: set[tuple[int, int]]) -> str:
        shown = [line.split(" ") for line in lines]
        for i, k in hidden:
            shown[i][k] = "." if i < end else "0"
        return judged("\n".join(map(" ".join, shown)))

    def judged(board: str) -> str:
        made = cluewright.compile(cluewright.loads(board))
        drawn = cluewright.drawn_answer(made, blank=True)
        assert drawn is not None
        return cluewright.judge(made, drawn).verdict

    assert verdict(set()) == verdict(letters) == verdict(borders) == "correct"
    for _ in range(5):
        assert verdict(set(chance.sample(sorted(letters), 9))) == "correct"
        assert verdict(letters | {chance.choice(sorted(borders))}) != "correct"
    assert verdict(letters | borders) != "correct"
    i, k = chance.choice(sorted(letters))
    lines[i] = " ".join(("1" if word == "0" else "0") if at == k else word for at, word in enumerate(lines[i].split()))
    assert verdict(set()) == verdict(borders) == "wrong"  # a wrong letter beside the right borders too


def test_an_answer_without_anything_to_draw() -> None:
    for border, is_correct in (("0", True), ("1", False)):
        board = f"pzprv3/pentominous/1/5/. . . . . /. . . . . /0 {border} 0 0 /"
        puzzle = cluewright.compile(cluewright.loads(board))
        drawn = cluewright.drawn_answer(puzzle, blank=True)
        assert drawn is not None
        assert (cluewright.judge(puzzle, drawn).verdict == "correct") is is_correct
