"""Deriving a lemma again, from its justification and the graph alone.

Each kind has one function. It reads which nodes and edges the lemma speaks of, makes sure that they are what they are
said to be, and returns the clause that follows; a clause that differs from this one is refused. No code is shared with
the generators of lemmas: only the literals of nodes, edges and numbers are asked for, in a fresh encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, TRUE, Encoder
from cluewright.setting.formula import GraphPart


class BadLemma(Exception):  # noqa: N818
    """The lemma does not follow; the message says why."""


def _demand(condition: bool, message: str) -> None:
    if not condition:
        raise BadLemma(message)


class Justification:
    """What a lemma says of itself, with indices into the graph."""

    def __init__(
        self, nodes: Mapping[str, Sequence[int]], edges: Mapping[str, Sequence[int]], amount: int | None
    ) -> None:
        self._nodes = nodes
        self._edges = edges
        self._amount = amount
        for role, members in (*nodes.items(), *edges.items()):
            _demand(len(set(members)) == len(members), f"its {role} names something twice")

    def roles(self, nodes: Iterable[str], edges: Iterable[str] = (), amount: bool = False) -> None:
        """The lemma has these parts and no others."""
        _demand(set(self._nodes) == set(nodes), f"it should name these nodes: {', '.join(nodes) or 'none'}")
        _demand(set(self._edges) == set(edges), f"it should name these edges: {', '.join(edges) or 'none'}")
        _demand((self._amount is not None) == amount, f"it should have {'an' if amount else 'no'} amount")

    def nodes(self, role: str) -> Sequence[int]:
        """The nodes in a role."""
        return self._nodes[role]

    def edges(self, role: str) -> Sequence[int]:
        """The edges in a role."""
        return self._edges[role]

    @property
    def amount(self) -> int:
        """The label or size that the lemma speaks of."""
        assert self._amount is not None
        return self._amount


def derive(kind: str, why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """The clause that the justification gives; raises BadLemma where it does not hold."""
    rule = _RULES.get((kind, part.expr.__class__))
    _demand(rule is not None, f"a {part.expr.__class__.__name__} constraint gives no lemma of the kind '{kind}'")
    assert rule is not None
    literals = rule(why, part, encoder)
    if part.guard is not None:
        literals = [-part.guard, *literals]
    return list(dict.fromkeys(lit for lit in literals if lit != FALSE)) or [FALSE]


# ---------------------------------------------------------------- walking on the graph


def _reached(graph: ir.Graph, start: int, inside: AbstractSet[int] | None, along: AbstractSet[int] | None) -> set[int]:
    """The nodes that can be reached from a node within a set of nodes, along a set of edges (None: all)."""
    found = {start}
    queue = [start]
    while queue:
        node = queue.pop()
        for other, edge in graph.adjacent[node]:
            allowed = (inside is None or other in inside) and (along is None or edge in along)
            if allowed and other not in found:
                found.add(other)
                queue.append(other)
    return found


def _leaving(graph: ir.Graph, component: AbstractSet[int]) -> list[tuple[int, int]]:
    """Every (node outside, edge) by which a set of nodes can be left."""
    return [(n, e) for node in component for n, e in graph.adjacent[node] if n not in component]


def _component(why: Justification, graph: ir.Graph) -> set[int]:
    members = set(why.nodes("component"))
    _demand(bool(members), "its component is empty")
    start = next(iter(members))
    _demand(_reached(graph, start, members, None) == members, "its component is not connected")
    return members


def _two_witnesses(why: Justification, component: AbstractSet[int]) -> tuple[int, int]:
    witnesses = why.nodes("witnesses")
    _demand(len(witnesses) == 2, "it needs two witnesses")
    inner, outer = witnesses
    _demand(inner in component, "its first witness is not in the component")
    _demand(outer not in component, "its second witness is in the component")
    return inner, outer


def _one_witness(why: Justification, component: AbstractSet[int]) -> int:
    witnesses = why.nodes("witnesses")
    _demand(len(witnesses) == 1, "it needs one witness")
    _demand(witnesses[0] in component, "its witness is not in the component")
    return witnesses[0]


def _check_boundary(
    graph: ir.Graph, component: AbstractSet[int], boundary: Sequence[int], impossible: Callable[[int], bool]
) -> None:
    """Every neighbour of the component is on the boundary or cannot be active at all; nothing else is on it."""
    around = {node for node, _ in _leaving(graph, component)}
    _demand(set(boundary) <= around, "its boundary holds a node that is not beside the component")
    for node in around - set(boundary):
        _demand(impossible(node), f"{graph.names[node]} is beside the component, but not on its boundary")


# ---------------------------------------------------------------- the kinds of lemmas


def _cut(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """Two active nodes are connected, so the boundary of a set with one of them is active somewhere."""
    expr = part.expr
    assert isinstance(expr, ir.Connected)
    graph = expr.graph
    node = [encoder.literal(n) for n in expr.nodes]
    why.roles(("component", "boundary", "witnesses"), () if expr.edges is None else ("boundary edges",))
    component = _component(why, graph)
    inner, outer = _two_witnesses(why, component)
    boundary = why.nodes("boundary")
    clause = [-node[inner], -node[outer]]
    if expr.edges is None:
        _check_boundary(graph, component, boundary, lambda n: node[n] == FALSE)
        return clause + [node[n] for n in boundary]
    edge = [encoder.literal(e) for e in expr.edges]
    crossed = why.edges("boundary edges")
    leaving = _leaving(graph, component)
    _demand(set(crossed) <= {e for _, e in leaving}, "its boundary holds an edge that does not leave the component")
    _demand(set(boundary) <= {n for n, _ in leaving}, "its boundary holds a node that is not beside the component")
    for n, e in leaving:
        closed = e in crossed or n in boundary or node[n] == FALSE or edge[e] == FALSE
        _demand(closed, f"the component can be left towards {graph.names[n]}")
    return clause + [edge[e] for e in crossed] + [node[n] for n in boundary]


def _loop_cut(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A line that has an edge on each side of a closed border crosses it."""
    expr = part.expr
    assert isinstance(expr, (ir.Loop, ir.Path))
    graph = expr.graph
    edge = [encoder.literal(e) for e in expr.edges]
    why.roles(("component",), ("boundary edges", "witnesses"))
    component = set(why.nodes("component"))
    crossed = why.edges("boundary edges")
    witnesses = why.edges("witnesses")
    _demand(bool(component), "its component is empty")
    passable = {e for e, lit in enumerate(edge) if lit != FALSE} - set(crossed)
    # The component and the pockets it encloses: whatever can be reached without crossing the boundary.
    inside = _reached(graph, next(iter(component)), None, passable)
    _demand(component <= inside, "its component is not connected")
    _demand(len(witnesses) >= 1, "it needs a witness inside")
    _demand(set(graph.edges[witnesses[0]]) <= inside, "its first witness is not inside")
    clause = [-edge[witnesses[0]], *(edge[e] for e in crossed)]
    if len(witnesses) == 1:
        ends = expr.ends if isinstance(expr, ir.Path) else None
        _demand(ends is not None, "it needs a witness outside")
        assert ends is not None
        _demand(not inside.issuperset(ends), "both ends of the path are inside")
        return clause
    _demand(len(witnesses) == 2, "it has more than two witnesses")
    _demand(inside.isdisjoint(graph.edges[witnesses[1]]), "its second witness is not outside")
    return [*clause, -edge[witnesses[1]]]


