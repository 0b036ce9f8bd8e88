"""Spoilt addresses and boards of every format; each must become a puzzle or a CluewrightError, and soon.

`python tests/hostile.py SECONDS [SEED]` looks for a text that does neither. The tests do the same for a short time.
"""

from __future__ import annotations

import base64
import json
import random
import re
import sys
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

from test_penpa import ROOM_NUMBERS, ROOMS, address, borders, numbers

import cluewright
from cluewright.exchange import formats as exchange
from cluewright.exchange.penpa.packing import lengthen
from cluewright.exchange.sudoku.codec import pack, unpack
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import library_puzzles

#: No text may take longer to be read; generous, since the machine may be busy.
SECONDS_EACH = 20.0
#: Larger boards are read, but not grounded.
MOST_SIGNS = 3000

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyzABCXYZ./;:,+-=%$*#&?!\"'[]{}()|\\<>~^@_ \t\n\x00\x1f²③٣İßﬀ\u200b\ud800😀"
_WORDS = ("%22", "&id=1", "%", "%2", "%00", "%ff", "//", "/0/0/", "/-1/", "/1e9/", "99999999999999999999", "\ufeff")
_WILD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 10, 37, 10**6, -(10**6), 2**31, 2**63, 10**30, 0.5, -0.5, 1e9, 1e308, float("inf"),
    float("-inf"), float("nan"), "", "0", "-1", "1.5", "NaN", "Infinity", "²", "٣", "a" * 300, "R0C0", "R1C1", "R99C99",
    "r1c1", "1,2", ",", "\x00", "\ud800", [], {}, [[]], [{}], {"a": 1}, [None], [1], [[1, 2], [3]], ["R1C1"] * 50,
    {"cells": ["R1C1"]}, {"lines": [["R1C1", "R9C9"]]}, {"value": float("nan")},
)  # fmt: skip


def seeds(dice: random.Random, genres: int) -> dict[str, list[str]]:
    """Texts of every format that can be read, made of the smallest puzzles of some genres of the library."""
    rooms = address(6, 6, tags=["heyawake"], number=numbers(ROOM_NUMBERS), lineE=borders(ROOMS))
    digits = address(9, 9, tags=["sudoku"], number=numbers({(1, 1): 5, (2, 5): 7, (9, 9): 1}))
    made: dict[str, list[str]] = {"penpa": [rooms, digits]}
    folders = sorted({path.parent for path in library_puzzles()})
    sudokus = [
        folder for folder in folders if folder.name in ("sudoku", "killer", "arrow", "quadruple", "little-killer")
    ]
    for folder in {*sudokus, *dice.sample(folders, min(genres, len(folders)))}:
        puzzle = cluewright.compile(min(folder.glob("*.yaml"), key=lambda path: path.stat().st_size))
        for name in _SPOILERS:
            with suppress(CluewrightError):
                made.setdefault(name, []).append(exchange.write(puzzle, name).strip())
    return made


# ---------------------------------------------------------------- spoiling


def _wild(dice: random.Random) -> Any:
    return deepcopy(dice.choice(_WILD))


def _spoilt_text(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((1, 1, 1, 2, 4, 10))):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((1, 1, 2, 5, 30)))
        sign = dice.choice((*dice.sample(_SIGNS, 3), dice.choice(_WORDS)))
        text = dice.choice(
            (
                text[:at] + sign + text[end:],
                text[:at] + sign + text[at:],
                text[:at] + text[end:],
                text[:at],
                text[:at] + text[at:end] * dice.choice((2, 3, 50)) + text[end:],
                text[:at] + text[end:] + text[at:end],
                text[:at] + sign * dice.choice((1, 40, 3000)) + text[end:],
            )
        )
    return text


def _spoilt_words(text: str, dice: random.Random) -> str:
    """Parts between slashes, lines or words changed for others."""
    parts = re.split(r"([/\s,])", text)
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(parts))
        parts[at] = dice.choice((dice.choice(_WORDS), str(_wild(dice)), dice.choice(parts), "", parts[at] * 2))
    return "".join(parts)


def _spoilt_body(text: str, dice: random.Random) -> str:
    """What follows the genre and the size of an address or board, spoilt."""
    found = re.match(r"(.*?[?\n/][\w-]+(?:[/\n]\w*)?[/\n]\d+[/\n]\d+[/\n])(.*)", text, re.DOTALL)
    if found is None:
        return _spoilt_text(text, dice)
    signs = "0123456789abcdefghijklmnopqrstuvwxyz.-+=%*$_;/"
    body = list(found[2])
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(body) + 1)
        body[at : at + dice.choice((0, 1, 1, 2))] = dice.choice(signs) * dice.choice((1, 1, 1, 2, 6))
    return found[1] + "".join(body)


def _spoilt_data(data: Any, dice: random.Random) -> Any:
    """JSON with something in it changed, dropped or nested."""
    data = json.loads(json.dumps(data))
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        holder, key = _somewhere(data, dice)
        if holder is None:
            return _wild(dice)
        action = dice.randrange(6)
        if action == 0:
            del holder[key]
        elif action == 1:
            for _ in range(dice.choice((1, 3, 100, 3000))):
                holder[key] = [holder[key]] if dice.random() < 0.9 else {"cells": holder[key]}
        elif action == 2 and isinstance(holder, dict):
            holder[dice.choice(("zz", "cells", "lines", "value", "region", "cell", "1", "-7", "1e3"))] = _wild(dice)
        elif action == 3 and isinstance(holder, list):
            holder.extend([holder[key]] * dice.choice((1, 3, 500)))
        else:
            holder[key] = _wild(dice)
    return data


