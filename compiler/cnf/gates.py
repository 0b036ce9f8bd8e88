"""Gates: literals for "all of these" and "one of these", shared; and what encodings of single constraints ask for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf.base import FALSE, TRUE, ClauseWriter, Prefix, Sink
from cluewright.compiler.cnf.numbers import Num

#: Which half of "literal exactly when expression" is needed: literal -> expression, expression -> literal.
POSITIVE: Final = 1
NEGATIVE: Final = 2
BOTH: Final = 3
SWAPPED: Final = (0, NEGATIVE, POSITIVE, BOTH)

Key = tuple[object, ...]


class GateWriter(ClauseWriter, ABC):
    """A writer of clauses that knows expressions: those of numbers and of truth values."""

    def __init__(self, sink: Sink) -> None:
        super().__init__(sink)
        self._gates: dict[Key, tuple[int, int]] = {}

    @abstractmethod
    def num(self, value: ir.Value) -> Num:
        """A number (or truth value) in encoded form."""

    @abstractmethod
    def nums(self, values: Sequence[ir.Value]) -> list[Num]:
        """Several numbers in encoded form."""

    @abstractmethod
    def literal(self, value: ir.Value, mask: int = BOTH) -> int:
        """A literal for a truth value, with the needed half (or both) of its definition."""

    @abstractmethod
    def literals(self, values: Sequence[ir.Expr]) -> list[int]:
        """The literals of truth values, with both halves of their definitions."""

    @abstractmethod
    def require(self, expr: ir.Value, positive: bool, prefix: Prefix) -> None:
        """prefix or expr (or its negation, if not positive)."""

    def gate_and(self, literals: Iterable[int], mask: int = BOTH) -> int:
        """A literal for 'all of these'; equal sets of literals share it."""
        inputs = set(literals)
        inputs.discard(TRUE)
        if FALSE in inputs or any(-lit in inputs for lit in inputs):
            return FALSE
        if len(inputs) < 2:
            return inputs.pop() if inputs else TRUE
        operands = sorted(inputs)
        key = ("and", *operands)
        entry = self._gates.get(key)
        gate, done = entry if entry is not None else (self.new(), 0)
        missing = mask & ~done
        if missing & POSITIVE:
            for lit in operands:
                self.add([-gate, lit])
        if missing & NEGATIVE:
            self.add([gate, *[-lit for lit in operands]])
        if missing:
            self._gates[key] = (gate, done | mask)
        return gate

    def gate_or(self, literals: Iterable[int], mask: int = BOTH) -> int:
        """A literal for 'at least one of these'."""
        return -self.gate_and([-lit for lit in literals], SWAPPED[mask])

    def difference(self, first: Num, second: Num) -> int:
        """A literal that implies that two numbers differ."""
        if first.values == second.values:
            pairs = list(zip(first.direct(), second.direct(), strict=True))
        else:
            pairs = [(first.equals(v), second.equals(v)) for v in sorted({*first.values} & {*second.values})]
        if not pairs:
            return TRUE
        a, b = pairs[0]
        if TRUE in (a, b):  # a number that is known
            return -b if a == TRUE else -a
        literal = self.top = self.top + 1
        add, denied = self.add, -literal
        for a, b in pairs:
            add([denied, -a, -b])
        return literal
