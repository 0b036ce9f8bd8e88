"""Rules: a sentence, loops, and what must hold for everything that the loops run over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cluewright.models.documents import ConstraintSpec
from cluewright.reference import syntax
from cluewright.reference.elements import ClueLayer, NotYetError, UnknownLayer, same, spell
from cluewright.reference.evaluate import Evaluator, Scope, Stream, bind, items, names_of, truth
from cluewright.reference.syntax import Target
from cluewright.reference.world import PuzzleWorld


@dataclass(frozen=True)
class Turn:
    """One loop of a rule: the variables, what they run over, and the conditions."""

    target: Target
    source: Stream
    conditions: tuple[Evaluator, ...]

    def counts(self, scope: Scope) -> bool:
        """Whether the rule says something here."""
        return all(truth(condition(scope)) for condition in self.conditions)


@dataclass(frozen=True)
class Rule:
    """A rule and its loops."""

    sentence: str
    turns: tuple[Turn, ...]
    holds: tuple[Evaluator, ...]

    def instances(self, scope: Scope, level: int = 0) -> Iterator[Instance]:
        """What the rule says, one by one; where the loops depend on unknowns, the rest is said together."""
        if level == len(self.turns):
            yield from (Instance(self, dict(scope), level, False, (holds,)) for holds in self.holds)
            return
        turn = self.turns[level]
        try:
            values = tuple(turn.source(scope))
        except NotYetError:
            yield Instance(self, dict(scope), level, False, self.holds)
            return
        for value in values:
            bind(scope, turn.target, value)
            try:
                counts = turn.counts(scope)
            except NotYetError:
                yield Instance(self, dict(scope), level, True, self.holds)
                continue
            if counts:
                yield from self.instances(scope, level + 1)


@dataclass(frozen=True)
class Instance:
    """A rule where some loops have come to an element; the other loops are still to run.

    If `bound`, the variables of the next loop stand for something already, and its conditions are still to be asked.
    """

    rule: Rule
    scope: Scope
    level: int
    bound: bool
    holds: tuple[Evaluator, ...]

    def is_true(self) -> bool:
        """Whether the rule holds here."""
        if self.level == len(self.rule.turns):
            return all(truth(holds(self.scope)) for holds in self.holds)
        return next(self.broken(), None) is None

    def broken(self) -> Iterator[dict[str, str]]:
        """What the variables stand for wherever the rule does not hold."""
        for scope in self._scopes(dict(self.scope), self.level, self.bound):
            if not all(truth(holds(scope)) for holds in self.holds):
                yield {name: spell(value) for name, value in scope.items()}

    def _scopes(self, scope: Scope, level: int, bound: bool) -> Iterator[Scope]:
        if level == len(self.rule.turns):
            yield scope
            return
        turn = self.rule.turns[level]
        if bound:
            if turn.counts(scope):
                yield from self._scopes(scope, level + 1, False)
            return
        for value in turn.source(scope):
            bind(scope, turn.target, value)
            yield from self._scopes(scope, level, True)


def read_rule(world: PuzzleWorld, spec: ConstraintSpec) -> Rule:
    """A rule of a rulebook or of the puzzle."""
    turns: list[Turn] = []
    local: frozenset[str] = frozenset()
    for loop in syntax.parse_loops(spec.each) if spec.each is not None else ():
        source = world.reader.stream(loop.source, local, items)
        local |= names_of(loop.target)
        conditions = tuple(world.reader.evaluator(condition, local) for condition in loop.conditions)
        turns.append(Turn(loop.target, source, conditions))
    return Rule(spec.rule, tuple(turns), tuple(world.evaluator(text, local) for text in spec.holds))


def given_rules(clues: ClueLayer, unknowns: UnknownLayer) -> Iterator[Instance]:
    """A clue with the name of an unknown fixes it."""
    for element, value in clues.clues.items():

        def stays(scope: Scope, element: object = element, value: object = value) -> bool:
            return same(unknowns[element], value)

        rule = Rule(f"The given {clues.name} stays as it is.", (), (stays,))
        yield Instance(rule, {"at": element, "value": value}, 0, False, rule.holds)
