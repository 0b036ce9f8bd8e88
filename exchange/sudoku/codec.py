"""How f-puzzles and SudokuPad pack a puzzle into an address: JSON, compressed by lz-string, in base64."""

from __future__ import annotations

import json
import re
from typing import Final
from urllib.parse import unquote

from cluewright.exchange.json_text import finite_json
from cluewright.exchange.sudoku.lz import DamagedError, TooLongError, decompress_base64, halves
from cluewright.models.errors import CluewrightError, Place, Problem

#: Longest packed puzzle.
MAX_PACKED: Final = 200_000
#: Longest puzzle as plain JSON, also one that was packed.
MAX_JSON: Final = 1_000_000

_BASE64: Final = re.compile(r"[A-Za-z0-9+/]+=*")


def bad(message: str, file: str, hint: str | None = None) -> CluewrightError:
    """What is wrong with an address or a file."""
    return CluewrightError(Problem(message, Place(file), hint))


def too_long(file: str) -> CluewrightError:
    """A puzzle of a size that nobody draws."""
    return bad(f"the puzzle is longer than {MAX_JSON} signs", file)


def unpack(packed: str, file: str) -> str:
    """The text that was compressed into base64; an address may have escaped some of its signs."""
    plain = re.sub(r"\s", "+", unquote(packed).strip())  # a plus sign may have become a blank
    if len(plain) > MAX_PACKED:
        raise bad(f"the packed puzzle is longer than {MAX_PACKED} signs", file)
    if not _BASE64.fullmatch(plain):
        raise bad("the packed puzzle has signs that base64 does not have", file)
    try:
        text = decompress_base64(plain, MAX_JSON)
    except TooLongError:
        raise too_long(file) from None
    except DamagedError:
        text = ""
    if not text:
        raise bad("the packed puzzle cannot be unpacked", file, "was the address cut off?")
    return text


def pack(text: str) -> str:
    """Text compressed into base64."""
    from lzstring import LZString  # late: only who writes addresses needs it

    return str(LZString().compressToBase64(halves(text)))


def read_json(text: str, file: str) -> dict[str, object]:
    """A JSON object of bounded size."""
    if len(text) > MAX_JSON:
        raise too_long(file)
    try:
        data = finite_json(text)
    except ValueError:
        raise bad("this is no JSON", file) from None
    if not isinstance(data, dict):
        raise bad("a JSON object is expected", file)
    return data


def write_json(data: dict[str, object]) -> str:
    """JSON without blanks."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
