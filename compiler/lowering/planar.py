"""Loops on planar boards: a loop is the border between the inside and the outside.

Every face of the board gets a truth variable 'inside'; an edge is on the loop exactly when its two faces differ. That
says at once that every node has an even number of loop edges, and connects clues that lie far apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from cluewright.compiler import ir
from cluewright.compiler.ir import Connected, Expr, Graph, Loop, Value
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.builder import Builder


def faces_of_edges(graph: Graph) -> list[tuple[int, int]] | None:
    """The two faces on the sides of every edge (the outer one is numbered last), or None where the drawing is not known."""
    index = {}
    for number, (a, b) in enumerate(graph.edges):
        index[a, b] = index[b, a] = number
    if len(index) != 2 * len(graph.edges):
        return None
    beside: list[list[int]] = [[] for _ in graph.edges]
    for number, face in enumerate(graph.faces):
        for a, b in zip(face, (*face[1:], face[0]), strict=True):
            if (a, b) not in index:
                return None
            beside[index[a, b]].append(number)
    outer = len(graph.faces)
    if any(not 1 <= len(found) <= 2 for found in beside) or not _is_whole(graph):
        return None
    return [(found[0], found[1] if len(found) == 2 else outer) for found in beside]


def _is_whole(graph: Graph) -> bool:
    """Whether the graph is one piece and all its inner faces are given, by Euler's formula."""
    touched = [node for node, near in enumerate(graph.adjacent) if near]
    if not touched:
        return False
    seen, stack = {touched[0]}, [touched[0]]
    while stack:
        for other, _ in graph.adjacent[stack.pop()]:
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return len(seen) == len(touched) and len(touched) - len(graph.edges) + len(graph.faces) == 1


def encode_sides(constraint: Loop, builder: Builder) -> None:
    graph, edges = constraint.graph, constraint.edges
    mode = os.environ.get("MODE", "A")
    beside = faces_of_edges(graph)
    if beside is None:
        from cluewright.compiler.lowering import tours
        return tours.encode_joined(constraint, builder, "distance")
    inside: list[Value] = [builder.truth("inside") for _ in graph.faces]
    inside.append(False)
    for edge, (f, g) in zip(edges, beside, strict=True):
        builder.add(ir.iff(edge, ir.negate(ir.iff(inside[f], inside[g]))))
    builder.add(ir.disj(edges))
    dual = Graph([str(i) for i in range(len(inside))], sorted({(min(p), max(p)) for p in beside}))
    visited = []
    for node in range(len(graph.names)):
        degree = ir.add_all(edges[edge] for _, edge in graph.adjacent[node])
        v = builder.truth("visited")
        visited.append(v)
        builder.add(ir.equal(degree, ir.scale(v, 2)))
    sure = sure_nodes(graph, edges, builder)
    import sys; print("sure", len(sure), file=sys.stderr)
    if "A" in mode:
        nodes = list(visited)
        if sure: nodes[sure[len(sure)//2]] = True
        connectivity.ENCODINGS["distance"](Connected(graph, tuple(nodes), edges), builder)
    if "B" in mode:
        connectivity.ENCODINGS["distance"](Connected(dual, tuple(ir.negate(i) for i in inside)), builder)
    if "C" in mode:
        # Euler
        connectivity
        quads = []
        for node in range(len(graph.names)):
            around = sorted({f for _, e in graph.adjacent[node] for f in beside[e]})
            if len(around) == 4 and len(graph.faces) not in around:
                quads.append(ir.conj([inside[f] for f in around]))
        pairs = [ir.conj((inside[a], inside[b])) for a, b in dual.edges if b < len(graph.faces)]
        builder.add(ir.equal(ir.add_all((*inside[:-1], *quads)), ir.add_all((1, *pairs))))
    if "D" in mode:
        node = sure[len(sure)//2]
        around = sorted({f for _, e in graph.adjacent[node] for f in beside[e]} - {len(graph.faces)})
        builder.asserted[ir.disj([inside[f] for f in around])] = None
        builder.add(ir.disj([inside[f] for f in around]))
        connectivity.ENCODINGS["distance"](Connected(dual, tuple(inside)), builder)


def sure_nodes(graph, edges, builder):
    index = {}
    for number, edge in enumerate(edges):
        if isinstance(edge, Expr):
            index[edge] = set(graph.edges[number])
    memo = {}
    def implied(e):
        if e in index: return index[e]
        if isinstance(e, ir.And): return set().union(*map(implied, e.args))
        if isinstance(e, ir.Or): return set.intersection(*map(implied, e.args))
        if isinstance(e, ir.Compare) and e.relation == "==" and all(f == 1 for f, _ in e.terms) and all(t in index for _, t in e.terms):
            out = set()
            for v in set().union(*[index[t] for _, t in e.terms]):
                if sum(v not in index[t] for _, t in e.terms) < e.bound: out.add(v)
            return out
        return set()
    found = set()
    for e in builder.asserted:
        found |= implied(e)
    return sorted(found)
