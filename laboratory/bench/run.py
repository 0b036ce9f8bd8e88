"""Running a campaign from its file to its results, here or on a cluster."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

from cluewright.laboratory.bench.campaign import load_campaign
from cluewright.laboratory.bench.disagreements import Disagreement, disagreements
from cluewright.laboratory.bench.expand import Plan, expand
from cluewright.laboratory.bench.local import Progress as Runs
from cluewright.laboratory.bench.local import Summary, run_locally
from cluewright.laboratory.bench.store import Store
from cluewright.models.errors import CluewrightError
from cluewright.models.progress import Progress, Watch, unwatched
from cluewright.solvers.outcomes import FAILED


@dataclass(frozen=True)
class BenchResult:
    """How far a campaign is after a session."""

    campaign: str
    total: int
    done: int
    #: Runs made in this session.
    made: int
    #: Runs that other processes are making now.
    elsewhere: int = 0
    #: Solvers that are not installed, each with how to get it; their runs wait.
    missing: dict[str, str] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to do."""
        return self.done == self.total


class BenchStopped(CluewrightError):  # noqa: N818
    """The campaign could not go on. What was finished is kept, and contradictions are not lost."""

    def __init__(self, error: CluewrightError, made: int, found: list[Disagreement]) -> None:
        kept = f"{made} runs were made and are kept; run the same command again to go on"
        super().__init__(*(replace(problem, hint=problem.hint or kept) for problem in error.problems))
        self.disagreements = found


def bench_plan(campaign: str | Path) -> Plan:
    """What a campaign would run: its puzzles and jobs."""
    return expand(load_campaign(str(campaign)))


def bench_run(
    campaign: str | Path,
    results: str | Path,
    *,
    cores: int | None = None,
    cluster: str | None = None,
    workers: int | None = None,
    timeout: float | None = None,
    retry: bool = False,
    progress: Watch | None = None,
) -> BenchResult:
    """Make every run of a campaign that is not in the results file yet.

    `cluster` is the address of a Dask scheduler; `workers` starts a local cluster of so many processes. Without both,
    runs are made by this machine, `cores` at a time. `timeout` replaces the campaign's own. `retry` makes runs again
    that ended in an error. `progress` is told how far it is."""
    tell = progress or unwatched

    def watch(runs: Runs) -> None:
        others = f" (+{runs.elsewhere} elsewhere)" if runs.elsewhere else ""
        tell(Progress("running", runs.done, runs.total, runs.left, ", ".join(runs.running) + others))

    def made(done: int, total: int) -> None:
        tell(Progress("preparing puzzles", done, total))

    loaded = load_campaign(str(campaign))
    plan = expand(loaded, timeout)
    command = shlex.join([_program(Path(sys.argv[0])), *sys.argv[1:]])
    summary = Summary()
    with Store(results) as store:
        store.begin(plan, loaded.text, made)
        if retry:
            store.forget(plan.name, FAILED)
        store.spare(plan.name)
        try:
            if cluster is not None or workers is not None:
                from cluewright.laboratory.bench.cluster import run_on_cluster  # late: distributed may be missing

                run_on_cluster(store, plan.name, command, summary, address=cluster, workers=workers, watch=watch)
            else:
                run_locally(store, plan.name, cores or loaded.campaign.cores, command, summary, watch)
        except CluewrightError as error:
            raise BenchStopped(error, summary.made, _contradictions(store, plan.name, summary)) from None
        counts = store.counts(plan.name)
        found = _contradictions(store, plan.name, summary)
    return BenchResult(plan.name, counts.total, counts.done, summary.made, counts.elsewhere, summary.missing, found)


def _program(path: Path) -> str:
    """The program that is running by its name alone: where it lies on this machine is nothing for a report."""
    return path.parent.name if path.name == "__main__.py" else path.name


def _contradictions(store: Store, campaign: str, summary: Summary) -> list[Disagreement]:
    """Those in the file, together with a run that could not be written there."""
    try:
        rows = store.rows(campaign)
    except CluewrightError:
        rows = []
    return disagreements([*rows, *([summary.unwritten] if summary.unwritten else [])])
