"""What a report shows: tables made from an analysis of results."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cluewright.laboratory.report.measured import against_best, measurements
from cluewright.laboratory.report.tables import Entry, Table, seconds

if TYPE_CHECKING:
    from cluewright.laboratory.bench.analysis import Analysis, Cell, Score, StrategiesScore

#: Published seconds (or `-`) by puzzle, or by family and size, and by solver.
Published = Mapping[str, Mapping[str, str]]


def tables(analysis: Analysis, published: Published) -> list[Table]:
    """All tables, the most important first."""
    made = [strategies(analysis), scores(analysis), literature(analysis), against(analysis, published)]
    made += [by_family(analysis), best_encodings(analysis)]
    made += [
        growth(analysis),
        against_best(analysis),
        measurements(analysis),
        sizes(analysis),
        contradictions(analysis),
        failures(analysis),
    ]
    return [table for table in made if table.rows]


def strategies(analysis: Analysis) -> Table:
    """Which sets of strategies solve how much, and what their order does."""
    table = Table(
        "strategies",
        "Strategies",
        ["strategies", "solved", "share", "rounds", "steps", "cost", "CPU s", "rounds by order", "CPU by order"],
        note="Rounds, steps, cost and CPU seconds are means over the puzzles that all orders of the same strategies "
        "solved; a round applies the first strategy that says anything, wherever it does. By order: against the "
        "first order of the same strategies.",
    )
    first: dict[tuple[str, ...], StrategiesScore] = {}
    for score in analysis.strategies():
        base = first.setdefault(tuple(sorted(score.use)), score)
        share = f"{100 * score.solved / score.puzzles:.0f}%"
        numbers = [f"{score.rounds:.1f}", f"{score.steps:.1f}", f"{score.cost:.1f}", seconds(score.cpu_s)]
        ratios = [_ratio(score.rounds, base.rounds), _ratio(score.cpu_s, base.cpu_s)] if base is not score else ["", ""]
        table.add(score.arm, f"{score.solved} of {score.puzzles}", share, *numbers, *ratios)
    return table


def _ratio(value: float, base: float) -> str:
    return f"{value / base:.2f}" if base else ""


def scores(analysis: Analysis) -> Table:
    """PAR-2 and what it is made of."""
    common, total = len(analysis.common), len(analysis.puzzles)
    table = Table(
        "scores",
        "Scores",
        ["solver", "solved", "PAR-2 s", "build s", "solve s", "total s", "CPU s", "fastest", "alone"],
        note=f"Over the {common} of {total} puzzles that all of these were tried on. PAR-2 is the mean of the "
        f"{analysis.time_name}, where an unsolved puzzle counts twice the limit ({analysis.limit_text}). Build, "
        "solve, total and CPU sum up the solved puzzles; build is grounding, lowering and encoding. The virtual best "
        "solver chooses the fastest for every puzzle.",
    )
    ranked = analysis.scores()
    for score in [analysis.virtual_best(), *ranked]:
        table.add(*_score_cells(score, best=bool(ranked) and score is ranked[0]))
    return table


def _score_cells(score: Score, best: bool) -> list[str | Entry]:
    numbers = [
        str(score.solved),
        seconds(score.par),
        seconds(score.build),
        seconds(score.solve),
        seconds(score.total),
        seconds(score.cpu),
    ]
    counts = [str(score.best), str(score.alone)]
    return [score.arm, numbers[0], Entry(numbers[1], best), *numbers[2:], *counts]


def literature(analysis: Analysis) -> Table:
    """Instance x solver: build / solve / total."""
    table = Table(
        "instances",
        "Instances and solvers",
        ["instance", "verdict", *analysis.arms],
        words=2,
        note=("CPU seconds" if analysis.by_cpu else "Seconds: build / solve / total")
        + " (medians over repetitions); the best of a row is marked. '-' is a "
        f"time-out ({analysis.limit_text}), M too much memory, E an error, S strategies that got stuck, an empty "
        "cell was not run.",
    )
    for puzzle in analysis.puzzles:
        best = analysis.best(puzzle.id)
        cells = [_times(analysis.cells.get((puzzle.id, arm)), best, analysis.by_cpu) for arm in analysis.arms]
        table.add(puzzle.name, puzzle.verdict, *cells)
    return table


def _times(cell: Cell | None, best: float | None, by_cpu: bool) -> Entry:
    if cell is None:
        return Entry("")
    if not cell.solved:
        return Entry(cell.mark)
    parts = [cell.time] if by_cpu else [cell.build, cell.solve, cell.total]
    return Entry(" / ".join(map(seconds, parts)), cell.time == best)


def against(analysis: Analysis, published: Published) -> Table:
    """Published times beside those measured here."""
    theirs = list(dict.fromkeys(solver for found in published.values() for solver in found))
    table = Table(
        "published",
        "Beside published times",
        ["instance", *(f"{solver} (published)" for solver in theirs), *analysis.arms],
        note=f"Seconds of {analysis.time_name}; of several puzzles of one size the median, '-' if one was not solved. "
        "Published times are of other machines and limits, and except for puzzles without clues of other instances of "
        "the same size.",
    )
    for name, found in published.items():
        members = [p.id for p in analysis.puzzles if p.name == name or p.name.startswith(f"{name} #")]
        if not members:
            continue
        ours = [_typical([analysis.cells.get((p, arm)) for p in members]) for arm in analysis.arms]
        numbers = [None if (v := found.get(solver, "-")) == "-" else float(v) for solver in theirs]
        best = min((v for v in (*numbers, *ours) if v is not None), default=None)
        cells = [Entry("-" if v is None else seconds(v), v is not None and v == best) for v in (*numbers, *ours)]
        table.add(name, *cells)
    return table


def _typical(cells: Sequence[Cell | None]) -> float | None:
    """The median time, if all were solved."""
    solved = [cell.time for cell in cells if cell is not None and cell.solved]
    return statistics.median(solved) if len(solved) == len(cells) else None


def by_family(analysis: Analysis) -> Table:
    """PAR-2 of each family, so that strengths are seen."""
    table = Table(
        "families",
        "PAR-2 by family",
        ["family", "puzzles", *analysis.arms],
        words=1,
        note="Mean seconds, with the penalty for unsolved puzzles; in brackets how many were solved if not all.",
    )
    for family in dict.fromkeys(p.family for p in analysis.puzzles):
        found = analysis.family_cells(family)
        pars = {arm: _par(cells) for arm, cells in found.items()}
        entries = []
        for arm in analysis.arms:
            solved = any(cell.solved for cell in found.get(arm, ()))
            entries.append(
                Entry(_with_solved(found[arm]), solved and pars[arm] == min(pars.values()))
                if arm in found
                else Entry("")
            )
        table.add(family, sum(p.family == family for p in analysis.puzzles), *entries)
    return table


def _par(cells: Sequence[Cell]) -> float:
    return statistics.fmean(cell.par for cell in cells)


def _with_solved(cells: Sequence[Cell]) -> str:
    solved = sum(cell.solved for cell in cells)
    return seconds(_par(cells)) + (f" ({solved})" if solved < len(cells) else "")


def best_encodings(analysis: Analysis) -> Table:
    """For solvers that were run with several encodings or options: which was best, family by family."""
    table = Table(
        "encodings",
        "The best of each solver",
        ["solver", "family", "best with", "PAR-2 s", "next", "PAR-2 s "],
        words=3,
        note="Encodings and options of one solver against each other; in brackets how many were solved if not all.",
    )
    for solver in sorted(set(analysis.solver_of.values())):
        for family in dict.fromkeys(p.family for p in analysis.puzzles):
            found = analysis.family_cells(family)
            group = sorted((_par(found[arm]), arm) for arm in found if analysis.solver_of[arm] == solver)
            if len(group) > 1:
                (_, first), (_, second) = group[:2]
                best = Entry(_with_solved(found[first]), True)
                table.add(solver, family, first, best, second, _with_solved(found[second]))
    return table


def growth(analysis: Analysis) -> Table:
    """Fitted curves."""
    table = Table(
        "growth",
        "Growth with size",
        ["family", "solver", "sizes", "time", "R²"],
        words=4,
        note="The better of a power law and an exponential, by least squares on the logarithms of the "
        f"{analysis.time_name}.",
    )
    for curve in analysis.growths():
        spans = f"{curve.points[0][0]}..{curve.points[-1][0]}"
        table.add(curve.family, curve.arm, spans, str(curve), f"{curve.fit:.2f}")
    return table


def sizes(analysis: Analysis) -> Table:
    """How large the models are, as each solver gets them."""
    table = Table(
        "models",
        "Sizes of models",
        ["instance", "unknowns", "grounded", *analysis.arms],
        note="Unknowns and constraints after grounding; then variables / constraints as each solver gets them: clauses "
        "for sat and clingo, FlatZinc for what MiniZinc drives, what the file says for solvers of XCSP3.",
    )
    for puzzle in analysis.puzzles:
        cells = [analysis.cells.get((puzzle.id, arm)) for arm in analysis.arms]
        shown = ["" if c is None or c.variables is None else f"{c.variables} / {c.constraints}" for c in cells]
        table.add(puzzle.name, _known(puzzle.unknowns), _known(puzzle.rules), *shown)
    return table


def _known(value: int | None) -> str:
    return "" if value is None else str(value)


def contradictions(analysis: Analysis) -> Table:
    """Who contradicts whom."""
    table = Table("disagreements", "Disagreements", ["instance", "task", "verdict", "solvers"], words=4)
    for found in analysis.contradictions:
        for verdict, arms in found.said.items():
            table.add(found.puzzle, found.task, verdict, ", ".join(arms))
    return table


def failures(analysis: Analysis) -> Table:
    """Errors in the solvers' own words."""
    table = Table("errors", "Errors", ["instance", "solver", "message"], words=3)
    for puzzle in analysis.puzzles:
        for arm in analysis.arms:
            cell = analysis.cells.get((puzzle.id, arm))
            if cell is not None and cell.mark in ("E", "M"):
                table.add(puzzle.name, arm, " ".join(cell.message.split())[:300])
    return table
