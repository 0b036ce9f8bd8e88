"""Share a puzzle: in another format, or with evidence that its solution is unique."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cluewright.commands.asking import Asked, asks, of_drawings, presents, watching, write_file
from cluewright.commands.completing import FORMAT
from cluewright.commands.sources import loaded

if TYPE_CHECKING:
    from cluewright.presenters.base import Presenter


@click.command()
@click.option(
    "--to",
    "form",
    type=FORMAT,
    required=True,
    metavar="FORMAT",
    help="yaml, puzzlink, pzprv3, penpa, f-puzzles, sudokupad, svg, ...",
)
@click.option("-o", "--output", "out", type=click.Path(dir_okay=False), metavar="OUT", help="Write to a file.")
@asks("json")
def convert(asked: Asked, form: str, out: str | None) -> Presenter:
    """Write a puzzle in another format: an address becomes a file, a file becomes an address, ...

    An answer that is drawn on a board is kept where the format has a place for it.
    """
    from cluewright import api  # late: a quick start
    from cluewright.exchange import formats
    from cluewright.presenters.sharing import Words

    puzzle = asked.puzzle()
    answer = api.drawn_answer(puzzle) if formats.holds_answers(form) else None
    text = api.convert(puzzle, form, answer)
    if out:
        write_file(out, text)
    shown = "" if out else text.removesuffix("\n")
    return Words(shown, {"format": form, "answer": answer is not None, "text": text})


@click.command()
@click.option("-o", "--output", "folder", required=True, type=click.Path(file_okay=False), metavar="DIR", help="Where.")
@asks("json", "timeout")
def prove(asked: Asked, folder: str) -> Presenter:
    """Write a certificate that a puzzle has exactly one solution, for others to check."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.evidence import Proved

    with watching("proving") as progress:
        puzzle = asked.puzzle()
        return Proved(api.prove(puzzle, folder, timeout=asked.left(), progress=progress))


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.option(
    "--puzzle", metavar="FILE", type=click.Path(allow_dash=True), help="Your own puzzle: is the certificate about it?"
)
@of_drawings
@presents("json", "timeout")
def verify(asked: Asked, folder: str, puzzle: str | None, genre: str | None, drawn: bool) -> Presenter:
    """Check a certificate without any solver: exit code 0 if it is accepted, 1 if it is refused.

    It says what the certificate is about: read that, or compare with your own file by --puzzle.
    """
    from cluewright import api  # late: a quick start
    from cluewright.presenters.evidence import Verified

    with watching("verifying") as progress:
        own = None if puzzle is None else loaded(puzzle, genre, drawn)
        result = api.verify(folder, puzzle=own, timeout=asked.timeout, progress=progress)
    return Verified(result, folder, compared=puzzle is not None)
