"""What notebooks show of puzzles, solutions and results. What cannot be drawn shows its one line of text instead."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import CheckResult, Solution, SolveResult

#: More solutions than these are not drawn below a result.
SHOWN: Final = 4


def svg(shown: Any) -> str | None:
    """The picture of a puzzle or of a solution."""
    try:
        if isinstance(shown, LoadedPuzzle):
            return _picture(compile_puzzle(shown), None)
        if isinstance(shown, CompiledPuzzle):
            return _picture(shown, None)
        if isinstance(shown, Solution) and shown.puzzle is not None:
            return _picture(shown.puzzle, shown)
    except CluewrightError:
        pass
    return None


def html(shown: Any) -> str | None:
    """A result: what was found, and the first solutions."""
    if not isinstance(shown, (CheckResult, SolveResult)):
        return None
    found = shown.verdict if isinstance(shown, CheckResult) else shown.status
    number = f"{len(shown.answers)} solution{'' if len(shown.answers) == 1 else 's'}"
    words = f"<p><b>{escape(found)}</b>: {number} found by {escape(shown.solver)} in {shown.seconds:.2f} s</p>"
    pictures = [svg(answer) for answer in shown.answers[:SHOWN]]
    drawn = [f'<div style="flex: 0 1 320px">{picture}</div>' for picture in pictures if picture is not None]
    return f'{words}<div style="display: flex; flex-wrap: wrap; gap: 1em">{"".join(drawn)}</div>'


def _picture(puzzle: CompiledPuzzle, answer: Solution | None) -> str:
    from cluewright.pictures.picture import picture  # only who looks pays for drawing

    return picture(puzzle, answer, format="svg")
