"""The studio in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from cluewright.commands.asking import of_drawings
from cluewright.commands.sources import loaded


@click.command()
@click.argument("source", required=False, metavar="[FILE|LINK|GENRE]")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="P", help="Where to listen (default: 8420, or the next)."
)
@click.option("--no-browser", is_flag=True, help="Print the address and open no browser.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="For others, with --password.")
@click.option("--password", metavar="WORD", help="What others have to know.", envvar="CLUEWRIGHT_STUDIO_PASSWORD")
@of_drawings
def studio(
    source: str | None,
    port: int | None,
    no_browser: bool,
    host: str,
    password: str | None,
    genre: str | None,
    drawn: bool,
) -> None:
    """Draw, check, play, explain and share puzzles in the browser.

    It runs on this machine alone; Ctrl-C ends it. The page keeps the puzzle, so nothing is lost.
    """
    from cluewright.studio.launch import Wish, launch  # late: a quick start

    start = "" if source is None else start_text(source, genre, drawn)
    launch(Wish(start, port, host, password, not no_browser), lambda address: click.echo(address))


def start_text(source: str, genre: str | None, drawn: bool) -> str:
    """The text that the studio begins with. A file is read here, once: the server reads none."""
    from cluewright.models.loading import read_text  # late: a quick start
    from cluewright.notation.changed import changed_text
    from cluewright.studio.sources import file_text, source_text

    if genre or drawn:
        return changed_text(loaded(source, genre, drawn))
    if source == "-":
        return source_text(read_text(source))
    return file_text(source) if Path(source).is_file() else source_text(source)
