"""Smallest sets that have something in common with each of a growing number of given sets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Generic, TypeVar

from cluewright.compiler import ir
from cluewright.compiler.model import Model, UnknownLayer
from cluewright.solvers.sat import SatEngine

_Item = TypeVar("_Item")


class HittingSets(Generic[_Item]):
    """Items are compared by identity or value, whatever their hash says."""

    def __init__(self, items: Sequence[_Item]) -> None:
        self.items = list(items)
        self._variables = {item: ir.Var(f"item{i}", (0, 1)) for i, item in enumerate(self.items)}
        variables = dict(enumerate(self._variables.values()))
        self._engine = SatEngine(Model({"chosen": UnknownLayer("chosen", "elements", dict(variables))}))
        #: The items that occur in a set; no other one is ever worth choosing.
        self._counted: dict[_Item, int] = {}
        #: A counter that grows with the items and with the size: row i, column j says that more than j of the first i
        #: counted items are chosen.
        self._rows: list[list[int]] = [[]]
        #: No smaller set can do.
        self.size = 0

    def close(self) -> None:
        """Free the engine."""
        self._engine.close()

    def add(self, items: Collection[_Item]) -> None:
        """One of these must be chosen."""
        for item in items:
            if item not in self._counted:
                self._counted[item] = self._engine.literal(self._variables[item], 1)
                self._rows.append([])
        self._engine.add_clause([self._counted[item] for item in items])

    def exclude(self, one: _Item, other: _Item) -> None:
        """These two are never chosen together."""
        self._engine.add_clause([-self._engine.literal(self._variables[item], 1) for item in (one, other)])

    def smallest(self, deadline: float | None, below: int | None = None) -> list[_Item] | None:
        """A smallest set that hits all; None if none is smaller than `below`, or none exists at all."""
        most = len(self.items) if below is None else min(len(self.items), below - 1)
        while self.size <= most:
            answer = self._engine.solve(self._at_most(self.size), deadline)
            if answer is not None:
                return [item for item in self._counted if answer[self._variables[item]]]
            self.size += 1
        return None

    def _at_most(self, number: int) -> list[int]:
        """What to assume so that no more than `number` of the counted items are chosen."""
        engine = self._engine
        for i, literal in enumerate(self._counted.values(), 1):
            row, before = self._rows[i], self._rows[i - 1]
            for j in range(len(row), min(number + 1, i)):
                more = engine.encoder.new()
                if j < len(before):
                    engine.add_clause([-before[j], more])
                engine.add_clause([-literal, more] if j == 0 else [-literal, -before[j - 1], more])
                row.append(more)
        last = self._rows[-1]
        return [-last[number]] if number < len(last) else []
