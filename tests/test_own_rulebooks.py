"""Rulebooks of one's own: found like those of the library, and checked alone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cluewright
from cluewright.cli import cli
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_rulebook

LAMPS = """
rules: lamp-garden
name: Lamp garden
aliases: [lampions]
board: {grid: square}
clues:
  dark: {over: cells, values: bool}
unknowns:
  lamp: {over: cells, values: bool}
constraints:
  - rule: No lamp stands on a dark cell.
    each: c in dark
    holds: not lamp[c]
  - rule: Every cell has a lamp or exactly one lamp beside it, never both.
    each: c in cells
    holds: lamp[c] + count(lamp[n] for n in neighbours(c)) == 1
draw: {dark: shade, lamp: circle}
"""
PUZZLE = "puzzle: lamp-garden\nclues:\n  dark: |\n    x . . . .\n    . . . . .\n"


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, a user's folder, and a folder with files beside them."""
    for name in ("work", "config/cluewright/rules", "files"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def run(*words: str, stdin: str | None = None) -> Any:
    return CliRunner().invoke(cli, list(words), input=stdin)


@pytest.mark.parametrize("place", ["work", "config/cluewright/rules"])
def test_rulebooks_of_the_working_folder_and_of_the_user(away: Path, place: str) -> None:
    assert run("rules", "lamp-garden").exit_code != 0
    (away / place / "lamp-garden.yaml").write_text(LAMPS)
    assert "No lamp stands on a dark cell." in run("rules", "lamp-garden").output
    assert json.loads(run("rules", "lampions", "--json").output)["rules"] == "lamp-garden"
    assert "Lamp garden" in run("rules").output
    template = run("new", "lampions", "4x4").output
    assert "puzzle: lamp-garden" in template
    assert "several" in run("check", "-", stdin=template).output
    (away / "files" / "p.yaml").write_text(PUZZLE)
    assert cluewright.check(away / "files" / "p.yaml").verdict == "unique"
    assert cluewright.check(PUZZLE).verdict == "unique"
    answer = json.dumps(cluewright.check(PUZZLE).solution)
    assert run("judge", str(away / "files" / "p.yaml"), "--answer", "-", stdin=answer).exit_code == 0


def test_a_rulebook_beside_the_file_comes_first(away: Path) -> None:
    (away / "files" / "lamp-garden.yaml").write_text(LAMPS)
    (away / "config/cluewright/rules/lamp-garden.yaml").write_text(LAMPS.replace("== 1", "== 2"))
    (away / "files" / "p.yaml").write_text(PUZZLE)
    assert cluewright.check(away / "files" / "p.yaml").verdict == "unique"
    assert cluewright.check(PUZZLE).verdict != "unique"


def test_one_that_stands_before_the_library_is_named_in_a_warning(away: Path) -> None:
    library = Path(load_rulebook("takuzu").document.file).read_text("utf-8")
    text = "puzzle: takuzu\nboard: {rows: 2, columns: 2}\n"
    assert cluewright.compile(text).warnings == []
    (away / "work" / "takuzu.yaml").write_text(library)
    (warning,) = cluewright.compile(text).warnings
    assert str(warning) == "takuzu.yaml:1:1: the rulebook 'takuzu' is your own one, not that of the library"


def test_files_that_are_no_rulebooks_are_passed_over(away: Path) -> None:
    (away / "work" / "bad.yaml").write_text("rules: [")
    (away / "work" / "puzzle.yaml").write_text("puzzle: sudoku\n")
    (away / "work" / "lamp-garden.yaml").write_text(LAMPS)
    assert "Lamp garden" in run("rules").output
    assert load_rulebook("lampions").rulebook.rules == "lamp-garden"


def test_addresses_and_boards_of_an_own_genre(away: Path) -> None:
    library = Path(load_rulebook("slitherlink").document.file).read_text("utf-8")
    own = library.replace("rules: slitherlink", "rules: own-fence").replace("id: slither", "id: ownfence")
    address = "https://puzz.link/p?ownfence/2/2/dg"
    with pytest.raises(CluewrightError, match=r"no rulebook for puzz.link's genre 'ownfence'"):
        cluewright.compile(address)
    (away / "config/cluewright/rules/own-fence.yaml").write_text(own)
    puzzle = cluewright.compile(address)
    assert puzzle.loaded.rulebooks[-1].rulebook.rules == "own-fence"
    assert cluewright.convert(puzzle, "puzzlink").strip().startswith("https://puzz.link/p?ownfence/2/2/")
    board = cluewright.convert(puzzle, "pzprv3", cluewright.solve(puzzle).answers[0])
    (away / "work" / "board.txt").write_text(board)
    assert run("judge", "board.txt").exit_code == 0


# ---------------------------------------------------------------- alone


def test_a_rulebook_is_checked_alone(away: Path) -> None:
    (away / "work" / "mine.yaml").write_text(LAMPS)
    done = run("check", "mine.yaml")
    assert done.exit_code == 0
    assert "the rulebook lamp-garden: no mistake found" in done.output
    assert "written out in 12 tiny puzzles" in done.output
    assert "Not checked:" in done.output
    data = json.loads(run("check", "-", "--json", stdin=LAMPS).output)
    assert (data["rulebook"], data["puzzles"], data["addresses"]) == ("lamp-garden", 12, None)
    assert cluewright.check_rulebook(LAMPS).puzzles == 12
    assert cluewright.check_rulebook("slitherlink").addresses == 12


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("not lamp[c]", "not lmap[c]", "unknown name 'lmap' (did you mean 'lamp'?)"),
        ("not lamp[c]", "not lamp[c", "lamp-garden"),
        ("lamp: circle", "lamp: cirkle", "there is no drawing style 'cirkle'"),
        ("clues:", "clue:", "unknown key 'clue'"),
        (
            "draw:",
            "puzzlink: {id: x, url: [{cels: dark}]}\ndraw:",
            "a step needs exactly one kind (did you mean 'cells'?)",
        ),
        ("draw:", "extends: sudoko\ndraw:", "there is no rulebook 'sudoko' (did you mean 'sudoku'?)"),
    ],
)
def test_mistakes_in_a_rulebook_are_found_without_a_puzzle(away: Path, old: str, new: str, message: str) -> None:
    (away / "work" / "lamp-garden.yaml").write_text(LAMPS.replace(old, new, 1))
    found = run("check", "lamp-garden.yaml").exception
    with pytest.raises(CluewrightError) as caught:
        cluewright.check_rulebook("lamp-garden.yaml")
    for error in (found, caught.value):
        assert isinstance(error, CluewrightError)
        assert message in str(error)
        assert error.problems[0].place is not None
        assert error.problems[0].place.file == "lamp-garden.yaml"


