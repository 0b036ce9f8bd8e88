"""The contract of every solver: a model in, checked answers out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any, Final, Protocol

from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.results import SolveResult, Status
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp, WrongAnswer

__all__ = [
    "SOLVERS",
    "Answer",
    "Solver",
    "SolverFailed",
    "SolverMissing",
    "TimeUp",
    "WrongAnswer",
    "get_solver",
    "solve",
]

#: An answer: a value for every unknown of the puzzle.
Answer = dict[Any, int]


class Solver(Protocol):
    """Finds answers of a model. Enumeration is over the puzzle's unknowns, never over auxiliary variables."""

    @property
    def name(self) -> str:
        """What users call it."""
        ...

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

    def __init__(self) -> None:
        from cluewright.solvers.sat import SatEngine  # here, so that no clock runs while it is imported

        self.engine = SatEngine

    def answers(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """Answers of one incremental engine, each blocked before the next is asked for."""
        with self.engine(model, deadline=deadline) as engine:
            while True:
                answer = engine.solve(deadline=deadline)
                statistics.update(asdict(engine.statistics))
                if answer is None:
                    return
                yield answer
                engine.block(answer)


#: Encodings chosen by the user, by kind of constraint.
Encodings = Mapping[str, str]


def _sat(encodings: Encodings) -> Solver:
    return SatSolver()


def _auto(encodings: Encodings) -> Solver:
    from cluewright.solvers.auto import AutoSolver

    return AutoSolver()


def _cpsat(encodings: Encodings) -> Solver:
    from cluewright.solvers.cpsat import CpSatSolver

    return CpSatSolver(encodings)


def _clingo(encodings: Encodings) -> Solver:
    from cluewright.solvers.clingo import ClingoSolver

    return ClingoSolver(encodings)


def _ace(encodings: Encodings) -> Solver:
    from cluewright.solvers.xcsp3 import ace

    return _choosing(ace(), encodings)


def _choco(encodings: Encodings) -> Solver:
    from cluewright.solvers.xcsp3 import choco

    return _choosing(choco(), encodings)


def _gecode(encodings: Encodings) -> Solver:
    from cluewright.solvers.minizinc import MiniZincSolver

    return _choosing(MiniZincSolver("gecode", "gecode"), encodings)


def _choosing(solver: Any, encodings: Encodings) -> Solver:
    """The solver with the user's encodings in place of its own."""
    chosen: Solver = replace(solver, encodings={**(solver.encodings or {}), **encodings}) if encodings else solver
    return chosen


SOLVERS: Final[dict[str, Callable[[Encodings], Solver]]] = {
    "sat": _sat,
    "cp-sat": _cpsat,
    "clingo": _clingo,
    "ace": _ace,
    "choco": _choco,
    "gecode": _gecode,
    "auto": _auto,
}


def get_solver(name: str, encodings: Encodings | None = None) -> Solver:
    """A solver by its name: one of our own, one that the user added, or one that MiniZinc knows."""
    if name in SOLVERS:
        return SOLVERS[name](encodings or {})
    from cluewright.solvers.configured import configured_solvers
    from cluewright.solvers.minizinc import MiniZincSolver, found_solvers
    from cluewright.solvers.xcsp3 import configured

    added = configured_solvers()
    if name in added:
        return _choosing(configured(name, added[name]), encodings or {})
    if name in found_solvers():
        return _choosing(MiniZincSolver(name, name), encodings or {})
    known = [*SOLVERS, *added]
    hint = did_you_mean(name, known) or f"solvers are {', '.join(known)}"
    raise CluewrightError(Problem(f"there is no solver '{name}'", hint=hint))
