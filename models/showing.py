"""How things show themselves: in one line at the prompt, as pictures in notebooks."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import fields
from enum import Enum
from typing import Any, ClassVar, Final, Protocol

#: A value that takes more room than this in a line is counted instead.
_ROOM: Final = 60


class Brief:
    """A dataclass (`repr=False`) that fits on a line whatever is in it."""

    def __repr__(self) -> str:
        shown = (f for f in fields(self) if f.repr and not f.name.startswith("_"))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(f'{f.name}={brief(getattr(self, f.name))}' for f in shown)})"


def brief(value: object) -> str:
    """A value in a few words: itself, or how much of it there is."""
    if isinstance(value, Enum):
        return brief(value.value)
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, str):
        return repr(value if len(value) <= _ROOM else value[: _ROOM - 3] + "...")
    if isinstance(value, Sized) and len(value) > _ROOM:  # do not write down what is too long anyway
        return f"<{len(value)} in a {type(value).__name__}>"
    text = repr(value)
    if len(text) <= _ROOM:
        return text
    return f"<{len(value)} in a {type(value).__name__}>" if isinstance(value, Sized) else f"<{type(value).__name__}>"


class Ways(Protocol):
    """How results show themselves, known to the layers that can draw; None where there is nothing to see."""

    def svg(self, shown: object) -> str | None:
        """One picture."""

    def html(self, shown: object) -> str | None:
        """Words and pictures."""

    def plain(self, shown: object) -> dict[str, object] | None:
        """An answer as plain data."""


class Drawn:
    """Shows itself in notebooks as one picture, once a layer that can draw has said how."""

    ways: ClassVar[Ways | None] = None

    def _repr_svg_(self) -> str | None:
        return None if Drawn.ways is None else Drawn.ways.svg(self)


class Told:
    """A result about a puzzle; shows itself in notebooks as words with pictures."""

    #: The compiled puzzle that was asked about, if it is known.
    puzzle: Any = None

    def _repr_html_(self) -> str | None:
        return None if Drawn.ways is None else Drawn.ways.html(self)
