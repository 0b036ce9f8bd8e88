"""Sets of nodes and edges as graph variables of Choco, with its own propagators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pychoco

from cluewright.compiler import ir
from cluewright.compiler.backends.choco.building import Builder, Literal, Variable
from cluewright.compiler.ir import Expr, Value


def _connected(m: Builder, node: ir.Connected) -> None:
    members = [place for place, active in enumerate(node.nodes) if active is not False]
    if len(members) < 2:
        return
    nodes = [m.literal(node.nodes[place]) for place in members]
    index = {place: number for number, place in enumerate(members)}
    between: dict[tuple[int, int], list[Value]] = {}
    for number, (a, b) in enumerate(node.graph.edges):
        if a in index and b in index:
            active = True if node.edges is None else node.edges[number]
            joined = ir.conj((active, node.nodes[a], node.nodes[b]))
            if joined is not False:
                between.setdefault((index[min(a, b)], index[max(a, b)]), []).append(joined)
    if node.edges is None:
        graph = _induced(m, nodes, list(between))
    else:
        graph = _chosen(m, nodes, {ends: m.literal(ir.disj(ways)) for ends, ways in between.items()})
    m.post(m.choco.graph_connected(graph))


def _loop(m: Builder, node: ir.Loop) -> None:
    """Every node has none or two of the active edges, and they are one cycle."""
    touched: list[Literal] = []
    for near in node.graph.adjacent:
        on_loop = m.fresh(0, 1)
        edges = [m.truth(m.literal(node.edges[edge])) for _, edge in near]
        m.post(m.choco.scalar([*edges, on_loop], [*([1] * len(edges)), -2], "=", 0))
        touched.append(Literal(on_loop))
    used = {ends: m.literal(edge) for ends, edge in zip(node.graph.edges, node.edges, strict=True) if edge is not False}
    m.clause(used.values())
    m.post(m.choco.graph_cycle(_chosen(m, touched, used)))


def _acyclic(m: Builder, node: ir.Acyclic) -> None:
    everywhere = [Literal(m.held(1)) for _ in node.graph.names]
    used: dict[tuple[int, int], Literal] = {}
    for number, (a, b) in enumerate(node.graph.edges):
        active = True if node.edges is None else node.edges[number]
        ends = (True, True) if node.nodes is None else (node.nodes[a], node.nodes[b])
        counts = ir.conj((active, *ends))
        if counts is not False:
            used[a, b] = m.literal(counts)
    m.post(m.choco.graph_no_cycle(_chosen(m, everywhere, used)))


def _induced(m: Builder, nodes: Sequence[Literal], edges: Sequence[tuple[int, int]]) -> Variable:
    """A graph variable of the nodes that are true, with all edges between them."""
    everything = pychoco.create_undirected_graph(m.choco, len(nodes), list(range(len(nodes))), [list(e) for e in edges])
    nothing = pychoco.create_undirected_graph(m.choco, len(nodes), [], [])
    graph = m.choco.node_induced_graphvar(nothing, everything, "")
    m.post(m.choco.graph_nodes_channeling(graph, [m.truth(literal) for literal in nodes]))
    return graph


def _chosen(m: Builder, nodes: Sequence[Literal], edges: dict[tuple[int, int], Literal]) -> Variable:
    """A graph variable of the nodes and edges that are true."""
    ends = [list(pair) for pair in edges]
    everything = pychoco.create_undirected_graph(m.choco, len(nodes), list(range(len(nodes))), ends)
    nothing = pychoco.create_undirected_graph(m.choco, len(nodes), [], [])
    graph = m.choco.graphvar(nothing, everything, "")
    m.post(m.choco.graph_nodes_channeling(graph, [m.truth(literal) for literal in nodes]))
    for (a, b), literal in edges.items():
        m.post(m.choco.graph_edge_channeling(graph, m.truth(literal), a, b))
    return graph


#: What builds which constraint.
GRAPHS: Final[dict[type[Expr], Callable[[Builder, Any], None]]] = {
    ir.Connected: _connected,
    ir.Loop: _loop,
    ir.Acyclic: _acyclic,
}
