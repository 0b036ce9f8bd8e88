"""Words of a text grid for values and for no value, none of which is the layer's own sign for something else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from cluewright.compiler.textgrid import EMPTY
from cluewright.compiler.values import alternatives
from cluewright.models.documents import ClueSpec

_PLAIN: Final = re.compile(r"[^\s|]+")
_RULER: Final = re.compile(r"[-=+]{2,}")
#: Signs that stand for truth values in every layer, the usual ones first.
_TRUTH: Final = {True: ("x", "1", "true"), False: ("0", "no", "false")}


def signs_of(spec: ClueSpec | None) -> dict[str, str]:
    """The signs that a layer declares, and the values that they stand for."""
    if spec is None:
        return {}
    declared = {**(spec.values if isinstance(spec.values, Mapping) else {}), **spec.symbols}
    return {str(sign): str(value) for sign, value in declared.items()}


def empty_sign(spec: ClueSpec | None) -> str | None:
    """A sign for no clue that is no value of this layer; None if all of them are."""
    return next((sign for sign in EMPTY if sign not in signs_of(spec) and sign not in _own_words(spec)), None)


def _own_words(spec: ClueSpec | None) -> list[str]:
    """Values of a layer that are words."""
    values = None if spec is None else spec.values
    listed = [*values.values()] if isinstance(values, Mapping) else values if isinstance(values, list) else [values]
    return [part.strip().strip("'\"") for item in listed if isinstance(item, str) for part in alternatives(item)]


def grid_word(value: object, signs: Mapping[str, str]) -> str | None:
    """A value as one word of a text grid, if there is one."""
    if isinstance(value, bool):
        return next((word for word in _TRUTH[value] if word not in signs), None)
    if isinstance(value, (list, tuple)):
        items = [clear_text(item, signs) for item in value]
        return ("\\" if "" in items else ",").join(items) or None
    text = clear_text(value, signs)
    return text if _PLAIN.fullmatch(text) and text not in EMPTY and not _RULER.fullmatch(text) else None


def clear_text(value: object, signs: Mapping[str, str]) -> str:
    """The text of a value, or a sign for it where this text is a sign for another one."""
    text = str(value)
    if signs.get(text, text) == text:
        return text
    return next((sign for sign, meant in signs.items() if meant == text and sign not in EMPTY), text)
