"""Two solutions as near to each other, or as far apart, as possible."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer
from cluewright.models.results import Answered
from cluewright.setting.uniqueness import differences
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: With more unknowns than this a counter of differences would be larger than the puzzle.
MOST_COUNTED: Final = 1000

Answer = dict[Var, int]


@dataclass(repr=False)
class Pair(Answered):
    """Two solutions and in how many unknowns they differ."""

    first: Answer
    second: Answer
    far: bool
    #: Whether no two solutions are nearer (farther apart).
    exact: bool = False

    @property
    def answers(self) -> list[Answer]:  # type: ignore[override]
        """Both."""
        return [self.first, self.second]

    @property
    def distance(self) -> int:
        """The number of unknowns that differ."""
        return len(differences(self.first, self.second))


def extreme_pair(puzzle: CompiledPuzzle, *, far: bool, timeout: float | None = None) -> Pair | None:
    """Two solutions, nearer (farther apart) until that is impossible or the time is up; None if there are no two."""
    deadline = None if timeout is None else time.monotonic() + timeout
    pair = None
    try:
        with SatEngine(puzzle.model, deadline=deadline) as engine:
            pair = _some_pair(engine, far, deadline)
            if pair is not None:
                _improve(engine, pair, deadline)
        if pair is not None and len(puzzle.model.variables) <= MOST_COUNTED:
            _prove(puzzle, pair, deadline)
    except TimeUp:
        pass
    return pair


def _some_pair(engine: SatEngine, far: bool, deadline: float | None) -> Pair | None:
    first = engine.solve(deadline=deadline)
    if first is None:
        return None
    engine.block(first)
    second = engine.solve(deadline=deadline)
    return None if second is None else Pair(first, second, far)


def _improve(engine: SatEngine, pair: Pair, deadline: float | None) -> None:
    """Hold the first solution; move the second to where it agrees (differs) in a further unknown as well."""
    same = {var: engine.literal(var, value) for var, value in pair.first.items()}
    while True:
        apart = set(differences(pair.first, pair.second))
        kept = [-lit for var, lit in same.items() if var in apart] if pair.far else []
        kept += [] if pair.far else [lit for var, lit in same.items() if var not in apart]
        goal = engine.encoder.new()
        wanted = [-lit for var, lit in same.items() if var not in apart] if pair.far else [same[var] for var in apart]
        engine.add_clause([-goal, *wanted])
        better = engine.solve([goal, *kept], deadline)
        engine.add_clause([-goal])
        if better is None:
            return
        pair.second = better


def _prove(puzzle: CompiledPuzzle, pair: Pair, deadline: float | None) -> None:
    """Two copies of the model and a counter of the unknowns that differ."""
    other = compile_puzzle(puzzle.loaded).model
    model, differs = _doubled(puzzle.model, other)
    with SatEngine(model, deadline=deadline) as engine:
        for flag, one, two in zip(differs, puzzle.model.variables, other.variables, strict=True):
            literal = engine.literal(flag, 1)
            for value in one.domain:
                here, there = engine.literal(one, value), engine.literal(two, value)
                engine.add_clause([-here, there, literal])
                engine.add_clause([-literal, -here, -there])
        total = engine.encoder.num(ir.add_all(list(differs)))
        engine.add_clause([total.at_least(1)])
        while True:
            bound = total.at_least(pair.distance + 1) if pair.far else total.at_most(pair.distance - 1)
            found = engine.solve([bound], deadline)
            if found is None:
                pair.exact = True
                return
            pair.first = {var: found[var] for var in puzzle.model.variables}
            variables = zip(puzzle.model.variables, other.variables, strict=True)
            pair.second = {var: found[copy] for var, copy in variables}


def _doubled(model: Model, copy: Model) -> tuple[Model, list[Var]]:
    """Both models at once, with a truth value for each pair of unknowns."""
    differs = [ir.Var(f"differs[{var.name}]", (0, 1)) for var in model.variables]
    unknowns = dict(model.unknowns)
    unknowns |= {f"{name} copy": layer for name, layer in copy.unknowns.items()}
    unknowns["differs"] = UnknownLayer("differs", "elements", dict(enumerate(differs)))
    return Model(unknowns, [*model.constraints, *copy.constraints]), differs
