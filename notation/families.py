"""Families of genres, for lists that stay pleasant when they are long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from cluewright.models.documents import Rulebook

#: So many rulebooks that go back to the same one are a family with its name.
_MEMBERS: Final = 8
_OTHERS: Final = "other"


def families(books: Iterable[Rulebook]) -> dict[str, list[Rulebook]]:
    """The rulebooks by family, both in alphabetical order: those that extend the same one if they are many, the
    others by their first tag."""
    known = {book.rules: book for book in books}
    origins = {name: _origin(book, known) for name, book in known.items()}
    many = {origin for origin, number in Counter(origins.values()).items() if number >= _MEMBERS}
    found: dict[str, list[Rulebook]] = {}
    for name, book in sorted(known.items()):
        origin = origins[name]
        found.setdefault(origin if origin in many else next(iter(book.tags), _OTHERS), []).append(book)
    return dict(sorted(found.items()))


def _origin(book: Rulebook, known: Mapping[str, Rulebook]) -> str:
    """The rulebook that it goes back to; itself if it extends none."""
    seen = {book.rules}
    while (first := next((name for name in book.extends if name in known), None)) and first not in seen:
        seen.add(first)
        book = known[first]
    return book.rules
