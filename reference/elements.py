"""The things that a puzzle speaks of: parts of a board, groups of cells, tables and layers.

Truth values, numbers and words are Python's own; a list or pair is a tuple. A direction is a word.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from cluewright.models.errors import CluewrightError, Problem

Value = bool | int | str


def fail(message: str) -> NoReturn:
    """Refuse what cannot be read or has no meaning."""
    raise CluewrightError(Problem(message))


class Element:
    """A part of a board; there is one object for each, so that equal means the same."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Cell(Element):
    """A cell, or a node of a graph (which has no row and column)."""

    __slots__ = ("column", "row")

    def __init__(self, name: str, row: int = 0, column: int = 0) -> None:
        super().__init__(name)
        self.row = row
        self.column = column


class Corner(Element):
    """A point where sides meet."""

    __slots__ = ("cells", "sides")

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.cells: tuple[Cell, ...] = ()
        self.sides: tuple[Side, ...] = ()


class Edge(Element):
    """Something with two ends; taken as a list, it is its ends."""

    __slots__ = ("ends",)

    def __init__(self, name: str, ends: tuple[Element, Element]) -> None:
        super().__init__(name)
        self.ends = ends


class Link(Edge):
    """From a cell to its neighbour."""

    __slots__ = ()


class Side(Edge):
    """A border of one or two cells, from corner to corner."""

    __slots__ = ("cells",)

    def __init__(self, name: str, ends: tuple[Corner, Corner], cells: tuple[Cell, ...]) -> None:
        super().__init__(name, ends)
        self.cells = cells


class Place(Element):
    """A place outside the grid and the cells that it looks at, nearest first."""

    __slots__ = ("view",)

    def __init__(self, name: str, view: tuple[Cell, ...]) -> None:
        super().__init__(name)
        self.view = view


class Group(tuple[Any, ...]):
    """A list of cells with a name. Two groups are the same if they have the same name and the same cells."""

    name: str

    def __new__(cls, name: str, cells: Iterable[object]) -> Group:
        group = super().__new__(cls, cells)
        group.name = name
        return group

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.name == other.name and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.name, tuple(self)))

    def __repr__(self) -> str:
        return self.name


def named_group(cells: Iterable[Cell], is_square: bool = True) -> Group:
    """A group that is called after its cells, or after the two corners if it is a rectangle of a square board."""
    members = tuple(cells)
    if not members:
        fail("a group has at least one cell")
    first, last = members[0], members[-1]
    area = [(r, c) for r in range(first.row, last.row + 1) for c in range(first.column, last.column + 1)]
    if is_square and len(members) > 1 and [(cell.row, cell.column) for cell in members] == area:
        return Group(f"{first.name}-{last.name}", members)
    return Group(" ".join(cell.name for cell in members), members)


class Table(dict[str | int, Any]):
    """A table of the parameters: values by words or numbers."""


def spell(thing: object) -> str:
    """How answers and rules write a thing."""
    if isinstance(thing, Element | Group):
        return thing.name
    if isinstance(thing, tuple):
        return "(" + ", ".join(map(spell, thing)) + ")"
    return str(thing)


def same(a: object, b: object) -> bool:
    """Whether two things are equal: lists item by item, two groups by name as well, a truth value as 1 or 0."""
    if isinstance(a, tuple) and isinstance(b, tuple) and not (isinstance(a, Group) and isinstance(b, Group)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Layer) or isinstance(b, Layer):
        return a is b or fail("a layer cannot be compared as a whole")
    return bool(a == b)


def each_once(things: Iterable[object]) -> tuple[object, ...]:
    """Without what equals something before it."""
    found: dict[object, list[object]] = {}
    for thing in things:
        alike = found.setdefault(_spread(thing), [])
        if not any(same(thing, other) for other in alike):
            alike.append(thing)
    return tuple(thing for alike in found.values() for thing in alike)


def _spread(thing: object) -> object:
    """Lists in place of groups; the same for things that are equal."""
    return tuple(map(_spread, thing)) if isinstance(thing, tuple) else thing


def plain(data: object) -> Any:
    """YAML data as values: lists become tuples."""
    if isinstance(data, list):
        return tuple(plain(item) for item in data)
    if isinstance(data, dict):
        return Table({key: plain(item) for key, item in data.items()})
    return data


class Layer:
    """What stands on each element: clues or unknowns."""

    def __init__(self, name: str) -> None:
        self.name = name

    def elements(self) -> Iterable[object]:
        """The elements that have one, in order."""
        raise NotImplementedError

    def members(self) -> Iterable[object]:
        """The elements of the set that the layer stands for."""
        raise NotImplementedError

    def holds(self, element: object) -> bool:
        """What `element in layer` says."""
        raise NotImplementedError

    def at(self, element: object) -> object:
        """The value at an element."""
        raise NotImplementedError

    def __getitem__(self, place: object) -> object:
        if self.has(place):
            return self.at(place)
        if isinstance(place, tuple):
            return tuple(self[item] for item in place)
        return self.missing(place)

    def has(self, element: object) -> bool:
        """Whether there is a value at this very element."""
        raise NotImplementedError

    def missing(self, element: object) -> NoReturn:
        """There is no value here."""
        fail(f"'{self.name}' has nothing at {spell(element)}")


class ClueLayer(Layer):
    """Clues by element."""

    def __init__(self, name: str, clues: dict[object, object]) -> None:
        super().__init__(name)
        self.clues = clues

    def elements(self) -> Iterable[object]:
        return self.clues

    def members(self) -> Iterable[object]:
        return [element for element, value in self.clues.items() if value is not False]

    def holds(self, element: object) -> bool:
        return element in self.clues

    has = holds

    def at(self, element: object) -> object:
        return self.clues[element]


class NotYetError(Exception):
    """A value is needed that nobody has chosen yet."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown)
        self.unknown = unknown


class Unknown:
    """One value to be found; None while it is open."""

    __slots__ = ("element", "index", "layer", "value", "values")

    def __init__(self, layer: str, element: str, values: tuple[Value, ...], index: int) -> None:
        self.layer = layer
        self.element = element
        self.values = values
        self.index = index
        self.value: Value | None = None


class UnknownLayer(Layer):
    """Unknowns by element. Every reading is counted, so that what read nothing is known to be fixed."""

    def __init__(self, name: str, unknowns: dict[object, Unknown], is_bool: bool) -> None:
        super().__init__(name)
        self.unknowns = unknowns
        self.is_bool = is_bool
        self.reads = Reads()

    def at(self, element: object) -> Value:
        self.reads.count += 1
        unknown = self.unknowns[element]
        if unknown.value is None:
            raise NotYetError(unknown)
        return unknown.value

    def has(self, element: object) -> bool:
        return element in self.unknowns

    def elements(self) -> Iterable[object]:
        return self.members() if self.is_bool else self.unknowns

    def members(self) -> Iterable[object]:
        if not self.is_bool:
            fail(f"'{self.name}' is no set: its values are not true or false")
        return [element for element in self.unknowns if self.at(element) is True]

    def holds(self, element: object) -> bool:
        if element not in self.unknowns:
            return False
        return self.at(element) is True if self.is_bool else True


class Reads:
    """How often unknowns were read."""

    def __init__(self) -> None:
        self.count = 0
