"""Answers as plain data for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cluewright.compiler.boards import SQUARE, Board
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.model import UnknownLayer, spell


def plain_layers(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> dict[str, object]:
    """Rows of values for layers over all cells of a grid (null where the board has a hole), maps for all others."""
    return {name: _plain(layer, puzzle.board, answer) for name, layer in puzzle.model.unknowns.items()}


def plain_candidates(puzzle: CompiledPuzzle, values: Mapping[Var, Iterable[int]]) -> dict[str, object]:
    """The same shape with a list of values at each place."""
    found: dict[str, object] = {}
    for name, layer in puzzle.model.unknowns.items():
        shown = {v: [plain_value(layer, x) for x in sorted(values[v])] for v in layer.variables.values()}
        found[name] = _arranged(layer, puzzle.board, shown.get)
    return found


def _plain(layer: UnknownLayer, board: Board | None, answer: Mapping[Var, int]) -> object:
    shown = {v: plain_value(layer, answer[v]) for v in layer.variables.values() if v in answer}
    return _arranged(layer, board, shown.get)


def _arranged(layer: UnknownLayer, board: Board | None, show: Callable[[Var], object]) -> object:
    def value_at(element: object) -> object:
        variable = layer.variables.get(element)
        return None if variable is None else show(variable)

    if layer.kind == "cell" and board is not None and board.lines:
        if board.kind is SQUARE:
            return [
                [value_at(board.at.get((r, c))) for c in range(1, board.columns + 1)] for r in range(1, board.rows + 1)
            ]
        return [[value_at(cell) for cell in row] for row in board.lines["row"]]
    return {spell(element): value_at(element) for element in layer.variables}


def plain_value(layer: UnknownLayer, value: int) -> object:
    """A value as a puzzler knows it: a word, true or false, or a number."""
    if value in layer.words:
        return layer.words[value]
    return bool(value) if layer.is_bool else value


def exact_answer(puzzle: CompiledPuzzle, data: object) -> dict[Var, int]:
    """The answer that `plain_layers` shows as this data, and as no other; raises ValueError if there is none."""
    unknowns = puzzle.model.unknowns
    if not isinstance(data, dict) or list(data) != list(unknowns):
        raise ValueError("its layers are not those of the puzzle")
    answer: dict[Var, int] = {}
    for name, layer in unknowns.items():
        places = list(_leaves(_arranged(layer, puzzle.board, lambda variable: variable)))
        values = list(_leaves(data[name]))
        if [where for where, _ in places] != [where for where, _ in values]:
            raise ValueError(f"{name} has not the shape of the board")
        for (where, variable), (_, value) in zip(places, values, strict=True):
            if variable is None:
                fits = [0] if value is None else []
            else:
                fits = [v for v in variable.domain if _equal(plain_value(layer, v), value)]
            if len(fits) != 1:
                raise ValueError(f"{name} cannot be {value!r} at {'/'.join(map(str, where))}")
            if variable is not None:
                answer[variable] = fits[0]
    return answer


def _equal(first: object, second: object) -> bool:
    return first == second and isinstance(first, bool) == isinstance(second, bool)


def _leaves(data: object, where: tuple[object, ...] = ()) -> Iterable[tuple[tuple[object, ...], Any]]:
    """Every value in rows and maps, with the way to it."""
    if isinstance(data, (list, dict)):
        for key, item in data.items() if isinstance(data, dict) else enumerate(data, 1):
            yield from _leaves(item, (*where, key))
    else:
        yield where, data
