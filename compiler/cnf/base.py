"""The supply of variables and the clauses that many encodings share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final

#: The literal that is always true, and its negation.
TRUE: Final = 1
FALSE: Final = -1

#: Literals put before every clause of a constraint: the constraint holds unless one of them is true.
Prefix = tuple[int, ...]

#: What takes clauses: a solver, a file, a list.
Sink = Callable[[list[int]], object]

#: Up to this many literals, "at most one" is said pair by pair.
PAIRWISE_LIMIT: Final = 7


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
        kept = [lit for lit in literals if lit != FALSE]
        if TRUE not in kept:
            self.add(kept or [FALSE])

    def contradiction(self, prefix: Prefix) -> None:
        """What the prefix guards cannot hold."""
        self.clause(prefix)

    def at_most_one(self, literals: Sequence[int], prefix: Prefix = ()) -> None:
        """No two of the literals; pair by pair when short, else in chunks, so that it stays linear in size."""
        rest = [lit for lit in literals if lit != FALSE]
        while len(rest) > PAIRWISE_LIMIT:
            link = self.new()
            self._pairwise([*rest[:3], link], prefix)
            rest = [*rest[3:], -link]
        self._pairwise(rest, prefix)

    def _pairwise(self, literals: Sequence[int], prefix: Prefix) -> None:
        if prefix or TRUE in literals:
            for a, b in combinations(literals, 2):
                self.clause([*prefix, -a, -b])
        else:
            add = self.add
            for a, b in combinations(literals, 2):
                add([-a, -b])
