"""Square grids on the terminal: borders are box-drawing characters, every cell has one line of text."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from cluewright.pictures.canvas import DOUBLE, THICK, THIN, Canvas, Ink, printable
from cluewright.pictures.labels import MARGINS, Label, collect_labels, with_letter
from cluewright.pictures.marks import MARKS
from cluewright.pictures.palette import is_dark
from cluewright.pictures.primitives import XY, Chevron, Fill, Line, Outline, Path, Scene, Text

_WEIGHTS: Final = {"grid": THIN, "guide": THICK, "border": THICK, "wall": THICK, "stroke": THICK}
_BRIDGES: Final = {1: THIN, 2: DOUBLE, 3: THICK}
_OUTLINES: Final = {"cage": THIN, "outline": THICK, "domino": THIN}
_PATHS: Final = {"tube": THICK, "arrow": THIN, "thin": THIN}

_FAINT: Final = Ink("grey")
_ARROW_HEADS: Final = {
    (1, 0): "→",
    (-1, 0): "←",
    (0, 1): "↓",
    (0, -1): "↑",
    (1, 1): "↘",
    (-1, 1): "↙",
    (1, -1): "↗",
    (-1, -1): "↖",
}


def sign(number: float) -> int:
    """-1, 0 or 1; tiny numbers count as 0."""
    return 0 if abs(number) < 1e-6 else 1 if number > 0 else -1


def fill_character(fill: Fill, colour: bool) -> str:
    """How a filled cell looks: a blank on a coloured ground, or a pattern."""
    if colour or fill.tone in (*MARKS, "white") or fill.level < 0:
        return " "
    return "█" if is_dark(fill.tone) else "░" if fill.tone == "light" else "▒"


def line_ink(role: str, is_faint: bool = False) -> Ink:
    """Colour of a line: faint for the grid, green for answers."""
    return _FAINT if is_faint else Ink("green", True) if role == "answer" else Ink()


def paint_squares(scene: Scene, canvas: Canvas, colour: bool) -> list[str]:
    """Draw a square grid; returns what found no room."""
    return _SquarePainter(scene, canvas, colour).paint()


class _SquarePainter:
    def __init__(self, scene: Scene, canvas: Canvas, colour: bool) -> None:
        self.scene = scene
        self.canvas = canvas
        self.colour = colour
        self.labels = collect_labels(scene, colour)
        self.texts = [with_letter(p, colour) for p in scene.primitives if isinstance(p, Text)]
        self.width = self._cell_width()
        self.notes: list[str] = []

    def paint(self) -> list[str]:
        """From the grid to the texts, which win over all lines."""
        self._lines()
        self._dots()
        for p in self.scene.primitives:
            if isinstance(p, Fill) and p.level < 20:
                self._fill(p)
            elif isinstance(p, Chevron):
                character = {(-1, 0): "<", (1, 0): ">", (0, -1): "∧", (0, 1): "∨"}.get(
                    (sign(p.towards[0]), sign(p.towards[1])), "<"
                )
                self._write(p.at, Label(character, Ink("", True)))
        for place, label in self.labels.items():
            self._write(place, label)
        self._corner_texts()
        self._margins()
        return self.notes

    def _cell_width(self) -> int:
        """Wide enough for the longest text in, above or on the border of a cell; odd, so that there is a middle."""
        inside, across = 3, 0
        for (x, _), label in self.labels.items():
            if x % 1 == 0.5:
                inside = max(inside, len(label.text))
            else:
                across = max(across, len(label.text) - 1)
        for text in self.texts:
            if text.slot in ("top", "bottom") or text.slot.startswith(("top_", "bottom_")):
                inside = max(inside, len(text.text))
        width = inside + across
        return width + 1 - width % 2

    def _line(self, y: float) -> int:
        return round(2 * y)

    def _column(self, x: float) -> int:
        return round(x * (self.width + 1))

    def _place(self, point: XY) -> tuple[int, int]:
        return self._line(point[1]), self._column(point[0])

    def _is_busy(self) -> bool:
        """Whether lines run through the cells or along some borders, so that a full grid would hide them."""
        return any(
            isinstance(p, Path)
            or (isinstance(p, Outline) and p.look in _OUTLINES)
            or (isinstance(p, Line) and p.look == "stroke" and p.start[0] % 1 == 0.5)
            for p in self.scene.primitives
        )

    def _lines(self) -> None:
        skipped = ("grid", "guide") if self._is_busy() else ()
        for p in self.scene.primitives:
            if isinstance(p, Line) and p.look in MARKS:
                if self.colour:
                    self._ground_along(p)
            elif isinstance(p, Line) and p.look not in skipped and (p.look in _WEIGHTS or p.look == "bridge"):
                weight = _BRIDGES.get(p.number, THICK) if p.look == "bridge" else _WEIGHTS[p.look]
                self._segment(p.start, p.end, weight, line_ink(p.role, p.look == "grid"))
            elif isinstance(p, Outline) and p.look in _OUTLINES:
                for loop in p.loops:
                    for i, end in enumerate(loop):
                        self._segment(_snap(loop[i - 1]), _snap(end), _OUTLINES[p.look], line_ink(p.role))
            elif isinstance(p, Path):
                self._path(p)

    def _ground_along(self, line: Line) -> None:
        (line0, column0), (line1, column1) = sorted((self._place(line.start), self._place(line.end)))
        for row in range(line0, line1 + 1):
            for column in range(min(column0, column1), max(column0, column1) + 1):
                self.canvas.ground(row, column, line.look)

    def _segment(self, start: XY, end: XY, weight: int, ink: Ink) -> None:
        dx, dy = sign(end[0] - start[0]), sign(end[1] - start[1])
        if dx == 0 or dy == 0:
            self.canvas.rule(self._place(start), self._place(end), weight, ink)
            return
        if abs(abs(end[0] - start[0]) - abs(end[1] - start[1])) > 1e-6:
            return
        # A diagonal is only seen where it passes the corners of cells.
        for step in range(round(abs(end[0] - start[0]))):
            line, column = self._place((start[0] + dx * (step + 0.5), start[1] + dy * (step + 0.5)))
            self.canvas.put(line, column, "╲" if dx == dy else "╱", ink)

    def _path(self, path: Path) -> None:
        ink = Ink(path.tone or "grey") if path.role == "clue" else line_ink(path.role)
        for start, end in zip(path.points, path.points[1:], strict=False):
            self._segment(start, end, _PATHS[path.look], ink)
        if path.look == "arrow" and len(path.points) > 1:
            (x0, y0), (x1, y1) = path.points[-2:]
            head = _ARROW_HEADS[sign(x1 - x0), sign(y1 - y0)]
            # The head stands on the border of the last cell, where no number can hide it.
            line, column = self._place(((x0 + x1) / 2, (y0 + y1) / 2))
            self.canvas.put(line, column, head, ink)

    def _dots(self) -> None:
        if self.scene.grid == "dots" or (self.scene.grid == "lines" and self._is_busy()):
            for point in {point for cell in self.scene.cells for point in cell}:
                line, column = self._place(point)
                if self.canvas.is_free(line, column):
                    self.canvas.put(line, column, "·", _FAINT)

    def _fill(self, fill: Fill) -> None:
        character = fill_character(fill, self.colour)
        line, middle = self._place(fill.home)
        for column in range(middle - self.width // 2, middle + self.width // 2 + 1):
            if character != " " and self.canvas.is_free(line, column):  # lines go on through the cell
                self.canvas.put(line, column, character, Ink())
            if fill.tone != "white":
                self.canvas.ground(line, column, fill.tone)

    def _write(self, place: XY, label: Label) -> None:
        line, column = self._place(place)
        text = printable(label.text)
        if not self.canvas.text(line, column - (len(text) - 1) // 2, text, label.ink):
            self.notes.append(f"{label.about}: {text}")

    def _corner_texts(self) -> None:
        """Small texts stand in the border of their cell."""
        for text in self.texts:
            if not text.slot.startswith(("top_", "bottom_")):
                continue
            shown = printable(text.text)
            line, middle = self._place(text.home)
            line += -1 if text.slot.startswith("top") else 1
            half = self.width // 2
            column = middle - half if text.slot.endswith("left") else middle + half + 1 - len(shown)
            if not self.canvas.text(line, column, shown, Ink("", True) if text.role == "clue" else Ink("blue")):
                self.notes.append(f"{text.about}: {shown}")

    def _margins(self) -> None:
        xs = [x for cell in self.scene.cells for x, _ in cell]
        ys = [y for cell in self.scene.cells for _, y in cell]
        for slot in MARGINS:
            lines: dict[float, list[Text]] = defaultdict(list)
            for text in self.texts:
                if text.slot == slot:
                    lines[text.at[1] if slot in ("left", "right") else text.at[0]].append(text)
            longest = max((len(text.text) for found in lines.values() for text in found), default=0)
            for place, found in lines.items():
                axis = 0 if slot in ("left", "right") else 1
                found.sort(key=lambda text: abs(text.at[axis] - (min(xs) if axis == 0 else min(ys))))
                if slot in ("right", "bottom"):
                    found.sort(key=lambda text: text.at[axis])
                for i, text in enumerate(found):
                    shown = printable(text.text)
                    ink = Ink("" if text.tone == "black" else text.tone, True) if text.role == "clue" else Ink("blue")
                    if slot == "left":
                        column = self._column(min(xs)) - 1 - i * (longest + 1) - len(shown)
                        line = self._line(place)
                    elif slot == "right":
                        column = self._column(max(xs)) + 2 + i * (longest + 1)
                        line = self._line(place)
                    else:
                        column = self._column(place) - (len(shown) - 1) // 2
                        line = self._line(min(ys)) - 1 - i if slot == "top" else self._line(max(ys)) + 1 + i
                    self.canvas.text(line, column, shown, ink)


def _snap(point: XY) -> XY:
    """Outlines lie just inside their cells; on the terminal they lie on the border."""
    return (float(round(point[0])), float(round(point[1])))
