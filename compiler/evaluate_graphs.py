"""What constraints on graphs mean: searching, walking, comparing shapes. Part of the judge; see `evaluate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from cluewright.compiler.ir import (
    Acyclic,
    Connected,
    EqualGroups,
    Expr,
    Graph,
    JoinedGroups,
    Loop,
    Matched,
    Path,
    SeededGroups,
    Separated,
    TwinGroups,
    Value,
)

#: The values of all nodes judged so far; nodes hash by identity, so shared ones are judged once.
Known = dict[Expr, int]


def values(args: Iterable[Value], known: Known) -> list[int]:
    """The values of judged operands."""
    return [known[arg] if isinstance(arg, Expr) else arg for arg in args]


def _pieces(graph: Graph, members: Iterable[int], joins: Sequence[object]) -> list[list[int]]:
    """The members as connected pieces, where edges with a true entry in `joins` join their ends."""
    pieces: list[list[int]] = []
    seen: set[int] = set()
    for start in members:
        if start in seen:
            continue
        seen.add(start)
        piece = [start]
        for node in piece:  # grows while it is walked
            for neighbour, edge in graph.adjacent[node]:
                if joins[edge] and neighbour not in seen:
                    seen.add(neighbour)
                    piece.append(neighbour)
        pieces.append(piece)
    return pieces


def _active_part(
    graph: Graph, nodes: Sequence[Value] | None, edges: Sequence[Value] | None, known: Known
) -> tuple[list[int], list[bool]]:
    """The active nodes, and for each edge whether it joins two of them; None stands for 'all active'."""
    node_on = [1] * len(graph.names) if nodes is None else values(nodes, known)
    edge_on = [1] * len(graph.edges) if edges is None else values(edges, known)
    joins = [bool(on and node_on[a] and node_on[b]) for on, (a, b) in zip(edge_on, graph.edges, strict=True)]
    return [node for node, on in enumerate(node_on) if on], joins


def _sizes_hold(pieces: Iterable[Sequence[int]], sizes: Sequence[Value | None], known: Known) -> bool:
    for piece in pieces:
        wanted = [size for size in (sizes[node] for node in piece) if size is not None]
        if any(size != len(piece) for size in values(wanted, known)):
            return False
    return True


def _connected(node: Connected, known: Known) -> bool:
    active, joins = _active_part(node.graph, node.nodes, node.edges, known)
    return len(_pieces(node.graph, active, joins)) <= 1


def _separated(node: Separated, known: Known) -> bool:
    active, joins = _active_part(node.graph, node.nodes, node.edges, known)
    pieces = _pieces(node.graph, active, joins)
    if node.ends is None:
        return len(pieces) > 1
    first, second = node.ends
    return first in active and second in active and not any(first in p and second in p for p in pieces)


def _trail(graph: Graph, edge_on: Sequence[int], start: int) -> list[int]:
    """The nodes met when following active edges, none of them twice, until stuck or back at the start."""
    trail = [start]
    used: set[int] = set()
    while True:
        onward = [(node, edge) for node, edge in graph.adjacent[trail[-1]] if edge_on[edge] and edge not in used]
        if not onward or (used and trail[-1] == start):
            return trail
        trail.append(onward[0][0])
        used.add(onward[0][1])


def _loop(node: Loop, known: Known) -> bool:
    """A walk from any active edge that comes back, meets no node twice and has used every active edge."""
    edge_on = values(node.edges, known)
    active = [ends for ends, on in zip(node.graph.edges, edge_on, strict=True) if on]
    if not active:
        return False
    trail = _trail(node.graph, edge_on, active[0][0])
    steps = len(trail) - 1
    return trail[0] == trail[-1] and steps == len(active) == len(set(trail))


def _path(node: Path, known: Known) -> bool:
    """A walk from a node with one active edge that meets no node twice and has used every active edge."""
    edge_on = values(node.edges, known)
    active = [ends for ends, on in zip(node.graph.edges, edge_on, strict=True) if on]
    degree = Counter(end for ends in active for end in ends)
    tips = [end for end in degree if degree[end] == 1]
    if not tips:
        return False
    trail = _trail(node.graph, edge_on, tips[0])
    if len(trail) - 1 != len(active) or len(set(trail)) != len(trail):
        return False
    return node.ends is None or {trail[0], trail[-1]} == set(node.ends)


def _acyclic(node: Acyclic, known: Known) -> bool:
    """A graph without cycles has exactly one edge less than nodes in every piece."""
    active, joins = _active_part(node.graph, node.nodes, node.edges, known)
    return sum(joins) == len(active) - len(_pieces(node.graph, active, joins))


def _matched(node: Matched, known: Known) -> bool:
    """Every node can be given a partner of its own, on either side; then there are equally many on both."""
    active, joins = _active_part(node.graph, node.nodes, None, known)
    taken_by: dict[int, int] = {}
    has: dict[int, int] = {}
    return all(_finds_partner(node.graph, joins, seeker, taken_by, has) for seeker in active)


def _finds_partner(
    graph: Graph, joins: Sequence[bool], start: int, taken_by: dict[int, int], has: dict[int, int]
) -> bool:
    """Kuhn's method: a partner that is taken is handed over if its owner finds another."""
    asked_by: dict[int, int] = {}
    seekers = [start]
    for seeker in seekers:  # grows while it is walked
        for other, edge in graph.adjacent[seeker]:
            if not joins[edge] or other in asked_by:
                continue
            asked_by[other] = seeker
            if other in taken_by:
                seekers.append(taken_by[other])
                continue
            while True:
                owner = asked_by[other]
                before = has.get(owner)
                taken_by[other], has[owner] = owner, other
                if before is None:
                    return True
                other = before
    return False


