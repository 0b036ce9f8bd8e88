"""Cheapest sets that are enough for something, by branching over counterexamples.

Things to choose from are bits of a number. A counterexample is the set of those that it breaks: whatever is enough has
one of them. Each branch takes one thing of the smallest such set that is not met yet; what was taken in one branch is
left out of those after it, so no set is visited twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

#: Where room is left for more than so many of the lightest things, counterexamples apart from others are looked for.
FEW: Final = 3


class GivenUpError(Exception):
    """A search takes too long."""


class Question(Protocol):
    """What is to be forced, and by what."""

    def counterexample(self, chosen: int) -> int | None:
        """What a counterexample breaks that has all that is chosen; None if there is none: it is enough."""

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        """Takes note of a set that is enough, to which others may be added; gives the cost from which on nothing is of
        interest any more."""


class Weights:
    """What each thing costs."""

    def __init__(self, costs: Iterable[int]) -> None:
        self.costs = list(costs)
        lighter = sorted(set(self.costs))[:2] or [1]
        #: The least cost, that of all others at least, and the things of least cost.
        self.least, self.next = lighter[0], lighter[-1]
        self.light = mask(n for n, cost in enumerate(self.costs) if cost == self.least)


class Branching:
    """Visits all sets that are enough, cost less than a limit and have no smaller one inside. Nothing of interest is
    left out: where it ends, the limit is a proved bound."""

    def __init__(self, weights: Weights, question: Question, tick: Callable[[], None]) -> None:
        self._weights = weights
        self._question = question
        #: Called on the way; it may raise something to give up.
        self._tick = tick
        #: What the counterexamples break that are known so far.
        self.broken: list[int] = []
        #: Those of them that the search rests on.
        self.used: set[int] = set()

    def search(self, allowed: int, limit: int) -> int:
        """The limit in the end: nothing of what is allowed costs less."""
        return self._visit(0, 0, allowed, limit, list(self.broken))

    def _visit(self, chosen: int, cost: int, allowed: int, limit: int, unmet: list[int]) -> int:
        """All sets with what is chosen and some of what is allowed; `unmet` is broken by counterexamples so far."""
        self._tick()
        if not unmet:
            found = self._question.counterexample(chosen)
            if found is None:
                return self._question.enough(chosen, cost, allowed, limit)
            self.broken.append(found)
            unmet = [found]
        choice = self._choice(chosen, allowed, limit - cost, unmet)
        for place in bits(choice):
            one = 1 << place
            allowed ^= one
            dearer = cost + self._weights.costs[place]
            if dearer < limit:
                before = len(self.broken)
                limit = self._visit(chosen | one, dearer, allowed, limit, [each for each in unmet if not each & one])
                unmet += (each for each in self.broken[before:] if not each & chosen)
        return limit

    def _choice(self, chosen: int, allowed: int, left: int, unmet: list[int]) -> int:
        """One of these has to be chosen; none if that cannot do for less than what is left."""
        least = self._weights.least
        if left <= least:
            return 0
        if left <= 2 * least:  # there is room for one thing: it meets all
            for each in unmet:
                if allowed & ~each:
                    self.used.add(each)
                    allowed &= each
            return allowed
        needed = met = 0
        sets = sorted([(each & allowed, each) for each in unmet], key=_size)
        choice, narrowest = sets[0]
        self.used.add(narrowest)
        while True:
            for things, each in sets:  # those that have nothing in common need a thing each
                if not things & met:
                    self.used.add(each)
                    needed += least if things & self._weights.light else self._weights.next
                    if needed >= left or not things:
                        return 0
                    met |= things
            if left <= FEW * least:
                return choice
            found = self._question.counterexample(chosen | met)
            if found is None:
                return choice
            self.broken.append(found)
            unmet.append(found)
            sets = [(found & allowed, found)]


def _size(item: tuple[int, int]) -> int:
    return item[0].bit_count()


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
