"""Straight lines from corner to corner on a board, each with the places of its two ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cluewright.exchange.pzpr.sheet import DecodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target, is_nothing
from cluewright.exchange.pzpr.word_steps import Lines

_PAIR: Final = re.compile(r"\(p(\d+)q(\d+), p(\d+)q(\d+)\)")
_LINE: Final = re.compile(r"(\d{1,4}) (\d{1,4}) (\d{1,4}) (\d{1,4})")


@dataclass
class Segments:
    """How many there are, and then a line for each: twice the column and the row of one end, and of the other."""

    target: Target

    @property
    def entries(self) -> list[Entry]:
        """The layer that is written, for those who ask what a step is about."""
        return [Entry((self.target,), None)]

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """The end that comes first on the board is named first."""
        if lines.ended:
            return
        count = lines.next().strip()
        if not (count.isascii() and count.isdigit() and len(count) < 7):
            raise DecodeError(f"'{count[:20]}' is no number of lines")
        for _ in range(int(count)):
            found = None if lines.ended else _LINE.fullmatch(lines.next().strip())
            if found is None:
                raise DecodeError("a line from corner to corner is missing")
            x, y, u, v = (int(number) // 2 + 1 for number in found.groups())
            (first, second) = sorted([(y, x), (v, u)])
            self.target.values(sheet)[f"(p{first[0]}q{first[1]}, p{second[0]}q{second[1]})"] = True

    def encode(self, sheet: Sheet) -> list[str]:
        """The left end first, as pzpr.js has it, or the upper one."""
        found = [_PAIR.fullmatch(place) for place, value in self.target.values(sheet).items() if not is_nothing(value)]
        ends = [[2 * (int(number) - 1) for number in pair.groups()] for pair in found if pair is not None]
        listed = [sorted([(x, y), (u, v)]) for y, x, v, u in ends]
        return [str(len(listed)), *(" ".join(str(n) for end in pair for n in end) for pair in listed)]
