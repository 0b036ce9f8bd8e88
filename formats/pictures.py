"""Pictures of a compiled puzzle: its layers become a scene, the scene becomes text or SVG."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

from cluewright.compiler.boards import Board, graph_board
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.formats import DrawnLayer, build_scene, default_style, paint_terminal, to_svg
from cluewright.formats.plain import plain_value


def picture(
    puzzle: CompiledPuzzle,
    answer: Mapping[Var, int] | None,
    *,
    format: Literal["text", "svg"],
    colour: bool = False,
    unicode: bool = True,
    marked: Collection[Any] = (),
) -> str:
    """The puzzle, with an answer if one is given."""
    scene = build_scene(puzzle.board or _no_board(), drawn_layers(puzzle, answer), puzzle.title, marked)
    return to_svg(scene) if format == "svg" else paint_terminal(scene, colour=colour, unicode=unicode)


def _no_board() -> Board:
    return graph_board([], [])


def drawn_layers(puzzle: CompiledPuzzle, answer: Mapping[Var, int] | None) -> list[DrawnLayer]:
    """Clues first, then the answer, so that the answer is drawn on top of what it answers."""
    drawn: list[DrawnLayer] = []
    for name, groups in puzzle.shapes.items():
        drawn.extend(_styled(puzzle, name, "region", {cell: group for group in groups for cell in group}, False, {}))
    for name, clue in puzzle.clues.items():
        if clue:
            drawn.extend(_styled(puzzle, name, clue.kind, dict(clue), False, {}))
    for name, layer in puzzle.model.unknowns.items():
        if answer is not None:
            given = puzzle.clues.get(name, {})
            values = {e: plain_value(layer, answer[v]) for e, v in layer.variables.items() if e not in given}
            drawn.extend(_styled(puzzle, name, layer.kind, values, True, layer.words))
    return drawn


def _styled(
    puzzle: CompiledPuzzle, name: str, kind: str, values: dict[Any, Any], unknown: bool, words: dict[int, str]
) -> list[DrawnLayer]:
    specs = puzzle.draw.get(name)
    if specs is None:
        specs = default_style(kind, values, unknown)
    layers = []
    for spec in specs if isinstance(specs, list) else [specs]:
        options = dict(spec) if isinstance(spec, dict) else {"style": spec}
        style = options.pop("style", None) or default_style(kind, values, unknown)
        layers.append(DrawnLayer(name, kind, values, unknown, style, options, words))
    return layers
