"""What notebooks show of puzzles, solutions and results. What cannot be drawn shows its one line of text instead."""

from __future__ import annotations

from typing import Any, Final

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.results import Solution

#: More pictures than these are not drawn below a result.
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
    """A result: what was found, and the first pictures."""
    from cluewright.presenters import presenter  # late: only who looks pays for drawing

    told = presenter(shown)
    if told is None:
        return None
    views = [view for view in told.views() if not view.aside][:SHOWN]
    drawn = [f'<div style="flex: 0 1 320px">{view.draw("svg")}</div>' for view in views]
    return f'{told.html()}<div style="display: flex; flex-wrap: wrap; gap: 1em">{"".join(drawn)}</div>'


def plain(shown: Any) -> dict[str, object] | None:
    """A solution as plain data."""
    from cluewright.notation.plain import plain_layers  # late: most solutions are drawn only

    return None if shown.puzzle is None else plain_layers(shown.puzzle, shown)


def _picture(puzzle: CompiledPuzzle, answer: Solution | None) -> str:
    from cluewright.pictures.picture import picture  # late: only who looks pays for drawing

    return picture(puzzle, answer, format="svg")
