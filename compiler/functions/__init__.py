"""The functions of the language: one small module per subject."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final

from cluewright.compiler.boards import Board
from cluewright.compiler.elements import Cell, Edge, Element, Group, Layer, Seq, Text
from cluewright.compiler.functions import numbers
from cluewright.compiler.functions.cost import is_small, walked_arguments
from cluewright.compiler.functions.drawings import DrawingFunctions
from cluewright.compiler.functions.geometry import BoardFunctions
from cluewright.compiler.functions.graphs import GraphFunctions
from cluewright.compiler.functions.lines import LineFunctions
from cluewright.compiler.functions.patterns import PatternFunctions
from cluewright.compiler.functions.sequences import SequenceFunctions
from cluewright.compiler.functions.shapes import ShapeFunctions
from cluewright.compiler.functions.visits import VisitFunctions
from cluewright.compiler.kinds import Vocabulary
from cluewright.compiler.operators import Budget, Chosen, Guarded
from cluewright.compiler.work import PER_STEP

#: Steps that a call takes, whatever its arguments.
_CALL: Final = 2
#: What is never a list: told by one look, since functions are called often.
_SINGLE: Final = frozenset((Cell, Edge, Element, int, bool, Text))

#: What functions are given most often, alone.
_LISTS: Final = frozenset((Seq, Chosen))


def language_functions(board: Board | None, budget: Budget, vocabulary: Vocabulary) -> dict[str, Callable[..., object]]:
    """Every function by name, bound to one puzzle."""
    offered = Offered(board, budget, vocabulary)
    return {name: offered.function(name) for name in offered.bare}


class Offered:
    """The functions of the language for one puzzle. A rulebook uses a few of them, and only those learn to pay for what
    they do."""

    def __init__(self, board: Board | None, budget: Budget, vocabulary: Vocabulary) -> None:
        self._budget = budget
        self.bare: dict[str, Callable[..., Any]] = {f.__name__.rstrip("_"): f for f in numbers.FUNCTIONS}
        #: What joins ask about single functions.
        self._marks: dict[str, dict[str, object]] = {}
        groups: list[Any] = [SequenceFunctions(budget), PatternFunctions(vocabulary), GraphFunctions(board, vocabulary)]
        groups.append(DrawingFunctions(budget))
        if board is not None:
            lines, places = LineFunctions(board, budget), BoardFunctions(board, budget)
            groups += [ShapeFunctions(board, budget), lines, places, VisitFunctions(budget)]
            self._marks = {"crosses": {"shared": places._inside}, "piece": {"length": lines._piece_length}}
        for group in groups:
            for name in _functions(group.__class__):
                self.bare[name] = getattr(group, name)

    def function(self, name: str) -> Callable[..., object]:
        """One of them, as expressions call it."""
        function = self.bare[name]
        charged = function if is_small(function) else _charged(function, self._budget)
        for mark, value in self._marks.get(name, {}).items():
            setattr(charged, mark, value)
        return charged


@cache
def _functions(group: type[object]) -> list[str]:
    return [name for name in dir(group) if not name.startswith("_") and name not in ("names", "makers")]


def _charged(function: Callable[..., object], budget: Budget) -> Callable[..., Any]:
    """The function, paying for the lists it is given, but not for those that it only looks something up in."""
    spend = budget.spend
    walked = walked_arguments(function)

    @wraps(function)
    def call(*args: object, **named: object) -> object:
        if len(args) == 1 and walked != 0 and args[0].__class__ in _LISTS:  # most often
            spend(_CALL + len(args[0]) // PER_STEP)
            return function(*args, **named)
        work = 0
        for argument in args[:walked]:
            kind = argument.__class__
            if kind is Seq:
                work += len(argument)  # type: ignore[arg-type]
            elif kind in _SINGLE:
                pass
            elif isinstance(argument, (tuple, Group, Layer)):
                work += len(argument)
            elif isinstance(argument, Guarded):
                work += len(argument.entries)
        spend(_CALL + work // PER_STEP)
        return function(*args, **named)

    return call
