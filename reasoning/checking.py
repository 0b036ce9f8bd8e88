"""Every step once more, by a fresh engine that knows nothing but what the step names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError, Problem
from cluewright.reasoning.atoms import Atom, reads
from cluewright.reasoning.facts import Fact
from cluewright.reasoning.steps import Step
from cluewright.solvers.sat import SatEngine

_PREMISE: Final = Rule("A premise of a step.")


class WrongStepError(CluewrightError):
    """A step does not hold: a fault of the search for steps, which is never shown."""

    def __init__(self, message: str) -> None:
        super().__init__(Problem(f"a step was found that is wrong: {message}"))


class Checker:
    """Checks that atoms follow from their constraints, and conclusions from atoms and facts."""

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline
        self._engines: dict[Constraint, SatEngine] = {}
        self._sound: set[Atom] = set()

    def close(self) -> None:
        """Free the engines."""
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()

    def check(self, atoms: Sequence[Atom], facts: Iterable[Fact], conclusions: Sequence[Fact]) -> None:
        """Raises WrongStepError if a step is wrong; without conclusions, the premises must contradict each other."""
        for atom in atoms:
            self._check_atom(atom)
        given = list(facts)
        variables: dict[Var, None] = {told.var: None for told in (*given, *conclusions)}
        for atom in atoms:
            variables.update(dict.fromkeys(reads(atom.expr)))
        model = _model(variables, [atom.expr for atom in atoms])
        with SatEngine(model, deadline=self.deadline, judged=False) as engine:
            assumed = [_literal(engine, told) for told in given]
            for opposite in [[-_literal(engine, told)] for told in conclusions] or [[]]:
                if engine.solve([*assumed, *opposite], self.deadline) is not None:
                    raise WrongStepError("it does not follow from its premises")

    def _check_atom(self, atom: Atom) -> None:
        constraint = atom.constraint
        if atom in self._sound or atom.expr is constraint.expr:
            return
        engine = self._engines.get(constraint)
        if engine is None:
            model = _model(reads(constraint.expr), [constraint.expr])
            engine = self._engines[constraint] = SatEngine(model, deadline=self.deadline, judged=False)
        if engine.solve([-engine.encoder.literal(atom.expr)], self.deadline) is not None:
            raise WrongStepError(f"its part '{atom.kind}' does not follow from the rule: {constraint}")
        self._sound.add(atom)


def checked(step: Step, deadline: float | None = None) -> Step:
    """A step that was not checked or was put together from others, if it follows from the rules that it names and its
    facts."""
    rules = dict.fromkeys(reason.constraint for reason in step.reasons)
    checker = Checker(deadline)
    try:
        checker.check([Atom("rule", rule, rule.expr) for rule in rules], step.facts, step.conclusions)
    finally:
        checker.close()
    return step


def _literal(engine: SatEngine, told: Fact) -> int:
    literal = engine.literal(told.var, told.value)
    return literal if told.holds else -literal


def _model(variables: Iterable[Var], exprs: Iterable[ir.Value]) -> Model:
    layer = UnknownLayer("unknowns", "elements", dict(enumerate(variables)))
    model = Model({"unknowns": layer})
    for expr in exprs:
        model.constraints.append(Constraint(expr, _PREMISE))
    return model
