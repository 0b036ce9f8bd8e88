"""Cheapest sets that are enough for something, by branching over counterexamples.

Things to choose from are bits of a number. A counterexample is the set of those that it breaks: whatever is enough has
one of them. Each branch takes one thing of the smallest such set that is not met yet; what was taken in one branch is
left out of those after it, so no set is visited twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol


class GivenUpError(Exception):
    """A search takes too long."""


class Question(Protocol):
    """What is to be forced, and by what."""

    def counterexample(self, chosen: int) -> int | None:
        """What a counterexample breaks that has all that is chosen; None if there is none: it is enough."""

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        """Takes note of a set that is enough, to which others may be added; gives the cost from which on nothing is of
        interest any more."""


class Branching:
    """Visits all sets that are enough, cost less than a limit and have no smaller one inside. Nothing of interest is
    left out: where it ends, the limit is a proved bound."""

    def __init__(self, weights: Sequence[int], question: Question, tick: Callable[[], None]) -> None:
        self._weights = weights
        self._question = question
        #: Called on the way; it may raise something to give up.
        self._tick = tick
        #: What the counterexamples break that are known so far.
        self.broken: list[int] = []
        lighter = sorted(set(weights))[:2] or [0]
        self._least, self._next = lighter[0], lighter[-1]
        self._light = mask(n for n, weight in enumerate(weights) if weight == self._least)

    def search(self, allowed: int, limit: int) -> int:
        """The limit in the end: nothing of what is allowed costs less."""
        return self._visit(0, 0, allowed, limit, self.broken)

    def _visit(self, chosen: int, cost: int, allowed: int, limit: int, unmet: list[int]) -> int:
        """All sets with what is chosen and some of what is allowed; `unmet` is broken by counterexamples so far."""
        self._tick()
        if not unmet:
            found = self._question.counterexample(chosen)
            if found is None:
                return self._question.enough(chosen, cost, allowed, limit)
            self.broken.append(found)
            unmet = [found]
        rest = allowed
        for place in bits(self._choice(unmet, allowed, limit - cost)):
            one = 1 << place
            rest ^= one
            dearer = cost + self._weights[place]
            if dearer < limit:
                before = len(self.broken)
                limit = self._visit(chosen | one, dearer, rest, limit, [each for each in unmet if not each & one])
                unmet = [*unmet, *(each for each in self.broken[before:] if not each & chosen)]
        return limit

    def _choice(self, unmet: Sequence[int], allowed: int, left: int) -> int:
        """One of these has to be chosen; none if that cannot do for less than what is left."""
        if left <= self._least:
            return 0
        if left <= 2 * self._least:  # there is room for one thing: it meets all
            for each in unmet:
                allowed &= each
            return allowed
        sets = sorted([each & allowed for each in unmet], key=int.bit_count)
        needed = met = 0
        for each in sets:
            if not each & met:
                needed += self._least if each & self._light else self._next
                if needed >= left:
                    return 0
                met |= each
        return sets[0]


def mask(places: Iterable[int]) -> int:
    """The number with ones at some places."""
    number = 0
    for place in places:
        number |= 1 << place
    return number


def bits(number: int) -> Iterator[int]:
    """The places of the ones of a number."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def smallest(sets: Iterable[int], most: int) -> list[int]:
    """Sets that have none of the others inside, the smallest first; no more than some number."""
    kept: list[int] = []
    for each in sorted(set(sets), key=int.bit_count)[:most]:
        if not any(other & each == other for other in kept):
            kept.append(each)
    return kept
