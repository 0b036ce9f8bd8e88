"""Cages that cover the whole board: their walls, a comma, and what each of them says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from cluewright.exchange.pzpr.places import places
from cluewright.exchange.pzpr.sheet import MAX_CELLS, DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target
from cluewright.exchange.pzpr.url_steps import Stream, UrlStep
from cluewright.exchange.sgt.forms import Number
from cluewright.exchange.sgt.steps import Walls

_RESULT: Final = re.compile(r"([a-z])([0-9]{1,9})")
#: A sign and how often it stands there.
_REPEATED: Final = re.compile(r"([a-z_])([0-9]{1,4})")
#: Three equal signs or more are counted.
_RUN: Final = re.compile(r"(.)\1{2,}")

_ROOM: Final = Target("clues", "room")
_SUM: Final = Target("clues", "sum")


@dataclass
class Cages:
    """The walls of cages, then a result for each: a letter for its sign and its number, in the order of first cells."""

    target: Target
    signs: Mapping[str, object]
    _walls: UrlStep = field(default_factory=lambda: Walls("sides", _ROOM, [True], "_", ends=True))

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Walls, a comma, and results."""
        end = text.find(",", at)
        if end < 0:
            raise DecodeError("the results of its cages are missing", len(text))
        board = Sheet(sheet.rows, sheet.columns)
        try:
            walls = _expanded(text[at:end])
            if self._walls.decode(walls, 0, board) < len(walls):
                raise DecodeError("its walls go on behind the board")
        except DecodeError as error:
            raise DecodeError(str(error), end) from None  # a place in the longer text would mislead
        at = end + 1
        for cells in _groups(board):
            found = _RESULT.match(text, at)
            if found is None or found[1] not in self.signs:
                raise DecodeError(f"the result of the cage at {cells[0]} is missing", at)
            self.target.values(sheet)[" ".join(cells)] = [int(found[2]), self.signs[found[1]]]
            at = found.end()
        return at

    def encode(self, sheet: Sheet) -> str:
        """Walls, a comma, and results."""
        board = _covered(self.target, sheet)
        walls = _RUN.sub(lambda run: f"{run[1]}{len(run[0])}", self._walls.encode(board))
        given = {cells.split()[0]: value for cells, value in _ordered(self.target, sheet).items()}
        return f"{walls},{''.join(self._result(given[cells[0]], cells) for cells in _groups(board))}"

    def _result(self, value: Any, cells: Sequence[str]) -> str:
        number, *signs = value
        sign = signs[0] if signs else next(iter(self.signs.values())) if len(cells) == 1 else None
        letter = next((letter for letter, meant in self.signs.items() if meant == sign), None)
        if letter is None:
            raise EncodeError(f"the cage at {cells[0]} has no sign, and this format needs one")
        return f"{letter}{number}"


@dataclass
class Sums:
    """The walls of cages, then a sum in the first cell of each, with letters for gaps."""

    target: Target
    _walls: UrlStep = field(default_factory=lambda: Walls("sides", _ROOM, [True], "_", ends=True))
    _sums: UrlStep = field(default_factory=lambda: Stream("cells", [Entry((_SUM,), Number())], "a", between="_"))

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """Walls, a comma, and sums."""
        board = Sheet(sheet.rows, sheet.columns)
        at = self._walls.decode(text, at, board)
        if not text.startswith(",", at):
            raise DecodeError("the sums of its cages are missing", at)
        at = self._sums.decode(text, at + 1, board)
        sums = _SUM.values(board)
        for cells in _groups(board):
            if cells[0] not in sums:
                raise DecodeError(f"the sum of the cage at {cells[0]} is missing")
            self.target.values(sheet)[" ".join(cells)] = sums.pop(cells[0])
        if sums:
            raise DecodeError(f"the sum at {next(iter(sums))} is not in the first cell of its cage")
        return at

    def encode(self, sheet: Sheet) -> str:
        """Walls, a comma, and sums."""
        board = _covered(self.target, sheet)
        for cells, value in _ordered(self.target, sheet).items():
            _SUM.values(board)[cells.split()[0]] = value
        return f"{self._walls.encode(board)},{self._sums.encode(board)}"


def _expanded(text: str) -> str:
    """The text with every sign as often as the number behind it says."""
    if sum(int(found[2]) for found in _REPEATED.finditer(text)) > 2 * MAX_CELLS:
        raise DecodeError("it speaks of more sides than any board has")
    return _REPEATED.sub(lambda found: found[1] * int(found[2]), text)


def _groups(board: Sheet) -> list[list[str]]:
    """The cells of each cage, in the order of first cells."""
    groups: dict[str, list[str]] = {}
    room = _ROOM.values(board)
    for place in places("cells", board.rows, board.columns):
        groups.setdefault(room[place], []).append(place)
    return list(groups.values())


def _ordered(target: Target, sheet: Sheet) -> dict[str, Any]:
    """The cages with their cells in reading order."""
    order = {place: i for i, place in enumerate(places("cells", sheet.rows, sheet.columns))}
    return {
        " ".join(sorted(cells.split(), key=order.__getitem__)): value for cells, value in target.values(sheet).items()
    }


def _covered(target: Target, sheet: Sheet) -> Sheet:
    """A board on which every cell knows its cage; there must be exactly one."""
    board = Sheet(sheet.rows, sheet.columns)
    room = _ROOM.values(board)
    for cells in _ordered(target, sheet):
        for place in cells.split():
            if room.setdefault(place, cells) != cells:
                raise EncodeError(f"{place} lies in two cages")
    for place in places("cells", sheet.rows, sheet.columns):
        if place not in room:
            raise EncodeError(f"{place} lies in no cage")
    return board
