"""One connected piece: cuts between two active nodes that an answer leaves apart."""

from __future__ import annotations

from cluewright.compiler.cnf import FALSE, TRUE, Encoder, Truths
from cluewright.compiler.ir import Connected
from cluewright.compiler.lemmas.base import Favourites, GraphLemmas, Lemma, pieces


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
        found = pieces(active, self.adjacent, inside, joins)
        if len(found) < 2:
            return []
        main = max(found, key=len)
        if self.root is not None:
            main = next(piece for piece in found if self.root in piece)
        anchor = self.root if self.root is not None else self.favourites.best(main)
        cut = self._node_cut if joins is None else self._edge_cut
        lemmas = [cut(piece, anchor, joins) for piece in found if piece is not main]
        if len(found) == 2:
            lemmas.append(cut(main, self.favourites.best(found[0] if found[1] is main else found[1]), joins))
        return lemmas

    def _node_cut(self, piece: list[int], anchor: int, joins: list[bool] | None) -> Lemma:
        members = set(piece)
        boundary = list(dict.fromkeys(n for node in piece for n, _ in self.adjacent[node] if n not in members))
        witness = self.favourites.best(piece)
        literals = (-self.nodes[witness], -self.nodes[anchor], *(self.nodes[n] for n in boundary))
        roles = (("component", tuple(piece)), ("boundary", tuple(boundary)), ("witnesses", (witness, anchor)))
        return Lemma("cut", self.clause(literals), self.constraint, roles)

    def _edge_cut(self, piece: list[int], anchor: int, joins: list[bool] | None) -> Lemma:
        """An edge that is on but leads to an inactive node is replaced by that node: crossing needs both."""
        assert joins is not None
        assert self.edges is not None
        members = set(piece)
        edges: list[int] = []
        ends: list[int] = []
        for node in piece:
            for other, edge in self.adjacent[node]:
                if other not in members:
                    if joins[edge]:
                        ends.append(other)
                    else:
                        edges.append(edge)
        witness = self.favourites.best(piece)
        literals = [-self.nodes[witness], -self.nodes[anchor]]
        literals += [self.edges[e] for e in edges] + [self.nodes[n] for n in ends]
        roles = (("component", tuple(piece)), ("boundary", tuple(ends)), ("witnesses", (witness, anchor)))
        return Lemma("cut", self.clause(literals), self.constraint, roles, (("boundary edges", tuple(edges)),))
