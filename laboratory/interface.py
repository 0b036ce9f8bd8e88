"""What Python and the command line ask of the laboratory."""

from __future__ import annotations

from pathlib import Path

from cluewright.laboratory.bench.analysis import Analysis, analyse
from cluewright.laboratory.bench.campaign import loads_campaign
from cluewright.laboratory.bench.columns import Row
from cluewright.laboratory.bench.paired import Measure, Paired, pair_of_solvers, pairs_of_files
from cluewright.laboratory.bench.run import bench_plan, bench_run
from cluewright.laboratory.bench.store import Store
from cluewright.laboratory.bench.train import Training, train
from cluewright.laboratory.report.capsule import Capsule, export
from cluewright.laboratory.report.page import chosen_pair, write_report
from cluewright.models.errors import CluewrightError, Problem

__all__ = ["bench_analysis", "bench_compare", "bench_export", "bench_plan", "bench_report", "bench_run", "bench_train"]


def bench_analysis(results: str | Path, *, campaign: str | None = None) -> Analysis:
    """What a results file says: `scores()`, `virtual_best()`, `growths()`, `strategies()`, `contradictions`, ..."""
    return analyse(_rows(results, campaign))


def _rows(results: str | Path, campaign: str | None) -> list[Row]:
    with Store(results, create=False) as store:
        return store.rows(None if campaign is None else store.checked_name(campaign))


def bench_report(
    results: str | Path, folder: str | Path, *, campaign: str | None = None, pair: tuple[str, str] | None = None
) -> list[Path]:
    """Write a report of a results file into a folder: of one campaign, or of everything in the file."""
    analysis = bench_analysis(results, campaign=campaign)
    with Store(results, create=False) as store:
        names = [campaign] if campaign is not None else store.campaigns()
        campaigns = [loads_campaign(store.campaign_text(name)).campaign for name in names]
    return write_report(
        analysis,
        folder,
        title=f"Results: {', '.join(names)}",
        about=" ".join(c.about for c in campaigns if c.about),
        pair=pair,
        published={puzzle: times for c in campaigns for puzzle, times in c.published.items()},
    )


def bench_compare(
    results: str | Path,
    other: str | Path | None = None,
    *,
    campaign: str | None = None,
    solvers: tuple[str, str] | None = None,
    measure: Measure | None = None,
) -> list[Paired]:
    """Two solvers of a results file (by default the two best), or all solvers of two files, puzzle by puzzle: by all
    seconds (`total`) or those of all processors (`cpu`); if nothing is said, by what was limited."""
    one = bench_analysis(results, campaign=campaign)
    if other is not None:
        if solvers is not None:
            raise CluewrightError(Problem("two files are compared solver by solver: name either a file or two solvers"))
        found = pairs_of_files(one, bench_analysis(other, campaign=campaign), measure)
        if not found:
            raise CluewrightError(Problem("no solver was tried on the same puzzle in both files"))
        return found
    pair = chosen_pair(one, solvers)
    if pair is None:
        raise CluewrightError(Problem("there are no two solvers to compare"))
    return [pair_of_solvers(one, *pair, measure)]


def bench_export(results: str | Path, folder: str | Path, *, campaign: str | None = None) -> Capsule:
    """Write everything that is needed to make the runs of a campaign again into a folder."""
    return export(results, folder, campaign)


def bench_train(results: str | Path, *, campaign: str | None = None, depth: int = 3, races: bool = True) -> Training:
    """Learn which solver to take: rules, and how good they are on genres held out of training."""
    rows = [row for row in _rows(results, campaign) if row["task"] != "strategies"]  # they are no solvers
    return train(analyse(rows), depth=depth, races=races)
