"""Rulebooks: which there are, how they are played, and how a puzzle starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cluewright.commands.asking import Asked, presents, watching
from cluewright.commands.completing import GENRE

if TYPE_CHECKING:
    from cluewright.laboratory.tiny import Genre
    from cluewright.presenters.base import Presenter


@click.command()
@click.argument("name", type=GENRE, required=False)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only genres with this tag; may be repeated.")
@click.option(
    "--gallery",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a page with all genres and their pictures.",
)
@click.option("--prove", is_flag=True, help="Compare engines and reference interpreter on tiny puzzles of NAME.")
@click.option(
    "--strategies", is_flag=True, help="Prove or refute each strategy of NAME on tiny boards with all candidates."
)
@click.option("--puzzles", type=click.IntRange(min=1), metavar="N", help="With --prove (50) and --strategies (20).")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="With --prove, --strategies."
)
@presents("json", "color")
def rules(
    asked: Asked,
    name: str | None,
    tags: tuple[str, ...],
    gallery: Path | None,
    prove: bool,
    strategies: bool,
    puzzles: int | None,
    seed: int,
) -> Presenter:
    """List the rulebooks, show the rules of one with an example, or search.

    NAME is a rulebook by its identifier, name or alias. Any other word is looked for in names, aliases, tags and
    descriptions. NAME may also be a file with a rulebook of your own.
    """
    if gallery is not None:
        return _gallery(gallery)
    if prove or strategies:
        if name is None:
            raise click.UsageError("which rules? Name a rulebook of the library, or a file with one of your own")
        if prove and strategies:
            raise click.UsageError("--prove and --strategies exclude each other")
        return _proof(name, puzzles or 50, seed) if prove else _strategies(name, puzzles or 20, seed)
    from cluewright.gallery import example  # late: a quick start
    from cluewright.models.loading import any_rulebook
    from cluewright.notation.searching import searched
    from cluewright.presenters.sharing import RulebookDescribed, RulebooksListed

    known = None if name is None or tags else any_rulebook(name)
    if known is None:
        return RulebooksListed(searched(name, tags))
    drawn = None if asked.as_json else example(known.rulebook.rules, colour=asked.is_coloured)
    return RulebookDescribed(known, None if drawn is None else (drawn.unsolved, drawn.solved))


def _gallery(folder: Path) -> Presenter:
    from cluewright.gallery import write_gallery  # late: a quick start
    from cluewright.models.errors import CluewrightError, Place, Problem
    from cluewright.presenters.sharing import Words

    try:
        with watching("drawing all genres"):
            page = write_gallery(folder)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write here: {error.strerror}", Place(str(folder)))) from None
    return Words(f"written: {page}", {"page": str(page)})


def _genre(name: str) -> Genre:
    from cluewright.laboratory import proving, tiny  # late: a quick start
    from cluewright.models.loading import load_rulebook

    own = Path(name).is_file()
    return proving.genre_of_file(Path(name)) if own else tiny.Genre(load_rulebook(name).rulebook.rules)


def _strategies(name: str, puzzles: int, seed: int) -> Presenter:
    from cluewright.laboratory.strategies import try_strategies  # late: a quick start
    from cluewright.presenters.strategies import StrategiesJudged

    with watching("trying strategies"):
        return StrategiesJudged(try_strategies(_genre(name), puzzles=puzzles, seed=seed))


def _proof(name: str, puzzles: int, seed: int) -> Presenter:
    from cluewright.laboratory import proving  # late: a quick start
    from cluewright.laboratory.random import campaign
    from cluewright.presenters.laboratory import RulebookProved

    with watching("comparing tiny puzzles"):
        proof = proving.prove(_genre(name), puzzles=puzzles, seed=seed)
    saved = [campaign.save_difference(Path("random-puzzles"), found) for found in proof.tally.differences]
    return RulebookProved(proof, saved)


@click.command()
@click.argument("genre", type=GENRE)
@click.argument("size", required=False)
@presents()
def new(asked: Asked, genre: str, size: str | None) -> Presenter:
    """Print a commented template for a new puzzle, for example: new slitherlink 10x10."""
    from cluewright.notation.template import template  # late: a quick start
    from cluewright.presenters.sharing import Words

    return Words(template(genre, size).removesuffix("\n"))


@click.command()
@click.argument("kind", type=click.Choice(["puzzle", "campaign"]), default="puzzle")
@presents()
def schema(asked: Asked, kind: str) -> Presenter:
    """Print the JSON Schema of rulebooks and puzzles (or of campaigns), for editors."""
    import json  # late: a quick start

    from cluewright.models.schema import json_schema
    from cluewright.presenters.sharing import Words

    if kind == "campaign":
        from cluewright.laboratory.bench.campaign import Campaign  # late: a quick start

        made = json_schema(Campaign, "cluewright campaign")
    else:
        made = json_schema()
    return Words(json.dumps(made, ensure_ascii=False))


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@presents()
def completion(asked: Asked, shell: str) -> Presenter:
    """Print what a shell needs to complete commands, options, genres, solvers and formats.

    \b
    bash: eval "$(cluewright completion bash)"   in ~/.bashrc
    zsh:  eval "$(cluewright completion zsh)"    in ~/.zshrc
    fish: cluewright completion fish | source    in config.fish
    """
    from click.shell_completion import get_completion_class  # late: a quick start

    from cluewright.presenters.sharing import Words

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(click.get_current_context().find_root().command, {}, "cluewright", "_CLUEWRIGHT_COMPLETE")
    return Words(script.source_template % script.source_vars())
