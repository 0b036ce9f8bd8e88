"""The independent judge: what an assignment makes of a model, by the meaning of every constraint.

Nothing here is shared with a lowering, so a mistake there cannot hide here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from cluewright.compiler.ir import (
    Absolute,
    Acyclic,
    AllDifferent,
    And,
    AtMost,
    Choose,
    Circuit,
    Compare,
    Connected,
    DistinctLists,
    Element,
    EqualGroups,
    Equals,
    Expr,
    Graph,
    JoinedGroups,
    Lex,
    Linear,
    Loop,
    Matched,
    Maximum,
    Minimum,
    Not,
    Or,
    Path,
    Product,
    Quotient,
    Regular,
    Remainder,
    SeededGroups,
    Table,
    TwinGroups,
    Value,
    Var,
)
from cluewright.compiler.model import Assignment, Constraint, Model, Rule, spell, walk

#: The values of all nodes judged so far; nodes hash by identity, so shared ones are judged once.
_Known = dict[Expr, int]


def evaluate(expr: Value, assignment: Assignment) -> int:
    """The value of an expression (truth is 1) where the variables have the assigned values."""
    return _judge(expr, dict(assignment.items()))


def violations(model: Model, assignment: Assignment, limit: int | None = None) -> list[Constraint]:
    """The constraints that the assignment breaks, in order; at most `limit` of them.

    Values outside their domains come first, each as a constraint of its own. A constraint that speaks of such a value
    is not judged, since its parts need not make sense. An unknown without a value is a `ValueError`.
    """
    found = _domain_violations(model, assignment)
    constraints: Iterable[Constraint] = model.constraints
    if found:
        outside = {var for var in assignment if not _in_domain(var, assignment[var])}
        constraints = _unaffected(model.constraints, outside)
    known: _Known = dict(assignment.items())
    for constraint in constraints:
        if limit is not None and len(found) >= limit:
            break
        if not _judge(constraint.expr, known):
            found.append(constraint)
    return found if limit is None else found[:limit]


def _domain_violations(model: Model, assignment: Assignment) -> list[Constraint]:
    found: list[Constraint] = []
    named: set[Var] = set()
    for layer in model.unknowns.values():
        for element, var in layer.variables.items():
            named.add(var)
            if var not in assignment:
                raise ValueError(f"{layer.name} at {spell(element)} has no value")
            if not _in_domain(var, assignment[var]):
                found.append(_domain_violation(f"{layer.name} at {spell(element)}", assignment[var]))
    for var, value in assignment.items():
        if var not in named and not _in_domain(var, value):
            found.append(_domain_violation(var.name, value))
    return found


def _in_domain(var: Var, value: int) -> bool:
    return var.lo <= value <= var.hi and (len(var.domain) == var.hi - var.lo + 1 or value in var.domain)


def _domain_violation(name: str, value: int) -> Constraint:
    return Constraint(False, Rule(f"{name} takes one of its values.", names=("value",)), (value,))


def _unaffected(constraints: Sequence[Constraint], outside: set[Var]) -> list[Constraint]:
    """The constraints that speak of none of the variables."""
    affected: set[Expr] = set(outside)
    for node in walk(constraint.expr for constraint in constraints):
        if any(child in affected for child in node.children() if isinstance(child, Expr)):
            affected.add(node)
    return [c for c in constraints if not isinstance(c.expr, Expr) or c.expr not in affected]


def _judge(root: Value, known: _Known) -> int:
    """The value of the root; a stack instead of recursion, because expressions may be thousands deep."""
    if not isinstance(root, Expr):
        return int(root)
    value = known.get(root)
    if value is not None:
        return value
    stack = [root]
    while stack:
        node = stack[-1]
        if node in known:
            stack.pop()
            continue
        waiting = [child for child in node.children() if isinstance(child, Expr) and child not in known]
        if waiting:
            stack.extend(waiting)
            continue
        known[node] = int(_MEANING[type(node)](node, known))
        stack.pop()
    return known[root]


# ---------------------------------------------------------------- the meaning of each node


def _values(args: Iterable[Value], known: _Known) -> list[int]:
    return [known[arg] if isinstance(arg, Expr) else arg for arg in args]


def _total(terms: Iterable[tuple[int, Expr]], known: _Known) -> int:
    return sum(factor * known[term] for factor, term in terms)


def _var(node: Var, known: _Known) -> int:
    raise ValueError(f"{node.name} has no value")


def _element(node: Element, known: _Known) -> int:
    index = known[node.index]
    if not 0 <= index < len(node.items):
        raise ValueError(f"position {index} does not exist: there are {len(node.items)} items")
    return _values((node.items[index],), known)[0]


def _choose(node: Choose, known: _Known) -> int:
    return _values((node.then if known[node.condition] else node.other,), known)[0]


def _compare(node: Compare, known: _Known) -> bool:
    total = _total(node.terms, known)
    if node.relation == "<=":
        return total <= node.bound
    return (total == node.bound) == (node.relation == "==")


def _all_different(node: AllDifferent, known: _Known) -> bool:
    values = [value for value in _values(node.args, known) if value not in node.excepted]
    return len(set(values)) == len(values)


def _table(node: Table, known: _Known) -> bool:
    word = tuple(_values(node.args, known))
    fits = word in node.rows or any(
        None in row and all(cell is None or cell == value for cell, value in zip(row, word, strict=True))
        for row in node.rows
    )
    return fits == node.positive


def _lex(node: Lex, known: _Known) -> bool:
    left, right = _values(node.left, known), _values(node.right, known)
    return left < right if node.strict else left <= right


def _distinct_lists(node: DistinctLists, known: _Known) -> bool:
    return len({tuple(_values(row, known)) for row in node.lists}) == len(node.lists)


# ---------------------------------------------------------------- graphs


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
    graph: Graph, nodes: Sequence[Value] | None, edges: Sequence[Value] | None, known: _Known
) -> tuple[list[int], list[bool]]:
    """The active nodes, and for each edge whether it joins two of them; None stands for 'all active'."""
    node_on = [1] * len(graph.names) if nodes is None else _values(nodes, known)
    edge_on = [1] * len(graph.edges) if edges is None else _values(edges, known)
    joins = [bool(on and node_on[a] and node_on[b]) for on, (a, b) in zip(edge_on, graph.edges, strict=True)]
    return [node for node, on in enumerate(node_on) if on], joins


def _sizes_hold(pieces: Iterable[Sequence[int]], sizes: Sequence[Value | None], known: _Known) -> bool:
    for piece in pieces:
        wanted = [size for size in (sizes[node] for node in piece) if size is not None]
        if any(size != len(piece) for size in _values(wanted, known)):
            return False
    return True


def _connected(node: Connected, known: _Known) -> bool:
    active, joins = _active_part(node.graph, node.nodes, node.edges, known)
    return len(_pieces(node.graph, active, joins)) <= 1


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


def _loop(node: Loop, known: _Known) -> bool:
    """A walk from any active edge that comes back, meets no node twice and has used every active edge."""
    edge_on = _values(node.edges, known)
    active = [ends for ends, on in zip(node.graph.edges, edge_on, strict=True) if on]
    if not active:
        return False
    trail = _trail(node.graph, edge_on, active[0][0])
    steps = len(trail) - 1
    return trail[0] == trail[-1] and steps == len(active) == len(set(trail))


def _path(node: Path, known: _Known) -> bool:
    """A walk from a node with one active edge that meets no node twice and has used every active edge."""
    edge_on = _values(node.edges, known)
    active = [ends for ends, on in zip(node.graph.edges, edge_on, strict=True) if on]
    degree = Counter(end for ends in active for end in ends)
    tips = [end for end in degree if degree[end] == 1]
    if not tips:
        return False
    trail = _trail(node.graph, edge_on, tips[0])
    if len(trail) - 1 != len(active) or len(set(trail)) != len(trail):
        return False
    return node.ends is None or {trail[0], trail[-1]} == set(node.ends)


def _acyclic(node: Acyclic, known: _Known) -> bool:
    """A graph without cycles has exactly one edge less than nodes in every piece."""
    active, joins = _active_part(node.graph, node.nodes, node.edges, known)
    return sum(joins) == len(active) - len(_pieces(node.graph, active, joins))


def _matched(node: Matched, known: _Known) -> bool:
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


def _equal_groups(node: EqualGroups, known: _Known) -> bool:
    labels = _values(node.labels, known)
    joins = [labels[a] == labels[b] for a, b in node.graph.edges]
    return _sizes_hold(_pieces(node.graph, range(len(labels)), joins), node.sizes, known)


def _seeded_groups(node: SeededGroups, known: _Known) -> bool:
    active, joins = _active_part(node.graph, node.nodes, None, known)
    if not node.seeds.keys() <= set(active):
        return False
    for piece in _pieces(node.graph, active, joins):
        seeds = [seed for seed in piece if seed in node.seeds]
        if len(seeds) != 1 or node.seeds[seeds[0]] not in (None, len(piece)):
            return False
    return True


def _joined_groups(node: JoinedGroups, known: _Known) -> bool:
    joins = _values(node.edges, known)
    pieces = _pieces(node.graph, range(len(node.graph.names)), joins)
    group_of = {member: number for number, piece in enumerate(pieces) for member in piece}
    inside_active = all(on or group_of[a] != group_of[b] for on, (a, b) in zip(joins, node.graph.edges, strict=True))
    return inside_active and _sizes_hold(pieces, node.sizes, known)


def _twin_groups(node: TwinGroups, known: _Known) -> bool:
    """Every group, with all edges inside it active, splits into two connected parts that look alike."""
    if not _joined_groups(JoinedGroups(node.graph, node.edges, (None,) * len(node.places)), known):
        return False
    joins = _values(node.edges, known)
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


def _circuit(node: Circuit, known: _Known) -> bool:
    """One tour through all nodes that are not their own successors, found by walking it."""
    following = _values(node.successors, known)
    touring = [i for i, j in enumerate(following) if i != j]
    if not touring:
        return False
    seen: list[int] = []
    place = touring[0]
    while place not in seen and 0 <= place < len(following):
        seen.append(place)
        place = following[place]
    return place == touring[0] and sorted(seen) == touring


_MEANING: Final[dict[type[Expr], Callable[[Any, _Known], int]]] = {
    Var: _var,
    Linear: lambda node, known: node.constant + _total(node.terms, known),
    Product: lambda node, known: known[node.left] * known[node.right],
    Quotient: lambda node, known: known[node.left] // node.right,
    Remainder: lambda node, known: known[node.left] % node.right,
    Absolute: lambda node, known: abs(known[node.arg]),
    Minimum: lambda node, known: min(_values(node.args, known)),
    Maximum: lambda node, known: max(_values(node.args, known)),
    Element: _element,
    Choose: _choose,
    Equals: lambda node, known: known[node.arg] == node.value,
    AtMost: lambda node, known: known[node.arg] <= node.value,
    Not: lambda node, known: not known[node.arg],
    And: lambda node, known: all(_values(node.args, known)),
    Or: lambda node, known: any(_values(node.args, known)),
    Compare: _compare,
    AllDifferent: _all_different,
    Table: _table,
    Regular: lambda node, known: node.automaton.accepts(_values(node.args, known)),
    Lex: _lex,
    DistinctLists: _distinct_lists,
    Connected: _connected,
    Loop: _loop,
    Path: _path,
    Acyclic: _acyclic,
    Matched: _matched,
    Circuit: _circuit,
    EqualGroups: _equal_groups,
    SeededGroups: _seeded_groups,
    JoinedGroups: _joined_groups,
    TwinGroups: _twin_groups,
}
