"""A run of `task: strategies`: how far a set of strategies gets with a puzzle, and how it gets there."""

from __future__ import annotations

import json
import resource
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final, cast

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.laboratory.bench.columns import Measured
from cluewright.reasoning.steps import Path
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by

#: How a path ends, as status and verdict. Of a board where they get stuck nothing is known.
_ENDINGS: Final = {
    "solved": ("satisfied", "solved"),
    "contradiction": ("unsatisfiable", "none"),
    "stuck": ("unknown", "stuck"),
}


def run_strategies(puzzle: CompiledPuzzle, options: dict[str, object], timeout: float) -> Measured:
    """The columns of a run. Seconds are wall time, as for solvers; CPU time is among the statistics."""
    names = cast("Sequence[str] | None", options.get("strategies"))
    started = time.process_time()
    path = solve_by(Strategies(puzzle, names), timeout=timeout, premises=False)
    status, verdict = _ENDINGS.get(path.ending, ("unknown", "unknown"))
    return {
        "status": status,
        "verdict": verdict,
        "message": "",
        "solve_s": path.seconds,
        "run_s": path.seconds,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
        "variables": len(puzzle.model.variables),
        "constraints": len(puzzle.model.constraints),
        "statistics": json.dumps({**_statistics(path), "cpu_s": time.process_time() - started}, sort_keys=True),
    }


def _statistics(path: Path) -> dict[str, object]:
    assert path.known is not None
    return {
        "rounds": path.rounds,
        "steps": len(path.steps),
        "cost": sum(step.cost for step in path.steps),
        "open": sum(len(left) > 1 for left in path.known.candidates.values()),
        "used": dict(Counter(str(step.strategy) for step in path.steps)),
    }
