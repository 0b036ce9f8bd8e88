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
        variables = {i: ir.Var(f"item{i}", (0, 1)) for i in range(len(self.items))}
        self._index = {item: i for i, item in enumerate(self.items)}
        self._engine = SatEngine(Model({"chosen": UnknownLayer("chosen", "elements", dict(variables))}))
        self._literals = {i: self._engine.literal(var, 1) for i, var in variables.items()}
        self._variables = variables
        total = ir.add_all(list(variables.values()))
        self._total = self._engine.encoder.num(total)
        #: No smaller set can do.
        self.size = 0

    def close(self) -> None:
        """Free the engine."""
        self._engine.close()

    def add(self, items: Collection[_Item]) -> None:
        """One of these must be chosen."""
        self._engine.add_clause([self._literals[self._index[item]] for item in items])

    def smallest(self, deadline: float | None, below: int | None = None) -> list[_Item] | None:
        """A smallest set that hits all; None if none is smaller than `below`, or none exists at all."""
        most = len(self.items) if below is None else min(len(self.items), below - 1)
        while self.size <= most:
            answer = self._engine.solve([self._total.at_most(self.size)], deadline)
            if answer is not None:
                return [item for i, item in enumerate(self.items) if answer[self._variables[i]]]
            self.size += 1
        return None
