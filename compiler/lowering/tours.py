"""Encodings of loops, paths and freedom from cycles."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Acyclic, Connected, Graph, Loop, Path, Value
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.borders import encode_borders
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.planar import OUTER, Sides, sides_of
from cluewright.compiler.lowering.roots import certainly_touched

#: Nodes with more edges get no table of their own.
_MAX_TABLE_EDGES: Final = 8


def _degree(graph: Graph, edges: tuple[Value, ...], node: int) -> Value:
    return ir.add_all(edges[edge] for _, edge in graph.adjacent[node])


def encode_circuit(constraint: Loop, builder: Builder) -> None:
    """A successor for every node; nodes off the loop are their own successors. One table for every node says which two
    of its edges the loop uses."""
    graph, edges = constraint.graph, constraint.edges
    if len(set(map(frozenset, graph.edges))) < len(graph.edges):
        encode_joined(constraint, builder)  # two edges between the same nodes: the next node does not tell the edge
        return
    successor = _successors(constraint, builder)
    for index, (a, b) in enumerate(graph.edges):
        if edges[index] is not False:
            forth, back = ir.equal(successor[a], b), ir.equal(successor[b], a)
            builder.add(ir.equal(edges[index], ir.add(forth, back)))
    for node, near in enumerate(graph.adjacent):
        used = [edge for _, edge in near if edges[edge] is not False]
        columns: list[Value] = [successor[node], *(edges[edge] for edge in used)]
        if len(used) > _MAX_TABLE_EDGES:
            on_loop = ir.negate(ir.equal(successor[node], node))
            builder.add(ir.equal(_degree(graph, edges, node), ir.scale(on_loop, 2)))
            continue
        rows: list[tuple[int | None, ...]] = [(node, *(0 for _ in used))]
        for other, leaving in near:
            for arriving in used:
                if leaving in used and arriving != leaving:
                    rows.append((other, *(int(edge in (leaving, arriving)) for edge in used)))
        builder.add(connectivity.selected(columns, connectivity.Rows(rows)))
    builder.add(ir.disj(edges))
    builder.add(ir.Circuit(tuple(successor)))


def encode_inside(constraint: Loop, builder: Builder) -> None:
    """On a planar board: every face is inside or outside the loop, the loop runs between the two and keeps the inside
    on its left, so that each loop has one direction only."""
    graph, edges = constraint.graph, constraint.edges
    sides = sides_of(graph)
    if sides is None or max(map(len, graph.adjacent), default=0) > _MAX_TABLE_EDGES:
        encode_circuit(constraint, builder)
        return
    inside: list[Value] = [builder.truth("inside") for _ in range(sides.faces)]
    inside.append(False)  # the face outside of all is addressed by -1
    successor = _successors(constraint, builder)
    for node, near in enumerate(graph.adjacent):
        faces = sorted({face for _, edge in near for face in sides.of_edge[edge] if face != OUTER})
        columns = [successor[node], *(edges[edge] for _, edge in near), *(inside[face] for face in faces)]
        builder.add(connectivity.selected(columns, connectivity.Rows(_turns(graph, sides, node, faces))))
    builder.add(ir.disj(edges))
    builder.add(ir.Circuit(tuple(successor)))


def _turns(graph: Graph, sides: Sides, node: int, faces: list[int]) -> tuple[tuple[int | None, ...], ...]:
    """How the loop can pass a node, for every way to colour the faces around it."""
    rows: list[tuple[int | None, ...]] = []
    for colours in product((0, 1), repeat=len(faces)):
        colour = {OUTER: 0, **dict(zip(faces, colours, strict=True))}
        leaving, used = [node], []
        for other, edge in graph.adjacent[node]:
            forth, back = sides.of_edge[edge] if graph.edges[edge][0] == node else reversed(sides.of_edge[edge])
            used.append(int(colour[forth] != colour[back]))
            if colour[forth] > colour[back]:
                leaving.append(other)
        if sum(used) in (0, 2):
            rows.append((leaving[-1], *used, *colours))
    return tuple(rows)


def _successors(constraint: Loop, builder: Builder) -> list[Value]:
    graph, edges = constraint.graph, constraint.edges
    return [
        builder.choice("next", {node, *(other for other, edge in near if edges[edge] is not False)}, graph.names[node])
        for node, near in enumerate(graph.adjacent)
    ]


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
        on_loop = builder.truth("visited", graph.names[node])
        builder.add(ir.equal(degree, ir.scale(on_loop, 2)))
        touched.append(on_loop)
    builder.add(ir.disj(edges))
    connectivity.encode(Connected(graph, tuple(touched), edges), builder, connected)


def encode_between(constraint: Loop, builder: Builder) -> list[Connected]:
    """On a planar board the border between two connected sides, elsewhere by distances along the loop."""
    sides = sides_of(constraint.graph)
    if sides is not None:
        return encode_borders(constraint, builder, sides)
    encode_joined(constraint, builder, "distance")
    return []


#: Encodings of `Loop` by name.
ENCODINGS: Final[dict[str, Callable[[Loop, Builder], list[Connected] | None]]] = {
    "circuit": encode_circuit,
    "inside": encode_inside,
    "borders": encode_between,
    "rank": lambda constraint, builder: encode_joined(constraint, builder, "rank"),
    "distance": lambda constraint, builder: encode_joined(constraint, builder, "distance"),
    "table": lambda constraint, builder: encode_joined(constraint, builder, "table"),
}

#: Encodings that contain `Circuit`, which cannot be switched off by a guard.
UNGUARDED: Final = frozenset({"circuit", "inside"})


def encode_loop(constraint: Loop, builder: Builder) -> list[Connected] | None:
    """A loop in the encoding that was chosen, or in one that a guard can switch off. What must be connected is
    returned."""
    name = builder.encodings["loop"]
    return ENCODINGS["rank" if builder.guard is not True and name in UNGUARDED else name](constraint, builder)


def path_as_loop(constraint: Path, builder: Builder) -> list[Loop]:
    """A path becomes a loop when its ends are joined through one more node."""
    graph = constraint.graph
    closing = len(graph.names)
    ends = range(closing) if constraint.ends is None else constraint.ends
    extended = Graph([*graph.names, "outside"], [*graph.edges, *((end, closing) for end in ends)])
    joints: tuple[Value, ...] = tuple(True if constraint.ends else builder.truth("end") for _ in ends)
    builder.add(ir.equal(ir.add_all(joints), 2))
    builder.add(ir.disj(constraint.edges))
    return [Loop(extended, (*constraint.edges, *joints))]


def encode_acyclic(constraint: Acyclic, builder: Builder) -> None:
    """Every counting edge points from a node to its only parent, whose rank is one less: a forest."""
    graph = constraint.graph
    count = len(graph.names)
    rank = [builder.number("rank", 0, count - 1, name) for name in graph.names]
    parents: list[list[Value]] = [[] for _ in range(count)]
    for index, (a, b) in enumerate(graph.edges):
        ends = (True, True) if constraint.nodes is None else (constraint.nodes[a], constraint.nodes[b])
        counts = ir.conj((True if constraint.edges is None else constraint.edges[index], *ends))
        if counts is False:
            continue
        up, down = builder.truth("parent"), builder.truth("parent")
        builder.add(ir.implies(counts, ir.equal(ir.add(up, down), 1)))
        for arrow, child, parent in ((up, a, b), (down, b, a)):
            builder.add(ir.implies(arrow, ir.conj((counts, ir.equal(rank[child], ir.add(rank[parent], 1))))))
            parents[child].append(arrow)
    for node, arrows in enumerate(parents):  # ranks follow from the arrows alone, so nothing is left to guess
        builder.add(ir.at_most(ir.add_all(arrows), 1))
        builder.add(ir.disj((*arrows, ir.equal(rank[node], 0))))
