"""Random solutions of what a puzzle is made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from random import Random
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Value, Var
from cluewright.compiler.model import Constraint, Model
from cluewright.setting.symmetry import Symmetry
from cluewright.solvers.outcomes import GaveUp
from cluewright.solvers.sat import SatEngine

#: Of the unknowns with more values than this, one of so many gets the value that chance wishes, if it can.
_FEW_VALUES: Final = 2
_DEMANDED: Final = 4
#: Percent of the wishes for yes or no that come true when nobody listens, with some room for chance.
_BY_CHANCE: Final = 53
#: So many pieces are demanded, one after the other, as far as they fit together: on the whole board, and near a place.
_PIECES: Final = 40
_PIECES_NEARBY: Final = 6
#: So often something else is demanded, until it can be.
_DIFFERENCES: Final = 5
#: Whether there is a symmetric solution is seldom hard to tell; a search with so many conflicts is given up.
_PATIENCE: Final = 10_000


class Seeds:
    """One engine that is asked for solutions, each with other wishes. The same chance gives the same solutions. They
    are not judged: what is made from them is."""

    def __init__(
        self,
        puzzle: CompiledPuzzle,
        likes: Mapping[str, int],
        chance: Random,
        deadline: float | None,
        placed: Callable[[], Sequence[Mapping[object, Value]]] = tuple,
    ) -> None:
        """Where clues should be symmetric, what is `placed` on the board must be."""
        self.puzzle = puzzle
        self._placed = placed
        self._likes = likes
        self._chance = chance
        self._deadline = deadline
        self._engine = SatEngine(puzzle.model, deadline=deadline, judged=False)
        #: The same with symmetric solutions alone, as long as there may be one.
        self._even: Seeds | None = None
        self._may_be_even = True
        #: Yes or no for something made of several cells: only few of these are there, so wishes lead nowhere.
        self._pieces = [
            var
            for layer in puzzle.model.unknowns.values()
            for element, var in layer.variables.items()
            if layer.is_bool and isinstance(element, (Group, tuple))
        ]

    def solution(
        self, fixed: Mapping[Var, int] | None = None, like: Mapping[str, int] | None = None
    ) -> dict[Var, int] | None:
        """A random solution in which some unknowns have given values, or one like another (by the names of unknowns);
        None if there is none."""
        wishes = self._wishes()
        for var in wishes if like else ():
            wishes[var] = (like or {}).get(var.name, wishes[var])
        self._engine.prefer(wishes)
        if like:
            return self._engine.solve(list((fixed or {}).items()), self._deadline)
        found = self._with_pieces(list((fixed or {}).items()), _PIECES_NEARBY if fixed else _PIECES)
        return found or (self._engine.solve(list(fixed.items()), self._deadline) if fixed else self._free(wishes))

    def neighbour(self, solution: Mapping[Var, int], fixed: Mapping[Var, int]) -> dict[Var, int] | None:
        """A solution that differs in something chance demands, and in as little else as the engine finds."""
        self._engine.prefer(solution)
        free = [var for var in solution if var not in fixed and len(var.domain) > 1]
        for var in self._chance.sample(free, min(len(free), _DIFFERENCES)):
            value = self._chance.choice([value for value in sorted(var.domain) if value != solution[var]])
            found = self._engine.solve([*fixed.items(), (var, value)], self._deadline)
            if found is not None:
                return found
        return None

    def _with_pieces(self, fixed: list[tuple[Var, int]], tries: int) -> dict[Var, int] | None:
        """A solution that has some pieces which chance demands; None if it demands none that can be."""
        settled = {var for var, _ in fixed}
        free = [var for var in self._pieces if var not in settled]
        demanded = list(fixed)
        found = None
        for var in self._chance.sample(free, min(len(free), tries)):
            other = found if found and found[var] else self._engine.solve([*demanded, (var, 1)], self._deadline)
            if other is not None:
                demanded.append((var, 1))
                found = other
        return found

    def _free(self, wishes: Mapping[Var, int]) -> dict[Var, int] | None:
        """Any solution. Wishes about unknowns with many values hardly lead anywhere new, as each engine mends them in
        its own way, so some of them are demanded: fewer and fewer, until there is a solution."""
        many = [var for var in wishes if len(var.domain) > _FEW_VALUES]
        self._chance.shuffle(many)
        number = len(many) // _DEMANDED
        found = None
        while number and found is None:
            found = self._engine.solve([(var, wishes[var]) for var in many[:number]], self._deadline)
            number //= 2
        found = self._engine.solve((), self._deadline) if found is None else found
        if found is not None and _came_true_by_chance(wishes, found):
            self._engine.prefer(wishes, self._chance)
            return self._engine.solve((), self._deadline)
        return found

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

    def even_solution(self, symmetry: Symmetry, fixed: Mapping[Var, int] | None = None) -> dict[Var, int] | None:
        """A random solution that a symmetry takes to itself, as far as places depend on it; any, if there is none."""
        if self._even is None:
            self._even = self._evened(symmetry)
        try:
            found = self._even.solution(fixed) if self._may_be_even else None
        except GaveUp:
            found, self._may_be_even = None, bool(fixed)
        if found is None and not fixed:
            self._may_be_even = False
        return found or self.solution(fixed)

    def _evened(self, symmetry: Symmetry) -> Seeds:
        model = self.puzzle.model
        pairs: list[tuple[Value, Value]] = []
        for placed in self._placed():
            for first, *others in symmetry.orbits(placed):
                pairs += [(placed[first], placed[other]) for other in others]
        if not pairs or not model.constraints:
            return self
        rule = model.constraints[0].rule
        same = [Constraint(ir.equal(first, other), rule) for first, other in pairs]
        even = copy(self)
        even._engine = SatEngine(
            Model(model.unknowns, [*model.constraints, *same]),
            deadline=self._deadline,
            judged=False,
            patience=_PATIENCE,
        )
        return even


def _came_true_by_chance(wishes: Mapping[Var, int], found: Mapping[Var, int]) -> bool:
    """Whether no more wishes for yes or no came true than without wishing: the engine chose among other things."""
    fulfilled = [found[var] == wish for var, wish in wishes.items() if len(var.domain) == _FEW_VALUES]
    return 100 * sum(fulfilled) <= _BY_CHANCE * len(fulfilled) and len(fulfilled) > 0
