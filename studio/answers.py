"""Answers as the page holds them: values by layer and by the name of a place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell
from cluewright.notation.plain import plain_value
from cluewright.studio.tools import is_hidden


def read_values(puzzle: CompiledPuzzle, data: Any) -> dict[Var, int]:
    """The values that are possible at places that exist; all else is passed over."""
    found: dict[Var, int] = {}
    for layer, named in _layers(puzzle, data):
        for place, value in named.items():
            var = _variables(layer).get(str(place))
            number = None if var is None else _number(layer, var, value)
            if var is not None and number is not None:
                found[var] = number
    return found


def read_notes(puzzle: CompiledPuzzle, data: Any) -> dict[Var, list[int]]:
    """Pencil marks: several values at a place."""
    found: dict[Var, list[int]] = {}
    for layer, named in _layers(puzzle, data):
        for place, values in named.items():
            var = _variables(layer).get(str(place))
            if var is not None and isinstance(values, list):
                numbers = [number for value in values if (number := _number(layer, var, value)) is not None]
                if numbers:
                    found[var] = numbers
    return found


def _layers(puzzle: CompiledPuzzle, data: Any) -> list[tuple[UnknownLayer, Mapping[str, Any]]]:
    given = data if isinstance(data, dict) else {}
    layers = puzzle.model.unknowns
    return [(layers[name], named) for name, named in given.items() if name in layers and isinstance(named, dict)]


def _variables(layer: UnknownLayer) -> dict[str, Var]:
    return {spell(element): var for element, var in layer.variables.items()}


def _number(layer: UnknownLayer, var: Var, value: Any) -> int | None:
    for number in var.domain:
        shown = plain_value(layer, number)
        if shown == value and isinstance(shown, bool) == isinstance(value, bool):
            return number
    return None


def plain_answer(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> dict[str, dict[str, Any]]:
    """The same the other way round."""
    return {
        name: {spell(e): plain_value(layer, answer[var]) for e, var in layer.variables.items() if var in answer}
        for name, layer in puzzle.model.unknowns.items()
    }


def completed(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> tuple[dict[Var, int], int]:
    """The answer as its player means it, and how many places are still empty: where nothing is drawn, there is no line
    and no shade; what is not drawn at all need not be filled in."""
    filled = {**puzzle.given(), **answer}
    missing = 0
    for name, layer in puzzle.model.unknowns.items():
        if is_hidden(puzzle, name):
            continue
        for var in layer.variables.values():
            if var in filled:
                continue
            if 0 in var.domain and (layer.is_bool or layer.kind in ("side", "link", "elements")):
                filled[var] = 0
            elif len(var.domain) == 1:
                filled[var] = next(iter(var.domain))
            else:
                missing += 1
    return filled, missing
