"""Steps that a strategy covers carry its name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from cluewright.compiler.elements import Element, Group
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.compiler.program import Program, Strategy
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.costs import step_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.steps import Step
from cluewright.reasoning.strategies.evaluation import Instance, Strategies

#: Longer names of numbers are words that people read.
_SHORT: Final = 3
_WORD: Final = re.compile(r"[^\W\d]\w*")
#: What costs more has so many parts that the name of a strategy would not say how one sees it.
MOST_COST: Final = 400


class Namer:
    """Follows a path from its start. What was found on one board still holds on all later ones, so strategies are
    looked at again only where nothing that is known of them covers a step."""

    def __init__(self, puzzle: CompiledPuzzle, start: Known) -> None:
        self._strategies = Strategies(puzzle)
        self._book = {book.document.file: n for n, book in reversed(list(enumerate(puzzle.program.books)))}
        self._latest = {each: self._reads(puzzle.program, each) for each in self._strategies.chosen}
        self._layers = {var: layer.name for layer in puzzle.model.unknowns.values() for var in layer.variables.values()}
        self._board = start.copy()
        self._found: dict[str, list[Instance]] = {}

    def named(self, step: Step) -> Step:
        """The next step of the path, with the name of the cheapest strategy that covers it, if there is one."""
        is_asked = self._strategies.chosen and step.conclusions and step.cost <= MOST_COST and not _is_plain(step)
        found = self._name(step) if is_asked else None
        for each in step.conclusions:
            self._board.note(each)
        return step if found is None else replace(step, strategy=found[0], pattern=_patterns(found[1]))

    def _reads(self, program: Program, strategy: Strategy) -> int:
        """The last rulebook that a strategy knows of: its own, or one that says anew what it speaks of."""
        names, files = {strategy.spec.name}, {strategy.document.file}
        unread = [_WORD.findall(str(strategy.spec))]
        while unread:
            for name in set(unread.pop()) - names:
                names.add(name)
                if (definition := program.definitions.get(name)) is not None:
                    files.add(definition.document.file)
                    unread.append(_WORD.findall(str(definition.data)))
        return max(self._book.get(file, len(self._book)) for file in files)

    def _written(self, step: Step) -> int:
        """The last rulebook whose rules a step uses."""
        places = (reason.constraint.rule.place for reason in step.reasons)
        return max((self._book.get(place.file, 0) for place in places if place is not None), default=0)

    def _name(self, step: Step) -> tuple[str, list[Instance]] | None:
        """The strategy of a step, and where it is seen."""
        if not step.reasons:  # nothing is looked at but the candidates of one unknown
            about = {self._layers[told.var] for told in step.conclusions}
            single = (each for each in self._strategies.chosen if about <= {_only_speaks_of(each)})
            return next(((each.spec.name, []) for each in single), None)
        written = self._written(step)
        for strategy in self._strategies.chosen:
            name = strategy.spec.name
            if self._latest[strategy] < written:  # it knows nothing of these rules
                continue
            if not strategy.follows:
                if _is_part(step, strategy):
                    return name, []
                continue
            if covering := self._covering(step, self._found.get(name, ())):
                return name, covering
            self._found[name] = self._strategies.instances(strategy, self._board, step.conclusions)
            if covering := self._covering(step, self._found[name]):
                return name, covering
        return None

    def _covering(self, step: Step, instances: Iterable[Instance]) -> list[Instance]:
        """Instances that conclude all that the step does; none if there are no such."""
        fitting = [each for each in instances if _fits(each, step)]
        found: dict[Instance, None] = {}
        for told in step.conclusions:
            known = (each for each in (*found, *fitting) if _covers(each, [told], self._board))
            if (covering := next(known, None)) is None:
                return []
            found[covering] = None
        return list(found)


def _patterns(instances: Iterable[Instance]) -> tuple[tuple[Any, ...], ...]:
    """What is seen of each instance: its places, and the numbers that it asks for among candidates or has words for."""
    found = []
    for each in instances:
        names = dict.fromkeys(each.strategy.bound)
        text = str(each.strategy.spec)
        seen = [_seen(name, value, text) for name, value in zip(names, each.values, strict=True)]
        found.append(tuple(value for value in seen if value is not None))
    return tuple(dict.fromkeys(found))


def _seen(name: str, value: Any, text: str) -> Any:
    if not isinstance(value, int) or isinstance(value, bool):
        return value if isinstance(value, (Element, tuple)) else None
    is_candidate = re.search(rf"\bopen\({name},|\b(?:can|known)\([^()]*(?:\([^()]*\)[^()]*)*, {name}\)", text)
    return value if is_candidate else f"{name} {value}" if len(name) > _SHORT else None


def _is_plain(step: Step) -> bool:
    """Whether values are only crossed out that differ from a known one: no strategy has a better name for that."""
    pairs = [Atom(reason.kind, reason.constraint, True) for reason in step.reasons]
    return all(pair.waits_for_value for pair in pairs) and step.cost == step_cost(pairs[:1], 1)


def _is_part(step: Step, strategy: Strategy) -> bool:
    """Whether a step is made of parts that the strategy looks for."""
    spec = strategy.spec
    return bool(step.reasons) and all(
        reason.kind in spec.parts and spec.of in (None, reason.constraint.rule.sentence) for reason in step.reasons
    )


def _only_speaks_of(strategy: Strategy) -> str | None:
    """The layer of which a strategy concludes a value, if it looks at one place after the other: a naked single."""
    bound, then = list(dict.fromkeys(strategy.bound)), strategy.spec.then
    found = re.match(r"(\w+)\[(\w+)\] == ", then[0]) if len(then) == 1 else None
    return found[1] if found and bound == [found[2]] else None


def _fits(instance: Instance, step: Step) -> bool:
    """Whether a strategy that looks at lines or areas looks at those that the step speaks of."""
    groups = [value for value in instance.values if isinstance(value, Group)]
    named = [value for reason in step.reasons for value in reason.constraint.values if isinstance(value, Group)]
    return not groups or not named or any(one is two for one in groups for two in named)


def _covers(instance: Instance, conclusions: Iterable[Fact], board: Known) -> bool:
    """Whether the board has all conclusions of a step once those of the instance are written there."""
    left: dict[Var, tuple[int, ...]] = {}
    for each in instance.conclusions:
        before = left.get(each.var, board.candidates[each.var])
        left[each.var] = tuple(v for v in before if (v == each.value) == each.holds)
    for each in conclusions:
        candidates = left.get(each.var, board.candidates[each.var])
        if not all((v == each.value) == each.holds for v in candidates):
            return False
    return True
