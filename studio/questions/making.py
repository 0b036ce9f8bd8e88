"""New puzzles, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.pictures.picture import picture
from cluewright.studio.opened import Opened
from cluewright.studio.sources import known_genre

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def generate(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Puzzles as they are made."""
    made = 0
    level = given.get("level")
    options: dict[str, Any] = {
        "count": max(1, min(int(given.get("count") or 1), 50)),
        "seed": given.get("seed"),
        "level": int(level) if level else None,
        "symmetry": str(given.get("symmetry") or "none"),
        "clues": given.get("clues") or None,
        "pattern": given.get("pattern") or None,
    }
    genre = known_genre(str(given.get("genre") or ""))
    for each in api.generate(genre, given.get("size") or None, timeout=60.0, **options):
        made += 1
        tell({**each.data(), "svg": picture(each.puzzle, None, format="svg", titled=False)})
    return {"made": made}
