"""Encodings of loops, paths and freedom from cycles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Acyclic, Connected, Graph, Loop, Path, Value
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.roots import certainly_touched


def _degree(graph: Graph, edges: tuple[Value, ...], node: int) -> Value:
    return ir.add_all(edges[edge] for _, edge in graph.adjacent[node])


def encode_circuit(constraint: Loop, builder: Builder) -> None:
    """A successor for every node; nodes off the loop are their own successors."""
    graph, edges = constraint.graph, constraint.edges
    successor = []
    for node in range(len(graph.names)):
        near = {other for other, edge in graph.adjacent[node] if edges[edge] is not False}
        successor.append(builder.choice("next", {node, *near}))
    for index, (a, b) in enumerate(graph.edges):
        if edges[index] is False:
            continue
        forth, back = ir.equal(successor[a], b), ir.equal(successor[b], a)
        builder.add(ir.iff(edges[index], ir.disj((forth, back))))
        builder.add(ir.negate(ir.conj((forth, back))))
    for node in range(len(graph.names)):
        on_loop = ir.negate(ir.equal(successor[node], node))
        builder.add(ir.equal(_degree(graph, edges, node), ir.scale(on_loop, 2)))
    builder.add(ir.disj(edges))
    builder.add(ir.Circuit(tuple(successor)))


def encode_joined(constraint: Loop, builder: Builder, connected: str = "rank") -> None:
    """Every node has no or two loop edges, and the nodes on the loop are connected by them."""
    graph, edges = constraint.graph, constraint.edges
    touched: list[Value] = []
    sure = certainly_touched(graph, edges, builder.asserted if builder.guard is True else ())
    for node in range(len(graph.names)):
        degree = _degree(graph, edges, node)
        if not isinstance(degree, ir.Expr):
            builder.add(degree in (0, 2))
            touched.append(degree == 2)
            continue
        if node == sure:  # a fixed root
            builder.add(ir.equal(degree, 2))
            touched.append(True)
            continue
        on_loop = builder.truth("visited")
        builder.add(ir.equal(degree, ir.scale(on_loop, 2)))
        touched.append(on_loop)
    builder.add(ir.disj(edges))
    connectivity.ENCODINGS[connected](Connected(graph, tuple(touched), edges), builder)


#: Encodings of `Loop` by name.
ENCODINGS: Final[dict[str, Callable[[Loop, Builder], None]]] = {
    "circuit": encode_circuit,
    "rank": lambda constraint, builder: encode_joined(constraint, builder, "rank"),
    "distance": lambda constraint, builder: encode_joined(constraint, builder, "distance"),
    "table": lambda constraint, builder: encode_joined(constraint, builder, "table"),
}


def path_as_loop(constraint: Path, builder: Builder) -> Loop:
    """A path becomes a loop when its ends are joined through one more node."""
    graph = constraint.graph
    closing = len(graph.names)
    ends = range(closing) if constraint.ends is None else constraint.ends
    extended = Graph([*graph.names, "outside"], [*graph.edges, *((end, closing) for end in ends)])
    joints: tuple[Value, ...] = tuple(True if constraint.ends else builder.truth("end") for _ in ends)
    builder.add(ir.equal(ir.add_all(joints), 2))
    builder.add(ir.disj(constraint.edges))
    return Loop(extended, (*constraint.edges, *joints))


def encode_acyclic(constraint: Acyclic, builder: Builder) -> None:
    """Every counting edge points from a node to its only parent, which has a smaller rank: a forest."""
    graph = constraint.graph
    count = len(graph.names)
    rank = [builder.number("rank", 0, count - 1) for _ in range(count)]
    parents: list[list[Value]] = [[] for _ in range(count)]
    for index, (a, b) in enumerate(graph.edges):
        ends = (True, True) if constraint.nodes is None else (constraint.nodes[a], constraint.nodes[b])
        counts = ir.conj((True if constraint.edges is None else constraint.edges[index], *ends))
        if counts is False:
            continue
        up, down = builder.truth("parent"), builder.truth("parent")
        builder.add(ir.implies(counts, ir.equal(ir.add(up, down), 1)))
        for arrow, child, parent in ((up, a, b), (down, b, a)):
            builder.add(ir.implies(arrow, ir.conj((counts, ir.less(rank[parent], rank[child])))))
            parents[child].append(arrow)
    for arrows in parents:
        builder.add(ir.at_most(ir.add_all(arrows), 1))
