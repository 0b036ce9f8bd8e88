"""Areas that grow together: one begins with areas of one cell and joins neighbours as long as the puzzle can be solved.

For puzzles whose areas carry clues that follow from a solution, such as sums: the larger the areas, the less is said.
Joining never makes such a puzzle easier, so two areas that could not be joined once are not asked about again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.making.dressing import Dressing
from cluewright.making.mending import undecided
from cluewright.making.recipe import Layers, Recipe, impossible
from cluewright.making.structure import Structures, labels
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by

#: An area is the names of its cells.
Area = frozenset[str]
#: What a puzzle weighs; None if it cannot be solved as is wished. The last of these is the sum of costs.
Weight = tuple[int, int]


class Merging:
    """A random solution whose areas are joined."""

    def __init__(
        self,
        recipe: Recipe,
        structures: Structures,
        chance: Random,
        *,
        strategies: tuple[str, ...] | None,
        deadline: float | None,
    ) -> None:
        """With `strategies` a puzzle must be solvable by these (all, if none is named), otherwise only be unique."""
        layers = [name for name, spec in recipe.spec.structure.items() if spec.way == "regions"]
        if not layers:
            raise impossible(recipe, "it has no areas that could be merged")
        self._layer = layers[0]
        self._recipe = recipe
        self.near = {cell.name: [near.name for near in beside] for cell, beside in structures.near.items()}
        self._chance = chance
        self._strategies = strategies
        self._deadline = deadline
        self._others = {name: layer for name, layer in structures.make().items() if name != self._layer}
        self._cells = [cell.name for cell in structures.board.cells]
        self._solution = self._random_solution()

    def _random_solution(self) -> Mapping[str, int]:
        dressing = self._dressing([frozenset([cell]) for cell in self._cells])
        found = dressing.seeds.solution()
        if found is None:
            raise impossible(self._recipe, "its rules have no solution on this board")
        return {var.name: value for var, value in found.items()}

    def maximal(self) -> CompiledPuzzle:
        """Join any two areas, as long as that is possible."""
        return self._joined(lambda covers: next(covers, None))

    def heavy(self) -> CompiledPuzzle:
        """Always join the two areas that make the heaviest puzzle; the heaviest of all that were met."""
        return self._joined(lambda covers: max(covers, key=lambda cover: cover[1], default=None))

    def _joined(self, choose: Callable[[Iterator[_Cover]], _Cover | None]) -> CompiledPuzzle:
        areas: list[Area] = [frozenset([cell]) for cell in self._cells]
        best = (self.puzzle(areas), (-len(areas), 0))
        refused: set[frozenset[Area]] = set()
        while (cover := choose(self._covers(areas, refused))) is not None:
            areas = cover[0]
            if cover[1] >= best[1]:
                best = (self.puzzle(areas), cover[1])
        return best[0]

    def _covers(self, areas: list[Area], refused: set[frozenset[Area]]) -> Iterator[_Cover]:
        """All ways to join two neighbours after which the puzzle can still be solved, in random order."""
        owner = {cell: area for area in areas for cell in area}
        pairs = list(dict.fromkeys(frozenset((owner[c], owner[n])) for c in self._cells for n in self.near[c]))
        self._chance.shuffle(pairs)
        for pair in pairs:
            if len(pair) < 2 or pair in refused:
                continue
            joined = [area for area in areas if area not in pair] + [frozenset().union(*pair)]
            weight = self.weight(joined)
            if weight is None:
                refused.add(pair)
            else:
                yield joined, weight

    def weight(self, areas: list[Area]) -> Weight | None:
        """Fewer areas of one cell weigh more than anything else; then what it costs to solve the puzzle."""
        puzzle = self.puzzle(areas)
        alone = sum(len(area) == 1 for area in areas)
        if self._strategies is None:
            return None if undecided(puzzle, self._deadline) else (-alone, 0)
        path = solve_by(Strategies(puzzle, self._strategies or None), checked=False, premises=False)
        return (-alone, sum(step.cost for step in path.steps)) if path.ending == "solved" else None

    def puzzle(self, areas: list[Area]) -> CompiledPuzzle:
        """The puzzle with these areas and the same solution."""
        dressing = self._dressing(areas)
        values = {var: self._solution[var.name] for var in dressing.seeds.puzzle.model.variables}
        return dressing.dressed(values, inferred=False)

    def _dressing(self, areas: list[Area]) -> Dressing:
        order = {cell: number for number, cell in enumerate(self._cells)}
        listed = sorted((sorted(area, key=order.__getitem__) for area in areas), key=lambda area: order[area[0]])
        named = {cell: label for label, area in zip(labels(), listed, strict=False) for cell in area}
        layers: Layers = {**self._others, self._layer: named}
        return Dressing(self._recipe, layers, self._chance, self._deadline)


_Cover = tuple[list[Area], Weight]
