"""What Python and the command line ask of the laboratory."""

from __future__ import annotations

from pathlib import Path

from cluewright.laboratory.bench.analysis import Analysis, analyse
from cluewright.laboratory.bench.campaign import loads_campaign
from cluewright.laboratory.bench.columns import Row
from cluewright.laboratory.bench.run import bench_plan, bench_run
from cluewright.laboratory.bench.store import Store
from cluewright.laboratory.bench.train import Training, train
from cluewright.laboratory.report.page import write_report

__all__ = ["bench_analysis", "bench_plan", "bench_report", "bench_run", "bench_train"]


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


def bench_train(results: str | Path, *, campaign: str | None = None, depth: int = 3, races: bool = True) -> Training:
    """Learn which solver to take: rules, and how good they are on genres held out of training."""
    rows = [row for row in _rows(results, campaign) if row["task"] != "strategies"]  # they are no solvers
    return train(analyse(rows), depth=depth, races=races)
