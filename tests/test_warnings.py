"""What is probably a slip: shown beside the answer, never printed by the library, never silent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import compiled, puzzle_text
from test_penpa import address, borders

import cluewright
from cluewright.cli import cli
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles

ROOMS = """puzzle: norinori
clues:
  room: |
    a a b
    b b b
    c a a
"""


def warnings(text: str) -> list[str]:
    return [str(warning) for warning in cluewright.compile(cluewright.loads(text)).warnings]


def test_a_room_in_two_pieces() -> None:
    found = warnings(ROOMS)
    assert found == [
        "<text>:6:7: room: this region 'a' is not in one piece: r3c2 lies apart from r1c1 (two rooms need two letters)"
    ]
    assert not warnings(ROOMS.replace("c a a", "c d d"))


def test_a_region_given_by_names() -> None:
    text = "puzzle: norinori\nboard: {rows: 1, columns: 4}\nclues:\n  room: {r1c1: a, r1c2: b, r1c3: b, r1c4: a}\n"
    (found,) = warnings(text)
    assert "r1c4 lies apart from r1c1" in found


def test_a_cage_in_two_pieces() -> None:
    text = "puzzle: killer\nclues:\n  cage:\n    - {cells: r1c1 r1c2, value: 3}\n    - {cells: r2c1 r2c3, value: 9}\n"
    (found,) = warnings(text)
    assert found.startswith("<text>:5:7: cage: this group is not in one piece: r2c3 lies apart from r2c1")


def test_groups_that_are_not_drawn_as_one_may_lie_apart() -> None:
    text = puzzle_text(
        "count(shaded) == 1",
        board={"rows": 1, "columns": 3},
        clues={"sum": ({"over": "groups", "values": "1.."}, [{"cells": "r1c1 r1c3", "value": 1}])},
        unknowns={"shaded": {"over": "cells", "values": "bool"}},
    )
    assert not compiled(text).warnings


def test_the_library_has_no_slips() -> None:
    for path in library_puzzles():
        if path.parent.name in ("jigsaw", "heyawake", "killer", "kenken", "star-battle", "norinori", "nanro"):
            assert not cluewright.compile(path).warnings, path


def test_warnings_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "rooms.yaml"
    file.write_text(ROOMS)
    shown = CliRunner().invoke(cli, ["check", str(file)])
    assert "rooms.yaml:6:7: room: this region 'a' is not in one piece" in shown.stderr
    assert shown.stderr.splitlines()[1:] == ["        c a a", "          ^"]
    assert "warning" not in shown.stdout
    data = json.loads(CliRunner().invoke(cli, ["check", "--json", str(file)]).stdout)
    assert len(data["warnings"]) == 1
    assert "not in one piece" in data["warnings"][0]
    for command in ("solve", "count", "show", "candidates"):
        assert "warning: " in CliRunner().invoke(cli, [command, str(file)]).stderr, command
    file.write_text(ROOMS.replace("c a a", "c d d"))
    assert "warnings" not in json.loads(CliRunner().invoke(cli, ["check", "--json", str(file)]).stdout)


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize("junk", ["&id=17", "%22", ".0", '"', "%22&x=1", "#top", ">", "' and more", "&utm=1&b=2"])
@pytest.mark.parametrize(
    ("genre", "form"),
    [("slitherlink", "puzzlink"), ("suraromu", "puzzlink"), ("sudoku", "f-puzzles"), ("sudoku", "sudokupad")],
)
def test_what_comes_along_behind_an_address(genre: str, form: str, junk: str) -> None:
    address = cluewright.convert(next(iter(library_puzzles(genre))), form).strip()
    found = cluewright.load(address + junk)
    assert found.puzzle.clues == cluewright.load(address).puzzle.clues
    if form == "puzzlink" or junk[0] not in "&#":  # elsewhere these start what an address may have besides the puzzle
        assert [w.message for w in found.warnings] == [f"'{junk}' behind the address is left out"]


def test_a_wrong_address_is_blamed_as_it_is() -> None:
    with pytest.raises(CluewrightError, match="'&' is not a number"):
        cluewright.load("https://puzz.link/p?slither/4/4/dg&id=1")


# ---------------------------------------------------------------- borders that close no room


def test_loose_borders_are_kept_and_counted() -> None:
    puzzle = cluewright.compile(cluewright.load("https://puzz.link/p?heyawake/8/8/022gkf3gc2007o00o01s01v07"))
    assert len(puzzle.clues["wall"]) == 32
    assert cluewright.check(puzzle).verdict == "unique"
    assert cluewright.convert(puzzle, "puzzlink").strip().endswith("heyawake/8/8/022gkf3gc2007o00o01s01v07")
    with pytest.raises(CluewrightError, match="no place for its clues 'wall'"):
        cluewright.convert(puzzle, "pzprv3")


def test_a_loose_border_counts_like_any_other() -> None:
    text = "puzzle: heyawake\nclues:\n  room: a a b\n  wall: {r1c1-r1c2: true}\n"
    assert cluewright.count(cluewright.loads(text)).count == 3  # an end is shaded, or both
    assert cluewright.count(cluewright.loads(text.replace("{r1c1-r1c2: true}", "{}"))).count == 4


@pytest.mark.parametrize(
    ("genre", "layer", "counts"), [("country-road", "country", [1, 0]), ("doubleback", "room", [0, 1])]
)
def test_a_loop_crosses_loose_borders_like_others(genre: str, layer: str, counts: list[int]) -> None:
    walls = ["{r1c1-r1c2: true}", "{r1c1-r1c2: true, r2c1-r2c2: true}"]
    text = f"puzzle: {genre}\nclues:\n  {layer}: |\n    a a\n    a a\n  wall: "
    assert [cluewright.count(cluewright.loads(text + wall)).count for wall in walls] == counts


@pytest.mark.parametrize(
    "start", ["norinori/4/4/", "shimaguni/4/4/", "ripple/4/4/", "starbattle/4/4/1/", "nanro/4/4/", "stostone/4/4/"]
)
def test_loose_borders_without_a_rule_are_refused_by_name(start: str) -> None:
    with pytest.raises(CluewrightError, match=r"a border closes no room, .*: r1c3\|r1c4"):
        cluewright.load(f"https://puzz.link/p?{start}400000")
    board = "pzprv3/ripple/2/2/1 /0 /0 0 /. . /. . /. . /. . /"
    with pytest.raises(CluewrightError, match=r"a border closes no room, .*: r1c1\|r1c2"):
        cluewright.loads(board)


def test_loose_borders_of_a_drawing() -> None:
    loose = borders(["AB", "AA"])
    walls = address(2, 2, tags=["norinori"], lineE=lambda number: dict(list(loose(number).items())[:1]))
    with pytest.raises(CluewrightError, match="borders that close no region"):
        cluewright.load(walls)
    kept = address(2, 2, tags=["heyawake"], lineE=lambda number: dict(list(loose(number).items())[:1]))
    assert len(cluewright.compile(cluewright.load(kept)).clues["wall"]) == 1


# ---------------------------------------------------------------- pictures


def test_unknown_formats_are_errors_that_list_the_known() -> None:
    puzzle = cluewright.compile(cluewright.loads(ROOMS))
    with pytest.raises(CluewrightError, match=r"there is no picture format 'png' \(one of text, svg\)"):
        cluewright.render(puzzle, format="png")  # type: ignore[arg-type]
    with pytest.raises(CluewrightError, match=r"cannot be written as 'png' .*yaml, puzzlink"):
        cluewright.convert(puzzle, "png")


def test_a_picture_of_every_solution(tmp_path: Path) -> None:
    file, picture = tmp_path / "squares.yaml", tmp_path / "out.svg"
    file.write_text("puzzle: latin-square\nboard: {rows: 2, columns: 2}\nclues:\n  digit: {}\n")
    CliRunner().invoke(cli, ["solve", "--all", "--svg", str(picture), str(file)])
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["out-1.svg", "out-2.svg"]
    assert (tmp_path / "out-1.svg").read_text() != (tmp_path / "out-2.svg").read_text()
    CliRunner().invoke(cli, ["solve", "--svg", str(picture), str(file)])
    assert picture.exists()


# ---------------------------------------------------------------- boxes where the board has holes


def boxes(expression: str, board: dict[str, object]) -> bool:
    return cluewright.count(compiled(puzzle_text(expression, board=board))).count == 1


def test_boxes_start_at_the_top_left_of_the_board() -> None:
    holes: dict[str, object] = {"rows": 3, "columns": 4, "holes": "r1c1-r1c4 r2c1 r3c1"}
    assert boxes("boxes([2, 2]) == [[r2c2], [r2c3, r2c4], [r3c2], [r3c3, r3c4]]", holes)
    assert boxes("boxes([2, 2], cells) == [[r2c2, r2c3, r3c2, r3c3], [r2c4, r3c4]]", holes)
    assert boxes("len(boxes([2, 2])) == 3", {"rows": 4, "columns": 4, "holes": "r1c1-r1c2 r2c1-r2c2"})
    grids: dict[str, object] = {"grids": {"rows": 2, "columns": 2, "at": ["r2c2", "r3c3"]}}
    assert boxes("boxes([2, 2]) == [[r2c2], [r2c3], [r3c2], [r3c3, r3c4, r4c3, r4c4]]", grids)
    assert boxes("boxes([2, 2], grids[0]) == [[r2c2, r2c3, r3c2, r3c3]]", grids)
    assert boxes("boxes([2, 2], grids[1]) == [[r3c3, r3c4, r4c3, r4c4]]", grids)
