"""Lists of numbers beside rows and columns, in as many places outside the board as the longest of them may need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cluewright.exchange.pzpr.forms import FirstOf, Table
from cluewright.exchange.pzpr.places import cell
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target, read_place, write_place
from cluewright.exchange.pzpr.url_forms import Hex
from cluewright.exchange.pzpr.url_steps import Stream
from cluewright.exchange.pzpr.word_forms import Number
from cluewright.exchange.pzpr.word_steps import Lines, read_word, written

_NUMBER = Target("clues", "number")

#: A number that is not told, on a board.
_UNTOLD_WORDS: Mapping[object, object] = {"-2": "?"}


def _depths(sheet: Sheet) -> tuple[int, int]:
    """How many places there are above each column and to the left of each row."""
    return (sheet.rows + 1) // 2, (sheet.columns + 1) // 2


def _lines(sheet: Sheet) -> list[tuple[str, int]]:
    """Columns and rows, each with its number of places."""
    above, left = _depths(sheet)
    return [(f"column{c}", above) for c in range(1, sheet.columns + 1)] + [
        (f"row{r}", left) for r in range(1, sheet.rows + 1)
    ]


@dataclass
class _Lists:
    target: Target
    #: What a line without numbers has.
    nothing: object
    #: Signs that stand for something else than a number.
    signs: Mapping[object, object]

    def spread(self, sheet: Sheet) -> Sheet:
        """A sheet with each number at a place of its own; those nearest to the board come first."""
        made = Sheet(sheet.rows, sheet.columns, {"number": {}})
        for line, depth in _lines(sheet):
            listed = self.target.values(sheet).get(line)
            if listed is None and self.nothing is not None:
                raise EncodeError(f"{line} has no '{self.target.name}', which means something else there")
            if listed == [] and self.nothing is None:
                raise EncodeError(f"an empty '{self.target.name}' at {line} cannot be written, only none")
            numbers = [] if listed is None or listed == self.nothing else list(listed)
            if len(numbers) > depth:
                raise EncodeError(f"{self.target.name} at {line} is too long")
            made.clues["number"].update({f"{line}:{i}": n for i, n in enumerate(reversed(numbers))})
        return made

    def gather(self, spread: Sheet, sheet: Sheet) -> None:
        """The lists again."""
        found = spread.clues.get("number", {})
        for line, depth in _lines(sheet):
            numbers = [found[place] for i in reversed(range(depth)) if (place := f"{line}:{i}") in found]
            if numbers or self.nothing is not None:
                self.target.values(sheet)[line] = numbers or self.nothing


class _Spread(Stream):
    """Numbers at the places outside."""

    def _places(self, sheet: Sheet) -> Sequence[str]:
        return [f"{line}:{i}" for line, depth in _lines(sheet) for i in range(depth)]


@dataclass
class ListText(_Lists):
    """The lists in an address: columns first."""

    @property
    def _stream(self) -> _Spread:
        form = FirstOf([Table(self.signs), Hex()]) if self.signs else Hex()
        return _Spread("places outside", [Entry((_NUMBER,), form)], "g")

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """As numbers with gaps."""
        spread = Sheet(sheet.rows, sheet.columns)
        at = self._stream.decode(text, at, spread)
        self.gather(spread, sheet)
        return at

    def encode(self, sheet: Sheet) -> str:
        """As numbers with gaps."""
        return self._stream.encode(self.spread(sheet))


@dataclass
class ListLines(_Lists):
    """The lists on a board, around its cells."""

    cells: Sequence[Entry]
    empty: str
    ignore: Sequence[str]
    #: Clues in cells, which tell the answer there.
    told: Sequence[Entry] = ()

    @property
    def _form(self) -> FirstOf:
        return FirstOf([Table({**_UNTOLD_WORDS, **self.signs}), Number()])

    def _rows(self, sheet: Sheet) -> list[list[str]]:
        above, left = _depths(sheet)
        columns = range(1, sheet.columns + 1)
        top = [[""] * left + [f"column{c}:{i}" for c in columns] for i in reversed(range(above))]
        rows = range(1, sheet.rows + 1)
        return top + [[f"row{r}:{i}" for i in reversed(range(left))] + [cell(r, c) for c in columns] for r in rows]

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Row by row; a number that a solver has crossed out has a letter in front."""
        spread, form = Sheet(sheet.rows, sheet.columns), self._form
        for row in self._rows(sheet):
            for place, word in zip(row, lines.words(len(row)) or ["."] * len(row), strict=True):
                if ":" not in place and place:
                    if read_place(self.told, sheet, place, word):
                        continue
                    read_word(self.cells, self.empty, self.ignore, word, place, sheet)
                elif word != ".":
                    values = form.read_word(word.removeprefix("c"))
                    if values is None or not place:
                        raise DecodeError(f"'{word}' cannot stand outside the board")
                    spread.layer("clues", "number")[place] = values[0]
        for entry in self.told:
            self.cells[0].targets[0].values(sheet).update(entry.targets[0].values(sheet))
        self.gather(spread, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """Row by row."""
        spread = self.spread(sheet)
        entry = Entry((_NUMBER,), self._form)

        def word(place: str) -> str:
            if place and ":" not in place:
                return write_place(self.told, sheet, place) or write_place(self.cells, sheet, place, self.empty)
            return write_place([entry], spread, place, ".")

        return written(self._rows(sheet), word)
