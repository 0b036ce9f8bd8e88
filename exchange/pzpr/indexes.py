"""The only place that has some value, by its number or by column and row: in an address or as a line of a board."""

from __future__ import annotations

from dataclasses import dataclass

from cluewright.exchange.pzpr.forms import from_base, to_base
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


@dataclass
class _Points:
    """Cells that are named by column and row, one for each layer."""

    targets: list[Target]

    def put(self, target: Target, column: int, row: int, sheet: Sheet) -> None:
        """Mark a cell."""
        if not (1 <= column <= sheet.columns and 1 <= row <= sheet.rows):
            raise DecodeError(f"there is no cell for '{target.name}' in column {column} and row {row}")
        target.values(sheet)[f"r{row}c{column}"] = True

    def numbers(self, sheet: Sheet) -> list[int]:
        """Column and row of each of the cells."""
        found: list[int] = []
        for target in self.targets:
            marked = [place for place, value in target.values(sheet).items() if value is True]
            if len(marked) != 1:
                raise EncodeError(f"it needs exactly one '{target.name}'")
            row, column = marked[0][1:].split("c")
            found += [int(column), int(row)]
        return found


class PointsText(_Points):
    """The cells in an address: a sign for the column and one for the row."""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Two signs for each."""
        for target in self.targets:
            if at + 2 > len(text):
                raise DecodeError(f"it ends too early: '{target.name}' is missing")
            self.put(target, from_base(text[at], 36), from_base(text[at + 1], 36), sheet)
            at += 2
        return at

    def encode(self, sheet: Sheet) -> str:
        """Two signs for each."""
        return "".join(to_base(number, 36) for number in self.numbers(sheet))


class PointsLine(_Points):
    """A line of a board with the cells, where columns and rows have the numbers 1, 3, 5, ..."""

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Two numbers for each."""
        words = [] if lines.ended else lines.next().split()
        if len(words) != 2 * len(self.targets) or not all(w.isascii() and w.isdigit() and len(w) < 4 for w in words):
            raise DecodeError(f"expected {2 * len(self.targets)} numbers, a column and a row for each cell")
        numbers = [(int(word) + 1) // 2 for word in words]
        for target, column, row in zip(self.targets, numbers[::2], numbers[1::2], strict=True):
            self.put(target, column, row, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """Two numbers for each."""
        return [" ".join(str(2 * number - 1) for number in self.numbers(sheet))]
