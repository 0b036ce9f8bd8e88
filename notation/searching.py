"""Finding rulebooks by words that people remember, in any language and with mistakes in them."""

from __future__ import annotations

from collections.abc import Collection

from cluewright.models.called import folded, names, nearest
from cluewright.models.documents import Rulebook
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import library_rulebooks, own_rulebooks


def find_rulebooks(word: str | None = None, tags: Collection[str] = ()) -> list[Rulebook]:
    """The rulebooks that have all the tags, and the word in their names, tags or description: those of the library,
    and the user's own. Those with the word in a name come first, those with the parts of it here and there last."""
    books = [book for book in _all() if set(tags) <= set(book.tags)]
    wanted = folded(word or "")
    if not wanted:
        return [] if word else books
    by_name = [book for book in books if any(wanted in folded(name) for name in names(book))]
    by_words = [book for book in books if any(wanted in folded(text) for text in (*book.tags, book.about or ""))]
    parts = [folded(part) for part in (word or "").split()]
    by_parts = [book for book in books if len(parts) > 1 and all(part in _said_of(book) for part in parts)]
    return list({book.rules: book for book in (*by_name, *by_words, *by_parts)}.values())


def _said_of(book: Rulebook) -> str:
    """All words about a rulebook in one."""
    return " ".join(map(folded, (*names(book), *book.tags, book.about or "")))


def searched(word: str | None, tags: Collection[str]) -> list[Rulebook]:
    """The same, but if there is none that is an error."""
    found = find_rulebooks(word, tags)
    if not found:
        what = f"'{word}'" if word else f"the tag {' and '.join(map(repr, tags))}"
        known_tags = sorted({tag for book in _all() for tag in book.tags})
        hint = (
            (nearest(word, _all()) or "`cluewright rules` lists all") if word else f"tags are {', '.join(known_tags)}"
        )
        raise CluewrightError(Problem(f"there is no rulebook with {what}", hint=hint))
    return found


def _all() -> list[Rulebook]:
    own = {loaded.rulebook.rules: loaded.rulebook for loaded in own_rulebooks()}
    return [loaded.rulebook for loaded in library_rulebooks() if loaded.rulebook.rules not in own] + [*own.values()]
