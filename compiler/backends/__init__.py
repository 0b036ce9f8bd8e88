"""Writers: one module for each target. A written file is complete: it alone decides the puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle

#: From a puzzle and its chosen encodings to the content of a file.
Writer = Callable[["CompiledPuzzle", Mapping[str, str]], str | bytes]


def _xcsp3(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> bytes:
    from cluewright.compiler.backends.xcsp3 import compile_xcsp3

    return compile_xcsp3(puzzle.model, encodings).to_bytes()


def _minizinc(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> str:
    from cluewright.compiler.backends.minizinc import write_minizinc

    return write_minizinc(puzzle.model, encodings, title=puzzle.title).text


def _flatzinc(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> str:
    from cluewright.compiler.backends.minizinc import write_flatzinc

    return write_flatzinc(puzzle.model, encodings, title=puzzle.title)


def _dimacs(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> str:
    from cluewright.compiler.backends.dimacs import write_dimacs

    return write_dimacs(puzzle.model, encodings, puzzle.title).text


def _asp(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> str:
    from cluewright.compiler.backends.asp import write_asp

    return write_asp(puzzle.model, encodings, puzzle.title).text


def _json(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> str:
    from cluewright.compiler.backends.json_model import write_json

    return write_json(puzzle.model, puzzle.title, puzzle.genre)


WRITERS: Final[dict[str, Writer]] = {
    "xcsp3": _xcsp3,
    "minizinc": _minizinc,
    "flatzinc": _flatzinc,
    "dimacs": _dimacs,
    "asp": _asp,
    "json": _json,
}
