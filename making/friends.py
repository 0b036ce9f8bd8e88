"""False friends: relations between words and categories that a solution does not need.

One begins with those that it needs, and adds others by chance as long as the puzzle can be solved. That is how Dijcks
(2022) makes a Raatsel from a truth matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.making.dressing import Dressing
from cluewright.making.mending import undecided
from cluewright.making.recipe import Layers, Recipe, impossible
from cluewright.models.loading import LoadedPuzzle
from cluewright.notation.changed import clue_data
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import solve_by

#: One false friend for so many words, as was published: ten for thirty.
_WORDS: Final = 3

Parameters = Mapping[str, Any]


class Friends:
    """A puzzle of words to which false friends are added."""

    def __init__(
        self,
        recipe: Recipe,
        layers: Layers,
        chance: Random,
        *,
        strategies: tuple[str, ...] | None,
        deadline: float | None,
    ) -> None:
        """With `strategies` a puzzle must be solvable by these (all, if none is named), otherwise only be unique.
        Raises CluewrightError if the rulebook does not say which relations a solution needs."""
        if not any(spec.needs for spec in recipe.spec.given.values()):
            raise impossible(recipe, "it has no relations of words, of which a solution needs some")
        self._recipe = recipe
        self._strategies = strategies
        self._deadline = deadline
        dressing = Dressing(recipe, layers, chance, deadline)
        solution = dressing.seeds.solution()
        if solution is None:
            raise impossible(recipe, "no words fit together")
        least = dressing.dressed(solution, needed=True)
        self._layers = clue_data(least)
        self._needed = least.loaded.puzzle.parameters
        self._others = _missing(self._needed, dressing.given())
        chance.shuffle(self._others)
        #: Those that were added, and how many were refused.
        self.added: list[tuple[str, str, str]] = []
        self.refused = 0

    @property
    def loaded(self) -> LoadedPuzzle:
        """The puzzle as it stands."""
        return self._with(self.added)

    def befriend(self, number: int | None = None) -> bool:
        """Add so many false friends, if so many can be: one for three words, if nobody says. Whether there is a puzzle
        at all."""
        if not self._is_solvable([]):
            return False
        words = max(len(table) for table in self._needed.values() if isinstance(table, Mapping))
        wanted = words // _WORDS if number is None else number
        for other in self._others:
            if len(self.added) >= wanted:
                break
            if self._is_solvable([*self.added, other]):
                self.added.append(other)
            else:
                self.refused += 1
        return True

    def _is_solvable(self, added: list[tuple[str, str, str]]) -> bool:
        puzzle: CompiledPuzzle = compile_puzzle(self._with(added))
        if self._strategies is None:
            return not undecided(puzzle, self._deadline)
        strategies = Strategies(puzzle, self._strategies or None)
        return solve_by(strategies, checked=False, premises=False).ending == "solved"

    def _with(self, added: list[tuple[str, str, str]]) -> LoadedPuzzle:
        given: dict[str, Any] = {
            name: {word: list(groups) for word, groups in table.items()} if isinstance(table, Mapping) else table
            for name, table in self._needed.items()
        }
        for name, word, group in added:
            given[name][word].append(group)
        return self._recipe.load(self._layers, parameters=given)


def _missing(needed: Parameters, whole: Parameters) -> list[tuple[str, str, str]]:
    """What stands in the lists of tables, and is not needed: the name of the table, the word and the group."""
    return [
        (name, word, group)
        for name, table in whole.items()
        if isinstance(table, Mapping) and isinstance(needed.get(name), Mapping)
        for word, groups in table.items()
        if isinstance(groups, list)
        for group in groups
        if group not in needed[name][word]
    ]
