"""What puzzles are made of: cells, sides, corners, links, groups of cells, and sequences of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from cluewright.compiler.work import charge, pay
from cluewright.models.errors import LanguageError, LimitError

#: A point of the drawing, in whole steps of the board's own lattice.
Point = tuple[int, int]

#: No sequence in the language may be longer.
MAX_LENGTH: Final = 2_000_000


class Element:
    """A named thing that can carry a clue or an unknown. Compared by identity, so it is a fast dictionary key."""

    __slots__ = ("index", "kind", "name", "points")

    def __init__(self, kind: str, name: str, index: int, points: tuple[Point, ...] = ()) -> None:
        self.kind = kind
        self.name = name
        #: Position among the elements of its kind.
        self.index = index
        #: Outline of a cell, the two ends of a side or link, the place of a corner.
        self.points = points

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __iter__(self) -> Iterator[object]:
        raise LanguageError(f"{self.name} is a single {self.kind} and cannot be iterated over")


class Cell(Element):
    """A cell of a board; row and column count from 1. Its outline may be given as how it is made: many puzzles are
    never drawn and look at no corner."""

    __slots__ = ("_outline", "column", "row")

    def __init__(self, name: str, index: int, row: int, column: int, outline: Outline) -> None:
        self.kind = "cell"
        self.name = name
        self.index = index
        self.row = row
        self.column = column
        self._outline = outline

    @property
    def points(self) -> tuple[Point, ...]:  # type: ignore[override]
        """The corners, in turn."""
        outline = self._outline
        if not isinstance(outline, tuple):
            outline = self._outline = outline(self)
        return outline


#: The corners of a cell, or what makes them.
Outline = tuple[Point, ...] | Callable[[Cell], tuple[Point, ...]]


class Edge(Element):
    """A side (between two corners) or a link (between two neighbouring cells)."""

    __slots__ = ("ends",)

    def __init__(
        self, kind: str, name: str, index: int, ends: tuple[Element, Element], points: tuple[Point, ...]
    ) -> None:
        super().__init__(kind, name, index, points)
        self.ends = ends

    def __iter__(self) -> Iterator[object]:
        return iter(self.ends)

    def __contains__(self, item: object) -> bool:
        return item is self.ends[0] or item is self.ends[1]


class Group(Element):
    """A named list of cells: a row, a box, a region, a cage, a thermometer."""

    __slots__ = ("_members", "cells")

    def __init__(self, kind: str, name: str, index: int, cells: Iterable[Element]) -> None:
        super().__init__(kind, name, index)
        self.cells: Seq = Seq(cells)
        self._members: frozenset[Element] | None = None

    def __iter__(self) -> Iterator[object]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, item: object) -> bool:
        if self._members is None:
            self._members = frozenset(self.cells)
        return item in self._members

    def __getitem__(self, key: object) -> Any:
        return self.cells[key]

    def __eq__(self, other: object) -> bool:
        """A group equals the list of its cells; as a key it stays itself."""
        return self is other or (isinstance(other, tuple) and self.cells == other)

    __hash__ = Element.__hash__

    def __add__(self, other: object) -> Seq:
        joined: Seq = self.cells + other
        return joined

    def __radd__(self, other: Any) -> Seq:
        return Seq(other) + self.cells


class Seq(tuple[Any, ...]):
    """A list of the language. It cannot be multiplied and cannot grow without bound."""

    __slots__ = ()

    def __add__(self, other: object) -> Seq:
        if isinstance(other, Group):
            other = other.cells
        if not isinstance(other, tuple):
            raise LanguageError("a list can only be joined with another list", hint="write [x] for a list of one")
        if len(self) + len(other) > MAX_LENGTH:
            raise LimitError(f"a list would have more than {MAX_LENGTH} items")
        charge(len(self) + len(other))
        return Seq(tuple.__add__(self, other))

    def __eq__(self, other: object) -> bool:
        pay(len(self))
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        pay(len(self))
        return tuple.__ne__(self, other)

    def __hash__(self) -> int:
        pay(len(self))
        return tuple.__hash__(self)

    def __lt__(self, other: Any) -> bool:
        pay(len(self))
        return tuple.__lt__(self, other)

    def __le__(self, other: Any) -> bool:
        pay(len(self))
        return tuple.__le__(self, other)

    def __mul__(self, other: object) -> Seq:
        raise LanguageError("a list cannot be multiplied")

    __rmul__ = __mul__

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is slice:
            charge(len(self))
            try:
                return Seq(tuple.__getitem__(self, key))
            except (TypeError, ValueError):
                raise LanguageError(
                    "the ends of a slice must be known whole numbers, and its step must not be 0"
                ) from None
        try:
            return tuple.__getitem__(self, key)
        except IndexError:
            raise LanguageError(f"position {key} does not exist in a list of {len(self)}") from None
        except TypeError:
            raise LanguageError(f"a list is indexed by a whole number, not by {key}") from None


class Members:
    """Known things, each once, by what `==` says: a group equals the list of its cells, though not as a key."""

    __slots__ = ("_lists", "_plain", "things")

    def __init__(self, things: Iterable[object]) -> None:
        found = dict.fromkeys(things)
        #: Where things are that can be looked up as they are; None as long as nobody looked.
        self._plain: dict[object, int] | None = {}
        #: Lists and groups: positions of those that are alike.
        self._lists: dict[object, list[int]] = {}
        self.things: list[object] = []
        if any(issubclass(kind, (Group, tuple)) for kind in set(map(type, found))):
            for thing in found:
                self.add(thing)
        else:
            self.things = list(found)
            self._plain = None

    def add(self, thing: object) -> int:
        """The position of the thing, or of an earlier one that it equals."""
        found = self._position(thing)
        if found is None:
            found = len(self.things)
            self.things.append(thing)
            if isinstance(thing, (Group, tuple)):
                self._lists.setdefault(_spread(thing), []).append(found)
            else:
                self._positions()[thing] = found
        return found

    def __contains__(self, thing: object) -> bool:
        return self._position(thing) is not None

    def _position(self, thing: object) -> int | None:
        if isinstance(thing, (Group, tuple)):
            return next((i for i in self._lists.get(_spread(thing), ()) if self.things[i] == thing), None)
        return self._positions().get(thing)

    def _positions(self) -> dict[object, int]:
        if self._plain is None:
            self._plain = dict(zip(self.things, range(len(self.things)), strict=True))
        return self._plain


def _spread(thing: object) -> object:
    """Lists in place of groups: the same for things that are equal."""
    if isinstance(thing, Group):
        thing = thing.cells
    return tuple(map(_spread, thing)) if isinstance(thing, tuple) else thing


class Relation(Seq):
    """A list of elements that can also be asked: `sides` are all sides, `sides(c)` those of a cell."""

    ask: Callable[[object], Seq | None]
    what: str

    @classmethod
    def make(cls, what: str, items: Iterable[Any], ask: Callable[[Any], Seq | None]) -> Relation:
        """A relation from its items and the function that answers for one element."""
        relation = cls(items)
        relation.ask = ask
        relation.what = what
        return relation

    def __call__(self, item: object) -> Seq:
        found = self.ask(item)
        if found is None:
            raise LanguageError(f"{item} has no {self.what}")
        return found


class Text(str):
    """A word of the language. It can be equal to another and be printed, never joined, repeated or ordered."""

    __slots__ = ()

    def __add__(self, other: object) -> str:
        raise LanguageError("words cannot be joined")

    __radd__ = __add__

    def __mul__(self, other: object) -> str:
        raise LanguageError("a word cannot be multiplied")

    __rmul__ = __mul__

    def __mod__(self, other: object) -> str:
        raise LanguageError("a word cannot be divided")

    def __lt__(self, other: object) -> bool:
        raise LanguageError("words have no order", hint="they can be equal (==) or not (!=)")

    __le__ = __gt__ = __ge__ = __lt__

    def __contains__(self, item: object) -> bool:
        raise LanguageError(f"expected a list, not the word '{self}'", hint=f"write a list, for example ['{self}']")

    def __getitem__(self, key: object) -> str:
        raise LanguageError("a word has no items to look up")


class Layer(dict[Any, Any]):
    """Clues or unknowns by element. `layer[group]` gives the values of all the group's cells."""

    __slots__ = ("is_unknown", "kind", "name")

    def __init__(self, name: str, kind: str, values: Mapping[object, object], is_unknown: bool) -> None:
        super().__init__(values)
        self.name = name
        self.kind = kind
        self.is_unknown = is_unknown

    def __missing__(self, key: object) -> object:
        if isinstance(key, Group):
            charge(len(key))
            return Seq(map(self.__getitem__, key.cells))
        if isinstance(key, tuple) and not (len(key) > 0 and self._is_pair(key)):
            charge(len(key))
            return Seq(map(self.__getitem__, key))
        if self.is_unknown:
            raise LanguageError(f"'{self.name}' has no unknown at {key}")
        raise LanguageError(f"'{self.name}' has no clue at {key}", hint=f"ask `x in {self.name}` first")

    def _is_pair(self, key: tuple[object, ...]) -> bool:
        """Whether the keys of this layer are tuples, so that a tuple is one key rather than a list of keys."""
        first = next(iter(self), None)
        return isinstance(first, tuple) and not isinstance(key[0], tuple)

    def __call__(self, *_: object) -> object:
        raise LanguageError(f"'{self.name}' is not a function", hint=f"write {self.name}[...]")


def constant(value: object) -> object:
    """YAML data as values of the language."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return Text(value)
    if isinstance(value, list):
        return Seq(constant(v) for v in value)
    if isinstance(value, dict):
        return Layer("table", "table", {constant(k): constant(v) for k, v in value.items()}, is_unknown=False)
    return Seq()


def spell_all(items: Sequence[object], most: int = 6) -> str:
    """A short list of things for a message."""
    names = [str(item) for item in items[:most]]
    return ", ".join(names) + (", ..." if len(items) > most else "")
