"""Is the solution unique? How many are there?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from cluewright.compiler.model import Model
from cluewright.models.results import CheckResult, CountResult, Status, Verdict
from cluewright.solvers.base import Solver, TimeUp, solve


def check(model: Model, solver: Solver, *, timeout: float | None = None) -> CheckResult:
    """None, one or several solutions: a second answer is searched for until it is found or proved impossible."""
    result = solve(model, solver, limit=2, timeout=timeout)
    verdict = Verdict.UNKNOWN
    if len(result.answers) == 2:
        verdict = Verdict.SEVERAL
    elif result.complete:
        verdict = Verdict.UNIQUE if result.status is Status.SATISFIED else Verdict.NONE
    return CheckResult(verdict, solver.name, result.seconds, result.answers, result.statistics)


def count(
    model: Model,
    solver: Solver,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    found: Callable[[int], None] | None = None,
) -> CountResult:
    """The number of solutions, over the puzzle's unknowns; answers are not kept."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    number, complete = 0, False
    statistics: dict[str, Any] = {}
    try:
        answers = solver.answers(model, deadline, statistics)
        while limit is None or number < limit:
            if next(answers, None) is None:
                complete = True
                break
            number += 1
            if found is not None:
                found(number)
    except TimeUp:
        pass
    return CountResult(number, complete, solver.name, time.monotonic() - started)


def differences(first: dict[Any, int], second: dict[Any, int]) -> list[Any]:
    """The unknowns that two answers disagree on."""
    return [var for var, value in first.items() if second[var] != value]
