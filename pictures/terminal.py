"""Scenes as text for the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cluewright.pictures.canvas import PLAIN_CHARACTERS, THIN, Canvas, Ink, printable
from cluewright.pictures.primitives import Fill, Path, Scene, Table
from cluewright.pictures.terminal_square import paint_squares

#: Draws the board on a canvas and returns lines about what found no room on it.
_Painter = Callable[[Scene, Canvas, bool], list[str]]


def paint(scene: Scene, colour: bool = False, unicode: bool = True) -> str:
    """The scene as lines of text, with ANSI colours or without, with box-drawing characters or in plain ASCII."""
    sections: list[list[str]] = []
    if scene.title:
        title = printable(scene.title)
        sections.append([f"\x1b[1m{title}\x1b[0m" if colour else title])
    painter = _painter(scene.kind) if scene.cells else None
    if painter is not None:
        canvas = Canvas()
        notes = painter(_shaded_hulls(scene), canvas, colour)
        sections.append(canvas.render(colour, unicode) + [note if unicode else _plain(note) for note in notes])
    for table in scene.tables:
        canvas = Canvas()
        _draw_table(table, canvas)
        sections.append(canvas.render(colour, unicode))
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _painter(kind: str) -> _Painter | None:
    if kind == "square":
        return paint_squares
    from cluewright.pictures.terminal_slanted import paint_hexagons, paint_triangles  # late: most boards are square

    painters: dict[str, _Painter] = {"hex": paint_hexagons, "triangle": paint_triangles}
    return painters.get(kind)


def _shaded_hulls(scene: Scene) -> Scene:
    """Characters have no round ends: the cells of a hull are shaded."""
    hulls = [p for p in scene.primitives if isinstance(p, Path) and p.look == "hull"]
    if not hulls:
        return scene
    homes = dict.fromkeys((round(x, 2), round(y, 2)) for hull in hulls for x, y in hull.points)
    fills = [Fill((), "light", home) for home in homes]
    return replace(scene, primitives=(*fills, *(p for p in scene.primitives if p not in hulls)))


def _draw_table(table: Table, canvas: Canvas) -> None:
    rows = [tuple(printable(text) for text in row) for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    starts = [sum(widths[:i]) + 3 * i for i in range(len(widths))]
    bottom = len(rows) + 2
    right = starts[-1] + widths[-1] + 3
    faint = Ink("grey")
    for line in (0, 2, bottom):
        canvas.rule((line, 0), (line, right), THIN, faint)
    for column in (*starts, right):
        canvas.rule((0, column), (bottom, column), THIN, faint)
    for i, row in enumerate(rows):
        for j, text in enumerate(row):
            is_name = i == 0 or j == 0
            ink = Ink("", True) if is_name or table.role == "clue" else Ink("blue")
            canvas.text(i + 1 if i == 0 else i + 2, starts[j] + 2, text.ljust(widths[j]), ink)


def _plain(text: str) -> str:
    return text.translate(PLAIN_CHARACTERS)
