"""One puzzle of a book, made ready here or in a process of its own; what is told is plain data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from cluewright import api
from cluewright.commands.asking import problem_text
from cluewright.commands.sources import loaded
from cluewright.models.errors import CluewrightError
from cluewright.presenters.book import Entry, full_entry

#: So many steps are a hint; more would be the solution.
_STEPS: Final = 3


@dataclass(frozen=True)
class Wish:
    """What is asked about each puzzle."""

    seconds: float = 60.0
    hints: bool = False
    #: What a drawing is, and whether its answer part is given.
    genre: str | None = None
    answered: bool = False


def bound(source: api.AnyPuzzle, wish: Wish) -> Entry:
    """The puzzle of a source with its rating, solution and hints; raises CluewrightError if it is wrong."""
    puzzle = api.compile(loaded(source, wish.genre, wish.answered) if isinstance(source, str) else source)
    checked = api.check(puzzle, timeout=wish.seconds)
    rating = api.rate(puzzle, timeout=wish.seconds) if checked.verdict == "unique" else None
    steps = api.explain(puzzle, steps=_STEPS, timeout=wish.seconds).steps if rating and wish.hints else []
    file = source if isinstance(source, str) else puzzle.loaded.document.file
    warnings = [problem_text(warning, "warning") for warning in puzzle.warnings]
    return {**full_entry(puzzle, file, checked, rating, steps), "warnings": warnings}


def packed(source: str, wish: Wish) -> bytes:
    """Make it ready whatever happens; for a pipe."""
    try:
        made: dict[str, Any] = bound(source, wish)
    except CluewrightError as error:
        made = {"errors": [problem_text(problem, "error") for problem in error.problems]}
    return json.dumps(made).encode()


def unpacked(data: bytes, source: str) -> dict[str, Any]:
    """What came through a pipe."""
    died = {"errors": [f"error: {source}: its process died without a word"]}
    made: dict[str, Any] = json.loads(data) if data else died
    return made
