"""The command line."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from cluewright import __version__
from cluewright.cli_bench import bench
from cluewright.cli_certificates import prove, verify
from cluewright.cli_clues import clues
from cluewright.cli_common import (
    COLOUR,
    EXIT_DISAGREE,
    EXIT_INTERRUPTED,
    EXIT_NO,
    EXIT_OK,
    EXIT_UNKNOWN,
    EXIT_USAGE,
    FILE,
    JSON,
    SOLVER,
    SVG,
    TIMEOUT,
    WITHOUT,
    compiled,
    exit_code,
    left,
    print_json,
    problem_text,
    progress,
    rule_data,
    rule_lines,
    show_picture,
    use_colour,
    write_file,
)
from cluewright.cli_compile import compile_command
from cluewright.cli_convert import convert
from cluewright.cli_repair import repair
from cluewright.cli_rules import rules
from cluewright.cli_sections import Sections
from cluewright.cli_setting import candidates, judge
from cluewright.cli_solvers import compare, solvers

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.model import Constraint
    from cluewright.models.results import SolveResult

#: How long to look for the nearest or farthest solutions if no time is given.
PAIR_SECONDS = 10.0

#: What is wrong with the machine and not with us: no space, a limit, no permission.
_MACHINE_FAULTS = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS),
    *(errno.EACCES, errno.EPERM, errno.EMFILE, errno.ENFILE, errno.ENOMEM),
}

_EPILOG = (
    "Exit codes: 0 satisfied or unique; 1 unsatisfiable, none or several; 2 bad input; 3 unknown (time); "
    "4 solvers or readings of the rules disagree; 130 interrupted."
)


@click.group(cls=Sections, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EPILOG)
@click.version_option(__version__, prog_name="cluewright")
def cli() -> None:
    """Logic puzzles in YAML: solve them, and know whether the solution is unique.

    FILE is a puzzle file, an address of puzz.link, or - for standard input. Start with `cluewright rules` and
    `cluewright new sudoku 9x9`.
    """


@cli.command()
@FILE
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Find up to N solutions (default 1).")
@click.option("--all", "find_all", is_flag=True, help="Find all solutions.")
@click.option("--to", "form", metavar="FORMAT", help="Print the answered puzzle in another format, such as pzprv3.")
@JSON
@SVG
@TIMEOUT
@SOLVER
@COLOUR
@WITHOUT
def solve(
    file: str,
    limit: int | None,
    find_all: bool,
    form: str | None,
    as_json: bool,
    svg: str | None,
    timeout: float | None,
    solver: str,
    colour: bool | None,
    without: tuple[str, ...],
) -> None:
    """Solve a puzzle and draw the solution."""
    if find_all and limit is not None:
        raise click.UsageError("--all and --limit exclude each other")
    if form and (as_json or solver == "all"):
        raise click.UsageError("--to excludes --json and --solver all")
    if solver == "all":
        _side_by_side(file, "solve", as_json, timeout)
    from cluewright import api

    with progress("solving") as found:
        puzzle = compiled(file, without)
        result = api.solve(
            puzzle, limit=None if find_all else limit or 1, timeout=left(timeout), solver=solver, found=found
        )
    if svg:
        for path, answer in _numbered(svg, result.answers):
            write_file(path, api.render(puzzle, answer, format="svg"))
    if as_json:
        solutions = [api.solution_values(puzzle, a) for a in result.answers]
        print_json(
            {
                "status": result.status,
                "solver": result.solver,
                "seconds": round(result.seconds, 6),
                "solutions": solutions,
            }
        )
    elif form and result.answers:
        for answer in result.answers:
            click.echo(api.convert(puzzle, form, answer), nl=False)
    else:
        for answer in result.answers:
            show_picture(api.render(puzzle, answer, colour=use_colour(colour)))
        reached = not find_all and len(result.answers) == (limit or 1)
        _say_choice(result.statistics)
        click.echo(f"{puzzle.title}: {_solved_text(result, reached)} ({result.seconds:.2f} s)")
    sys.exit({"satisfied": EXIT_OK, "unsatisfiable": EXIT_NO}.get(result.status, EXIT_UNKNOWN))


def _numbered(path: str, answers: list[dict[Any, int]]) -> list[tuple[str, dict[Any, int] | None]]:
    """A file for every answer: one has the name that was given, several have numbers before the ending."""
    if len(answers) < 2:
        return [(path, answers[0] if answers else None)]
    stem, ending = os.path.splitext(path)
    return [(f"{stem}-{number}{ending}", answer) for number, answer in enumerate(answers, 1)]


def _side_by_side(file: str, task: str, as_json: bool, timeout: float | None, limit: int | None = None) -> NoReturn:
    """`--solver all`: every installed solver, compared."""
    context = click.get_current_context()
    context.invoke(
        compare, files=(file,), task=task, limit=limit, timeout=timeout or 60.0, form="json" if as_json else None
    )
    sys.exit(EXIT_OK)


def _say_choice(statistics: dict[str, Any]) -> None:
    if "reason" in statistics:
        click.echo(f"auto chose {statistics['chosen']}: {statistics['reason']}")


def _solved_text(result: SolveResult, reached: bool) -> str:
    """What was found, and whether there may be more; `reached` tells that no more were wanted."""
    if result.status == "unsatisfiable":
        return "there is no solution"
    if result.status != "satisfied":
        return "no solution found before the time was up"
    number = len(result.answers)
    found = "solved" if number == 1 else f"{number} solutions"
    if result.complete:
        return f"{found}, and there is no other" if number == 1 else f"{found}, and there are no others"
    return f"{found}; others were not looked for" if reached else f"{found}; more may exist: the time is up"


@cli.command()
@FILE
@click.option("--near", "extreme", flag_value="near", help="Of several solutions, show two that differ least.")
@click.option("--far", "extreme", flag_value="far", help="Of several solutions, show two that differ most.")
@click.option("--with", "engines", metavar="A,B", help="Confirm the verdict by other solvers.")
@click.option("--all-engines", is_flag=True, help="Confirm the verdict by all solvers that are installed.")
@JSON
@SVG
@TIMEOUT
@SOLVER
@COLOUR
@WITHOUT
def check(
    file: str,
    extreme: str | None,
    engines: str | None,
    all_engines: bool,
    as_json: bool,
    svg: str | None,
    timeout: float | None,
    solver: str,
    colour: bool | None,
    without: tuple[str, ...],
) -> None:
    """Say whether a puzzle has no solution, exactly one, or several."""
    if solver == "all":
        _side_by_side(file, "check", as_json, timeout)
    from cluewright import api
    from cluewright.cli_solvers import Confirmation, chosen_solvers

    others = chosen_solvers("all" if all_engines else engines) if all_engines or engines else []
    with progress("checking"):
        puzzle = compiled(file, without)
        result = api.check(puzzle, timeout=left(timeout), solver=solver)
        pair = None
        if extreme and result.verdict == "several":
            pair = api.extreme_pair(puzzle, far=extreme == "far", timeout=timeout or PAIR_SECONDS)
        confirmation = Confirmation(puzzle, result, others, file, timeout)
    confirmation.tell()
    if pair is not None:
        result.answers = [pair.first, pair.second]
    marked = _differing_elements(puzzle, result.answers)
    if svg:
        write_file(svg, _checked_picture(puzzle, result.answers, marked, pair is not None, "svg", False))
    if as_json:
        solutions = [api.solution_values(puzzle, a) for a in result.answers]
        data = {"verdict": result.verdict, "solutions": solutions, "seconds": round(result.seconds, 6)}
        if result.verdict == "none":
            data["conflict"] = rule_data(_conflict(puzzle))
        if pair is not None:
            data["difference"] = {"kind": extreme, "unknowns": pair.distance, "exact": pair.exact}
        print_json({**data, **confirmation.data()})
    else:
        if pair is not None:
            show_picture(_checked_picture(puzzle, result.answers, marked, True, "text", use_colour(colour)))
        for answer in result.answers if pair is None else []:
            show_picture(api.render(puzzle, answer, colour=use_colour(colour), marked=marked))
        _say_choice(result.statistics)
        click.echo(f"{puzzle.title}: {_verdict_text(puzzle, result)} ({result.seconds:.2f} s)")
        if pair is not None:
            click.echo(_pair_text(pair))
        confirmation.say()
    if confirmation.disagrees:
        sys.exit(EXIT_DISAGREE)
    sys.exit({"unique": EXIT_OK, "unknown": EXIT_UNKNOWN}.get(result.verdict, EXIT_NO))


def _checked_picture(
    puzzle: CompiledPuzzle, answers: list[dict[Any, int]], marked: list[Any], as_pair: bool, form: Any, colour: bool
) -> str:
    from cluewright import api

    if not as_pair:
        return api.render(puzzle, answers[0] if answers else None, format=form, colour=colour, marked=marked)
    from cluewright.pictures.comparison import two_solutions

    return two_solutions(puzzle, answers[0], answers[1], format=form, colour=colour)


def _pair_text(pair: Any) -> str:
    word = "most" if pair.far else "least"
    proved = "no two solutions differ " + ("more" if pair.far else "less") if pair.exact else "the time was up"
    number = "1 unknown" if pair.distance == 1 else f"{pair.distance} unknowns"
    return (
        f"Two solutions that differ {word}: in {number} ({proved}). Marked: first/second, "
        "or A and B where only the first or only the second has something."
    )


def _differing_elements(puzzle: CompiledPuzzle, answers: list[dict[Any, int]]) -> list[Any]:
    if len(answers) < 2:
        return []
    first, second = answers
    layers = puzzle.model.unknowns.values()
    return [e for layer in layers for e, var in layer.variables.items() if first[var] != second[var]]


def _verdict_text(puzzle: CompiledPuzzle, result: Any) -> str:
    if result.verdict == "unique":
        return "unique: exactly one solution"
    if result.verdict == "none":
        return "none: there is no solution" + _reason(puzzle)
    if result.verdict == "several":
        return "several: more than one solution; " + _first_difference(puzzle, result.answers)
    found = "a solution was found, but whether it is the only one" if result.answers else "whether there is a solution"
    return f"unknown: {found} is not decided; the time was up"


def _first_difference(puzzle: CompiledPuzzle, answers: list[dict[Any, int]]) -> str:
    from cluewright.compiler.model import spell
    from cluewright.notation.plain import plain_value

    first, second = answers
    for layer in puzzle.model.unknowns.values():
        for element, var in layer.variables.items():
            if first[var] != second[var]:
                one, other = (_shown(plain_value(layer, a[var])) for a in (first, second))
                return f"first difference: {layer.name} at {spell(element)} is {one} in one and {other} in the other"
    return "they do not differ"


def _shown(value: Any) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _conflict(puzzle: CompiledPuzzle) -> list[Constraint]:
    """For a puzzle without a solution: constraints that cannot hold together."""
    from cluewright.setting.conflict import find_conflict

    return find_conflict(puzzle.model, timeout=2.0)


def _reason(puzzle: CompiledPuzzle) -> str:
    conflict = _conflict(puzzle)
    if not conflict:
        return ""
    return ".\nThese cannot hold together:\n" + "\n".join(rule_lines(conflict)) + "\n "


@cli.command()
@FILE
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop counting at N.")
@JSON
@TIMEOUT
@SOLVER
@WITHOUT
def count(
    file: str, limit: int | None, as_json: bool, timeout: float | None, solver: str, without: tuple[str, ...]
) -> None:
    """Count the solutions of a puzzle."""
    if solver == "all":
        _side_by_side(file, "count", as_json, timeout, limit)
    from cluewright import api

    with progress("counting") as found:
        puzzle = compiled(file, without)
        result = api.count(puzzle, limit=limit, timeout=left(timeout), solver=solver, found=found)
    if as_json:
        print_json({"count": result.count, "complete": result.complete})
    else:
        click.echo(
            f"{result.count} solution{'' if result.count == 1 else 's'}"
            if result.complete
            else f"at least {result.count} solutions"
        )
    stopped_by_time = not result.complete and (limit is None or result.count < limit)
    sys.exit(EXIT_UNKNOWN if stopped_by_time else EXIT_OK)


@cli.command()
@FILE
@SVG
@COLOUR
def show(file: str, svg: str | None, colour: bool | None) -> None:
    """Draw a puzzle without solving it, with its rules in sentences."""
    from cluewright import api
    from cluewright.notation.rulebooks import puzzle_sentences

    puzzle = compiled(file)
    if svg:
        write_file(svg, api.render(puzzle, format="svg"))
    show_picture(api.render(puzzle, colour=use_colour(colour)))
    for number, sentence in enumerate(puzzle_sentences(puzzle.loaded), 1):
        click.echo(f"{number}. {sentence}")


@cli.command()
@click.argument("genre")
@click.argument("size", required=False)
def new(genre: str, size: str | None) -> None:
    """Print a commented template for a new puzzle, for example: new slitherlink 10x10."""
    from cluewright.notation.template import template

    click.echo(template(genre, size), nl=False)


@cli.command()
@click.argument("kind", type=click.Choice(["puzzle", "campaign"]), default="puzzle")
def schema(kind: str) -> None:
    """Print the JSON Schema of rulebooks and puzzles (or of campaigns), for editors."""
    from cluewright.models.schema import json_schema

    if kind == "campaign":
        from cluewright.laboratory.bench.campaign import Campaign

        print_json(json_schema(Campaign, "cluewright campaign"))
    else:
        print_json(json_schema())


cli.add_command(compile_command)
cli.add_command(convert)
cli.add_command(rules)
cli.add_command(solvers)
cli.add_command(compare)
cli.add_command(prove)
cli.add_command(verify)
cli.add_command(candidates)
cli.add_command(judge)
cli.add_command(clues)
cli.add_command(repair)
cli.add_command(bench)


# ---------------------------------------------------------------- helpers


def collect_seldom() -> None:
    """A model consists of many objects that live to the end; the collector would go through them again and again."""
    gc.set_threshold(200_000, 50, 50)


def main() -> NoReturn:
    """Run the command line; every error is shown without a traceback."""
    collect_seldom()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that running solvers are ended too
    try:
        cli.main(standalone_mode=False)
        sys.exit(EXIT_OK)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        sys.exit(exit_code(EXIT_INTERRUPTED))
    except click.ClickException as error:
        error.show()
        sys.exit(EXIT_USAGE)
    except BrokenPipeError:
        _drop_output()
        sys.exit(exit_code(EXIT_OK))
    except RecursionError:
        _fail("error: the input is nested too deeply")
    except MemoryError:
        _fail("error: not enough memory")
    except Exception as error:
        _fail(_error_text(error))


def _fail(text: str) -> NoReturn:
    with contextlib.suppress(OSError):
        click.echo(text, err=True)
    try:
        sys.stdout.flush()
    except OSError:  # what cannot be written now cannot be written at the end either
        _drop_output()
    sys.exit(exit_code(EXIT_USAGE))


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _error_text(error: Exception) -> str:
    from cluewright.models.errors import CluewrightError

    if isinstance(error, CluewrightError):
        return "\n".join(problem_text(problem, "error") for problem in error.problems)
    if isinstance(error, OSError) and error.errno in _MACHINE_FAULTS:
        return f"error: {error.filename or 'cannot write the output'}: {error.strerror}"
    if os.environ.get("CLUEWRIGHT_DEBUG"):
        raise error
    return (
        f"internal error: {type(error).__name__}: {error}\nSet CLUEWRIGHT_DEBUG=1 to see where, and please report it."
    )
