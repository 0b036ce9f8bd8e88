"""Two or more numbers for each place in an address, with gaps that run through all of them."""

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


@dataclass
class _Parts(Stream):
    """The parts of each place."""

    together: int = 2

    def _places(self, sheet: Sheet) -> Sequence[str]:
        parts = range(self.together)
        return [f"{place}:{part}" for place in places(self.over, sheet.rows, sheet.columns) for part in parts]


@dataclass
class NumberPairs:
    """The numbers of a place make a word, `first,second`, with a dot for one that is untold and nothing for none."""

    #: Their forms are those of words.
    entries: Sequence[Entry]
    over: str = "cells"
    #: How many numbers there are at a place.
    together: int = 2

    @property
    def _stream(self) -> Stream:
        return _Parts(self.over, [Entry((_NUMBER,), Hex())], "g", together=self.together)

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """As numbers with gaps."""
        spread = Sheet(sheet.rows, sheet.columns)
        at = self._stream.decode(text, at, spread)
        found = spread.clues.get("number", {})
        for place in places(self.over, sheet.rows, sheet.columns):
            word = ",".join(_shown(found.get(f"{place}:{part}")) for part in range(self.together))
            if word.strip(",") and not read_place(self.entries, sheet, place, word):
                raise DecodeError(f"'{word}' cannot stand at {place}")
        return at

    def encode(self, sheet: Sheet) -> str:
        """As numbers with gaps."""
        spread = Sheet(sheet.rows, sheet.columns, {"number": {}})
        for place in places(self.over, sheet.rows, sheet.columns):
            for part, text in enumerate(write_place(self.entries, sheet, place, ",").split(",")):
                if text != "." and text and not (text.isascii() and text.isdigit()):
                    raise EncodeError(f"'{text}' at {place} is no number")
                if text:
                    spread.clues["number"][f"{place}:{part}"] = UNTOLD if text == "." else int(text)
        return self._stream.encode(spread)


def _shown(value: object) -> str:
    return "" if value is None else "." if value == UNTOLD else str(value)
