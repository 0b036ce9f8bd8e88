"""What strangers send: a spoilt address or board is a puzzle or an error in words, soon and in little memory."""

from __future__ import annotations

import base64
import json
import resource
import subprocess
import sys
import zlib

import pytest
from hostile import campaign
from test_penpa import address

import cluewright
from cluewright.exchange.json_text import finite_json
from cluewright.exchange.sudoku.codec import MAX_JSON, pack, unpack
from cluewright.models.errors import CluewrightError

PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
FPUZZLES = "https://www.f-puzzles.com/?load="


def test_spoilt_texts_are_puzzles_or_refused() -> None:
    counts, bad = campaign(25.0, seed=11, genres=20)
    assert not bad, "\n".join(f"{name}: {text!r}\n{what}" for name, text, what in bad[:3])
    assert len(counts) == 14, "every format was read and refused"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # the first code of the packed text speaks of a word that was never said
        (FPUZZLES + "/LLT" * 20, "cannot be unpacked"),
        # a sign between the digits and the letters, where gaps start with a digit
        ("https://puzz.link/p?slalom/d/3/3/4;/1", "';' cannot stand here"),
        ("https://puzz.link/p?nurimaze/3/3/000:/1", "cannot"),
        # numbers that have no size, or too many digits
        (address(2, 2, tags=["sudoku"], surface=lambda number: {"50": float("inf")}), "damaged"),
        (address(2, 2, tags=["sudoku"], surface=lambda number: {"50": 10**400}), "damaged"),
        (FPUZZLES + pack('{"size":1e999,"grid":[]}'), "no JSON"),
        (FPUZZLES + pack('{"size":NaN,"grid":[]}'), "no JSON"),
        (FPUZZLES + pack('{"size":2,"grid":' + "[" * 100 + "]" * 100 + "}"), "no JSON"),
        ("https://sudokupad.app/scl" + pack("{ce:[[,],[,]],x:" + "9" * 5000 + "}"), "damaged"),
        ("https://sudokupad.app/scl" + pack("{ce:[[,],[,]],x:1e999}"), "damaged"),
        ("https://sudokupad.app/scl" + pack("{ce:[[{v:'²'},],[,]]}"), "the given '²' is no number"),
        ("https://puzz.link/p?statuepark/2/2/00//" + "0" * 5000, "neither a known list"),
    ],
)
def test_hostile_addresses(text: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        cluewright.load(text)


def test_unpacking_agrees_with_the_packer() -> None:
    for text in ("a", "ab" * 3000, json.dumps(list(range(3000))), "ÄÖ漢字" * 50, "😀 and 🧩" * 9):
        assert unpack(pack(text), "x") == text


@pytest.mark.parametrize("text", ["[NaN]", "[-Infinity]", "1e400", "9" * 30, "[" * 50 + "]" * 50, "[" * 9000, ""])
def test_json_without_monsters(text: str) -> None:
    with pytest.raises(ValueError, match=r"number|nested|Expecting"):
        finite_json(text)


def _growing(steps: int) -> str:
    """What lz-string would make of one letter many times: every code speaks of the word that it adds itself."""
    numbers = [(0, 2), (ord("a"), 8)] + [(code, code.bit_length()) for code in range(4, steps)]
    bits = "".join(f"{number:0{width}b}"[::-1] for number, width in numbers)
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return "".join(signs[int(bits[i : i + 6].ljust(6, "0"), 2)] for i in range(0, len(bits), 6))


def _penpa(*lines: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return PENPA + base64.b64encode(packer.compress("\n".join(lines).encode()) + packer.flush()).decode()


def _fpuzzles(rows: int, columns: int, more: str = "") -> str:
    row = "[" + ",".join(["{}"] * columns) + "]"
    return f'{{"size":{columns},"grid":[{",".join([row] * rows)}]{more}}}'


BOMBS = {
    "lz-string": lambda: FPUZZLES + _growing(12_000),
    "lz-string of a drawing": lambda: "https://sudokupad.app/scl" + _growing(12_000),
    "deflate": lambda: _penpa("0" * 100_000_000),
    "many parts": lambda: _penpa(
        "square,9,9,38", "[0,0,0,0]", "{}", f"{{{','.join(['zU:[0]'] * 200_000)}}}", "", "[1]"
    ),
    "many lists": lambda: _penpa("square,9,9,38", "[0,0,0,0]", "{}", f'{{"x":[{"[]," * 600_000}1]}}', "", "[1]"),
    "many cells": lambda: _fpuzzles(9000, 36),
    "many cages": lambda: _fpuzzles(1, 1, f',"killercage":[{",".join([json.dumps({"cells": ["R9C9"]})] * 45_000)}]'),
    "large board": lambda: "https://puzz.link/p?heyawake/200/200/" + "v" * 16_000,
    "many words": lambda: "{ce:[[" + ",".join(["'a'"] * 240_000) + "]]}",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str) -> None:
    """In a process with little memory and time, so that a failure does no harm."""
    code = (
        "import sys, cluewright\n"
        "from cluewright.models.errors import CluewrightError\n"
        "text = sys.stdin.read()\n"
        "try:\n    cluewright.loads(text)\nexcept CluewrightError as error:\n    assert len(str(error)) < 20_000\n"
    )

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 20))

    done = subprocess.run(
        [sys.executable, "-c", code], input=BOMBS[name](), text=True, capture_output=True, preexec_fn=bounded
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_what_unpacks_to_too_much_is_named() -> None:
    with pytest.raises(CluewrightError, match=f"longer than {MAX_JSON} signs"):
        cluewright.loads(BOMBS["lz-string"]())
