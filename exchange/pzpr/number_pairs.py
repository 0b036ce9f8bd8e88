"""Two numbers for each place in an address, with gaps that run through all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cluewright.exchange.pzpr.forms import UNTOLD
from cluewright.exchange.pzpr.places import places
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.targets import Entry, Target, read_place, write_place
from cluewright.exchange.pzpr.url_forms import Hex
from cluewright.exchange.pzpr.url_steps import Stream

_NUMBER: Final = Target("clues", "number")


class _Halves(Stream):
    """The two halves of each place."""

    def _places(self, sheet: Sheet) -> Sequence[str]:
        return [f"{place}:{half}" for place in places(self.over, sheet.rows, sheet.columns) for half in (0, 1)]


@dataclass
class NumberPairs:
    """Both numbers of a place make a word, `first,second`, with a dot for one that is untold and nothing for none."""

    #: Their forms are those of words.
    entries: Sequence[Entry]
    over: str = "cells"

    @property
    def _stream(self) -> Stream:
        return _Halves(self.over, [Entry((_NUMBER,), Hex())], "g")

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """As numbers with gaps."""
        spread = Sheet(sheet.rows, sheet.columns)
        at = self._stream.decode(text, at, spread)
        found = spread.clues.get("number", {})
        for place in places(self.over, sheet.rows, sheet.columns):
            word = ",".join(_shown(found.get(f"{place}:{half}")) for half in (0, 1))
            if word != "," and not read_place(self.entries, sheet, place, word):
                raise DecodeError(f"'{word}' cannot stand at {place}")
        return at

    def encode(self, sheet: Sheet) -> str:
        """As numbers with gaps."""
        spread = Sheet(sheet.rows, sheet.columns, {"number": {}})
        for place in places(self.over, sheet.rows, sheet.columns):
            for half, part in enumerate(write_place(self.entries, sheet, place, ",").split(",")):
                if part != "." and part and not (part.isascii() and part.isdigit()):
                    raise EncodeError(f"'{part}' at {place} is no number")
                if part:
                    spread.clues["number"][f"{place}:{half}"] = UNTOLD if part == "." else int(part)
        return self._stream.encode(spread)


def _shown(value: object) -> str:
    return "" if value is None else "." if value == UNTOLD else str(value)
