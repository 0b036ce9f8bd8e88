"""Pairs as plain constraints: which edges are chosen."""

from __future__ import annotations

from cluewright.compiler import ir
from cluewright.compiler.lowering.builder import Builder


def encode(constraint: ir.Matched, builder: Builder) -> None:
    """A truth value for each edge; an active node has exactly one chosen edge, another has none."""
    chosen = [builder.truth("pair") for _ in constraint.graph.edges]
    for node, edges in enumerate(constraint.graph.adjacent):
        builder.add(ir.equal(ir.add_all(chosen[edge] for _, edge in edges), constraint.nodes[node]))
