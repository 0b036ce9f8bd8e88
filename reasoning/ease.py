"""WNEF, the published ease of a Sudoku, for any puzzle of numbers: how few candidates the empty cells have.

Every weight is largest for one candidate and smallest for all of them; 1 is easiest. The published table of mean values
per level is on another scale than the published definition (its program summed over the filled cells), so there are no
classes here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Final

from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Singles

#: What an empty cell with n of m candidates counts.
WEIGHTS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "exponential": lambda n, m: 2 ** (m - n),
    "square": lambda n, m: (m + 1 - n) ** 2,
    "linear": lambda n, m: m + 1 - n,
}


def ease(candidates: Mapping[int, int], most: int) -> dict[str, float]:
    """The ease by each weight; `candidates` says how many empty cells have so many candidates, of `most` values."""
    cells = sum(candidates.values())
    return {
        name: sum(weight(n, most) * number for n, number in candidates.items()) / (weight(1, most) * cells)
        for name, weight in WEIGHTS.items()
        if cells
    }


def choices(pool: Pool, singles: Singles, known: Known, wanted: Collection[Fact]) -> dict[int, int]:
    """How many open unknowns of several values have how many candidates, if nothing is crossed out but what differs
    from a given."""
    board = known.copy()
    for atom, each in enumerate(pool.atoms):
        if each.waits_for_value:
            for new in singles.forced(atom, known, wanted):
                board.note(new)
    left = [len(values) for var, values in board.candidates.items() if len(var.domain) > 2 and var not in known.told]
    return dict(sorted(Counter(left).items()))
