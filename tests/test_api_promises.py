"""What every function of the Python interface promises: one kind of error, and time limits that hold from the start."""

from __future__ import annotations

import inspect
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import SOON

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.errors import CluewrightError, LanguageError, LimitError
from cluewright.models.results import CheckResult, Status, Verdict
from cluewright.solvers.base import TimeUp
from cluewright.solvers.builtin import built_in

#: A rule that can be written down but that no engine can be asked: graphs can be required, not denied.
DENIED = """
puzzle:
  rules: example
  board: {rows: 1, columns: 3}
  unknowns: {s: {over: cells, values: bool}}
  constraints:
    - rule: The shaded cells form a ring.
      holds: not acyclic(s)
"""
CAMPAIGN = "campaign: c\nsolvers: [sat]\npuzzles: [{files: denied.yaml}]\n"
#: Lists that share their parts: short to write, endless to spell.
DEEP = (
    "puzzle:\n  rules: example\n  elements:\n    f0: '[1, 1]'\n"
    + "".join(f"    f{i}: '[f{i - 1}, f{i - 1}]'\n" for i in range(1, 24))
    + "    e: '[f23]'\n  unknowns: {n: {over: e, values: 1..2}}\n"
)


@pytest.fixture(scope="module")
def denied() -> CompiledPuzzle:
    return cluewright.compile(cluewright.loads(DENIED))


def calls(puzzle: CompiledPuzzle, folder: Path) -> dict[str, Callable[[], Any]]:
    """Every public function, asked about this puzzle."""
    answer = dict.fromkeys(puzzle.model.variables, 0)
    verdict = CheckResult(Verdict.UNIQUE, "mine", 0.0)
    file = folder / "denied.yaml"
    file.write_text(DENIED, encoding="utf-8")
    campaign = folder / "campaign.yaml"
    campaign.write_text(CAMPAIGN, encoding="utf-8")
    results = folder / "results.sqlite"
    return {
        "solve": lambda: cluewright.solve(puzzle),
        "solve_by_strategies": lambda: cluewright.solve_by_strategies(puzzle),
        "check": lambda: cluewright.check(puzzle),
        "count": lambda: cluewright.count(puzzle),
        "candidates": lambda: cluewright.candidates(puzzle),
        "clues": lambda: cluewright.clues(puzzle, minimal=True, count=5),
        "repair": lambda: cluewright.repair(puzzle),
        "explain": lambda: cluewright.explain(puzzle),
        "rate": lambda: cluewright.rate(puzzle),
        "orders": lambda: cluewright.orders(puzzle),
        "difficulty_map": lambda: cluewright.difficulty_map(puzzle),
        "hint": lambda: cluewright.hint(puzzle, {}, level=4),
        "why": lambda: cluewright.why(puzzle, "r1c1"),
        "extreme_pair": lambda: cluewright.extreme_pair(puzzle),
        "implied_rules": lambda: cluewright.implied_rules(puzzle),
        "prove": lambda: cluewright.prove(puzzle, folder / "proof"),
        "verify": lambda: cluewright.verify(folder / "proof"),
        "judge": lambda: cluewright.judge(puzzle, dict(list(answer.items())[:1])),
        "confirm": lambda: cluewright.confirm(puzzle, verdict, [n for n in built_in() if n not in ("ace", "choco")]),
        "compare": lambda: cluewright.compare(puzzle, ["sat", "clingo"]),
        "check_rulebook": lambda: cluewright.check_rulebook("sudoku"),
        "conflict": lambda: cluewright.conflict(puzzle),
        "load": lambda: cluewright.load(file),
        "loads": lambda: cluewright.loads(DENIED),
        "compile": lambda: cluewright.compile(file),
        "without": lambda: cluewright.without(file, "1"),
        "generate": lambda: list(cluewright.generate("no-such-genre")),
        "book": lambda: cluewright.book([puzzle], folder / "book.html"),
        "convert": lambda: cluewright.convert(puzzle, "puzzlink"),
        "read_answer": lambda: cluewright.read_answer(puzzle, "s: no"),
        "drawn_answer": lambda: cluewright.drawn_answer(puzzle),
        "render": lambda: cluewright.render(puzzle, answer),
        "solution_values": lambda: cluewright.solution_values(puzzle, answer),
        "bench_plan": lambda: cluewright.bench_plan(campaign),
        "bench_run": lambda: cluewright.bench_run(campaign, results, cores=1),
        "bench_analysis": lambda: cluewright.bench_analysis(results),
        "bench_report": lambda: cluewright.bench_report(results, folder / "report"),
        "bench_compare": lambda: cluewright.bench_compare(results),
        "bench_export": lambda: cluewright.bench_export(results, folder / "capsule"),
        "bench_train": lambda: cluewright.bench_train(results),
    }


def test_every_function_raises_one_kind_of_error_only(denied: CompiledPuzzle, tmp_path: Path) -> None:
    asked = calls(denied, tmp_path)
    assert set(asked) == {name for name in cluewright.__all__ if inspect.isfunction(getattr(cluewright, name))}
    failed = set()
    for name, call in asked.items():
        try:
            call()
        except CluewrightError:
            failed.add(name)
    assert failed >= {"solve", "check", "count", "candidates", "clues", "prove", "extreme_pair"}


