"""Commands of the laboratory: run a campaign, report its results, learn from them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cluewright.cli_common import EXIT_DISAGREE, EXIT_NO, EXIT_OK, EXIT_UNKNOWN, print_json, shout, write_file

if TYPE_CHECKING:
    from cluewright.laboratory.bench.disagreements import Disagreement
    from cluewright.laboratory.bench.local import Progress
    from cluewright.laboratory.bench.run import BenchResult

_RUN_EXAMPLES = """
\b
Examples:
  cluewright bench run campaign.yaml -o results.sqlite
  cluewright bench run campaign.yaml -o results.sqlite --cores 8
  cluewright bench run campaign.yaml -o results.sqlite --cluster tcp://head:8786
  cluewright bench run campaign.yaml --plan
Stop it with Ctrl-C and run the same command again: it goes on where it stopped.
Exit codes: 0 all runs are in the file; 2 bad input; 3 some runs are left; 4 solvers contradict each other.
"""


@click.group()
def bench() -> None:
    """Benchmarks: many puzzles, solvers and encodings, measured, reported, learnt from.

    \b
    Example:
      cluewright bench run campaign.yaml -o results.sqlite
      cluewright bench report results.sqlite -o report/
      cluewright bench train results.sqlite
    """


@bench.command("run", epilog=_RUN_EXAMPLES)
@click.argument("campaign", type=click.Path())
@click.option("-o", "--output", "results", metavar="FILE", type=click.Path(dir_okay=False), help="The results file.")
@click.option("--cores", type=click.IntRange(min=1), metavar="N", help="Runs at the same time.")
@click.option("--cluster", metavar="ADDRESS", help="Run on a Dask cluster: the address of its scheduler.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Run on a local Dask cluster of N workers.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), metavar="S", help="Instead of the campaign's.")
@click.option("--retry", is_flag=True, help="Make runs again that ended in an error.")
@click.option("--plan", "only_plan", is_flag=True, help="Only say what would be run.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def run_command(campaign: str, results: str | None, only_plan: bool, as_json: bool, **options: Any) -> None:
    """Run a campaign, or go on with it; every finished run is kept at once."""
    if only_plan:
        _show_plan(campaign, as_json)
        return
    if results is None:
        raise click.UsageError("where do the results go? Add -o results.sqlite")
    if options["cluster"] is not None and options["workers"] is not None:
        raise click.UsageError("--cluster and --workers exclude each other")
    from cluewright.laboratory.bench.run import BenchStopped, bench_run

    try:
        with _watched() as (watch, made):
            found = bench_run(campaign, results, watch=watch, made=made, **options)
    except BenchStopped as stopped:
        _tell(stopped.disagreements)
        raise
    _tell(found.disagreements)
    if as_json:
        print_json(_result_data(found))
    else:
        _say(found, results)
    sys.exit(EXIT_DISAGREE if found.disagreements else EXIT_OK if found.complete else EXIT_UNKNOWN)


def _tell(contradictions: Iterable[Disagreement]) -> None:
    """Before anything else can go wrong."""
    for contradiction in contradictions:
        shout(f"SOLVERS DISAGREE on {contradiction}")


@contextmanager
def _watched() -> Iterator[tuple[Any, Any]]:
    """A bar on a terminal, silence elsewhere."""
    if not sys.stderr.isatty():
        yield (lambda progress: None), (lambda done, total: None)
        return
    from cluewright.progress import Bar

    bar = Bar()

    def watch(progress: Progress) -> None:
        now = ", ".join(progress.running)
        others = f" (+{progress.elsewhere} elsewhere)" if progress.elsewhere else ""
        bar.draw(progress.done, progress.total, progress.left, now + others)

    try:
        yield watch, lambda done, total: bar.draw(done, total, None, "preparing puzzles")
    finally:
        bar.close()


def _show_plan(campaign: str, as_json: bool) -> None:
    from cluewright.laboratory.bench.run import bench_plan
    from cluewright.progress import duration

    plan = bench_plan(campaign)
    arms = list(dict.fromkeys(job.arm for job in plan.jobs))
    worst = sum(job.timeout for job in plan.jobs)
    if as_json:
        puzzles = [{"name": i.name, "family": i.family, "size": i.size, "seed": i.seed} for i in plan.instances]
        print_json({"campaign": plan.name, "puzzles": puzzles, "solvers": arms, "runs": len(plan.jobs)})
        return
    click.echo(f"{plan.name}: {len(plan.instances)} puzzles, {len(arms)} solvers and encodings, {len(plan.jobs)} runs")
    click.echo(f"solvers: {', '.join(arms)}")
    click.echo(f"at most {duration(worst)} of solving on one core")


def _result_data(found: BenchResult) -> dict[str, Any]:
    return {
        "campaign": found.campaign,
        "total": found.total,
        "done": found.done,
        "made": found.made,
        "elsewhere": found.elsewhere,
        "missing": found.missing,
        "disagreements": [{"puzzle": d.puzzle, "task": d.task, "said": d.said} for d in found.disagreements],
    }


def _say(found: BenchResult, results: str) -> None:
    left = found.total - found.done
    rest = "" if not left else f"; {left} are left"
    if found.elsewhere:
        rest += f", {found.elsewhere} of them being made by other processes"
    click.echo(f"{found.campaign}: {found.made} runs made, {found.done} of {found.total} in {results}{rest}")
    for solver, how in found.missing.items():
        click.echo(f"left out {solver}: {how}")


_REPORT_EXAMPLES = """
\b
Examples:
  cluewright bench report results.sqlite -o report/
  cluewright bench report results.sqlite -o report/ --scatter sat,ace
