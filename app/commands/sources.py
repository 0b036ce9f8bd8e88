"""The puzzles behind names of files, folders and lists of addresses."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

#: Files that may hold puzzles, in a folder.
_ENDINGS: Final = (".yaml", ".yml", ".txt", ".json")


def sources_of(file: str) -> Iterator[str]:
    """The puzzles behind a name: a folder has many, a list of addresses too."""
    if os.path.isdir(file):
        for each in sorted(Path(file).rglob("*")):
            if each.is_file() and each.suffix in _ENDINGS and not _is_rulebook(each):
                yield from sources_of(str(each))
    else:
        yield from (_addresses(file) if os.path.isfile(file) else []) or [file]


def loaded(source: str, genre: str | None, drawn: bool) -> Any:
    """The puzzle of a source, where it is a drawing that needs to be told its genre, or the source itself."""
    if genre is None and not drawn:
        return source
    from cluewright.exchange.formats import load_as  # late: a quick start

    return load_as(source, genre, drawn=drawn, strict=False)


def _addresses(file: str) -> list[str]:
    """The lines of a file, if all or several are addresses; remarks begin with `#`. What is wrong with a file or with a
    line is told later."""
    from cluewright.models.errors import CluewrightError  # late: a quick start
    from cluewright.models.loading import read_text

    try:
        lines = [line.strip() for line in read_text(file).splitlines()]
    except CluewrightError:
        return []
    told = [line for line in lines if line and not line.startswith("#")]
    addresses = sum(map(_is_address, told))
    return told if addresses > 1 or addresses == len(told) else []


def _is_address(line: str) -> bool:
    """Whether a line is an address or the id of a game, both without spaces."""
    return " " not in line and ((line.split("://")[0].isalpha() and "://" in line) or line.startswith("sgt:"))


def _is_rulebook(path: Path) -> bool:
    """Rules alone cannot be hard."""
    lines = path.read_text("utf-8", errors="replace").splitlines()
    return any(line.startswith("rules:") for line in lines) and not any(line.startswith("puzzle:") for line in lines)
