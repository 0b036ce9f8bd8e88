"""A board between two worlds: values by layer and place, before they become a puzzle or a line of text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.models.errors import CluewrightError, Place, Problem

#: Rows and columns that a board from another program may have; it is refused before anything is made of it.
MAX_SIDE: Final = 1000
MAX_CELLS: Final = 40_000

Values = dict[str, Any]


@dataclass
class Sheet:
    """What stands on a board: clues, the drawn answer, and settings."""

    rows: int
    columns: int
    clues: dict[str, Values] = field(default_factory=dict)
    answer: dict[str, Values] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    #: Cells that do not exist.
    holes: dict[str, bool] = field(default_factory=dict)
    #: What can only be kept when more has been read.
    later: list[Callable[[], None]] = field(default_factory=list, compare=False, repr=False)

    def settle(self) -> None:
        """Keep what waited for what has been read by now."""
        waiting, self.later = self.later, []
        for keep in waiting:
            keep()

    def layer(self, part: str, name: str) -> Values:
        """The values of one layer, to read or to fill."""
        if part == "holes":
            return self.holes
        return (self.answer if part == "answer" else self.clues).setdefault(name, {})


def bad_input(message: str, file: str, hint: str | None = None) -> CluewrightError:
    """An error about a text that came from elsewhere."""
    return CluewrightError(Problem(message, Place(file), hint))


def add_margin(sheet: Sheet, fill: Values) -> Sheet:
    """A board with one more row above and one more column at the left: what stood outside stands in cells there."""
    made = Sheet(sheet.rows + 1, sheet.columns + 1, parameters=sheet.parameters)
    made.holes = {_inside(place): True for place in sheet.holes}
    for source, kept in ((sheet.clues, made.clues), (sheet.answer, made.answer)):
        for name, values in source.items():
            kept[name] = {_inside(place): value for place, value in values.items()}
    for name, value in fill.items():
        layer = made.layer("clues", name)
        for place in _margin(made):
            layer.setdefault(place, value)
    return made


def drop_margin(sheet: Sheet, fill: Values) -> Sheet:
    """The board without its first row and column, which must hold clues only."""
    made = Sheet(sheet.rows - 1, sheet.columns - 1, parameters=sheet.parameters)
    margin = set(_margin(sheet))
    bare = {name: margin - sheet.layer("clues", name).keys() for name in fill}
    if made.rows < 1 or made.columns < 1 or any(bare.values()):
        raise EncodeError("its first row and first column must be without cells to fill")
    made.holes = {_outside(place): True for place in sheet.holes}
    for source, kept in ((sheet.clues, made.clues), (sheet.answer, made.answer)):
        for name, values in source.items():
            shown = {p: v for p, v in values.items() if not (p in margin and v == fill.get(name))}
            if "r1c1" in shown:
                raise EncodeError("nothing can stand in its first cell")
            kept[name] = {_outside(place): value for place, value in shown.items()}
    return made


def _margin(sheet: Sheet) -> list[str]:
    return [f"r1c{c}" for c in range(1, sheet.columns + 1)] + [f"r{r}c1" for r in range(2, sheet.rows + 1)]


def _inside(place: str) -> str:
    """A place of the smaller board on the larger one."""
    for side, name in (("top", "r1c{}"), ("left", "r{}c1")):
        if place.startswith(side):
            return name.format(int(place.removeprefix(side)) + 1)
    return _moved(place, 1)


def _outside(place: str) -> str:
    """A place of the larger board on the smaller one."""
    row, _, column = place.removeprefix("r").partition("c")
    if row == "1":
        return f"top{int(column) - 1}"
    return f"left{int(row) - 1}" if column == "1" else _moved(place, -1)


def _moved(place: str, by: int) -> str:
    row, _, column = place.removeprefix("r").partition("c")
    return f"r{int(row) + by}c{int(column) + by}"


class DecodeError(Exception):
    """What is wrong with a text, and at which sign if that is known; the reader adds where it came from."""

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.at = at


class EncodeError(Exception):
    """Why a puzzle cannot be written in this format."""
