"""Steps that need several atoms: what fails at once when it is assumed, with as little as that takes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from cluewright.reasoning.cheapest import Cheapest
from cluewright.reasoning.costs import step_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Finding

#: How often new parts of graph rules are looked for on the way of one what-if.
MOST_LOOKS: Final = 4
#: How many of the most promising what-ifs are made as small as possible.
MOST_TRIED: Final = 8


class Search:
    """Looks for a cheap step of several atoms."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.cheapest = Cheapest(pool)

    def find(self, known: Known, wanted: Sequence[Fact], seconds: float) -> tuple[Finding, int] | None:
        """A cheap step, and a bound: none is cheaper than that. None if nothing is forced any more."""
        end = time.monotonic() + seconds
        facts = [self.pool.literal(told) for told in known.facts()]
        found = self._failing(facts, wanted, end - seconds / 2)
        if found is None:
            return None
        cost = self.cost(found)
        better, bound = self.cheapest.find(known, wanted, cost, end)
        return better or found, bound

    def cheaper(self, known: Known, wanted: Sequence[Fact], cost: int, seconds: float) -> tuple[Finding | None, int]:
        """A step that costs less, if one is found, and the bound that was proved."""
        return self.cheapest.find(known, wanted, cost, time.monotonic() + seconds)

    def cost(self, finding: Finding) -> int:
        """What a finding costs."""
        return step_cost([self.pool.atoms[n] for n in finding.atoms], len(finding.facts))

    def _failing(self, facts: list[int], wanted: Sequence[Fact], deadline: float) -> Finding | None:
        """The opposite of which facts leads to a contradiction at once, or else at all?"""
        pool = self.pool
        cores: list[tuple[int, int, list[int]]] = []
        for told in wanted:
            against = -pool.literal(told)
            core = self._what_if(against, facts)
            if core is not None:
                cores.append((self._cost_of(core), against, core))
            if time.monotonic() > deadline and cores:
                break
        if not cores:
            for told in wanted:
                against = -pool.literal(told)
                if not pool.possible([against, *facts], with_all=True):
                    core = pool.core()
                    cores.append((self._cost_of(core), against, core))
                    if time.monotonic() > deadline:
                        break
        cores.sort(key=lambda item: item[0])
        findings = [self._reduced(against, core) for _, against, core in cores[:MOST_TRIED]]
        return min(findings, key=self.cost, default=None)

    def _what_if(self, against: int, facts: list[int]) -> list[int] | None:
        """What leads from an assumption to a contradiction step by step, if anything does."""
        pool = self.pool
        for _ in range(MOST_LOOKS):
            truth = pool.propagated([against, *facts, *pool.selectors])
            if truth is None:
                pool.holds([against, *facts, *pool.selectors])
                return pool.core()
            if not pool.forced(truth):
                break
        return None

    def _cost_of(self, literals: Sequence[int]) -> int:
        atoms = [self.pool.atoms[self.pool.atom_of[lit]] for lit in literals if lit in self.pool.atom_of]
        return step_cost(atoms, len(literals) - len(atoms) - 1)

    def _reduced(self, against: int, core: list[int]) -> Finding:
        """As little as it takes: dear atoms are given up first, facts last."""
        pool = self.pool
        chosen = [lit for lit in core if lit != against]
        chosen.sort(key=lambda lit: -self._cost_of([lit, against]))
        for literal in list(chosen):
            rest = [lit for lit in chosen if lit != literal]
            if literal in chosen and not pool.possible([against, *rest]):
                used = set(pool.core())
                chosen = [lit for lit in rest if lit in used]
        atoms = tuple(pool.atom_of[lit] for lit in chosen if lit in pool.atom_of)
        facts = tuple(pool.fact_of[lit] for lit in chosen if lit not in pool.atom_of)
        return Finding(atoms, facts, (pool.fact_of[-against],))
