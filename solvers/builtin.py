"""The engines that come with cluewright, by the names of their files; none of them is imported for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

#: The solver that is taken unless another is named; it is always there.
DEFAULT: Final = "sat"
#: The solver that asks others.
AUTO: Final = "auto"

_FOLDER: Final = Path(__file__).parent / "engines"


@cache
def built_in() -> tuple[str, ...]:
    """Their names, the usual one first."""
    names = [file.stem.replace("_", "-") for file in sorted(_FOLDER.glob("[a-z]*.py"))]
    return tuple(sorted(names, key=lambda name: (name == AUTO, name != DEFAULT, name)))
