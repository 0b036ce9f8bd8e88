"""The command `rules`: what genres there are, and how they are played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from cluewright.cli_common import (
    COLOUR,
    EXIT_DISAGREE,
    EXIT_OK,
    EXIT_UNKNOWN,
    JSON,
    print_json,
    progress,
    show_picture,
    use_colour,
)


@click.command()
@click.argument("name", required=False)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only genres with this tag; may be repeated.")
@click.option(
    "--gallery",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a page with all genres and their pictures.",
)
@click.option("--prove", is_flag=True, help="Compare engines and reference interpreter on tiny puzzles of NAME.")
@click.option("--puzzles", type=click.IntRange(min=1), default=50, show_default=True, metavar="N", help="With --prove.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="With --prove.")
@JSON
@COLOUR
def rules(
    name: str | None,
    tags: tuple[str, ...],
    gallery: Path | None,
    prove: bool,
    puzzles: int,
    seed: int,
    as_json: bool,
    colour: bool | None,
) -> None:
    """List the rulebooks, show the rules of one with an example, or search.

    NAME is a rulebook by its identifier, name or alias. Any other word is looked for in names, aliases, tags and
    descriptions. With --prove, NAME may be a file with a rulebook of your own.
    """
    from cluewright.gallery import example
    from cluewright.models.errors import CluewrightError, Problem, did_you_mean
    from cluewright.models.loading import find_rulebook, rulebook_ids
    from cluewright.notation.rulebooks import (
        describe_rulebook,
        find_rulebooks,
        list_rulebooks,
        listed_data,
        rulebook_data,
    )

    if gallery is not None:
        _write_gallery(gallery)
        return
    if prove:
        if name is None:
            raise click.UsageError("which rules? Name a rulebook of the library, or a file with one of your own")
        _prove(name, puzzles, seed, as_json)
    known = None if name is None or tags else find_rulebook(name)
    if known is not None:
        identifier = known.rulebook.rules
        if as_json:
            print_json(rulebook_data(identifier))
            return
        click.echo(describe_rulebook(identifier))
        drawn = example(identifier, colour=use_colour(colour))
        if drawn is not None:
            click.echo("\nExample:\n")
            show_picture(drawn.unsolved)
            click.echo("\nIts solution:\n")
            show_picture(drawn.solved)
        return
    found = find_rulebooks(name, tags)
    if not found:
        what = f"'{name}'" if name else f"the tag {' and '.join(map(repr, tags))}"
        known_tags = sorted({tag for book in find_rulebooks() for tag in book.tags})
        hint = did_you_mean(name, rulebook_ids()) if name else f"tags are {', '.join(known_tags)}"
        raise CluewrightError(Problem(f"there is no rulebook with {what}", hint=hint))
    if as_json:
        print_json(listed_data(found))
    else:
        click.echo(list_rulebooks(found))


def _write_gallery(folder: Path) -> None:
    from cluewright.gallery import write_gallery
    from cluewright.models.errors import CluewrightError, Place, Problem

    try:
        with progress("Drawing all genres"):
            page = write_gallery(folder)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write here: {error.strerror}", Place(str(folder)))) from None
    click.echo(f"written: {page}")


def _prove(name: str, puzzles: int, seed: int, as_json: bool) -> NoReturn:
    """Never returns."""
    from cluewright.laboratory import proving
    from cluewright.laboratory.random import campaign
    from cluewright.laboratory.tiny import Genre
    from cluewright.models.loading import load_rulebook

    own = Path(name).is_file()
    genre = proving.genre_of_file(Path(name)) if own else Genre(load_rulebook(name).rulebook.rules)
    with progress("Comparing tiny puzzles"):
        proof = proving.prove(genre, puzzles=puzzles, seed=seed)
    saved = [campaign.save_difference(Path("random-puzzles"), found) for found in proof.tally.differences]
    if as_json:
        print_json(proving.as_data(proof))
    else:
        click.echo(proving.as_text(proof))
    for path in saved:
        click.echo(f"DIFFERENCE: {path}", err=True)
    sys.exit(EXIT_DISAGREE if saved else EXIT_OK if proof.compared else EXIT_UNKNOWN)
