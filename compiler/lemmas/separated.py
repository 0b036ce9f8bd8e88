"""Two pieces at least: two shores with nothing that joins them."""

from __future__ import annotations

from cluewright.compiler.cnf import TRUE, Encoder, Truths
from cluewright.compiler.ir import Separated
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma


class SeparatedLemmas(GraphLemmas):
    """Every active node lies on one of two shores, joined nodes on the same one, and both shores have a node. All of it
    is said from the start, so that no answer is ever refused."""

    def __init__(self, encoder: Encoder, constraint: Separated, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.nodes = [encoder.literal(node) for node in constraint.nodes]
        edges = constraint.edges
        self.edges = [TRUE] * len(self.graph.edges) if edges is None else [encoder.literal(edge) for edge in edges]

    def static(self) -> None:
        shore = [self.encoder.new() for _ in self.nodes]
        for edge, (a, b) in zip(self.edges, self.graph.edges, strict=True):
            apart = [-edge, -self.nodes[a], -self.nodes[b]]
            self.require([*apart, -shore[a], shore[b]])
            self.require([*apart, shore[a], -shore[b]])
        if self.constraint.ends is not None:
            first, second = self.constraint.ends
            for literal in (self.nodes[first], self.nodes[second], shore[first], -shore[second]):
                self.require([literal])
            return
        for side in (1, -1):
            there = [self.encoder.gate_and([node, side * s]) for node, s in zip(self.nodes, shore, strict=True)]
            self.require(there)

    def violated(self, truths: Truths) -> list[Lemma]:
        return []
