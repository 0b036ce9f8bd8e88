"""Scenes as stand-alone SVG pictures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, Final, NamedTuple

from cluewright.pictures.palette import hex_colour, soft
from cluewright.pictures.primitives import XY, Chevron, Fill, Line, Outline, Path, Scene, Symbol, Table, Text
from cluewright.pictures.styles import CHARACTER_WIDTH

_FONTS: Final = "'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"

#: Characters that XML does not allow even when escaped.
_FORBIDDEN: Final = {
    code: None for code in (*range(32), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)) if code not in (9, 10, 13)
}

#: How many pixels a drawing unit has.
CELL_SIZE: Final = 40
_MARGIN: Final = 0.3
_ROW_HEIGHT: Final = 0.62
_TABLE_SIZE: Final = 0.36


class Pen(NamedTuple):
    """How a line is drawn; widths are parts of a cell. The colour of an answer may differ."""

    width: float
    clue: str
    answer: str
    dashes: str = ""


_PENS: Final = {
    "grid": Pen(0.022, "#b4b4b4", "#b4b4b4"),
    "guide": Pen(0.045, "#6e6e6e", "#6e6e6e"),
    "edge": Pen(0.045, "#565656", "#565656"),
    "border": Pen(0.075, "clue", "clue"),
    "wall": Pen(0.075, "clue", "line"),
    "stroke": Pen(0.11, "clue", "line"),
    "bridge": Pen(0.06, "clue", "line"),
    "figure": Pen(0.05, "clue", "line"),
    "gate": Pen(0.09, "clue", "line", "0.1 0.1"),
    "hair": Pen(0.025, "#e8e8e8", "#e8e8e8"),
    "wipe": Pen(0.2, "white", "white"),
    "mark": Pen(0.32, "mark", "mark"),
    "rule": Pen(0.24, "rule", "rule"),
    "premise": Pen(0.2, "#f0b95c", "#f0b95c", "0.01 0.26"),
    "premise_frame": Pen(0.045, "#a8610a", "#a8610a", "0.12 0.1"),
    "conclusion": Pen(0.36, "#8fd6a0", "#8fd6a0"),
    "conclusion_frame": Pen(0.09, "#17713a", "#17713a"),
    "tube": Pen(0.3, "tube", "tube"),
    "hull": Pen(0.7, "tube", "tube"),
    "thin": Pen(0.06, "grey", "line"),
    "arrow": Pen(0.045, "#777777", "line"),
    "cage": Pen(0.03, "#555555", "line", "0.1 0.07"),
    "outline": Pen(0.085, "clue", "line"),
    "domino": Pen(0.05, "clue", "line"),
    "symbol": Pen(0.045, "clue", "answer"),
    "ray": Pen(0.05, "#c79a14", "#c79a14"),
    "glass": Pen(0.04, "#8a6a08", "#8a6a08"),
    "chevron": Pen(0.055, "clue", "answer"),
    "inverted": Pen(0.055, "white", "white"),
}


def to_svg(scene: Scene, *, cell_size: int = CELL_SIZE) -> str:
    """The scene as an SVG document; the same scene always gives the same text."""
    return _Drawing(scene, cell_size).document()


def to_fragment(scene: Scene, *, cell_size: int = CELL_SIZE) -> str:
    """What is drawn alone, to be put into an SVG document made by `to_svg`."""
    return "".join(_Drawing(scene, cell_size).body())


class _Drawing:
    def __init__(self, scene: Scene, cell_size: int) -> None:
        self.scene = scene
        self.cell_size = cell_size
        self.painters: dict[type, Callable[[Any], Iterator[str]]] = {
            Fill: self._fill,
            Line: self._line,
            Path: self._path,
            Outline: self._outline,
            Symbol: self._symbol,
            Chevron: self._chevron,
            Text: self._text,
        }

    def body(self) -> list[str]:
        """The primitives, from back to front."""
        return [part for p in self.scene.primitives for part in self.painters[type(p)](p)]

    def document(self) -> str:
        """All parts, from back to front."""
        left, top, right, bottom = self._bounds()
        tables = [table for table in self.scene.tables if not table.is_drawn]
        body = self.body()
        if tables:
            top_of_tables = bottom + (0.4 if body else 0.0)
            for table in tables:
                width, height, parts = self._table(table, (left, top_of_tables))
                body.extend(parts)
                right = max(right, left + width)
                bottom = top_of_tables + height
                top_of_tables = bottom + 0.5
        if self.scene.title:
            size = 0.42
            top -= 0.75
            right = max(right, left + CHARACTER_WIDTH * size * len(_clean(self.scene.title)))
            body.append(self._label(self.scene.title, (left, top + 0.25), size, hex_colour("clue"), "bold", "start"))
        left, top, right, bottom = left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN
        box = f"{self._n(left)} {self._n(top)} {self._n(right - left)} {self._n(bottom - top)}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self._n(right - left)}" height="{self._n(bottom - top)}" '
            f'viewBox="{box}" role="img" font-family="{_FONTS}">'
        )
        ground = (
            f'<rect x="{self._n(left)}" y="{self._n(top)}" width="{self._n(right - left)}" '
            f'height="{self._n(bottom - top)}" fill="#ffffff"/>'
        )
        title = f"<title>{escape(_clean(self.scene.title or 'puzzle'))}</title>"
        return "\n".join([head, title, ground, *body, "</svg>"]) + "\n"

    def _bounds(self) -> tuple[float, float, float, float]:
        xs: list[float] = [x for cell in self.scene.cells for x, _ in cell]
        ys: list[float] = [y for cell in self.scene.cells for _, y in cell]
        for p in self.scene.primitives:
            if isinstance(p, Text):
                half = CHARACTER_WIDTH * p.size * max(map(len, p.text.split("\n"))) / 2
                xs += [p.at[0] - half, p.at[0] + half]
                ys += [p.at[1] - p.size / 2, p.at[1] + p.size / 2]
        return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)

    def _n(self, number: float) -> str:
        """A length in pixels, without needless digits."""
        return f"{round(number * self.cell_size, 2) + 0.0:g}"

    def _points(self, points: tuple[XY, ...]) -> str:
        return " ".join(f"{self._n(x)},{self._n(y)}" for x, y in points)

    def _pen(self, look: str, role: str, tone: str = "", width: float = 0.0) -> str:
        pen = _PENS[look]
        colour = hex_colour(tone or (pen.answer if role == "answer" else pen.clue))
        dashes = " ".join(self._n(float(part)) for part in pen.dashes.split())
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        ends = 'stroke-linecap="round" stroke-linejoin="round"'
        return f'stroke="{colour}" stroke-width="{self._n(width or pen.width)}" {ends}{dashed}'

    # ------------------------------------------------------------ one method for each primitive

    def _fill(self, fill: Fill) -> Iterator[str]:
        yield f'<polygon points="{self._points(fill.points)}" fill="{hex_colour(fill.tone)}"/>'

    def _line(self, line: Line) -> Iterator[str]:
        for shift in [0.15 * (k - (line.number - 1) / 2) for k in range(line.number)]:
            (x0, y0), (x1, y1) = line.start, line.end
            length = math.hypot(x1 - x0, y1 - y0) or 1.0
            dx, dy = -(y1 - y0) / length * shift, (x1 - x0) / length * shift
            start = f'x1="{self._n(x0 + dx)}" y1="{self._n(y0 + dy)}"'
            end = f'x2="{self._n(x1 + dx)}" y2="{self._n(y1 + dy)}"'
            yield f"<line {start} {end} {self._pen(line.look, line.role)}/>"

    def _path(self, path: Path) -> Iterator[str]:
        pen = self._pen(path.look, path.role, path.tone and soft(path.tone), path.width)
        yield f'<polyline points="{self._points(path.points)}" fill="none" {pen}/>'
        if path.look == "arrow" and len(path.points) > 1:
            yield self._head(path.points[-2], path.points[-1], 0.2, pen)

    def _head(self, before: XY, tip: XY, size: float, pen: str) -> str:
        """Two short lines that meet in a tip."""
        angle = math.atan2(tip[1] - before[1], tip[0] - before[0])
        wings = tuple(
            (tip[0] - size * math.cos(angle + turn), tip[1] - size * math.sin(angle + turn)) for turn in (0.6, -0.6)
        )
        return f'<polyline points="{self._points((wings[0], tip, wings[1]))}" fill="none" {pen}/>'

    def _outline(self, outline: Outline) -> Iterator[str]:
        pen = self._pen(outline.look, outline.role)
        for loop in outline.loops:
            if outline.look == "domino":
                yield f'<path d="{self._rounded(loop, 0.18)}" fill="none" {pen}/>'
            else:
                yield f'<polygon points="{self._points(loop)}" fill="none" {pen}/>'

    def _rounded(self, loop: tuple[XY, ...], radius: float) -> str:
        parts: list[str] = []
        for i, corner in enumerate(loop):
            start, end = (_towards(corner, other, radius) for other in (loop[i - 1], loop[(i + 1) % len(loop)]))
            begin = "L" if parts else "M"
            parts.append(f"{begin}{self._points((start,))} Q{self._points((corner,))} {self._points((end,))}")
        return " ".join(parts) + " Z"

    def _symbol(self, symbol: Symbol) -> Iterator[str]:
        x, y = symbol.at
        size = symbol.size
        colour = hex_colour(symbol.tone)
        is_bare = symbol.shape in ("gap", "corner", "dot", *_HALVES) or symbol.role in ("tube", "mark")
        pen = "" if is_bare else " " + self._pen("symbol", "clue" if symbol.tone == "black" else symbol.role)
        if symbol.shape in ("circle", "dot", "gap", "corner"):
            yield f'<circle cx="{self._n(x)}" cy="{self._n(y)}" r="{self._n(size)}" fill="{colour}"{pen}/>'
        elif symbol.shape == "bulb":
            yield from self._bulb(symbol)
        elif symbol.shape in _STROKES:
            pen = self._pen("gate" if symbol.shape in ("bar", "dash") else "stroke", symbol.role)
            for dx, dy in _STROKES[symbol.shape]:
                ends = ((x - dx * size, y - dy * size), (x + dx * size, y + dy * size))
                yield f'<polyline points="{self._points(ends)}" fill="none" {pen}/>'
        else:
            points = _SHAPES[symbol.shape](x, y, size)
            yield f'<polygon points="{self._points(points)}" fill="{colour}"{pen}/>'

    def _bulb(self, symbol: Symbol) -> Iterator[str]:
        """A light: a yellow disc with rays."""
        x, y = symbol.at
        for k in range(8):
            turn = math.pi * k / 4
            inner, outer = (
                (x + f * symbol.size * math.cos(turn), y + f * symbol.size * math.sin(turn)) for f in (0.8, 1.15)
            )
            ends = self._points((inner, outer))
            yield f'<polyline points="{ends}" fill="none" {self._pen("ray", symbol.role)}/>'
        disc = f'cx="{self._n(x)}" cy="{self._n(y)}" r="{self._n(0.62 * symbol.size)}"'
        yield f'<circle {disc} fill="{hex_colour(symbol.tone)}" {self._pen("glass", symbol.role)}/>'

    def _chevron(self, sign: Chevron) -> Iterator[str]:
        (x, y), (dx, dy), size = sign.at, sign.towards, sign.size
        tip = (x + dx * size * 0.7, y + dy * size * 0.7)
        wings = [(x - dx * size * 0.7 - s * dy * size, y - dy * size * 0.7 + s * dx * size) for s in (1, -1)]
        points = self._points((wings[0], tip, wings[1]))
        look = "inverted" if sign.is_inverted else "chevron"
        yield f'<polyline points="{points}" fill="none" {self._pen(look, sign.role)}/>'

    def _text(self, text: Text) -> Iterator[str]:
        if text.slot == "instead":  # the lines are drawn
            return
        is_clue = text.role == "clue"
        colour = "#ffffff" if text.is_inverted and is_clue else "#a9cbff" if text.is_inverted else hex_colour(text.role)
        weight = "bold" if text.is_bold or (is_clue and text.slot in ("centre", "edge")) else "normal"
        rows = text.text.split("\n")
        for i, row in enumerate(rows):
            place = (text.at[0], text.at[1] + text.size * (i - (len(rows) - 1) / 2))
            yield self._label(row, place, text.size, colour, weight, "middle")

    def _label(self, text: str, at: XY, size: float, colour: str, weight: str, anchor: str) -> str:
        # Capitals and digits are about 0.72 of the size high; half of that centres them on the point.
        x, y = self._n(at[0]), self._n(at[1] + 0.36 * size)
        return (
            f'<text x="{x}" y="{y}" font-size="{self._n(size)}" font-weight="{weight}" text-anchor="{anchor}" '
            f'fill="{colour}">{escape(_clean(text))}</text>'
        )

    def _table(self, table: Table, corner: XY) -> tuple[float, float, list[str]]:
        columns = list(zip(*table.rows, strict=True))
        widths = [0.4 + CHARACTER_WIDTH * _TABLE_SIZE * max(map(len, column)) for column in columns]
        width, height = sum(widths), _ROW_HEIGHT * len(table.rows)
        x, y = corner
        heading = ((x, y), (x + width, y), (x + width, y + _ROW_HEIGHT), (x, y + _ROW_HEIGHT))
        parts = [f'<polygon points="{self._points(heading)}" fill="#ededed"/>']
        for row, cells in enumerate(table.rows):
            for column, text in enumerate(cells):
                is_name = row == 0 or column == 0
                place = (x + sum(widths[:column]) + widths[column] / 2, y + (row + 0.5) * _ROW_HEIGHT)
                colour = hex_colour("clue" if is_name else table.role)
                parts.append(self._label(text, place, _TABLE_SIZE, colour, "bold" if is_name else "normal", "middle"))
        for row in range(1, len(table.rows)):
            level = y + row * _ROW_HEIGHT
            parts.extend(self._line(Line((x, level), (x + width, level), "grid")))
        for column in range(1, len(widths)):
            edge = x + sum(widths[:column])
            parts.extend(self._line(Line((edge, y), (edge, y + height), "grid")))
        frame = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        parts.append(f'<polygon points="{self._points(frame)}" fill="none" {self._pen("guide", "clue")}/>')
        return width, height, parts


def _clean(text: str) -> str:
    return text.translate(_FORBIDDEN)


def _towards(start: XY, end: XY, distance: float) -> XY:
    length = math.hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    part = min(distance / length, 0.5)
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def _star(x: float, y: float, size: float) -> tuple[XY, ...]:
    turns = [(math.pi * k / 5 - math.pi / 2, size if k % 2 == 0 else 0.42 * size) for k in range(10)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn, radius in turns)


def _moon(x: float, y: float, size: float) -> tuple[XY, ...]:
    """A crescent: the right half of a disc without a smaller disc."""
    outer = [math.pi * (k / 12 - 0.5) for k in range(-3, 16)]
    inner = [math.pi * (k / 12 - 0.5) for k in range(14, -3, -1)]
    dent = 0.8 * size
    return tuple((x + size * math.cos(a), y + size * math.sin(a)) for a in outer) + tuple(
        (x - 0.42 * size + dent * math.cos(a), y + dent * math.sin(a)) for a in inner
    )


#: Shapes made of straight strokes through the middle: half of each.
_STROKES: Final = {
    "cross": ((1, 1), (1, -1)),
    "slash": ((1, -1),),
    "backslash": ((1, 1),),
    "bar": ((0, 1),),
    "dash": ((1, 0),),
}


def _half(down: int, right: int) -> Callable[[float, float, float], tuple[XY, ...]]:
    """Half of a square, cut by a diagonal, with its right angle in one corner."""
    return lambda x, y, size: (
        (x + right * size, y + down * size),
        (x - right * size, y + down * size),
        (x + right * size, y - down * size),
    )


_HALVES: Final = {
    "upper_left": _half(-1, -1),
    "upper_right": _half(-1, 1),
    "lower_left": _half(1, -1),
    "lower_right": _half(1, 1),
}


_SHAPES: Final[dict[str, Callable[[float, float, float], tuple[XY, ...]]]] = {
    "star": _star,
    "moon": _moon,
    **_HALVES,
    "diamond": lambda x, y, size: ((x, y - size), (x + size, y), (x, y + size), (x - size, y)),
    "square": lambda x, y, size: (
        (x - size, y - size),
        (x + size, y - size),
        (x + size, y + size),
        (x - size, y + size),
    ),
}
