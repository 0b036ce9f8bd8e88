"""Sums of different numbers, by the sets of values that they can have: 3 in two cells is 1 and 2 in any order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf.base import Prefix
from cluewright.compiler.cnf.gates import GateWriter
from cluewright.compiler.cnf.numbers import Num
from cluewright.compiler.cnf.structures import require_one_row

#: Of more numbers than this, or more values or sets of them, sums are written in another way.
_MOST_VALUES: Final = 16
_MOST_SETS: Final = 60


class DifferentLists:
    """Lists whose numbers always differ."""

    def __init__(self, lists: Iterable[ir.AllDifferent] = ()) -> None:
        self._around: dict[ir.Var, set[int]] = {}
        for number, node in enumerate(lists):
            if not node.excepted:
                for arg in node.args:
                    if isinstance(arg, ir.Var):
                        self._around.setdefault(arg, set()).add(number)

    def contain(self, numbers: list[ir.Var]) -> bool:
        """Whether one of the lists contains all of these."""
        shared = self._around.get(numbers[0], set())
        for number in numbers[1:]:
            shared = shared & self._around.get(number, set())
        return bool(shared)


def require_distinct_sum(encoder: GateWriter, numbers: list[Num], total: int, prefix: Prefix) -> bool:
    """prefix or the sum of these, which always differ, is the total; False if that would take too many sets."""
    values = sorted({value for number in numbers for value in number.values})
    if len(values) > _MOST_VALUES:
        return False
    known = {number.values[0] for number in numbers if len(number.values) == 1}
    sets = _sets(values, len(numbers), total)
    if len(sets) > _MOST_SETS:
        return False
    sets = [chosen for chosen in sets if known.issubset(chosen)]
    if not sets:
        encoder.contradiction(prefix)
        return True
    used = [encoder.gate_or([number.equals(value) for number in numbers]) for value in values]
    rows: list[tuple[int | None, ...]] = [tuple(int(value in chosen) for value in values) for chosen in sets]
    require_one_row(encoder, [Num.of_literal(encoder, literal) for literal in used], rows, prefix)
    return True


def _sets(values: list[int], count: int, total: int) -> list[tuple[int, ...]]:
    """So many of the values that have this sum, in every way there is, up to one more than is of use."""
    found: list[tuple[int, ...]] = []

    def extend(start: int, chosen: tuple[int, ...], left: int) -> None:
        missing = count - len(chosen)
        if missing == 0:
            if left == 0:
                found.append(chosen)
            return
        for place in range(start, len(values) - missing + 1):
            if len(found) > _MOST_SETS or sum(values[place : place + missing]) > left:
                return
            if values[place] + sum(values[len(values) - missing + 1 :]) >= left:
                extend(place + 1, (*chosen, values[place]), left - values[place])

    extend(0, (), total)
    return found