def _equal_groups(node: EqualGroups, known: Known) -> bool:
    labels = values(node.labels, known)
    joins = [labels[a] == labels[b] for a, b in node.graph.edges]
    return _sizes_hold(_pieces(node.graph, range(len(labels)), joins), node.sizes, known)


def _seeded_groups(node: SeededGroups, known: Known) -> bool:
    active, joins = _active_part(node.graph, node.nodes, None, known)
    if not node.seeds.keys() <= set(active):
        return False
    for piece in _pieces(node.graph, active, joins):
        seeds = [seed for seed in piece if seed in node.seeds]
        if len(seeds) != 1 or node.seeds[seeds[0]] not in (None, len(piece)):
            return False
    return True


def _joined_groups(node: JoinedGroups, known: Known) -> bool:
    joins = values(node.edges, known)
    pieces = _pieces(node.graph, range(len(node.graph.names)), joins)
    group_of = {member: number for number, piece in enumerate(pieces) for member in piece}
    inside_active = all(on or group_of[a] != group_of[b] for on, (a, b) in zip(joins, node.graph.edges, strict=True))
    return inside_active and _sizes_hold(pieces, node.sizes, known)


def _twin_groups(node: TwinGroups, known: Known) -> bool:
    """Every group, with all edges inside it active, splits into two connected parts that look alike."""
    if not _joined_groups(JoinedGroups(node.graph, node.edges, (None,) * len(node.places)), known):
        return False
    joins = values(node.edges, known)
    first, nodes = node.first, range(len(node.places))
    inside = [on and (a in first) == (b in first) for on, (a, b) in zip(joins, node.graph.edges, strict=True)]
    parts = _pieces(node.graph, nodes, inside)
    for group in _pieces(node.graph, nodes, joins):
        own = [part for part in parts if part[0] in group]
        if len(own) != 2 or _form([node.places[n] for n in own[0]]) != _form([node.places[n] for n in own[1]]):
            return False
    return True


def _form(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same for a shape however it lies: of its eight positions, moved to the corner, the least."""
    found = []
    for rows, columns in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        lying = [(rows * r, columns * c) for r, c in places]
        for turned in (lying, [(c, r) for r, c in lying]):
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            found.append(sorted((r - top, c - left) for r, c in turned))
    return min(found)


#: Whether a constraint on a graph holds.
GRAPHS: Final[dict[type[Expr], Callable[[Any, Known], bool]]] = {
    Connected: _connected,
    Loop: _loop,
    Path: _path,
    Acyclic: _acyclic,
    Matched: _matched,
    Separated: _separated,
    EqualGroups: _equal_groups,
    SeededGroups: _seeded_groups,
    JoinedGroups: _joined_groups,
    TwinGroups: _twin_groups,
}
