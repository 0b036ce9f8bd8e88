"""How hard puzzles are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from cluewright.commands.asking import SECONDS, Asked, presents, problem_text, watching

if TYPE_CHECKING:
    from cluewright.models.progress import Progress, Watch
    from cluewright.presenters.base import Presenter
    from cluewright.presenters.rating import Entry

#: Files that may hold puzzles, in a folder.
_ENDINGS: Final = (".yaml", ".yml", ".txt", ".json")


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option(
    "--timeout", "seconds", type=SECONDS, default=60.0, show_default=True, metavar="S", help="For each puzzle."
)
@presents("json")
def rate(asked: Asked, files: tuple[str, ...], as_csv: bool, seconds: float) -> Presenter:
    """Say how hard puzzles are: a level from 1 to 5, a score, and why.

    FILES may also be folders, and files with an address on each line. Several puzzles make a table, the easiest first;
    Ctrl-C leaves what is there.
    """
    if as_csv and asked.as_json:
        raise click.UsageError("--csv and --json exclude each other")
    from cluewright.presenters.rating import Rated  # late: a quick start

    sources = [source for file in files for source in _sources(file)]
    if not sources:
        raise click.UsageError("there is no puzzle in these folders")
    rated = Rated([], as_csv)
    with watching("rating") as progress:
        for number, source in enumerate(sources):
            try:
                told = _part(progress, number, len(sources))
                rated.entries.append(_rated(asked, source, seconds, told, alone=len(sources) == 1))
            except KeyboardInterrupt:
                if not rated.entries:
                    raise
                rated.missing = len(sources) - number
                break
    return rated


def _rated(asked: Asked, source: str, seconds: float, progress: Watch | None, *, alone: bool) -> Entry:
    """One puzzle of several; what is wrong with it is told and does not keep the others from being rated."""
    from cluewright import api  # late: a quick start
    from cluewright.models.errors import CluewrightError, TimeUp
    from cluewright.presenters.rating import Entry

    try:
        puzzle = asked.warned(api.compile(source, timeout=seconds))
        return Entry(source, api.rate(puzzle, timeout=seconds, progress=progress))
    except TimeUp:
        return Entry(source)
    except CluewrightError as error:
        if alone:
            raise
        for problem in error.problems:
            click.echo(problem_text(problem, "error"), err=True)
        return Entry(source, problem=str(error.problems[0]))


def _part(progress: Watch | None, number: int, total: int) -> Watch | None:
    """Reports about one puzzle as reports about all of them."""
    if progress is None or total == 1:
        return progress

    def tell(report: Progress) -> None:
        progress(replace(report, done=number, total=total))

    return tell


def _sources(file: str) -> Iterator[str]:
    """The puzzles behind a name: a folder has many, a list of addresses too."""
    if os.path.isdir(file):
        for each in sorted(Path(file).rglob("*")):
            if each.is_file() and each.suffix in _ENDINGS and not _is_rulebook(each):
                yield from _sources(str(each))
    else:
        yield from (_addresses(file) if os.path.isfile(file) else []) or [file]


def _addresses(file: str) -> list[str]:
    """The lines of a file, if all are addresses; remarks begin with `#`. What is wrong with a file is told later."""
    from cluewright.models.errors import CluewrightError  # late: a quick start
    from cluewright.models.loading import read_text

    try:
        lines = [line.strip() for line in read_text(file).splitlines()]
    except CluewrightError:
        return []
    told = [line for line in lines if line and not line.startswith("#")]
    return told if all(line.split("://")[0].isalpha() and "://" in line for line in told) else []


def _is_rulebook(path: Path) -> bool:
    """Rules alone cannot be hard."""
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return any(line.startswith("rules:") for line in lines) and not any(line.startswith("puzzle:") for line in lines)
