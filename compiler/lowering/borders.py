"""A loop on a planar board as the border between its inside and its outside, both of them connected."""

from __future__ import annotations

import os
from itertools import product

from cluewright.compiler import ir
from cluewright.compiler.ir import Connected, Expr, Graph, Loop, Value
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.planar import OUTER, sides_of


def encode_borders(constraint: Loop, builder: Builder) -> None:
    graph, edges = constraint.graph, constraint.edges
    mode = os.environ.get("MODE", "BD")
    sides = sides_of(graph)
    inside: list[Value] = [builder.truth("inside") for _ in range(sides.faces)]
    outer = sides.faces
    inside.append(False)
    if "T" in mode:
        for node, near in enumerate(graph.adjacent):
            faces = sorted({face for _, edge in near for face in sides.of_edge[edge] if face != OUTER})
            columns = [*(edges[edge] for _, edge in near), *(inside[face] for face in faces)]
            rows = []
            for colours in product((0, 1), repeat=len(faces)):
                colour = {OUTER: 0, **dict(zip(faces, colours, strict=True))}
                used = [int(colour[sides.of_edge[e][0]] != colour[sides.of_edge[e][1]]) for _, e in near]
                if sum(used) in (0, 2):
                    rows.append((*used, *colours))
            builder.add(connectivity.selected(columns, rows))
    else:
        for edge, (f, g) in zip(edges, sides.of_edge, strict=True):
            builder.add(ir.iff(edge, ir.negate(ir.iff(inside[f], inside[g]))))
        for node in range(len(graph.names)):
            degree = ir.add_all(edges[edge] for _, edge in graph.adjacent[node])
            if "V" in mode:
                builder.add(ir.at_most(degree, 2))
            else:
                v = builder.truth("visited")
                builder.add(ir.equal(degree, ir.scale(v, 2)))
    builder.add(ir.disj(edges))
    dual = Graph(
        [str(i) for i in range(len(inside))],
        sorted(
            {(min(f % (outer + 1), g % (outer + 1)), max(f % (outer + 1), g % (outer + 1))) for f, g in sides.of_edge}
        ),
    )
    sure = sure_nodes(graph, edges, builder)
    enc = "distance" if "K" not in mode else "rank"
    if "B" in mode:
        connectivity.ENCODINGS[enc](Connected(dual, tuple(ir.negate(i) for i in inside)), builder)
    if "D" in mode:
        node = sure[len(sure) // 2] if "S" not in mode else sure[0]
        around = sorted({f for _, e in graph.adjacent[node] for f in sides.of_edge[e]} - {OUTER})
        builder.asserted[ir.disj([inside[f] for f in around])] = None
        builder.add(ir.disj([inside[f] for f in around]))
        connectivity.ENCODINGS[enc](Connected(dual, tuple(inside)), builder)


def sure_nodes(graph, edges, builder):
    index = {}
    for number, edge in enumerate(edges):
        if isinstance(edge, Expr):
            index[edge] = set(graph.edges[number])

    def implied(e):
        if e in index:
            return index[e]
        if isinstance(e, ir.And):
            return set().union(*map(implied, e.args))
        if isinstance(e, ir.Or):
            return set.intersection(*map(implied, e.args))
        if (
            isinstance(e, ir.Compare)
            and e.relation == "=="
            and all(f == 1 for f, _ in e.terms)
            and all(t in index for _, t in e.terms)
        ):
            out = set()
            for v in set().union(*[index[t] for _, t in e.terms]):
                if sum(v not in index[t] for _, t in e.terms) < e.bound:
                    out.add(v)
            return out
        return set()

    found = set()
    for e in builder.asserted:
        found |= implied(e)
    return sorted(found)
