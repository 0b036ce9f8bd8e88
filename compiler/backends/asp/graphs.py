"""Graph constraints as rules of an answer set program: what is reached from a root, step by step, is connected.

Reachability is what stable models are good at: an atom is true only if a chain of rules leads to it from facts, so
`reached` needs no ranks or distances. `node(G,I,X)`, `edge(G,E,X,Y)` and `link(G,E,X,Y)` (both directions) are the
graph; N is the number of the constraint. All of it follows from the unknowns, so there is one way only to fill it in,
also where a constraint is a condition: then `broken(N)` says that it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.asp.program import Program, WrittenGraph
from cluewright.compiler.backends.asp.terms import options, term
from cluewright.compiler.ir import Graph, Value
from cluewright.compiler.lowering.grouping import limits
from cluewright.compiler.lowering.roots import certainly_touched, choose_root

#: With fewer candidates for the root each gets a rule of its own.
FEW_ROOTS: Final = 6


#: The number of a constraint, and rule bodies of which one holds exactly when the constraint does not.
Broken = tuple[int, list[str]]


def require(writer: Program, constraint: ir.GraphConstraint, positive: bool) -> None:
    """Add the rules of a constraint that must hold (or not)."""
    if not positive:
        writer.forbid([writer.literal(constraint)])
        return
    _, bodies = RULES[type(constraint)](writer, constraint)
    writer.lines += [f":- {body}." for body in bodies]


def condition(writer: Program, constraint: ir.GraphConstraint) -> str:
    """A literal that is true exactly when the constraint holds."""
    number, bodies = RULES[type(constraint)](writer, constraint)
    writer.lines += [f"broken({number}) :- {body}." for body in bodies]
    return f"not broken({number})" if bodies else "#true"


def _graph(writer: Program, graph: Graph) -> WrittenGraph:
    found = writer.graphs.get(graph)
    if found is not None:
        return found
    number = len(writer.graphs) + 1
    names = [term(name) for name in graph.names]
    if len(set(names)) < len(names):
        names = [str(index) for index in range(len(names))]
    found = writer.graphs[graph] = WrittenGraph(number, names)
    writer.lines += [f"node({number},{index},{name})." for index, name in enumerate(names)]
    writer.lines += [f"edge({number},{e},{names[a]},{names[b]})." for e, (a, b) in enumerate(graph.edges)]
    writer.lines.append(f"link({number},E,X,Y) :- edge({number},E,X,Y).")
    writer.lines.append(f"link({number},E,Y,X) :- edge({number},E,X,Y).")
    return found


def _mark(writer: Program, predicate: str, items: Sequence[tuple[str, Value]]) -> None:
    """predicate(item) exactly where its condition holds."""
    for item, condition in items:
        writer.rule(f"{predicate},{item})", [writer.literal(condition)])


def _first(writer: Program, n: int, g: int, predicate: str) -> None:
    """The root is the first node that has the property."""
    lines = writer.lines
    lines.append(f"earlier({n},I+1) :- node({g},I,X), {predicate}({n},X).")
    lines.append(f"earlier({n},I+1) :- earlier({n},I), node({g},I,_).")
    lines.append(f"root({n},X) :- node({g},I,X), {predicate}({n},X), not earlier({n},I).")


def _connected(writer: Program, node: ir.Connected) -> Broken:
    graph = _graph(writer, node.graph)
    n, g, names = writer.new(), graph.number, graph.names
    _mark(writer, f"on({n}", list(zip(names, node.nodes, strict=True)))
    roots = choose_root(node.nodes, writer.asserted)
    if len(roots) <= FEW_ROOTS:
        for place, condition in roots:
            writer.rule(f"root({n},{names[place]})", [f"on({n},{names[place]})", writer.literal(condition)])
    else:
        _first(writer, n, g, "on")
    _spread(writer, n, g, node.edges)
    return n, [f"on({n},X), not reached({n},X)"]


def _spread(writer: Program, n: int, g: int, edges: Sequence[Value] | None) -> None:
    """reached(N,X): X is joined with a root."""
    joined = ""
    if edges is not None:
        _mark(writer, f"joined({n}", [(str(e), edge) for e, edge in enumerate(edges)])
        joined = f", joined({n},E)"
    writer.lines.append(f"reached({n},X) :- root({n},X).")
    writer.lines.append(f"reached({n},Y) :- reached({n},X), link({g},E,X,Y){joined}, on({n},Y).")


def _separated(writer: Program, node: ir.Separated) -> Broken:
    if node.ends is None:
        n, (left_out,) = _connected(writer, ir.Connected(node.graph, node.nodes, node.edges))
        writer.lines.append(f"parted({n}) :- {left_out}.")
        return n, [f"not parted({n})"]
    graph = _graph(writer, node.graph)
    n, names = writer.new(), graph.names
    _mark(writer, f"on({n}", list(zip(names, node.nodes, strict=True)))
    first, second = (names[end] for end in node.ends)
    writer.lines.append(f"root({n},{first}) :- on({n},{first}).")
    _spread(writer, n, graph.number, node.edges)
    return n, [f"not on({n},{first})", f"not on({n},{second})", f"reached({n},{second})"]


def _lines(writer: Program, node: ir.Loop | ir.Path) -> tuple[int, WrittenGraph, list[str]]:
    """What loops and paths share: the visited nodes, at least one, are connected by the active edges, and few of these
    meet anywhere."""
    graph = _graph(writer, node.graph)
    n, g = writer.new(), graph.number
    _mark(writer, f"line({n}", [(str(e), edge) for e, edge in enumerate(node.edges)])
    writer.lines += [
        f"at({n},X,E) :- line({n},E), link({g},E,X,_).",
        f"visited({n},X) :- at({n},X,_).",
        f"reached({n},X) :- root({n},X).",
        f"reached({n},Y) :- reached({n},X), link({g},E,X,Y), line({n},E).",
    ]
    return n, graph, [f"visited({n},X), not reached({n},X)", f"not visited({n},X) : node({g},_,X)"]


def _loop(writer: Program, node: ir.Loop) -> Broken:
    n, graph, broken = _lines(writer, node)
    _line_root(writer, node, n, graph)
    return n, [*broken, f"visited({n},X), #count {{ E : at({n},X,E) }} != 2"]


def _line_root(writer: Program, node: ir.Loop | ir.Path, n: int, graph: WrittenGraph) -> None:
    sure = certainly_touched(node.graph, node.edges, writer.asserted)
    if sure is None:
        _first(writer, n, graph.number, "visited")
    else:
        writer.lines.append(f"root({n},{graph.names[sure]}).")


def _path(writer: Program, node: ir.Path) -> Broken:
    n, graph, broken = _lines(writer, node)
    writer.lines.append(f"end({n},X) :- visited({n},X), #count {{ E : at({n},X,E) }} = 1.")
    broken += [f"visited({n},X), #count {{ E : at({n},X,E) }} > 2", f"#count {{ X : end({n},X) }} != 2"]
    if node.ends is None:
        _line_root(writer, node, n, graph)
        return n, broken
    first, last = (graph.names[end] for end in node.ends)
    writer.lines.append(f"root({n},{first}).")
    broken += [f"not end({n},{first})", f"not end({n},{last})"]
    if first == last:
        broken.append("#true")  # an open path has two ends
    return n, broken


def _acyclic(writer: Program, node: ir.Acyclic) -> Broken:
    """Nodes with at most one edge left are taken away, again and again: in a forest nothing remains."""
    graph = _graph(writer, node.graph)
    n, g, names = writer.new(), graph.number, graph.names
    nodes = node.nodes or (True,) * len(names)
    edges = node.edges or (True,) * len(node.graph.edges)
    _mark(writer, f"on({n}", list(zip(names, nodes, strict=True)))
    counted = [ir.conj((edge, nodes[a], nodes[b])) for edge, (a, b) in zip(edges, node.graph.edges, strict=True)]
    _mark(writer, f"joined({n}", [(str(e), edge) for e, edge in enumerate(counted)])
    writer.lines += [
        f"away({n},E,X) :- link({g},E,X,_), not joined({n},E).",
        f"away({n},E,X) :- link({g},E,X,Y), gone({n},Y).",
        f"gone({n},X) :- on({n},X), away({n},E,X) : link({g},E,X,_).",
        f"gone({n},X) :- on({n},X), link({g},F,X,_), away({n},E,X) : link({g},E,X,_), E != F.",
    ]
    return n, [f"on({n},X), not gone({n},X)"]


def _seeded(writer: Program, node: ir.SeededGroups) -> Broken:
    """Every island is what is reached from its seed; no cell is reached from two seeds or from none."""
    graph = _graph(writer, node.graph)
    n, g, names = writer.new(), graph.number, graph.names
    _mark(writer, f"on({n}", list(zip(names, node.nodes, strict=True)))
    broken: list[str] = []
    for seed, size in node.seeds.items():
        broken.append(f"not on({n},{names[seed]})")
        if size is not None and size < 1:
            broken.append("#true")  # no island is empty
            continue
        writer.lines.append(f"source({n},{names[seed]}).")
        _near(writer, n, g, names, node.graph, seed, None if size is None else size - 1)
        if size is not None:
            broken.append(f"#count {{ X : own({n},{names[seed]},X) }} != {size}")
    writer.lines += [
        f"own({n},S,S) :- source({n},S).",
        f"own({n},S,Y) :- own({n},S,X), link({g},_,X,Y), on({n},Y), near({n},S,Y).",
    ]
    return n, [
        *broken,
        f"own({n},S,X), link({g},_,X,Y), on({n},Y), not own({n},S,Y)",
        f"own({n},S,X), own({n},T,X), S < T",
        f"on({n},X), not own({n},S,X) : near({n},S,X)",
    ]


def _near(writer: Program, n: int, g: int, names: list[str], graph: Graph, start: int, steps: int | None) -> None:
    """near(N,S,X): X is close enough to S to be in its group."""
    if steps is None or steps >= len(names) - 1:
        writer.lines.append(f"near({n},{names[start]},X) :- node({g},_,X).")
    else:
        places = sorted(graph.within(start, steps))
        writer.lines.append(f"near({n},{names[start]},({';'.join(names[place] for place in places)})).")


def _equal_groups(writer: Program, node: ir.EqualGroups) -> Broken:
    labels = node.labels
    joined = [ir.equal(labels[a], labels[b]) for a, b in node.graph.edges]
    return _groups(writer, node, joined)


def _joined_groups(writer: Program, node: ir.JoinedGroups) -> Broken:
    g = _graph(writer, node.graph).number
    n, broken = _groups(writer, node, list(node.edges))
    return n, [*broken, f"edge({g},E,X,Y), not same({n},E), group({n},X,Y)"]


def _groups(writer: Program, node: ir.EqualGroups | ir.JoinedGroups, joined: list[Value]) -> Broken:
    """group(N,S,X): X belongs to the group of S. It is followed one step further than the group may reach, so that
    one that is too large is seen to be."""
    graph = _graph(writer, node.graph)
    n, g, names = writer.new(), graph.number, graph.names
    _mark(writer, f"same({n}", [(str(e), edge) for e, edge in enumerate(joined)])
    broken: list[str] = []
    for place, limit in limits(node).items():
        size = node.sizes[place]
        writer.lines.append(f"source({n},{names[place]}).")
        _near(writer, n, g, names, node.graph, place, limit)
        if size is not None:
            members = f"#count {{ X : group({n},{names[place]},X) }}"
            for body, value in options(writer.number(size), "V"):
                broken.append(", ".join((*body, f"{members} != {value}")))
    writer.lines.append(f"group({n},S,S) :- source({n},S).")
    writer.lines.append(f"group({n},S,Y) :- group({n},S,X), link({g},E,X,Y), same({n},E), near({n},S,Y).")
    return n, broken


RULES: Final[dict[type[ir.GraphConstraint], Callable[[Any, Any], Broken]]] = {
    ir.Connected: _connected,
    ir.Separated: _separated,
    ir.Loop: _loop,
    ir.Path: _path,
    ir.Acyclic: _acyclic,
    ir.SeededGroups: _seeded,
    ir.EqualGroups: _equal_groups,
    ir.JoinedGroups: _joined_groups,
}
