"""Pencil marks: what is known about every unknown, as an answer where it is certain and as small text where not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer
from cluewright.notation.plain import plain_value
from cluewright.pictures.layers import NOTHING, DrawnLayer
from cluewright.pictures.picture import styled

#: Longer marks would hide the board; then only the range or the number of values is shown.
_LONGEST: Final = 9
#: Kinds of places where a cross says that there is no line.
_LINES: Final = ("side", "link")


def pencil_marks(
    puzzle: CompiledPuzzle, possible: Mapping[Var, Collection[int]], undecided: Mapping[Var, Collection[int]]
) -> tuple[dict[Var, int], dict[Var, str]]:
    """The forced values, and the notes for all other unknowns (those that a clue fixes need none). Where some lines are
    open, those that are surely not drawn have a cross.

    `undecided` are values of which nobody knows yet whether they are possible; a note with some of them ends in `?`.
    """
    forced: dict[Var, int] = {}
    notes: dict[Var, str] = {}
    for name, layer in puzzle.model.unknowns.items():
        given: Collection[object] = puzzle.clues.get(name, {})
        for element, var in layer.variables.items():
            values, left = sorted(possible.get(var, ())), undecided.get(var, ())
            if len(values) == 1 and not left:
                forced[var] = values[0]
            elif (values or left) and element not in given:
                notes[var] = _note(layer, values, bool(left))
        if layer.kind in _LINES and any(var in notes for var in layer.variables.values()):
            notes.update(_crosses(puzzle, name, layer, forced))
    return forced, notes


def _crosses(
    puzzle: CompiledPuzzle, name: str, layer: UnknownLayer, known: Mapping[Var, int]
) -> Iterator[tuple[Var, str]]:
    """A sign where it is known that nothing is to be drawn."""
    given: Collection[object] = puzzle.clues.get(name, {})
    for element, var in layer.variables.items():
        if var in known and element not in given:
            shown = plain_value(layer, known[var])
            if _is_invisible(styled(puzzle, name, layer.kind, {element: shown}, True, {})):
                yield var, NOTHING.get(layer.kind, NOTHING[""])


def working_marks(puzzle: CompiledPuzzle, left: Mapping[Var, Collection[int]]) -> tuple[dict[Var, int], dict[Var, str]]:
    """The same for a board that somebody is working on: notes where values are struck out, and a sign where it is
    known that nothing is to be drawn."""
    known: dict[Var, int] = {}
    notes: dict[Var, str] = {}
    for name, layer in puzzle.model.unknowns.items():
        given: Collection[object] = puzzle.clues.get(name, {})
        for element, var in layer.variables.items():
            values = sorted(left[var])
            if len(values) == 1:
                known[var] = values[0]
            elif element not in given and len(values) < len(var.domain):
                notes[var] = _note(layer, values, False) if values else "!"
        notes.update(_crosses(puzzle, name, layer, known))
    return known, notes


def _is_invisible(drawn: list[DrawnLayer]) -> bool:
    """Whether the one value of a layer is drawn as nothing, though others would be seen."""
    styles = [layer for layer in drawn if layer.style != "none"]
    return bool(styles) and all(
        layer.hides(value) or value is False or (layer.style == "bridge" and not value)
        for layer in styles
        for value in layer.values.values()
    )


def _note(layer: UnknownLayer, values: list[int], is_open: bool) -> str:
    if layer.is_bool or not values:
        return "?"
    words = [str(plain_value(layer, value)) for value in values]
    text = ("" if all(len(word) == 1 for word in words) else ",").join(words)
    if len(text) > _LONGEST:
        is_range = not layer.words and values == list(range(values[0], values[-1] + 1))
        text = f"{values[0]}-{values[-1]}" if is_range else f"{len(values)} values"
    return text + "?" if is_open else text
