"""The shortened JSON that SudokuPad puts into addresses.

Keys and colours stand without quotes, quotes are single, `t` and `f` are truth values, an empty place in a list is an
empty object, and common keys are abbreviated. Plain JSON is read as well.
"""

from __future__ import annotations

import re
from typing import Any, Final

from cluewright.exchange.json_text import bounded_int, finite_float
from cluewright.exchange.sudoku.codec import MAX_JSON, bad, too_long

_KEYS: Final = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
    "d2": "d",
}
_WORDS: Final = {"t": True, "true": True, "f": False, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF"}
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<mark>[{}\[\],:])|"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)'|(?P<word>[^\s{}\[\],:"']+))""",
    re.DOTALL,
)
_NUMBER: Final = re.compile(r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?", re.IGNORECASE | re.ASCII)
_COLOUR: Final = re.compile(r"[0-9a-fA-F]{6}")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_MAX_DEPTH: Final = 30


def read_loose(text: str, file: str) -> dict[str, object]:
    """The object that a shortened text stands for, with its full keys."""
    if len(text) > MAX_JSON:
        raise too_long(file)
    try:
        data = _Parser(text).whole()
    except (_Broken, ValueError) as broken:
        raise bad(f"the packed puzzle is damaged: {broken}", file) from None
    if not isinstance(data, dict):
        raise bad("a JSON object is expected", file)
    return data


class _Broken(Exception):  # noqa: N818 - never leaves this module
    """Not even shortened JSON."""


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = list(self._split(text))
        self.at = 0

    @staticmethod
    def _split(text: str) -> Any:
        """Pairs of a mark (or an empty text) and the value of a word."""
        place, end = 0, len(text.rstrip())
        while place < end:
            found = _TOKEN.match(text, place)
            if found is None:
                raise _Broken(f"unexpected '{text[place : place + 10]}'")
            place = found.end()
            if found["mark"]:
                yield found["mark"], None
            elif found["word"] is not None:
                yield "word", found["word"]
            else:
                raw = found["double"] if found["double"] is not None else found["single"]
                yield "text", _ESCAPE.sub(_unescape, raw)
        yield "", None

    def whole(self) -> object:
        value = self.value(0)
        if self.tokens[self.at][0]:
            raise _Broken("something follows its end")
        return value

    def take(self, mark: str) -> bool:
        if self.tokens[self.at][0] == mark:
            self.at += 1
            return True
        return False

    def value(self, depth: int) -> object:
        if depth > _MAX_DEPTH:
            raise _Broken("it is nested too deeply")
        if self.take("{"):
            return self.table(depth)
        if self.take("["):
            return self.items(depth)
        kind, word = self.tokens[self.at]
        if kind in ("word", "text"):
            self.at += 1
            return word if kind == "text" else _plain(word)
        raise _Broken("a value is missing")

    def table(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        while not self.take("}"):
            kind, key = self.tokens[self.at]
            self.at += 1
            if kind not in ("word", "text") or not self.take(":"):
                raise _Broken("a key is missing")
            found[_KEYS.get(key, key) if kind == "word" else key] = self.value(depth + 1)
            if not self.take(",") and self.tokens[self.at][0] != "}":
                raise _Broken("a comma is missing")
        return found

    def items(self, depth: int) -> list[object]:
        if self.take("]"):
            return []
        found: list[object] = []
        while True:
            is_empty = self.tokens[self.at][0] in (",", "]")
            found.append({} if is_empty else self.value(depth + 1))
            if self.take("]"):
                return found
            if not self.take(","):
                raise _Broken("a comma is missing")


def _unescape(found: re.Match[str]) -> str:
    sign = found[1]
    return chr(int(sign[1:], 16)) if len(sign) == 5 else _ESCAPED.get(sign, sign)


def _plain(word: str) -> object:
    if word in _WORDS:
        return _WORDS[word]
    if _COLOUR.fullmatch(word):
        return f"#{word}"
    if _NUMBER.fullmatch(word):
        return finite_float(word) if re.search(r"[.eE]", word) else bounded_int(word)
    return word
