"""Functions on lists of known things."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Cell, Edge, Element, Group, Layer, Members, Seq
from cluewright.compiler.functions.cost import walks
from cluewright.compiler.ir import Expr
from cluewright.compiler.operators import Budget, depends, distinct_items, items, known_members, not_a_list
from cluewright.compiler.work import charge
from cluewright.models.errors import LanguageError

#: Things that equal nothing but themselves.
_SINGLE: Final = frozenset({Cell, Edge, Element})


def _membership(things: Any) -> Callable[[object], bool]:
    """Whether an item is in a known collection, quickly: most often it is an element, looked up in a layer."""
    found = None if isinstance(things, Group) or (isinstance(things, Layer) and not things.is_unknown) else _all(things)

    def contains(item: Any) -> bool:
        nonlocal found
        if found is None and item.__class__ in _SINGLE:
            return things.get(item, False) is not False if isinstance(things, Layer) else item in things
        if depends(item):
            raise LanguageError("these items must be known before the puzzle is solved")
        if found is None:
            found = _all(things)
        return item in found

    return contains


def _all(things: object) -> Members:
    listed = known_members(things)
    charge(len(listed))
    if any(map(depends, listed)):
        raise LanguageError("these items must be known before the puzzle is solved")
    return Members(listed)


class SequenceFunctions:
    """Lists, pairs and selections; the work that grows fast is charged to the budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget

    def pairs(self, things: object) -> Seq:
        """All unordered pairs of different items."""
        found = items(things)
        self._budget.spend(len(found) * (len(found) - 1) // 2)
        return Seq(combinations(found, 2))

    pairs.makes_pairs = True  # type: ignore[attr-defined]

    def triples(self, things: object) -> Seq:
        """All unordered triples of different items."""
        found = items(things)
        self._budget.spend(len(found) * (len(found) - 1) * (len(found) - 2) // 6)
        return Seq(combinations(found, 3))

    def consecutive(self, things: object) -> Seq:
        """Each item with the next one."""
        return Seq(pairwise(items(things)))

    def cycle(self, things: object) -> Seq:
        """Each item with the next one, and the last with the first."""
        found = items(things)
        return Seq(pairwise((*found, found[0]))) if found else Seq()

    def first(self, things: object) -> Seq:
        """A list with only the first item, or an empty one."""
        return Seq(items(things)[:1])

    def first_of(self, things: object) -> object:
        """The first item itself; of a table, its first entry."""
        return self._end(things, 0)

    def last_of(self, things: object) -> object:
        """The last item itself; of a table, its last entry."""
        return self._end(things, -1)

    def _end(self, things: object, position: int) -> object:
        found = list(things.values()) if isinstance(things, dict) else items(things)
        if isinstance(things, Layer) and things.is_unknown:
            raise not_a_list(things)
        if not found:
            raise LanguageError("an empty list has no first or last item")
        return found[position]

    def reverse(self, things: object) -> Seq:
        """The items in reverse order."""
        return Seq(reversed(items(things)))

    @walks(1)
    def until(self, things: object, stops: object) -> Seq:
        """The items before the first one that is among `stops`."""
        found: list[object] = []
        is_stop = _membership(stops)
        for item in items(things):
            if is_stop(item):
                break
            found.append(item)
        return Seq(found)

    @walks(1)
    def stretches(self, things: object, stops: object) -> Seq:
        """The longest runs of neighbouring items that are not among `stops`."""
        runs: list[list[object]] = [[]]
        is_stop = _membership(stops)
        for item in items(things):
            if is_stop(item):
                runs.append([])
            else:
                runs[-1].append(item)
        return Seq(Seq(run) for run in runs if run)

    def numbered(self, layer: object) -> Seq:
        """The elements whose clue is a number, and not a sign such as '?'."""
        if not isinstance(layer, Layer) or layer.is_unknown:
            raise LanguageError("numbered(...) takes a layer of clues")
        return Seq(element for element, value in layer.items() if value.__class__ is int)

    def position(self, thing: object, things: object) -> int:
        """Where an item stands in a list, counted from 0."""
        found = items(things)
        if isinstance(thing, Expr) or thing not in found:
            raise LanguageError(f"{ir.describe(thing)} is not in this list")
        return found.index(thing)

    def unique(self, things: object) -> Seq:
        """The items without repetition, in their order."""
        return distinct_items(items(things))

    def zip(self, first: object, second: object) -> Seq:
        """Pairs of items at the same position of two lists."""
        return Seq(zip(items(first), items(second), strict=False))

    def sorted(self, things: object) -> Seq:
        """Known numbers or words in ascending order."""
        return Seq(sorted(items(things)))

    def flatten(self, lists: object) -> Seq:
        """All items of all the lists."""
        found: list[object] = []
        for inner in items(lists):
            members = items(inner)
            self._budget.spend(len(members))
            found.extend(members)
        return Seq(found)
