"""The many large values of a number in binary: one literal says that it is one of them, digits say which."""

from __future__ import annotations

from collections.abc import Sequence

from cluewright.compiler.cnf.base import ClauseWriter, Truths


class Tail:
    """Values told apart by the binary digits of their position; the literal of one is made when asked for."""

    __slots__ = ("_known", "beyond", "digits", "values", "writer")

    def __init__(self, writer: ClauseWriter, values: Sequence[int]) -> None:
        self.writer = writer
        self.values = tuple(values)
        #: The number is one of these values.
        self.beyond = writer.new()
        last = len(values) - 1
        #: The lowest digit first; all are 0 where the number is none of these values.
        self.digits = [writer.new() for _ in range(last.bit_length())]
        self._known: dict[int, int] = {}
        for digit in self.digits:
            writer.add([self.beyond, -digit])
        for place, digit in enumerate(self.digits):
            if not last >> place & 1:  # no position is greater than the last one
                writer.add([-digit, *(-self.digits[i] for i in range(place + 1, len(self.digits)) if last >> i & 1)])

    def equals(self, position: int) -> int:
        """The literal of the value at this position."""
        literal = self._known.get(position)
        if literal is None:
            literal = self._known[position] = self.writer.new()
            pattern = [digit if position >> place & 1 else -digit for place, digit in enumerate(self.digits)]
            for part in (self.beyond, *pattern):
                self.writer.add([-literal, part])
            self.writer.add([literal, -self.beyond, *(-part for part in pattern)])
        return literal

    def value_in(self, truths: Truths) -> int:
        """Which of these values it is in an answer."""
        return self.values[sum(1 << place for place, digit in enumerate(self.digits) if truths[digit] == digit)]
