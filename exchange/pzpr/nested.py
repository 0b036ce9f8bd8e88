"""Borders of several thicknesses: each kind of region lies within those of the kind before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cluewright.exchange.pzpr.forms import from_base, to_base
from cluewright.exchange.pzpr.places import cell, cell_at, place_set, places, side_rows
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Target, get_walls, put_walls
from cluewright.exchange.pzpr.word_steps import Lines, written


@dataclass
class _Nested:
    """A border has the number of the first layer, from 1 on, whose regions it parts: it parts those of all later ones
    as well."""

    #: Layers of regions, the largest regions first.
    targets: Sequence[Target]

    def put(self, levels: Mapping[str, int], sheet: Sheet) -> None:
        """Keep borders, by side, as regions."""
        for number, target in enumerate(self.targets, 1):
            put_walls(target, "rooms", {side for side, level in levels.items() if 0 < level <= number}, sheet)

    def levels(self, sheet: Sheet) -> dict[str, int]:
        """The borders of all regions, by side."""
        found: dict[str, int] = {}
        walls: set[str] = set()
        for number, target in enumerate(self.targets, 1):
            here = get_walls(target, "rooms", sheet)
            if not walls <= here:
                raise EncodeError(f"a region of '{target.name}' lies in two of '{self.targets[number - 2].name}'")
            found |= dict.fromkeys(here - walls, number)
            walls = here
        return found


class NestedText(_Nested):
    """In an address: one sign for each cell, with a digit for the border to the right and one for that below."""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Cell by cell."""
        base = len(self.targets) + 1
        listed, sides = places("cells", sheet.rows, sheet.columns), place_set("sides", sheet.rows, sheet.columns)
        levels: dict[str, int] = {}
        for name in listed:
            if at >= len(text):
                raise DecodeError("it ends in the middle of the borders", at)
            code = from_base(text[at], base**2)
            at += 1
            levels |= dict(zip(_beside(name), divmod(code, base), strict=True))
        self.put({side: level for side, level in levels.items() if side in sides}, sheet)
        return at

    def encode(self, sheet: Sheet) -> str:
        """Cell by cell."""
        levels, base = self.levels(sheet), len(self.targets) + 1
        pairs = [_beside(name) for name in places("cells", sheet.rows, sheet.columns)]
        return "".join(to_base(levels.get(right, 0) * base + levels.get(down, 0), 36) for right, down in pairs)


class NestedWords(_Nested):
    """On a board: a word for each side, 0 where there is no border."""

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Side by side."""
        levels: dict[str, int] = {}
        for side, word in lines.placed(side_rows(sheet.rows, sheet.columns)):
            if not word.isascii() or not word.isdigit() or int(word) > len(self.targets):
                raise DecodeError(f"'{word}' cannot stand at {side}")
            levels[side] = int(word)
        self.put(levels, sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """Side by side."""
        levels = self.levels(sheet)
        return written(side_rows(sheet.rows, sheet.columns), lambda side: str(levels.get(side, 0)))


def _beside(name: str) -> tuple[str, str]:
    """The sides to the right of a cell and below it, also where the board ends."""
    row, column = cell_at(name)
    return f"{name}|{cell(row, column + 1)}", f"{name}|{cell(row + 1, column)}"
