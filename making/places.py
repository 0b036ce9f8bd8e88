"""Where on the board an element is."""

from __future__ import annotations

from collections.abc import Iterator

from cluewright.compiler.elements import Element, Group

#: The middle of an element, in the board's points (two for each cell).
Middle = tuple[float, float]


def middle(element: object) -> Middle | None:
    """The middle of an element, or of the cells of a group or list; None for what is not on the board."""
    points = list(_points(element))
    if not points:
        return None
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _points(element: object) -> Iterator[tuple[int, int]]:
    if isinstance(element, Element):
        yield from element.points
    parts = element.cells if isinstance(element, Group) else element if isinstance(element, tuple) else ()
    for part in parts:
        yield from _points(part)
