"""Mending a puzzle: clues to add where it has several solutions, clues to drop where it has none."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.work import seldom_collected
from cluewright.models.results import Verdict
from cluewright.setting.adding import Adding
from cluewright.setting.dropping import Dropping
from cluewright.setting.remedy import Repair
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

__all__ = ["Repair", "repair"]


@seldom_collected
def repair(
    puzzle: CompiledPuzzle,
    *,
    solution: Mapping[Var, int] | None = None,
    timeout: float | None = None,
    tried: Callable[[int], None] = lambda number: None,
) -> Repair:
    """Find the smallest change that leaves exactly one solution (the wanted one), or any at all if there is none.
    `tried` is told how many changes were tried so far."""
    started = time.monotonic()
    deadline = None if timeout is None else started + timeout
    result = Repair(Verdict.UNKNOWN)
    try:
        with SatEngine(puzzle.model, deadline=deadline) as engine:
            found = engine.solve(deadline=deadline)
            if found is None:
                result.verdict = Verdict.NONE
            else:
                engine.block(found)
                result.verdict = Verdict.UNIQUE if engine.solve(deadline=deadline) is None else Verdict.SEVERAL
        if found is None:
            Dropping(puzzle, result, deadline, tried).run()
        elif result.verdict is Verdict.SEVERAL:
            Adding(puzzle, result, deadline, tried).run(solution)
    except TimeUp:
        result.out_of_time = True
        result.reason = result.reason or "the time was up"
    result.seconds = time.monotonic() - started
    return result
