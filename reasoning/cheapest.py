"""The cheapest step, proved for one conclusion after the other.

Atoms and facts force a conclusion just if they meet every set without which the others, together with the opposite of
the conclusion, can hold. Those sets are found one by one from counterexamples. What is known is taken for granted at
first: then few atoms are enough, if any, and they lie around the conclusion. Of those that are enough the fewest facts
are looked for in the same way. A counterexample serves later steps too, as long as the facts found since hold in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from cluewright.compiler.cnf.base import Truths
from cluewright.compiler.ir import Var
from cluewright.reasoning.costs import atom_cost, fact_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.hitting import Branching, GivenUpError, Weights, bits, mask
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Finding
from cluewright.reasoning.windows import Window, Windows
from cluewright.solvers.outcomes import check_clock

#: How much effort a proof may take: as much as is saved up, but not more than the most. Each one adds some to what is
#: saved, whether it needs it or not. It is counted, never timed: a path is the same on every machine.
SAVED, EACH, MOST = 24_000_000, 3_000_000, 7_000_000
#: What one look around counts, in steps of the solver.
LOOK: Final = 300
#: So many counterexamples are kept in mind for one conclusion.
MOST_KEPT: Final = 150
#: One that breaks more than so many atoms around a conclusion says little about it.
MOST_BROKEN: Final = 12


@dataclass(eq=False)
class Counterexample:
    """An answer of some of the rules, as numbers whose ones stand for atoms and literals."""

    #: The atoms that it may break, of the first so many.
    broken: int
    atoms: int
    #: The literals of facts that are false in it.
    wrong: int


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
    #: No step to it costs less.
    bound: int = 0
    #: The atoms around it, what examples break there, and how many of these are read.
    near: int = 0
    broken: list[int] = field(default_factory=list)
    read: int = 0


class Cheapest:
    """Looks for cheapest steps; what it learns from one step serves the next."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        #: The counterexamples to each conclusion, by the literal of its opposite.
        self.examples: defaultdict[int, list[Counterexample]] = defaultdict(list)
        #: Atoms that are enough to force each, together with what is known.
        self.cores: defaultdict[int, list[int]] = defaultdict(list)
        self.weights = Weights(())
        self.windows = Windows(pool)
        self._top = max(pool.fact_of, default=0)
        #: The effort that is left for proofs.
        self.saved = SAVED

    def find(self, known: Known, wanted: Sequence[Fact], below: int, most: int = MOST) -> tuple[Finding | None, int]:
        """A cheapest step below some cost, and the bound that was proved: no step costs less than that."""
        self.saved += EACH
        if len(self.weights.costs) < len(self.pool.atoms):
            self.weights = Weights(map(atom_cost, self.pool.atoms))
        self.pool.prefer([*self.pool.literals((*known.facts(), *wanted)), *(-lit for lit in self.pool.usual)])
        proof = _Proof(self, known, wanted, min(self.saved, most))
        with self.pool.patient(proof.tick):
            found = proof.run(below)
        self.saved -= proof.effort
        return found

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

    def __init__(self, cheapest: Cheapest, known: Known, wanted: Sequence[Fact], most: int) -> None:
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
        self.lightest = cheapest.weights.least
        self.goals: dict[int, _Goal] = {}
        around = cheapest.windows.on(known)
        for told in wanted:
            against = -pool.literal(told)
            self.goals[against] = _Goal(
                told, against, around(told.var), cheapest.examples[against], cheapest.cores[against]
            )

    def run(self, limit: int) -> tuple[Finding | None, int]:
        """Cheap steps to any conclusion are found or excluded before dear ones."""
        level = 3 * self.lightest
        try:
            while True:
                for goal in self.goals.values():
                    self.tick()
                    self._look_around(goal, (min(level, limit) - 1) // self.lightest)
                for goal in self.goals.values():
                    top = min(level, limit)
                    goal.bound = self._bound(goal, top)
                    limit = min(limit, goal.bound) if goal.bound < top else limit
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
        self._read(goal)
        branching = Branching(self.cheapest.weights, _Atoms(self, goal), self.tick)
        branching.broken = goal.broken
        return branching.search(goal.near, limit)

    def _look_around(self, goal: _Goal, hops: int) -> None:
        """So many atoms reach so far."""
        if goal.window.grow(hops):
            goal.near = goal.window.atoms
            goal.broken, goal.read = [], 0

    def _read(self, goal: _Goal) -> None:
        """What counterexamples break around a conclusion; those that new facts refute are forgotten."""
        if goal.read < len(goal.examples):
            news = [each for each in goal.examples[goal.read :] if not self._refuted_at(each) & goal.window.met]
            goal.examples[goal.read :] = news[-MOST_KEPT:]
            goal.read = len(goal.examples)
            broken = {self.cheapest.judge(each).broken & goal.near for each in news}
            goal.broken = sorted(broken.union(goal.broken), key=int.bit_count)[:MOST_KEPT]

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

    def __init__(self, proof: _Proof, goal: _Goal) -> None:
        self.proof = proof
        self.goal = goal
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
        return example.broken & goal.near

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        """How few facts do; and where there is room for one atom more, do fewer with it?"""
        limit = self._with_facts(chosen, cost, 0, limit)
        return self._with_facts(chosen, cost, others, limit) if cost + self.proof.lightest < limit else limit

    def _with_facts(self, chosen: int, cost: int, others: int, limit: int) -> int:
        costs = self.proof.cheapest.weights.costs
        more = [n for n in bits(others) if cost + costs[n] < limit]
        about = dict.fromkeys(var for n in (*bits(chosen), *more) for var in self.proof.pool.scopes[n])
        facts = [lit for var in {**about, self.goal.fact.var: None} for lit in self.proof.facts[var]]
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
