"""Openings: strategies that look at the printed clues and at nothing else, so that whoever knows them sees them at once
on the empty board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.grounding.strategies import Sighted, concluded
from cluewright.compiler.ir import Value, Var
from cluewright.compiler.program import Strategy
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.strategies.conclusions import new_facts


def openings(puzzle: CompiledPuzzle, known: Known) -> Iterator[tuple[Strategy, Fact]]:
    """What such strategies say of a board that is not known there yet, cheap ones first."""
    plain = [each for each in puzzle.program.strategies.values() if each.then and not each.spec.suppose]
    sighted = Sighted(puzzle.setup) if plain else None
    for strategy in sorted(plain, key=lambda each: each.spec.cost):
        said: list[Fact] = []
        try:
            assert sighted is not None
            sighted.run(strategy, _Blind(known), _gather(known, said))
        except _Looked:
            continue
        yield from ((strategy, each) for each in dict.fromkeys(said))


def _gather(known: Known, said: list[Fact]) -> Callable[..., None]:
    def emit(when: Callable[[], Value], then: Callable[[], tuple[Any, ...]], _: tuple[Any, ...]) -> None:
        if when():
            said.extend(new_facts(concluded(then()), known))

    return emit


class _Looked(BaseException):
    """A strategy asked what is left of an unknown: no mistake, so nobody is blamed for it."""


class _Blind(dict[Var, dict[int, Value]]):
    """The candidates of a board, at which nobody may look."""

    def __init__(self, known: Known) -> None:
        super().__init__((var, dict.fromkeys(left, True)) for var, left in known.candidates.items())

    def get(self, _var: Var, _default: Any = None) -> NoReturn:
        """The candidates of an unknown."""
        raise _Looked
