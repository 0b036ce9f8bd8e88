"""Whether a strategy holds on a board, whatever is pencilled in there. The engine is asked for a counterexample.

Candidates become truth values of the model. All that is required of them is that the value in the solution is among
them, so every board that can come up is looked at: is there a solution and are there candidates on which the strategy
fires and concludes something that is false? If not, it is proved for this board with these clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.grounding.strategies import Sighted, concluded
from cluewright.compiler.ir import Value, Var
from cluewright.compiler.kinds import TRUTH
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer, spell
from cluewright.compiler.program import Strategy
from cluewright.models.showing import Brief
from cluewright.reasoning.facts import Known
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.solvers.sat import SatEngine

#: Boards at random: how many solutions, the share of unknowns that they start from, the shares of wrong values left.
_SOLUTIONS: Final = 8
_WISHES: Final = 0.15
_LEFT: Final = (0.1, 0.2, 0.4, 0.6, 0.8)
_SEED: Final = 20


@dataclass(frozen=True, repr=False)
class Counterexample(Brief):
    """A board on which a strategy concludes something false."""

    puzzle: CompiledPuzzle
    #: What the loop variables stand for.
    bindings: dict[str, str]
    #: The candidates that it sees.
    known: Known
    #: A solution among them in which the conclusion is false.
    solution: dict[Var, int]


@dataclass(frozen=True, repr=False)
class Trial(Brief):
    """A strategy on one board."""

    #: Places where it might fire, and whether candidates exist with which it does.
    instances: int
    fires: bool
    counterexample: Counterexample | None = None


@dataclass(frozen=True)
class _Instance:
    condition: Value
    concluded: Value
    values: tuple[Any, ...]


class Refuter:
    """All boards of one puzzle at once."""

    def __init__(self, puzzle: CompiledPuzzle) -> None:
        self.puzzle = puzzle
        self.sighted = Sighted(puzzle.setup)
        self._can: dict[Var, dict[int, Value]] = {
            var: {v: Var(f"can {var.name} {v}", (0, 1), TRUTH) for v in var.domain} for var in puzzle.model.variables
        }

    def trial(self, strategy: Strategy) -> Trial:
        """Prove the strategy here, or find a counterexample. What follows from rules, together or part by part, or
        from other strategies, needs no proof."""
        if not strategy.follows:
            return self._trial_of_parts(strategy)
        instances: list[_Instance] = []
        self.sighted.run(strategy, self._can, _gather(instances, strategy))
        fires = self._solve(ir.disj(each.condition for each in instances)) is not None
        if not fires or not strategy.then:
            return Trial(len(instances), fires)
        wrong = [ir.conj((each.condition, ir.negate(each.concluded))) for each in instances]
        answer = self._solve(ir.disj(wrong))
        if answer is None:
            return Trial(len(instances), fires)
        failed = next(each for each, is_wrong in zip(instances, wrong, strict=True) if evaluate(is_wrong, answer))
        return Trial(len(instances), fires, self._counterexample(strategy, failed, answer))

    def _trial_of_parts(self, strategy: Strategy) -> Trial:
        """Parts are found on a board, not written out for all: they are looked for on boards at random."""
        chosen = Strategies(self.puzzle, [strategy.spec.name])
        fired = 0
        for solution, known in self._boards():
            for instance in chosen.instances(strategy, known):
                fired += 1
                if not all(each.is_true(solution) for each in instance.conclusions):
                    return Trial(fired, True, Counterexample(self.puzzle, {}, known, solution))
        return Trial(fired, fired > 0)

    def _boards(self) -> Iterator[tuple[dict[Var, int], Known]]:
        """Solutions, each with boards on which little or much is known of it; always the same ones."""
        chance = Random(_SEED)
        variables = self.puzzle.model.variables
        with SatEngine(self.puzzle.model) as engine:
            for _ in range(_SOLUTIONS):
                wishes = [engine.literal(var, chance.choice(list(var.domain))) for var in variables]
                solution = engine.solve([wish for wish in wishes if chance.random() < _WISHES]) or engine.solve()
                if solution is None:
                    return
                for share in _LEFT:
                    known = Known.of(self.puzzle.model)
                    for var in variables:
                        left = (v for v in var.domain if v == solution[var] or chance.random() < share)
                        known.candidates[var] = tuple(left)
                    yield solution, known

    def _solve(self, goal: Value) -> dict[Var, int] | None:
        """A solution with candidates for which something is true."""
        if goal is False:
            return None
        base, rule = self.puzzle.model, Rule("A strategy is tried.")
        marks = {var: var for left in self._can.values() for var in left.values() if isinstance(var, Var)}
        constraints = [
            *base.constraints,
            *(
                Constraint(ir.disj((ir.negate(ir.equal(var, v)), mark)), rule)
                for var, left in self._can.items()
                for v, mark in left.items()
            ),
        ]
        if goal is not True:
            constraints.append(Constraint(goal, rule))
        layers = {**base.unknowns, "can": UnknownLayer("can", "elements", marks, is_bool=True)}
        with SatEngine(Model(layers, constraints)) as engine:
            return engine.solve()

    def _counterexample(self, strategy: Strategy, failed: _Instance, answer: dict[Var, int]) -> Counterexample:
        known = Known.of(self.puzzle.model)
        for var, left in self._can.items():
            known.candidates[var] = tuple(v for v, mark in left.items() if evaluate(mark, answer))
        names = dict.fromkeys(strategy.bound)
        bindings = {name: spell(value) for name, value in zip(names, failed.values, strict=True)}
        return Counterexample(self.puzzle, bindings, known, {var: answer[var] for var in self._can})


def _gather(found: list[_Instance], strategy: Strategy) -> Callable[..., None]:
    def emit(when: Callable[[], Value], then: Callable[[], tuple[Any, ...]], values: tuple[Any, ...]) -> None:
        if (condition := when()) is not False:
            said = concluded(then()) if strategy.then else True
            found.append(_Instance(condition, said, values))

    return emit
