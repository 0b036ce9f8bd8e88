"""What all lemma generators share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nlargest

from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Truths
from cluewright.compiler.ir import Graph, GraphConstraint


@dataclass(frozen=True, slots=True, eq=False)
class Lemma:
    """A clause that follows from one graph constraint, and what it speaks of.

    `nodes` and `edges` pair a role ("component", "boundary", "witnesses", ...) with indices into the graph, so that
    the clause can be derived again from the board alone; `amount` is the label or size it speaks of, if any.
    """

    kind: str
    clause: tuple[int, ...]
    constraint: GraphConstraint
    nodes: tuple[tuple[str, tuple[int, ...]], ...] = ()
    edges: tuple[tuple[str, tuple[int, ...]], ...] = ()
    amount: int | None = None

    def named(self) -> dict[str, tuple[str, ...]]:
        """The nodes and edges by name: {"component": ("r1c1", ...), ...}; an edge is `r1c1-r1c2`."""
        graph = self.constraint.graph
        names = {role: tuple(graph.names[i] for i in members) for role, members in self.nodes}
        for role, members in self.edges:
            ends = (graph.edges[e] for e in members)
            names[role] = tuple(f"{graph.names[a]}-{graph.names[b]}" for a, b in ends)
        return names


class GraphLemmas(ABC):
    """One asserted graph constraint; every clause it adds carries its guard."""

    def __init__(self, encoder: Encoder, constraint: GraphConstraint, guard: int | None) -> None:
        self.encoder = encoder
        self.guard = guard
        self.prefix: tuple[int, ...] = () if guard is None else (-guard,)
        self.graph: Graph = constraint.graph

    @abstractmethod
    def static(self) -> None:
        """Add what holds from the start."""

    def strengthen(self) -> None:  # noqa: B027
        """Add what follows from the rest and pays only in a long search: nothing, unless a constraint knows better."""

    @abstractmethod
    def violated(self, truths: Truths) -> list[Lemma]:
        """Lemmas that the answer breaks; none exactly when the answer satisfies the constraint."""

    def again(self, lemma: Lemma) -> list[int] | None:
        """The clause of a lemma that another engine found on the same graph, if it is sure that it holds here too."""
        return None

    def idle(self, truths: Truths) -> bool:
        """Whether the guard is off in this answer."""
        return self.guard is not None and truths[self.guard] != self.guard

    def clause(self, literals: Iterable[int]) -> tuple[int, ...]:
        """A lemma's clause: with the guard, without constants and repetitions."""
        kept = dict.fromkeys(lit for lit in (*self.prefix, *literals) if lit != FALSE)
        return tuple(kept)

    def require(self, literals: Iterable[int]) -> None:
        """Add a guarded clause."""
        self.encoder.clause([*self.prefix, *literals])


class Favourites:
    """Counts how often each item was true in answers: witnesses that are nearly always true make strong lemmas."""

    __slots__ = ("scores",)

    def __init__(self, literals: Sequence[int]) -> None:
        self.scores = [1 << 30 if lit == TRUE else 0 for lit in literals]

    def note(self, items: Iterable[int]) -> None:
        """These items were true once more."""
        scores = self.scores
        for item in items:
            scores[item] += 1

    def best(self, items: Iterable[int]) -> int:
        """The item most often true."""
        return max(items, key=self.scores.__getitem__)

    def leading(self, items: Iterable[int], count: int) -> list[int]:
        """The items most often true, the best one first."""
        return nlargest(count, items, key=self.scores.__getitem__)


def pieces(members: Iterable[int], near: Sequence[Sequence[int]], inside: Sequence[bool]) -> list[list[int]]:
    """The connected pieces of the members, by way of neighbours that are inside as they are."""
    left = list(inside)
    found: list[list[int]] = []
    for start in members:
        if not left[start]:
            continue
        left[start] = False
        piece = [start]
        for node in piece:
            for other in near[node]:
                if left[other]:
                    left[other] = False
                    piece.append(other)
        found.append(piece)
    return found


def joined_pieces(
    members: Iterable[int],
    adjacent: Sequence[Sequence[tuple[int, int]]],
    inside: Sequence[bool],
    joins: Sequence[bool],
) -> list[list[int]]:
    """The connected pieces of the members, along edges that join."""
    near = [[n for n, e in row if joins[e]] if yes else [] for row, yes in zip(adjacent, inside, strict=True)]
    return pieces(members, near, inside)
