"""Solvers: which there are, and how they compare; models for other people's solvers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cluewright.commands.asking import SECONDS, Asked, asks, of_drawings, presents, watching, write_file
from cluewright.commands.completing import ENCODING, SOLVERS
from cluewright.commands.sources import loaded

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.models.progress import Watch
    from cluewright.models.results import CheckResult
    from cluewright.presenters.base import Presenter
    from cluewright.presenters.comparing import Confirmation, Contradiction
    from cluewright.solvers.compare import Row
    from cluewright.solvers.isolated import Task

#: Where disagreements are kept.
_KEEP = "cluewright-disagreements"
#: The writers of `compiler.backends`, named here so that `--help` loads none of them.
FORMATS = ("xcsp3", "xcsp3-mini", "minizinc", "flatzinc", "dimacs", "asp", "json")


@click.group(invoke_without_command=True)
@click.option("--no-test", is_flag=True, help="Do not try each solver on a tiny puzzle.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
@click.pass_context
def solvers(context: click.Context, no_test: bool, as_json: bool) -> None:
    """List the solvers with versions, or how to install those that are missing."""
    if context.invoked_subcommand is not None:
        return
    from cluewright.presenters.comparing import Listed  # late: a quick start
    from cluewright.solvers.registry import survey

    with watching("trying the solvers"):
        found = survey(test=not no_test)
    Asked(as_json=as_json).show(Listed(found))


@solvers.command("add")
@click.argument("name")
@click.option("--xcsp3", "command", required=True, metavar="COMMAND", help='For example "picat xcsp_solver.pi {file}".')
def add_solver(name: str, command: str) -> None:
    """Add any solver that speaks the XCSP3 competition's protocol."""
    from cluewright.solvers.configured import add_configured  # late: a quick start

    add_configured(name, command)
    click.echo(f"added {name}; try it with: cluewright solve FILE --solver {name}")


@solvers.command("remove")
@click.argument("name")
def remove_solver(name: str) -> None:
    """Forget a solver that was added."""
    from cluewright.solvers.configured import remove_configured  # late: a quick start

    remove_configured(name)
    click.echo(f"removed {name}")


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "--solvers", "names", type=SOLVERS, metavar="A,B,C", help="Solvers to compare (default: all that are installed)."
)
@click.option("--task", type=click.Choice(["solve", "check", "count"]), default="check", show_default=True)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --task count: stop at N.")
@click.option("--timeout", "seconds", type=SECONDS, default=60.0, show_default=True, metavar="S", help="For each run.")
@click.option("--memory", "memory_mb", type=click.IntRange(min=1), metavar="MB", help="Memory limit for each run.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV.")
@click.option("--html", "form", flag_value="html", help="Print an HTML page.")
@click.option("--keep", type=click.Path(), default=_KEEP, show_default=True, help="Where disagreements are kept.")
@of_drawings
@presents()
def compare(
    asked: Asked,
    files: tuple[str, ...],
    names: str | None,
    seconds: float,
    form: str | None,
    keep: str,
    genre: str | None,
    drawn: bool,
    **options: Any,
) -> Presenter:
    """Run several solvers on the same puzzles, side by side. Exit code 4 if two of them contradict each other."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.comparing import Compared, table

    chosen = chosen_solvers(names)
    compared: list[tuple[Row, Any]] = []
    with watching("comparing", draw=table) as progress:
        for file in files:
            puzzle = asked.warned(api.compile(loaded(file, genre, drawn)))
            row = api.compare(puzzle, chosen, file=file, timeout=seconds, progress=progress, **options)
            compared.append((row, puzzle))
    contradictions = [_kept(row, puzzle, keep) for row, puzzle in compared if row.disagrees]
    return Compared(compared, contradictions, form, **_terminal_width())


def _terminal_width() -> dict[str, int]:
    import shutil  # late: a quick start

    return {"width": shutil.get_terminal_size().columns} if sys.stdout.isatty() else {}


def side_by_side(asked: Asked, task: Task, limit: int | None = None, puzzle: CompiledPuzzle | None = None) -> Presenter:
    """`--solver all`: every installed solver, compared."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.comparing import Compared, table

    with watching("comparing", draw=table) as progress:
        puzzle, seconds = puzzle or asked.puzzle(), asked.timeout or 60.0
        row = api.compare(puzzle, task=task, limit=limit, file=asked.file, timeout=seconds, progress=progress)
    contradictions = [_kept(row, puzzle, _KEEP)] if row.disagrees else []
    return Compared([(row, puzzle)], contradictions, "json" if asked.as_json else None, **_terminal_width())


def confirmation(asked: Asked, result: CheckResult, names: str | None, progress: Watch | None) -> Confirmation:
    """What other solvers say about a verdict."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.comparing import Confirmation

    seconds = asked.timeout or 60.0
    others = chosen_solvers(names)
    row = api.confirm(result.puzzle, result, others, file=asked.file, timeout=seconds, progress=progress)
    return Confirmation(result, row, _kept(row, result.puzzle, _KEEP) if row.disagrees else None)


def _kept(row: Row, puzzle: Any, folder: str) -> Contradiction:
    """A contradiction with its evidence."""
    from cluewright.presenters.comparing import Contradiction  # late: a quick start
    from cluewright.solvers.evidence import keep_evidence

    return Contradiction(row, puzzle, keep_evidence(row, puzzle, Path(folder)))


def chosen_solvers(names: str | None) -> list[str]:
    """The solvers that are named, or all that are installed."""
    from cluewright.solvers.registry import get_solver, survey  # late: a quick start

    if names is None or names == "all":
        return [f.name for f in survey(test=False) if f.version is not None]
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    for name in chosen:
        get_solver(name)
    return chosen


@click.command(name="compile")
@click.option("--to", "target", type=click.Choice(FORMATS), required=True, help="What to write.")
@click.option(
    "--encoding",
    "encodings",
    type=ENCODING,
    multiple=True,
    metavar="KIND=NAME",
    help="How to say a graph constraint, for example connected=rank; may be repeated.",
)
@click.option("-o", "--output", "out", type=click.Path(dir_okay=False), metavar="OUT", help="Write to this file.")
@asks()
def compile_command(asked: Asked, target: str, encodings: tuple[str, ...], out: str | None) -> Presenter:
    """Write a puzzle as a complete model for another solver.

    The file alone decides the puzzle, connectivity included. JSON is the model before any encoding is chosen.
    """
    from cluewright.compiler.backends import WRITERS  # late: a quick start
    from cluewright.compiler.lowering import parse_choice
    from cluewright.presenters.sharing import Words

    chosen = dict(parse_choice(text) for text in encodings)
    content = WRITERS[target](asked.puzzle(), chosen)
    if out is not None and out != "-":
        write_file(out, content)
        return Words("")
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
    sys.stdout.flush()
    return Words("")
