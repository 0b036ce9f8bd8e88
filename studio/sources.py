"""What a puzzle can be opened from: the name of a genre, an address, a board of another program, YAML."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from cluewright import puzzles
from cluewright.exchange.formats import loads_any
from cluewright.models.documents import Rulebook
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.loading import (
    LoadedRulebook,
    OnlyRules,
    any_rulebook,
    library_puzzles,
    load_text,
    read_text,
    rulebook_ids,
)
from cluewright.notation.changed import changed_text
from cluewright.notation.standalone import standalone_text
from cluewright.notation.template import template

_SQUARE: Final = "board: {rows: 6, columns: 6}\n"


def source_text(source: str, size: Any = None) -> str:
    """The YAML text of a puzzle. No file is read: whoever opens one gives its text."""
    source = source.strip("\ufeff")
    if not source.strip():
        return ""
    if is_name(source):
        return genre_text(source.strip(), size)
    if is_written(source):
        return with_puzzle(source)
    return changed_text(loads_any(source))


def file_text(path: str) -> str:
    """The text of a file; if it needs rulebooks of the user's own, these come along."""
    text = source_text(read_text(path))
    try:
        loaded = load_text(text, path)
        own = [each for each in loaded.rulebooks if each.document.file != path and not is_shipped(each)]
        return standalone_text(loaded) if own else text
    except CluewrightError:
        return text  # with its mistakes


def is_shipped(loaded: LoadedRulebook) -> bool:
    """Whether a rulebook is one of the library."""
    return Path(loaded.document.file).parent == Path(str(puzzles.__file__)).parent / "rules"


def is_written(source: str) -> bool:
    """Whether this is a text in our own language, perhaps with mistakes, for whoever is writing it."""
    return re.search(r"^(puzzle|rules)\s*:", source, re.MULTILINE) is not None


def with_puzzle(text: str) -> str:
    """Rules alone get an empty puzzle below them."""
    try:
        load_text(text)
    except OnlyRules as found:
        name = found.rulebooks[-1].rulebook.rules
        size = _size(found.rulebooks[-1].rulebook)
        return text.rstrip("\n") + f"\n---\npuzzle: {name}\n{size}"
    except CluewrightError:
        pass
    return text


def _size(book: Rulebook) -> str:
    """What the puzzle has to say about its board."""
    board = book.board
    if board is None and not book.extends:
        return ""
    if board is not None and (board.rows or board.side or board.shape or board.nodes or board.grids):
        return ""
    return "board: {side: 4}\n" if board is not None and board.grid in ("hex", "triangle") else _SQUARE


def is_name(source: str) -> bool:
    """Whether this can be the name of a genre, and not a text, an address or the name of a file."""
    return len(source) <= 60 and not any(sign in source for sign in "\n:/?{}.\\")


def known_genre(name: str) -> str:
    """The identifier of a genre; what could be the name of a file is none."""
    found = any_rulebook(name) if name and is_name(name) else None
    if found is None:
        raise CluewrightError(Problem(f"there is no genre '{name[:60]}'", hint=did_you_mean(name, rulebook_ids())))
    return found.rulebook.rules


def example_text(genre: str, name: str | None = None) -> str | None:
    """The smallest puzzle of the library of a genre, or the one of this name."""
    paths = sorted(library_puzzles(known_genre(genre)), key=lambda path: path.stat().st_size)
    found = next((path for path in paths if name in (None, path.stem)), None)
    return None if found is None else read_text(str(found))


def genre_text(name: str, size: Any = None) -> str:
    """An empty puzzle of a genre."""
    return template(known_genre(name), str(size) if size else None)