@pytest.mark.parametrize("solver", built_in())
def test_a_denied_graph_is_an_error_with_a_place_for_every_solver(solver: str, denied: CompiledPuzzle) -> None:
    for ask in (cluewright.solve, cluewright.check, cluewright.count):
        with pytest.raises(CluewrightError, match="can be required, but not denied") as caught:
            ask(denied, solver=solver)
        assert caught.value.problems[0].place is not None
        assert "The shaded cells form a ring." in str(caught.value)


def test_an_answer_of_another_puzzle_is_an_error_and_not_an_empty_answer() -> None:
    """A puzzle that is compiled twice has other unknowns each time."""
    text = "puzzle: latin-square\nboard: {rows: 2, columns: 2}\nclues: {digit: {r1c1: 1}}"
    made, again = cluewright.compile(cluewright.loads(text)), cluewright.compile(cluewright.loads(text))
    answer = cluewright.solve(made).answers[0]
    assert cluewright.solution_values(made, answer) == {"digit": [[1, 2], [2, 1]]}
    asked: list[Callable[[], Any]] = [
        lambda: cluewright.solution_values(again, answer),
        lambda: cluewright.render(again, answer),
        lambda: cluewright.render(cluewright.loads(text), answer),
        lambda: cluewright.convert(again, "svg", answer),
        lambda: cluewright.judge(again, answer),
        lambda: cluewright.repair(again, solution=answer),
        lambda: cluewright.render(made, {("digit", "r1c1"): 1}),  # type: ignore[dict-item]
    ]
    for ask in asked:
        with pytest.raises(CluewrightError, match=r"not an answer of this compiled puzzle \(compile the puzzle once"):
            ask()


def test_errors_of_the_language_are_errors_of_ours() -> None:
    assert issubclass(LanguageError, CluewrightError)
    assert [p.hint for p in LimitError("too much", hint="ask for less").problems] == ["ask for less"]


# ---------------------------------------------------------------- time


@pytest.mark.parametrize("solver", ["sat", "clingo"])
def test_a_time_limit_holds_while_rules_are_written_out(solver: str) -> None:
    loaded = cluewright.loads(DEEP)
    started = time.monotonic()
    assert cluewright.solve(loaded, timeout=0.5, solver=solver).status is Status.UNKNOWN
    assert cluewright.check(loaded, timeout=0.5, solver=solver).verdict is Verdict.UNKNOWN
    counted = cluewright.count(loaded, timeout=0.5, solver=solver)
    assert (counted.count, counted.complete) == (0, False)
    for ask in (cluewright.compile, cluewright.candidates, cluewright.clues, cluewright.repair):
        with pytest.raises(TimeUp):
            ask(loaded, timeout=0.3)
    assert time.monotonic() - started < SOON


def test_without_a_limit_the_work_is_bounded() -> None:
    with pytest.raises(CluewrightError, match=r"needs more than .* steps to write out"):
        cluewright.compile(cluewright.loads(DEEP))


@pytest.mark.parametrize("command", ["solve", "check", "count", "candidates", "clues", "repair"])
def test_the_command_line_says_unknown(command: str, tmp_path: Path) -> None:
    file = tmp_path / "deep.yaml"
    file.write_text(DEEP, encoding="utf-8")
    words = [sys.executable, "-m", "cluewright", command, str(file), "--timeout", "0.5"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (3, "")
    assert "unknown: the time was up before the rules were written out" in done.stdout
    done = subprocess.run([*words, "--json"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert '"status": "unknown"' in done.stdout


@pytest.mark.parametrize("solver", ["cp-sat", "clingo", "gecode", "ace", "sat"])
def test_a_time_limit_holds_while_a_model_is_encoded(solver: str) -> None:
    """A board on which any encoding of connectivity takes seconds."""
    rules = "rules: example, board: {rows: 60, columns: 60}, unknowns: {s: {over: cells, values: bool}}"
    many = ", ".join(f"{{rule: Part {i}., holds: 'connected(s)'}}" for i in range(6))
    puzzle = cluewright.compile(cluewright.loads(f"puzzle: {{{rules}, constraints: [{many}]}}"))
    started = time.monotonic()
    assert cluewright.solve(puzzle, timeout=0.5, solver=solver, limit=None).complete is False
    assert time.monotonic() - started < SOON


def test_values_at_the_edge_end_clingo_in_time() -> None:
    """Its ranges up to the largest number of a word never end; nothing of that may live on in this process."""
    text = "puzzle: {rules: h, elements: {places: [1]}, unknowns: {n: {over: places, values: 2147483600..2147483647}}}"
    with pytest.raises(CluewrightError, match=r"clingo failed: it cannot hold numbers beyond 2147483646"):
        cluewright.count(cluewright.loads(text), solver="clingo", timeout=3)
    for _ in range(3):
        small = cluewright.loads(text.replace("2147483600..2147483647", "1..3"))
        assert cluewright.count(small, solver="clingo").count == 3
