"""Encodings of partitions into connected groups. Every node names the leader of its group; how it is said that the
group holds together, and how its members are counted, is what the encodings differ in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Connected, EqualGroups, Graph, JoinedGroups, SeededGroups, Value, Var
from cluewright.compiler.lowering import connectivity
from cluewright.compiler.lowering.builder import Builder
from cluewright.compiler.lowering.connectivity import Reach, Rooted

#: A target that finds groups from every node takes no more pairs of nodes than this.
PAIR_LIMIT: Final = 400_000


@dataclass(frozen=True)
class Groups:
    """Nodes that name the leader of their group; `joined` says for every edge whether it lies inside a group."""

    graph: Graph
    active: list[Value]
    joined: list[Value]
    leader: list[Var]
    #: For every node whether it leads its group.
    roots: list[Value]
    #: No group has more members.
    largest: int
    #: What is left to be said: sets that must be connected.
    pieces: list[Connected] = field(default_factory=list)


#: Says that every active node is joined to its leader; gives for each possible leader the size of its group, a number
#: that has a meaning only where the node leads.
Count = Callable[[Groups, Builder], Sequence[Value]]


def encode(constraint: SeededGroups | EqualGroups | JoinedGroups, builder: Builder) -> list[Connected]:
    """Groups of any of the three kinds. What must be connected is returned."""
    count = ENCODINGS[builder.encodings["groups"]]
    if isinstance(constraint, SeededGroups):
        return _encode_seeded(constraint, count, builder)
    if isinstance(constraint, EqualGroups):
        labels = constraint.labels
        joined = [ir.equal(labels[a], labels[b]) for a, b in constraint.graph.edges]
        return _encode_groups(constraint.graph, joined, constraint.sizes, count, builder)
    return _encode_groups(constraint.graph, list(constraint.edges), constraint.sizes, count, builder)


def _encode_seeded(constraint: SeededGroups, count: Count, builder: Builder) -> list[Connected]:
    """Seeds lead; an inactive node has nobody as its leader."""
    graph, nodes = constraint.graph, constraint.nodes
    nobody = len(graph.names)
    if any(size is not None and size < 1 for size in constraint.seeds.values()):
        builder.add(False)  # the seed itself belongs to its group
        return []
    owners: dict[int, set[int]] = {node: set() for node in range(nobody)}
    for seed, size in constraint.seeds.items():
        builder.add(nodes[seed])
        for node in graph.within(seed, (size or nobody) - 1, lambda n: n not in constraint.seeds):
            owners[node].add(seed)
    owner: list[Var] = []
    for node in range(nobody):
        choices = {node} if node in constraint.seeds else owners[node] | {nobody}
        owner.append(builder.choice("owner", choices))
        builder.add(ir.iff(nodes[node], ir.negate(ir.equal(owner[node], nobody))))
    for a, b in graph.edges:
        builder.add(ir.implies(ir.conj((nodes[a], nodes[b])), ir.equal(owner[a], owner[b])))
    largest = max((size or nobody for size in constraint.seeds.values()), default=1)
    joined = [ir.conj((nodes[a], nodes[b])) for a, b in graph.edges]
    roots: list[Value] = [node in constraint.seeds for node in range(nobody)]
    groups = Groups(graph, list(nodes), joined, owner, roots, largest)
    members = count(groups, builder)
    for seed, size in constraint.seeds.items():
        if size is not None:
            builder.add(ir.equal(members[seed], size))
    return groups.pieces


def _encode_groups(
    graph: Graph, joined: list[Value], sizes: tuple[Value | None, ...], count: Count, builder: Builder
) -> list[Connected]:
    """The leader is the first node of its group."""
    nodes = range(len(graph.names))
    limits = [len(nodes) if size is None else max(1, min(ir.high(size), len(nodes))) for size in sizes]
    largest = max(limits, default=1)
    leader = [
        builder.choice("leader", [other for other in graph.within(node, limits[node] - 1) if other <= node])
        for node in nodes
    ]
    for (a, b), same in zip(graph.edges, joined, strict=True):
        builder.add(ir.iff(same, ir.equal(leader[a], leader[b])))
    roots = [ir.equal(leader[node], node) for node in nodes]
    groups = Groups(graph, [True] * len(nodes), joined, leader, roots, largest)
    members = count(groups, builder)
    if all(size is None for size in sizes):
        return groups.pieces
    total: list[Value] = [builder.number("size", 1, largest) if size is None else size for size in sizes]
    for (a, b), same in zip(graph.edges, joined, strict=True):
        builder.add(ir.implies(same, ir.equal(total[a], total[b])))
    for node in nodes:
        builder.add(ir.implies(roots[node], ir.equal(members[node], total[node])))
        builder.add(ir.at_most(members[node], total[node]))
    return groups.pieces


def by_tree(groups: Groups, builder: Builder) -> list[Var]:
    """Every group is a tree; a node counts itself and those below it. Counts grow towards the leader, so no chain of
    parents can close."""
    nodes = range(len(groups.active))
    below = [builder.number("below", 0, groups.largest) for _ in nodes]
    children: list[list[Value]] = [[] for _ in nodes]
    parents: list[list[Value]] = [[] for _ in nodes]
    for (a, b), same in zip(groups.graph.edges, groups.joined, strict=True):
        if same is False:
            continue
        for child, parent in ((a, b), (b, a)):
            arrow = builder.truth("parent")
            share = builder.number("share", 0, groups.largest)
            builder.add(ir.implies(arrow, same))
            builder.add(ir.equal(share, ir.choose(arrow, below[child], 0)))
            builder.add(ir.implies(arrow, ir.less(below[child], below[parent])))
            parents[child].append(arrow)
            children[parent].append(share)
    for node, active in enumerate(groups.active):
        builder.add(ir.equal(below[node], ir.add_all((*children[node], active))))
        builder.add(ir.equal(ir.add_all(parents[node]), ir.conj((active, ir.negate(groups.roots[node])))))
    return below


def _by_reach(reach: Reach) -> Count:
    """Every node is joined to its leader as in `connected`; members are those that name the leader."""

    def count(groups: Groups, builder: Builder) -> list[Value]:
        tree = Rooted(groups.graph, tuple(groups.active), tuple(groups.joined), dict(enumerate(groups.roots)))
        reach(tree, groups.largest - 1, builder)
        return _followers(groups)

    return count


def by_pieces(groups: Groups, builder: Builder) -> list[Value]:
    """Whoever is followed leads, and the followers of every leader are a connected set of their own."""
    for node in range(len(groups.active)):
        if groups.roots[node] is False:
            continue
        members = [place for place, leader in enumerate(groups.leader) if node in leader.domain]
        following = [ir.equal(groups.leader[place], node) for place in members]
        for place, follows in zip(members, following, strict=True):
            if place != node:
                builder.add(ir.implies(follows, groups.roots[node]))
        groups.pieces.append(Connected(groups.graph.restricted(members), tuple(following)))
    return _followers(groups)


def _followers(groups: Groups) -> list[Value]:
    return [
        ir.add_all(ir.equal(leader, node) for leader in groups.leader if node in leader.domain)
        for node in range(len(groups.active))
    ]


def limits(node: EqualGroups | JoinedGroups) -> dict[int, int]:
    """The nodes whose groups matter, each with the size that its group may have at most."""
    count = len(node.graph.names)
    known = {place: min(max(ir.high(s), 0), count) for place, s in enumerate(node.sizes) if s is not None}
    return known if isinstance(node, EqualGroups) else {**dict.fromkeys(range(count), count), **known}


def too_large(node: ir.Expr) -> bool:
    """Whether finding groups from every node would take too many pairs of nodes."""
    if not isinstance(node, EqualGroups | JoinedGroups):
        return False
    found = limits(node)
    return sum(min(len(found), 2 * limit * (limit + 1) + 1) for limit in found.values()) > PAIR_LIMIT


#: Encodings of groups by name.
ENCODINGS: Final[dict[str, Count]] = {
    "tree": by_tree,
    "pieces": by_pieces,
    **{name: _by_reach(reach) for name, reach in connectivity.ENCODINGS.items()},
}
