"""The contract of solvers: whatever a solver does, no wrong verdict comes of it, nothing hangs and nothing stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from helpers import SOON
from test_guard import lives

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Status, Verdict
from cluewright.solvers import contract, registry
from cluewright.solvers.base import Answer, Engine, SolverFailed, SolverMissing, WrongAnswer, get_solver
from cluewright.solvers.compare import compare
from cluewright.solvers.isolated import start

TEXT = """
puzzle:
  rules: three-in-a-row
  board: {rows: 1, columns: 3}
  unknowns:
    digit: {over: cells, values: 1..3}
  constraints:
    - rule: The digits differ and rise.
      holds: [ 'all_different(digit[row1])', 'digit[r1c1] < digit[r1c2]', 'digit[r1c2] < digit[r1c3]' ]
"""


@pytest.fixture(scope="module")
def puzzle() -> CompiledPuzzle:
    return cluewright.compile(cluewright.loads(TEXT))


class Scripted(Engine):
    """Says what it was told to say."""

    name = "scripted"

    def __init__(self, *said: Any) -> None:
        super().__init__()
        self.said = said

    def search(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        for values in self.said:
            yield dict(zip(model.variables, values, strict=False)) if isinstance(values, tuple) else values


class Quick(Scripted):
    """The same in the process of whoever asks."""

    stops_itself = True


class Behaving(Engine):
    """Does something else than searching."""

    name = "behaving"

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def search(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        if self.what == "sleep":
            time.sleep(300)
        elif self.what == "spin":
            while True:
                pass
        elif self.what == "family":
            subprocess.run(["sh", "-c", "echo $$ > pid; sleep 300 & sleep 300"], check=False)
        elif self.what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.what == "exit":
            os._exit(0)
        elif self.what == "print":
            print("s SATISFIABLE\nv garbage", flush=True)
            os.write(1, b"\x00\xff{}\n")
        elif self.what == "raise":
            raise ZeroDivisionError("division by zero")
        elif self.what == "stop":
            raise StopIteration
        elif self.what == "memory":
            raise MemoryError
        yield dict(zip(model.variables, (1, 2, 3), strict=True))


#: What a solver may say that is no answer, with what is said about it.
FAULTS: dict[str, tuple[tuple[Any, ...], type[CluewrightError], str]] = {
    "breaks a rule": (((1, 1, 1),), WrongAnswer, "The digits differ and rise"),
    "breaks a rule later": (((1, 2, 3), (3, 2, 1)), WrongAnswer, "The digits differ and rise"),
    "outside its values": (((1, 2, 7),), WrongAnswer, "scripted"),
    "twice": (((1, 2, 3), (1, 2, 3)), WrongAnswer, "same answer twice"),
    "an unknown too few": (((1, 2),), SolverFailed, r"no value for digit\[r1c3\]"),
    "no answer": (([1, 2, 3],), SolverFailed, "is not an answer"),
    "nothing": ((None,), SolverFailed, "is not an answer"),
    "no number": (((1, 2, "3"),), SolverFailed, "'3' is no value"),
    "half a number": (((1, 2, 2.5),), SolverFailed, "'2.5' is no value"),
    "something else": (({"digit": 1},), SolverFailed, "no value for"),
}


@pytest.mark.parametrize("kind", [Scripted, Quick])
@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_answer_is_an_error_that_names_the_solver(
    name: str, kind: type[Scripted], puzzle: CompiledPuzzle
) -> None:
    said, error, message = FAULTS[name]
    engine = kind(*said)
    for ask in (cluewright.check, cluewright.count):
        with pytest.raises(error, match=message) as caught:
            ask(puzzle, solver=engine)
        assert "scripted" in str(caught.value)
    with pytest.raises(error, match=message):
        cluewright.solve(puzzle, solver=engine, limit=None)
    outcome = start(puzzle.model, engine, "check").result()
    assert (outcome.status, outcome.verdict) == ("error", "")
    row = compare(puzzle, "p", [engine, "sat"], "check", timeout=30)
    assert row.verdicts() == {"unique": ["sat"]}


def test_an_answer_with_more_than_was_asked_for(puzzle: CompiledPuzzle) -> None:
    whole = dict(zip(puzzle.model.variables, (1, 2, 3), strict=True))
    with pytest.raises(SolverFailed, match="'other', which is not asked for"):
        cluewright.check(puzzle, solver=Scripted({**whole, "other": 1}))


def test_answers_that_are_right_pass(puzzle: CompiledPuzzle) -> None:
    result = cluewright.check(puzzle, solver=Scripted((1, 2, True + 2)))
    assert (result.verdict, result.solver) == (Verdict.UNIQUE, "scripted")
    assert list(result.answers[0].values()) == [1, 2, 3]


def test_a_wrong_claim_that_there_is_nothing_is_a_contradiction(puzzle: CompiledPuzzle) -> None:
    assert cluewright.check(puzzle, solver=Scripted()).verdict is Verdict.NONE  # nobody can tell from inside
    row = compare(puzzle, "p", [Scripted(), "sat"], "check", timeout=30)
    assert row.disagrees
    assert cluewright.confirm(puzzle, cluewright.check(puzzle), [Scripted()]).disagrees


def test_loading_a_solver_counts_against_its_time(puzzle: CompiledPuzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cluewright.solve(puzzle, solver=Scripted((1, 2, 3)), timeout=10).status is Status.SATISFIED
    monkeypatch.setattr(contract, "prepare", lambda engine: time.sleep(0.2))
    assert cluewright.solve(puzzle, solver=Scripted((1, 2, 3)), timeout=0.1).status is Status.UNKNOWN


@pytest.mark.parametrize("what", ["sleep", "spin", "family"])
def test_a_solver_that_does_not_stop_is_ended(
    what: str, puzzle: CompiledPuzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    started = time.monotonic()
    result = cluewright.solve(puzzle, solver=Behaving(what), timeout=1.0)
    assert result.status is Status.UNKNOWN
    assert time.monotonic() - started < SOON
    assert cluewright.check(puzzle, solver=Behaving(what), timeout=0.5).verdict is Verdict.UNKNOWN
    if what == "family":
        assert not lives(int(Path("pid").read_text()))


@pytest.mark.parametrize(
    ("what", "message"),
    [("die", "died without a word .SIGKILL"), ("exit", "died without a word"), ("raise", "ZeroDivisionError"),
     ("memory", "not enough memory"), ("stop", "RuntimeError")],
)  # fmt: skip
def test_a_solver_that_dies_is_an_error(what: str, message: str, puzzle: CompiledPuzzle) -> None:
    with pytest.raises(SolverFailed, match=f"behaving failed: .*{message}"):
        cluewright.check(puzzle, solver=Behaving(what))
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(SolverFailed):
        cluewright.check(puzzle, solver=Behaving(what))
    assert len(os.listdir("/proc/self/fd")) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_what_a_solver_prints_is_no_answer(puzzle: CompiledPuzzle) -> None:
    assert cluewright.check(puzzle, solver=Behaving("print")).verdict is Verdict.UNIQUE


def test_nobody_gets_round_the_contract(puzzle: CompiledPuzzle) -> None:
    """Whatever a class calls its methods, what it finds is judged."""

    class Round(Engine):
        name = "round"

        def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
            yield dict.fromkeys(model.variables, 1)

        search = answers

    for ask in (cluewright.solve, cluewright.check, cluewright.count):
        with pytest.raises(WrongAnswer):
            ask(puzzle, solver=Round())


def test_an_object_that_is_no_engine(puzzle: CompiledPuzzle) -> None:
    class Duck:
        name = "duck"

        def search(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
            yield dict.fromkeys(model.variables, 1)

    with pytest.raises(CluewrightError, match="Duck is no solver"):
        cluewright.check(puzzle, solver=Duck())  # type: ignore[arg-type]


def test_asking_for_few_answers_leaves_nothing_behind(puzzle: CompiledPuzzle) -> None:
    class Endless(Engine):
        name = "endless"

        def search(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
            for number, values in enumerate(product(*(var.domain for var in model.variables))):
                statistics["tried"] = number + 1
                yield dict(zip(model.variables, values, strict=True))

    free = cluewright.compile(cluewright.without(cluewright.loads(TEXT), "1"))
    before = len(os.listdir("/proc/self/fd"))
    result = cluewright.solve(free, solver=Endless(), limit=3)
    assert (len(result.answers), result.complete, result.statistics["tried"]) == (3, False, 3)
    assert cluewright.count(free, solver=Endless()).count == 27
    assert len(os.listdir("/proc/self/fd")) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


# ---------------------------------------------------------------- solvers of other packages

MODULE = """
from cluewright.solvers.base import Engine

