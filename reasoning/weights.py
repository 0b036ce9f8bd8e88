"""What a round counts, and where the levels begin: data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import log2

from cluewright.reasoning.data import own_data


@dataclass(frozen=True)
class Weights:
    """The numbers of the file by their names."""

    last_value: int
    #: How far around one looks, nearest first, and what that costs; None is anywhere.
    what_ifs: tuple[tuple[int | None, int], ...]
    search: int
    search_unknown: int
    #: The scores at which the levels begin.
    levels: tuple[float, ...]

    def score(self, hardest: int, effort: float) -> float:
        """One number of the hardest round and of all rounds: twice as hard counts more than twice as long."""
        return round(10 * log2(1 + hardest / 16) + 5 * log2(1 + effort / 100), 2)

    def level(self, score: float) -> int:
        """From 1 to 5."""
        return sum(score >= start for start in self.levels)


@cache
def weights() -> Weights:
    """The weights that come with the package."""
    data = own_data("rating.yaml")
    return Weights(
        data["last value"],
        tuple((None if hops == "anywhere" else hops, cost) for hops, cost in data["what-if"].items()),
        data["search"],
        data["search unknown"],
        tuple(data["levels"]),
    )