Open report/index.html; every table is there as .csv, .md and .tex too.
"""


@bench.command("report", epilog=_REPORT_EXAMPLES)
@click.argument("results", type=click.Path(dir_okay=False))
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", type=click.Path(file_okay=False), help="The folder."
)
@click.option("--campaign", metavar="NAME", help="Only this campaign (default: all in the file).")
@click.option("--scatter", metavar="A,B", help="The two solvers of the scatter plot (default: the two best).")
@click.option("--json", "as_json", is_flag=True, help="Print the scores as one JSON object.")
def report_command(results: str, folder: str, campaign: str | None, scatter: str | None, as_json: bool) -> None:
    """Write a page with tables and plots, and the tables for papers and spreadsheets. Exit code 4 on disagreements."""
    from cluewright.laboratory.interface import bench_analysis, bench_report

    pair = None
    if scatter is not None:
        first, _, second = scatter.partition(",")
        pair = (first.strip(), second.strip())
    analysis = bench_analysis(results, campaign=campaign)
    _tell(analysis.contradictions)
    files = bench_report(results, folder, campaign=campaign, pair=pair)
    if as_json:
        ranked = [analysis.virtual_best(), *analysis.scores()]
        print_json(
            {
                "files": [str(file) for file in files],
                "scores": [{"solver": s.arm, "solved": s.solved, "par2": round(s.par, 6)} for s in ranked],
                "disagreements": [str(found) for found in analysis.contradictions],
            }
        )
    else:
        click.echo(
            f"{files[0]}: {len(analysis.rows)} runs, {len(analysis.puzzles)} puzzles, {len(analysis.arms)} solvers"
        )
    sys.exit(EXIT_DISAGREE if analysis.contradictions else EXIT_OK)


_TRAIN_EXAMPLES = """
\b
Examples:
  cluewright bench train results.sqlite
  cluewright bench train results.sqlite -o rules.yaml
  cluewright bench train results.sqlite --use
