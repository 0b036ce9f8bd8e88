"""Two solutions on one board: what they share as an answer, where they differ as marked notes."""

from __future__ import annotations

from collections.abc import Mapping

from cluewright.compiler.elements import Edge
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.notation.plain import plain_value
from cluewright.pictures.picture import PictureFormat, picture


def two_solutions(
    puzzle: CompiledPuzzle,
    first: Mapping[Var, int],
    second: Mapping[Var, int],
    *,
    format: PictureFormat,
    colour: bool = False,
    titled: bool = True,
) -> str:
    """Values stand as `first/second`; of truth values, A is true in the first solution only, B in the second only."""
    shared: dict[Var, int] = {}
    notes: dict[Var, str] = {}
    marked: list[object] = []
    for layer in puzzle.model.unknowns.values():
        for element, var in layer.variables.items():
            if first[var] == second[var]:
                shared[var] = first[var]
                continue
            if format == "svg" or not isinstance(element, Edge):  # a terminal has room for one sign on a line
                marked.append(element)
            values = [plain_value(layer, answer[var]) for answer in (first, second)]
            notes[var] = ("A" if values[0] else "B") if layer.is_bool else f"{values[0]}/{values[1]}"
    return picture(puzzle, shared, format=format, colour=colour, marked=marked, pencil=notes, titled=titled)
