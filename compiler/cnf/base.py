"""The supply of variables and the clauses that many encodings share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from operator import neg
from typing import Final

#: The literal that is always true, and its negation.
TRUE: Final = 1
FALSE: Final = -1

#: Literals put before every clause of a constraint: the constraint holds unless one of them is true.
Prefix = tuple[int, ...]

#: What takes clauses: a solver, a file, a list.
Sink = Callable[[list[int]], object]

#: An answer of the solver: `truths[lit] == lit` says whether a literal is true in it.
Truths = Sequence[int]

#: Up to this many literals, "at most one" is said pair by pair.
PAIRWISE_LIMIT: Final = 7


def truths_of(model: Sequence[int], top: int) -> Truths:
    """An answer given by the true literal of every variable in order, of which the last may be missing (no clause
    mentions them). Seen from the end, the list is the same: so a literal is found at its own number, be it negative."""
    truths = [0, *model, *range(-len(model) - 1, -top - 1, -1)]
    truths += truths[:0:-1]
    return truths


class ClauseWriter:
    """Hands out variables and streams clauses into a sink."""

    def __init__(self, sink: Sink) -> None:
        self.add = sink
        self.top = 1
        sink([TRUE])

    def new(self) -> int:
        """A fresh variable."""
        self.top += 1
        return self.top

    def clause(self, literals: Iterable[int]) -> None:
        """Add a clause after removing constants; a true one is left out."""
        self.take([*literals])

    def take(self, kept: list[int]) -> None:
        """The same of a list that nobody else has."""
        if FALSE in kept:
            kept = [lit for lit in kept if lit != FALSE]
        if TRUE not in kept:
            self.add(kept or [FALSE])

    def contradiction(self, prefix: Prefix) -> None:
        """What the prefix guards cannot hold."""
        self.clause(prefix)

    def _under(self, prefix: Prefix, literals: Iterable[int]) -> None:
        self.clause([*prefix, *literals])

    def _with(self, stated: list[int], literals: list[int]) -> None:
        self.add(stated + literals)

    def at_most_one(self, literals: Sequence[int], prefix: Prefix = ()) -> None:
        """No two of the literals; pair by pair when short, else in chunks, so that it stays linear in size."""
        rest = [*map(neg, literals)]
        if TRUE in rest:
            rest = [lit for lit in rest if lit != TRUE]
        if FALSE in rest:  # one of them is surely true
            rest.remove(FALSE)
            for lit in rest:
                self._under(prefix, (lit,))
            return
        if prefix and TRUE in prefix:
            return
        stated = [lit for lit in prefix if lit != FALSE]
        add: Sink = partial(self._with, stated) if stated else self.add
        start, end = 0, len(rest)
        while end - start > PAIRWISE_LIMIT:
            link = self.top = self.top + 1
            a, b, c = rest[start : start + 3]
            add([a, b])
            add([a, c])
            add([b, c])
            add([a, -link])
            add([b, -link])
            add([c, -link])
            rest.append(link)
            start += 3
            end += 1
        for a, b in combinations(rest[start:], 2):
            add([a, b])
