"""Mending a puzzle: clues to add where it has several solutions, clues to drop where it has none."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Verdict
from cluewright.models.showing import Brief
from cluewright.setting.adding import Adding
from cluewright.setting.clue import Clue
from cluewright.setting.dropping import Dropping
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine


@dataclass(repr=False)
class Repair(Brief):
    """What is wrong with a puzzle and what would help."""

    verdict: Verdict
    #: For several solutions: clues to add, or None if no set was found ...
    added: list[Clue] | None = None
    #: ... and the solution that they make unique.
    solution: dict[Var, int] | None = None
    #: For no solution: constraints that cannot hold together, and clues to drop.
    conflict: list[Constraint] = field(default_factory=list)
    dropped: list[Clue] | None = None
    #: What the dropped clues would have to be, where a solution says so.
    instead: dict[Clue, Any] = field(default_factory=dict)
    #: Whether it is proved that no smaller set would do: of clues to drop any, of clues to add those in `among`.
    smallest: bool = False
    #: The same for this solution; for another one perhaps a smaller set of added clues would do.
    smallest_here: bool = False
    #: For each layer that was searched through for a smaller set of clues to add, its values that were looked at ...
    among: dict[str, str] = field(default_factory=dict)
    #: ... and whether these are all clues that can be added at all, so that the claim needs no limit.
    among_all: bool = False
    #: The puzzle with the change made.
    repaired: LoadedPuzzle | None = None
    #: Why nothing was found.
    reason: str = ""
    seconds: float = 0.0


def repair(
    puzzle: CompiledPuzzle, *, solution: Mapping[Var, int] | None = None, timeout: float | None = None
) -> Repair:
    """Find the smallest change that leaves exactly one solution (the wanted one), or any at all if there is none."""
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
            Dropping(puzzle, result, deadline).run()
        elif result.verdict is Verdict.SEVERAL:
            Adding(puzzle, result, deadline).run(solution)
    except TimeUp:
        result.reason = result.reason or "the time was up"
    result.seconds = time.monotonic() - started
    return result
