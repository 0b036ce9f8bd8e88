"""The plots of a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cluewright.laboratory.report.plot import Axis, Plot, log_axis

if TYPE_CHECKING:
    from cluewright.laboratory.bench.analysis import Analysis, Growth

#: Times below this are drawn as this.
_SHORTEST: Final = 0.001


def unit(analysis: Analysis) -> str:
    """What the time is measured in."""
    return "CPU seconds" if analysis.by_cpu else "seconds"


def cactus(analysis: Analysis) -> Plot:
    """How many puzzles each solver solves within a time for each."""
    times = {
        arm: sorted(max(c.time, _SHORTEST) for (_, a), c in analysis.cells.items() if a == arm and c.solved)
        for arm in analysis.arms
    }
    best = sorted(max(t, _SHORTEST) for p in analysis.puzzles if (t := analysis.best(p.id)) is not None)
    everything = [t for found in (*times.values(), best) for t in found]
    most = max([len(best), *(len(found) for found in times.values()), 1])
    plot = Plot(
        Axis("puzzles solved", 0, most),
        log_axis(f"{unit(analysis)} for each", everything, analysis.limits[1]),
        "Cactus plot",
    )
    plot.rule((0, analysis.limits[1]), (most, analysis.limits[1]))
    order = sorted(times, key=lambda arm: (-len(times[arm]), sum(times[arm])))
    for style, arm in enumerate(order):
        plot.line([(i + 1, t) for i, t in enumerate(times[arm])], style, f"{arm} ({len(times[arm])})")
    plot.curve([(i + 1, t) for i, t in enumerate(best)], 2.5)
    plot.note(f"virtual best ({len(best)})", 2.5)
    return plot


def scatter(analysis: Analysis, first: str, second: str) -> Plot:
    """One solver against another; what one did not solve lies on the line of time-outs."""
    limit = analysis.limits[1]
    pairs: dict[str, list[tuple[float, float]]] = {}
    for puzzle in analysis.puzzles:
        cells = [analysis.cells.get((puzzle.id, arm)) for arm in (first, second)]
        if cells[0] is None or cells[1] is None:
            continue
        x, y = (max(c.time, _SHORTEST) if c.solved else limit * 1.5 for c in cells if c is not None)
        pairs.setdefault(puzzle.family, []).append((x, y))
    values = [v for points in pairs.values() for pair in points for v in pair]
    axes = [log_axis(f"{arm}: {unit(analysis)}", values, limit * 1.6) for arm in (first, second)]
    plot = Plot(axes[0], axes[1], f"{first} against {second}")
    low, high = axes[0].low, axes[0].high
    plot.rule((low, low), (high, high), "")
    plot.rule((low, limit), (high, limit))
    plot.rule((limit, low), (limit, high))
    for style, (family, points) in enumerate(sorted(pairs.items(), key=lambda item: -len(item[1]))):
        plot.dots(points, style % 16, family)
    return plot


def scaling(analysis: Analysis) -> Iterator[tuple[str, Plot]]:
    """For each family the time by size, with fitted curves."""
    curves = {(g.family, g.arm): g for g in analysis.growths()}
    for family in dict.fromkeys(p.family for p in analysis.puzzles if p.size is not None):
        points = {arm: found for arm in analysis.arms if (found := analysis.points(family, arm))}
        all_sizes = sorted({p.size for p in analysis.puzzles if p.family == family and p.size is not None})
        if len(all_sizes) < 2 or not points:
            continue
        times = [max(t, _SHORTEST) for found in points.values() for _, t in found]
        plot = Plot(
            Axis("size", all_sizes[0], all_sizes[-1], is_log=all_sizes[0] * 4 < all_sizes[-1]),
            log_axis(unit(analysis), times, analysis.limits[1]),
            f"Growth: {family}",
        )
        plot.rule((plot.x.low, analysis.limits[1]), (plot.x.high, analysis.limits[1]))
        for style, arm in enumerate(analysis.arms):
            if arm in points:
                _curve(plot, style, arm, points[arm], curves.get((family, arm)))
        if any(found == family for found, _ in curves):
            plot.note("fitted")
        yield family, plot


def _curve(plot: Plot, style: int, arm: str, points: list[tuple[int, float]], growth: Growth | None) -> None:
    measured = [(float(n), max(t, _SHORTEST)) for n, t in points]
    if growth is not None:
        first, last = points[0][0], points[-1][0]
        steps = [first + (last - first) * i / 24 for i in range(25)]
        inside = [(n, growth.at(n)) for n in steps if plot.y.low <= growth.at(n) <= plot.y.high]
        if inside:
            plot.curve(inside)
    plot.line(measured, style, f"{arm} {growth}" if growth else arm)
