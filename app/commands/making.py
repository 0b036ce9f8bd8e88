"""New puzzles."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from cluewright.commands.asking import SECONDS, Asked, presents, watching, write_file
from cluewright.commands.completing import GENRE

if TYPE_CHECKING:
    from cluewright.making.generate import Made
    from cluewright.presenters.base import Presenter


@click.command()
@click.argument("genre", type=GENRE)
@click.argument("size", required=False)
@click.option("--level", type=click.IntRange(1, 5), metavar="1..5", help="How hard it should be, as `rate` says.")
@click.option(
    "--symmetry", default="none", show_default=True, metavar="NAME", help="half-turn, left-right, diagonal, full, ..."
)
@click.option("--clues", metavar="MIN..MAX", help="How many clues there should be.")
@click.option("--by", metavar="strategies[=NAMES]", help="Solvable by the rulebook's strategies, or by these alone.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="So many puzzles.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same puzzles.")
@click.option("-o", "--output", "folder", type=click.Path(file_okay=False), metavar="DIR", help="Write files there.")
@click.option(
    "--timeout", "seconds", type=SECONDS, default=60.0, show_default=True, metavar="S", help="For each puzzle."
)
@presents("json")
def generate(
    asked: Asked, genre: str, size: str | None, seed: int | None, folder: str | None, seconds: float, **wishes: Any
) -> Presenter:
    """Make new puzzles of a genre, each with exactly one solution.

    SIZE is ROWSxCOLUMNS, for example 10x10; without it the genre's usual one. One puzzle is printed; with -o each
    becomes a file with a picture beside it, and a run that was stopped goes on where it was.
    """
    count: int = wishes["count"]
    if count > 1 and folder is None and not asked.as_json:
        raise click.UsageError("several puzzles need a folder: -o DIR")
    from cluewright import api  # late: a quick start
    from cluewright.presenters.making import Generated

    told = Generated(count)
    with watching("making puzzles") as progress:

        def is_there(name: str) -> bool:
            there = folder is not None and os.path.exists(os.path.join(folder, f"{name}.yaml"))
            told.there += there
            return there

        options = {**wishes, "seed": seed, "timeout": seconds, "progress": progress, "skip": is_there}
        try:
            for made in api.generate(genre, size, **options):
                told.made.append(made)
                if folder is not None:
                    told.files.append(_write(folder, made))
        except KeyboardInterrupt:
            if not told.made:
                raise
            told.stopped = True
    return told


def _write(folder: str, made: Made) -> str:
    """The file of a puzzle and its picture; the puzzle comes last, so that what is there is whole."""
    from cluewright.presenters.base import View  # late: a quick start

    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, made.name)
    write_file(f"{path}.svg", View(made.puzzle).draw("svg"))
    write_file(f"{path}.yaml", made.text)
    return f"{path}.yaml"
