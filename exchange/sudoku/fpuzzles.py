"""f-puzzles: addresses and JSON, in and out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.exchange.sudoku.codec import bad, pack, read_json, unpack, write_json
from cluewright.exchange.sudoku.reading import Reader
from cluewright.exchange.sudoku.writing import fpuzzles_data

_ADDRESS: Final = re.compile(r"\s*(?:https?://)?(?:www\.)?f-puzzles\.com/.*?[?&](load|id)=([^&#\s]+)", re.I | re.S)
_PREFIX: Final = "https://www.f-puzzles.com/?load="


def is_fpuzzles(text: str) -> bool:
    """Whether a text is an address of f-puzzles, or its JSON."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return re.search(r'"grid"\s*:\s*\[', text) is not None and '"size"' in text
    return _ADDRESS.match(text[:300]) is not None


def read(text: str, file: str = "<f-puzzles>") -> str:
    """The puzzle of an address or of JSON, as YAML. What has no counterpart is an error."""
    text = text.lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        return Reader(read_json(text, file), file).text()
    found = _ADDRESS.match(text)
    if found is None:
        raise bad("this is neither an address of f-puzzles nor its JSON", file, f"addresses start with {_PREFIX}")
    if found[1] == "id":
        hint = "open it and take the long address from its export"
        raise bad("this short address only names a puzzle that is kept elsewhere", file, hint)
    return Reader(read_json(unpack(found[2], file), file), file).text()


def write(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """The address of a puzzle. What f-puzzles does not know is an error."""
    return _PREFIX + pack(write_json(fpuzzles_data(puzzle, answer)))


def write_plain(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """The puzzle as the JSON of f-puzzles."""
    return write_json(fpuzzles_data(puzzle, answer)) + "\n"
