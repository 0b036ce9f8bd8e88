"""What all commands share: options, the puzzle they ask about, and how a result is shown.

A command reads its options, asks the Python interface and returns a presenter; everything else happens here.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from cluewright.commands.completing import GENRE, SOLVER
from cluewright.models.records import field, record
from cluewright.presenters.exits import Exit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.ir import Var
    from cluewright.models.errors import Problem
    from cluewright.models.progress import Watch
    from cluewright.presenters.base import Presenter, View

    #: Makes a command of a function that takes what was asked and its own options, and returns a presenter.
    _Decorator = Callable[[Callable[..., Presenter]], Callable[..., None]]

_GENRE: Final = click.option(
    "--genre", type=GENRE, metavar="NAME", help="What a drawing is, if it does not say so itself (Penpa+)."
)
_DRAWN: Final = click.option(
    "--drawn", is_flag=True, help="Take what is drawn in the answer part of a drawing as given (Penpa+)."
)

SECONDS: Final = click.FloatRange(min=0, min_open=True)

#: Options that several commands share, by name.
_SHARED: Final[dict[str, Callable[..., Any]]] = {
    "json": click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of pictures."),
    "svg": click.option(
        "--svg",
        type=click.Path(dir_okay=False),
        metavar="OUT",
        help="Also write the picture to an SVG file; several get numbers.",
    ),
    "pdf": click.option(
        "--pdf",
        type=click.Path(dir_okay=False),
        metavar="OUT",
        help="Also write it as a PDF page, with all that belongs to it.",
    ),
    "png": click.option("--png", type=click.Path(dir_okay=False), metavar="OUT", help="Also write that page as PNG."),
    "timeout": click.option("--timeout", type=SECONDS, metavar="S", help="Stop after S seconds."),
    "minute": click.option(
        "--timeout",
        type=SECONDS,
        default=60.0,
        show_default=True,
        metavar="S",
        help="Stop after S seconds, with what is known then.",
    ),
    "solver": click.option(
        "--solver",
        type=SOLVER,
        default="sat",
        show_default=True,
        metavar="NAME",
        help="A solver by name, auto, or all.",
    ),
    "color": click.option(
        "--color/--no-color", "colour", default=None, help="Colour (default: when the terminal has it)."
    ),
    "without": click.option(
        "--without",
        multiple=True,
        metavar="RULE",
        help="Leave out a rule: its number, or a part of it; may be repeated.",
    ),
    "output": click.option(
        "-o", "--output", type=click.Path(dir_okay=False), metavar="FILE", help="Write the changed puzzle there."
    ),
}

#: Whoever draws a picture draws it in any of these.
_PICTURES: Final = ("svg", "pdf", "png")


@record(frozen=False)
class Asked:
    """What was asked for with the options that commands share."""

    file: str = ""
    genre: str | None = None
    drawn: bool = False
    as_json: bool = False
    svg: str | None = None
    pdf: str | None = None
    png: str | None = None
    timeout: float | None = None
    solver: str = "sat"
    colour: bool | None = None
    without: tuple[str, ...] = ()
    output: str | None = None
    started: float = field(default_factory=time.monotonic)
    warnings: list[str] = field(default_factory=list)

    def puzzle(self) -> CompiledPuzzle:
        """The puzzle in the file, without some of its rules. Raises TimeUp if that alone takes all of the time."""
        from cluewright import api  # late: a quick start

        is_plain = not (self.genre or self.drawn)
        source = self.file if is_plain else api.load(self.file, genre=self.genre, drawn=self.drawn)
        return self.warned(
            api.compile(api.without(source, *self.without) if self.without else source, timeout=self.timeout)
        )

    def warned(self, puzzle: CompiledPuzzle) -> CompiledPuzzle:
        """Show what is probably a slip in the puzzle, and keep it for `--json`."""
        for warning in puzzle.warnings:
            click.echo(problem_text(warning, "warning"), err=True)
        self.warnings = [str(warning) for warning in puzzle.warnings]
        return puzzle

    def left(self) -> float | None:
        """What is left of the time limit."""
        return None if self.timeout is None else max(0.01, self.timeout - (time.monotonic() - self.started))

    @property
    def is_coloured(self) -> bool:
        """What the user wishes, or what the terminal can do."""
        if self.colour is None:
            return sys.stdout.isatty() and "NO_COLOR" not in os.environ
        return self.colour

    # ------------------------------------------------------------ showing

    def show(self, presenter: Presenter) -> NoReturn:
        """Show a result and end."""
        for alarm in presenter.alarms():  # before anything else can go wrong
            shout(alarm)
        self._write(presenter)
        if self.as_json:
            import json  # late: a quick start

            data = presenter.data()
            with_warnings = {**data, "warnings": self.warnings} if self.warnings and isinstance(data, dict) else data
            click.echo(json.dumps(with_warnings, ensure_ascii=False))
        else:
            for view in presenter.views():
                if not view.aside:
                    click.echo(view.draw(colour=self.is_coloured), color=True)
            text = presenter.text()
            if text:
                click.echo(text, color=True)
            if self.output:
                nothing = f"{self.output} is not written: there is no changed puzzle"
                click.echo(nothing if presenter.changed() is None else f"The changed puzzle is in {self.output}.")
        sys.exit(presenter.exit_code)

    def _write(self, presenter: Presenter) -> None:
        """The files that were asked for."""
        for form, out in (("svg", self.svg), ("pdf", self.pdf), ("png", self.png)):
            if out:
                stem, ending = os.path.splitext(out)
                for view in presenter.views():
                    path = out if view.number is None else f"{stem}-{view.number}{ending}"
                    write_file(path, _drawn(view, form))
        changed = presenter.changed()
        if self.output and changed is not None:
            from cluewright.notation.changed import changed_text  # late: a quick start

            write_file(self.output, changed_text(changed))


def _drawn(view: View, form: str) -> str | bytes:
    """The picture, or the page, as the content of a file."""
    if form == "svg":
        return view.draw("svg")
    from cluewright.presenters.sheet import sheet  # late: only paper needs it

    return sheet(view, "pdf" if form == "pdf" else "png")


def for_many(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that works on many puzzles: `seconds` for each, `jobs` at the same time."""
    cores = click.option(
        "--jobs", type=click.IntRange(min=1), metavar="J", help="Puzzles at the same time (default: cores)."
    )
    each = click.option(
        "--timeout", "seconds", type=SECONDS, default=60.0, show_default=True, metavar="S", help="For each puzzle."
    )
    return each(cores(command))


