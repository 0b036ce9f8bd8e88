"""A second reading of the language: slow, plain, and independent of the compiler and the engines.

It takes a puzzle and an answer and says which rules hold, straight from the meaning of every expression. What the rest
of the project finds by clever means can be compared with what is found here by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from cluewright.models.loading import LoadedPuzzle
from cluewright.reference.elements import Unknown, UnknownLayer, Value, fail, same
from cluewright.reference.rules import Instance, given_rules, read_rule
from cluewright.reference.solutions import Search, TooMuch
from cluewright.reference.world import PuzzleWorld

#: Values by the name of the layer and the spelled element: `{"digit": {"r1c1": 3}}`.
Answer = Mapping[str, Mapping[str, Value]]

__all__ = ["Answer", "Broken", "Reference", "TooMuch", "Value"]

_T = TypeVar("_T")


@dataclass(frozen=True)
class Broken:
    """A rule that does not hold: the sentence and what each loop variable stood for."""

    rule: str
    bindings: dict[str, str]


class Reference:
    """A puzzle, ready to judge answers and to list its solutions."""

    def __init__(self, loaded: LoadedPuzzle) -> None:
        self._unknowns: list[Unknown] = []
        self._instances: list[Instance] = []
        _without_traceback(lambda: self._read(loaded))
        #: The possible values of every unknown, by layer and spelled element.
        self.unknowns: dict[str, dict[str, tuple[Value, ...]]] = {name: {} for name in self._layers}
        for unknown in self._unknowns:
            self.unknowns[unknown.layer][unknown.element] = unknown.values

    def _read(self, loaded: LoadedPuzzle) -> None:
        world = PuzzleWorld(loaded)
        self._layers = tuple(world.unknown_specs)
        for name in self._layers:
            layer = world.layer(name)
            if isinstance(layer, UnknownLayer):
                self._unknowns += layer.unknowns.values()
                if name in world.clue_specs:
                    self._instances += given_rules(world.clues(name), layer)
        for name in world.clue_specs:
            world.clues(name)
        self._unknowns.sort(key=lambda unknown: unknown.index)
        rules = [spec for r in loaded.rulebooks for spec in r.rulebook.constraints] + loaded.puzzle.constraints
        for spec in rules:
            if spec.rule not in loaded.edits.rules:
                self._instances += read_rule(world, spec).instances({})

    def broken(self, answer: Answer) -> list[Broken]:
        """Every rule that does not hold, wherever it does not hold."""
        for unknown in self._unknowns:
            value = answer.get(unknown.layer, {}).get(unknown.element)
            if not any(type(value) is type(other) and same(value, other) for other in unknown.values):
                fail(f"{unknown.layer}[{unknown.element}] cannot have the value {value!r}")
        try:
            for unknown in self._unknowns:
                unknown.value = answer[unknown.layer][unknown.element]
            return _without_traceback(self._broken)
        finally:
            for unknown in self._unknowns:
                unknown.value = None

    def _broken(self) -> list[Broken]:
        found: list[Broken] = []
        seen: set[tuple[int, tuple[tuple[str, str], ...]]] = set()
        for instance in self._instances:
            for bindings in instance.broken():
                key = (id(instance.rule), tuple(bindings.items()))
                if key not in seen:
                    seen.add(key)
                    found.append(Broken(instance.rule.sentence, bindings))
        return found

    def solutions(self, limit: int | None = None, steps: int | None = None) -> Iterator[dict[str, dict[str, Value]]]:
        """Every solution, or the first ones; TooMuch is raised after so many steps (values that were tried)."""
        search = _without_traceback(lambda: Search(self._unknowns, self._instances, steps).run())
        for values in islice(search, limit):
            found: dict[str, dict[str, Value]] = {name: {} for name in self._layers}
            for unknown, value in zip(self._unknowns, values, strict=True):
                found[unknown.layer][unknown.element] = value
            yield found


def _without_traceback(work: Callable[[], _T]) -> _T:
    """A definition without end is a mistake in the puzzle as well."""
    try:
        return work()
    except RecursionError:
        return fail("the expressions of this puzzle are nested too deep")
