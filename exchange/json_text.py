"""JSON of other programs, without what no program means: numbers that are none, or endless, or of endless length."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, Final

#: More digits or levels no puzzle has.
_MAX_DIGITS: Final = 18
_MAX_DEPTH: Final = 40


def finite_json(text: str) -> Any:
    """The data of a text; ValueError if it is no JSON, nested too deeply, or has numbers such as NaN or 1e999."""
    try:
        data = json.loads(text, parse_constant=_refused, parse_float=finite_float, parse_int=bounded_int)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level = [data]
    for _ in range(_MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return data
    raise ValueError("nested too deeply")


def _inside(data: object) -> Iterable[object]:
    return data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()


def finite_float(text: str) -> float:
    """A number that has a size."""
    number = float(text)
    return number if math.isfinite(number) else _refused(text)


def bounded_int(text: str) -> int:
    """A whole number of some digits."""
    return int(text) if len(text) <= _MAX_DIGITS else _refused(text)


def _refused(text: str) -> Any:
    raise ValueError(f"{text[:20]} is no number")
