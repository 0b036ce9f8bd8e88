"""Questions about one unknown: which is meant, and what is forced of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell
from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.notation.plain import plain_value
from cluewright.reasoning.facts import Fact, fact
from cluewright.reasoning.places import Places
from cluewright.solvers.sat import SatEngine

_TRUTHS: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def unknown_at(puzzle: CompiledPuzzle, at: str) -> Var:
    """The unknown at a place: `r3c4`, or `digit[r3c4]` where several layers have one there; `r1c1-r1c3` for what joins
    two places."""
    names = Places(puzzle)
    layers = puzzle.model.unknowns.values()
    named = {var.name: var for layer in layers for var in layer.variables.values()}
    if at in named:
        return named[at]
    if at[:1] == "R" and at != at.lower():  # R3C4 is r3c4
        return unknown_at(puzzle, at.lower())
    found = [
        var
        for layer in layers
        for element, var in layer.variables.items()
        if at in (spell(element), names.short(element))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        hint = f"write {' or '.join(var.name for var in found)}"
        raise CluewrightError(Problem(f"there are several unknowns at {at}", hint=hint))
    places = [names.short(element) for layer in layers for element in layer.variables]
    raise CluewrightError(Problem(f"there is no unknown at '{at}'", hint=did_you_mean(at, places)))


def number_of(layer: UnknownLayer, var: Var, value: bool | int | str) -> int:
    """The number that stands for a value of an unknown."""
    text = str(value).lower()
    if layer.is_bool and text in _TRUTHS:
        return int(_TRUTHS[text])
    values = {str(plain_value(layer, number)): number for number in var.domain}
    if str(value) not in values:
        hint = did_you_mean(str(value), values) or f"it can be {', '.join(values)}"
        raise CluewrightError(Problem(f"{var.name} can never be {value}", hint=hint))
    return values[str(value)]


class Wrong(Exception):  # noqa: N818  (no mistake of ours)
    """The board cannot be completed."""


def forced(
    puzzle: CompiledPuzzle, start: Mapping[Var, int], var: Var, value: int | None, deadline: float | None
) -> Fact | None:
    """What must be true of an unknown: that it is the value or that it is not; None if both may be. Raises Wrong if
    the board is wrong, and TimeUp."""
    with SatEngine(puzzle.model, deadline=deadline) as engine:
        entries = [engine.literal(entry, number) for entry, number in start.items()]
        answer = engine.solve(entries, deadline)
        if answer is None:
            raise Wrong
        asked = answer[var] if value is None else value
        literal = engine.literal(var, asked)
        if answer[var] == asked:
            return None if engine.solve([*entries, -literal], deadline) is not None else fact(var, asked)
        return None if engine.solve([*entries, literal], deadline) is not None else fact(var, asked, False)
