"""What a round counts, and where the levels begin: data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf, log2

from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.data import own_data


@dataclass(frozen=True)
class Weights:
    """The numbers of the file by their names."""

    last_value: int
    pair: int
    rule: int
    bit: float
    #: What an opening costs that is as easy as can be.
    opening: int
    graph: int
    #: What it costs more that something has to be there: one has to think it away.
    only_way: int
    #: The kinds of parts of graph rules of which every reading has the same nodes: what one costs, and twice as many
    #: cost more.
    sized: Mapping[str, tuple[int, int]]
    whole_graph: int
    #: What a what-if costs besides its links, and how long it is followed before all others were, too.
    what_if: tuple[int, ...]
    #: How many of these times one looks at graphs, and what that costs more.
    looks: int
    look: int
    #: What a what-if with others inside costs besides its chains, and what these may cost in all.
    nested: int
    nested_most: int
    #: How long the outer one is followed at first, and the inner ones; how many of these are tried for a puzzle.
    nested_outer: int
    nested_inner: tuple[int, ...]
    nested_tries: int
    #: As how many of them one counts that looks at graphs.
    nested_look: int
    search: int
    search_unknown: int
    #: What the score is made of: the points of each number, and its unit.
    parts: Mapping[str, tuple[float, float]]
    #: The scores at which the levels begin.
    levels: tuple[float, ...]

    def of_rule(self, atom: Atom, cases: Iterable[int]) -> int:
        """What a part of a rule costs that tells so many cases of each of its unknowns apart: all that is to be thought
        of, in bits. What differs from a value is seen at once."""
        return self.pair if atom.waits_for_value else round(self.rule + self.bit * sum(map(log2, cases)))

    def of_opening(self, cost: int) -> int:
        """What a strategy costs that looks at clues alone, by the cost that the rulebook gives it: twice as much for
        each point more."""
        return self.opening << max(cost - 1, 0)

    def of_graph(self, atom: Atom, is_only_way: bool) -> int:
        """What a part of a graph rule costs: the more nodes it speaks of, the more; and more if something has to be
        there, without which a graph would fall apart, than if it cannot."""
        first, twice = self.sized.get(atom.kind, (self.graph, 0))
        size = len(next(iter(atom.nodes.values()), (None,)))
        return first + round(twice * log2(size)) + is_only_way * self.only_way

    def score(self, numbers: Mapping[str, float]) -> float:
        """One number of several: doubling one of them adds its points."""
        return round(sum(points * log2(1 + numbers[name] / unit) for name, (points, unit) in self.parts.items()), 2)

    def level(self, score: float) -> int:
        """From 1 to 5."""
        return sum(score >= start for start in self.levels)

    def scores(self, level: int) -> tuple[float, float]:
        """The score at which a level begins, and the one at which the next does."""
        return self.levels[level - 1], [*self.levels, inf][level]


@cache
def weights() -> Weights:
    """The weights that come with the package."""
    data = own_data("rating.yaml")
    return Weights(
        data["last value"],
        data["pair"],
        data["rule"],
        data["bit"],
        data["opening"],
        data["graph"],
        data["only way"],
        {kind: (first, twice) for kind, (first, twice) in data["sized"].items()},
        data["whole graph"],
        (data["what-if"], *data["patience"]),
        data["looks"],
        data["look"],
        data["nested"],
        data["nested most"],
        data["nested outer"],
        tuple(data["nested inner"]),
        data["nested tries"],
        data["nested look"],
        data["search"],
        data["search unknown"],
        {name: (points, unit) for name, (points, unit) in data["score"].items()},
        tuple(data["levels"]),
    )