def _somewhere(data: Any, dice: random.Random) -> tuple[Any, Any]:
    holder, key = None, None
    while isinstance(data, (dict, list)) and data and (holder is None or dice.random() < 0.8):
        holder, key = data, dice.choice(list(data)) if isinstance(data, dict) else dice.randrange(len(data))
        data = holder[key]
    return holder, key


def _json(data: Any) -> str:
    try:
        return json.dumps(data, ensure_ascii=False)
    except RecursionError:
        return "[" * 5000 + "]" * 5000


def _packable(text: str) -> str:
    return text.encode("utf-16", "replace").decode("utf-16")


def _spoilt_packed(text: str, dice: random.Random) -> str:
    """An address of f-puzzles or SudokuPad whose JSON is spoilt, packed again."""
    found = re.search(r"(.*?(?:load=|/scl|/fpuz))(.*)", text, re.DOTALL)
    assert found is not None
    plain = unpack(found[2], "seed")
    spoilt = _spoilt_text(plain, dice) if dice.random() < 0.2 else _json(_spoilt_data(json.loads(plain), dice))
    return found[1] + str(pack(_packable(spoilt)))


def _spoilt_penpa(text: str, dice: random.Random) -> str:
    start, _, packed = text.partition("p=")
    lines = zlib.decompress(base64.b64decode(packed), -15).decode().split("\n")
    at = dice.choice((0, 1, 3, 3, 3, 3, 5, 17))
    if at == 0 or dice.random() < 0.2:
        lines[at] = _spoilt_text(lines[at], dice) if dice.random() < 0.5 else _spoilt_words(lines[at], dice)
    else:
        lines[at] = _json(_spoilt_data(json.loads(lengthen(lines[at])), dice))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    made = packer.compress("\n".join(lines).encode("utf-8", "replace")) + packer.flush()
    return start + "p=" + base64.b64encode(made).decode()


def _spoilt_json(text: str, dice: random.Random) -> str:
    return _json(_spoilt_data(json.loads(text), dice))


_SPOILERS: dict[str, list[Callable[[str, random.Random], str]]] = {
    "puzzlink": [_spoilt_text, _spoilt_words, _spoilt_body, _spoilt_body],
    "pzprv3": [_spoilt_text, _spoilt_words, _spoilt_body],
    "f-puzzles": [_spoilt_text, _spoilt_packed, _spoilt_packed],
    "sudokupad": [_spoilt_text, _spoilt_packed, _spoilt_packed],
    "f-puzzles-json": [_spoilt_text, _spoilt_json, _spoilt_json],
    "sudokupad-json": [_spoilt_text, _spoilt_json, _spoilt_json],
    "penpa": [_spoilt_text, _spoilt_penpa, _spoilt_penpa],
}


def spoilt_texts(seed: int, genres: int) -> Iterator[tuple[str, str]]:
    """Spoilt texts without end, each with the name of its format."""
    dice = random.Random(seed)
    sound = seeds(dice, genres)
    while True:
        for name, texts in sound.items():
            yield name, dice.choice(_SPOILERS[name])(dice.choice(texts), dice)


# ---------------------------------------------------------------- reading


def outcome(text: str) -> str:
    """What became of a text: "puzzle", "refused", or what should not have happened."""
    start = time.monotonic()
    try:
        loaded = exchange.load_any(text) if text.startswith("https://") else cluewright.loads(text)
        if len(text) < MOST_SIGNS:
            cluewright.compile(loaded)
        found = "puzzle"
    except CluewrightError:
        found = "refused"
    except BaseException:
        found = traceback.format_exc(limit=-6)
    return found if time.monotonic() - start < SECONDS_EACH else f"too slow: {time.monotonic() - start:.0f} s"


def campaign(seconds: float, seed: int, genres: int) -> tuple[Counter[str], list[tuple[str, str, str]]]:
    """How many texts of each format became what, and those that were neither puzzles nor refused."""
    counts: Counter[str] = Counter()
    bad: list[tuple[str, str, str]] = []
    end = time.monotonic() + seconds
    for name, text in spoilt_texts(seed, genres):
        found = outcome(text)
        is_fine = found in ("puzzle", "refused")
        counts[f"{name} {found if is_fine else 'BAD'}"] += 1
        if not is_fine:
            bad.append((name, text, found))
        if time.monotonic() > end:
            return counts, bad
    raise AssertionError("the texts never end")


if __name__ == "__main__":
    counted, failures = campaign(float(sys.argv[1]), int((*sys.argv, 0)[2]), 1000)
    seen: Counter[str] = Counter()
    for kind, spoilt, what in failures:
        last = what.strip().splitlines()
        where = "\n".join(last[-7:])
        seen[where] += 1
        if seen[where] == 1:
            print(f"--- {kind}: {spoilt[:300]!r}\n{where}\n")
    for line, number in sorted(counted.items()):
        print(f"{number:7} {line}")
    sys.exit(bool(failures))
