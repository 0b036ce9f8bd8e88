"""Is the solution unique? How many are there?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cluewright.compiler.model import Model
from cluewright.models.results import CheckResult, CountResult, Status, Verdict
from cluewright.solvers.base import Engine, solve


def check(
    model: Model, solver: Engine, *, timeout: float | None = None, found: Callable[[int], None] | None = None
) -> CheckResult:
    """None, one or several solutions: a second answer is searched for until it is found or proved impossible."""
    result = solve(model, solver, limit=2, timeout=timeout, found=found)
    verdict = Verdict.UNKNOWN
    if len(result.answers) == 2:
        verdict = Verdict.SEVERAL
    elif result.complete:
        verdict = Verdict.UNIQUE if result.status is Status.SATISFIED else Verdict.NONE
    return CheckResult(verdict, solver.name, result.seconds, result.answers, result.statistics)


def count(
    model: Model,
    solver: Engine,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    found: Callable[[int], None] | None = None,
) -> CountResult:
    """The number of solutions, over the puzzle's unknowns; answers are not kept."""
    result = solve(model, solver, limit=limit, timeout=timeout, found=found, keep=False)
    return CountResult(result.count, result.complete, result.solver, result.seconds)


def differences(first: dict[Any, int], second: dict[Any, int]) -> list[Any]:
    """The unknowns that two answers disagree on."""
    return [var for var, value in first.items() if second[var] != value]
