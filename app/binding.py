"""Books of puzzles from Python: what the command `book` makes, for puzzles of any form."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.progress import Progress, Watch, unwatched

if TYPE_CHECKING:
    from cluewright.api import AnyPuzzle


def book(
    puzzles: Iterable[AnyPuzzle],
    path: str | Path,
    *,
    title: str = "Puzzles",
    paper: Literal["a4", "letter"] = "a4",
    per_page: int = 2,
    hints: bool = False,
    solutions: bool = False,
    level_order: bool = False,
    timeout: float = 60.0,
    progress: Watch | None = None,
) -> Path:
    """Write a booklet of puzzles, a .pdf or .html file: rules, puzzles with their ratings, and on wish hints and
    solutions. `timeout` is for each puzzle."""
    from cluewright.commands.bound import Wish, bound  # late: a quick start
    from cluewright.presenters.book import Book

    file = Path(path)
    if file.suffix.lower() not in (".pdf", ".html", ".htm"):
        raise CluewrightError(Problem("a book is a .pdf or .html file", Place(str(file))))
    if not 1 <= per_page <= 6:
        raise CluewrightError(Problem(f"{per_page} puzzles do not fit on a page", hint="1 to 6 do"))
    chosen = list(puzzles)
    tell = progress or unwatched
    entries = []
    for number, puzzle in enumerate(chosen):
        tell(Progress("making a book", number, len(chosen)))
        entries.append(bound(puzzle, Wish(timeout, hints)))
    if level_order:
        entries.sort(key=lambda entry: inf if entry["score"] is None else entry["score"])
    made = Book(str(file), title, entries, paper=paper, per_page=per_page, hints=hints, solutions=solutions)
    content = made.content()
    try:
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write this file: {error.strerror}", Place(str(file)))) from None
    return file
