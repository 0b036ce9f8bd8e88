"""What all lemma generators share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


def pieces(
    members: Iterable[int],
    adjacent: Sequence[Sequence[tuple[int, int]]],
    inside: Sequence[bool],
    joins: Sequence[bool] | None,
) -> list[list[int]]:
    """The connected pieces of the members; an edge joins when `joins` says so (None: always)."""
    seen = [False] * len(inside)
    found: list[list[int]] = []
    for start in members:
        if seen[start]:
            continue
        seen[start] = True
        piece = [start]
        for node in piece:
            for other, edge in adjacent[node]:
                if inside[other] and not seen[other] and (joins is None or joins[edge]):
                    seen[other] = True
                    piece.append(other)
        found.append(piece)
    return found