class Guessing(Engine):
    name = "guessing"
    kind = "toy"
    options = {"first": 1}

    def version(self):
        return "7.1"

    def search(self, model, deadline, statistics):
        first = self.settings["first"]
        yield dict(zip(model.variables, (first, first + 1, first + 2)))
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A distribution as an installer leaves it."""
    (tmp_path / "guessing_engine.py").write_text(MODULE, encoding="utf-8")
    info = tmp_path / "guessing_engine-7.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guessing-engine\nVersion: 7.1\n", encoding="utf-8")
    entries = "guessing = guessing_engine:Guessing\nbroken = guessing_engine:Nobody\nother = guessing_engine:__name__\n"
    (info / "entry_points.txt").write_text(f"[cluewright.engines]\n{entries}", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_an_engine_of_another_package(installed: Path, puzzle: CompiledPuzzle) -> None:
    assert cluewright.check(puzzle, solver="guessing").verdict is Verdict.UNIQUE
    with pytest.raises(WrongAnswer):
        cluewright.check(puzzle, solver=get_solver("guessing", options={"first": 2}))
    with pytest.raises(CluewrightError, match=r"guessing has no option 'fist' .did you mean 'first'"):
        get_solver("guessing", options={"fist": 2})
    with pytest.raises(CluewrightError, match="the option 'first' of guessing is a number"):
        get_solver("guessing", options={"first": "2"})
    with pytest.raises(CluewrightError, match="guessing has no encodings"):
        get_solver("guessing", {"connected": "rank"})
    with pytest.raises(CluewrightError, match="the solver 'broken' cannot be loaded from guessing_engine:Nobody"):
        get_solver("broken")
    with pytest.raises(CluewrightError, match="what is installed as the solver 'other' is not derived from Engine"):
        get_solver("other")
    states = {found.name: found for found in registry.survey(test=False)}
    assert (states["guessing"].kind, states["guessing"].version, states["guessing"].state) == ("toy", "7.1", "found")
    assert states["broken"].state.startswith("error: ")


def test_the_command_line_knows_it(installed: Path) -> None:
    file = installed / "row.yaml"
    file.write_text(TEXT, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(installed)}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "cluewright", *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert "unique" in run("check", str(file), "--solver", "guessing")
    assert "guessing" in run("solvers", "--no-test")
    assert "Confirmed by guessing." in run("check", str(file), "--with", "guessing")


def test_the_registry_imports_no_engine() -> None:
    code = (
        "import sys; from cluewright.solvers import registry; registry.all_names(); registry.get_solver('cp-sat')\n"
        "print([m for m in ('ortools', 'clingo', 'pysolvers', 'lxml', 'pycsp3', 'minizinc') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_missing_engine_says_how_to_get_it(puzzle: CompiledPuzzle) -> None:
    class Absent(Behaving):
        name = "absent"
        modules = ("no_such_package.part",)
        install = "pip install no-such-package"

    with pytest.raises(SolverMissing, match=r"'absent' is not installed .pip install no-such-package"):
        cluewright.check(puzzle, solver=Absent("raise"))
    assert Absent("raise").version() is None
