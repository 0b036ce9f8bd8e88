"""Unpacking what lz-string has packed, with a bound on the result: a short text can stand for a very long one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_SIGNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES: Final = {sign: value for value, sign in enumerate(_SIGNS)}
#: Codes that say that a new sign of 8 or 16 bits follows, and that the text ends.
_BITS: Final = {0: 8, 1: 16}
_END: Final = 2


class DamagedError(Exception):
    """The packed text ends too early, or uses what it has not said yet."""


class TooLongError(Exception):
    """The text would be longer than allowed."""


def decompress_base64(packed: str, limit: int) -> str:
    """The text behind base64 signs, of which there may be up to `limit`."""
    bits = _Bits(packed)
    words: dict[int, str] = {}
    parts: list[str] = []
    last = ""
    length, width, next_code = 0, 2, 3
    while True:
        code = bits.number(width)
        if code == _END:
            return _joined("".join(parts))
        new = code in _BITS
        if new:
            code, words[next_code] = next_code, chr(bits.number(_BITS[code]))
            next_code += 1
        if code in words:
            word = words[code]
        elif code == next_code and last:
            word = last + last[0]  # the word that this very step adds
        else:
            raise DamagedError
        parts.append(word)
        length += len(word)
        if length > limit:
            raise TooLongError
        if last:
            words[next_code] = last + word[0]
            next_code += 1
        last = word
        width = max(width, next_code.bit_length())


def halves(text: str) -> str:
    """Text as the programs that pack it see it: a sign beyond 16 bits is two."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2))


def _joined(text: str) -> str:
    """The opposite; a half alone is no sign."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Bits:
    """Numbers of any width, lowest bit first, from signs of six bits, highest bit first."""

    def __init__(self, packed: str) -> None:
        self.bits = self._all(packed)

    @staticmethod
    def _all(packed: str) -> Iterator[int]:
        for sign in packed.rstrip("="):
            value = _VALUES[sign]
            yield from (value >> shift & 1 for shift in (5, 4, 3, 2, 1, 0))

    def number(self, width: int) -> int:
        found = 0
        for place in range(width):
            bit = next(self.bits, None)
            if bit is None:
                raise DamagedError
            found |= bit << place
        return found
