"""Clues that say something about several unknowns are built from a solution; where they do not suffice, values are
shown, one after the other, until they do; then clues are stripped, from all sides alike.

That is how the flats of Cocx (2004) are made: build, Filled Fields and SideStrip.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import zip_longest
from random import Random
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle, compile_changed
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.making.places import middle
from cluewright.making.recipe import Recipe, impossible
from cluewright.making.stripping import clue_groups
from cluewright.making.wishes import clue_count
from cluewright.models.edits import REMOVED
from cluewright.models.loading import LoadedPuzzle
from cluewright.reasoning.facts import fact
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import given_board, solve_by
from cluewright.setting.candidates import candidates
from cluewright.setting.clue import Clue, changes
from cluewright.setting.reduction import Reduction

#: So often it is tried whether a puzzle with fewer clues can be solved; the first descent is nearly always the deepest.
_TESTS: Final = 60


class Filling:
    """A solution that is told by its clues, and by values where these do not suffice."""

    def __init__(
        self,
        recipe: Recipe,
        full: CompiledPuzzle,
        solution: Mapping[Var, int],
        chance: Random,
        *,
        strategies: tuple[str, ...] | None,
        deadline: float | None,
        symmetry: str = "none",
    ) -> None:
        """With `strategies` a puzzle must be solvable by these (all, if none is named), otherwise only be unique. What
        the symmetry takes to each other is shown and stripped together. Raises CluewrightError if there are no clues
        but values."""
        self._full = full
        self._solution = {var.name: value for var, value in solution.items()}
        self._chance = chance
        self._strategies = strategies
        self._deadline = deadline
        self._reduction = Reduction(full, solution, deadline)
        clues = self._reduction.clues
        self._hidden = [clue for clue in clues if clue.fixes]
        keep = frozenset(recipe.spec.keep)
        about_several = [clue for clue in clues if not clue.fixes]
        self._told = [clue for clue in about_several if clue.layer not in keep]
        if not about_several:
            raise impossible(recipe, "it has no clues about several unknowns that could be stripped")
        if not self._told:
            raise impossible(recipe, "all its clues about several unknowns have to stay, so that none can be stripped")
        self._orbits = clue_groups(full, self._told, symmetry)
        self._together = {clue: group for group in clue_groups(full, self._hidden, symmetry) for clue in group}
        self._stripped: tuple[Clue, ...] = ()
        self._tests = 0

    def __enter__(self) -> Filling:
        return self

    def __exit__(self, *_: object) -> None:
        self._reduction.__exit__()

    @property
    def is_solvable(self) -> bool:
        """Whether the puzzle as it stands has one solution, or the strategies find it."""
        return self._is_solvable(self._stripped)

    def _is_solvable(self, stripped: tuple[Clue, ...]) -> bool:
        gone = self._gone(stripped)
        if self._strategies is None:
            return self._reduction.is_unique(gone, stripped)
        puzzle = compile_changed(self._full, changes(gone))
        strategies = Strategies(puzzle, self._strategies or None)
        return solve_by(strategies, checked=False, premises=False).ending == "solved"

    def _gone(self, stripped: tuple[Clue, ...]) -> dict[Clue, object]:
        return dict.fromkeys([*self._hidden, *stripped], REMOVED)

    @property
    def loaded(self) -> LoadedPuzzle:
        """The puzzle as it stands."""
        return self._reduction.without(self._gone(self._stripped))

    # ------------------------------------------------------------ Filled Fields

    def fill(self) -> int:
        """Show values until the puzzle can be solved: each time one of those about which least is known. Returns how
        many."""
        number = len(self._hidden)
        if self._strategies is None:
            while self._hidden and not self.is_solvable:
                self._show(candidates(self._puzzle().model, judged=False).possible)
        else:
            while self._hidden and not self._fill_by_strategies():
                pass
        return number - len(self._hidden)

    def _fill_by_strategies(self) -> bool:
        """Go on from what is known when a value is shown; whether the strategies find the solution from the start."""
        puzzle = self._puzzle()
        strategies = Strategies(puzzle, self._strategies or None)
        variables = {var.name: var for var in puzzle.model.variables}
        known, shown = given_board(puzzle), False
        while True:
            path = solve_by(strategies, known, checked=False, premises=False)
            assert path.known is not None
            if path.ending == "solved":
                return not shown or self.is_solvable  # what was known before may have helped
            if not self._hidden:
                return False
            known, shown = path.known, True
            for name in self._show(known.candidates):
                known.note(fact(variables[name], self._solution[name]))

    def _puzzle(self) -> CompiledPuzzle:
        """The puzzle as it stands, ready to be solved."""
        return compile_changed(self._full, changes(self._gone(self._stripped)))

    def _show(self, possible: Mapping[Var, Collection[int]]) -> list[str]:
        """Show a value about which least is known, with those that the symmetry takes it to. Returns the names of their
        unknowns."""
        left = {var.name: len(values) for var, values in possible.items()}
        layers = self._full.model.unknowns
        names = {clue: layers[clue.layer].variables[clue.element].name for clue in self._hidden}
        most = max(left[name] for name in names.values())
        chosen = self._chance.choice([clue for clue, name in names.items() if left[name] == most])
        orbit = self._together[chosen]
        self._hidden = [clue for clue in self._hidden if clue not in orbit]
        return [names[clue] for clue in orbit]

    # ------------------------------------------------------------ SideStrip

    def strip(self, most: int | None = None, *, balanced: bool = True) -> int:
        """Take away at most so many clues (half of them, if nobody says), as deep as is found. Returns how many. The
        order is side by side, or from all sides alike."""
        sides: dict[str, list[list[Clue]]] = {}
        for group in self._orbits:
            sides.setdefault(self._side(group[0].element), []).append(group)
        for side in sides.values() if balanced else ():
            self._chance.shuffle(side)
        turns = zip_longest(*sides.values()) if balanced else sides.values()
        order = [group for turn in turns for group in turn if group is not None]
        self._tests = _TESTS
        self._search(order, 0, (), len(self._told) // 2 if most is None else most)
        return len(self._stripped)

    @property
    def sides(self) -> Counter[str]:
        """How many clues are left on each side."""
        return Counter(self._side(clue.element) for clue in self._told if clue not in self._stripped)

    @property
    def left(self) -> int:
        """How many clues are left."""
        gone = len(self._hidden) + len(self._stripped)
        return clue_count(self._full) - gone

    def _search(self, order: list[list[Clue]], start: int, stripped: tuple[Clue, ...], most: int) -> None:
        for i in range(start, len(order)):
            if self._tests <= 0 or len(self._stripped) >= most:
                return
            self._tests -= 1
            fewer = (*stripped, *order[i])
            if len(fewer) <= most and self._is_solvable(fewer):
                self._stripped = max(self._stripped, fewer, key=len)
                self._search(order, i + 1, fewer, most)

    def _side(self, element: object) -> str:
        """On which side of the board something is; places outside have it in their names."""
        at = middle(element)
        if at is None or self._full.board is None:
            return re.sub(r"\d+$", "", spell(element))
        x, y = middle(tuple(self._full.board.cells)) or at
        right, down = at[0] - x, at[1] - y
        across = "right" if right > 0 else "left"
        return across if abs(right) > abs(down) else "bottom" if down > 0 else "top"
