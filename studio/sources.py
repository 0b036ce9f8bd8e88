"""What a puzzle can be opened from: the name of a genre, an address, a board of another program, YAML."""

from __future__ import annotations

from typing import Any

from cluewright.exchange.formats import loads_any
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.loading import any_rulebook, rulebook_ids
from cluewright.notation.changed import changed_text
from cluewright.notation.template import template


def source_text(source: str, size: Any = None) -> str:
    """The YAML text of a puzzle. No file is read: whoever opens one gives its text."""
    source = source.strip("\ufeff")
    if not source.strip():
        return ""
    if is_name(source):
        return genre_text(source.strip(), size)
    if source.lstrip().startswith(("puzzle:", "rules:", "#", "---", "{")) and "\n" in source:
        try:
            loaded = loads_any(source)
        except CluewrightError:
            return source  # with its mistakes, for whoever is writing it
        return source if source.splitlines()[:1] == loaded.document.lines[:1] else changed_text(loaded)
    return changed_text(loads_any(source))


def is_name(source: str) -> bool:
    """Whether this can be the name of a genre, and not a text, an address or the name of a file."""
    return len(source) <= 60 and not any(sign in source for sign in "\n:/?{}.\\")


def known_genre(name: str) -> str:
    """The identifier of a genre; what could be the name of a file is none."""
    found = any_rulebook(name) if name and is_name(name) else None
    if found is None:
        raise CluewrightError(Problem(f"there is no genre '{name[:60]}'", hint=did_you_mean(name, rulebook_ids())))
    return found.rulebook.rules


def genre_text(name: str, size: Any = None) -> str:
    """An empty puzzle of a genre."""
    return template(known_genre(name), str(size) if size else None)
