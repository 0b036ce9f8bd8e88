"""The cheapest step, proved for one conclusion after the other.

Atoms and facts force a conclusion just if they meet every set without which the others, together with the opposite of
the conclusion, can hold. Those sets are found one by one from counterexamples. What is known is taken for granted at
first: then few atoms are enough, if any, and they lie around the conclusion. Of those that are enough the fewest facts
are looked for in the same way. A counterexample serves later steps too, as long as the facts found since hold in it.
So does a bound, as long as the counterexamples do on which it rests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from cluewright.compiler.cnf.base import Truths
from cluewright.compiler.ir import Var
from cluewright.reasoning.bounds import Counterexample, News, Proved
from cluewright.reasoning.costs import atom_cost, fact_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.hitting import Branching, GivenUpError, Weights, bits, mask
from cluewright.reasoning.single import Finding, Singles
from cluewright.reasoning.windows import Window, Windows
from cluewright.solvers.outcomes import check_clock

#: How much effort a proof may take: as much as is saved up, but not more than the most. Each one adds some to what is
#: saved, whether it needs it or not. It is counted, never timed: a path is the same on every machine.
SAVED, EACH, MOST = 24_000_000, 3_000_000, 7_000_000
#: A proof that excludes not even what is shortest halves what the next one may take, down to this; others double it.
LEAST: Final = 200_000
#: What one look around counts, in steps of the solver.
LOOK: Final = 300
#: So many counterexamples are kept in mind for one conclusion.
MOST_KEPT: Final = 150
#: One that breaks more than so many atoms around a conclusion says little about it.
MOST_BROKEN: Final = 12


@dataclass(eq=False)
class _Goal:
    """A conclusion, and what is known about steps to it."""

    fact: Fact
    #: The literal of its opposite.
    against: int
    window: Window
    examples: list[Counterexample]
    #: Atoms that are enough.
    cores: list[int]
    #: No step to it costs less: what was proved with the atoms around it, nearer ones first.
    proved: list[Proved]
    #: The atoms around it, and the unknowns of which facts were compared.
    near: int = 0
    compared: int = 0

    @property
    def bound(self) -> int:
        """No step to it costs less."""
        return self.proved[-1].bound if self.proved else 0


class Cheapest:
    """Looks for cheapest steps; what it learns from one step serves the next."""

    def __init__(self, singles: Singles) -> None:
        self.pool = pool = singles.pool
        #: The counterexamples to each conclusion, by the literal of its opposite.
        self.examples: defaultdict[int, list[Counterexample]] = defaultdict(list)
        #: Atoms that are enough to force each, together with what is known.
        self.cores: defaultdict[int, list[int]] = defaultdict(list)
        #: The bounds of each, the lowest first.
        self.proved: defaultdict[int, list[Proved]] = defaultdict(list)
        self._lightest = pool.lightest
        self.weights = Weights(())
        self.windows = Windows(singles)
        self._top = max(pool.fact_of, default=0)
        #: The effort that is left for proofs.
        self.saved = SAVED
        self._trust = MOST

    def find(self, known: Known, wanted: Sequence[Fact], below: int, most: int = MOST) -> tuple[Finding | None, int]:
        """A cheapest step below some cost, and the bound that was proved: no step costs less than that."""
        self.saved += EACH
        if len(self.weights.costs) < len(self.pool.atoms):
            self.weights = Weights(map(atom_cost, self.pool.atoms))
        self.pool.prefer([*self.pool.literals((*known.facts(), *wanted)), *(-lit for lit in self.pool.usual)])
        around = self.windows.on(known)
        self._forget(known)
        proof = _Proof(self, known, wanted, around, min(self.saved, most, self._trust))
        with self.pool.patient(proof.tick):
            found, bound = proof.run(below)
        self.saved -= proof.effort
        came_far = found is not None or bound >= min(below, 3 * self.pool.lightest)
        self._trust = min(MOST, self._trust * 2) if came_far else max(LEAST, self._trust // 2)
        return found, bound

    def _forget(self, known: Known) -> None:
        """Give up the bounds that may not hold any more."""
        if self.pool.lightest < self._lightest:
            self.proved.clear()
            self._lightest = self.pool.lightest
        told, found = self.windows.news()
        number = self.windows.number
        places = {self.bit(lit): number[var] for var in told for lit in self.pool.literals(known.facts_of(var))}
        news = News(mask(map(number.__getitem__, told)), found, places, mask(places))
        for against, proved in self.proved.items():
            self.proved[against] = [each for each in proved if news.leave(each)]

    def bit(self, literal: int) -> int:
        """The place of the literal of a fact."""
        return literal if literal > 0 else self._top - literal

    def keep(self, truths: Truths) -> Counterexample:
        """An answer, as a counterexample."""
        broken = mask(n for n, selector in enumerate(self.pool.selectors) if truths[selector] != selector)
        wrong = mask(self.bit(-truths[literal]) for literal in range(1, self._top + 1))
        return Counterexample(broken, len(self.pool.selectors), wrong)

    def judge(self, example: Counterexample) -> Counterexample:
        """An example that knows of the atoms that were found since."""
        for number in range(example.atoms, len(self.pool.atoms)):
            literals = [lit for lit in self.pool.clauses.get(number, ()) if lit in self.pool.fact_of]
            if all(example.wrong >> self.bit(lit) & 1 for lit in literals):
                example.broken |= 1 << number
        example.atoms = len(self.pool.atoms)
        return example


class _Proof:
    """The search on one board."""

    def __init__(
        self,
        cheapest: Cheapest,
        known: Known,
        wanted: Sequence[Fact],
        around: Callable[[Var], Window],
        most: int,
    ) -> None:
        self.cheapest = cheapest
        self.pool = pool = cheapest.pool
        self._most = most
        self._looks, self._before = 0, pool.effort
        self.best: Finding | None = None
        self.facts: dict[Var, list[int]] = {var: pool.literals(known.facts_of(var)) for var in known.candidates}
        #: The unknown that each known fact speaks of, by the place of its literal, and all these places.
        self._about = {
            cheapest.bit(lit): cheapest.windows.number[var] for var, told in self.facts.items() for lit in told
        }
        self._known = mask(self._about)
        self._refuted: dict[Counterexample, int] = {}
        self.lightest = pool.lightest
        self.goals: dict[int, _Goal] = {}
        for told in wanted:
            against = -pool.literal(told)
            self.goals[against] = _Goal(
                told,
                against,
                around(told.var),
                cheapest.examples[against],
                cheapest.cores[against],
                cheapest.proved[against],
            )

    def run(self, limit: int) -> tuple[Finding | None, int]:
        """Cheap steps to any conclusion are found or excluded before dear ones."""
        level = 3 * self.lightest
        try:
            while True:
                unproved = [goal for goal in self.goals.values() if goal.bound < min(level, limit)]
                for goal in unproved:
                    self.tick()
                    self._look_around(goal, min(level, limit))
                for goal in unproved:
                    top = min(level, limit)
                    bound = self._bound(goal, top)
                    limit = bound if bound < top else limit
                if level >= limit:
                    return self.best, limit
                level = max(level + self.lightest, level * 5 // 4)
        except GivenUpError:
            return self.best, min(goal.bound for goal in self.goals.values())

    @property
    def effort(self) -> int:
        """What it took so far."""
        return self.pool.effort - self._before + LOOK * self._looks

    def tick(self) -> None:
        """Gives up in time."""
        self._looks += 1
        if self.effort > self._most:
            raise GivenUpError
        check_clock(self.pool.deadline)

    def _bound(self, goal: _Goal, limit: int) -> int:
        """What the cheapest step to a conclusion costs, or the limit; it is taken down if it costs less than that."""
        goal.compared = 0
        question = _Atoms(self, goal, self._examples(goal))
        branching = Branching(self.cheapest.weights, question, self.tick)
        branching.broken = list(question.examples)
        bound = branching.search(goal.near, limit)
        used = tuple(question.examples[broken] for broken in branching.used)
        goal.proved.append(Proved(bound, goal.window.met, goal.compared, used))
        return bound

    def _look_around(self, goal: _Goal, below: int) -> None:
        """As far as a step below some cost reaches."""
        if goal.window.grow(below):
            goal.near = goal.window.atoms

    def _examples(self, goal: _Goal) -> dict[int, Counterexample]:
        """The counterexamples to a conclusion, by what they break around it, the least first; those that are refuted,
        and the oldest, are forgotten."""
        met, near = goal.window.met, goal.near
        goal.examples[:] = [each for each in goal.examples if not self._refuted_at(each) & met][-MOST_KEPT:]
        by_broken = {self.cheapest.judge(each).broken & near: each for each in goal.examples}
        return {broken: by_broken[broken] for broken in sorted(by_broken, key=int.bit_count)}

    def _refuted_at(self, example: Counterexample) -> int:
        """The unknowns of which something is known that is false in an example."""
        found = self._refuted.get(example)
        if found is None:
            found = self._refuted[example] = mask(self._about[place] for place in bits(example.wrong & self._known))
        return found

    def take(self, goal: _Goal, chosen: Sequence[int]) -> None:
        """The best step so far."""
        pool = self.pool
        atoms = tuple(pool.atom_of[lit] for lit in chosen if lit in pool.atom_of)
        facts = tuple(pool.fact_of[lit] for lit in chosen if lit not in pool.atom_of)
        self.best = Finding(atoms, facts, (goal.fact,))


class _Atoms:
    """Which atoms are enough if everything known may be used?"""

    def __init__(self, proof: _Proof, goal: _Goal, examples: dict[int, Counterexample]) -> None:
        self.proof = proof
        self.goal = goal
        #: Counterexamples by what they break around it.
        self.examples = examples
        self.selectors = proof.pool.selectors

    @cached_property
    def facts(self) -> list[int]:
        """What is known around the conclusion."""
        return [lit for var in self.goal.window.unknowns for lit in self.proof.facts[var]]

    def counterexample(self, chosen: int) -> int | None:
        """An answer without a conclusion is one without each conclusion that is false in it."""
        proof, goal = self.proof, self.goal
        proof.tick()
        if any(core & chosen == core for core in goal.cores):
            return None
        always = [goal.against, *self.facts, *(self.selectors[n] for n in bits(chosen))]
        truths = proof.pool.answer(always, [self.selectors[n] for n in bits(goal.near & ~chosen)])
        if truths is None:
            atom_of = proof.pool.atom_of
            goal.cores.append(mask(atom_of[lit] for lit in proof.pool.core() if lit in atom_of))
            return None
        example = proof.cheapest.keep(truths)
        for against, other in proof.goals.items():
            if truths[against] == against and (example.broken & other.near).bit_count() <= MOST_BROKEN:
                other.examples.append(example)
        broken = example.broken & goal.near
        self.examples[broken] = example
        return broken

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        """How few facts do; and where there is room for one atom more, do fewer with it?"""
        limit = self._with_facts(chosen, cost, 0, limit)
        return self._with_facts(chosen, cost, others, limit) if cost + self.proof.lightest < limit else limit

    def _with_facts(self, chosen: int, cost: int, others: int, limit: int) -> int:
        costs = self.proof.cheapest.weights.costs
        more = [n for n in bits(others) if cost + costs[n] < limit]
        about = dict.fromkeys(var for n in (*bits(chosen), *more) for var in self.proof.pool.scopes[n])
        about[self.goal.fact.var] = None
        number = self.proof.cheapest.windows.number
        self.goal.compared |= mask(number[var] for var in about)
        facts = [lit for var in about for lit in self.proof.facts[var]]
        items = [*(self.selectors[n] for n in more), *facts]
        prices = [*(costs[n] for n in more), *[fact_cost()] * len(facts)]
        question = _Facts(self.proof, self.goal, [self.selectors[n] for n in bits(chosen)], items)
        return cost + Branching(Weights(prices), question, self.proof.tick).search((1 << len(items)) - 1, limit - cost)


class _Facts:
    """Which facts (and other atoms) are enough, together with some atoms?"""

    def __init__(self, proof: _Proof, goal: _Goal, atoms: Sequence[int], items: Sequence[int]) -> None:
        self.proof = proof
        self.goal = goal
        self.atoms = atoms
        self.items = items

    def counterexample(self, chosen: int) -> int | None:
        """What it breaks of the things to choose from."""
        self.proof.tick()
        picked = [self.items[n] for n in bits(chosen)]
        truths = self.proof.pool.answer([self.goal.against, *self.atoms, *picked], self.items)
        if truths is None:
            return None
        return mask(n for n, lit in enumerate(self.items) if truths[lit] != lit)

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        """It is cheaper than all before."""
        self.proof.take(self.goal, [*self.atoms, *(self.items[n] for n in bits(chosen))])
        return cost