def _equal_growth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A group that is larger than a set with one of its nodes has its label on the boundary of the set."""
    expr = part.expr
    assert isinstance(expr, ir.EqualGroups)
    labels = [encoder.num(label) for label in expr.labels]
    why.roles(("component", "boundary", "witnesses"), amount=True)
    component = _component(why, expr.graph)
    witness = _one_witness(why, component)
    boundary = why.nodes("boundary")
    label = why.amount
    _check_boundary(expr.graph, component, boundary, lambda n: labels[n].equals(label) == FALSE)
    size = expr.sizes[witness]
    _demand(size is not None, "the group of its witness may have any size")
    assert size is not None
    number = encoder.num(size)
    if number is labels[witness]:
        _demand(label > len(component), "the component is as large as its label")
        larger = TRUE
    else:
        larger = number.at_least(len(component) + 1)
    return [-labels[witness].equals(label), -larger, *(labels[n].equals(label) for n in boundary)]


def _large_growth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A group that is larger than a set with one of its nodes leaves it by a node of the same, so large size."""
    expr = part.expr
    assert isinstance(expr, ir.EqualGroups)
    why.roles(("component", "boundary", "witnesses"), amount=True)
    component = _component(why, expr.graph)
    witness = _one_witness(why, component)
    boundary = why.nodes("boundary")
    _demand(why.amount > len(component), "the component is a large group")
    labels, size = [encoder.num(label) for label in expr.labels], expr.sizes[witness]
    _demand(size is not None and encoder.num(size) is labels[witness], "its witness is not labelled by its size")
    large = [label.at_least(why.amount) for label in labels]
    _check_boundary(expr.graph, component, boundary, lambda n: large[n] == FALSE)
    return [-large[witness], *(large[n] for n in boundary)]


