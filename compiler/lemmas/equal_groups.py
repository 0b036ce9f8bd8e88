"""Groups of equal labels with given sizes: growth and overgrowth, without any variable for groups."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import is_
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf import FALSE, NEGATIVE, TRUE, Encoder, Num, Truths
from cluewright.compiler.lemmas import ownership
from cluewright.compiler.lemmas.base import GraphLemmas, Lemma, pieces

#: From one group that is too large, so many connected subsets are forbidden at once.
SUBSETS_AT_ONCE: Final = 3
#: Known groups with more (node, level) pairs than this, and all after so many together, are left to lemmas.
LEVEL_LIMIT: Final = 12_000
ALL_LEVELS: Final = 200_000
#: Sizes up to the largest known one, and at least up to this one, have literals of their own. Larger ones are told
#: apart in binary if they are many.
SMALL_SIZES: Final = 16
MANY_SIZES: Final = 16


class EqualGroupLemmas(GraphLemmas):
    """Every node's piece of equal labels has the node's size."""

    def __init__(self, encoder: Encoder, constraint: ir.EqualGroups, guard: int | None) -> None:
        super().__init__(encoder, constraint, guard)
        self.constraint = constraint
        self.labels = [encoder.num(label) for label in constraint.labels]
        #: The size of each node's group; the very label where label and size are the same expression.
        self.sizes: list[Num | None] = [None if s is None else encoder.num(s) for s in constraint.sizes]
        self.sized = [node for node, size in enumerate(self.sizes) if size is not None]
        #: Sizes from here on are large (where that matters).
        self.large: int | None = None
        self._equal: dict[int, list[int]] = {}
        self.adjacent = [list(dict.fromkeys(n for n, _ in row)) for row in self.graph.adjacent]

    def static(self) -> None:
        self._split()
        for number in (*self.labels, *self.sizes):
            if number is not None and not number.is_split:
                number.direct()  # answers are read from these
        small = [self._small(label) for label in self.labels] if any(map(is_, self.labels, self.sizes)) else []
        for node, (label, size) in enumerate(zip(self.labels, self.sizes, strict=True)):
            if size is None:
                continue
            self.require([size.at_least(1)])
            self.require([size.at_most(len(self.labels))])
            if size is label:
                self._label_is_size(node, small)
            elif size.values[-1] > 1:
                self._has_partner(node, size)
        self._equal_neighbours_agree()

    def _split(self) -> None:
        """Sizes above all known ones are of one kind for most lemmas: they need no literals of their own."""
        if any(size is not label for label, size in zip(self.labels, self.sizes, strict=True)):
            return
        known = (label.values[0] for label in self.labels if len(label.values) == 1)
        most = max((SMALL_SIZES, *known))
        for expr, label in zip(self.constraint.labels, self.labels, strict=True):
            count = bisect_right(label.values, most)
            if isinstance(expr, ir.Var) and not label.encoded and len(label.values) - count > MANY_SIZES:
                label.split(count)
                self.large = most + 1

    def strengthen(self) -> None:
        """Where label and size of a node are known, so is the number of nodes that belong to it."""
        left = ALL_LEVELS
        for seed, (label, size) in enumerate(zip(self.labels, self.sizes, strict=True)):
            if size is not None and len(label.values) == len(size.values) == 1 and size.values[0] > 2:
                left -= self._known_group(seed, label.values[0], size.values[0], min(left, LEVEL_LIMIT))

    def _known_group(self, seed: int, label: int, size: int, limit: int) -> int:
        """Say who belongs to the group of a node, unless that takes more levels than the limit; returns how many."""

        def allowed(node: int) -> bool:
            number = self.sizes[node]
            return label in self.labels[node].values and (number is None or size in number.values)

        distance = ownership.steps_from(seed, size - 1, self.adjacent, allowed)
        levels = ownership.levels(size, distance)
        if levels > limit:
            return 0
        owns = ownership.own(self.encoder, seed, distance, self.prefix)
        ownership.require_size(self.encoder, owns, size, self.prefix)
        ownership.keep_together(self.encoder, seed, size, owns, distance, self.adjacent)
        for node, literal in owns.items():
            self.require([-literal, self.labels[node].equals(label)])
            for other in self.adjacent[node]:
                self.require([-literal, -self.labels[other].equals(label), owns.get(other, FALSE)])
        return levels

    def _label_is_size(self, node: int, small: Sequence[Mapping[int, int]]) -> None:
        """A group larger than 1 has a node beside each of its nodes. `small` has the literals of all sizes that are not
        large, for each node."""
        beside = self.adjacent[node]
        if self.large is not None:
            large = self._large_literals
            self.require([-large[node], *[large[n] for n in beside]])
        clause, prefix, around = self.encoder.clause, self.prefix, [small[n] for n in beside]
        for value, equal in small[node].items():
            if value >= 2:
                clause([*prefix, -equal, *[literals[value] for literals in around if value in literals]])
            elif value == 1:
                for other in beside:
                    said = other < node and self.sizes[other] is self.labels[other]  # from the other side
                    if 1 in small[other] and not said:
                        clause([*prefix, -equal, -small[other][1]])

    def _small(self, label: Num) -> dict[int, int]:
        count = len(label.values) if self.large is None else bisect_right(label.values, self.large - 1)
        return {value: label.equals(value) for value in label.values[:count]}

    def _has_partner(self, node: int, size: Num) -> None:
        """A node whose group is larger than 1 has an equal neighbour."""
        for value in self.labels[node].values:
            partners = [self.labels[n].equals(value) for n in self.adjacent[node]]
            self.require([-size.at_least(2), -self.labels[node].equals(value), *partners])

    def _equal_neighbours_agree(self) -> None:
        """Neighbours with one label are in one group, which has one size."""
        for a, b in self.graph.edges:
            first, second = self.sizes[a], self.sizes[b]
            if first is None or second is None:
                continue
            if first is second or (first is self.labels[a] and second is self.labels[b]):
                continue
            same = self.encoder.literal(ir.equal(self.constraint.labels[a], self.constraint.labels[b]), NEGATIVE)
            size_a, size_b = self.constraint.sizes[a], self.constraint.sizes[b]
            assert size_a is not None
            assert size_b is not None
            self.encoder.require(ir.equal(size_a, size_b), True, (*self.prefix, -same))

    def violated(self, truths: Truths) -> list[Lemma]:
        if self.idle(truths):
            return []
        labels: list[int | None] = [None] * len(self.labels)
        seen = [False] * len(labels)
        lemmas: list[Lemma] = []
        if self.large is not None:
            self._judge_large(self.large, truths, seen, lemmas)
        for start in self.sized:
            if seen[start]:
                continue
            seen[start] = True
            label = self.labels[start].value_in(truths)
            group = [start]
            for node in group:
                for other in self.adjacent[node]:
                    if seen[other]:
                        continue
                    theirs = labels[other]
                    if theirs is None:  # labels far from any size are never asked for
                        theirs = labels[other] = self.labels[other].value_in(truths)
                    if theirs == label:
                        seen[other] = True
                        group.append(other)
            self._judge(group, label, truths, lemmas)
        return lemmas

    def again(self, lemma: Lemma) -> list[int] | None:
        """Where labels are sizes, lemmas speak of the graph alone: a group of so many nodes is neither within fewer of
        them nor has it more."""
        if lemma.kind not in ("growth", "overgrowth") or lemma.amount is None or not self._labels_are_sizes:
            return None
        roles = dict(lemma.nodes)
        literals = self._literals_of(lemma.amount)
        group = roles["component"]
        if lemma.kind == "overgrowth":
            return [*self.prefix, *[-literals[n] for n in group]] if len(group) > lemma.amount else None
        if len(group) >= lemma.amount:
            return None
        (node,) = roles["witnesses"]
        return [*self.prefix, -literals[node], *[literals[n] for n in roles["boundary"]]]

    @cached_property
    def _labels_are_sizes(self) -> bool:
        return all(map(is_, self.labels, self.sizes))

    def _literals_of(self, label: int) -> list[int]:
        if label not in self._equal:
            self._equal[label] = [number.equals(label) for number in self.labels]
        return self._equal[label]

    def _judge_large(self, large: int, truths: Truths, seen: list[bool], lemmas: list[Lemma]) -> None:
        """Nodes of large groups that are too few together need another one beside them, whatever their sizes are."""
        literals = self._large_literals
        inside = [truths[literal] == literal for literal in literals]
        for piece in pieces([node for node, yes in enumerate(inside) if yes], self.adjacent, inside):
            if len(piece) >= large:
                continue
            boundary = self._boundary(piece)
            for node in piece:
                seen[node] = True
                clause = self.clause([-literals[node], *(literals[n] for n in boundary)])
                roles = (("component", tuple(piece)), ("boundary", tuple(boundary)), ("witnesses", (node,)))
                lemmas.append(Lemma("large growth", clause, self.constraint, roles, amount=large))

    @cached_property
    def _large_literals(self) -> list[int]:
        """For each node that its size is large."""
        assert self.large is not None
        return [label.at_least(self.large) for label in self.labels]

    def _boundary(self, group: list[int]) -> list[int]:
        members = set(group)
        return list(dict.fromkeys(n for node in group for n in self.adjacent[node] if n not in members))

    def _judge(self, group: list[int], label: int, truths: Truths, lemmas: list[Lemma]) -> None:
        count = len(group)
        too_small: list[int] = []
        too_large: list[tuple[int, int]] = []
        for node in group:
            number = self.sizes[node]
            if number is None:
                continue
            size = label if number is self.labels[node] else number.value_in(truths)
            if size > count:
                too_small.append(node)
            elif size < count:
                too_large.append((node, size))
        if too_small:
            self._grow(group, label, too_small, lemmas)
        if too_large:
            too_large.sort(key=lambda item: len(self.labels[item[0]].values))
            for node, size in too_large[:: max(1, len(too_large) // SUBSETS_AT_ONCE)][:SUBSETS_AT_ONCE]:
                self._overgrow(node, size, label, set(group), lemmas)

    def _grow(self, group: list[int], label: int, nodes: list[int], lemmas: list[Lemma]) -> None:
        """A node of this label whose group is larger than this piece has the label on the piece's boundary too."""
        boundary = self._boundary(group)
        exits = [self.labels[n].equals(label) for n in boundary]
        fixed = [
            node for node in nodes if self.labels[node].equals(label) == TRUE and self._larger(node, group) == TRUE
        ]
        for node in fixed[:1] or nodes:
            literals = [-self.labels[node].equals(label), -self._larger(node, group), *exits]
            roles = (("component", tuple(group)), ("boundary", tuple(boundary)), ("witnesses", (node,)))
            lemmas.append(Lemma("growth", self.clause(literals), self.constraint, roles, amount=label))

    def _larger(self, node: int, group: list[int]) -> int:
        size = self.sizes[node]
        assert size is not None
        return TRUE if size is self.labels[node] else size.at_least(len(group) + 1)

    def _overgrow(self, start: int, size: int, label: int, group: set[int], lemmas: list[Lemma]) -> None:
        """A group of this size has no more nodes than that: not all of these connected ones."""
        chosen = [start]
        seen = {start}
        for node in chosen:
            for other in self.adjacent[node]:
                if other in group and other not in seen and len(chosen) <= size:
                    seen.add(other)
                    chosen.append(other)
        number = self.sizes[start]
        assert number is not None
        limited = TRUE if number is self.labels[start] else number.at_most(size)
        literals = [-limited, *(-self.labels[n].equals(label) for n in chosen)]
        roles = (("component", tuple(chosen)), ("witnesses", (start,)))
        lemmas.append(Lemma("overgrowth", self.clause(literals), self.constraint, roles, amount=label))
