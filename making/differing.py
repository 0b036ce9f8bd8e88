"""What is left for an open unknown where rules say that values differ: candidates, the published ease, and singles.

Values are bits of a number, so that a generator can ask thousands of times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from cluewright.compiler.elements import Element
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import AllDifferent, Var
from cluewright.reasoning.ease import ease

#: The weight that was published for the levels.
_WEIGHT: Final = "exponential"


class Differing:
    """Unknowns, and the groups of them in which all values differ."""

    def __init__(self, puzzle: CompiledPuzzle, unknowns: Iterable[Var]) -> None:
        self.unknowns = list(unknowns)
        own = set(self.unknowns)
        #: The groups by their kind: rows, columns, boxes.
        self.kinds: dict[str, list[list[Var]]] = {}
        for constraint in puzzle.model.constraints:
            expr = constraint.expr
            if isinstance(expr, AllDifferent) and not expr.excepted:
                about = next((value for value in constraint.values if isinstance(value, Element)), None)
                kind = "" if about is None else about.kind
                self.kinds.setdefault(kind, []).append([x for x in expr.args if isinstance(x, Var) and x in own])
        self.groups = [group for groups in self.kinds.values() for group in groups]
        self._peers: dict[Var, set[Var]] = {var: set() for var in self.unknowns}
        for group in self.groups:
            for var in group:
                self._peers[var].update(other for other in group if other is not var)
        self._most = max((len(var.domain) for var in self.unknowns), default=0)
        self._all = {var: sum(1 << value for value in var.domain) for var in self.unknowns}

    def candidates(self, given: Mapping[Var, int], var: Var) -> int:
        """What differs from everything that is given beside an unknown, as bits."""
        left = self._all[var]
        for other in self._peers[var]:
            if other in given:
                left &= ~(1 << given[other])
        return left

    def ease(self, given: Mapping[Var, int]) -> float:
        """WNEF: 1 if every open unknown has one candidate, and less the more there are."""
        counted = Counter(self.candidates(given, var).bit_count() for var in self.unknowns if var not in given)
        counted.pop(0, None)
        return ease(counted, self._most)[_WEIGHT] if counted else 1.0

    def is_solved_by_singles(self, given: Mapping[Var, int]) -> bool:
        """Whether only one value left for an unknown, and only one place left for a value in a group that has all of
        them, lead to the end."""
        known = dict(given)
        left = {var: self.candidates(known, var) for var in self.unknowns if var not in known}
        found = [var for var, values in left.items() if values.bit_count() == 1]
        while left:
            if not found:
                found = self._only_places(left)
                if not found:
                    return False
            for var in found:
                self._note(left, var)
            if not all(left.values()):
                return False
            found = [var for var, values in left.items() if values.bit_count() == 1]
        return True

    def _note(self, left: dict[Var, int], var: Var) -> None:
        value = left.pop(var, 0)
        for other in self._peers[var]:
            if other in left:
                left[other] &= ~value

    def _only_places(self, left: dict[Var, int]) -> list[Var]:
        """The unknowns that alone can have a value, with all else crossed out for them."""
        for group in self.groups:
            if len(group) < self._most:
                continue
            once = several = 0
            for var in group:
                values = left.get(var, 0)
                several |= once & values
                once |= values
            hidden = once & ~several
            found = [var for var in group if left.get(var, 0) & hidden]
            for var in found:
                left[var] &= hidden
            if found:
                return [var for var in found if left[var].bit_count() == 1]
        return []
