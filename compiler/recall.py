"""What definitions that look at a board said of their arguments, until something changes that they looked at there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cluewright.compiler.ir import Value, Var


class Reading(Protocol):
    """The candidates of a board, which remembers whose were looked at."""

    read: set[Var]


class Recall:
    """The results of some functions on board after board, each with the unknowns that it was read from: whoever takes
    a result has read these, too."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._results: list[dict[Any, tuple[Any, set[Var]]]] = []
        #: Which results, by function and arguments, were read from an unknown.
        self._readers: dict[Var, set[tuple[int, Any]]] = {}
        self._board: dict[Var, Mapping[int, Value]] = {}

    def turn_to(self, reading: Reading, board: Mapping[Var, Mapping[int, Value]]) -> None:
        """Forget what was read where this board differs from the last one."""
        for var, left in board.items():
            if self._board.get(var) != left:
                for number, key in self._readers.pop(var, ()):
                    self._results[number].pop(key, None)
        self._board = dict(board)
        self._reading = reading

    def remembering(
        self, raw: Callable[..., Any], spend: Callable[[int], None]
    ) -> Callable[[Any, tuple[Any, ...]], Any]:
        """A function of a key and of arguments that remembers its results."""
        number = len(self._results)
        results: dict[Any, tuple[Any, set[Var]]] = {}
        self._results.append(results)

        def call(key: Any, args: tuple[Any, ...]) -> Any:
            found = results.get(key)
            if found is None:
                spend(1)
                found = results[key] = self._watched(raw, args)
                for var in found[1]:
                    self._readers.setdefault(var, set()).add((number, key))
            self._reading.read |= found[1]
            return found[0]

        return call

    def _watched(self, raw: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, set[Var]]:
        outer = self._reading.read
        inner: set[Var] = set()
        self._reading.read = inner
        try:
            return raw(*args), inner
        finally:
            self._reading.read = outer
            outer |= inner
