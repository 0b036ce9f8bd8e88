"""Why is there no solution? A small set of constraints that cannot hold together."""

from __future__ import annotations

import time

from cluewright.compiler.model import Constraint, Model
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine


def find_conflict(model: Model, *, timeout: float, most: int | None = None) -> list[Constraint]:
    """Constraints that contradict each other, minimal as far as time allows; empty if none was found in time or more
    than `most` take part."""
    broken = [c for c in model.constraints if c.expr is False]
    if broken:
        return broken[:1]
    deadline = time.monotonic() + timeout
    try:
        with SatEngine(model, deadline=deadline, selectors=True) as engine:
            found = _shrink(model, engine, deadline)
    except TimeUp:
        return []
    return found if most is None or len(found) <= most else []


def _shrink(model: Model, engine: SatEngine, deadline: float) -> list[Constraint]:
    """Drop constraints one by one as long as the rest is still contradictory."""
    if engine.solve(engine.selectors, deadline) is not None:
        return []
    needed = _core(engine, engine.selectors)
    try:
        for selector in list(needed):
            rest = [s for s in needed if s != selector]
            if selector in needed and engine.solve(rest, deadline) is None:
                needed = _core(engine, rest)
    except TimeUp:
        pass
    chosen = set(needed)
    return [c for c, s in zip(model.constraints, engine.selectors, strict=True) if s in chosen]


def _core(engine: SatEngine, assumed: list[int]) -> list[int]:
    core = set(engine.core())
    return [s for s in assumed if s in core]
