"""All clues that follow from a random solution."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial
from random import Random
from typing import Any

from cluewright.compiler.elements import Seq, Text
from cluewright.compiler.ground import CompiledPuzzle, compile_changed, compile_puzzle
from cluewright.compiler.ir import Value, Var
from cluewright.compiler.model import spell
from cluewright.compiler.values import ValueSpec
from cluewright.making.pattern import Pattern
from cluewright.making.picks import Picks, moves_of
from cluewright.making.places import Middle, middle
from cluewright.making.recipe import Layers, Recipe
from cluewright.making.seeds import Seeds
from cluewright.making.standing import placing, standing
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError, LanguageError, Problem
from cluewright.reference.derived import Derived
from cluewright.setting.clue import Clue, added, value_spec
from cluewright.setting.offers import Offers


class Dressing:
    """A bare puzzle, the seeds that solutions come from, and how a solution becomes clues."""

    def __init__(
        self,
        recipe: Recipe,
        layers: Layers,
        chance: Random,
        deadline: float | None,
        pattern: Pattern | None = None,
        *,
        symmetry: str = "none",
        picks: Picks | None = None,
    ) -> None:
        self._recipe = recipe
        self._unwanted = frozenset() if pattern is None else pattern.unwanted
        self._chance = chance
        self._deadline = deadline
        self._layers = layers
        #: The puzzle that others are made from by changing its clues: without any if that can be, otherwise the last.
        self._base: CompiledPuzzle | None = None
        puzzle = self._seed_puzzle(layers)
        self.seeds = Seeds(puzzle, recipe.spec.likes, chance, deadline, partial(_placed, recipe, puzzle))
        self._offers: Offers | None = None
        self._symmetry = symmetry
        #: What chance took for a clue: it stays while the same is offered.
        self._picks = Picks(chance) if picks is None else picks
        self._following: Derived | None = None
        #: Whether there are no clues but those that are made first: then one solution is as good as another.
        self.is_plain = False

    def again(self) -> Dressing:
        """The same for another board: chance takes what it likes once more."""
        self._picks.clear()
        return self

    def _seed_puzzle(self, layers: Layers) -> CompiledPuzzle:
        """The rules themselves, without those that speak of clues which are not there yet."""
        recipe = self._recipe
        if recipe.spec.seed is not None:
            return compile_puzzle(recipe.load_seed(layers))
        self._base = compile_puzzle(recipe.load(layers))
        made = recipe.spec.structure
        missing = [layer for layer in recipe.spec.clues if layer not in made or made[layer].later]
        speaking = self._base.program.statements_reading(*missing)
        left_out = frozenset(statement.spec.rule for statement in speaking)
        return compile_changed(self._base, {}, left_out) if left_out else self._base

    @property
    def is_seeded(self) -> bool:
        """Whether solutions are those of another puzzle than the one that is made."""
        return self._recipe.spec.seed is not None

    @cached_property
    def middles(self) -> dict[Var, Middle]:
        """Where the unknowns of the seeds are on the board."""
        layers = self.seeds.puzzle.model.unknowns.values()
        places = ((var, middle(element)) for layer in layers for element, var in layer.variables.items())
        return {var: place for var, place in places if place is not None}

    @cached_property
    def _moves(self) -> list[dict[str, str]]:
        """Where the symmetry that is wished takes cells."""
        return moves_of(self.seeds.puzzle.board, self._symmetry)

    def dressed(self, solution: Mapping[Var, int], *, inferred: bool = True, needed: bool = False) -> CompiledPuzzle:
        """The puzzle with every clue that a random solution gives it, where one is wanted; only with clues that the
        rulebook says how to find, if others are not to be `inferred`; in its parameters only what is `needed`, if that
        is wished."""
        follow = {**(self._inferred(solution) if inferred else {}), **self._derived(solution)}
        found = {(name, place): said for (name, place), said in follow.items() if place not in self._unwanted}
        self.is_plain = not found
        is_new = any(self._recipe.clues[name].values == "regions" for name in self._recipe.spec.clues)
        if self._base is None or self._recipe.spec.given or is_new:  # names of areas become areas when a file is read
            given = self.given(needed=needed) if self._recipe.spec.given else None
            self._base = compile_puzzle(self._recipe.load(self._with(found), parameters=given))
            return self._base
        names = {*self._recipe.spec.clues} - {*self._recipe.spec.structure}
        gone = {(name, spell(place)): REMOVED for name in names for place in self._base.clues[name]}
        return compile_changed(self._base, {**gone, **found})

    def _with(self, found: Mapping[ClueKey, object]) -> Layers:
        """The layers that are made first, and these clues."""
        layers = {**self._layers, **{name: {} for name in self._recipe.spec.clues if name not in self._layers}}
        for (name, place), value in found.items():
            layers[name] = {**layers[name], place: value}
        return layers

    def _derived(self, solution: Mapping[Var, int]) -> dict[ClueKey, object]:
        """Clues that the rulebook says how to find."""
        spec = self._recipe.spec
        if not spec.clues:
            return {}
        puzzle = self.seeds.puzzle
        if self._following is None:
            self._following = Derived(puzzle.loaded)
        self._following.take(answer_data(puzzle, solution))
        found: dict[ClueKey, object] = {}
        for layer, rule in spec.clues.items():
            place = rule.at or rule.each.partition(" in ")[0]
            try:
                pairs = self._following.pairs(rule.each, place, rule.values or rule.value)
            except CluewrightError as error:
                problem = error.problems[0]
                raise CluewrightError(
                    Problem(problem.message, self._recipe.place("clues", layer), problem.hint)
                ) from None
            for places, value in pairs:
                at = self._picks.place_of(layer, places, self._moves)
                said = _clue_value(value)
                found[layer, at] = said if rule.values is None else self._picks.one_of(f"{layer} {at}", said)
        return found

    def given(self, *, needed: bool = False) -> dict[str, object]:
        """Parameters that follow from the solution that clues were taken from; only what it needs of them, if that is
        wished."""
        assert self._following is not None
        return {
            name: self._following.collected(spec.each, (needed and spec.needs) or spec.value, spec.at)
            for name, spec in self._recipe.spec.given.items()
        }

    def _inferred(self, solution: Mapping[Var, int]) -> dict[ClueKey, object]:
        """Clues that fix an unknown, and those that only exclude solutions: one for each place."""
        spec = self._recipe.spec
        if spec.seed is not None or self._base is None:
            return {}
        if self._offers is None:
            self._offers = Offers(self._base, self._deadline)
        made_first = {*spec.structure, *spec.clues}
        values = [solution[var] for var in self.seeds.puzzle.model.variables]
        fitting = self._offers.fitting(values) if self._offers.local - made_first else {}
        by_place: dict[ClueKey, list[Clue]] = {}
        for clue in fitting:
            if clue.layer not in made_first:
                by_place.setdefault(clue.key, []).append(clue)
        chosen = [self._chance.choice(clues) for clues in by_place.values()]
        return {**self._fixing(self._base, solution), **added(chosen)}

    def _fixing(self, base: CompiledPuzzle, solution: Mapping[Var, int]) -> dict[ClueKey, object]:
        found: dict[ClueKey, object] = {}
        for name, layer in self.seeds.puzzle.model.unknowns.items():
            if name not in base.clues or name in self._recipe.spec.clues:
                continue
            places = set(base.places.get(name, ()))
            spec = value_spec(base, name)
            for element, var in layer.variables.items():
                said = layer.said(solution[var])
                if element in places and (solution[var] or not layer.is_bool) and (spec is None or _may_be(spec, said)):
                    found[name, spell(element)] = said
        return found


def _placed(recipe: Recipe, puzzle: CompiledPuzzle) -> list[Mapping[object, Value]]:
    """What has to be symmetric, so that the places of clues are: the conditions of these, if they can be told, or the
    unknowns that they depend on; all unknowns, where places follow from rules alone."""
    conditions = standing(recipe, puzzle)
    if conditions is not None:
        return [conditions]
    layers, names = puzzle.model.unknowns, placing(recipe, puzzle)
    return [layer.variables for name, layer in layers.items() if not names or name in names]


def _may_be(spec: ValueSpec, said: object) -> bool:
    """Whether a clue may say so: not all that an unknown can be, such as empty, can be given."""
    try:
        spec.read(said)
    except LanguageError:
        return False
    return True


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
