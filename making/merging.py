"""Areas that grow together: one begins with areas of one cell and joins neighbours as long as the puzzle can be solved.

For puzzles whose rooms or cages carry clues that follow from a solution, such as sums: the larger the areas, the less
is said. Joining seldom makes such a puzzle easier (it does where the digits of a cage must differ), so two areas that
could not be joined once are asked about again only when nothing else can be joined.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.making.dressing import Dressing
from cluewright.making.mending import undecided
from cluewright.making.picks import Picks
from cluewright.making.recipe import Layers, Recipe, impossible
from cluewright.making.structure import Structures, group_data, labels
from cluewright.making.wishes import clue_count
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
        least: int = 0,
    ) -> None:
        """With `strategies` a puzzle must be solvable by these (all, if none is named), otherwise only be unique. Areas
        that the symmetry of the structures takes to each other are joined together, and at least so many areas are
        left that there are `least` clues."""
        self._layer = _layer_of(recipe)
        self._recipe = recipe
        self.near = {cell.name: [near.name for near in beside] for cell, beside in structures.near.items()}
        images = structures.symmetry.images(structures.board.cells)
        self._images = [{cell.name: image.name for cell, image in moved.items()} for moved in images]
        self._chance = chance
        self._strategies = strategies
        self._deadline = deadline
        self._others = {name: layer for name, layer in structures.make().items() if name != self._layer}
        self._cells = [cell.name for cell in structures.board.cells]
        #: What chance took for the clue of an area: it stays as long as the area does.
        self._picks = Picks(chance)
        self._solution = self._random_solution()
        others = clue_count(self.puzzle(self._alone)) - len(self._cells)
        self._least = least - others

    @property
    def _alone(self) -> list[Area]:
        return [frozenset([cell]) for cell in self._cells]

    def _random_solution(self) -> Mapping[str, int]:
        found = self._dressing(self._alone).seeds.solution()
        if found is None:
            raise impossible(self._recipe, "with areas of one cell its rules have no solution on this board")
        return {var.name: value for var, value in found.items()}

    def maximal(self) -> CompiledPuzzle:
        """Join any two areas, as long as that is possible."""
        return self._joined(lambda covers: next(covers, None))

    def heavy(self) -> CompiledPuzzle:
        """Always join the two areas that make the heaviest puzzle; the heaviest of all that were met."""
        return self._joined(lambda covers: max(covers, key=lambda cover: cover[1], default=None))

    def _joined(self, choose: Callable[[Iterator[_Cover]], _Cover | None]) -> CompiledPuzzle:
        areas = self._alone
        best = (self.puzzle(areas), (-len(areas), 0))
        refused: set[frozenset[Area]] = set()
        is_new = True
        while True:
            cover = choose(self._covers(areas, refused))
            if cover is not None:
                areas, is_new = cover[0], True
                if cover[1] >= best[1]:
                    best = (self.puzzle(areas), cover[1])
            elif refused and is_new:
                refused.clear()
                is_new = False
            else:
                return best[0]

    def _covers(self, areas: list[Area], refused: set[frozenset[Area]]) -> Iterator[_Cover]:
        """All ways to join two neighbours after which the puzzle can still be solved, in random order."""
        owner = {cell: area for area in areas for cell in area}
        pairs = list(dict.fromkeys(frozenset((owner[c], owner[n])) for c in self._cells for n in self.near[c]))
        self._chance.shuffle(pairs)
        for pair in pairs:
            if len(pair) < 2 or pair in refused:
                continue
            joined = self._with(areas, pair)
            if len(joined) < self._least:
                continue
            weight = self.weight(joined)
            if weight is None:
                refused.add(pair)
            else:
                yield joined, weight

    def _with(self, areas: list[Area], pair: frozenset[Area]) -> list[Area]:
        """The areas after two of them are joined, and those that the symmetry takes these to."""
        joined = areas
        for moved in ({}, *self._images):
            cells = frozenset(moved.get(cell, cell) for area in pair for cell in area)
            whole = frozenset().union(*(area for area in joined if area & cells))
            joined = [area for area in joined if not area & cells] + [whole]
        return joined

    def weight(self, areas: list[Area]) -> Weight | None:
        """Fewer areas of one cell weigh more than anything else; then what it costs to solve the puzzle."""
        puzzle = self.puzzle(areas)
        alone = sum(len(area) == 1 for area in areas)
        if self._strategies is None:  # what a joined area forbids may leave no solution at all
            return (-alone, 0) if undecided(puzzle, self._deadline) == [] else None
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
        spec = self._recipe.spec.structure[self._layer]
        made: Any = (
            {cell: label for label, area in zip(labels(), listed, strict=False) for cell in area}
            if spec.way == "regions"
            else [group_data(area, spec.value) for area in listed]
        )
        layers: Layers = {**self._others, self._layer: made}
        return Dressing(self._recipe, layers, self._chance, self._deadline, picks=self._picks)


_Cover = tuple[list[Area], Weight]


def _layer_of(recipe: Recipe) -> str:
    """The rooms or cages that can be joined: those whose clues follow from the solution."""
    made, following = recipe.spec.structure, recipe.spec.clues
    layers = [name for name, spec in made.items() if spec.way in ("regions", "groups")]
    if not layers:
        raise impossible(recipe, "it has no areas that could be merged")
    about = {name for rule in following.values() for name in re.findall(r"\w+", rule.each)}
    for layer in layers:
        if layer in following or layer in about:
            return layer
    raise impossible(recipe, "no clues of its areas follow from the solution, so that none could be merged")
