"""What all commands share: options, exit codes, and ways to print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.model import Constraint

EXIT_OK, EXIT_NO, EXIT_USAGE, EXIT_UNKNOWN, EXIT_DISAGREE, EXIT_INTERRUPTED = 0, 1, 2, 3, 4, 130

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


def print_json(data: Any) -> None:
    """One line for scripts."""
    click.echo(json.dumps(data, ensure_ascii=False))


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


def compiled(file: str, without: Sequence[str] = ()) -> CompiledPuzzle:
    """The puzzle in a file, without some of its rules."""
    from cluewright import api

    return api.compile(api.without(file, *without) if without else file)
