"""Pictures of a compiled puzzle: its layers become a scene, the scene becomes text or SVG."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

from cluewright.compiler.boards import Board, graph_board
from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.errors import CluewrightError, Problem
from cluewright.notation.plain import plain_value
from cluewright.pictures import DrawnLayer, build_scene, default_style, paint_terminal
from cluewright.pictures.marks import Marked

#: What a picture can be made of.
PictureFormat = Literal["text", "svg"]
FORMATS: Final = get_args(PictureFormat)
#: The kinds of layers beside the grid, and what stands there for a number that is missing.
_LINES: Final = ("line", "row", "column")
_BLANK: Final = "·"


def picture(
    puzzle: CompiledPuzzle,
    answer: Mapping[Var, int] | None,
    *,
    format: PictureFormat,
    colour: bool = False,
    unicode: bool = True,
    marked: Marked = (),
    pencil: Mapping[Var, str] | None = None,
    titled: bool = True,
) -> str:
    """The puzzle, with an answer (or a part of one) if it is given; `pencil` are notes on unknowns."""
    if format not in FORMATS:
        raise CluewrightError(Problem(f"there is no picture format '{format}'", hint=f"one of {', '.join(FORMATS)}"))
    layers = drawn_layers(puzzle, answer, pencil or {})
    scene = build_scene(puzzle.board or _no_board(), layers, puzzle.title if titled else "", marked)
    if format == "svg":
        from cluewright.pictures import to_svg  # late: a quick start

        return to_svg(scene)
    return paint_terminal(scene, colour=colour, unicode=unicode)


def _no_board() -> Board:
    return graph_board([], [])


def drawn_layers(
    puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None, pencil: Mapping[Var, str] = MappingProxyType({})
) -> list[DrawnLayer]:
    """Clues first, then the answer, so that the answer is drawn on top of what it answers."""
    drawn: list[DrawnLayer] = []
    for name, groups in puzzle.shapes.items():
        shapes = {_as_shape(name, i, shape): True for i, shape in enumerate(groups)}
        drawn.extend(styled(puzzle, name, "region", shapes, False, {}))
    blanks = _blanks_beside(puzzle)
    for name, clue in puzzle.clues.items():
        if clue or name in blanks:
            words = puzzle.model.unknowns[name].words if name in puzzle.model.unknowns else {}
            values = {e: words.get(v, v) if words else v for e, v in clue.items()}
            values |= {e: _BLANK for e in blanks.get(name, ()) if e not in values}
            drawn.extend(styled(puzzle, name, clue.kind, values, False, words))
    for name, layer in puzzle.model.unknowns.items():
        given: Mapping[object, object] = puzzle.clues.get(name, {})
        # Without an answer the layer still decides how the empty grid looks, or which things are to be placed.
        values = dict.fromkeys(layer.variables) if puzzle.board is None else {}
        if answer is not None:
            known = {e: v for e, v in layer.variables.items() if e not in given and v in answer}
            values = {e: None for e in values if e not in given and layer.variables[e] not in answer}
            values |= {e: plain_value(layer, answer[v]) for e, v in known.items()}
        notes = {e: pencil[v] for e, v in layer.variables.items() if v in pencil}
        if puzzle.board is None:  # a table has room for notes among the values
            values |= notes
        drawn.extend(styled(puzzle, name, layer.kind, values, True, layer.words))
        if notes and puzzle.board is not None:
            drawn.append(DrawnLayer(name, layer.kind, notes, True, "pencil"))
    return drawn


def _blanks_beside(puzzle: CompiledPuzzle) -> dict[str, list[Element]]:
    """Rows and columns by layer, where several layers have numbers beside them: one that is missing leaves its place
    empty, so that the place of a number tells its layer."""
    beside = {name: clue for name, clue in puzzle.clues.items() if clue.kind in _LINES}
    if len(beside) < 2 or any(isinstance(v, list | tuple) for clue in beside.values() for v in clue.values()):
        return {}
    lines = list(dict.fromkeys(e for clue in beside.values() for e in clue))
    return dict.fromkeys(beside, lines)


def _as_shape(name: str, number: int, shape: Any) -> Element:
    """A cell or group as it is; a bare list of cells as a group."""
    return shape if isinstance(shape, Element) else Group("group", f"{name}{number + 1}", number, shape)


def styled(
    puzzle: CompiledPuzzle, name: str, kind: str, values: dict[Any, Any], unknown: bool, words: dict[int, str]
) -> list[DrawnLayer]:
    """A layer as it is drawn, once for each of its styles."""
    specs = puzzle.draw.get(name)
    if specs is None:
        specs = default_style(kind, values, unknown)
    layers = []
    for spec in specs if isinstance(specs, list) else [specs]:
        options: dict[str, Any] = dict(spec) if isinstance(spec, dict) else {"style": spec}
        style = str(options.pop("style", None) or default_style(kind, values, unknown))
        if "figures" in options:  # the parameter by its name
            options["figures"] = _parameter(puzzle, str(options["figures"]))
        layers.append(DrawnLayer(name, kind, values, unknown, style, options, words))
    return layers


def _parameter(puzzle: CompiledPuzzle, name: str) -> object:
    values: dict[str, object] = {}
    for loaded in puzzle.loaded.rulebooks:
        values |= loaded.rulebook.parameters
    return {**values, **puzzle.loaded.puzzle.parameters}.get(name)
