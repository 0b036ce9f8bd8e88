"""New puzzles."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cluewright.commands.asking import Asked, for_many, make_folder, presents, watching, write_file
from cluewright.commands.completing import GENRE

if TYPE_CHECKING:
    from cluewright.models.progress import Watch
    from cluewright.presenters.base import Presenter

_EXAMPLES = """
\b
Examples:
  cluewright generate slitherlink 10x10 --symmetry half-turn > mine.yaml
  cluewright generate sudoku --level 3 --clues 24..28 --seed 7
  cluewright generate heyawake --count 100 --level 2 -o mine
Exit codes: 0 all were made; 2 they cannot be made; 3 some were not made in time; 130 interrupted.
"""


@click.command(epilog=_EXAMPLES)
@click.argument("genre", type=GENRE)
@click.argument("size", required=False)
@click.option("--level", type=click.IntRange(1, 5), metavar="1..5", help="How hard it should be, as `rate` says.")
@click.option(
    "--way", default="strip", show_default=True, metavar="NAME", help="strip, merge, mask, fill, language, ..."
)
@click.option("--rating", metavar="EXPR", help="What should be true of the rating: score < 40 and what_ifs == 0.")
@click.option(
    "--symmetry", default="none", show_default=True, metavar="NAME", help="half-turn, left-right, diagonal, full, ..."
)
@click.option("--clues", metavar="MIN..MAX", help="How many clues there should be.")
@click.option("--by", metavar="strategies[=NAMES]", help="Solvable by the rulebook's strategies, or by these alone.")
@click.option(
    "--pattern", type=click.Path(), metavar="FILE", help="Where the clues stand: rows of signs, with . for no clue."
)
@click.option("--language", metavar="FILE", help="For puzzles made of words: categories and their words, in YAML.")
@click.option(
    "--count", type=click.IntRange(1, 10**6), default=1, show_default=True, metavar="N", help="So many puzzles."
)
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same puzzles.")
@click.option("--certificate", is_flag=True, help="With -o: a proof of uniqueness beside each, for `verify`.")
@click.option("-o", "--output", "folder", type=click.Path(file_okay=False), metavar="DIR", help="Write files there.")
@for_many
@click.option("--cluster", metavar="ADDRESS", help="Make them on a Dask cluster: the address of its scheduler.")
@presents("json")
def generate(
    asked: Asked,
    folder: str | None,
    certificate: bool,
    seconds: float,
    jobs: int | None,
    cluster: str | None,
    **wanted: Any,
) -> Presenter:
    """Make new puzzles of a genre, each with exactly one solution.

    SIZE is ROWSxCOLUMNS, for example 10x10; without it the genre's usual one. One puzzle is printed; with -o each
    becomes a file that says how hard it is, with a picture beside it, and a run that was stopped goes on where it was.
    """
    if wanted["count"] > 1 and folder is None and not asked.as_json:
        raise click.UsageError("several puzzles need a folder: -o DIR")
    if certificate and folder is None:
        raise click.UsageError("certificates need a folder: -o DIR")
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other")
    from cluewright.making.generate import order_of  # late: a quick start
    from cluewright.models.loading import read_text
    from cluewright.presenters.making import Generated

    typed = dict(wanted)
    if wanted["pattern"] is not None:
        wanted["pattern"] = read_text(wanted["pattern"])
    order = order_of(**wanted)
    names, heading = list(order.names), _heading([order.recipe.genre], wanted)
    missing = [name for name in names if folder is None or not _is_there(os.path.join(folder, f"{name}.yaml"), heading)]
    size = [order.recipe.size] if order.recipe.size else []
    printed = _heading([wanted["genre"], *size, "--seed", f"{order.seed}"], typed)
    told = Generated(len(names), len(names) - len(missing), printed)
    if folder is not None:
        make_folder(folder)
    with watching("making puzzles", threads=len(missing) == 1) as progress:
        try:
            if certificate and folder is not None:
                _prove_all(folder, [name for name in names if name not in missing])
            for made in _made({**wanted, "rated": folder is not None}, missing, seconds, jobs, cluster, progress):
                told.made.append(
                    made if folder is None or "puzzle" not in made else _written(folder, made, heading, certificate)
                )
        except KeyboardInterrupt:
            if not told.made:
                raise
            told.stopped = True
    told.made.sort(key=lambda made: names.index(made["name"]))
    return told


def _made(
    wanted: dict[str, Any],
    names: list[str],
    seconds: float,
    jobs: int | None,
    cluster: str | None,
    progress: Watch | None,
) -> Iterator[dict[str, Any]]:
    """Each puzzle when it is made; one alone is made here."""
    from cluewright.commands.made import packed, unpacked  # late: a quick start
    from cluewright.laboratory.many import on_cluster, on_cores
    from cluewright.models.progress import Progress

    ready = 0

    def tell(note: str = "") -> None:
        if progress is not None:
            progress(Progress("making puzzles", ready, len(names), note=note))

    cores = min(jobs or os.cpu_count() or 1, len(names))
    if cluster is not None:
        questions = [{"wanted": wanted, "name": name, "seconds": seconds} for name in names]
        answers = on_cluster("cluewright.commands.made", questions, address=cluster)
    elif cores > 1:
        answers = on_cores([partial(packed, wanted, name, seconds) for name in names], cores)
    else:
        answers = ((number, packed(wanted, name, seconds, tell)) for number, name in enumerate(names))
    for number, data in answers:
        ready += 1
        tell()
        yield unpacked(data, names[number])


def _heading(begin: Sequence[str], wanted: Mapping[str, Any]) -> str:
    """How puzzles are made, as it is typed. The name of a file says size, seed and number, so that only what is printed
    begins with these."""
    usual = {"way": "strip", "symmetry": "none"}
    words = ["cluewright", "generate", *begin]
    for key in ("way", "level", "rating", "symmetry", "clues", "by", "pattern", "language"):
        if wanted[key] not in (None, usual.get(key)):
            words += [f"--{key}", "/".join(str(wanted[key]).split("\n"))]
    return f"# {shlex.join(words)}"


def _is_there(path: str, heading: str) -> bool:
    """Whether a puzzle was made before. With other wishes it would be another one of the same name."""
    if not os.path.exists(path):
        return False
    with open(path, encoding="utf-8") as stream:
        first = stream.readline().rstrip("\n")
    if first.startswith("# cluewright generate") and first != heading:
        raise click.UsageError(f"{path} was made by {first[2:]}: take another folder or another --seed")
    return True


def _prove_all(folder: str, names: list[str]) -> None:
    """Certificates of puzzles that were made before without one, or with half of one."""
    from cluewright import api  # late: a quick start
    from cluewright.setting.certificate_files import MANIFEST

    for path in (os.path.join(folder, name) for name in names):
        if not os.path.exists(os.path.join(f"{path}.certificate", MANIFEST)):  # it is written last
            api.prove(f"{path}.yaml", f"{path}.certificate")


def _written(folder: str, made: dict[str, Any], heading: str, certificate: bool) -> dict[str, Any]:
    """The file of a puzzle, its picture and on wish its certificate; the puzzle comes last, so that what is there is
    whole."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.making import file_text

    path = os.path.join(folder, made["name"])
    write_file(f"{path}.svg", api.render(made["puzzle"], format="svg"))
    if certificate:
        api.prove(made["puzzle"], f"{path}.certificate")
    write_file(f"{path}.yaml", file_text(heading, made))
    return {**made, "file": f"{path}.yaml"}
