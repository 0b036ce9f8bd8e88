"""Things to be paired off: what each of them needs beside it. All of them together are the rule as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.model import Constraint
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.graphs.base import Source


class MatchedSource(Source):
    """The active nodes can be put into pairs along edges."""

    def __init__(self, encoder: Encoder, constraint: Constraint, graph: ir.Matched) -> None:
        super().__init__(encoder, constraint, graph.graph)
        self.nodes = graph.nodes

    def static(self) -> Iterator[Atom]:
        for node, row in enumerate(self.graph.adjacent):
            partner = ir.disj([ir.negate(self.nodes[node]), *(self.nodes[n] for n, _ in row)])
            if partner is not True:
                yield Atom("partner", self.constraint, partner, {"node": (self.graph.names[node],)})
        yield Atom("rule", self.constraint, self.constraint.expr)
