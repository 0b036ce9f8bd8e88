"""All clues that follow from a random solution."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from cluewright.compiler.elements import Seq, Text
from cluewright.compiler.ground import CompiledPuzzle, compile_changed, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.making.recipe import Layers, Recipe
from cluewright.making.seeds import Seeds
from cluewright.models.edits import ClueKey
from cluewright.reference.derived import Solved
from cluewright.setting.clue import Clue, added
from cluewright.setting.offers import Offers


class Dressing:
    """A bare puzzle, the seeds that solutions come from, and how a solution becomes clues."""

    def __init__(self, recipe: Recipe, layers: Layers, chance: Random, deadline: float | None) -> None:
        self._recipe = recipe
        self._chance = chance
        self._deadline = deadline
        self.bare = compile_puzzle(recipe.load(layers))
        self.seeds = Seeds(self._seed_puzzle(layers), recipe.spec.likes, chance, deadline)
        self._offers: Offers | None = None

    def _seed_puzzle(self, layers: Layers) -> CompiledPuzzle:
        """The rules themselves, without those that speak of clues which are not there yet."""
        recipe = self._recipe
        if recipe.spec.seed is not None:
            return compile_puzzle(recipe.load_seed(layers))
        missing = [layer for layer in recipe.spec.clues if layer not in recipe.spec.structure]
        speaking = self.bare.program.statements_reading(*missing)
        left_out = frozenset(statement.spec.rule for statement in speaking)
        return compile_changed(self.bare, {}, left_out) if left_out else self.bare

    def close(self) -> None:
        """Free the engine."""
        self.seeds.close()

    def dressed(self, solution: Mapping[Var, int]) -> CompiledPuzzle:
        """The puzzle with every clue that a random solution gives it."""
        return compile_changed(self.bare, {**self._inferred(solution), **self._derived(solution)})

    def _derived(self, solution: Mapping[Var, int]) -> dict[ClueKey, object]:
        """Clues that the rulebook says how to find."""
        spec = self._recipe.spec
        if not spec.clues:
            return {}
        puzzle = self.seeds.puzzle
        solved = Solved(puzzle.loaded, answer_data(puzzle, solution))
        found: dict[ClueKey, object] = {}
        for layer, rule in spec.clues.items():
            place = rule.at or rule.each.partition(" in ")[0]
            for places, value in solved.pairs(rule.each, place, rule.value):
                found[layer, self._chance.choice(places)] = _clue_value(value)
        return found

    def _inferred(self, solution: Mapping[Var, int]) -> dict[ClueKey, object]:
        """Clues that fix an unknown, and those that only exclude solutions: one for each place."""
        spec = self._recipe.spec
        if spec.seed is not None:
            return {}
        if self._offers is None:
            self._offers = Offers(self.bare, self._deadline)
        made_first = {*spec.structure, *spec.clues}
        values = [solution[var] for var in self.seeds.puzzle.model.variables]
        fitting = self._offers.fitting(values) if self._offers.local - made_first else {}
        by_place: dict[ClueKey, list[Clue]] = {}
        for clue in fitting:
            if clue.layer not in made_first:
                by_place.setdefault(clue.key, []).append(clue)
        chosen = [self._chance.choice(clues) for clues in by_place.values()]
        return {**self._fixing(solution), **added(chosen)}

    def _fixing(self, solution: Mapping[Var, int]) -> dict[ClueKey, object]:
        found: dict[ClueKey, object] = {}
        for name, layer in self.seeds.puzzle.model.unknowns.items():
            if name not in self.bare.clues or name in self._recipe.spec.clues:
                continue
            places = set(self.bare.places.get(name, ()))
            for element, var in layer.variables.items():
                if element in places and (solution[var] or not layer.is_bool):
                    found[name, spell(element)] = layer.said(solution[var])
        return found


def answer_data(puzzle: CompiledPuzzle, solution: Mapping[Var, int]) -> dict[str, dict[str, Any]]:
    """A solution by the names of layers and elements, with words for what stands for words."""
    found: dict[str, dict[str, Any]] = {}
    for name, layer in puzzle.model.unknowns.items():
        values = {spell(element): solution[var] for element, var in layer.variables.items()}
        found[name] = {place: layer.said(value) for place, value in values.items()}
    return found


def _clue_value(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return Seq(map(_clue_value, value))
    return Text(value) if isinstance(value, str) else value
