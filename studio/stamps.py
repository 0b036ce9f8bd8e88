"""Stamps: what the painter draws for one value at one place, for the page to put anywhere of the same shape at once.

The page shows a stamp in the frame after a click; the picture that the painter then makes of the whole board replaces
it. So there is one painter, and no genre in the page."""

from __future__ import annotations

from typing import Any, Final

from cluewright.compiler.elements import Cell, Edge, Seq, Text
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.pictures.layers import NOTHING, DrawnLayer
from cluewright.pictures.picture import styled
from cluewright.pictures.primitives import XY, Fill, Line, Primitive, Scene
from cluewright.pictures.scene import build_piece
from cluewright.pictures.svg import CELL_SIZE, to_fragment
from cluewright.pictures.view import View

#: A patch leaves the lines around a cell.
_PATCH: Final = 0.9


class Stamps:
    """Makes the stamps of one puzzle."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        assert puzzle.board is not None
        self.puzzle = puzzle
        self.board = puzzle.board
        self.view = View(puzzle.board)

    def value(self, name: str, element: Any, centre: XY, value: Any, *, unknown: bool) -> str:
        """The stamp of a value at a place."""
        kind, words = self._layer(name, unknown)
        if unknown and value is False:
            return self._piece(
                [DrawnLayer(name, kind, {element: NOTHING.get(kind, NOTHING[""])}, True, "pencil")], centre
            )
        return self._piece(styled(self.puzzle, name, kind, {element: _known(value)}, unknown, words), centre)

    def _layer(self, name: str, unknown: bool) -> tuple[str, dict[int, str]]:
        layers = self.puzzle.model.unknowns
        words = layers[name].words if name in layers else {}
        return (layers[name].kind if unknown else self.puzzle.clues[name].kind), words

    def _piece(self, layers: list[DrawnLayer], centre: XY) -> str:
        # Texts beside the board take up room, so they want a board on which nothing stands yet.
        view = View(self.board) if any(self.view.is_beside(e) for layer in layers for e in layer.values) else self.view
        return _moved(build_piece(view, layers), centre)

    def patch(self, element: Any, centre: XY) -> str:
        """What covers whatever stands at a place, until the board is painted anew."""
        parts: list[Primitive] = []
        if isinstance(element, Cell):
            x, y = centre
            outline = ((x + _PATCH * (px - x), y + _PATCH * (py - y)) for px, py in self.view.outline(element))
            parts.append(Fill(tuple(outline), "white", centre))
        elif isinstance(element, Edge) and element.kind == "side":
            parts += [Line(*self.view.segment(element), "wipe"), Line(*self.view.segment(element), "grid")]
        elif isinstance(element, (Edge, tuple)):
            parts.append(Line(*self.view.segment(element), "wipe"))
        else:
            x, y = centre
            box = tuple((x + dx, y + dy) for dx, dy in ((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)))
            parts.append(Fill(box, "white", centre))
        return _moved(Scene(self.view.kind, (), tuple(parts)), centre)

    def wall(self, side: Any, centre: XY) -> str:
        """A border between two regions."""
        return self._piece([DrawnLayer("", "side", {side: True}, False, "walls")], centre)


def _known(value: Any) -> Any:
    """A value of the page as one of the language."""
    if isinstance(value, list):
        return Seq(map(_known, value))
    return Text(value) if isinstance(value, str) else value


def _moved(scene: Scene, centre: XY) -> str:
    """The piece around the origin."""
    body = to_fragment(scene)
    x, y = (f"{-round(c * CELL_SIZE, 2):g}" for c in centre)
    return f'<g transform="translate({x} {y})">{body}</g>' if body else ""
