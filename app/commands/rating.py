"""How hard puzzles are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from cluewright.commands.asking import Asked, for_many, of_drawings, presents, watching, write_file
from cluewright.commands.sources import loaded, sources_of

if TYPE_CHECKING:
    from cluewright.commands.rated import Wish
    from cluewright.models.progress import Watch
    from cluewright.presenters.base import Presenter
    from cluewright.presenters.rating import Row

_EXAMPLES = """
\b
Examples:
  cluewright rate puzzle.yaml
  cluewright rate mine/ links.txt --html ratings.html
  cluewright rate mine/ --csv --cluster tcp://head:8786
  cluewright rate puzzle.yaml --orders --timeout 600
Exit codes: 0 all have a rating; 1 one has no solution or several; 2 one is wrong; 3 the time was up; 130 interrupted.
"""


@click.command(epilog=_EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="OUT", help="Also write a page with pictures.")
@click.option("--orders", is_flag=True, help="Try all orders of strategies: cheapest order, boards, bottlenecks.")
@click.option(
    "--player", type=click.IntRange(1, 5), default=3, show_default=True, metavar="N", help="Whose fun: level 1 to 5."
)
@of_drawings
@for_many
@click.option("--cluster", metavar="ADDRESS", help="Rate on a Dask cluster: the address of its scheduler.")
@presents("json")
def rate(
    asked: Asked,
    files: tuple[str, ...],
    as_csv: bool,
    html: str | None,
    orders: bool,
    player: int,
    seconds: float,
    jobs: int | None,
    cluster: str | None,
    genre: str | None,
    drawn: bool,
) -> Presenter:
    """Say how hard puzzles are: a level from 1 to 5, a score, and why.

    FILES may also be folders, and files with an address on each line. Several puzzles make a table, the easiest first;
    Ctrl-C leaves what is there.
    """
    if as_csv and asked.as_json:
        raise click.UsageError("--csv and --json exclude each other")
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other")
    from cluewright.commands.rated import Wish  # late: a quick start
    from cluewright.presenters.rating import Rated

    sources = [source for file in files for source in sources_of(file)]
    if not sources:
        raise click.UsageError("there is no puzzle in these folders")
    wish = Wish(seconds, player, orders, html is not None, genre, drawn)
    rated = Rated([], as_csv)
    with watching("rating", threads=len(sources) == 1) as progress:
        rows = _rows(sources, wish, jobs, cluster, progress)
        try:
            for row in rows:
                for text in (*row.get("warnings", ()), *row.get("errors", ())):
                    click.echo(text, err=True)
                rated.entries.append(row)
        except KeyboardInterrupt:
            if not rated.entries:
                raise
            rated.missing = len(sources) - len(rated.entries)
    if html is not None:
        from cluewright.presenters.ratings_page import ratings_page  # late: only this form needs it

        write_file(html, ratings_page(rated))
    return rated


def _rows(
    sources: list[str], wish: Wish, jobs: int | None, cluster: str | None, progress: Watch | None
) -> Iterator[Row]:
    """Each puzzle when it is rated. One alone is rated here, and what is wrong with it is raised; of several, it does
    not keep the others from being rated."""
    from cluewright.commands.rated import packed, question, rated, unpacked, wrong  # late: a quick start
    from cluewright.laboratory.many import on_cluster, on_cores
    from cluewright.models.errors import CluewrightError
    from cluewright.models.progress import Progress

    if len(sources) == 1 and cluster is None:
        yield rated(sources[0], sources[0], wish, progress)
        return
    cores = min(jobs or os.cpu_count() or 1, len(sources))
    if cluster is not None:
        questions = []
        for source in sources:
            try:
                whole = replace(wish, genre=None, answered=False)
                questions.append(question(_standalone(source, wish), source, whole))
            except CluewrightError as error:
                yield wrong(source, error)
        sources = [each["file"] for each in questions]
        answers = on_cluster("cluewright.commands.rated", questions, address=cluster)
    elif cores == 1:
        answers = ((number, packed(source, source, wish)) for number, source in enumerate(sources))
    else:
        answers = on_cores([partial(packed, source, source, wish) for source in sources], cores)
    for done, (number, data) in enumerate(answers, 1):
        if progress is not None:
            progress(Progress("rating", done, len(sources), note=sources[number]))
        yield unpacked(data, sources[number])


def _standalone(source: str, wish: Wish) -> str:
    """A puzzle as one text that needs no other file."""
    from cluewright import api  # late: a quick start
    from cluewright.notation.standalone import standalone_text

    found = loaded(source, wish.genre, wish.answered)
    return standalone_text(api.load(found) if isinstance(found, str) else found)
