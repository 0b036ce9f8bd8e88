"""The two sides of every edge of a planar drawing, where all of its inner faces are known."""

from __future__ import annotations

from dataclasses import dataclass

from cluewright.compiler.ir import Graph

#: The face that is outside of all others.
OUTER = -1


@dataclass(frozen=True)
class Sides:
    """Faces are numbered as in the graph, all of them walked in the same sense of rotation."""

    faces: int
    #: For each edge (a, b) the face that is walked from a to b, and the one that is walked from b to a.
    of_edge: tuple[tuple[int, int], ...]


def sides_of(graph: Graph) -> Sides | None:
    """The faces beside each edge; None unless every cycle of the graph is the border of a unique set of faces.

    That holds when no edge lies on more than two faces, there are as many faces as independent cycles, every group of
    neighbouring faces has a border, and all can be walked in one sense (MacLane's criterion, with an orientation).
    """
    index = {frozenset(ends): number for number, ends in enumerate(graph.edges)}
    if len(index) < len(graph.edges) or not graph.faces:
        return None
    walked: list[list[tuple[int, bool]]] = []
    for face in graph.faces:
        steps = list(zip(face, (*face[1:], face[0]), strict=True))
        if len(set(face)) < len(face) or any(frozenset(step) not in index for step in steps):
            return None
        walked.append([(index[frozenset(step)], graph.edges[index[frozenset(step)]] == step) for step in steps])
    beside: list[list[tuple[int, bool]]] = [[] for _ in graph.edges]
    for number, steps_of_face in enumerate(walked):
        for edge, forward in steps_of_face:
            beside[edge].append((number, forward))
    if any(len(near) > 2 for near in beside):
        return None
    if len(graph.faces) != len(graph.edges) - len(graph.names) + _pieces(graph):
        return None
    turned = _orient(walked, beside)
    if turned is None:
        return None
    of_edge: list[tuple[int, int]] = []
    for near in beside:
        sides = {forward != turned[face]: face for face, forward in near}
        of_edge.append((sides.get(True, OUTER), sides.get(False, OUTER)))
    return Sides(len(walked), tuple(of_edge))


def _orient(walked: list[list[tuple[int, bool]]], beside: list[list[tuple[int, bool]]]) -> list[bool] | None:
    """Which faces must be walked the other way round, so that two neighbours walk their edge in opposite directions;
    None if that is impossible or a group of neighbouring faces has no border."""
    turned: list[bool | None] = [None] * len(walked)
    for start in range(len(walked)):
        if turned[start] is not None:
            continue
        turned[start] = False
        queue = [start]
        has_border = False
        for face in queue:  # grows while it is walked
            for edge, forward in walked[face]:
                if len(beside[edge]) == 1:
                    has_border = True
                for other, other_forward in beside[edge]:
                    if other == face:
                        continue
                    wanted = (forward != turned[face]) == other_forward
                    if turned[other] is None:
                        turned[other] = wanted
                        queue.append(other)
                    elif turned[other] != wanted:
                        return None
        if not has_border:
            return None
    return [bool(turn) for turn in turned]


def _pieces(graph: Graph) -> int:
    seen: set[int] = set()
    count = 0
    for start in range(len(graph.names)):
        if start in seen:
            continue
        count += 1
        seen.add(start)
        queue = [start]
        for node in queue:
            for other, _ in graph.adjacent[node]:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
    return count
