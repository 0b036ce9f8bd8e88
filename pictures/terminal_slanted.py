"""Hexagonal and triangular grids on the terminal: sides are slanted characters around one line of text."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from cluewright.pictures.canvas import Canvas, Ink, printable
from cluewright.pictures.labels import Label, collect_labels
from cluewright.pictures.marks import FRAMES
from cluewright.pictures.primitives import XY, Chevron, Fill, Line, Outline, Path, Primitive, Scene, Text
from cluewright.pictures.terminal_square import fill_character, line_ink, sign

_SQRT3: Final = 3**0.5
_FAINT: Final = Ink("grey")
_DRAWN: Final = ("grid", "guide", "border", "wall", "stroke")


def paint_hexagons(scene: Scene, canvas: Canvas, colour: bool) -> list[str]:
    """Draw a hexagonal grid; returns what found no room."""
    return _HexPainter(scene, canvas, colour).paint()


def paint_triangles(scene: Scene, canvas: Canvas, colour: bool) -> list[str]:
    """Draw a triangular grid; returns what found no room."""
    return _TrianglePainter(scene, canvas, colour).paint()


class _SlantedPainter:
    """What both grids share; they differ in where things go and how a side is written."""

    def __init__(self, scene: Scene, canvas: Canvas, colour: bool) -> None:
        self.scene = scene
        self.canvas = canvas
        self.colour = colour
        self.labels = collect_labels(scene, colour)
        self.longest = max((len(label.text) for label in self.labels.values()), default=1)
        self.corners = {_key(point) for cell in scene.cells for point in cell}
        self.notes: list[str] = []

    def place(self, point: XY) -> tuple[int, int]:
        """Line and column of a point."""
        raise NotImplementedError

    def side(self, start: XY, end: XY, ink: Ink) -> None:
        """Write one side of a cell."""
        raise NotImplementedError

    def inside(self, home: XY) -> list[tuple[int, int]]:
        """The characters that belong to a cell."""
        raise NotImplementedError

    def label_place(self, point: XY) -> tuple[int, int]:
        """Where a text around a point has its middle."""
        return self.place(point)

    def paint(self) -> list[str]:
        """Sides, then fillings, then texts."""
        lines = [p for p in self.scene.primitives if isinstance(p, Line)]
        outlined = self._outlined_sides()
        is_busy = bool(outlined) or any(self._runs_inside(p) for p in self.scene.primitives)
        for line in lines:
            if line.look in _DRAWN and not (is_busy and line.look in ("grid", "guide")):
                self._line(line)
        for start, end, role in outlined:
            self.side(start, end, line_ink(role))
        for p in self.scene.primitives:
            if isinstance(p, Path):
                for start, end in zip(p.points, p.points[1:], strict=False):
                    self._between(start, end, line_ink(p.role, p.role == "clue"))
            elif isinstance(p, Fill) and p.level < 20:
                self._fill(p)
            elif isinstance(p, Chevron):
                self._write(p.at, Label("<>"[p.towards[0] > 0], Ink("", True)))
        if self.scene.grid == "dots":
            self._dots()
        for place, label in self.labels.items():
            self._write(place, label)
        self._other_texts()
        return self.notes

    def _runs_inside(self, p: Primitive) -> bool:
        """Whether something would be hard to see between the lines of a full grid."""
        if isinstance(p, Line):
            return p.look == "wall" or (p.look == "stroke" and _key(p.start) not in self.corners)
        return isinstance(p, Path)

    def _line(self, line: Line) -> None:
        ink = line_ink(line.role, line.look == "grid")
        if _key(line.start) in self.corners and _key(line.end) in self.corners:
            self.side(line.start, line.end, ink)
        else:
            self._between(line.start, line.end, ink)

    def _outlined_sides(self) -> list[tuple[XY, XY, str]]:
        """Sides of cells that lie on an outline. An outline drawn inside its cells is as far from them as its inset."""
        found: list[tuple[XY, XY, str]] = []
        for p in self.scene.primitives:
            if not isinstance(p, Outline) or p.look in FRAMES:
                continue
            for loop in p.loops:
                snapped = [min(self.corners, key=lambda c: (c[0] - q[0]) ** 2 + (c[1] - q[1]) ** 2) for q in loop]
                for i, end in enumerate(snapped):
                    found.extend((a, b, p.role) for a, b in _unit_steps(snapped[i - 1], end))
        return found

    def _between(self, start: XY, end: XY, ink: Ink) -> None:
        """A line from cell to cell, shown half way."""
        line, column = self.place(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        slope = sign(end[0] - start[0]) * sign(end[1] - start[1])
        self.canvas.put(line, column, {0: "━", 1: "╲", -1: "╱"}[slope], ink)
        for point in (start, end):
            if point not in self.labels:
                self.canvas.put(*self.label_place(point), "•", ink)

    def _dots(self) -> None:
        for point in self.corners:
            line, column = self.place(point)
            if self.canvas.is_free(line, column):
                self.canvas.put(line, column, "·", _FAINT)

    def _fill(self, fill: Fill) -> None:
        character = fill_character(fill, self.colour)
        for line, column in self.inside(fill.home):
            if character != " ":
                self.canvas.put(line, column, character, Ink())
            if fill.tone != "white":
                self.canvas.ground(line, column, fill.tone)

    def _write(self, place: XY, label: Label) -> None:
        line, column = self.label_place(place)
        text = printable(label.text)
        if not self.canvas.text(line, column - (len(text) - 1) // 2, text, label.ink):
            self.notes.append(f"{label.about}: {text}")

    def _other_texts(self) -> None:
        """Clues at the ends of lines; small texts in the corners of cells have no room and are listed."""
        rows: dict[float, list[Text]] = defaultdict(list)
        for p in self.scene.primitives:
            if not isinstance(p, Text):
                continue
            if p.slot == "left":
                rows[p.at[1]].append(p)
            elif p.slot in ("free", "top", "bottom", "right"):
                self._write(p.at, Label(p.text, _ink(p), p.about))
            elif p.slot.startswith(("top_", "bottom_")):
                self.notes.append(f"{p.about}: {printable(p.text)}")
        for texts in rows.values():
            texts.sort(key=lambda text: text.at[0])
            shown = " ".join(printable(text.text) for text in texts)
            line, column = self.place(texts[-1].at)
            if not self.canvas.text(line, column - len(shown), shown, _ink(texts[0])):
                self.notes.append(f"{texts[0].about}: {shown}")


class _HexPainter(_SlantedPainter):
    """Rows of cells `| 5 |` with slanted sides between the rows."""

    def __init__(self, scene: Scene, canvas: Canvas, colour: bool) -> None:
        super().__init__(scene, canvas, colour)
        self.pitch = max(4, self.longest + 1 + (self.longest + 1) % 2)

    def place(self, point: XY) -> tuple[int, int]:
        return round((4 * _SQRT3 * point[1] - 1) / 3), round(point[0] * self.pitch)

    def side(self, start: XY, end: XY, ink: Ink) -> None:
        line, column = self.place(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        slope = sign(end[0] - start[0]) * sign(end[1] - start[1])
        self.canvas.put(line, column, {0: "│", 1: "╲", -1: "╱"}[slope], ink)

    def inside(self, home: XY) -> list[tuple[int, int]]:
        line, column = self.place(home)
        half = self.pitch // 2
        return [(line, c) for c in range(column - half + 1, column + half)]


class _TrianglePainter(_SlantedPainter):
    """Each cell is a real triangle, some lines high."""

    def __init__(self, scene: Scene, canvas: Canvas, colour: bool) -> None:
        super().__init__(scene, canvas, colour)
        self.height = max(3, (self.longest + 1) // 2 + 2)
        self.points_up = {}
        for cell in scene.cells:
            ys = sorted(y for _, y in cell)
            x, y = sum(x for x, _ in cell) / 3, sum(ys) / 3
            self.points_up[_key((x, y))] = ys[1] > y

    def place(self, point: XY) -> tuple[int, int]:
        return round(point[1] / (_SQRT3 / 2) * self.height), round(2 * point[0] * self.height)

    def label_place(self, point: XY) -> tuple[int, int]:
        is_up = self.points_up.get(_key(point))
        line, column = self.place(point)
        if is_up is None:
            return line, column
        top = int(point[1] / (_SQRT3 / 2)) * self.height
        return top + (self.height - 2 if is_up else 1), column - 1

    def side(self, start: XY, end: XY, ink: Ink) -> None:
        (line0, column0), (line1, column1) = sorted((self.place(start), self.place(end)))
        if line0 == line1:
            for column in range(column0 + 1, column1 - 1):
                if self.canvas.is_free(line0 - 1, column):
                    self.canvas.put(line0 - 1, column, "_", ink)
            return
        for i in range(line1 - line0):
            if column1 < column0:
                self.canvas.put(line0 + i, column0 - 1 - i, "╱", ink)
            else:
                self.canvas.put(line0 + i, column0 + i, "╲", ink)

    def inside(self, home: XY) -> list[tuple[int, int]]:
        _, middle = self.place(home)
        top = int(home[1] / (_SQRT3 / 2)) * self.height
        is_up = self.points_up.get(_key(home), True)
        found: list[tuple[int, int]] = []
        for i in range(self.height):
            half = i if is_up else self.height - 1 - i
            found.extend((top + i, column) for column in range(middle - half, middle + half))
        return found


def _key(point: XY) -> XY:
    """A place without the noise of arithmetic."""
    return (round(point[0], 3), round(point[1], 3))


def _unit_steps(start: XY, end: XY) -> list[tuple[XY, XY]]:
    """A straight stretch cut into sides, which are one unit long on triangular and shorter on hexagonal grids."""
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    count = max(1, round(length)) if length > 1e-6 else 0
    dx, dy = (end[0] - start[0]) / max(count, 1), (end[1] - start[1]) / max(count, 1)
    return [
        ((start[0] + dx * i, start[1] + dy * i), (start[0] + dx * (i + 1), start[1] + dy * (i + 1)))
        for i in range(count)
    ]


def _ink(text: Text) -> Ink:
    return Ink("", True) if text.role == "clue" else Ink("blue")
