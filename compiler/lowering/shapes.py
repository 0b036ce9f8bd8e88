"""A group whose size is known has one of few shapes. Each of them is a row of a table.

It follows from the constraint on groups, whatever encoding says that one: but there a solver sees it only after many
wrong decisions, while a table of shapes is propagated as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import EqualGroups, Expr, Graph, SeededGroups, Table, Value
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.work import tick

#: Sets of nodes that are looked at for one group, as a multiple of the rows that a target takes.
EFFORT: Final = 8

Row = tuple[int | None, ...]


def tables(expr: EqualGroups | SeededGroups, most: int) -> dict[int, Value]:
    """For nodes whose group has a known size, and no more shapes than this: that it has one of them."""
    found: dict[int, Value | None] = {}
    if isinstance(expr, SeededGroups):
        found = {s: _of_seed(expr, s, size, most) for s, size in expr.seeds.items() if size is not None and most}
    elif most:
        for node, (label, size) in enumerate(zip(expr.labels, expr.sizes, strict=True)):
            if not isinstance(label, Expr) and not isinstance(size, Expr | None):
                found[node] = _of_label(expr, node, int(label), size, most)
    return {node: table for node, table in found.items() if table is not None}


def add(table: Value, builder: Builder, starred: bool) -> None:
    """Require a table; where 'any value' may not stand in a row, by the number of the row."""
    if starred or not isinstance(table, Table):
        builder.add(table)
        return
    shape = builder.number("shape", 0, len(table.rows) - 1) if table.rows else None
    if shape is None:
        builder.add(False)
        return
    for place, column in enumerate(table.args):
        pairs = [(number, row[place]) for number, row in enumerate(table.rows)]
        rows = tuple((number, v) for number, value in pairs for v in ((0, 1) if value is None else (value,)))
        builder.add(Table((shape, column), rows))


def _of_seed(expr: SeededGroups, seed: int, size: int, most: int) -> Value | None:
    nodes = expr.nodes

    def state(node: int) -> bool | None:
        if node in expr.seeds:
            return node == seed
        return None if isinstance(nodes[node], Expr) else bool(nodes[node])

    # Another seed beside a member would belong to the same group, and so would a node that is known to be active.
    barred = {n for other in expr.seeds if other != seed for n, _ in expr.graph.adjacent[other]}
    found = connected_sets(expr.graph, seed, size, lambda n: False if n in barred and n != seed else state(n), most)
    return None if found is None else _table(expr.graph, found, nodes.__getitem__)


def _of_label(expr: EqualGroups, node: int, label: int, size: int, most: int) -> Value | None:
    has: dict[int, Value] = {}

    def literal(place: int) -> Value:
        if place not in has:
            has[place] = ir.equal(expr.labels[place], label)
        return has[place]

    def state(place: int) -> bool | None:
        theirs = expr.sizes[place]
        if literal(place) is False or (theirs is not None and size not in ir.values(theirs)):
            return False
        return True if literal(place) is True else None

    found = connected_sets(expr.graph, node, size, state, most)
    return None if found is None else _table(expr.graph, found, literal)


def _table(graph: Graph, shapes: Sequence[frozenset[int]], literal: Callable[[int], Value]) -> Value:
    """One of the shapes is true and its boundary false."""
    around = [frozenset(n for node in shape for n, _ in graph.adjacent[node]) - shape for shape in shapes]
    places = sorted(frozenset[int]().union(*shapes, *around))
    columns = [literal(place) for place in places]
    rows: list[Row] = [
        tuple(1 if place in shape else 0 if place in border else None for place in places)
        for shape, border in zip(shapes, around, strict=True)
    ]
    open_columns = [i for i, column in enumerate(columns) if isinstance(column, Expr)]
    fitting = [
        row for row in rows if all(row[i] in (None, columns[i]) for i in range(len(row)) if i not in open_columns)
    ]
    if not open_columns:
        return bool(fitting)
    return Table(tuple(columns[i] for i in open_columns), tuple(tuple(row[i] for i in open_columns) for row in fitting))


def connected_sets(
    graph: Graph, start: int, size: int, state: Callable[[int], bool | None], most: int
) -> list[frozenset[int]] | None:
    """All connected sets of this size that contain the start; None if they are more than so many, or hard to find.

    `state` says of a node whether it can be in none (False), or is in each set that it is beside (True).
    """
    states: dict[int, bool | None] = {start: state(start)}
    if states[start] is False or size < 1:
        return []
    found: list[frozenset[int]] = []
    effort = most * EFFORT
    #: A set, the nodes beside it that it may still have (those that it must have last), and all nodes seen.
    stack = [_grown(graph, (), (), frozenset((start,)), start, state, states)]
    while stack:
        tick()
        effort -= 1
        members, beside, seen = stack.pop()
        forced = bool(beside) and states[beside[-1]] is True
        if len(members) == size:
            if not forced:
                found.append(frozenset(members))
        elif beside:
            chosen, others = beside[-1], beside[:-1]
            if not forced:
                stack.append((members, others, seen))
            stack.append(_grown(graph, members, others, seen, chosen, state, states))
        if len(found) > most or effort < 0:
            return None
    return found


def _grown(
    graph: Graph,
    members: tuple[int, ...],
    beside: tuple[int, ...],
    seen: frozenset[int],
    node: int,
    state: Callable[[int], bool | None],
    states: dict[int, bool | None],
) -> tuple[tuple[int, ...], tuple[int, ...], frozenset[int]]:
    """The set with one more node, and what is beside it then."""
    new = [other for other, _ in graph.adjacent[node] if other not in seen]
    for other in new:
        if other not in states:
            states[other] = state(other)
    free = [other for other in dict.fromkeys(new) if states[other] is None]
    forced = [other for other in dict.fromkeys(new) if states[other] is True]
    first = [other for other in beside if states[other] is None]
    rest = [other for other in beside if states[other] is True]
    return (*members, node), (*first, *free, *rest, *forced), seen.union(new)
