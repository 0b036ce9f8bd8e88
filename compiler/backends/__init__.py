"""Writers: one module for each target. A written file is complete: it alone decides the puzzle.

A writer gets a model that was lowered for its target and never changes what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cluewright.compiler.ground import CompiledPuzzle
    from cluewright.compiler.model import Model

#: From a puzzle and its chosen encodings to the content of a file.
Writer = Callable[["CompiledPuzzle", Mapping[str, str]], str | bytes]


def _lowered(
    target: str, write: Callable[[Model, str], str | bytes]
) -> Callable[[CompiledPuzzle, Mapping[str, str]], str | bytes]:
    """A writer of puzzles from a writer of lowered models."""

    def written(puzzle: CompiledPuzzle, encodings: Mapping[str, str]) -> str | bytes:
        from cluewright.compiler.lowering import TARGETS, lower

        return write(lower(puzzle.model, TARGETS[target], encodings), puzzle.title)

    return written


def _xcsp3(lowered: Model, _title: str) -> bytes:
    from cluewright.compiler.backends.xcsp3 import write_xcsp3

    return write_xcsp3(lowered).to_bytes()


def _mini(lowered: Model, _title: str) -> bytes:
    from cluewright.compiler.backends.xcsp3 import write_xcsp3

    return write_xcsp3(lowered, mini=True).to_bytes()


def _minizinc(lowered: Model, title: str) -> str:
    from cluewright.compiler.backends.minizinc import write_minizinc

    return write_minizinc(lowered, title=title).text


def _flatzinc(lowered: Model, title: str) -> str:
    from cluewright.compiler.backends.minizinc import write_flatzinc

    return write_flatzinc(lowered, title=title)


def _dimacs(lowered: Model, title: str) -> str:
    from cluewright.compiler.backends.dimacs import write_dimacs

    return write_dimacs(lowered, title).text


def _asp(lowered: Model, title: str) -> str:
    from cluewright.compiler.backends.asp import write_asp

    return write_asp(lowered, title).text


def _json(puzzle: CompiledPuzzle, _encodings: Mapping[str, str]) -> str:
    from cluewright.compiler.backends.json_model import write_json

    return write_json(puzzle.model, puzzle.title, puzzle.genre)


WRITERS: Final[dict[str, Writer]] = {
    "xcsp3": _lowered("xcsp3", _xcsp3),
    "xcsp3-mini": _lowered("xcsp3-mini", _mini),
    "minizinc": _lowered("minizinc", _minizinc),
    "flatzinc": _lowered("minizinc", _flatzinc),
    "dimacs": _lowered("dimacs", _dimacs),
    "asp": _lowered("asp", _asp),
    "json": _json,
}
