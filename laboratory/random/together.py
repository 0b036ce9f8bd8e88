"""Puzzles side by side in one model, so that an engine that is slow to start reads many of them at once.

They have an answer together if each has one. So an engine that keeps an answer of any of them to itself, which would
make a wrong "unique" or "none", says that there is no answer when just this one is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import Model, Rule, spell
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.readings import Difference, by_layer
from cluewright.solvers.base import SolverMissing, get_solver, solve

_SECONDS: Final = 60.0
_GIVEN: Final = Rule("This is the answer that is asked for.")


@dataclass(frozen=True)
class Solved:
    """A puzzle with all its answers; there is at least one."""

    name: str
    text: str
    puzzle: CompiledPuzzle
    answers: Sequence[Mapping[str, Mapping[str, object]]]


def read_together(puzzles: Sequence[Solved], engine: str, chance: Chance) -> list[tuple[Solved, Difference]]:
    """Those whose answers the engine does not find: any answer first, then one of each that was chosen by chance."""
    return _wrong(puzzles, engine, None) or _wrong(puzzles, engine, [chance.one(p.answers) for p in puzzles])


def side_by_side(puzzles: Iterable[CompiledPuzzle]) -> Model:
    """One model of them all."""
    model = Model()
    for number, puzzle in enumerate(puzzles):
        model.unknowns |= {f"{name} {number}": layer for name, layer in puzzle.model.unknowns.items()}
        model.constraints += puzzle.model.constraints
    return model


def _wrong(
    puzzles: Sequence[Solved], engine: str, wanted: Sequence[Mapping[str, Mapping[str, Any]]] | None
) -> list[tuple[Solved, Difference]]:
    model = side_by_side(p.puzzle for p in puzzles)
    for solved, answer in zip(puzzles, wanted or (), strict=wanted is not None):
        for name, layer in solved.puzzle.model.unknowns.items():
            for element, variable in layer.variables.items():
                model.add(ir.equal(variable, layer.number(answer[name][spell(element)])), _GIVEN)
    try:
        result = solve(model, get_solver(engine), limit=1, timeout=_SECONDS)
    except SolverMissing:
        return []
    except Exception as error:
        got = f"error {type(error).__name__}: {str(error)[:200]}"
    else:
        if result.answers:
            found = result.answers[0]
            return [
                (p, Difference(engine, f"one of {len(p.answers)} answers", str(mine)))
                for p in puzzles
                if (mine := by_layer(p.puzzle, found)) not in p.answers
            ]
        if not result.complete:
            return []  # the time was up
        got = "no answer"
    if len(puzzles) == 1:
        return [(puzzles[0], Difference(engine, f"{wanted[0] if wanted else 'an answer'}", got))]
    alone = [
        found for i, p in enumerate(puzzles) for found in _wrong([p], engine, None if wanted is None else [wanted[i]])
    ]
    return alone or [(puzzles[0], Difference(engine, f"an answer of {len(puzzles)} puzzles side by side", got))]
