"""One puzzle of many, rated here or by a program of its own: `python -m cluewright.commands.rated`. What is told is
plain data, so that it can come from another process or another machine."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final, cast

from cluewright import api
from cluewright.commands.asking import problem_text
from cluewright.commands.sources import loaded
from cluewright.laboratory.alone import serve
from cluewright.models.errors import CluewrightError, TimeUp
from cluewright.models.progress import Watch
from cluewright.pictures.picture import picture
from cluewright.presenters.rating import Row, told_of

_LATE: Final = "the time was up before the rules were written out"


@dataclass(frozen=True)
class Wish:
    """What is asked about each puzzle."""

    seconds: float = 60.0
    player: int = 3
    orders: bool = False
    #: Whether a picture is wanted as well.
    drawn: bool = False
    #: What a drawing is, and whether its answer part is given.
    genre: str | None = None
    answered: bool = False


def rated(source: str, file: str, wish: Wish, progress: Watch | None = None) -> Row:
    """Rate the puzzle of a source; raises CluewrightError if it is wrong."""
    try:
        puzzle = api.compile(loaded(source, wish.genre, wish.answered), timeout=wish.seconds)
        rating = api.rate(puzzle, player=wish.player, orders=wish.orders, timeout=wish.seconds, progress=progress)
    except TimeUp:
        return {"entry": _unknown(file, _LATE)}
    row: Row = {
        "entry": {"file": file, **told_of(rating)},
        "warnings": [problem_text(warning, "warning") for warning in puzzle.warnings],
    }
    if wish.drawn:
        row["picture"] = picture(puzzle, None, format="svg", titled=False)
    return row


def wrong(file: str, error: CluewrightError) -> Row:
    """A puzzle that cannot be read."""
    errors = [problem_text(problem, "error") for problem in error.problems]
    return {"entry": _unknown(file, str(error.problems[0])), "errors": errors}


def _unknown(file: str, reason: str) -> dict[str, Any]:
    return {"file": file, "verdict": "unknown", "score": None, "level": None, "reason": reason}


def packed(source: str, file: str, wish: Wish) -> bytes:
    """Rate it whatever happens; for a pipe."""
    try:
        row = rated(source, file, wish)
    except CluewrightError as error:
        row = wrong(file, error)
    return json.dumps(row).encode()


def unpacked(data: bytes, file: str) -> Row:
    """What came through a pipe."""
    return cast(Row, json.loads(data)) if data else {"entry": _unknown(file, "its process died without a word")}


def question(source: str, file: str, wish: Wish) -> dict[str, Any]:
    """What the program reads."""
    return {"source": source, "file": file, "wish": asdict(wish)}


if __name__ == "__main__":
    serve(lambda data: packed(data["source"], data["file"], Wish(**data["wish"])))
