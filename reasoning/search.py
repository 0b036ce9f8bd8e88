"""Steps that need several atoms: what fails at once when it is assumed, with as little as that takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cluewright.reasoning.cheapest import MOST, Cheapest
from cluewright.reasoning.costs import step_cost
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.single import Finding, Singles
from cluewright.solvers.outcomes import check_clock

#: How often new parts of graph rules are looked for on the way of one what-if.
MOST_LOOKS: Final = 4
#: How many of the most promising what-ifs are made as small as possible.
MOST_TRIED: Final = 6
#: If all of them cost more than this, nobody compares them: fewer will do.
DEAR, FEW_TRIED = 1_000, 2
#: How many facts are put to the test with a what-if; a person does not try more.
MOST_WHAT_IFS: Final = 200
#: How far from the thing in question atoms may lie, nearest first; None is anywhere.
HOPS: Final = (1, 2, 3, 4, 6, 9, None)
#: The same where a step is wanted that shows soon: nearer ones are often longer, as what excludes all other values.
NEAR: Final = (2, 3)
#: How much effort is spent on making a what-if small, and on others once one was found; and how much at first on each
#: that does not show at once.
EFFORT, LITTLE = 1_000_000, 20_000
#: When nothing shows at once, so many hidden contradictions are compared.
MOST_COMPARED: Final = 24

#: What contradicts an assumption: its cost, the assumption, and all that was assumed.
Core = tuple[int, int, list[int]]


class Search:
    """Looks for a cheap step of several atoms."""

    def __init__(self, singles: Singles) -> None:
        self.pool = singles.pool
        self.cheapest = Cheapest(singles)
        #: Steps that were found and not needed: they stay true.
        self._spare: list[Finding] = []
        self._last_cost = 0

    def find(self, known: Known, wanted: Sequence[Fact], most: int = MOST) -> tuple[Finding, int] | None:
        """A cheap step, and a bound: none is cheaper than that. None if nothing is forced any more."""
        targets = set(wanted)
        self._spare = [found for found in self._spare if not known.has(found.conclusions[0])]
        ready = [found for found in self._spare if found.conclusions[0] in targets]
        found = min(ready, key=self.cost, default=None)
        if found is None or self.cost(found) > self._last_cost:
            facts = [self.pool.literal(told) for told in known.facts()]
            others = self._failing(known, facts, wanted)
            self._spare += others
            found = min((*ready, *others), key=self.cost, default=None)
        if found is None:
            return None
        self._last_cost = self.cost(found)
        better, bound = self.cheaper(known, wanted, self._last_cost, most)
        return better or found, bound

    def direct(self, known: Known, target: Fact, most: int) -> tuple[Finding, int] | None:
        """A cheap step to one fact and what no step to it is below; a dear one is nothing to come back to."""
        facts = [self.pool.literal(told) for told in known.facts()]
        found = min(self._failing(known, facts, [target]), key=self.cost, default=None)
        if found is None:
            return None
        better, bound = self.cheaper(known, [target], self.cost(found), most)
        return better or found, bound

    def near(self, known: Known, wanted: Sequence[Fact]) -> list[Finding]:
        """Cheap steps to things nearby, the cheapest first; nothing is proved of them."""
        facts = [self.pool.literal(told) for told in known.facts()]
        return sorted(self._at_once(known, facts, wanted, NEAR), key=self.cost)

    def cheaper(self, known: Known, wanted: Sequence[Fact], cost: int, most: int = MOST) -> tuple[Finding | None, int]:
        """A step that costs less, if one is found, and the bound that was proved."""
        return self.cheapest.find(known, wanted, cost, most)

    def cost(self, finding: Finding) -> int:
        """What a finding costs."""
        return step_cost([self.pool.atoms[n] for n in finding.atoms], len(finding.facts))

    def _failing(self, known: Known, facts: list[int], wanted: Sequence[Fact]) -> list[Finding]:
        """The opposite of which facts leads to a contradiction at once, by what lies near, or else at all?"""
        self._look_around(facts, wanted)
        return self._at_once(known, facts, wanted, HOPS) or self._at_all(facts, wanted)

    def _at_once(
        self, known: Known, facts: list[int], wanted: Sequence[Fact], distances: Sequence[int | None]
    ) -> list[Finding]:
        """What fails by the atoms within the first of some distances by which anything does."""
        pool = self.pool
        around = self.cheapest.windows.on(known)
        # Few are all tried: what was learnt before may show more than what follows at once.
        failing = wanted if len(wanted) <= MOST_WHAT_IFS else pool.failing(known, facts, wanted)
        windows = {told: around(told.var) for told in failing[:MOST_WHAT_IFS]}
        for hops in distances:
            check_clock(pool.deadline)
            cores: list[Core] = []
            for told, window in windows.items():
                if window.is_whole:  # it was asked before with all that there is
                    continue
                against = -pool.literal(told)
                chosen = pool.usual if hops is None else window.selectors(hops)
                if pool.fails([against, *facts, *chosen]):
                    pool.holds([against, *facts, *chosen])
                    cores.append(self._core(against))
            if cores:
                return self._smallest(cores)
        return []

    def _core(self, against: int) -> Core:
        core = self.pool.core()
        return self._cost_of(core), against, core

    def _smallest(self, cores: list[Core]) -> list[Finding]:
        cores.sort(key=lambda item: item[0])
        tried = MOST_TRIED if cores and cores[0][0] < DEAR else FEW_TRIED
        return [self._reduced(against, core) for _, against, core in cores[:tried]]

    def _at_all(self, facts: list[int], wanted: Sequence[Fact]) -> list[Finding]:
        """What no single chain shows: what takes little effort to see before what takes more."""
        cores: list[Core] = []
        rules = self.pool.whole_rules()
        unclear = [-self.pool.literal(told) for told in wanted]
        little = LITTLE
        while unclear and not cores:
            asked, unclear = unclear, []
            end = self.pool.effort + EFFORT
            for against in asked:
                answer = self.pool.decided([against, *facts, *rules], little)
                if answer is None:
                    unclear.append(against)
                elif not answer:
                    cores.append(self._core(against))
                if len(cores) >= MOST_COMPARED or (cores and self.pool.effort > end):
                    break
            little *= 2
        return self._smallest(cores)

    def _look_around(self, facts: list[int], wanted: Sequence[Fact]) -> None:
        """Finds the parts of graph rules that what-ifs meet."""
        pool = self.pool
        for told in wanted[:MOST_WHAT_IFS] if pool.sources else ():
            check_clock(pool.deadline)
            for _ in range(MOST_LOOKS):
                truth = pool.propagated([-pool.literal(told), *facts, *pool.usual])
                if truth is None or not pool.forced(truth):
                    break

    def _cost_of(self, literals: Sequence[int]) -> int:
        atoms = [self.pool.atoms[self.pool.atom_of[lit]] for lit in literals if lit in self.pool.atom_of]
        return step_cost(atoms, len(literals) - len(atoms) - 1)

    def _reduced(self, against: int, core: list[int]) -> Finding:
        """As little as it takes, as far as that is seen without much effort: dear atoms are given up first, facts
        last."""
        pool = self.pool
        end = pool.effort + EFFORT
        chosen = [lit for lit in core if lit != against]
        chosen.sort(key=lambda lit: -self._cost_of([lit, against]))
        for literal in list(chosen):
            rest = [lit for lit in chosen if lit != literal]
            if literal in chosen and pool.decided([against, *rest], end - pool.effort) is False:
                used = set(pool.core())
                chosen = [lit for lit in rest if lit in used]
        atoms = tuple(pool.atom_of[lit] for lit in chosen if lit in pool.atom_of)
        facts = tuple(pool.fact_of[lit] for lit in chosen if lit not in pool.atom_of)
        return Finding(atoms, facts, (pool.fact_of[-against],))
