"""`together: rules over unknowns`: what all rules that speak of nothing else say together. The engine decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model, UnknownLayer, walk
from cluewright.compiler.operators import items
from cluewright.models.errors import LanguageError
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.solvers.sat import SatEngine

Scope = frozenset[Var]


class Together:
    """Parts of a model, each with an engine of its own that is asked again and again."""

    def __init__(self, model: Model) -> None:
        self.model = model
        #: When to give up, a point of `time.monotonic()`.
        self.deadline: float | None = None
        self._speaks_of: list[tuple[Scope, Any]] | None = None
        self._engines: dict[Scope, SatEngine | None] = {}
        #: What was found out before, by the candidates of the unknowns.
        self._found: dict[tuple[Scope, tuple[tuple[int, ...], ...]], list[Fact]] = {}

    def forced(self, scope: Scope, known: Known) -> list[Fact]:
        """What follows about these unknowns; if they contradict the rules already, that one of them can be nothing."""
        variables = sorted(scope, key=lambda var: var.name)
        key = scope, tuple(known.candidates[var] for var in variables)
        if key not in self._found:
            engine = self._engine(scope)
            self._found[key] = [] if engine is None else _forced(engine, variables, known, self.deadline)
        return self._found[key]

    def answers(self, scope: Scope) -> list[dict[Var, int]]:
        """All values of these unknowns that the rules allow."""
        with SatEngine(self._part(scope)) as engine:
            found: list[dict[Var, int]] = []
            while (answer := engine.solve()) is not None:
                found.append(answer)
                engine.block(answer)
            return found

    def scope_of(self, facts: Iterable[Fact]) -> Scope:
        """The unknowns among which these facts were found to follow."""
        told = {each.var for each in facts}
        return min((scope for scope in self._engines if told <= scope), key=len, default=frozenset(told))

    def _engine(self, scope: Scope) -> SatEngine | None:
        if scope not in self._engines:
            part = self._part(scope)
            self._engines[scope] = SatEngine(part) if part.constraints else None
        return self._engines[scope]

    def _part(self, scope: Scope) -> Model:
        """The rules that speak of these unknowns and of nothing else."""
        if self._speaks_of is None:
            self._speaks_of = [
                (frozenset(node for node in walk([c.expr]) if isinstance(node, Var)), c) for c in self.model.constraints
            ]
        rules = [constraint for speaks_of, constraint in self._speaks_of if speaks_of <= scope]
        return Model({"x": UnknownLayer("x", "elements", {var: var for var in scope})}, rules)


def _forced(engine: SatEngine, variables: list[Var], known: Known, deadline: float | None) -> list[Fact]:
    """Candidates that no answer has. An answer shows for all of its values at once that they stay."""
    left = {var: known.candidates[var] for var in variables}
    gone = [-engine.literal(var, v) for var in variables for v in var.domain if v not in left[var]]
    possible: dict[Var, set[int]] = {var: set() for var in variables}
    answer = engine.solve(gone, deadline)
    if answer is None:
        return [fact(variables[0], v, False) for v in left[variables[0]]]
    facts: list[Fact] = []
    while answer is not None:
        for var in variables:
            possible[var].add(answer[var])
        answer = None
        for var in variables:
            for v in left[var]:
                if answer is None and v not in possible[var]:
                    answer = engine.solve([*gone, engine.literal(var, v)], deadline)
                    if answer is None:
                        possible[var].add(v)
                        facts.append(fact(var, v, False))
    return _placed(facts, left)


def _placed(gone: list[Fact], left: dict[Var, tuple[int, ...]]) -> list[Fact]:
    """A value where only one is left, else the values that go."""
    facts: list[Fact] = []
    for var, before in left.items():
        mine = [each for each in gone if each.var is var]
        values = [v for v in before if all(each.is_true({var: v}) for each in mine)]
        facts += [fact(var, values[0])] if mine and len(values) == 1 else mine
    return facts


def unknowns_of(said: Any, model: Model) -> Scope:
    """The unknowns that are named, or all unknowns at the elements that are."""
    listed = items(said) if not isinstance(said, Var) else [said]
    if all(isinstance(each, Var) for each in listed):
        return frozenset(listed)
    elements = set(listed)
    found = frozenset(v for layer in model.unknowns.values() for e, v in layer.variables.items() if e in elements)
    if not found:
        raise LanguageError("there are no unknowns here", hint="write for example rules over digit[line]")
    return found
