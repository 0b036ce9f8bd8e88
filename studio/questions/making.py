"""New puzzles, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.pictures.picture import picture
from cluewright.presenters.book import Book, full_entry
from cluewright.studio.opened import Opened
from cluewright.studio.shown import packed
from cluewright.studio.sources import known_genre

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def book(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A booklet of the puzzles whose texts are given, as PDF, with hints and solutions."""
    texts = [str(text) for text in given.get("texts") or []][:100]
    entries = []
    for number, text in enumerate(texts, 1):
        tell({"done": number, "total": len(texts)})
        puzzle = api.compile(api.loads(text))
        checked = api.check(puzzle, timeout=30.0)
        rating = api.rate(puzzle, timeout=30.0) if checked.verdict == "unique" else None
        steps = api.explain(puzzle, steps=3, timeout=30.0).steps if rating else []
        entries.append(full_entry(puzzle, f"{number}", checked, rating, steps))
    title = str(given.get("title") or "Puzzles")[:100]
    return packed(Book("book.pdf", title, entries, hints=True, solutions=True).content())


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
