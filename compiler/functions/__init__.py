"""The functions of the language: one small module per subject."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cluewright.compiler.boards import Board
from cluewright.compiler.functions import numbers
from cluewright.compiler.functions.geometry import BoardFunctions
from cluewright.compiler.functions.graphs import GraphFunctions
from cluewright.compiler.functions.patterns import PatternFunctions
from cluewright.compiler.functions.sequences import SequenceFunctions
from cluewright.compiler.operators import Budget


def language_functions(board: Board | None, budget: Budget, words: Mapping[str, int]) -> dict[str, Callable[..., Any]]:
    """Every function by name, bound to one puzzle."""
    found: dict[str, Callable[..., Any]] = {f.__name__.rstrip("_"): f for f in numbers.FUNCTIONS}
    groups: list[Any] = [SequenceFunctions(budget), PatternFunctions(words), GraphFunctions(board)]
    if board is not None:
        groups.append(BoardFunctions(board, budget))
    for group in groups:
        for name in dir(group):
            if not name.startswith("_") and name != "names":
                found[name] = getattr(group, name)
    return found
