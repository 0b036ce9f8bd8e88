"""SudokuPad: addresses and JSON, in and out.

An address holds either the data of f-puzzles (`fpuz`) or a drawing (`scl`, `ctc`): cells, regions, cages and shapes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.exchange.sudoku.blocks import blocks_of
from cluewright.exchange.sudoku.codec import bad, pack, read_json, unpack, write_json
from cluewright.exchange.sudoku.drawing_in import fpuzzles_from_drawing
from cluewright.exchange.sudoku.drawing_out import drawing_from_fpuzzles
from cluewright.exchange.sudoku.loose_json import read_loose
from cluewright.exchange.sudoku.reading import Reader
from cluewright.exchange.sudoku.writing import fpuzzles_data

_HOST: Final = "https://sudokupad.app/"
_ADDRESS: Final = re.compile(
    r"\s*(?:(?:https?://)?(?:www\.|beta\.)?(?:sudokupad\.app|app\.crackingthecryptic\.com|sudokupad\.svencodes\.com)/"
    r"(?:sudoku(?:\.html)?/?)?(?:\?puzzleid=)?|sudokupad://puzzle/)([^?#&\s]*)",
    re.IGNORECASE,
)
_PAYLOAD: Final = re.compile(r"\s*(scl|ctc|fpuz(?:zles)?)(?=\S{20})", re.IGNORECASE)


def is_sudokupad(text: str) -> bool:
    """Whether a text is an address of SudokuPad, what follows in one, or its JSON."""
    start = text[:300].lstrip("\ufeff \t\r\n")
    if start.startswith("{"):
        return re.search(r'(?:"cells"|\bce)\s*:\s*\[\s*\[', text) is not None
    return _ADDRESS.match(start) is not None or _PAYLOAD.match(start) is not None


def read(text: str, file: str = "<sudokupad>") -> str:
    """The puzzle of an address or of JSON, as YAML. What has no counterpart is an error."""
    text = text.lstrip("\ufeff")
    if text.lstrip().startswith("{"):
        return Reader(fpuzzles_from_drawing(read_loose(text, file), file), file).text()
    address = _ADDRESS.match(text)
    payload = address[1] if address else text.strip()
    kind = _PAYLOAD.match(payload)
    if kind is None:
        hint = "open it there and take the long address from its export"
        raise bad("this address only names a puzzle that is kept on a server", file, hint)
    packed = payload[kind.end() :]
    plain = unpack(packed, file)
    if kind[1].lower().startswith("fpuz"):
        return Reader(read_json(plain, file), file).text()
    return Reader(fpuzzles_from_drawing(read_loose(plain, file), file), file).text()


def write(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """The address of a puzzle as a drawing with its rules. What cannot be drawn there is an error."""
    return _HOST + "scl" + quote(pack(write_json(_drawing(puzzle, answer))), safe="")


def write_plain(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None = None) -> str:
    """The drawing as JSON."""
    return write_json(_drawing(puzzle, answer)) + "\n"


def _drawing(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> dict[str, Any]:
    return drawing_from_fpuzzles(fpuzzles_data(puzzle, answer), blocks_of(puzzle.loaded.rulebooks))