def of_drawings(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a command that takes several puzzles, some of which may be drawings without a genre."""
    return _GENRE(_DRAWN(command))


def asks(*shared: str) -> _Decorator:
    """A command about the puzzle in FILE."""
    return _command(True, shared)


def presents(*shared: str) -> _Decorator:
    """Any other command with a result."""
    return _command(False, shared)


def _command(about_puzzle: bool, shared: tuple[str, ...]) -> _Decorator:
    shared = tuple(option for name in shared for option in (_PICTURES if name == "svg" else (name,)))
    names = {"json": "as_json", "color": "colour", "minute": "timeout"}
    taken = [names.get(name, name) for name in shared] + ["file", "genre", "drawn"] * about_puzzle

    def decorate(command: Callable[..., Presenter]) -> Callable[..., None]:
        @functools.wraps(command)
        def run(**options: Any) -> None:
            from cluewright.models.errors import TimeUp  # late: a quick start

            asked = Asked(**{name: options.pop(name) for name in taken})
            if asked.output and asked.without:
                raise click.UsageError("-o excludes --without: a puzzle without some of its rules cannot be written")
            if asked.pdf or asked.png:
                from cluewright.pictures.paper import find_typst  # late: only paper needs it

                find_typst()  # what is missing is said before anything takes time
            try:
                presenter = command(asked, **options)
            except TimeUp:
                presenter = _too_late()
            asked.show(presenter)

        made: Callable[..., None] = run
        for name in reversed(shared):
            made = _SHARED[name](made)
        return click.argument("file", type=click.Path(allow_dash=True))(_GENRE(_DRAWN(made))) if about_puzzle else made

    return decorate


def _too_late() -> Presenter:
    from cluewright.presenters.sharing import Words  # late: a quick start
    from cluewright.presenters.unfinished import GROUNDING, Unfinished  # late: a quick start

    reason = "the time was up before the rules were written out"
    unfinished = Unfinished({"doing": GROUNDING})
    data = {"status": "unknown", "verdict": "unknown", "reason": reason, **unfinished.data()}
    return Words("\n".join([f"unknown: {reason}", *unfinished.lines()[1:]]), data, Exit.UNKNOWN)


# ---------------------------------------------------------------- progress


@contextmanager
def watching(doing: str, draw: Callable[[Any], Any] | None = None, *, threads: bool = True) -> Iterator[Watch | None]:
    """Show on a terminal that something is going on, once it takes longer than a second."""
    if not sys.stderr.isatty():
        yield None
        return
    from cluewright.progress import Line  # late: a quick start

    with Line(doing, draw, threads=threads) as line:
        yield line


# ---------------------------------------------------------------- words and files


def problem_text(problem: Problem, kind: str) -> str:
    """A mistake with its place and the line of the file that it is on."""
    lines = [f"{kind}: {problem}"]
    if problem.excerpt is not None and problem.place is not None:
        start = max(0, problem.place.column - 61)
        lines.append("    " + problem.excerpt[start : start + 120])
        lines.append("    " + " " * (problem.place.column - 1 - start) + "^")
    return "\n".join(lines)


def read_answer(puzzle: CompiledPuzzle, file: str) -> Mapping[Var, int]:
    """The answer in a file."""
    from cluewright import api  # late: a quick start
    from cluewright.models.loading import read_text

    return api.read_answer(puzzle, read_text(file), "<stdin>" if file == "-" else file)


def make_folder(path: str) -> None:
    """Make a folder where it is not there, or say why not."""
    from cluewright.models.errors import CluewrightError, Place, Problem  # late: a quick start

    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot make this folder: {error.strerror}", Place(path))) from None


def write_file(path: str, content: str | bytes) -> None:
    """Write a file, or say why not. A new one is there when it is whole, whenever one stops."""
    from cluewright.models.errors import CluewrightError, Place, Problem  # late: a quick start

    # of this process alone: nobody's file is in the way, and two that write the same do not take each other's
    new = os.path.join(os.path.dirname(path), f".cluewright-{os.getpid()}.part")
    part = path if os.path.lexists(path) else new
    try:
        with open(part, "wb") as stream:
            stream.write(content.encode() if isinstance(content, str) else content)
        if part != path:
            os.replace(part, path)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write this file: {error.strerror}", Place(path))) from None
    finally:
        if part != path:
            with contextlib.suppress(OSError):
                os.remove(part)


class _Alarm:
    """Whether a disagreement was announced: then the exit code says so, whatever else goes wrong."""

    raised = False


#: Under this name the context of a command keeps what it has announced.
_TOLD: Final = "cluewright.told"


def shout(text: str) -> None:
    """Say the worst that there is to say, once in a command."""
    _Alarm.raised = True
    told = click.get_current_context().meta.setdefault(_TOLD, set())
    if text not in told:
        told.add(text)
        with contextlib.suppress(OSError):
            click.echo(text, err=True)


def ending(usual: int) -> int:
    """The exit code of a command that could not end as it should; a disagreement is worse than any of them."""
    return Exit.DISAGREE if _Alarm.raised else usual