Exit codes: 0 the rules beat the best single solver on genres held out of training; 1 they do not.
"""


@bench.command("train", epilog=_TRAIN_EXAMPLES)
@click.argument("results", type=click.Path(dir_okay=False))
@click.option("-o", "--output", "file", metavar="FILE", type=click.Path(dir_okay=False), help="Write the rules there.")
@click.option("--campaign", metavar="NAME", help="Only this campaign (default: all in the file).")
@click.option("--depth", type=click.IntRange(0, 6), default=3, show_default=True, help="Questions in a row at most.")
@click.option("--no-races", is_flag=True, help="Choose single solvers only.")
@click.option("--use", "use_now", is_flag=True, help="Let `--solver auto` follow these rules from now on.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def train_command(
    results: str, file: str | None, campaign: str | None, depth: int, no_races: bool, use_now: bool, as_json: bool
) -> None:
    """Learn from results which solver `auto` should take; the rules are short, and readable."""
    from cluewright.laboratory.interface import bench_train
    from cluewright.solvers.selection import user_file

    found = bench_train(results, campaign=campaign, depth=depth, races=not no_races)
    if use_now:
        user_file().parent.mkdir(parents=True, exist_ok=True)
    for path in (file, str(user_file()) if use_now else None):
        if path is not None:
            write_file(path, found.text())
    if as_json:
        costs = {"held_out": found.held_out, "trained": found.trained, "single": found.single_cost}
        rounded = {name: round(value, 6) for name, value in {**costs, "virtual_best": found.virtual_best}.items()}
        print_json({"par2": rounded, "best_single": found.single, "puzzles": found.puzzles, "rules": found.rules})
    else:
        click.echo(found.text(), nl=False)
        verdict = "better" if found.beats_single else "not better"
        click.echo(
            f"# held out, PAR-2 is {found.held_out:.3f} s: {verdict} than {found.single} ({found.single_cost:.3f} s)"
        )
    sys.exit(EXIT_OK if found.beats_single else EXIT_NO)


_RANDOM_EXAMPLES = """
\b
Examples:
  cluewright bench random --puzzles 1000
  cluewright bench random --puzzles 100000 --jobs 8 -o campaign/
  cluewright bench random --solvers sat,clingo --share clingo=0.5 --seconds 60
With -o, stop it with Ctrl-C and run the same command again: it goes on where it stopped.
Exit codes: 0 no difference; 2 bad input; 3 stopped before all puzzles were tried; 4 a difference was found.
"""


@bench.command("random", epilog=_RANDOM_EXAMPLES)
@click.option("--puzzles", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="The first seed.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="J", help="Processes at the same time (default: cores).")
@click.option("--solvers", metavar="NAMES", help="Only these engines, separated by commas.")
@click.option(
    "--share", "shares", multiple=True, metavar="NAME=X", help="The share of the puzzles for an engine, 0 to 1."
)
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), metavar="T", help="Start nothing after T seconds."
)
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep a journal and differences here.",
)
@click.option("--coverage", is_flag=True, help="Also print how often every function of the language occurred.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench_random(
    puzzles: int,
    seed: int,
    jobs: int | None,
    solvers: str | None,
    shares: tuple[str, ...],
    seconds: float | None,
    folder: Path | None,
    coverage: bool,
    as_json: bool,
) -> None:
    """Compare all engines with the reference interpreter on random puzzles over the whole language.

    A puzzle on which two of them differ is made as small as possible and saved in DIR (without -o: random-puzzles).
    """
    from cluewright.laboratory.random import campaign, summary
    from cluewright.progress import Bar

    plan = campaign.Plan(puzzles, seed, campaign.chosen_shares(solvers, shares))
    bar = Bar() if sys.stderr.isatty() else None
    try:
        watch = bar.draw if bar else lambda done, total, left, now: None
        tally = campaign.run(plan, jobs=jobs, seconds=seconds, folder=folder, watch=watch)
    finally:
        if bar is not None:
            bar.close()
    saved = [campaign.save_difference(folder or Path("random-puzzles"), found) for found in tally.differences]
    if as_json:
        print_json(summary.as_data(plan, tally))
    else:
        click.echo(summary.as_text(plan, tally))
        if coverage:
            click.echo(summary.coverage_table(tally))
    for found, path in zip(tally.differences, saved, strict=True):
        click.echo(f"DIFFERENCE ({found['who']}): {path}", err=True)
    sys.exit(EXIT_DISAGREE if tally.differences else EXIT_OK if tally.puzzles == puzzles else EXIT_UNKNOWN)
