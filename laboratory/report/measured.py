"""What was measured and how sure it is: times with intervals, memory, load, and solvers pair by pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cluewright.laboratory.bench.paired import Paired, pair_of_solvers
from cluewright.laboratory.bench.statistics import CONFIDENCE, Interval, median_interval
from cluewright.laboratory.report.tables import Table, seconds

if TYPE_CHECKING:
    from cluewright.laboratory.bench.analysis import Analysis


def against_best(analysis: Analysis) -> Table:
    """Every ranked solver beside the best one, with the chance that there is nothing in it."""
    table = Table(
        "paired",
        "Pair by pair",
        ["solver", "beside", "puzzles", "faster", "slower", "time ratio", "95% interval", "sign test", "rank test"],
        words=2,
        note=f"By the {analysis.time_name} of each puzzle. The ratio is the median over the puzzles that both decided, "
        "with an interval by order statistics; what only one of them decided counts as faster. The tests (exact, "
        "two-sided) say how likely such a difference is by chance.",
    )
    ranked = [score.arm for score in analysis.scores()]
    for arm in ranked[1:]:
        table.add(*paired_cells(pair_of_solvers(analysis, arm, ranked[0])))
    return table


def paired_cells(pair: Paired) -> list[str]:
    """One pair as a row."""
    ratio = ["", ""] if pair.ratio is None else [f"{pair.ratio.median:.2f}", interval_text(pair.ratio, "{:.2f}".format)]
    chance = [chance_text(pair.sign_p), "" if pair.rank_p is None else chance_text(pair.rank_p)]
    counts = [str(number) for number in (pair.puzzles, pair.first_faster, pair.second_faster)]
    return [pair.first, pair.second, *counts, *ratio, *chance]


def chance_text(probability: float) -> str:
    """A probability for a table."""
    return "< 0.0001" if probability < 0.0001 else f"{probability:.4f}"


def interval_text(found: Interval, form: Callable[[float], str] = seconds) -> str:
    """From where to where, and how sure that is if it is less sure than it should be."""
    if not found.confidence:
        return ""
    sure = "" if found.confidence >= CONFIDENCE else f" ({found.confidence:.0%})"
    return f"{form(found.low)} .. {form(found.high)}{sure}"


def measurements(analysis: Analysis) -> Table:
    """What was measured, beside what it was measured on: times with intervals, memory, load."""
    table = Table(
        "measurements",
        "Measurements",
        ["instance", "solver", "runs", "total s", "interval", "CPU s", "interval ", "memory MB", "load"],
        words=2,
        note="Medians over the repetitions, with 95% intervals by order statistics; fewer than six repetitions do not "
        "reach 95%, and what their range reaches is in brackets. Memory is the peak, load the processes that "
        "wanted to run when a run began (at most).",
    )
    for puzzle in analysis.puzzles:
        for arm in analysis.arms:
            cell = analysis.cells.get((puzzle.id, arm))
            if cell is None or not cell.totals:
                continue
            times = [text for found in (cell.totals, cell.cpus) for text in _with_interval(found)]
            load = "" if cell.load is None else f"{cell.load:.1f}"
            table.add(puzzle.name, arm, len(cell.totals), *times, f"{cell.memory_mb:.0f}", load)
    return table


def _with_interval(values: Sequence[float]) -> list[str]:
    found = median_interval(values)
    return [seconds(found.median), interval_text(found)]
