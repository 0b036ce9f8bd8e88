"""What all commands share: options, exit codes, and ways to print."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.model import Constraint
    from cluewright.models.errors import Problem

EXIT_OK, EXIT_NO, EXIT_USAGE, EXIT_UNKNOWN, EXIT_DISAGREE, EXIT_INTERRUPTED = 0, 1, 2, 3, 4, 130

#: Where a command keeps when it started to read the puzzle.
_STARTED = "cluewright.started"
#: A rule that is broken everywhere need not be told everywhere.
MOST_PLACES = 12

FILE = click.argument("file", type=click.Path(allow_dash=True))
TIMEOUT = click.option(
    "--timeout", type=click.FloatRange(min=0, min_open=True), metavar="S", help="Stop after S seconds."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of pictures.")
SVG = click.option(
    "--svg", type=click.Path(dir_okay=False), metavar="OUT", help="Also write the picture to an SVG file."
)
SOLVER = click.option(
    "--solver", default="sat", show_default=True, metavar="NAME", help="A solver by name, auto, or all."
)
COLOUR = click.option("--color/--no-color", "colour", default=None, help="Colour (default: when the terminal has it).")
WITHOUT = click.option(
    "--without", multiple=True, metavar="RULE", help="Leave out a rule: its number, or a part of it; may be repeated."
)


#: Under this name the context of a command keeps the warnings about its puzzle.
_WARNINGS = "cluewright.warnings"


def print_json(data: Any) -> None:
    """One line for scripts; warnings about the puzzle, if there are any, come with it."""
    warnings = click.get_current_context().meta.get(_WARNINGS)
    click.echo(json.dumps({**data, "warnings": warnings} if warnings else data, ensure_ascii=False))


def warn(puzzle: CompiledPuzzle) -> CompiledPuzzle:
    """Show what is probably a slip in the puzzle, and keep it for `--json`."""
    for warning in puzzle.warnings:
        click.echo(problem_text(warning, "warning"), err=True)
    click.get_current_context().meta[_WARNINGS] = [str(warning) for warning in puzzle.warnings]
    return puzzle


def problem_text(problem: Problem, kind: str) -> str:
    """A mistake with its place and the line of the file that it is on."""
    lines = [f"{kind}: {problem}"]
    if problem.excerpt is not None and problem.place is not None:
        start = max(0, problem.place.column - 61)
        lines.append("    " + problem.excerpt[start : start + 120])
        lines.append("    " + " " * (problem.place.column - 1 - start) + "^")
    return "\n".join(lines)


def visible(text: str) -> str:
    """Text of a stranger for a terminal: nothing in it can move the cursor, hide a line or turn the reading around."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


class _Alarm:
    """Whether a disagreement was announced: then the exit code says so, whatever else goes wrong."""

    raised = False


def shout(text: str) -> None:
    """Say the worst that there is to say."""
    _Alarm.raised = True
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def exit_code(usual: int) -> int:
    """The exit code of a command that could not end as it should; a disagreement is worse than any of them."""
    return EXIT_DISAGREE if _Alarm.raised else usual


def show_picture(picture: str) -> None:
    """Print as it is: whether there is colour in it was decided before."""
    click.echo(picture, color=True)


def use_colour(wish: bool | None) -> bool:
    """What the user wishes, or what the terminal can do."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ if wish is None else wish


def write_file(path: str, text: str) -> None:
    """Write a file, or say why not."""
    from cluewright.models.errors import CluewrightError, Place, Problem

    try:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write this file: {error.strerror}", Place(path))) from None


@contextmanager
def progress(what: str) -> Iterator[Callable[[int], None] | None]:
    """Show on a terminal that something is going on, once it takes longer than a second."""
    if not sys.stderr.isatty():
        yield None
        return
    from cluewright.progress import Progress

    with Progress(what) as line:
        yield line.found


@contextmanager
def steps(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show on a terminal how much of the work is done, once it takes longer than a second."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from cluewright.progress import Progress

    with Progress(what) as line:
        yield line.step


def rule_lines(constraints: Iterable[Constraint]) -> list[str]:
    """Each rule once, with the places it speaks of."""
    places: dict[str, dict[str, None]] = {}
    for constraint in constraints:
        where = ", ".join(f"{name} = {value}" for name, value in constraint.bindings.items())
        places.setdefault(constraint.rule.sentence, {})[where] = None
    lines = []
    for sentence, found in places.items():
        listed = [where for where in found if where]
        more = f"; and {len(listed) - MOST_PLACES} more" if len(listed) > MOST_PLACES else ""
        lines.append(f"  - {sentence}" + (f" [{'; '.join(listed[:MOST_PLACES])}{more}]" if listed else ""))
    return lines


def rule_data(constraints: Iterable[Constraint]) -> list[dict[str, Any]]:
    """Constraints for scripts."""
    return [{"rule": constraint.rule.sentence, "where": constraint.bindings} for constraint in constraints]


def compiled(file: str, without: Sequence[str] = ()) -> CompiledPuzzle:
    """The puzzle in a file, without some of its rules; if that alone takes all of the time, the command ends here."""
    from cluewright import api
    from cluewright.models.errors import TimeUp

    context = click.get_current_context()
    context.meta[_STARTED] = time.monotonic()
    try:
        source = api.without(file, *without) if without else file
        return warn(api.compile(source, timeout=context.params.get("timeout")))
    except TimeUp:
        reason = "the time was up before the rules were written out"
        if context.params.get("as_json"):
            print_json({"status": "unknown", "verdict": "unknown", "reason": reason})
        else:
            click.echo(f"unknown: {reason}")
        sys.exit(EXIT_UNKNOWN)


def left(timeout: float | None) -> float | None:
    """What is left of a time limit after `compiled`."""
    started = click.get_current_context().meta.get(_STARTED)
    return timeout if timeout is None or started is None else max(0.01, timeout - (time.monotonic() - started))
