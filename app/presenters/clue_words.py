"""Clues in words and as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.notation.plain import plain_value
from cluewright.setting.clue import Clue, show_value


def clue_data(clue: Clue) -> dict[str, object]:
    """A clue for scripts."""
    data: dict[str, object] = {"layer": clue.layer, "at": spell(clue.element), "value": _plain(clue.value)}
    return data if clue.part is None else {**data, "entry": clue.part + 1}


def known_clue_data(puzzle: CompiledPuzzle, clue: Clue) -> dict[str, object]:
    """The same; of an unknown that has words or truth values, not their numbers."""
    return {**clue_data(clue), "value": _known_value(puzzle, clue)}


def clue_text(puzzle: CompiledPuzzle, clue: Clue) -> str:
    """A clue in words, likewise."""
    return str(replace(clue, value=_known_value(puzzle, clue))) if clue.fixes else str(clue)


def entry_text(clue: Clue, value: Any) -> str:
    """What a changed clue says, or its entry in question."""
    return show_value(value if clue.part is None else value[clue.part]) or "nothing"


def _known_value(puzzle: CompiledPuzzle, clue: Clue) -> object:
    if clue.fixes:
        return plain_value(puzzle.model.unknowns[clue.layer], int(clue.value))
    return _plain(clue.value)


def _plain(value: object) -> object:
    return value if type(value) in (int, bool) else show_value(value)
