"""Shapes by the names that people have for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from cluewright.compiler.functions.shapes import form
from cluewright.reasoning.data import own_data

_DRAWN: Final = re.compile(r"[.x]+(/[.x]+)*")


def shape_name(word: str) -> str:
    """A drawn shape (`.x/xx/.x`) by its name (`the T tetromino`); any other word as it is."""
    is_drawn = "x" in str(word) and _DRAWN.fullmatch(word) is not None
    return _names().get(form(word), word) if is_drawn else word


@cache
def _names() -> Mapping[Any, str]:
    families = own_data("shapes.yaml").items()
    return {form(drawn): f"the {letter} {family}" for family, letters in families for letter, drawn in letters.items()}
