"""The contract of every solver: a model in, checked answers out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, Protocol

from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.results import SolveResult, Status
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp, WrongAnswer

__all__ = ["SOLVERS", "Answer", "Solver", "SolverFailed", "SolverMissing", "TimeUp", "WrongAnswer", "get_solver", "solve"]

#: An answer: a value for every unknown of the puzzle.
Answer = dict[Any, int]


class Solver(Protocol):
    """Finds answers of a model. Enumeration is over the puzzle's unknowns, never over auxiliary variables."""

    name: str

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """Different answers until there are no more; raises TimeUp when the deadline passes."""
        ...


def solve(
    model: Model,
    solver: Solver,
    *,
    limit: int | None = 1,
    timeout: float | None = None,
    found: Callable[[int], None] | None = None,
) -> SolveResult:
    """Up to `limit` answers (None: all of them); `found` is told the number of answers so far."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    result = SolveResult(Status.UNKNOWN, solver.name, 0.0)
    try:
        answers = solver.answers(model, deadline, result.statistics)
        while limit is None or len(result.answers) < limit:
            answer = next(answers, None)
            if answer is None:
                result.complete = True
                break
            result.answers.append(answer)
            if found is not None:
                found(len(result.answers))
    except TimeUp:
        pass
    if result.answers:
        result.status = Status.SATISFIED
    elif result.complete:
        result.status = Status.UNSATISFIABLE
    result.seconds = time.monotonic() - started
    return result


class SatSolver:
    """The embedded engine."""

    name = "sat"

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """Answers of one incremental engine, each blocked before the next is asked for."""
        from cluewright.solvers.sat import SatEngine

        with SatEngine(model, deadline=deadline) as engine:
            while True:
                answer = engine.solve(deadline=deadline)
                statistics.update(asdict(engine.statistics))
                if answer is None:
                    return
                yield answer
                engine.block(answer)


def _auto() -> Solver:
    from cluewright.solvers.auto import AutoSolver

    return AutoSolver()


def _cpsat() -> Solver:
    from cluewright.solvers.cpsat import CpSatSolver

    return CpSatSolver()


def _clingo() -> Solver:
    from cluewright.solvers.clingo import ClingoSolver

    return ClingoSolver()


def _gecode() -> Solver:
    from cluewright.solvers.minizinc import MiniZincSolver

    return MiniZincSolver("gecode", "gecode")


SOLVERS: dict[str, Callable[[], Solver]] = {
    "sat": SatSolver,
    "cp-sat": _cpsat,
    "clingo": _clingo,
    "gecode": _gecode,
    "auto": _auto,
}


def get_solver(name: str) -> Solver:
    """A solver by its name."""
    if name not in SOLVERS:
        from cluewright.solvers.minizinc import MiniZincSolver, found_solvers

        if name in found_solvers():
            return MiniZincSolver(name, name)
        raise CluewrightError(Problem(f"there is no solver '{name}'", hint=did_you_mean(name, SOLVERS) or f"solvers are {', '.join(SOLVERS)}"))
    return SOLVERS[name]()
