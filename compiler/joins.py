"""Loops that look for something: `p for p in shapes if c in p` finds the p of a c in an index, not by trying every p.

An index is made when the same list is searched at the same place for the second time, and used only for values whose
equality is that of table keys. Everything else is tried one by one, as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from operator import not_
from types import CodeType
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.elements import Cell, Edge, Element, Group, Layer, Seq, Text
from cluewright.compiler.ir import Value
from cluewright.compiler.operators import Budget, Guarded, equal, is_in, is_in_known, items, known

#: Shorter lists are searched as fast as an index is made.
_SHORT: Final = 8
#: So many lists are remembered for each place in the rules.
_MOST_LISTS: Final = 16
#: Of these two values are equal if and only if they are the same key of a table.
_PLAIN: Final = frozenset({int, bool, str, Text, Cell, Edge, Element})

#: Things that equal nothing but themselves.
_SINGLE: Final = frozenset({Cell, Edge, Element})
#: Things that are looked up in the time of one step, where no loop is written out.
_AT_ONCE: Final = 8

#: Of a list that was not searched yet.
_UNKNOWN: Final = (None, None)

#: The values of an expression for all items of a list.
Values = Callable[[Sequence[Any]], list[Any]]
Index = dict[Any, list[Any]]


class Joins:
    """The helpers of one scope: an index holds as long as the names that its expression reads keep their values."""

    def __init__(self, budget: Budget) -> None:
        self._spend = budget.spend
        #: For each place the lists that were searched there, with an index from the second time on; None if these
        #: values cannot be keys.
        self._searched: dict[CodeType, dict[int, tuple[Any, Index | bool | None]]] = {}

    def helpers(self) -> dict[str, Callable[..., Any]]:
        """By the names that the rewriter uses."""
        return {
            "__matching": self.matching,
            "__matching_guarded": self.matching_guarded,
            "__among": self.among,
            "__meeting": self.meeting,
            "__members": self.members,
            "__members_at": self.members_at,
            "__length": length,
        }

    def matching(self, collection: Any, values: Values, key: Callable[[], Any], contained: bool) -> Sequence[Any]:
        """The items whose value is the key or (`contained`) contains it; all of that is known."""
        searched = self._searched.get(values.__code__)
        if searched is not None:  # most often
            before, index = searched.get(id(collection), _UNKNOWN)
            if before is collection and index.__class__ is dict:
                sought = key()
                if sought.__class__ in _PLAIN or _is_key(sought):
                    result: Sequence[Any] = index.get(sought, ())
                    self._spend(len(result) + 1)
                    return result
        found = items(collection)
        if not found:
            return found
        sought = key()
        looked_up = self._looked_up(sought, collection, found, values, contained)
        if looked_up is None:
            self._spend(len(found) + 1)
            said = zip(found, values(found), strict=True)
            return [item for item, value in said if (is_in_known(sought, value) if contained else sought == value)]
        return looked_up

    def among(self, collection: Any, values: Values, key: Callable[[], Any]) -> Sequence[Any]:
        """The items whose value is in what is sought, such as a group of cells; all of that is known."""
        found = items(collection)
        if not found:
            return found
        sought = key()
        members = _members(sought)
        index = None
        if members is not None and all(map(_is_key, members)):
            index = self._index(collection, range(len(found)), lambda _: values(found), values.__code__, False)
        if index is None:
            self._spend(len(found) + 1)
            return [item for item, value in zip(found, values(found), strict=True) if is_in_known(value, sought)]
        self._spend(len(members or ()) + 1)
        places = sorted(place for member in dict.fromkeys(members or ()) for place in index.get(member, ()))
        self._spend(len(places))
        return [found[place] for place in places]

    def matching_guarded(
        self, collection: Any, values: Values, key: Callable[[], Any], contained: bool
    ) -> list[tuple[Any, Value]]:
        """The same where anything may be unknown: items with the conditions under which they are meant."""
        if not isinstance(collection, Guarded):
            found = items(collection)
            if not found:
                return []
            sought = key()
            result = self._looked_up(sought, collection, found, values, contained)
            if result is not None:
                return [(item, True) for item in result]
            entries: list[tuple[Any, Value]] = [(item, True) for item in found]
        elif collection.entries:
            entries, sought = collection.entries, key()
        else:
            return []
        self._spend(len(entries) + 1)
        said = zip(entries, values([item for item, _ in entries]), strict=True)
        tried = (
            (item, condition, is_in(sought, value) if contained else equal(sought, value))
            for (item, condition), value in said
        )
        return [(item, _both(condition, meant)) for item, condition, meant in tried if meant is not False]

    def _looked_up(
        self, sought: Any, collection: Any, found: Sequence[Any], values: Values, contained: bool
    ) -> Sequence[Any] | None:
        """What an index says, if there is one."""
        index = self._index(collection, found, values, values.__code__, contained) if _is_key(sought) else None
        if index is None:
            return None
        result: Sequence[Any] = index.get(sought, ())
        self._spend(len(result) + 1)
        return result

    def _index(
        self, collection: Any, found: Sequence[Any], values: Values, place: CodeType, contained: bool
    ) -> Index | None:
        """The index of a list at a place in the rules, from the second time on that it is searched there. A collection
        never changes, so it is known by its identity."""
        if len(found) <= _SHORT:
            return None
        searched = self._searched.setdefault(place, {})
        before, index = searched.get(id(collection), (None, None))
        if before is not collection:
            if len(searched) >= _MOST_LISTS:
                searched.clear()
            searched[id(collection)] = (collection, True)
            return None
        if index is True:
            self._spend(len(found) + 1)
            index = self._made(found, values(found), contained)
            searched[id(collection)] = (collection, index)
        return index if isinstance(index, dict) else None

    def _made(self, found: Sequence[Any], values: list[Any], contained: bool) -> Index | None:
        index: Index = {}
        if not contained and _PLAIN.issuperset(map(type, values)):
            self._spend(len(values))
            for item, value in zip(found, values, strict=True):
                index.setdefault(value, []).append(item)
            return index
        for item, value in zip(found, values, strict=True):
            keys = _members(value) if contained else (value,)
            if keys is None or not all(map(_is_key, keys)):
                return None
            self._spend(len(keys))
            for key in dict.fromkeys(keys):
                index.setdefault(key, []).append(item)
        return index

    def meeting(self, pairs: Callable[[Any], Any], test: Callable[[Any, Any], Any], things: Any) -> Sequence[Any]:
        """The pairs of things that pass a test. One such as `crosses` says what two things must share to pass it."""
        shared: Callable[[Any], Iterable[Any]] | None = getattr(test, "shared", None)
        found = items(things)
        if shared is None or not getattr(pairs, "makes_pairs", False) or len(found) < 2:
            listed = items(pairs(things))
            self._spend(len(listed) + 1)
            return [pair for pair in listed if known(test(*pair))]
        at: dict[Any, list[int]] = {}
        for i, thing in enumerate(found):
            keys = dict.fromkeys(shared(thing))
            self._spend(len(keys) + 1)
            for key in keys:
                at.setdefault(key, []).append(i)
        chosen: set[tuple[int, int]] = set()
        for places in at.values():
            self._spend(len(places) * (len(places) - 1) // 2)
            chosen.update(combinations(places, 2))
        return [(found[i], found[j]) for i, j in sorted(chosen)]

    def members(
        self, asked: object, things: object, collection: object, inside: bool, otherwise: Callable[[object], Value]
    ) -> Value:
        """`count`, `any` or `all` of `x in collection for x in things`, without a loop where all of that is plain."""
        quick: Callable[[Iterable[bool]], int] | None = getattr(asked, "of_known", None)
        if quick is None or not isinstance(collection, (Layer, Group)) or getattr(collection, "is_unknown", False):
            return otherwise(things)
        found: Sequence[object] | None = things.cells if isinstance(things, Group) else None
        if found is None and isinstance(things, tuple) and _SINGLE.issuperset(map(type, things)):
            found = things
        if found is None:
            return otherwise(things)
        self._spend(1 + len(found) // _AT_ONCE)
        contained = map(collection.__contains__, found)
        return quick(contained if inside else map(not_, contained))

    def members_at(
        self,
        asked: object,
        things: object,
        collection: Callable[[], object],
        inside: bool,
        otherwise: Callable[[object], Value],
    ) -> Value:
        """The same of a collection that is looked up: only if there are things, since it need not be there else."""
        if not isinstance(things, (Group, tuple)) or not len(things):
            return otherwise(things)
        return self.members(asked, things, collection(), inside, otherwise)


def length(measure: Callable[..., object], function: Callable[..., object], *args: object) -> object:
    """`len(function(...))`; some functions know how long a list would be without making it."""
    quick: Callable[..., int] | None = getattr(function, "length", None)
    return quick(*args) if quick is not None and hasattr(measure, "is_length") else measure(function(*args))


def _both(first: Value, second: Value) -> Value:
    return second if first is True else ir.conj((first, second))


def _is_key(value: Any) -> bool:
    kind = value.__class__
    return kind in _PLAIN or (kind in (tuple, Seq) and all(part.__class__ in _PLAIN for part in value))


def _members(value: Any) -> Sequence[Any] | None:
    """What is in a value for `in`; None if that is not a matter of keys."""
    if isinstance(value, Group):
        return value.cells
    if isinstance(value, Edge):
        return value.ends
    if isinstance(value, Layer):
        return None if value.is_unknown else list(value)
    return value if isinstance(value, tuple) else None
