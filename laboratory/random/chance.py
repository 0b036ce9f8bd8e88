"""Random choices that a seed repeats exactly, on every machine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


class Chance:
    """A stream of choices."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(str(seed))

    def whole(self, low: int, high: int) -> int:
        """A whole number between these two, both included."""
        return self._random.randint(low, high)

    def often(self, share: float) -> bool:
        """True in this share of the cases."""
        return self._random.random() < share

    def one(self, items: Sequence[_Item]) -> _Item:
        """One of the items."""
        return items[int(self._random.random() * len(items))]

    def some(self, items: Sequence[_Item], low: int, high: int) -> list[_Item]:
        """So many of the items, each at most once, in their order."""
        size = min(self.whole(low, high), len(items))
        chosen = sorted(self._random.sample(range(len(items)), size))
        return [items[position] for position in chosen]

    def weighted(self, weights: Sequence[float]) -> int:
        """A position, by weight."""
        left = self._random.random() * sum(weights)
        for position, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return position
        return len(weights) - 1
