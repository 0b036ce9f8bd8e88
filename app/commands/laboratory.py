"""The laboratory: run a campaign, report its results, learn from them; random puzzles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from cluewright.commands.asking import SECONDS, Asked, presents, shout, watching, write_file
from cluewright.commands.completing import SOLVERS

if TYPE_CHECKING:
    from cluewright.presenters.base import Presenter

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
@click.option("--timeout", type=SECONDS, metavar="S", help="Instead of the campaign's.")
@click.option("--retry", is_flag=True, help="Make runs again that ended in an error.")
@click.option("--plan", "only_plan", is_flag=True, help="Only say what would be run.")
@presents("json")
def bench_run(asked: Asked, campaign: str, results: str | None, only_plan: bool, **options: Any) -> Presenter:
    """Run a campaign, or go on with it; every finished run is kept at once."""
    from cluewright.laboratory import interface  # late: a quick start
    from cluewright.laboratory.bench.run import BenchStopped
    from cluewright.presenters.laboratory import Planned, Ran, disagreement_lines

    if only_plan:
        return Planned(interface.bench_plan(campaign))
    if results is None:
        raise click.UsageError("where do the results go? Add -o results.sqlite")
    if options["cluster"] is not None and options["workers"] is not None:
        raise click.UsageError("--cluster and --workers exclude each other")
    try:
        with watching("running", threads=False) as progress:
            return Ran(interface.bench_run(campaign, results, progress=progress, **options), results)
    except BenchStopped as stopped:
        for line in disagreement_lines(stopped.disagreements):
            shout(line)
        raise


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
@presents("json")
def bench_report(asked: Asked, results: str, folder: str, campaign: str | None, scatter: str | None) -> Presenter:
    """Write a page with tables and plots, and the tables for papers and spreadsheets. Exit code 4 on disagreements."""
    from cluewright.laboratory import interface  # late: a quick start
    from cluewright.presenters.laboratory import Reported, disagreement_lines

    analysis = interface.bench_analysis(results, campaign=campaign)
    for line in disagreement_lines(analysis.contradictions):  # before anything else can go wrong
        shout(line)
    return Reported(analysis, interface.bench_report(results, folder, campaign=campaign, pair=_two(scatter)))


_COMPARE_EXAMPLES = """
\b
Examples:
  cluewright bench compare results.sqlite
  cluewright bench compare results.sqlite --solvers sat,ace --by cpu
  cluewright bench compare before.sqlite after.sqlite
"""


@bench.command("compare", epilog=_COMPARE_EXAMPLES)
@click.argument("results", type=click.Path(dir_okay=False))
@click.argument("other", type=click.Path(dir_okay=False), required=False)
@click.option("--campaign", metavar="NAME", help="Only this campaign (default: all in the file).")
@click.option("--solvers", metavar="A,B", help="Two solvers of one file (default: the two best).")
@click.option(
    "--by",
    "measure",
    type=click.Choice(["total", "cpu"]),
    help="All seconds or CPU seconds (default: what was limited).",
)
@presents("json")
def bench_compare(
    asked: Asked,
    results: str,
    other: str | None,
    campaign: str | None,
    solvers: str | None,
    measure: Literal["total", "cpu"] | None,
) -> Presenter:
    """Compare two solvers, or the solvers of two results files, puzzle by puzzle, with exact tests."""
    from cluewright.laboratory import interface  # late: a quick start
    from cluewright.presenters.laboratory import Compared

    found = interface.bench_compare(results, other, campaign=campaign, solvers=_two(solvers), measure=measure)
    return Compared(found, files=(results, other or results))


def _two(names: str | None) -> tuple[str, str] | None:
    if names is None:
        return None
    first, _, second = names.partition(",")
    return first.strip(), second.strip()


_EXPORT_EXAMPLES = """
\b
Examples:
  cluewright bench export results.sqlite -o capsule/
  cluewright bench export results.sqlite --campaign growing -o capsule/
"""


@bench.command("export", epilog=_EXPORT_EXAMPLES)
@click.argument("results", type=click.Path(dir_okay=False))
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", type=click.Path(file_okay=False), help="A new folder."
)
@click.option("--campaign", metavar="NAME", help="The campaign, if the file has several.")
@presents("json")
def bench_export(asked: Asked, results: str, folder: str, campaign: str | None) -> Presenter:
    """Write a capsule that a stranger can run again: instances, command lines, versions, results."""
    from cluewright.laboratory import interface  # late: a quick start
    from cluewright.presenters.laboratory import Exported

    return Exported(interface.bench_export(results, folder, campaign=campaign))


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
@presents("json")
def bench_train(
    asked: Asked, results: str, file: str | None, campaign: str | None, depth: int, no_races: bool, use_now: bool
) -> Presenter:
    """Learn from results which solver `auto` should take; the rules are short, and readable."""
    from cluewright.laboratory import interface  # late: a quick start
    from cluewright.presenters.laboratory import Trained
    from cluewright.solvers.selection import user_file

    found = interface.bench_train(results, campaign=campaign, depth=depth, races=not no_races)
    if use_now:
        user_file().parent.mkdir(parents=True, exist_ok=True)
    for path in (file, str(user_file()) if use_now else None):
        if path is not None:
            write_file(path, found.text())
    return Trained(found)


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
@click.option("--solvers", type=SOLVERS, metavar="NAMES", help="Only these engines, separated by commas.")
@click.option(
    "--share", "shares", multiple=True, metavar="NAME=X", help="The share of the puzzles for an engine, 0 to 1."
)
@click.option("--seconds", type=SECONDS, metavar="T", help="Stop after T seconds.")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep a journal and differences here.",
)
@click.option("--coverage", is_flag=True, help="Also print how often every function of the language occurred.")
@presents("json")
def bench_random(
    asked: Asked,
    puzzles: int,
    seed: int,
    jobs: int | None,
    solvers: str | None,
    shares: tuple[str, ...],
    seconds: float | None,
    folder: Path | None,
    coverage: bool,
) -> Presenter:
    """Compare all engines with the reference interpreter on random puzzles over the whole language.

    A puzzle on which two of them differ is made as small as possible and saved in DIR (without -o: random-puzzles).
    """
    from cluewright.laboratory.random import campaign  # late: a quick start
    from cluewright.models.progress import Progress, unwatched
    from cluewright.presenters.laboratory import RandomCompared

    plan = campaign.Plan(puzzles, seed, campaign.chosen_shares(solvers, shares))
    with watching("comparing random puzzles", threads=False) as progress:
        tell = progress or unwatched

        def watch(done: int, total: int, left: float | None, now: str) -> None:
            tell(Progress("comparing random puzzles", done, total, left, now))

        tally = campaign.run(plan, jobs=jobs, seconds=seconds, folder=folder, watch=watch)
    saved = [campaign.save_difference(folder or Path("random-puzzles"), found) for found in tally.differences]
    return RandomCompared(plan, tally, saved, coverage)
