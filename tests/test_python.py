"""The package at the prompt and in notebooks: completion, one line for everything, pictures."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles
from cluewright.models.results import Solution, Status

SEVERAL = """
puzzle:
  rules: pick
  board: {rows: 3, columns: 3}
  unknowns: {x: {over: cells, values: bool}}
  constraints: [{rule: One is true., holds: count(x) == 1}]
title: <b>Pick & choose</b>
"""


def sudoku() -> str:
    return str(min(library_puzzles("sudoku")))


def test_dir_lists_the_interface_before_it_is_imported() -> None:
    program = (
        "import sys, cluewright; listed = dir(cluewright)\n"
        "assert set(cluewright.__all__) < set(listed), listed\n"
        "assert '__version__' in listed and 'TYPE_CHECKING' not in listed\n"
        "late = {'pydantic', 'yaml', 'click', 'pysat', 'cluewright.api', 'cluewright.models'} & set(sys.modules)\n"
        "assert not late, late\n"
        "assert all(callable(getattr(cluewright, name)) for name in cluewright.__all__)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_everything_is_one_line_at_the_prompt(tmp_path: Path) -> None:
    loaded = cluewright.load(sudoku())
    puzzle = cluewright.compile(loaded)
    result = cluewright.check(puzzle)
    proved = cluewright.prove(puzzle, tmp_path / "certificate")
    things: list[Any] = [
        *(loaded, loaded.document, *loaded.rulebooks),
        *(puzzle, puzzle.board, puzzle.model, *puzzle.model.unknowns.values(), *puzzle.model.constraints),
        *(result, *result.answers, cluewright.solve(puzzle), cluewright.count(puzzle)),
        *(cluewright.candidates(puzzle), cluewright.clues(puzzle), cluewright.judge(puzzle, result.answers[0])),
        *(cluewright.repair(puzzle), *cluewright.implied_rules(puzzle), cluewright.confirm(puzzle, result, ["sat"])),
        *(cluewright.extreme_pair(cluewright.loads(SEVERAL)), proved, cluewright.verify(tmp_path / "certificate")),
    ]
    for thing in things:
        text = repr(thing)
        assert type(thing).__name__ in text
        assert "\n" not in text
        assert len(text) < 320, text


def test_the_line_says_what_matters() -> None:
    loaded = cluewright.loads(SEVERAL)
    assert repr(loaded) == "<LoadedPuzzle '<b>Pick & choose</b>': pick from <text>>"
    puzzle = cluewright.compile(loaded)
    assert repr(puzzle) == "<CompiledPuzzle '<b>Pick & choose</b>': pick, 9 unknowns, 1 constraints>"
    assert repr(puzzle.model.constraints[0]) == "<Constraint 'One is true.'>"
    result = cluewright.check(puzzle)
    assert repr(result).startswith("CheckResult(verdict='several', solver='sat', seconds=")
    assert "answers=<2 in a list>" in repr(result)
    assert repr(result.answers[0]).endswith(", ... 9 unknowns>")
    assert repr(Solution({"a": 1})) == "<Solution a: 1>"


def test_solutions_are_dictionaries_that_travel() -> None:
    (answer,) = cluewright.solve(sudoku()).answers
    assert isinstance(answer, Solution)
    assert answer == dict(answer)
    again = pickle.loads(pickle.dumps(Solution({"a": 1}, puzzle=lambda: None)))
    assert (again, again.puzzle) == ({"a": 1}, None)


def test_puzzles_and_solutions_are_pictures_in_notebooks() -> None:
    loaded = cluewright.load(sudoku())
    puzzle = cluewright.compile(loaded)
    assert loaded._repr_svg_() == puzzle._repr_svg_() == cluewright.render(puzzle, format="svg")
    (answer,) = cluewright.check(puzzle).answers
    assert isinstance(answer, Solution)
    assert answer._repr_svg_() == cluewright.render(puzzle, answer, format="svg") != puzzle._repr_svg_()


def test_what_cannot_be_drawn_is_left_to_its_line() -> None:
    broken = cluewright.loads(SEVERAL.replace("count(x) == 1", "count(y) == 1"))
    with pytest.raises(CluewrightError):
        cluewright.compile(broken)
    assert broken._repr_svg_() is None
    assert Solution({"a": 1})._repr_svg_() is None


@pytest.mark.parametrize(("limit", "pictures"), [(1, 1), (3, 3), (None, 4)])
def test_results_are_words_and_pictures_in_notebooks(limit: int | None, pictures: int) -> None:
    result = cluewright.solve(cluewright.loads(SEVERAL), limit=limit)
    page = result._repr_html_()
    assert page is not None
    tree = ElementTree.fromstring(f"<body>{page}</body>")
    number = len(result.answers)
    words = "".join(tree[0].itertext())
    rest = "and there are no others" if limit is None else "others were not looked for"
    assert words.startswith("<b>Pick & choose</b>: " + ("solved" if number == 1 else f"{number} solutions"))
    assert rest in words
    assert len(tree.findall(".//{http://www.w3.org/2000/svg}svg")) == pictures
    assert "<b>Pick" not in page  # a title is text


def test_a_result_without_solutions_is_words() -> None:
    result = cluewright.solve(cluewright.loads(SEVERAL.replace("== 1", "== 10")))
    assert result.status is Status.UNSATISFIABLE
    assert "there is no solution" in (result._repr_html_() or "")
