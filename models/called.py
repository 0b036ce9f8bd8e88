"""What rulebooks are called, in any language and with mistakes in it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from cluewright.models.documents import Rulebook
from cluewright.models.errors import MAX_WORD

#: How many names are suggested, and how much alike they must be to what was asked for.
_SUGGESTIONS: Final = 2
_ALIKE: Final = 0.7
#: Both syllabaries of Japanese write the same words.
_HIRAGANA: Final = {katakana: katakana - 0x60 for katakana in range(0x30A1, 0x30F7)}


def names(book: Rulebook) -> list[str]:
    """The identifier, the name and the other names."""
    return [book.rules, book.name or book.rules, *book.aliases]


def folded(text: str) -> str:
    """The letters and digits of a text without case, accents and what stands between them."""
    plain = unicodedata.normalize("NFKD", text.casefold()).translate(_HIRAGANA)
    return "".join(sign for sign in plain if sign.isalnum())


def nearest(word: str, books: Iterable[Rulebook]) -> str | None:
    """A suggestion of genres with a name or alias like this word, or None."""
    if len(word) > MAX_WORD:
        return None
    import difflib  # late: most runs find no mistake

    owners = {folded(name): book.rules for book in books for name in reversed(names(book)) if len(name) <= MAX_WORD}
    close = difflib.get_close_matches(folded(word), owners, n=2 * _SUGGESTIONS, cutoff=_ALIKE)
    genres = list(dict.fromkeys(owners[name] for name in close))[:_SUGGESTIONS]
    return f"did you mean {' or '.join(map(repr, genres))}?" if genres else None
