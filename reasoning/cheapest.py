"""The cheapest set of atoms and facts that forces something, by implicit hitting sets.

A set forces a conclusion just if it meets every set without which the others, together with the opposite of the
conclusion, can hold. Those are found one by one from counterexamples, and each stays one in all later steps.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from cluewright.reasoning.costs import atom_cost, fact_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.pysat import RC2, WCNF
from cluewright.reasoning.single import Finding
from cluewright.solvers.outcomes import check_clock


@dataclass(frozen=True)
class Counterexample:
    """An answer of some of the rules: the literals that are true in it."""

    true: frozenset[int]


class Cheapest:
    """Looks for cheapest steps; what it learns from one step serves the next."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.examples: list[Counterexample] = []

    def find(self, known: Known, wanted: Sequence[Fact], below: int, seconds: float) -> tuple[Finding | None, int]:
        """A cheapest step below some cost, and the bound that was proved: no step costs less than that. Given up after
        so much work of this process."""
        end = time.process_time() + seconds
        pool = self.pool
        facts = [pool.literal(told) for told in known.facts()]
        targets = [-pool.literal(f) for f in wanted]
        items = [*pool.usual, *facts]
        hitting = _Hitting([(lit, self._cost(lit)) for lit in items], targets)
        try:
            for example in self.examples:
                hitting.add([lit for lit in (*items, *targets) if lit not in example.true])
            while time.process_time() < end:
                check_clock(pool.deadline)
                chosen, cost = hitting.smallest()
                if not chosen or cost >= below:
                    return None, below
                if not pool.possible(chosen):
                    return self._finding(chosen, targets), cost
                example = self._grown(chosen, items)
                self.examples.append(example)
                hitting.add([lit for lit in (*items, *targets) if lit not in example.true])
            return None, hitting.bound
        finally:
            hitting.close()

    def _cost(self, literal: int) -> int:
        number = self.pool.atom_of.get(literal)
        return fact_cost() if number is None else atom_cost(self.pool.atoms[number])

    def _finding(self, chosen: Sequence[int], targets: Sequence[int]) -> Finding:
        pool = self.pool
        against = set(targets)
        atoms = tuple(pool.atom_of[lit] for lit in chosen if lit in pool.atom_of)
        conclusion = next(lit for lit in chosen if lit in against)
        facts = [pool.fact_of[lit] for lit in chosen if lit not in pool.atom_of and lit != conclusion]
        return Finding(atoms, tuple(facts), (pool.fact_of[-conclusion],))

    def _grown(self, chosen: Sequence[int], items: Sequence[int]) -> Counterexample:
        """The last answer, moved on to one that has the same and more."""
        pool = self.pool
        truths = pool.truths()
        kept = [lit for lit in items if truths[lit] == lit]
        assumed = [*chosen, *kept]
        missing = [lit for lit in items if truths[lit] != lit]
        for literal in missing:
            if truths[literal] == literal:
                continue
            if pool.holds([*assumed, literal]):
                truths = pool.truths()
                assumed = [*chosen, *(lit for lit in items if truths[lit] == lit)]
        return Counterexample(frozenset(lit for lit in truths[1 : pool.encoder.top + 1]))


class _Hitting:
    """Cheapest sets with exactly one target that meet all given sets."""

    def __init__(self, items: Sequence[tuple[int, int]], targets: Sequence[int]) -> None:
        self.names = [lit for lit, _ in items] + list(targets)
        self.numbers = {lit: i for i, lit in enumerate(self.names, 1)}
        formula = WCNF()
        goals = [self.numbers[lit] for lit in targets]
        formula.append(goals)
        for i, one in enumerate(goals):
            for other in goals[i + 1 :]:
                formula.append([-one, -other])
        for literal, cost in items:
            formula.append([-self.numbers[literal]], weight=cost)
        self.oracle = RC2(formula)
        self.bound = 0

    def add(self, literals: Sequence[int]) -> None:
        """One of these must be chosen."""
        self.oracle.add_clause([self.numbers[lit] for lit in literals])

    def smallest(self) -> tuple[list[int], int]:
        """The cheapest choice and its cost; nothing if the known atoms force none of the targets."""
        model = self.oracle.compute()
        if model is None:
            return [], self.bound
        self.bound = self.oracle.cost
        chosen = [self.names[v - 1] for v in model if 0 < v <= len(self.names)]
        return chosen, self.bound

    def close(self) -> None:
        """Free the solver."""
        self.oracle.delete()
