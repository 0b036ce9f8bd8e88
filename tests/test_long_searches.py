"""Long searches go on in slices that are long enough for the solver to come to its calm mode."""

from __future__ import annotations

import random

import pytest

import cluewright
from cluewright.solvers.sat import SatEngine

BOX = 6
SIZE = BOX * BOX


def shuffled(chance: random.Random) -> list[int]:
    """The lines of a board in another order that keeps the boxes together."""
    bands = chance.sample(range(BOX), BOX)
    return [band * BOX + line for band in bands for line in chance.sample(range(BOX), BOX)]


def sudoku(seed: int, share: float) -> str:
    """A Sudoku of 36 rows with so many of its cells given."""
    chance = random.Random(seed)
    rows, columns = shuffled(chance), shuffled(chance)
    digits = chance.sample(range(1, SIZE + 1), SIZE)
    solved = [digits[(BOX * (r % BOX) + r // BOX + c) % SIZE] for r in rows for c in columns]
    given = set(chance.sample(range(SIZE * SIZE), int(share * SIZE * SIZE)))
    words = [str(digit) if place in given else "." for place, digit in enumerate(solved)]
    lines = "".join("    " + " ".join(words[start : start + SIZE]) + "\n" for start in range(0, SIZE * SIZE, SIZE))
    return f"puzzle: sudoku\nparameters: {{size: {SIZE}, box: [{BOX}, {BOX}]}}\nclues:\n  digit: |\n{lines}"


class TooLongError(Exception):
    """More conflicts than a search in longer slices needs."""


@pytest.mark.parametrize("seed", [1, 5, 6])
def test_large_sudokus_are_decided(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conflicts are counted, not seconds; in short slices each of these met more than 100,000."""

    def bounded(engine: SatEngine, propagations: int) -> None:
        if engine.statistics.conflicts > 60_000:
            raise TooLongError
        adapt(engine, propagations)

    adapt = SatEngine._adapt
    monkeypatch.setattr(SatEngine, "_adapt", bounded)
    puzzle = cluewright.compile(cluewright.loads(sudoku(seed, 0.45)))
    with SatEngine(puzzle.model) as engine:
        assert engine.solve() is not None
