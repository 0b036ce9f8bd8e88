"""Groups drawn by joined edges: closed inside, and of the sizes their nodes ask for."""

from __future__ import annotations

from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder, Num, Truths
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma

#: Faces up to this length are closed from the start: all edges but one bring the last one.
SHORT_FACE: Final = 6


class JoinedGroupLemmas(GraphLemmas):
    """Pieces connected by active edges: no border inside, every node's piece has the node's size."""

    def __init__(self, encoder: Encoder, constraint: ir.JoinedGroups, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.edges = [encoder.literal(edge) for edge in constraint.edges]
        self.sizes: list[Num | None] = [None if s is None else encoder.num(s) for s in constraint.sizes]

    def static(self) -> None:
        count = len(self.sizes)
        for node, size in enumerate(self.sizes):
            if size is None:
                continue
            size.direct()  # answers are read from these
            incident = [self.edges[e] for _, e in self.graph.adjacent[node]]
            self.require([size.at_least(1)])
            self.require([size.at_most(count)])
            self.require([-size.at_least(2), *incident])
            for literal in incident:
                self.require([-literal, size.at_least(2)])
        for edge, (a, b) in enumerate(self.graph.edges):
            first, second = self.constraint.sizes[a], self.constraint.sizes[b]
            if first is not None and second is not None:
                self.encoder.require(ir.equal(first, second), True, (*self.prefix, -self.edges[edge]))
        self._close_faces()

    def _close_faces(self) -> None:
        between = {frozenset(ends): edge for edge, ends in enumerate(self.graph.edges)}
        for face in self.graph.faces:
            if not 3 <= len(face) <= SHORT_FACE:
                continue
            links = [between.get(frozenset(pair)) for pair in zip(face, (*face[1:], face[0]), strict=True)]
            known = [self.edges[edge] for edge in links if edge is not None]
            if len(known) == len(face):
                for last in range(len(known)):
                    self.require([known[last], *(-lit for i, lit in enumerate(known) if i != last)])

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        joins = [truths[lit] == lit for lit in self.edges]
        piece_of = [-1] * len(self.sizes)
        lemmas: list[Lemma] = []
        for start in range(len(self.sizes)):
            if piece_of[start] >= 0:
                continue
            piece_of[start] = start
            piece = [start]
            for node in piece:
                for other, edge in self.graph.adjacent[node]:
                    if joins[edge] and piece_of[other] < 0:
                        piece_of[other] = start
                        piece.append(other)
            self._judge(piece, joins, truths, lemmas)
        for edge, (a, b) in enumerate(self.graph.edges):
            if not joins[edge] and piece_of[a] == piece_of[b]:
                self._close(edge, a, b, joins, lemmas)
        return lemmas

    def _close(self, edge: int, start: int, goal: int, joins: list[bool], lemmas: list[Lemma]) -> None:
        """A path of joined edges between the ends of an edge brings the edge."""
        via: dict[int, tuple[int, int]] = {start: (-1, -1)}
        queue = [start]
        for node in queue:
            if node == goal:
                break
            for other, link in self.graph.adjacent[node]:
                if joins[link] and other not in via:
                    via[other] = (node, link)
                    queue.append(other)
        path: list[int] = []
        node = goal
        while node != start:
            node, link = via[node]
            path.append(link)
        literals = [self.edges[edge], *(-self.edges[e] for e in path)]
        roles = (("path", tuple(path)), ("closing edge", (edge,)))
        lemmas.append(Lemma("closure", self.clause(literals), self.constraint, (), roles))

    def _judge(self, piece: list[int], joins: list[bool], truths: Truths, lemmas: list[Lemma]) -> None:
        count = len(piece)
        crossing: tuple[int, ...] | None = None
        overgrown = False
        for node in piece:
            number = self.sizes[node]
            if number is None:
                continue
            size = number.value_in(truths)
            if size > count:
                if crossing is None:
                    members = set(piece)
                    links = (e for n in piece for other, e in self.graph.adjacent[n] if other not in members)
                    crossing = tuple(dict.fromkeys(links))
                literals = [-number.at_least(count + 1), *(self.edges[e] for e in crossing)]
                roles = (("component", tuple(piece)), ("witnesses", (node,)))
                edges = (("boundary edges", crossing),)
                lemmas.append(Lemma("growth", self.clause(literals), self.constraint, roles, edges, count + 1))
            elif size < count and not overgrown:
                overgrown = True
                self._overgrow(node, size, number, joins, lemmas)

    def _overgrow(self, start: int, size: int, number: Num, joins: list[bool], lemmas: list[Lemma]) -> None:
        """A tree of joined edges with more nodes than the size of one of them."""
        chosen = [start]
        seen = {start}
        tree: list[int] = []
        for node in chosen:
            for other, edge in self.graph.adjacent[node]:
                if joins[edge] and other not in seen and len(chosen) <= size:
                    seen.add(other)
                    chosen.append(other)
                    tree.append(edge)
        literals = [-number.at_most(size), *(-self.edges[e] for e in tree)]
        roles = (("component", tuple(chosen)), ("witnesses", (start,)))
        lemmas.append(
            Lemma("overgrowth", self.clause(literals), self.constraint, roles, (("tree", tuple(tree)),), size)
        )
