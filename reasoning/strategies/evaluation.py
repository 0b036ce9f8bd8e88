"""Strategies on a board: which instances fire, and what they conclude."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cluewright.compiler import ir
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.grounding.strategies import Sighted, concluded
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.program import Program, Strategy
from cluewright.compiler.work import until
from cluewright.models.errors import CluewrightError, LanguageError, Problem, did_you_mean
from cluewright.models.showing import Brief
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.strategies.conclusions import new_facts, unknowns_in
from cluewright.reasoning.strategies.memory import Memory, Outcome
from cluewright.reasoning.strategies.parts import Parts
from cluewright.reasoning.strategies.together import Together, unknowns_of
from cluewright.solvers.outcomes import check_clock


@dataclass(frozen=True, eq=False, repr=False)
class Instance(Brief):
    """A strategy at one place of a board, where it says something new."""

    strategy: Strategy
    #: What the loop variables stand for.
    values: tuple[Any, ...]
    conclusions: tuple[Fact, ...]
    #: The part of a rule that says so, if it is one.
    part: Atom | None = None

    @property
    def name(self) -> str:
        """What people call the strategy."""
        return self.strategy.spec.name

    @property
    def cost(self) -> int:
        """How hard it is to see."""
        return self.strategy.spec.cost


class Strategies:
    """The strategies of a puzzle, all or some by name, cheapest first; those of one cost as the rulebook has them."""

    def __init__(self, puzzle: CompiledPuzzle, names: Iterable[str] | None = None) -> None:
        self.puzzle = puzzle
        self._sighted = Sighted(puzzle.setup)
        self._together = Together(puzzle.model)
        self._parts = Parts(puzzle.model)
        self._deadline: float | None = None
        self._memories: dict[Strategy, Memory | None] = {}
        self.chosen = named(puzzle.program.strategies, names)
        for strategy in self.chosen:
            _check_rule(strategy, puzzle.program)

    def stop_at(self, deadline: float | None) -> None:
        """Give up with TimeUp at a point of `time.monotonic()`, whatever is going on."""
        self._together.deadline = self._parts.deadline = self._deadline = deadline

    def instances(
        self, strategy: Strategy, known: Known, wanted: Collection[Fact] | None = None, *, every: bool = False
    ) -> list[Instance]:
        """What a strategy says of a board that is not known there yet; nothing is supposed but what would lead to
        something `wanted`. Of what is supposed, only the first contradiction is told, or every one."""
        found: list[Instance] = []
        supposed: list[tuple[Value, tuple[Any, ...]]] = []
        check_clock(self._deadline)
        if not strategy.follows:
            parts = self._parts.forced(strategy, known)
            return [Instance(strategy, (), tuple(news), part) for part, news in parts]
        with until(self._deadline):
            memory = self._memory(strategy)
            sight = _sight(known) if memory is None else memory.turn_to(known)
            self._sighted.run(strategy, sight, self._gather(strategy, known, found, supposed, memory))
        for statement, values in supposed:
            facts = new_facts(ir.negate(statement), known)
            if wanted is not None and not any(each in wanted for each in facts):
                continue
            if self._contradicts(strategy, new_facts(statement, known), known):
                found.append(Instance(strategy, values, tuple(facts)))
                if not every:
                    break  # the next one may be easier now
        return found

    def _contradicts(self, strategy: Strategy, facts: list[Fact], known: Known) -> bool:
        """Whether facts lead to a contradiction, by parts of rules or by the strategies that suppose nothing."""
        if not facts:
            return False
        if strategy.spec.parts:
            return self._parts.contradict(strategy, facts, known)
        board = known.after(facts)
        plain = [strategy for strategy in self.chosen if strategy.suppose is None]
        while board.contradicts() is None:
            instances = next((found for s in plain if (found := self.instances(s, board))), [])
            if not instances:
                return False
            for instance in instances:
                for each in instance.conclusions:
                    board.note(each)
        return True

    def _gather(
        self,
        strategy: Strategy,
        known: Known,
        found: list[Instance],
        supposed: list[tuple[Value, tuple[Any, ...]]],
        memory: Memory | None,
    ) -> Callable[..., None]:
        def emit(when: Callable[[], Value], then: Callable[[], tuple[Any, ...]], values: tuple[Any, ...]) -> None:
            before = None if memory is None else memory.recall(values)
            if before is not None:
                outcome = before[0]
            else:
                outcome, about = self._outcome(strategy, known, when, then)
                if memory is not None:
                    memory.keep(values, outcome, about)
            if isinstance(outcome, tuple):
                found.append(Instance(strategy, values, outcome))
            elif outcome is not None:
                supposed.append((outcome, values))

        return emit

    def _outcome(
        self, strategy: Strategy, known: Known, when: Callable[[], Value], then: Callable[[], tuple[Any, ...]]
    ) -> tuple[Outcome, Collection[Var]]:
        """What a strategy says of one place, and the unknowns that it speaks of."""
        condition = when()
        if isinstance(condition, Expr):
            raise LanguageError(
                "a strategy sees candidates, not what the unknowns are",
                hint="ask known(...), can(...), value(...) or candidates(...)",
            )
        if not condition:
            return None, ()
        if strategy.together is not None:
            scope = unknowns_of(then()[0], self.puzzle.model)
            return tuple(self._together.forced(scope, known)) or None, scope
        statement = concluded(then())
        if strategy.suppose is not None:
            return statement, ()
        return tuple(new_facts(statement, known)) or None, unknowns_in(statement)

    def _memory(self, strategy: Strategy) -> Memory | None:
        """What is remembered of a strategy that is asked for more than once; of one with definitions that themselves
        remember what they see, nothing is."""
        if strategy not in self._memories:
            self._memories[strategy] = None
            return None
        if self._memories[strategy] is None and not self._sighted.remembers(strategy):
            self._memories[strategy] = Memory()
        return self._memories[strategy]

    def premises(self, instance: Instance, known: Known) -> list[Fact]:
        """What the instance saw on the board before it fired: values that were gone."""
        if instance.part is not None:
            return _stated(self._parts.premises(instance.part, instance.conclusions, known), known)
        read: dict[Fact, None] = {}
        sight = {var: _Watched(var, left, read) for var, left in _sight(known).items()}
        self._sighted.look(instance.strategy, instance.values, sight)
        if instance.strategy.together is not None:
            for var in self._together.scope_of(instance.conclusions):
                read.update(dict.fromkeys(_gone(var, known.candidates[var])))
        return _stated(read, known)


def named(found: Mapping[str, Strategy], names: Iterable[str] | None) -> list[Strategy]:
    """Strategies by name, in this order; without names all of them, cheapest first."""
    if names is None:
        return sorted(found.values(), key=lambda strategy: strategy.spec.cost)
    return [found[known_name(name, found)] for name in names]


def _check_rule(strategy: Strategy, program: Program) -> None:
    """The rule whose parts a strategy looks for has to be there."""
    wanted, rules = strategy.spec.of, [statement.spec.rule for statement in program.statements]
    if wanted is not None and wanted not in rules:
        hint = did_you_mean(wanted, rules) or "write the sentence of the rule as it stands in the rulebook"
        raise CluewrightError(Problem(f"there is no rule '{wanted}'", strategy.place, hint))


def known_name(name: str, found: Collection[str]) -> str:
    """A strategy by its name, whatever its capitals; spaces may be hyphens. Raises CluewrightError if none has it."""
    wanted = _plain(name)
    for known in found:
        if _plain(known) == wanted:
            return known
    hint = did_you_mean(name, found) or (f"strategies are {', '.join(found)}" if found else "these rules have none")
    raise CluewrightError(Problem(f"there is no strategy '{name}'", hint=hint))


def _plain(name: str) -> str:
    return name.strip().casefold().replace("-", " ")


def _sight(known: Known) -> dict[Var, dict[int, Value]]:
    return {var: dict.fromkeys(left, True) for var, left in known.candidates.items()}


def _gone(var: Var, left: Iterable[int]) -> Iterator[Fact]:
    return (fact(var, v, False) for v in var.domain if v not in left)


def _stated(read: Iterable[Fact], known: Known) -> list[Fact]:
    """Facts as people say them: a value where it is known and all others were looked at."""
    by_var: dict[Var, list[Fact]] = {}
    for each in read:
        by_var.setdefault(each.var, []).append(each)
    found: list[Fact] = []
    for var, facts in by_var.items():
        value = known.value(var)
        whole = value is not None and len(facts) == len(var.domain) - 1
        found += [fact(var, value)] if whole and value is not None else facts
    return found


class _Watched(dict[int, Value]):
    """The candidates of an unknown, which remembers the values that were found to be gone."""

    def __init__(self, var: Var, left: Mapping[int, Value], read: dict[Fact, None]) -> None:
        super().__init__(left)
        self._var, self._read = var, read

    def get(self, value: int, default: Any = None) -> Any:
        """Whether one value is left."""
        if value not in self and value in self._var.domain:
            self._read[fact(self._var, value, False)] = None
        return super().get(value, default)

    def items(self) -> Any:
        """All that are left."""
        self._note()
        return super().items()

    def values(self) -> Any:
        """The conditions of all that are left."""
        self._note()
        return super().values()

    def _note(self) -> None:
        self._read.update(dict.fromkeys(_gone(self._var, self)))
