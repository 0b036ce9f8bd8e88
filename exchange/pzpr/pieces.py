"""Lists of shapes, which are a parameter of the puzzle: `xx/x.`, or just lengths for ships."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cluewright.exchange.pzpr.forms import from_base, to_base
from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.word_steps import Lines

_MAX_PIECES: Final = 500


@dataclass
class Pieces:
    """The pieces of a puzzle: a letter for a well-known list, or their number and each by width, height and bits."""

    name: str
    presets: Mapping[str, Sequence[object]]
    #: Whether pieces are given as lengths.
    lengths: bool = False

    def _read(self, code: str) -> object:
        if len(code) < 3:
            raise DecodeError(f"'{code}' is no piece")
        width, height = from_base(code[0], 36), from_base(code[1], 36)
        bits = "".join(f"{from_base(sign, 32):05b}" for sign in code[2:])[: width * height].ljust(width * height, "0")
        if self.lengths:
            if min(width, height) != 1 or "0" in bits:
                raise DecodeError(f"'{code}' is no straight piece")
            return max(width, height)
        rows = [bits[i * width : (i + 1) * width] for i in range(height)]
        return "/".join("".join("x" if bit == "1" else "." for bit in row) for row in rows)

    def _write(self, piece: Any) -> str:
        shape = "x" * piece if self.lengths else str(piece)
        rows = shape.replace("\n", "/").strip("/").split("/")
        width = max(map(len, rows))
        if width > 35 or len(rows) > 35:
            raise EncodeError(f"the piece {piece} is too large")
        bits = "".join("1" if sign not in "._ " else "0" for row in rows for sign in row.ljust(width, "."))
        code = "".join(to_base(int(bits[i : i + 5].ljust(5, "0"), 2), 32) for i in range(0, len(bits), 5))
        return to_base(width, 36) + to_base(len(rows), 36) + code.rstrip("0")

    def _preset(self, sheet: Sheet) -> str | None:
        pieces = list(sheet.parameters[self.name])
        return next((letter for letter, known in self.presets.items() if list(known) == pieces), None)

    def _put(self, parts: Sequence[str], sheet: Sheet) -> int:
        """Take the parts that belong to the list; how many these are."""
        if parts and parts[0] in self.presets:
            sheet.parameters[self.name] = list(self.presets[parts[0]])
            return 1
        count = parts[0] if parts else ""
        if not re.fullmatch(r"[0-9]{1,4}", count) or int(count) > _MAX_PIECES or len(parts) <= int(count):
            raise DecodeError(f"'{count}' is neither a known list of pieces nor the number of those that follow")
        sheet.parameters[self.name] = [self._read(code) for code in parts[1 : int(count) + 1]]
        return int(count) + 1

    def parts(self, sheet: Sheet) -> list[str]:
        """What is written, piece by piece."""
        letter = self._preset(sheet)
        pieces = sheet.parameters[self.name]
        return [letter] if letter else [str(len(pieces)), *(self._write(piece) for piece in pieces)]


class PieceText(Pieces):
    """The pieces in an address: all parts begin with a slash, a letter with two."""

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """The rest of the address."""
        if text[at : at + 1] != "/":
            raise DecodeError("the pieces are missing")
        start = at + 2 if text[at : at + 2] == "//" else at + 1
        parts = text[start:].split("/")
        count = self._put(parts, sheet)
        return start + len("/".join(parts[:count]))

    def encode(self, sheet: Sheet) -> str:
        """The letter, or the list."""
        parts = self.parts(sheet)
        return ("//" if len(parts) == 1 and parts[0] in self.presets else "/") + "/".join(parts)


class PieceLines(Pieces):
    """The pieces on a board: a line for each part."""

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """As many lines as there are pieces."""
        if not lines.ended:
            lines.at += self._put(lines.lines[lines.at :], sheet)

    def encode(self, sheet: Sheet) -> list[str]:
        """A line for each part."""
        return self.parts(sheet)
