"""The number of the only place that has some value, counted from 0: in an address or as a line of a board."""

from __future__ import annotations

from dataclasses import dataclass

from cluewright.exchange.pzpr.places import places
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Target
from cluewright.exchange.pzpr.word_steps import Lines


@dataclass
class _Numbered:
    over: str
    target: Target
    value: object = True

    def put(self, digits: str, sheet: Sheet) -> None:
        """Keep the place of this number."""
        listed = places(self.over, sheet.rows, sheet.columns)
        if not digits.isascii() or not digits.isdigit() or len(digits) > 6 or int(digits) >= len(listed):
            raise DecodeError(f"'{digits}' is not the number of one of the {self.over}")
        self.target.values(sheet)[listed[int(digits)]] = self.value

    def number(self, sheet: Sheet) -> str:
        """The number of the place."""
        found = [place for place, value in self.target.values(sheet).items() if value == self.value]
        listed = places(self.over, sheet.rows, sheet.columns)
        if len(found) != 1 or found[0] not in listed:
            raise EncodeError(f"it needs exactly one '{self.target.name}'")
        return str(listed.index(found[0]))


class IndexText(_Numbered):
    """The number in an address."""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """All digits up to a slash."""
        end = text.find("/", at)
        end = len(text) if end < 0 else end
        self.put(text[at:end], sheet)
        return end

    def encode(self, sheet: Sheet) -> str:
        """The number."""
        return self.number(sheet)


class IndexLine(_Numbered):
    """A line of a board with the number."""

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """The whole line."""
        if not lines.ended:
            self.put(lines.next().strip(), sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """The whole line."""
        return [self.number(sheet)]
