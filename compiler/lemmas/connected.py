"""One connected piece: cuts between two active nodes that an answer leaves apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Truths
from cluewright.compiler.ir import Connected
from cluewright.compiler.lemmas.base import Favourites, GraphLemmas, Lemma, joined_pieces, pieces

#: A piece that lies apart gives so many cuts, each for another of its nodes: fewer answers have to be looked at.
WITNESSES: Final = 2


class ConnectedLemmas(GraphLemmas):
    """If a and b are active, then so is something on the boundary of any node set that holds a and not b."""

    def __init__(self, encoder: Encoder, constraint: Connected, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.nodes = [encoder.literal(node) for node in constraint.nodes]
        self.edges = None if constraint.edges is None else [encoder.literal(edge) for edge in constraint.edges]
        edges = self.edges
        self.adjacent = [
            [(n, e) for n, e in row if self.nodes[n] != FALSE and (edges is None or edges[e] != FALSE)]
            for row in self.graph.adjacent
        ]
        self.near = [[n for n, _ in row] for row in self.adjacent]
        self.root = next((i for i, lit in enumerate(self.nodes) if lit == TRUE), None)
        self.favourites = Favourites(self.nodes)

    def static(self) -> None:
        possible = [i for i, lit in enumerate(self.nodes) if lit != FALSE]
        if len(possible) < 2:
            return
        alone = FALSE
        if sum(1 for lit in self.nodes if lit == TRUE) < 2:
            alone = self.encoder.new()
            self.encoder.at_most_one([self.nodes[i] for i in possible], (-alone,))
        for node in possible:
            if self.edges is None:
                links = [self.nodes[n] for n, _ in self.adjacent[node]]
            else:
                links = [self.edges[e] for _, e in self.adjacent[node]]
            self.require([-self.nodes[node], *dict.fromkeys(links), alone])

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        inside = [truths[lit] == lit for lit in self.nodes]
        active = [i for i, yes in enumerate(inside) if yes]
        self.favourites.note(active)
        joins = None if self.edges is None else [truths[lit] == lit for lit in self.edges]
        if joins is None:
            found = pieces(active, self.near, inside)
        else:
            found = joined_pieces(active, self.adjacent, inside, joins)
        if len(found) < 2:
            return []
        main = max(found, key=len)
        if self.root is not None:
            main = next(piece for piece in found if self.root in piece)
        anchor = self.root if self.root is not None else self.favourites.best(main)
        lemmas: list[Lemma] = []
        for piece in found:
            if piece is not main:
                lemmas += self._cuts(piece, anchor, joins)
        if len(found) == 2:
            lemmas += self._cuts(main, self.favourites.best(found[0] if found[1] is main else found[1]), joins)
        return lemmas

    def _cuts(self, piece: list[int], anchor: int, joins: list[bool] | None) -> Iterator[Lemma]:
        """Cuts around a piece, for the nodes in it that are most often active."""
        crossed: tuple[tuple[str, tuple[int, ...]], ...] = ()
        if joins is None or self.edges is None:
            members = set(piece)
            ends = list(dict.fromkeys(n for node in piece for n in self.near[node] if n not in members))
            exits = [self.nodes[n] for n in ends]
        else:
            ends, edges = self._edges_around(piece, joins)
            exits = [*(self.nodes[n] for n in ends), *(self.edges[e] for e in edges)]
            crossed = (("boundary edges", tuple(edges)),)
        component, boundary = ("component", tuple(piece)), ("boundary", tuple(ends))
        for witness in self.favourites.leading(piece, WITNESSES):
            clause = self.clause([-self.nodes[witness], -self.nodes[anchor], *exits])
            roles = (component, boundary, ("witnesses", (witness, anchor)))
            yield Lemma("cut", clause, self.constraint, roles, crossed)

    def _edges_around(self, piece: list[int], joins: list[bool]) -> tuple[list[int], list[int]]:
        """The ends and edges that close a piece off: crossing needs both, so the end of an edge that is on will do."""
        members = set(piece)
        leaving = [(n, e) for node in piece for n, e in self.adjacent[node] if n not in members]
        return list(dict.fromkeys(n for n, e in leaving if joins[e])), [e for _, e in leaving if not joins[e]]
