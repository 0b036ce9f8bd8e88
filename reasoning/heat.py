"""How hard each open unknown of a board is now: a map for whoever sets or solves a puzzle."""

from __future__ import annotations

from collections.abc import Mapping

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.reasoning.facts import Known
from cluewright.reasoning.rounds import Rounds
from cluewright.reasoning.weights import weights
from cluewright.solvers.outcomes import TimeUp


def find_map(
    puzzle: CompiledPuzzle, solution: Mapping[Var, int], begun: Mapping[Var, int], *, deadline: float | None = None
) -> dict[Var, int]:
    """What the dearest step costs that leads to each unknown, when everything easier is done before; those that can be
    decided first come first. What the time was not enough for is missing."""
    found: dict[Var, int] = {}
    dearest = 0
    with Rounds(puzzle, solution, weights(), deadline) as rounds:
        known = rounds.known = Known.begun(puzzle, begun)
        left = [var for var, values in known.candidates.items() if len(values) > 1]
        try:
            for each in rounds:
                dearest = max(dearest, each.cost)
                found.update({var: dearest for var in left if known.value(var) is not None})
                left = [var for var in left if var not in found]
        except TimeUp:
            pass
    return found
