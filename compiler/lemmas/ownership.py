"""Who belongs to the group of a known node: one literal for each node within reach, counted and kept together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cluewright.compiler.cnf import TRUE, Encoder
from cluewright.compiler.cnf.base import Prefix
from cluewright.compiler.cnf.sums import require_count


def steps_from(
    seed: int, most: int, adjacent: Sequence[Sequence[int]], allowed: Callable[[int], bool]
) -> dict[int, int]:
    """For each node that lies at most so many steps from the seed by way of allowed ones: how many."""
    distance = {seed: 0}
    queue = [seed]
    for node in queue:
        if distance[node] == most:
            continue
        for other in adjacent[node]:
            if other not in distance and allowed(other):
                distance[other] = distance[node] + 1
                queue.append(other)
    return distance


def levels(size: int, distance: dict[int, int]) -> int:
    """How many literals it takes to say how soon the seed reaches each node."""
    return sum(size - steps for steps in distance.values())


def own(encoder: Encoder, seed: int, distance: dict[int, int], prefix: Prefix) -> dict[int, int]:
    """The literals of "this seed owns the node", for the nodes within reach; it owns itself."""
    owns = {node: encoder.new() for node in distance if node != seed}
    owns[seed] = encoder.new() if prefix else TRUE
    encoder.clause([*prefix, owns[seed]])
    return owns


def require_size(encoder: Encoder, owns: dict[int, int], size: int, prefix: Prefix) -> None:
    """The seed owns so many nodes."""
    open_nodes = [literal for literal in owns.values() if literal != TRUE]
    require_count(encoder, open_nodes, "==", size - (len(owns) - len(open_nodes)), prefix)


def keep_together(
    encoder: Encoder, seed: int, size: int, owns: dict[int, int], distance: dict[int, int], adjacent: list[list[int]]
) -> None:
    """reached[node, k]: the seed reaches the node in at most k steps inside its group."""
    reached: dict[tuple[int, int], int] = {}
    clause = encoder.clause
    for node, steps in distance.items():
        if node == seed:
            continue
        for level in range(steps, size - 1):
            reached[node, level] = encoder.new()
        reached[node, size - 1] = owns[node]
        for level in range(steps, size - 1):
            clause([-reached[node, level], reached[node, level + 1]])
    for (node, level), literal in reached.items():
        before = [
            owns[seed] if other == seed else reached[other, level - 1]
            for other in adjacent[node]
            if distance.get(other, size) <= level - 1
        ]
        clause([-literal, *before])
