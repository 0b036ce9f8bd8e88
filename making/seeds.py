"""Random solutions of what a puzzle is made from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.solvers.sat import SatEngine


class Seeds:
    """One engine that is asked for solutions, each with other wishes. The same chance gives the same solutions. They
    are not judged: what is made from them is."""

    def __init__(
        self, puzzle: CompiledPuzzle, likes: Mapping[str, int], chance: Random, deadline: float | None
    ) -> None:
        self.puzzle = puzzle
        self._likes = likes
        self._chance = chance
        self._deadline = deadline
        self._engine = SatEngine(puzzle.model, deadline=deadline, judged=False)

    def solution(
        self, fixed: Mapping[Var, int] | None = None, like: Mapping[str, int] | None = None
    ) -> dict[Var, int] | None:
        """A random solution in which some unknowns have given values, or one like another (by the names of unknowns);
        None if there is none."""
        wishes = self._wishes()
        for var in wishes if like else ():
            wishes[var] = (like or {}).get(var.name, wishes[var])
        self._engine.prefer(wishes)
        return self._engine.solve(list((fixed or {}).items()), self._deadline)

    def like(self, puzzle: CompiledPuzzle) -> dict[Var, int] | None:
        """A random solution of another puzzle with the same unknowns."""
        found = Seeds(puzzle, self._likes, self._chance, self._deadline).solution()
        values = {} if found is None else {var.name: value for var, value in found.items()}
        return {var: values[var.name] for var in self.puzzle.model.variables} if values else None

    def _wishes(self) -> dict[Var, int]:
        wishes: dict[Var, int] = {}
        for name, layer in self.puzzle.model.unknowns.items():
            percent = self._likes.get(name)
            for var in layer.variables.values():
                first, *others = sorted(var.domain, reverse=layer.is_bool)
                liked = percent is not None and self._chance.random() * 100 < percent
                if percent is None or not others:
                    wishes[var] = self._chance.choice(sorted(var.domain))
                else:
                    wishes[var] = first if liked else self._chance.choice(others)
        return wishes
