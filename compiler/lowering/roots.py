"""Where a connected set can be rooted: encodings with a fixed root are far faster than those with a free one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr, Graph, Value


def choose_root(nodes: Sequence[Value], asserted: Collection[Expr]) -> list[tuple[int, Value]]:
    """Nodes that may be the root, each with the condition that it is; exactly one holds unless the set is empty.

    A node that is certainly active is the root; else the first active one of a few nodes of which one is certainly
    active ('of two neighbours one is not shaded'); else the first active one of all.
    """
    for node, active in enumerate(nodes):
        if active is True or (isinstance(active, Expr) and active in asserted):
            return [(node, True)]
    return _first_active(nodes, _sure_candidates(nodes, asserted) or [n for n, a in enumerate(nodes) if a is not False])


def _sure_candidates(nodes: Sequence[Value], asserted: Collection[Expr]) -> list[int]:
    """A smallest set of nodes for which a required clause says that one of them is active."""
    index = {active: node for node, active in enumerate(nodes) if isinstance(active, Expr)}
    best: list[int] = []
    for expr in asserted:
        parts = _alternatives(expr)
        if parts and all(part in index for part in parts):
            found = {index[part] for part in parts}  # a clause may name a node twice, but it is one root
            if not best or len(found) < len(best):
                best = sorted(found)
    return best


def _alternatives(expr: Expr) -> list[Expr]:
    """The parts of a clause: `a or b`, also when written as `not (not a and not b)`."""
    if isinstance(expr, ir.Or):
        return list(expr.args)
    if isinstance(expr, ir.Not) and isinstance(expr.arg, ir.And):
        return [part for part in map(ir.negate, expr.arg.args) if isinstance(part, Expr)]
    return []


def _first_active(nodes: Sequence[Value], candidates: list[int]) -> list[tuple[int, Value]]:
    roots: list[tuple[int, Value]] = []
    none_before: Value = True
    for node in candidates:
        roots.append((node, _both(nodes[node], none_before)))
        none_before = _both(ir.negate(nodes[node]), none_before)
    return roots


def _both(first: Value, second: Value) -> Value:
    """first and second as a node of two parts, so that long chains share their tails."""
    if isinstance(first, Expr) and isinstance(second, Expr):
        return ir.And((first, second))
    return ir.conj((first, second))


def certainly_touched(graph: Graph, edges: Sequence[Value], asserted: Collection[Expr]) -> int | None:
    """A node that surely has an active edge, as some required count of edges says ('three of these four sides')."""
    index = {edge: number for number, edge in enumerate(edges) if isinstance(edge, Expr)}
    for number, edge in enumerate(edges):
        if edge is True or (isinstance(edge, Expr) and edge in asserted):
            return graph.edges[number][0]
    best: tuple[int, int] | None = None
    for expr in asserted:
        counted, least = _least_count(expr)
        if not counted or any(part not in index for part in counted):
            continue
        for node in sorted({end for part in counted for end in graph.edges[index[part]]}):
            elsewhere = sum(1 for part in counted if node not in graph.edges[index[part]])
            if elsewhere < least and (best is None or least - elsewhere > best[0]):
                best = (least - elsewhere, node)
    return None if best is None else best[1]


def _least_count(expr: Expr) -> tuple[list[Expr], int]:
    """Truth values of which at least so many hold."""
    positive, node = (False, expr.arg) if isinstance(expr, ir.Not) else (True, expr)
    if isinstance(node, ir.Compare) and all(factor == 1 and term.is_binary for factor, term in node.terms):
        if positive and node.relation == "==":
            return [term for _, term in node.terms], node.bound
        if not positive and node.relation == "<=":
            return [term for _, term in node.terms], node.bound + 1
    return _alternatives(expr), 1
