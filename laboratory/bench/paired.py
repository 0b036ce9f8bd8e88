"""Two solvers, or the same solvers in two results files, puzzle by puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import Final, Literal

from cluewright.laboratory.bench.analysis import PENALTY, Analysis, Cell
from cluewright.laboratory.bench.statistics import Interval, median_interval, sign_test, signed_rank_test

Measure = Literal["total", "cpu"]
#: Times closer than this cannot be told apart.
RESOLUTION: Final = 0.001


@dataclass(frozen=True)
class Paired:
    """How two compare on the puzzles that both were tried on, by the medians of their repetitions."""

    first: str
    second: str
    puzzles: int
    #: Where each was faster, or decided what the other did not.
    first_faster: int
    second_faster: int
    #: Puzzles that only one of them decided, by name.
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    #: The time of the first over that of the second where both decided; None if they never did.
    ratio: Interval | None
    #: Two-sided, exact: by signs alone, and by signed ranks (None for very many puzzles).
    sign_p: float
    rank_p: float | None
    #: What was compared: all seconds, or those of all processors.
    by: Measure = "total"


def paired(
    ones: Mapping[str, Cell], others: Mapping[str, Cell], names: Mapping[str, str], first: str, second: str, by: Measure
) -> Paired:
    """Compare two, each with its results by puzzle. What was not decided counts as slower than anything decided."""
    common = [puzzle for puzzle in ones if puzzle in others]
    pairs = [(puzzle, ones[puzzle], others[puzzle]) for puzzle in common]
    differences = [_difference(one, other, by) for _, one, other in pairs]
    ratios = [_seconds(one, by) / _seconds(other, by) for _, one, other in pairs if one.solved and other.solved]
    faster, slower = sum(d < 0 for d in differences), sum(d > 0 for d in differences)
    return Paired(
        first,
        second,
        len(pairs),
        faster,
        slower,
        tuple(names[puzzle] for puzzle, one, other in pairs if one.solved and not other.solved),
        tuple(names[puzzle] for puzzle, one, other in pairs if other.solved and not one.solved),
        median_interval(ratios) if ratios else None,
        sign_test(faster, slower),
        signed_rank_test(differences),
        by,
    )


def _seconds(cell: Cell, by: Measure) -> float:
    return max(cell.total if by == "total" else cell.cpu, RESOLUTION)


def _difference(one: Cell, other: Cell, by: Measure) -> float:
    """The logarithm of the ratio of times, in which a puzzle that was not decided has the penalty of its limit."""
    if not one.solved and not other.solved:
        return 0.0
    limit = max(one.par, other.par, _seconds(one, by) * PENALTY, _seconds(other, by) * PENALTY)
    return log((_seconds(one, by) if one.solved else limit) / (_seconds(other, by) if other.solved else limit))


def pair_of_solvers(analysis: Analysis, first: str, second: str, by: Measure | None = None) -> Paired:
    """Two solvers of one analysis; by what was limited, if nothing else is said."""
    by = by or ("cpu" if analysis.by_cpu else "total")
    return paired(_cells(analysis, first), _cells(analysis, second), _names(analysis), first, second, by)


def pairs_of_files(one: Analysis, other: Analysis, by: Measure | None = None) -> list[Paired]:
    """Every solver that is in both, then and now; by what was limited, if nothing else is said."""
    by = by or ("cpu" if one.by_cpu and other.by_cpu else "total")
    again = _same_puzzles(one, other)
    found = []
    for arm in one.arms:
        there = _cells(other, arm)
        now = {puzzle: there[theirs] for puzzle, theirs in again.items() if theirs in there}
        if _cells(one, arm).keys() & now.keys():
            found.append(paired(_cells(one, arm), now, _names(one), arm, arm, by))
    return found


def _same_puzzles(one: Analysis, other: Analysis) -> dict[str, str]:
    """What a puzzle is called in another file: a generated one that is now read from a file has the same model."""
    ids = {puzzle.id for puzzle in other.puzzles}
    models = {puzzle.model_hash: puzzle.id for puzzle in other.puzzles if puzzle.model_hash}
    pairs = ((p.id, p.id if p.id in ids else models.get(p.model_hash)) for p in one.puzzles)
    return {mine: theirs for mine, theirs in pairs if theirs is not None}


def _cells(analysis: Analysis, arm: str) -> dict[str, Cell]:
    return {puzzle.id: cell for puzzle in analysis.puzzles if (cell := analysis.cells.get((puzzle.id, arm)))}


def _names(analysis: Analysis) -> dict[str, str]:
    return {puzzle.id: puzzle.name for puzzle in analysis.puzzles}
