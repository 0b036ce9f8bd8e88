"""What one can do with each layer. It follows from the rulebook: where a value stands decides where one clicks, which
values there are decides the gesture; `input:` in a rulebook says otherwise."""

from __future__ import annotations

from typing import Any, Final

from cluewright.compiler.elements import Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import UnknownLayer, spell
from cluewright.compiler.values import ValueSpec
from cluewright.notation.plain import plain_value
from cluewright.pictures.layers import DrawnLayer

#: So many values have a button each; others are typed.
MOST_BUTTONS: Final = 16
#: Through so many one goes by clicking.
_MOST_CYCLED: Final = 3

_LINES: Final = ("side", "link")


def clue_tool(puzzle: CompiledPuzzle, name: str, spec: ValueSpec) -> dict[str, Any]:
    """How clues of a layer are put on the board."""
    declared = puzzle.program.clues[name].spec
    over = declared.over.strip()
    kind = puzzle.clues[name].kind
    values, typed = _clue_values(puzzle, spec)
    if spec.is_regions:
        gesture = "border"
    elif over in ("groups", "paths"):
        gesture = "path" if over == "paths" else "group"
    else:
        gesture = "cycle" if _is_short(values) and not typed and not spec.is_list else "keypad"
    tool = {
        "name": name,
        "label": name.replace("_", " "),
        "about": declared.about or (f"values: {declared.values}" if declared.values is not None else ""),
        "kind": kind,
        "gesture": gesture,
        "values": values,
        "typed": typed or spec.is_list,
        "list": spec.is_list,
        "unknown": name in puzzle.model.unknowns,
        "bare": spec.is_bool or spec.is_any,
    }
    return {**tool, **_override(puzzle, name)}


def _is_short(values: list[Any]) -> bool:
    return 0 < len(values) <= _MOST_CYCLED


def _clue_values(puzzle: CompiledPuzzle, spec: ValueSpec) -> tuple[list[Any], bool]:
    """The values that have a button, and whether others may be typed."""
    if spec.is_bool:
        return [True], False
    if spec.is_regions:
        return [], False
    values: list[Any] = []
    typed = spec.is_any
    for low, high in spec.ranges:
        last = min(low + MOST_BUTTONS - 1, low + 9 if high is None else high)
        values += range(low, last + 1)
        typed = typed or high is None or high > last
    return values + list(spec.words), typed


def unknown_tool(puzzle: CompiledPuzzle, layer: UnknownLayer) -> dict[str, Any]:
    """How an answer is put on the board."""
    domain = sorted({value for var in layer.variables.values() for value in var.domain})
    values = [plain_value(layer, value) for value in domain]
    if layer.is_bool:
        values = [value for value in (True, False) if value in values]
    elif 0 in values and layer.kind in (*_LINES, "elements"):
        values = [*(value for value in values if value != 0), 0]
    shown = values[:60]
    gesture = "cycle" if _is_short(values) else "keypad"
    if layer.kind in (*_LINES, "elements") and _is_short(values):
        gesture = "line"
    if layer.is_bool and all(area_of(element) for element in layer.variables):
        gesture = "area"
    return {
        "name": layer.name,
        "label": layer.name.replace("_", " "),
        "about": "",
        "kind": layer.kind,
        "gesture": gesture,
        "values": shown,
        "typed": len(values) > MOST_BUTTONS,
        "list": False,
        "unknown": True,
        "hidden": is_hidden(puzzle, layer.name),
        **_override(puzzle, layer.name),
    }


def area_of(element: object) -> list[str]:
    """The cells of an element that is an area, or has one as a part; none for others."""
    parts = element if isinstance(element, tuple) else (element,)
    return [spell(cell) for part in parts if isinstance(part, Group) for cell in part.cells]


def is_hidden(puzzle: CompiledPuzzle, name: str) -> bool:
    """Whether a layer is not drawn, so that nobody has to fill it in."""
    specs = puzzle.draw.get(name)
    listed = specs if isinstance(specs, list) else [specs]
    return all((spec.get("style") if isinstance(spec, dict) else spec) == "none" for spec in listed)


def _override(puzzle: CompiledPuzzle, name: str) -> dict[str, Any]:
    """What rulebooks say about a layer under `input:`; the last one wins."""
    found: dict[str, Any] = {}
    for loaded in puzzle.loaded.rulebooks:
        spec = loaded.rulebook.input.get(name)
        if spec is not None:
            found |= spec.model_dump(exclude_none=True)
    return found


def shown_text(layer: DrawnLayer, value: Any) -> str:
    """A value as a word for buttons and screen readers."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return layer.spell(tuple(value) if isinstance(value, list) else value) or str(value)
