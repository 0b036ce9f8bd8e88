"""Lists of small drawings of lines, which are a parameter of the puzzle: `+-+/..|/..+`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from cluewright.exchange.pzpr.sheet import DecodeError, EncodeError, Sheet
from cluewright.exchange.pzpr.word_steps import Lines
from cluewright.models.line_drawings import MAX_POINTS, LineDrawing, Point, read_drawing, write_drawing

_MAX_FIGURES: Final = 500


def _number(text: str, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or not 1 <= int(text) <= most:
        raise DecodeError(f"'{text}' is no size of a figure")
    return int(text)


def _size(columns: str, rows: str) -> tuple[int, int]:
    width, height = _number(columns, MAX_POINTS), _number(rows, MAX_POINTS)
    if width * height > MAX_POINTS:
        raise DecodeError(f"a figure of {width} times {height} points is too large")
    return height, width


def _drawing(rows: int, columns: int, right: set[Point], down: set[Point]) -> str:
    """Lines that would leave the figure are not there."""
    kept_right = frozenset((r, c) for r, c in right if c + 1 < columns)
    kept_down = frozenset((r, c) for r, c in down if r + 1 < rows)
    if not kept_right and not kept_down:
        raise DecodeError("a figure has no line")
    return write_drawing(LineDrawing(rows, columns, kept_right, kept_down))


def _figures(name: str, sheet: Sheet) -> list[LineDrawing]:
    try:
        return [read_drawing(str(each)) for each in sheet.parameters[name]]
    except ValueError as error:
        raise EncodeError(str(error)) from None


@dataclass
class FigureText:
    """The figures in an address: each by width, height and bits, with a slash before each of the three. A digit in base
    16 tells of two points whether a line goes right (1) or down (2); a last point by itself has none: it is left out.
    """

    name: str

    def decode(self, text: str, at: int, sheet: Sheet) -> int:
        """The rest of the address."""
        parts = text[at:].split("/")[1:]
        if parts and not parts[-1] and len(parts) % 3 == 1:
            parts.pop()
        if text[at : at + 1] not in ("", "/") or len(parts) % 3 or len(parts) // 3 > _MAX_FIGURES:
            raise DecodeError("a figure is written as width, height and lines, with slashes between them", at)
        sheet.parameters[self.name] = [self._read(*parts[i : i + 3]) for i in range(0, len(parts), 3)]
        return len(text)

    @staticmethod
    def _read(columns: str, rows: str, code: str) -> str:
        height, width = _size(columns, rows)
        if not re.fullmatch(r"[0-9a-f]*", code) or len(code) != height * width // 2:
            raise DecodeError(f"'{code}' are no lines of a figure of {width} times {height} points")
        bits = [digit >> shift & 3 for digit in (int(sign, 16) for sign in code) for shift in (0, 2)]
        places = [divmod(i, width) for i in range(len(bits))]
        right, down = ({p for p, bit in zip(places, bits, strict=True) if bit & way} for way in (1, 2))
        return _drawing(height, width, right, down)

    def encode(self, sheet: Sheet) -> str:
        """All of them; a slash alone where there are none."""
        return "".join(map(self._written, _figures(self.name, sheet))) or "/"

    @staticmethod
    def _written(figure: LineDrawing) -> str:
        points = [divmod(i, figure.columns) for i in range(figure.rows * figure.columns)]
        bits = [(point in figure.right) + 2 * (point in figure.down) for point in points]
        code = "".join(f"{first + 4 * second:x}" for first, second in zip(bits[::2], bits[1::2], strict=False))
        return f"/{figure.columns}/{figure.rows}/{code}"


@dataclass
class LengthLine:
    """A line with the number of figures, which come later."""

    name: str

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """Places for the figures."""
        if not lines.ended:
            text = lines.next().strip()
            if not re.fullmatch(r"[0-9]{1,3}", text) or int(text) > _MAX_FIGURES:
                raise DecodeError(f"'{text}' is not a number of figures")
            sheet.parameters[self.name] = [""] * int(text)

    def encode(self, sheet: Sheet) -> list[str]:
        """The number."""
        return [str(len(sheet.parameters[self.name]))]


@dataclass
class FigureLines:
    """The figures on a board, as many as were announced: width, height, then 0 or 1 for each line to the right, row by
    row, and for each line down."""

    name: str

    def decode(self, lines: Lines, sheet: Sheet) -> None:
        """All of them."""
        sheet.parameters[self.name] = [self._read(lines) for _ in sheet.parameters.get(self.name, [])]

    @staticmethod
    def _read(lines: Lines) -> str:
        if lines.at + 2 > len(lines.lines):
            raise DecodeError("it ends in the middle of the figures")
        rows, columns = _size(lines.next().strip(), lines.next().strip())
        right: set[Point] = set()
        down: set[Point] = set()
        for found, height, width in ((right, rows, columns - 1), (down, rows - 1, columns)):
            for r in range(height if width else 0):
                words = lines.words(width)
                if words is None or not set(words) <= {"0", "1"}:
                    raise DecodeError("the lines of a figure are written as 0 and 1")
                found.update((r, c) for c, word in enumerate(words) if word == "1")
        return _drawing(rows, columns, right, down)

    def encode(self, sheet: Sheet) -> list[str]:
        """All of them."""
        lines: list[str] = []
        for figure in _figures(self.name, sheet):
            lines += [str(figure.columns), str(figure.rows)]
            for drawn, height, width in (
                (figure.right, figure.rows, figure.columns - 1),
                (figure.down, figure.rows - 1, figure.columns),
            ):
                if width:
                    lines += ["".join(f"{int((r, c) in drawn)} " for c in range(width)) for r in range(height)]
        return lines