def _equal_overgrowth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """Connected nodes do not all have one label if they are more than its group has."""
    expr = part.expr
    assert isinstance(expr, ir.EqualGroups)
    labels = [encoder.num(label) for label in expr.labels]
    why.roles(("component", "witnesses"), amount=True)
    component = _component(why, expr.graph)
    witness = _one_witness(why, component)
    label = why.amount
    size = expr.sizes[witness]
    _demand(size is not None, "the group of its witness may have any size")
    assert size is not None
    number = encoder.num(size)
    if number is labels[witness]:
        _demand(label < len(component), "the component is not larger than its label")
        limited = TRUE
    else:
        limited = number.at_most(len(component) - 1)
    return [-limited, *(-labels[n].equals(label) for n in why.nodes("component"))]


def _seed_cut(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """What a seed owns away from it is connected with it, so it owns something on the boundary."""
    expr = part.expr
    assert isinstance(expr, ir.SeededGroups)
    why.roles(("component", "boundary", "witnesses"))
    component = _component(why, expr.graph)
    inner, seed = _two_witnesses(why, component)
    owns = part.owns.get(seed)
    _demand(owns is not None, "its second witness is no seed")
    assert owns is not None
    boundary = why.nodes("boundary")
    _check_boundary(expr.graph, component, boundary, lambda n: n not in owns)
    _demand(inner in owns, "the seed cannot own its first witness")
    return [-owns[inner], *(owns[n] for n in boundary if n in owns)]


def _seed_growth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A seed with more nodes than a set that holds it owns something on the boundary of the set."""
    why.roles(("component", "boundary", "witnesses"))
    component, seed, owns, size = _of_seed(why, part)
    boundary = why.nodes("boundary")
    _check_boundary(part.expr.graph, component, boundary, lambda n: n not in owns)
    _demand(size > len(component), "the component is as large as the seed's group")
    return [-owns[seed], *(owns[n] for n in boundary if n in owns)]


def _seed_overgrowth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A seed does not own more nodes than its size."""
    why.roles(("component", "witnesses"))
    component, _, owns, size = _of_seed(why, part)
    _demand(component <= owns.keys(), "the seed cannot own all of the component")
    _demand(size < len(component), "the component is not larger than the seed's group")
    return [-owns[n] for n in why.nodes("component")]


def _of_seed(why: Justification, part: GraphPart) -> tuple[set[int], int, dict[int, int], int]:
    """A connected set with a seed that has a known size: the set, the seed, what it may own, and its size."""
    expr = part.expr
    assert isinstance(expr, ir.SeededGroups)
    component = _component(why, expr.graph)
    seed = _one_witness(why, component)
    _demand(seed in expr.seeds, "its witness is no seed")
    size = expr.seeds[seed]
    _demand(size is not None, "the group of its seed may have any size")
    assert size is not None
    return component, seed, part.owns[seed], size


def _joined_growth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A group that is larger than a set with one of its nodes is joined across the set's border."""
    expr = part.expr
    assert isinstance(expr, ir.JoinedGroups)
    edge = [encoder.literal(e) for e in expr.edges]
    why.roles(("component", "witnesses"), ("boundary edges",), amount=True)
    component = _component(why, expr.graph)
    witness = _one_witness(why, component)
    crossed = why.edges("boundary edges")
    leaving = {e for _, e in _leaving(expr.graph, component)}
    _demand(set(crossed) <= leaving, "its boundary holds an edge that does not leave the component")
    _demand(all(edge[e] == FALSE for e in leaving - set(crossed)), "an edge that leaves the component is missing")
    _demand(why.amount == len(component) + 1, "its amount is not one more than the component's size")
    size = expr.sizes[witness]
    _demand(size is not None, "the group of its witness may have any size")
    assert size is not None
    return [-encoder.num(size).at_least(len(component) + 1), *(edge[e] for e in crossed)]


def _joined_overgrowth(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """Joined nodes are not more than the group of one of them has."""
    expr = part.expr
    assert isinstance(expr, ir.JoinedGroups)
    edge = [encoder.literal(e) for e in expr.edges]
    why.roles(("component", "witnesses"), ("tree",), amount=True)
    component = set(why.nodes("component"))
    witness = _one_witness(why, component)
    tree = why.edges("tree")
    for e in tree:
        _demand(component.issuperset(expr.graph.edges[e]), "its tree leaves the component")
    _demand(_reached(expr.graph, witness, None, set(tree)) == component, "its tree does not join the component")
    _demand(why.amount == len(component) - 1, "its amount is not one less than the component's size")
    size = expr.sizes[witness]
    _demand(size is not None, "the group of its witness may have any size")
    assert size is not None
    return [-encoder.num(size).at_most(len(component) - 1), *(-edge[e] for e in tree)]


def _closure(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """An edge whose ends are joined by others is joined itself."""
    expr = part.expr
    assert isinstance(expr, ir.JoinedGroups)
    edge = [encoder.literal(e) for e in expr.edges]
    why.roles((), ("path", "closing edge"))
    path = why.edges("path")
    closing = why.edges("closing edge")
    _demand(len(closing) == 1, "it needs one closing edge")
    start, goal = expr.graph.edges[closing[0]]
    _demand(goal in _reached(expr.graph, start, None, set(path)), "its path does not connect the ends of its edge")
    return [edge[closing[0]], *(-edge[e] for e in path)]


def _twin(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """A part that is bordered off on its own side has a twin, and every twin needs one of the named changes."""
    expr = part.expr
    assert isinstance(expr, ir.TwinGroups)
    edge = [encoder.literal(e) for e in expr.edges]
    why.roles(("component",), ("tree", "joined", "parted"))
    component = _component(why, expr.graph)
    side = min(component) in expr.first
    _demand(all((n in expr.first) == side for n in component), "its component has nodes of both sides")
    tree, joined, parted = (set(why.edges(role)) for role in ("tree", "joined", "parted"))
    for e in tree:
        _demand(component.issuperset(expr.graph.edges[e]), "its tree leaves the component")
    _demand(_reached(expr.graph, min(component), None, tree) == component, "its tree does not join the component")
    for twin in _possible_twins(expr, component):
        both = component | twin
        hit = any(
            both.issuperset(ends) and not component.issuperset(ends) for ends in (expr.graph.edges[e] for e in joined)
        )
        for a, b in (expr.graph.edges[e] for e in parted):
            inner, outer = (a, b) if a in both else (b, a)
            own = inner in component and (outer in expr.first) == side
            hit = hit or (inner in both and outer not in both and not own)
        _demand(hit, "a possible twin is not excluded")
    own_side = [e for other, e in _leaving(expr.graph, component) if (other in expr.first) == side]
    literals = [-edge[e] for e in why.edges("tree")] + [edge[e] for e in own_side]
    return literals + [edge[e] for e in why.edges("joined")] + [-edge[e] for e in why.edges("parted")]


def _possible_twins(expr: ir.TwinGroups, component: AbstractSet[int]) -> list[set[int]]:
    """The sets of the other side with the component's shape that touch it, found by trying every place."""
    side = min(component) in expr.first
    others = {place: n for n, place in enumerate(expr.places) if (n in expr.first) != side}
    beside = {other for other, _ in _leaving(expr.graph, component)}
    found: list[set[int]] = []
    for flip in (1, -1):
        shape = [(r, flip * c) for r, c in (expr.places[n] for n in component)]
        for _ in range(4):
            shape = [(c, -r) for r, c in shape]
            first_row, first_column = shape[0]
            for row, column in others:
                moved = [(r - first_row + row, c - first_column + column) for r, c in shape]
                if all(place in others for place in moved):
                    twin = {others[place] for place in moved}
                    if not twin.isdisjoint(beside):
                        found.append(twin)
    return found


def _crowd(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """Nodes without edges between them find their partners among their neighbours, so these are not fewer."""
    expr = part.expr
    assert isinstance(expr, ir.Matched)
    why.roles(("crowd", "exits"))
    crowd, exits = why.nodes("crowd"), why.nodes("exits")
    around = {other for node in crowd for other, _ in expr.graph.adjacent[node]}
    _demand(around.isdisjoint(crowd), "its crowd is joined by edges")
    _demand(around.issuperset(exits), "its exits do not lie around the crowd")
    _demand(len(around) - len(exits) < len(crowd), "its crowd has enough partners")
    return [-encoder.literal(expr.nodes[n]) for n in crowd] + [encoder.literal(expr.nodes[n]) for n in exits]


def _cycle(why: Justification, part: GraphPart, encoder: Encoder) -> list[int]:
    """Not all nodes and edges of a cycle are active."""
    expr = part.expr
    assert isinstance(expr, ir.Acyclic)
    graph = expr.graph
    why.roles(("cycle",), ("cycle edges",))
    nodes, edges = why.nodes("cycle"), why.edges("cycle edges")
    degree = dict.fromkeys(nodes, 0)
    for e in edges:
        for end in graph.edges[e]:
            _demand(end in degree, "an edge of its cycle ends elsewhere")
            degree[end] += 1
    _demand(bool(edges) and all(count == 2 for count in degree.values()), "its edges are no cycle")
    active = [] if expr.nodes is None else [-encoder.literal(expr.nodes[n]) for n in nodes]
    return active + ([] if expr.edges is None else [-encoder.literal(expr.edges[e]) for e in edges])


_RULES: Final[dict[tuple[str, type], Callable[[Justification, GraphPart, Encoder], list[int]]]] = {
    ("cut", ir.Connected): _cut,
    ("loop cut", ir.Loop): _loop_cut,
    ("loop cut", ir.Path): _loop_cut,
    ("growth", ir.EqualGroups): _equal_growth,
    ("large growth", ir.EqualGroups): _large_growth,
    ("overgrowth", ir.EqualGroups): _equal_overgrowth,
    ("seed cut", ir.SeededGroups): _seed_cut,
    ("growth", ir.SeededGroups): _seed_growth,
    ("overgrowth", ir.SeededGroups): _seed_overgrowth,
    ("growth", ir.JoinedGroups): _joined_growth,
    ("overgrowth", ir.JoinedGroups): _joined_overgrowth,
    ("closure", ir.JoinedGroups): _closure,
    ("twin", ir.TwinGroups): _twin,
    ("cycle", ir.Acyclic): _cycle,
    ("crowd", ir.Matched): _crowd,
}
