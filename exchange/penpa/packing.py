"""An address of Penpa+: lines of text with shortened keys, as base64 of a raw deflate stream."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import Final
from urllib.parse import unquote

from cluewright.models.errors import CluewrightError, Place, Problem

MAX_ADDRESS: Final = 200_000
MAX_TEXT: Final = 2_000_000

_START: Final = "https://swaroopg92.github.io/penpa-edit/#"
_ADDRESS: Final = re.compile(r"\s*(?:https?://)?[^\s?#]*/penpa-edit/?[^?#]*[?#](\S+)", re.IGNORECASE)
#: In the order in which Penpa+ replaces them.
_SHORT: Final = {
    "z": "zZ",
    '"qa"': "z9",
    '"pu_q"': "zQ",
    '"pu_a"': "zA",
    '"grid"': "zG",
    '"edit_mode"': "zM",
    '"surface"': "zS",
    '"line"': "zL",
    '"lineE"': "zE",
    '"wall"': "zW",
    '"cage"': "zC",
    '"number"': "zN",
    '"symbol"': "zY",
    '"special"': "zP",
    '"board"': "zB",
    '"command_redo"': "zR",
    '"command_undo"': "zU",
    '"command_replay"': "z8",
    '"numberS"': "z1",
    '"freeline"': "zF",
    '"freelineE"': "z2",
    '"thermo"': "zT",
    '"arrows"': "z3",
    '"direction"': "zD",
    '"squareframe"': "z0",
    '"polygon"': "z5",
    '"deletelineE"': "z4",
    '"killercages"': "z6",
    '"nobulbthermo"': "z7",
    '"__a"': "z_",
    "null": "zO",
}


def bad(message: str, file: str, hint: str | None = None) -> CluewrightError:
    """What is wrong with an address."""
    return CluewrightError(Problem(message, Place(file), hint))


def is_penpa(text: str) -> bool:
    """Whether a text is an address of Penpa+."""
    return _ADDRESS.match(text[:300]) is not None


def unpack(address: str, file: str) -> list[str]:
    """The lines of an address; nothing is fetched."""
    found = _ADDRESS.match(address)
    parts = dict(part.split("=", 1) for part in found[1].split("&") if "=" in part) if found else {}
    if "p" not in parts:
        raise bad("this is no address of Penpa+", file, "expected .../penpa-edit/#m=edit&p=...")
    return lengthen(_inflated(parts["p"], file)).split("\n")


def pack(lines: list[str], solution: str | None) -> str:
    """The address of a puzzle to edit, or to play if there is a solution to compare with."""
    text = "\n".join(lines)
    for full, short in _SHORT.items():
        text = text.replace(full, short)
    if solution is None:
        return f"{_START}m=edit&p={_deflated(text)}"
    return f"{_START}m=solve&p={_deflated(text)}&a={_deflated(solution)}"


def lengthen(text: str) -> str:
    """A text with its keys in full."""
    for full, short in reversed(_SHORT.items()):
        text = text.replace(short, full)
    return text


def _deflated(text: str) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def _inflated(packed: str, file: str) -> str:
    if len(packed) > MAX_ADDRESS:
        raise bad("this address is too long", file)
    try:
        data = base64.b64decode(unquote(packed).replace(" ", "+"), validate=True)
        reader = zlib.decompressobj(-15)
        text = reader.decompress(data, MAX_TEXT)
        if reader.unconsumed_tail:
            raise bad(f"this address unpacks to more than {MAX_TEXT} signs", file)
        return text.decode()
    except (binascii.Error, ValueError, zlib.error):
        raise bad("this address cannot be unpacked", file, "was it cut off?") from None
