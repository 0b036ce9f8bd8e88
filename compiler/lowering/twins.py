"""Groups of two parts of one shape, by a mapping of the plane for every node that takes its part to the other."""

from __future__ import annotations

from cluewright.compiler import ir
from cluewright.compiler.ir import TURNS, Connected, Graph, TwinGroups, Value
from cluewright.compiler.lowering.builder import Builder


def encode(constraint: TwinGroups, builder: Builder) -> list[Connected]:
    """Two nodes that the mapping of one of them exchanges are partners. Joined nodes have one mapping, and their
    partners are joined as they are. Every group has a number, so that partners are in one group. What must be
    connected is returned."""
    partner = _partners(constraint)
    nodes = range(len(constraint.places))
    if not all(partner):
        builder.add(False)
        return []
    mapping = [builder.choice("mapping", sorted(partner[n])) for n in nodes]
    group = [builder.number("group", 0, len(constraint.first) - 1) for _ in nodes]
    uses: list[dict[int, Value]] = [{code: ir.equal(mapping[n], code) for code in partner[n]} for n in nodes]
    joined = {
        (x, y): e
        for (a, b), e in zip(constraint.graph.edges, constraint.edges, strict=True)
        for x, y in ((a, b), (b, a))
    }
    for node in constraint.first:
        for code, other in partner[node].items():
            builder.add(ir.iff(uses[node][code], uses[other][code]))
            builder.add(ir.implies(uses[node][code], ir.equal(group[node], group[other])))
    for (a, b), together in joined.items():
        builder.add(ir.iff(together, ir.equal(group[a], group[b])))
        for code, used in uses[a].items():
            same: list[Value] = [uses[b].get(code, False)]
            if same[0] is not False and (a in constraint.first) == (b in constraint.first):
                same.append(joined[partner[a][code], partner[b][code]])
            builder.add(ir.implies(ir.conj((together, used)), ir.conj(same)))
    return _connections(constraint, group, builder)


def _partners(constraint: TwinGroups) -> list[dict[int, int]]:
    """For every node the mappings, as numbers, that take it to a node of the other part, and that node. A mapping
    leads from the first part to the second."""
    places = constraint.places
    span = 2 * (1 + max((abs(x) for place in places for x in place), default=0)) + 1
    partner: list[dict[int, int]] = [{} for _ in places]
    for node in constraint.first:
        r, c = places[node]
        for other in range(len(places)):
            if other in constraint.first:
                continue
            for number, (a, b, d, e) in enumerate(TURNS):
                down, right = places[other][0] - a * r - b * c, places[other][1] - d * r - e * c
                code = (number * span + down + span // 2) * span + right + span // 2
                partner[node][code] = other
                partner[other][code] = node
    return partner


def _connections(constraint: TwinGroups, group: list[ir.Var], builder: Builder) -> list[Connected]:
    """Every first part has a leader, whose place in line is the number of the group; so no two groups share a number,
    and no group has two first parts. Every node is joined to a leader."""
    graph, count = constraint.graph, len(constraint.places)
    first = sorted(constraint.first)
    leads = [builder.truth("leads") for _ in first]
    for number, (node, leader) in enumerate(zip(first, leads, strict=True)):
        builder.add(ir.implies(leader, ir.equal(group[node], number)))
    index = {node: i for i, node in enumerate(first)}
    inner = [(e, (index[a], index[b])) for e, (a, b) in enumerate(graph.edges) if a in index and b in index]
    everywhere = Graph([*graph.names, "leader"], [*graph.edges, *((node, count) for node in first)])
    in_first = Graph(
        [*(graph.names[node] for node in first), "leader"],
        [*(ends for _, ends in inner), *((i, len(first)) for i in range(len(first)))],
    )
    return [
        Connected(everywhere, (True,) * (count + 1), (*constraint.edges, *leads)),
        Connected(in_first, (True,) * (len(first) + 1), (*(constraint.edges[e] for e, _ in inner), *leads)),
    ]
