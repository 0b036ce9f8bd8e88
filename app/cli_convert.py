"""The command that writes a puzzle in another format."""

from __future__ import annotations

import click

from cluewright.cli_common import FILE, JSON, print_json, warn, write_file


@click.command()
@FILE
@click.option(
    "--to", "form", required=True, metavar="FORMAT", help="yaml, puzzlink, pzprv3, f-puzzles, sudokupad, svg, ..."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Write to a file.")
@click.option("--genre", metavar="NAME", help="What a drawing is, if it does not say so itself (Penpa+).")
@JSON
def convert(file: str, form: str, output: str | None, genre: str | None, as_json: bool) -> None:
    """Write a puzzle in another format: an address becomes a file, a file becomes an address, ...

    An answer that is drawn on a board is kept where the format has a place for it.
    """
    from cluewright import api
    from cluewright.exchange import formats as exchange

    puzzle = warn(api.compile(exchange.load_as(file, genre) if genre else file))
    answer = api.drawn_answer(puzzle) if exchange.holds_answers(form) else None
    text = api.convert(puzzle, form, answer)
    if output:
        write_file(output, text)
    if as_json:
        print_json({"format": form, "answer": answer is not None, "text": text})
    elif not output:
        click.echo(text, nl=False)
