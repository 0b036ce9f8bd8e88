"""Two pieces at least, as plain constraints: two shores with nothing that joins them."""

from __future__ import annotations

from cluewright.compiler import ir
from cluewright.compiler.lowering.builder import Builder


def encode(constraint: ir.Separated, builder: Builder) -> None:
    """A truth value for each node says on which of two shores it lies; active nodes that are joined lie on the same."""
    nodes, graph = constraint.nodes, constraint.graph
    shore = [builder.truth("shore", name) for name in graph.names]
    for e, (a, b) in enumerate(graph.edges):
        joined = ir.conj((nodes[a], nodes[b], True if constraint.edges is None else constraint.edges[e]))
        builder.add(ir.implies(joined, ir.disj((ir.negate(shore[a]), shore[b]))))
        builder.add(ir.implies(joined, ir.disj((shore[a], ir.negate(shore[b])))))
    if constraint.ends is not None:
        first, second = constraint.ends
        for statement in (nodes[first], nodes[second], shore[first], ir.negate(shore[second])):
            builder.add(statement)
        return
    builder.add(ir.disj(ir.conj(both) for both in zip(nodes, shore, strict=True)))
    builder.add(ir.disj(ir.conj((node, ir.negate(side))) for node, side in zip(nodes, shore, strict=True)))
