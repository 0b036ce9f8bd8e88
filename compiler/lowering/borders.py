"""A loop on a planar board as the border between its inside and its outside, both of them connected.

Every face of the board gets a truth variable; an edge is on the loop exactly when the faces on its two sides differ. So
every node has an even number of loop edges, and clues that lie far apart are linked. The outside is rooted beyond the
rim, the inside at a face beside a node that the loop surely visits: no search for a root, and one way only to fill in
the auxiliary variables of an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache, reduce
from itertools import product
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Connected, Expr, Graph, Loop, Value
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.planar import OUTER, Sides

#: A node with more edges gets no table of the ways to pass it.
MAX_TABLE_EDGES: Final = 6
#: How deep required expressions are searched for edges that they need.
MAX_DEPTH: Final = 6


def encode_borders(constraint: Loop, builder: Builder, sides: Sides) -> list[Connected]:
    """Faces inside and outside, and the loop between them; that both sides are connected remains to be said."""
    graph, edges = constraint.graph, constraint.edges
    inside: list[Value] = [*(builder.truth("inside") for _ in range(sides.faces)), False]
    covered: set[int] = set()
    for node, near in enumerate(graph.adjacent):
        builder.add(ir.at_most(ir.add_all(edges[edge] for _, edge in near), 2))
        if len(near) <= MAX_TABLE_EDGES:
            _add_passing(node, constraint, sides, inside, builder)
            covered.update(edge for _, edge in near)
    for number, (left, right) in enumerate(sides.of_edge):
        if number not in covered:
            builder.add(ir.iff(edges[number], ir.negate(ir.iff(inside[left], inside[right]))))
    builder.add(ir.disj(edges))
    outer = sides.faces
    beside = sorted({tuple(sorted((left % (outer + 1), right % (outer + 1)))) for left, right in sides.of_edge})
    dual = Graph([f"face {i}" for i in range(outer + 1)], [(a, b) for a, b in beside if a != b])
    _root_inside(constraint, sides, inside, builder)
    return [Connected(dual, tuple(ir.negate(face) for face in inside)), Connected(dual, tuple(inside))]


def _add_passing(node: int, constraint: Loop, sides: Sides, inside: Sequence[Value], builder: Builder) -> None:
    """How the loop can pass a node, as a table of its edges and the faces around it."""
    near = constraint.graph.adjacent[node]
    around = _faces_at(constraint.graph, sides, node)
    places = {OUTER: -1, **{face: place for place, face in enumerate(around)}}
    between = tuple((places[left], places[right]) for left, right in (sides.of_edge[edge] for _, edge in near))
    columns = [*(constraint.edges[edge] for _, edge in near), *(inside[face] for face in around)]
    builder.add(connectivity.selected(columns, _passing(between, len(around))))


@lru_cache(maxsize=64)
def _passing(between: tuple[tuple[int, int], ...], faces: int) -> connectivity.Rows:
    """Edges that are passed and colours of faces, for edges that lie between the faces of these places."""
    rows: list[tuple[int | None, ...]] = []
    for colours in product((0, 1), repeat=faces):
        colour = (*colours, 0)  # the outer face has the place -1
        used = [int(colour[left] != colour[right]) for left, right in between]
        if sum(used) in (0, 2):
            rows.append((*used, *colours))
    return connectivity.Rows(rows)


def _faces_at(graph: Graph, sides: Sides, node: int) -> list[int]:
    return sorted({face for _, edge in graph.adjacent[node] for face in sides.of_edge[edge]} - {OUTER})


def _root_inside(constraint: Loop, sides: Sides, inside: Sequence[Value], builder: Builder) -> None:
    """Say that one of the faces around a node on the loop is inside, so that the root is chosen among them."""
    if builder.guard is not True:
        return
    visited = surely_visited(constraint.graph, constraint.edges, builder.asserted)
    if visited:
        middle = visited[len(visited) // 2]
        one_inside = ir.disj(inside[face] for face in _faces_at(constraint.graph, sides, middle))
        builder.add(one_inside)
        if isinstance(one_inside, Expr):
            builder.asserted[one_inside] = None


def surely_visited(graph: Graph, edges: Sequence[Value], asserted: Collection[Expr]) -> list[int]:
    """The nodes that some required expression puts on the loop."""
    ends: dict[Expr, frozenset[int]] = {}
    found: set[int] = set()
    for edge, pair in zip(edges, graph.edges, strict=True):
        if edge is True:
            found.update(pair)
        elif isinstance(edge, Expr):
            ends[edge] = frozenset(pair)
    for expr in asserted:
        found |= _needed(expr, ends, MAX_DEPTH)
    return sorted(found)


def _needed(expr: Value, ends: dict[Expr, frozenset[int]], depth: int) -> frozenset[int]:
    """The nodes that have a loop edge whenever the expression is true."""
    if not isinstance(expr, Expr) or depth == 0:
        return frozenset()
    if expr in ends:
        return ends[expr]
    if isinstance(expr, ir.And):
        return frozenset().union(*(_needed(arg, ends, depth - 1) for arg in expr.args))
    if isinstance(expr, ir.Or):
        return reduce(frozenset.intersection, [_needed(arg, ends, depth - 1) for arg in expr.args])
    if isinstance(expr, ir.Compare) and expr.relation == "==" and all(f == 1 and t in ends for f, t in expr.terms):
        near = [ends[term] for _, term in expr.terms]
        return frozenset(n for n in frozenset().union(*near) if sum(n not in pair for pair in near) < expr.bound)
    return frozenset()
