"""Integers as literals: direct ones (x == v) and order ones (x <= v), made when first asked for."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from cluewright.compiler.cnf.base import FALSE, TRUE, ClauseWriter, Truths

if TYPE_CHECKING:
    from cluewright.compiler.cnf.tails import Tail

__all__ = ["FALSE", "TRUE", "Num"]

#: So few values are searched, not looked up.
_FEW: Final = 3


class Num:
    """An encoded integer with a sorted tuple of possible values.

    A number with two values is one literal. Longer ones get direct or order literals, or both, tied together. One with
    very many values can be split: then only the first ones have direct literals from the start.
    """

    __slots__ = ("_direct", "_equal", "_head", "_order", "_tail", "_views", "values", "writer")

    def __init__(
        self,
        writer: ClauseWriter,
        values: Sequence[int],
        order: list[int] | None = None,
        direct: list[int] | None = None,
    ) -> None:
        self.writer = writer
        self.values = tuple(values)
        self._order = order
        self._direct = direct
        #: Direct literals by value, for who asks about more than a few.
        self._equal: dict[int, int] | None = None
        self._views: dict[tuple[int, int], Num] | None = None
        #: Of a number that is split: the direct literals of its first values, and all others in binary.
        self._head: list[int] = []
        self._tail: Tail | None = None

    @classmethod
    def of_literal(cls, writer: ClauseWriter, literal: int) -> Num:
        """A truth value as a number 0..1."""
        if literal == TRUE:
            return cls(writer, (1,))
        if literal == FALSE:
            return cls(writer, (0,))
        return cls(writer, (0, 1), [-literal], [-literal, literal])

    @property
    def encoded(self) -> bool:
        """Whether any literal has been made for it."""
        return self._direct is not None or self._order is not None or self._tail is not None

    @property
    def is_split(self) -> bool:
        """Whether its large values are told apart in binary."""
        return self._tail is not None

    def split(self, count: int) -> None:
        """All values but the first ones are told apart in binary; nothing may have been asked of the number before."""
        assert not self.encoded
        from cluewright.compiler.cnf.tails import Tail  # late: few numbers have that many values

        writer = self.writer
        self._head = [writer.new() for _ in range(count)]
        self._tail = Tail(writer, self.values[count:])
        writer.add([*self._head, self._tail.beyond])
        writer.at_most_one([*self._head, self._tail.beyond])

    def equals(self, value: int) -> int:
        """The literal of x == value."""
        literals = self._equal
        if literals is not None:
            return literals.get(value, FALSE)
        values = self.values
        if value not in values:
            return FALSE
        if self._direct is None and self._tail is not None:
            index, head = bisect_left(values, value), len(self._head)
            return self._head[index] if index < head else self._tail.equals(index - head)
        direct = self._direct or self.direct()
        if len(values) <= _FEW:
            return direct[values.index(value)]
        return self.by_value()[value]

    def by_value(self) -> dict[int, int]:
        """The literal of x == value for each value."""
        literals = self._equal
        if literals is None:
            literals = self._equal = dict(zip(self.values, self.direct(), strict=True))
        return literals

    def at_most(self, value: int) -> int:
        """The literal of x <= value."""
        index = bisect_right(self.values, value)
        if index == 0:
            return FALSE
        if index == len(self.values):
            return TRUE
        if self._tail is not None and index == len(self._head):
            return -self._tail.beyond
        return (self._order or self.order())[index - 1]

    def at_least(self, value: int) -> int:
        """The literal of x >= value."""
        return -self.at_most(value - 1)

    def value_in(self, truths: Truths) -> int:
        """What the number is in an answer."""
        values = self.values
        if len(values) == 1:
            return values[0]
        if self._tail is not None:
            for value, literal in zip(values, self._head, strict=False):
                if truths[literal] == literal:
                    return value
            return self._tail.value_in(truths)
        if self._direct is not None:
            if len(values) == 2:
                literal = self._direct[1]
                return values[truths[literal] == literal]
            for value, literal in zip(values, self._direct, strict=True):
                if truths[literal] == literal:
                    return value
        for value, literal in zip(values, self.order(), strict=False):
            if truths[literal] == literal:
                return value
        return values[-1]

    def order(self) -> list[int]:
        """Literals of x <= v for each value but the last."""
        if self._order is None:
            self._order = self._make_order()
        return self._order

    def direct(self) -> list[int]:
        """Literals of x == v for each value."""
        if self._direct is None:
            self._direct = self._make_direct()
        return self._direct

    def _make_order(self) -> list[int]:
        writer, count = self.writer, len(self.values)
        direct = self._direct if self._tail is None else self.direct()
        if count == 1:
            return []
        if direct is None:
            if count == 2:
                literal = writer.new()
                self._direct = [-literal, literal]
                return [-literal]
            order = [writer.new() for _ in range(count - 1)]
            for a, b in itertools.pairwise(order):
                writer.add([-a, b])
            return order
        order = [direct[0], *(writer.new() for _ in range(count - 3)), -direct[-1]][: count - 1]
        self._tie(order, direct)
        return order

    def _make_direct(self) -> list[int]:
        writer, count, order = self.writer, len(self.values), self._order
        if count == 1:
            return [TRUE]
        if self._tail is not None:
            return [*self._head, *(self._tail.equals(position) for position in range(count - len(self._head)))]
        if count == 2:
            order = self.order()
            return [order[0], -order[0]]
        if order is None:
            direct = [writer.new() for _ in range(count)]
            writer.add(direct)
            writer.at_most_one(direct)
            return direct
        direct = [order[0], *(writer.new() for _ in range(count - 2)), -order[-1]]
        self._tie(order, direct)
        return direct

    def _tie(self, order: list[int], direct: list[int]) -> None:
        add = self.writer.add
        for i in range(1, len(self.values) - 1):
            below, here, equal = order[i - 1], order[i], direct[i]
            add([-below, here])
            add([-equal, here])
            add([-equal, -below])
            add([equal, below, -here])

    def forget(self) -> None:
        """Let go of the numbers that borrow its literals."""
        self._views = None

    def view(self, factor: int, offset: int) -> Num:
        """factor * x + offset (factor not 0): the same literals under other values."""
        if factor == 1 and offset == 0:
            return self
        if self._views is None:
            self._views = {}
        found = self._views.get((factor, offset))
        if found is None:
            found = self._views[factor, offset] = View(self, factor, offset)
        return found


class View(Num):
    """A number that borrows the literals of another."""

    __slots__ = ("base", "reverse")

    def __init__(self, base: Num, factor: int, offset: int) -> None:
        values = [factor * v + offset for v in base.values]
        self.base = base
        self.reverse = factor < 0
        super().__init__(base.writer, values[::-1] if self.reverse else values)

    def _make_order(self) -> list[int]:
        order = self.base.order()
        return [-lit for lit in reversed(order)] if self.reverse else order

    def _make_direct(self) -> list[int]:
        direct = self.base.direct()
        return direct[::-1] if self.reverse else direct
