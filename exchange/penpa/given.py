"""What stands in the answer part of a drawing, as given values of the unknowns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cluewright.exchange.penpa.blocks import PenpaBlock
from cluewright.exchange.penpa.canvas import At, Canvas, ends
from cluewright.exchange.penpa.drawing import CROSS, Mark
from cluewright.exchange.penpa.forms import SHADES, family, number
from cluewright.models.documents import ConstraintSpec, UnknownSpec

#: The colour by which solvers mark cells that stay unshaded.
_GREEN: Final = 2
_RULE: Final = "What is drawn in the answer part is given."

Clues = dict[str, Any]


class Given:
    """The marks of an answer part, shared out among the unknowns that are drawn so."""

    def __init__(self, marks: list[Mark], block: PenpaBlock, canvas: Canvas) -> None:
        self.block = block
        self.canvas = canvas
        self.clues: Clues = {}
        self.rules: list[str] = []
        #: Marks that say nothing about an unknown.
        self.left = [mark for mark in marks if not self._read(mark)]

    @property
    def constraints(self) -> list[ConstraintSpec]:
        """What is given indirectly."""
        return [ConstraintSpec(rule=_RULE, holds=self.rules)] if self.rules else []

    def _read(self, mark: Mark) -> bool:
        return any(any(self._said(name, unknown, mark)) for name, unknown in self.block.unknowns.items())

    def _said(self, name: str, unknown: UnknownSpec, mark: Mark) -> Iterator[bool]:
        """Whether a mark says something about an unknown; what it says is kept."""
        styles = [style for style, _ in self.block.style(name)]
        over = unknown.over.split(" in ")[-1].strip()
        if mark.part == "surface":
            if name == self.block.shading and (mark.value in SHADES or mark.value == _GREEN):
                yield self._give(name, mark.at, mark.value != _GREEN)
        elif mark.part in ("line", "border", CROSS):
            is_border = (mark.value if mark.part == CROSS else mark.part) == "border"
            if unknown.values == "bool" and over in ("links", "sides"):
                if is_border == (over == "sides" or "walls" in styles):
                    yield self._give(name, mark.at, mark.part != CROSS, over)
            elif is_border and "walls" in styles and over == "cells":
                first, second = (self.canvas.name(end, ("cells",)) for end in ends(mark.at))
                if first and second:
                    sign = "==" if mark.part == CROSS else "!="
                    self.rules.append(f"{name}[{first}] {sign} {name}[{second}]")
                    yield True
        elif mark.part == "text":
            if unknown.values != "bool" and "none" not in styles and over == "cells" and not self._shapes(name):
                yield self._give(name, mark.at, number(mark.value))
        elif mark.part == "shape":
            for value, shown in self._shapes(name).get(family(mark.value[0]), {}).items():
                if mark.value[1] == shown:
                    yield self._give(name, mark.at, value)

    def _shapes(self, name: str) -> dict[str, dict[Any, Any]]:
        told = self.block.answer.get(name)
        return {family(shape): dict(table) for shape, table in told.items()} if isinstance(told, dict) else {}

    def _give(self, name: str, at: At, value: object, over: str = "cells") -> bool:
        place = self.canvas.name(at, (over,))
        if place is not None:
            self.clues.setdefault(name, {})[place] = value
        return place is not None
