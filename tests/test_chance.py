"""Random solutions differ visibly, also where the engine decides among things that wishes do not speak of, or has
nothing to decide."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import cluewright
from cluewright.making.seeds import Seeds


@pytest.mark.parametrize("genre", ["pipelink", "slitherlink", "yin-yang", "nonogram", "gokigen-naname"])
def test_chance_leads_to_different_solutions(genre: str) -> None:
    puzzle = cluewright.compile(cluewright.loads(f"puzzle: {genre}\nboard: {{rows: 8, columns: 8}}"))
    seeds = Seeds(puzzle, {}, Random(1), None)
    found = [Seeds(puzzle, {}, Random(0), None).solution(), *(seeds.solution() for _ in range(3))]
    assert Seeds(puzzle, {}, Random(0), None).solution() == found[0]
    for one, other in combinations(found, 2):
        assert one is not None
        assert other is not None
        assert sum(one[var] != other[var] for var in one) > len(one) / 5
