"""Clues are taken away as long as the solution stays the only one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.making.wishes import clue_count
from cluewright.models.edits import REMOVED, ClueKey
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle
from cluewright.setting.clue import Clue, changes, compile_edited
from cluewright.setting.reduction import Reduction, shrink
from cluewright.setting.symmetry import Symmetry

#: So many groups of clues come back at once, so that others can go, and so often without leaving fewer.
_COMING_BACK: Final = (1, 2, 3)
_MOST_EXCHANGES: Final = 30


class Stripping:
    """The way from all clues to as few as possible: after every step a puzzle with one solution. Clues of the layers
    `keep` and at `places` stay as they are, those of the layers `stay` may only say less. If more than `most` are left,
    some come back and others go, as long as that seems to lead on. What was `gone` from a puzzle much like it goes
    first, in the same order, so that what is left is much alike too; many of these at one step, if the steps are not
    wanted one by one."""

    def __init__(
        self,
        puzzle: CompiledPuzzle,
        solution: Mapping[Var, int],
        chance: Random,
        *,
        symmetry: str,
        keep: frozenset[str],
        stay: frozenset[str],
        places: frozenset[str],
        deadline: float | None,
        most: int | None = None,
        gone: Mapping[ClueKey, object] | None = None,
        one_by_one: bool = True,
    ) -> None:
        self._puzzle = puzzle
        self._solution = solution
        self._chance = chance
        self._deadline = deadline
        gone = gone or {}
        with Reduction(puzzle, solution, deadline) as reduction:
            changed: dict[Any, Any] = {}
            #: What is changed after each step; the first is nothing.
            self._steps: list[dict[Any, Any]] = [{}]
            # Clues that only give part of the solution away go first: others are what a genre is about.
            all_groups: list[list[Clue]] = []
            order = {key: number for number, key in enumerate(gone)}
            for fixing in (True, False):
                free = [clue for clue in reduction.clues if clue.fixes is fixing and clue.layer not in keep]
                free = [clue for clue in free if spell(clue.element) not in places]
                groups = clue_groups(puzzle, free, symmetry)
                chance.shuffle(groups)
                groups.sort(key=lambda group: min(order.get(clue.key, len(order)) for clue in group))
                all_groups += groups
                if not one_by_one:
                    self._go_together(
                        reduction, [{c: gone[c.key] for c in g if c.key in gone} for g in groups], changed
                    )
                for part in (part for group in groups for part in _parts(group)):
                    still = any(clue not in changed for clue in part)
                    try:
                        goes = still and shrink(reduction, part, groups, changed, symmetry != "none", stay)
                    except CluewrightError:  # without these it is too large to be asked: they stay
                        goes = False
                    if goes:
                        self._steps.append(dict(changed))
            if most is not None and not stay and all(map(reduction.variants.is_assumed, reduction.clues)):
                self._exchange(reduction, all_groups, most)
            if most is not None:  # any number may be wished
                self._steps = list(_one_by_one(self._steps, all_groups))
            self._without: Callable[[dict[Any, Any]], LoadedPuzzle] = reduction.without

    def _go_together(self, reduction: Reduction, wanted: Sequence[dict[Clue, object]], changed: dict[Any, Any]) -> None:
        """All of it is changed at once, if the solution stays the only one; else one half and then the other, as far
        as that goes. (What is left over is asked about one by one.)"""
        wanted = [each for each in wanted if each]
        step = {clue: value for each in wanted for clue, value in each.items()}
        if step and self._goes(reduction, step, changed):
            changed |= step
            self._steps.append(dict(changed))
        elif len(wanted) > 1:
            half = len(wanted) // 2
            self._go_together(reduction, wanted[:half], changed)
            self._go_together(reduction, wanted[half:], changed)

    def _goes(self, reduction: Reduction, step: Mapping[Clue, object], changed: Mapping[Any, Any]) -> bool:
        try:
            return reduction.is_unique({**changed, **step}, step) and all(
                reduction.may_stand(*change) for change in step.items()
            )
        except CluewrightError:  # too large to be asked
            return False

    def _exchange(self, reduction: Reduction, groups: list[list[Clue]], most: int) -> None:
        """Some clues come back, so that others can go: what leaves no more than before is kept."""
        tries = 0
        while self.fewest > most and tries < _MOST_EXCHANGES:
            tries += 1
            gone = [group for group in groups if group[0] in self._steps[-1]]
            left = [group for group in groups if group[0] not in self._steps[-1]]
            self._chance.shuffle(gone)
            self._chance.shuffle(left)
            number = self._chance.choice(_COMING_BACK)
            changed: dict[Any, Any] = {clue: REMOVED for group in gone[number:] for clue in group}
            for group in [*left, *gone[:number]]:
                if group[0] not in changed:
                    shrink(reduction, group, groups, changed, True)
            if len(changed) >= len(self._steps[-1]):
                tries = tries if len(changed) == len(self._steps[-1]) else 0
                self._steps = list(_growing([group for group in groups if group[0] in changed]))

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def fewest(self) -> int:
        """At least so many clues are left at the end."""
        return clue_count(self._puzzle) - len(self._steps[-1])

    @property
    def gone(self) -> dict[ClueKey, object]:
        """What becomes of the clues that go or say less, in their order."""
        return {clue.key: value for clue, value in self._steps[-1].items()}

    def __getitem__(self, step: int) -> LoadedPuzzle:
        """The puzzle after so many steps."""
        return self._without(self._steps[step])

    def grounded(self, step: int) -> tuple[CompiledPuzzle, dict[Var, int]] | None:
        """The same puzzle, made from the one with all clues, and its solution: good enough to see how hard it is."""
        puzzle = compile_edited(self._puzzle, changes(self._steps[step]), self._deadline)
        values = {var.name: value for var, value in self._solution.items()}
        if puzzle is None or any(var.name not in values for var in puzzle.model.variables):
            return None
        return puzzle, {var: values[var.name] for var in puzzle.model.variables}


def _growing(groups: list[list[Clue]]) -> Iterator[dict[Any, Any]]:
    """Nothing is taken away, then one group after the other."""
    changed: dict[Any, Any] = {}
    yield {}
    for group in groups:
        changed = {**changed, **dict.fromkeys(group, REMOVED)}
        yield changed


def _one_by_one(steps: list[dict[Any, Any]], groups: list[list[Clue]]) -> Iterator[dict[Any, Any]]:
    """The same steps, and between them those at which fewer groups have gone: more clues leave one solution, too."""
    yield steps[0]
    for before, after in pairwise(steps):
        new = [group for group in groups if any(clue in after and clue not in before for clue in group)]
        step = before
        for group in new[:-1] if all(value is REMOVED for value in after.values()) else ():
            step = {**step, **{clue: REMOVED for clue in group if clue in after}}
            yield step
        yield after


def clue_groups(puzzle: CompiledPuzzle, clues: list[Clue], symmetry: str) -> list[list[Clue]]:
    """Clues at one place go together, and with those that the symmetry takes them to."""
    by_element: dict[Any, list[Clue]] = {}
    for clue in clues:
        by_element.setdefault(clue.element, []).append(clue)
    if puzzle.board is None:
        return list(by_element.values())
    orbits = Symmetry(puzzle.board, symmetry).orbits(by_element)
    return [[clue for element in orbit for clue in by_element[element]] for orbit in orbits]


def _parts(group: list[Clue]) -> Iterator[list[Clue]]:
    """All of a group, else the clues without those of the first layers: a number goes and leaves its circle, but no
    circle goes and leaves its number, and no place loses all its clues where its images keep some."""
    layers = list(dict.fromkeys(clue.layer for clue in group))
    places = {clue.element for clue in group}
    for number in range(len(layers)):
        if not number or {clue.element for clue in group if clue.layer in layers[:number]} == places:
            yield [clue for clue in group if clue.layer in layers[number:]]