PINS = """
rules: pins
board: {grid: square}
clues:
  pin: {over: corners, values: 0..4, required: true}
  door: {over: sides, values: 1..3, required: true}
unknowns:
  wall: {over: sides, values: bool}
constraints:
  - rule: A number counts the walls that meet there.
    each: p in pin
    holds: count(wall[sides(p)]) == pin[p]
  - rule: Doors are walls.
    each: s in door
    holds: wall[s]
puzzlink:
  id: pins
  url: [{corners: {pin: hex}}, {OVER: {door: hex}}]
"""


def test_required_clues_stand_where_they_belong_and_a_loss_is_named() -> None:
    found = cluewright.check_rulebook(PINS.replace("OVER", "all_sides"))
    assert (found.puzzles, found.addresses, found.misread) == (12, 12, [])
    lost = cluewright.check_rulebook(PINS.replace("OVER", "sides"))
    assert lost.puzzles == 12
    assert lost.addresses + len(lost.misread) == 12
    assert all(re.search(r"door \d at r\dc\d\|\w+ would be lost", message) for message in lost.misread)
    assert lost.misread


def test_what_cannot_be_tried_is_said(away: Path) -> None:
    found = cluewright.check_rulebook("dominosa", timeout=20)
    assert found.puzzles == 0
    assert found.refused
    done = run("check", str(Path(load_rulebook("dominosa").document.file)))
    assert done.exit_code == 3
    assert "its rules were not tried" in done.output
