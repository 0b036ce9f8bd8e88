"""Clues are taken away as long as the solution stays the only one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import spell
from cluewright.models.loading import LoadedPuzzle
from cluewright.setting.reduction import Reduction, orbits, shrink


class Stripping:
    """The way from all clues to as few as possible: after every step a puzzle with one solution. Clues of the layers
    `keep` and at `places` stay."""

    def __init__(
        self,
        puzzle: CompiledPuzzle,
        solution: Mapping[Var, int],
        chance: Random,
        *,
        symmetry: str,
        keep: frozenset[str],
        places: frozenset[str],
        deadline: float | None,
    ) -> None:
        self._puzzle = puzzle
        with Reduction(puzzle, solution, deadline) as reduction:
            changed: dict[Any, Any] = {}
            #: What is changed after each step; the first is nothing.
            self._steps: list[dict[Any, Any]] = [{}]
            # Clues that only give part of the solution away go first: others are what a genre is about.
            for fixing in (True, False):
                free = [clue for clue in reduction.clues if clue.fixes is fixing and clue.layer not in keep]
                free = [clue for clue in free if spell(clue.element) not in places]
                groups = orbits(puzzle, free, symmetry)
                chance.shuffle(groups)
                for group in groups:
                    still = any(clue not in changed for clue in group)
                    if still and shrink(reduction, group, groups, changed, symmetry != "none"):
                        self._steps.append(dict(changed))
            self._without: Callable[[dict[Any, Any]], LoadedPuzzle] = reduction.without

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, step: int) -> LoadedPuzzle:
        """The puzzle after so many steps."""
        return self._without(self._steps[step])
