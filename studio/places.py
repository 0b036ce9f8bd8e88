"""Where one can click: the places of a layer with their middles, names and shapes, in pixels of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cluewright.compiler.elements import Cell, Edge, Element
from cluewright.compiler.model import spell
from cluewright.pictures.primitives import XY
from cluewright.pictures.svg import CELL_SIZE
from cluewright.pictures.view import View


class PlaceSets:
    """Lists of places, each sent once. Places that are translations of each other have the same shape."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._names: dict[tuple[Any, ...], str] = {}
        self.data: dict[str, dict[str, Any]] = {}
        #: For each list a place of each shape.
        self.examples: dict[str, list[Any]] = {}

    def add(self, elements: Iterable[Any]) -> str:
        """The name of a list of places."""
        listed = tuple(elements)
        if listed not in self._names:
            name = self._names[listed] = f"p{len(self._names)}"
            self.data[name], self.examples[name] = self._described(listed)
        return self._names[listed]

    def _described(self, elements: Sequence[Any]) -> tuple[dict[str, Any], list[Any]]:
        shapes: dict[Any, int] = {}
        examples: list[Any] = []
        rows: list[tuple[str, str, float | None, float | None, int]] = []
        for element in elements:
            centre = self.centre(element)
            if centre is None:
                rows.append((spell(element), spell(element), None, None, 0))
                continue
            shape = self._shape(element, centre)
            if shape not in shapes:
                shapes[shape] = len(examples)
                examples.append(element)
            rows.append((spell(element), spoken(element), centre[0], centre[1], shapes[shape]))
        names, said, xs, ys, kinds = (list(column) for column in zip(*rows, strict=True)) if rows else ([],) * 5
        data = {
            "names": names,
            "spoken": said,
            "x": [_pixels(x) for x in xs],
            "y": [_pixels(y) for y in ys],
            "shape": kinds,
            "shapes": [[[_pixels(x), _pixels(y)] for x, y in shape[1]] for shape in shapes],
            "kinds": [shape[0] for shape in shapes],
        }
        return data, examples

    def centre(self, element: Any) -> XY | None:
        """The middle of a place, if it has one on the picture."""
        if self.view.is_beside(element):
            return self.view.beside(element, 0.5)
        return self.view.centre(element) if self.view.knows(element) else None

    def _shape(self, element: Any, centre: XY) -> tuple[str, tuple[XY, ...]]:
        """What kind of place it is, and its outline or ends around its middle."""
        points: tuple[XY, ...] = ()
        kind = element.kind if isinstance(element, Element) else "pair"
        if self.view.is_beside(element):
            kind = self.view.side_of(element)
        elif isinstance(element, Cell):
            points = self.view.outline(element)
        elif isinstance(element, Edge) or kind == "pair":
            points = self.view.segment(element)
        return kind, tuple((round(x - centre[0], 3), round(y - centre[1], 3)) for x, y in points)


def _pixels(length: float | None) -> float | None:
    return None if length is None else round(length * CELL_SIZE, 2)


def spoken(element: Any) -> str:
    """A place for a screen reader."""
    if isinstance(element, Cell) and element.row and element.name.startswith("r"):
        return f"row {element.row}, column {element.column}"
    if isinstance(element, tuple):
        return " and ".join(map(spoken, element))
    if isinstance(element, Edge):
        return f"{element.kind} {element.name}"
    return spell(element)
