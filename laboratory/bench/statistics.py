"""What can be said of few measurements without assuming how they are spread: exact intervals and exact tests."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import comb
from typing import Final

#: What an interval should reach.
CONFIDENCE: Final = 0.95
#: Signed ranks of more pairs than this are not tried one by one.
MOST_RANKS: Final = 300


@dataclass(frozen=True)
class Interval:
    """A median, the interval that holds it, and how sure that is."""

    median: float
    low: float
    high: float
    #: The share of such intervals that hold the median; below `CONFIDENCE` where there are fewer than six values.
    confidence: float


def median_interval(values: Sequence[float]) -> Interval:
    """The narrowest interval between two measurements of equal rank from below and above that is sure enough.

    Each measurement lies below the true median with probability one half, so how many do is binomial: nothing has to
    be known of their spread. Few measurements may not reach the confidence; then it is their whole range."""
    ordered, count = sorted(values), len(values)
    rank = max((k for k in range(1, count // 2 + 1) if _sure(count, k) >= CONFIDENCE), default=1)
    sure = _sure(count, rank) if count > 1 else 0.0
    return Interval(statistics.median(ordered), ordered[rank - 1], ordered[-rank], sure)


def _sure(count: int, rank: int) -> float:
    """The probability that the median is between the measurements of this rank from below and from above."""
    return 1 - 2 * sum(comb(count, k) for k in range(rank)) / (1 << count)


def sign_test(better: int, worse: int) -> float:
    """How likely it is that fair coins differ at least as much (two-sided, exact); ties are left out."""
    count = better + worse
    tail = sum(comb(count, k) for k in range(min(better, worse) + 1))
    return min(1.0, 2 * tail / (1 << count))


def signed_rank_test(differences: Sequence[float]) -> float | None:
    """Wilcoxon's test: how likely ranks of differences fall as one-sidedly if every sign is a fair coin (two-sided).

    It is exact, also with ties: all sums of ranks are counted. Differences of zero are left out. None if there are
    too many."""
    sizes = sorted((abs(d), d > 0) for d in differences if d)
    if len(sizes) > MOST_RANKS:
        return None
    ranks: list[tuple[int, bool]] = []  # twice the rank, so that ranks shared by ties are whole
    for _, tied in groupby(sizes, key=lambda size: size[0]):
        members = list(tied)
        twice = 2 * len(ranks) + len(members) + 1
        ranks += [(twice, positive) for _, positive in members]
    total = sum(rank for rank, _ in ranks)
    positive = sum(rank for rank, sign in ranks if sign)
    # how many choices of signs give each sum: the coefficients of a polynomial, side by side in one long number
    width = len(ranks) // 8 + 1  # bytes
    counts = 1
    for rank, _ in ranks:
        counts += counts << (rank * width * 8)
    least = min(positive, total - positive)
    written = counts.to_bytes((total + 1) * width, "little")[: (least + 1) * width]
    tail = sum(int.from_bytes(written[at : at + width], "little") for at in range(0, len(written), width))
    return min(1.0, 2 * tail / (1 << len(ranks)))
