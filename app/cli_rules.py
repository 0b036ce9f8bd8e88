"""The command `rules`: what genres there are, and how they are played."""

from __future__ import annotations

from pathlib import Path

import click

from cluewright.cli_common import COLOUR, JSON, print_json, progress, show_picture, use_colour


@click.command()
@click.argument("name", required=False)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only genres with this tag; may be repeated.")
@click.option(
    "--gallery",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a page with all genres and their pictures.",
)
@JSON
@COLOUR
def rules(name: str | None, tags: tuple[str, ...], gallery: Path | None, as_json: bool, colour: bool | None) -> None:
    """List the rulebooks, show the rules of one with an example, or search.

    NAME is a rulebook by its identifier, name or alias. Any other word is looked for in names, aliases, tags and
    descriptions.
    """
    from cluewright.formats.gallery import example
    from cluewright.formats.rulebooks import (
        describe_rulebook,
        find_rulebooks,
        list_rulebooks,
        listed_data,
        rulebook_data,
    )
    from cluewright.models.errors import CluewrightError, Problem, did_you_mean
    from cluewright.models.loading import find_rulebook, rulebook_ids

    if gallery is not None:
        _write_gallery(gallery)
        return
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
    from cluewright.formats.gallery import write_gallery
    from cluewright.models.errors import CluewrightError, Place, Problem

    try:
        with progress("Drawing all genres"):
            page = write_gallery(folder)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write here: {error.strerror}", Place(str(folder)))) from None
    click.echo(f"written: {page}")
