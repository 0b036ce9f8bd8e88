"""Encodings of `Connected`: each a function that adds constraints of the model's own language.

All of them say that every active node is joined to a root by a chain of active nodes. Groups use them too, with a
root for each group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Connected, Graph, Value, Var
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.roots import choose_root


@dataclass(frozen=True)
class Rooted:
    """A connectivity constraint with its possible roots."""

    graph: Graph
    nodes: tuple[Value, ...]
    edges: tuple[Value, ...] | None
    roots: dict[int, Value]

    def usable(self, node: int) -> list[tuple[int, Value]]:
        """The neighbours of a node that may join it, each with the condition on neighbour and edge."""
        found: dict[int, Value] = {}
        for other, edge in self.graph.adjacent[node]:
            joined = ir.conj((self.nodes[other], True if self.edges is None else self.edges[edge]))
            if joined is not False:
                found[other] = ir.disj((found[other], joined)) if other in found else joined
        return list(found.items())

    def is_root(self, node: int) -> Value:
        return self.roots.get(node, False)

    def members(self) -> list[int]:
        """The nodes that may be active."""
        return [node for node, active in enumerate(self.nodes) if active is not False]

    def longest_way(self) -> int:
        """No shortest way between two nodes of a connected set visits more steps: at least one node of every
        face of four is left out by it."""
        members = set(self.members())
        left_out, used = 0, set[int]()
        for face in self.graph.faces:
            if len(face) == 4 and not used.intersection(face) and members.issuperset(face) and self.edges is None:
                used.update(face)
                left_out += 1
        return max(len(members) - left_out - 1, 0)


Reach = Callable[[Rooted, int, Builder], None]


def encode(constraint: Connected, builder: Builder, encoding: str = "") -> None:
    """One root, chosen beforehand, and every active node is joined to it."""
    roots = choose_root(constraint.nodes, builder.asserted if builder.guard is True else ())
    tree = Rooted(constraint.graph, constraint.nodes, constraint.edges, dict(roots))
    if len(tree.members()) > 1:
        ENCODINGS[encoding or builder.encodings["connected"]](tree, tree.longest_way(), builder)


def add_neighbours(constraint: Connected, builder: Builder) -> None:
    """It follows, but few solvers see it: an active node that is no root has an active neighbour."""
    roots = choose_root(constraint.nodes, builder.asserted if builder.guard is True else ())
    tree = Rooted(constraint.graph, constraint.nodes, constraint.edges, dict(roots))
    for node in tree.members() if len(tree.members()) > 1 else ():
        near = [joined for _, joined in tree.usable(node)]
        builder.add(ir.disj((ir.negate(tree.nodes[node]), tree.is_root(node), *near)))


def by_rank(tree: Rooted, longest: int, builder: Builder) -> None:
    """Every active node but a root has exactly one parent, a joined neighbour of smaller rank."""
    members = tree.members()
    rank = {node: builder.number("rank", 0, longest, tree.graph.names[node]) for node in members}
    for node in members:
        if tree.is_root(node) is True:
            builder.add(ir.equal(rank[node], 0))
            continue
        parents: list[Value] = []
        for other, joined in tree.usable(node):
            parent = builder.truth("parent")
            builder.add(ir.implies(parent, joined))
            builder.add(ir.implies(parent, ir.less(rank[other], rank[node])))
            parents.append(parent)
        builder.add(ir.equal(ir.add_all(parents), _needs_parent(tree, node)))


def _needs_parent(tree: Rooted, node: int) -> Value:
    return ir.conj((tree.nodes[node], ir.negate(tree.is_root(node))))


def by_distance(tree: Rooted, longest: int, builder: Builder) -> None:
    """The distance from the root is one more than the least distance among joined neighbours."""
    members, far = tree.members(), longest + 1
    distance = {node: builder.number("distance", 0, far, tree.graph.names[node]) for node in members}
    for node in members:
        others = [d if j is True else ir.choose(j, d, far) for d, j in _distances(tree, node, distance)]
        nearest = ir.minimum(others) if others else far
        step = ir.minimum((ir.add(nearest, 1), far))
        value = ir.choose(tree.nodes[node], ir.choose(tree.is_root(node), 0, step), far)
        builder.add(ir.equal(distance[node], value))
        builder.add(ir.implies(tree.nodes[node], ir.less(distance[node], far)))


def _distances(tree: Rooted, node: int, distance: dict[int, Var]) -> list[tuple[Var, Value]]:
    """Distances of the neighbours; an inactive one is far away by itself, so only edges need a condition."""
    found: list[tuple[Var, Value]] = []
    for other, edge in tree.graph.adjacent[node]:
        if other in distance:
            joined = True if tree.edges is None else tree.edges[edge]
            if joined is not False:
                found.append((distance[other], joined))
    return found


def by_table(tree: Rooted, longest: int, builder: Builder) -> None:
    """As a distance, by one table for each node: inactive, or root, or one further than some neighbour."""
    members, far = tree.members(), longest + 1
    distance = {node: builder.number("distance", 0, far, tree.graph.names[node]) for node in members}
    for node in members:
        around = _distances(tree, node, distance)
        columns: list[Value] = [tree.nodes[node], tree.is_root(node), distance[node]]
        columns += [d for d, _ in around] + [j for _, j in around]
        builder.add(selected(columns, _table_rows(len(around), far)))


class Rows:
    """Rows of a table. Their hash is computed once, because tables of one shape are asked for again and again."""

    __slots__ = ("_hash", "rows")

    def __init__(self, rows: Iterable[tuple[int | None, ...]]) -> None:
        self.rows = tuple(rows)
        self._hash = hash(self.rows)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rows) and self.rows == other.rows)


@lru_cache(maxsize=64)
def _table_rows(count: int, far: int) -> Rows:
    blank: list[int | None] = [None] * (2 * count)
    rows: list[tuple[int | None, ...]] = [(0, 0, far, *blank), (1, 1, 0, *blank)]
    for steps in range(1, far):
        for i in range(count):
            row = blank.copy()
            row[i], row[count + i] = steps - 1, 1
            rows.append((1, 0, steps, *row))
    return Rows(rows)


def selected(columns: Sequence[Value], rows: Rows) -> Value:
    """The table over the unknown columns; rows that contradict known columns are left out."""
    keep = tuple(i for i, column in enumerate(columns) if isinstance(column, ir.Expr))
    known = tuple((i, int(column)) for i, column in enumerate(columns) if not isinstance(column, ir.Expr))
    args = tuple(columns[i] for i in keep)
    if not args:
        return any(all(row[i] is None or row[i] == value for i, value in known) for row in rows.rows)
    return ir.Table(args, _fitting(rows, keep, known))


@lru_cache(maxsize=256)
def _fitting(
    rows: Rows, keep: tuple[int, ...], known: tuple[tuple[int, int], ...]
) -> tuple[tuple[int | None, ...], ...]:
    """Cached, so that tables of one shape are one object, which back ends need to look at only once."""
    if not known:
        return rows.rows
    chosen = [row for row in rows.rows if all(row[i] is None or row[i] == value for i, value in known)]
    return tuple(dict.fromkeys(tuple(row[i] for i in keep) for row in chosen))


#: Ways to say that every active node is joined to a root, by name.
ENCODINGS: Final[dict[str, Reach]] = {"rank": by_rank, "distance": by_distance, "table": by_table}
