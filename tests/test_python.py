"""The package at the prompt and in notebooks: completion, one line for everything, pictures."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles
from cluewright.models.progress import Progress
from cluewright.models.results import CheckResult, Solution, Status, Verdict
from cluewright.presenters import presenter
from cluewright.setting.drawn import DrawnAnswer

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


# ---------------------------------------------------------------- what is taken, and what is told


TEXT = "puzzle: latin-square\nboard: {rows: 2, columns: 2}\nclues: {digit: {r1c1: 1}}\n"
DATA = {"puzzle": "latin-square", "board": {"rows": 2, "columns": 2}, "clues": {"digit": {"r1c1": 1}}}


def asked(puzzle: Any, folder: Path) -> dict[str, Callable[..., Any]]:
    """Every function that takes a puzzle."""
    answer = {"digit": [[1, 2], [2, 1]]}
    verdict = CheckResult(Verdict.UNIQUE, "mine", 0.0)
    return {
        "solve": partial(cluewright.solve, puzzle),
        "solve_by_strategies": partial(cluewright.solve_by_strategies, puzzle),
        "check": partial(cluewright.check, puzzle),
        "count": partial(cluewright.count, puzzle),
        "candidates": partial(cluewright.candidates, puzzle),
        "clues": partial(cluewright.clues, puzzle),
        "repair": partial(cluewright.repair, puzzle, solution=answer),
        "extreme_pair": partial(cluewright.extreme_pair, puzzle),
        "explain": partial(cluewright.explain, puzzle),
        "rate": partial(cluewright.rate, puzzle),
        "orders": partial(cluewright.orders, puzzle),
        "difficulty_map": partial(cluewright.difficulty_map, puzzle),
        "hint": partial(cluewright.hint, puzzle, {"digit": [[1, 2], [None, None]]}),
        "why": partial(cluewright.why, puzzle, "r2c2"),
        "implied_rules": partial(cluewright.implied_rules, puzzle),
        "prove": partial(cluewright.prove, puzzle, folder / "proof"),
        "judge": partial(cluewright.judge, puzzle, answer),
        "confirm": partial(cluewright.confirm, puzzle, verdict, ["sat"]),
        "compare": partial(cluewright.compare, puzzle, ["sat"]),
        "conflict": partial(cluewright.conflict, puzzle),
        "compile": partial(cluewright.compile, puzzle),
        "without": partial(cluewright.without, puzzle, "1"),
        "convert": partial(cluewright.convert, puzzle, "svg", answer),
        "read_answer": partial(cluewright.read_answer, puzzle, "digit: {r1c1: 1}"),
        "drawn_answer": partial(cluewright.drawn_answer, puzzle),
        "render": partial(cluewright.render, puzzle, answer),
        "solution_values": partial(cluewright.solution_values, puzzle, answer),
    }


@pytest.mark.parametrize("kind", ["path", "name", "text", "line", "data", "loaded", "compiled"])
def test_every_function_takes_a_puzzle_in_any_form(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.yaml"
    file.write_text(TEXT)
    line = "puzzle: {rules: one, elements: {e: 1..1}, unknowns: {digit: {over: e, values: 1..1}}}"
    puzzle = {
        "path": file,
        "name": str(file),
        "text": TEXT,
        "line": line,
        "data": DATA,
        "loaded": cluewright.loads(TEXT),
        "compiled": cluewright.compile(TEXT),
    }[kind]
    if kind == "line":
        assert cluewright.check(line).verdict == "unique"
        return
    calls = asked(puzzle, tmp_path)
    known = {n for n in cluewright.__all__ if "puzzle" in signature(getattr(cluewright, n)).parameters}
    assert set(calls) == known - {"verify"}
    for name, call in calls.items():
        found = call()
        assert name in ("drawn_answer", "extreme_pair", "conflict") or found, name
    assert cluewright.verify(tmp_path / "proof", puzzle=puzzle).accepted


def test_progress_tells_more_than_the_stage(tmp_path: Path) -> None:
    told: list[Progress] = []
    cluewright.check(SEVERAL, progress=told.append)
    assert [report.done for report in told if report.doing == "checking"] == [0, 1, 2]
    cluewright.prove(TEXT, tmp_path / "proof", progress=told.append)
    assert [report.doing for report in told][-3:] == ["solving", "looking for a second solution", "proving"]
    told.clear()
    none = "puzzle: skyscrapers\nboard: {rows: 3, columns: 3}\nclues:\n  seen: {left: 3 . ., right: 3 . .}\n"
    assert cluewright.repair(none, progress=told.append).dropped
    assert any("tried" in report.note for report in told)


def test_every_long_function_tells_how_far_it_is_in_the_same_way(tmp_path: Path) -> None:
    calls = asked(cluewright.loads(TEXT), tmp_path)
    quick = {"compile", "without", "convert", "read_answer", "drawn_answer", "render", "solution_values"}
    for name, call in calls.items():
        if name not in quick:
            told: list[Progress] = []
            call(progress=told.append)
            assert told, name
            assert all(isinstance(report, Progress) for report in told), name
    for name in cluewright.__all__:
        parameters = signature(getattr(cluewright, name)).parameters
        assert not {"found", "report", "watch", "made"} & set(parameters), name
        assert ("progress" in parameters) == ("timeout" in parameters) or name == "compile", name


def test_solutions_as_plain_data() -> None:
    assert cluewright.solve(TEXT).solution == {"digit": [[1, 2], [2, 1]]}
    result = cluewright.check(TEXT.replace("{r1c1: 1}", "{}"))
    assert result.solution == result.solutions[0]
    assert len(result.solutions) == len(result.answers) == 2
    assert json.loads(json.dumps(result.solutions)) == result.solutions
    assert cluewright.solve(TEXT.replace("{r1c1: 1}", "{r1c1: 1, r1c2: 1}")).solution is None
    pair = cluewright.extreme_pair(TEXT.replace("{r1c1: 1}", "{}"))
    assert pair is not None
    assert sorted(pair.solutions, key=str) == [{"digit": [[1, 2], [2, 1]]}, {"digit": [[2, 1], [1, 2]]}]


def test_every_result_shows_itself_in_notebooks(tmp_path: Path) -> None:
    puzzle = cluewright.compile(TEXT)
    results: list[Any] = [
        *(cluewright.solve(puzzle), cluewright.check(puzzle), cluewright.count(puzzle)),
        *(cluewright.candidates(puzzle), cluewright.clues(puzzle, minimal=True), cluewright.repair(puzzle)),
        *(cluewright.judge(puzzle, {"digit": {"r1c1": 2}}), cluewright.prove(puzzle, tmp_path / "c")),
        *(cluewright.verify(tmp_path / "c"), cluewright.extreme_pair(TEXT.replace("{r1c1: 1}", "{}"))),
        *(cluewright.check_rulebook("latin-square"), cluewright.compare(puzzle, ["sat"]), cluewright.rate(puzzle)),
    ]
    for result in results:
        page = result._repr_html_()
        assert page, result
        ElementTree.fromstring(f"<body>{page}</body>")
        told = presenter(result)
        assert told is not None
        assert json.dumps(told.data())
        assert "\n" not in repr(result)


def test_a_comparison_is_a_table_in_notebooks() -> None:
    row = cluewright.compare(TEXT, ["sat"])
    tree = ElementTree.fromstring(f"<body>{row._repr_html_()}</body>")
    assert [cell.text for cell in tree.findall(".//tbody/tr/td")][:3] == ["puzzle", "sat", "unique"]


def test_presenters_know_neither_terminals_nor_click() -> None:
    program = (
        "import sys, pkgutil, importlib, cluewright.presenters as p\n"
        "for m in pkgutil.iter_modules(p.__path__): importlib.import_module(f'cluewright.presenters.{m.name}')\n"
        "late = {'click', 'cluewright.commands', 'cluewright.cli', 'rich'} & set(sys.modules)\n"
        "assert not late, late\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_a_drawn_answer_is_typed_and_cannot_be_changed() -> None:
    island = cluewright.compile("https://puzz.link/p?nurikabe/6/6/2u6l3i3n")
    board = cluewright.convert(island, "pzprv3", cluewright.solve(island).answers[0])
    drawn = cluewright.drawn_answer(board)
    assert isinstance(drawn, DrawnAnswer)
    assert (drawn.strays, drawn.missing) == ((), ())
    with pytest.raises(AttributeError):
        drawn.strays = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        drawn[next(iter(drawn))] = 1  # type: ignore[index]


@pytest.mark.parametrize("form", ["png", "", "SVG"])
def test_an_unknown_format_is_an_error(form: Any) -> None:
    with pytest.raises(CluewrightError, match="there is no picture format"):
        cluewright.render(TEXT, format=form)
    with pytest.raises(CluewrightError, match="cannot be written as"):
        cluewright.convert(TEXT, form)


def test_a_file_is_a_file_whatever_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("puzzle: {x}", "{a}", "two\nlines"):
        (tmp_path / name).write_text(TEXT)
        assert cluewright.check(name).verdict == "unique"
    for text in ("{\0", "puzzle: [" + "x" * 5000, "a\n" * 3000):
        with pytest.raises(CluewrightError):
            cluewright.check(text)
