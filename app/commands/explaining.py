"""Solving like a person: the way to the solution, help on the way, and the reason for one cell."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from cluewright.commands.asking import Asked, asks, make_folder, read_answer, watching, write_file

if TYPE_CHECKING:
    from cluewright.models.progress import Progress
    from cluewright.presenters.base import Presenter
    from cluewright.reasoning.telling import Explanation, ToldStep

_ANSWER_HELP = "A file with the half-filled board: what `solve --json` prints, layers written like clues, or a board."


@click.command()
@click.option("--from", "answer_file", type=click.Path(allow_dash=True), metavar="A", help=_ANSWER_HELP)
@click.option("--until", metavar="CELL", help="Stop when this cell (side, link, ...) is known.")
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Stop after N steps.")
@click.option("--brief", is_flag=True, help="Sentences only, no boards.")
@click.option("--svg", type=click.Path(file_okay=False), metavar="DIR", help="Also write a picture per step.")
@click.option("--pdf", type=click.Path(file_okay=False), metavar="DIR", help="Also write a page to print per step.")
@click.option("--png", type=click.Path(file_okay=False), metavar="DIR", help="Also write such a page as an image.")
@click.option("--html", type=click.Path(dir_okay=False), metavar="OUT", help="Also write a page to step through.")
@asks("json", "timeout", "color", "without")
def explain(
    asked: Asked,
    answer_file: str | None,
    until: str | None,
    steps: int | None,
    brief: bool,
    html: str | None,
    **folders: str | None,
) -> Presenter:
    """Explain how to get to the solution, step by step. Ctrl-C leaves what is there."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.explaining import Explained

    with _Stream(asked, brief) as stream:
        puzzle = asked.puzzle()
        start = None if answer_file is None else read_answer(puzzle, answer_file)
        options: dict[str, Any] = {"until": until, "steps": steps, "timeout": asked.left()}
        try:
            result = api.explain(puzzle, start, progress=stream, **options)
        except KeyboardInterrupt:
            if not stream.steps:
                raise
            result = stream.so_far()
    for form, folder in folders.items():
        if folder is not None:
            _write_pictures(result, form, Path(folder))
    if html is not None:
        from cluewright.presenters.page import page  # late: only who wants one

        write_file(html, page(result))
    return Explained(result, streamed=not asked.as_json)


class _Stream:
    """Shows steps when they are found; in between a line on the terminal tells that something is going on."""

    def __init__(self, asked: Asked, brief: bool) -> None:
        self.asked = asked
        self.brief = brief
        self.steps: list[ToldStep] = []
        self._line: AbstractContextManager[Any] | None = None

    def __enter__(self) -> Self:
        self._wait()
        return self

    def __exit__(self, *details: object) -> None:
        if self._line is not None:
            self._line.__exit__(None, None, None)

    def _wait(self) -> None:
        self._line = watching("explaining")
        self._line.__enter__()

    def __call__(self, progress: Progress) -> None:
        """Take a step."""
        from cluewright.reasoning.telling import ToldStep  # late: a quick start

        step = progress.so_far
        if not isinstance(step, ToldStep):
            return
        self.steps.append(step)
        if self.asked.as_json:
            return
        self.__exit__()  # two writers on one terminal would spoil each other's lines
        self._show(step)
        self._wait()

    def _show(self, step: ToldStep) -> None:
        from cluewright.presenters.explaining import LEGEND, numbered  # late: a quick start

        if not self.brief:
            if step.number == 1:
                click.echo(LEGEND)
            click.echo(step.picture("text", colour=self.asked.is_coloured), color=True)
        click.echo(numbered(step) + ("" if self.brief else "\n"))
        sys.stdout.flush()

    def so_far(self) -> Explanation:
        """What there is when somebody stops it."""
        from cluewright.reasoning.steps import Path as Steps  # late: a quick start
        from cluewright.reasoning.telling import Explanation

        first = self.steps[0]
        path = Steps(first.before, [step.step for step in self.steps])
        result = Explanation(path, first.words, interrupted=True)
        result.puzzle = first.puzzle
        return result


def _write_pictures(result: Explanation, form: str, folder: Path) -> None:
    """A picture for each step, and one of the board before the first; as SVG, or as pages."""
    from cluewright.reasoning.telling import board  # late: a quick start

    make_folder(str(folder))
    width = max(3, len(str(len(result.steps))))
    drawn = [board(result.words.puzzle, result.path.start), *(step.picture() for step in result.steps)]
    for number, each in enumerate(drawn):
        path = str(folder / f"step-{number:0{width}}.{form}")
        if form == "svg":
            write_file(path, each)
        else:
            from cluewright.presenters.sheet import sheet_with  # late: only paper needs it

            write_file(path, sheet_with(result.words.puzzle, each, "pdf" if form == "pdf" else "png"))


@click.command()
@click.option("--answer", "answer_file", type=click.Path(allow_dash=True), metavar="A", help=_ANSWER_HELP)
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    help="1: is there a mistake? 2: where to look; 3: which rules to use there; 4: the whole step.",
)
@asks("json", "svg", "minute", "color", "without")
def hint(asked: Asked, answer_file: str | None, level: int) -> Presenter:
    """Help with a half-filled board, and tell no more than the level allows."""
    from cluewright import api  # late: a quick start
    from cluewright.presenters.explaining import Hinted

    with watching("looking for a hint") as progress:
        puzzle = asked.puzzle()
        answer = api.drawn_answer(puzzle) if answer_file is None else read_answer(puzzle, answer_file)
        found = api.hint(puzzle, answer or {}, level=level, timeout=asked.left(), progress=progress)
        return Hinted(found)


@click.command()
@asks("json", "svg", "minute", "color", "without")
@click.argument("cell")
@click.argument("value", required=False)
@click.option("--answer", "answer_file", type=click.Path(allow_dash=True), metavar="A", help=_ANSWER_HELP)
def why(asked: Asked, cell: str, value: str | None, answer_file: str | None) -> Presenter:
    """Say why a cell must be, or cannot be, a value.

    CELL is r3c4, a side, a link, ..., or digit[r3c4] where there are several unknowns. Without VALUE: why it is what it
    must be.
    """
    from cluewright import api  # late: a quick start
    from cluewright.presenters.explaining import WhyTold

    with watching("looking for the reason") as progress:
        puzzle = asked.puzzle()
        answer = None if answer_file is None else read_answer(puzzle, answer_file)
        return WhyTold(api.why(puzzle, cell, value, answer=answer, timeout=asked.left(), progress=progress))
