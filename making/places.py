"""Where on the board an element is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from cluewright.compiler.elements import Element, Group

_T = TypeVar("_T")
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


def nearest(items: Iterable[_T], place: Middle | None, element: Callable[[_T], object]) -> list[_T]:
    """The same items, those whose elements are near a place first."""

    def far(item: _T) -> float:
        at = None if place is None else middle(element(item))
        return 0.0 if at is None or place is None else abs(at[0] - place[0]) + abs(at[1] - place[1])

    return sorted(items, key=far)
