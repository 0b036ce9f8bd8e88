"""Books of puzzles, to print."""

from __future__ import annotations

import os
import sys
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

import click

from cluewright.commands.asking import Asked, for_many, of_drawings, presents, watching, write_file
from cluewright.commands.sources import sources_of
from cluewright.presenters.exits import Exit

if TYPE_CHECKING:
    from cluewright.commands.bound import Wish
    from cluewright.models.progress import Watch
    from cluewright.presenters.base import Presenter

_EXAMPLES = """
\b
Examples:
  cluewright book mine/ -o mine.pdf --level-order --solutions
  cluewright book a.yaml b.yaml -o book.html --per-page 4 --hints
Exit codes: 0 all have one solution; 1 some have none or several; 2 a mistake; 3 some were not solved in time.
"""


@click.command(epilog=_EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "-o", "--output", "out", required=True, type=click.Path(dir_okay=False), metavar="OUT", help="A .pdf or .html file."
)
@click.option("--title", default="Puzzles", show_default=True, metavar="TEXT", help="What stands on the first page.")
@click.option("--level-order", is_flag=True, help="The easiest first (otherwise as they are given).")
@click.option("--solutions", is_flag=True, help="With the solutions at the end.")
@click.option("--hints", is_flag=True, help="With pages of hints: the first steps of each puzzle.")
@click.option(
    "--per-page", type=click.IntRange(1, 6), default=2, show_default=True, metavar="1..6", help="Puzzles on a page."
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Size of the pages."
)
@of_drawings
@for_many
@presents("json")
def book(
    asked: Asked,
    files: tuple[str, ...],
    out: str,
    level_order: bool,
    seconds: float,
    jobs: int | None,
    genre: str | None,
    drawn: bool,
    **look: Any,
) -> Presenter:
    """Make a booklet of puzzles to print, with rules, ratings, hints and solutions.

    FILES may also be folders, and files with an address on each line.
    """
    if not out.lower().endswith((".pdf", ".html", ".htm")):
        raise click.UsageError("a book is a .pdf or .html file")
    sources = [source for file in files for source in sources_of(file)]
    if not sources:
        raise click.UsageError("there is no puzzle in these folders")
    from cluewright.commands.bound import Wish  # late: a quick start
    from cluewright.pictures.paper import find_typst
    from cluewright.presenters.book import Book

    if out.lower().endswith(".pdf"):
        find_typst()  # what is missing is said before anything takes time
    with watching("making a book", threads=len(sources) == 1) as progress:
        entries = _entries(sources, Wish(seconds, look["hints"], genre, drawn), jobs, progress)
    for text in (text for entry in entries for text in (*entry.get("warnings", ()), *entry.get("errors", ()))):
        click.echo(text, err=True)
    if any("errors" in entry for entry in entries):
        sys.exit(Exit.USAGE)
    if level_order:
        entries.sort(key=lambda entry: inf if entry["score"] is None else entry["score"])
    made = Book(out, entries=entries, **look)
    write_file(out, made.content())
    return made


def _entries(sources: list[str], wish: Wish, jobs: int | None, progress: Watch | None) -> list[dict[str, Any]]:
    """Each puzzle made ready, in the order in which they are given."""
    from cluewright.commands.bound import packed, unpacked  # late: a quick start
    from cluewright.laboratory.many import on_cores
    from cluewright.models.progress import Progress

    cores = min(jobs or os.cpu_count() or 1, len(sources))
    works = [partial(packed, source, wish) for source in sources]
    answers = on_cores(works, cores) if cores > 1 else ((number, work()) for number, work in enumerate(works))
    entries: list[dict[str, Any]] = [{}] * len(sources)
    for done, (number, data) in enumerate(answers, 1):
        if progress is not None:
            progress(Progress("making a book", done, len(sources), note=sources[number]))
        entries[number] = unpacked(data, sources[number])
    return entries
