"""The Python interface: the same power as the command line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Literal, Union

from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.ir import Var
from cluewright.models.loading import LoadedPuzzle, load_puzzle, load_text
from cluewright.models.results import CheckResult, CountResult, SolveResult
from cluewright.setting import uniqueness
from cluewright.solvers import base

#: Whatever can be asked about: a path, a loaded puzzle or a compiled one.
AnyPuzzle = Union[str, Path, LoadedPuzzle, CompiledPuzzle]


def load(path: str | Path) -> LoadedPuzzle:
    """Read a puzzle file and its rulebooks; raises CluewrightError with every mistake found."""
    return load_puzzle(str(path))


def loads(text: str, folder: str | Path | None = None) -> LoadedPuzzle:
    """Read a puzzle from text; rulebooks of your own are looked for in `folder`."""
    return load_text(text, folder=None if folder is None else Path(folder))


def compile(puzzle: AnyPuzzle) -> CompiledPuzzle:
    """Ground a puzzle into a model."""
    if isinstance(puzzle, CompiledPuzzle):
        return puzzle
    return compile_puzzle(puzzle if isinstance(puzzle, LoadedPuzzle) else load(puzzle))


def solve(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = 1,
    timeout: float | None = None,
    solver: str = "sat",
    found: Callable[[int], None] | None = None,
) -> SolveResult:
    """Up to `limit` solutions (None: all of them)."""
    engine = base.get_solver(solver)
    return base.solve(compile(puzzle).model, engine, limit=limit, timeout=timeout, found=found)


def check(puzzle: AnyPuzzle, *, timeout: float | None = None, solver: str = "sat") -> CheckResult:
    """Whether there is no solution, exactly one, or several."""
    return uniqueness.check(compile(puzzle).model, base.get_solver(solver), timeout=timeout)


def count(
    puzzle: AnyPuzzle,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    solver: str = "sat",
    found: Callable[[int], None] | None = None,
) -> CountResult:
    """How many solutions there are."""
    engine = base.get_solver(solver)
    return uniqueness.count(compile(puzzle).model, engine, limit=limit, timeout=timeout, found=found)


def solution_values(puzzle: CompiledPuzzle, answer: Mapping[Var, int]) -> dict[str, Any]:
    """An answer as plain data: rows of values for cell layers, {element name: value} for the others."""
    from cluewright.formats.plain import plain_layers

    return plain_layers(puzzle, answer)


def render(
    puzzle: AnyPuzzle,
    answer: Mapping[Var, int] | None = None,
    *,
    format: Literal["text", "svg"] = "text",
    colour: bool = False,
    marked: Collection[Any] = (),
) -> str:
    """A picture of the puzzle, with an answer if one is given; `marked` elements are highlighted."""
    from cluewright.formats.pictures import picture

    return picture(compile(puzzle), answer, format=format, colour=colour, marked=marked)
