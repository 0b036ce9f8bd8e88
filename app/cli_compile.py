"""The command that writes a puzzle for other people's solvers."""

from __future__ import annotations

import sys

import click

from cluewright.cli_common import compiled

#: The writers of `compiler.backends`, named here so that `--help` loads none of them.
FORMATS = ("xcsp3", "minizinc", "flatzinc", "dimacs", "asp", "json")


@click.command(name="compile")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--to", "target", type=click.Choice(FORMATS), required=True, help="What to write.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), metavar="OUT", help="Write to this file.")
@click.option(
    "--encoding",
    "encodings",
    multiple=True,
    metavar="KIND=NAME",
    help="How to say a graph constraint, for example connected=rank; may be repeated.",
)
def compile_command(file: str, target: str, output: str | None, encodings: tuple[str, ...]) -> None:
    """Write a puzzle as a complete model for another solver.

    The file alone decides the puzzle, connectivity included. JSON is the model before any encoding is chosen.
    """
    from cluewright.compiler.backends import WRITERS
    from cluewright.compiler.lowering import parse_choice

    chosen = dict(parse_choice(text) for text in encodings)
    content = WRITERS[target](compiled(file), chosen)
    data = content.encode() if isinstance(content, str) else content
    if output is None or output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    else:
        write_bytes(output, data)


def write_bytes(path: str, data: bytes) -> None:
    """Write a file, or say why it cannot be written."""
    from cluewright.models.errors import CluewrightError, Place, Problem

    try:
        with open(path, "wb") as stream:
            stream.write(data)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write this file: {error.strerror}", Place(path))) from None
