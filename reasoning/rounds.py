"""A way through a puzzle in rounds: everything that is equally easy is concluded together, so that neither the order of
the cells nor the names of the values matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log2
from typing import Final

from cluewright.compiler.cnf import FALSE
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.showing import Brief
from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.costs import atom_cost
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Singles
from cluewright.reasoning.weights import Weights
from cluewright.reasoning.windows import Window
from cluewright.solvers.outcomes import check_clock

#: The kinds of rounds, the easiest first.
LAST_VALUE: Final = "last value"
RULE: Final = "rule"
WHAT_IF: Final = "what-if"
SEARCH: Final = "search"


@dataclass(frozen=True, repr=False)
class Round(Brief):
    """All that could be concluded in the easiest way."""

    kind: str
    cost: int
    #: Of how many unknowns something could be found out, this or something dearer of its kind.
    places: int
    #: How many unknowns were open.
    open: int
    #: How many facts were found.
    facts: int
    #: How far around a what-if one has to look; None if anywhere, or if it is none.
    hops: int | None = None

    @property
    def effort(self) -> float:
        """The cost, more where little is to be found among much that is open."""
        return self.cost * log2(1 + self.open / self.places)


class Rounds:
    """A puzzle whose only solution is known. What is concluded is true in it, so nothing has to be checked; how hard it
    is to see is all that is asked."""

    def __init__(self, puzzle: CompiledPuzzle, solution: Mapping[Var, int], weights: Weights, deadline: float | None):
        self.known = Known.begun(puzzle, {})
        self.goals = dict.fromkeys(_true_facts(solution))
        self.weights = weights
        self.pool = Pool(puzzle.model, deadline)
        self.singles = Singles(self.pool)
        #: What each atom forces, as long as some of it is new.
        self._forced: dict[int, list[Fact]] = {}
        self._touched: dict[int, None] = {}

    def __enter__(self) -> Rounds:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()
        self.singles.close()

    def __iter__(self) -> Iterator[Round]:
        """One round after the other until everything is known."""
        while (found := self._next()) is not None:
            yield found

    def _next(self) -> Round | None:
        check_clock(self.pool.deadline)
        ways = (self._by_one_atom, self._by_what_ifs, self._by_search)
        return next((found for way in ways if (found := way()) is not None), None)

    def _concluded(
        self, kind: str, cost: int, conclusions: list[Fact], hops: int | None = None, places: set[Var] | None = None
    ) -> Round:
        known = self.known
        is_open = sum(len(var.domain) > 1 and var not in known.told for var in known.candidates)
        news = [new for new in conclusions if known.note(new)]
        self._touched.update(dict.fromkeys(self.pool.touched(news, known)))
        return Round(kind, cost, len(places or {new.var for new in news}), is_open, len(conclusions), hops)

    def _wanted(self) -> list[Fact]:
        return [goal for goal in self.goals if not self.known.has(goal)]

    # ------------------------------------------------------------ kinds of rounds

    def _by_one_atom(self) -> Round | None:
        """All last values, or all that the cheapest parts of rules force, each by itself. Whoever looks for something
        sees the dearer ones as well: they count as places."""
        found: dict[int, dict[Fact, None]] = {}
        for cost, new in (*self._last_values(), *self._by_rules(), *self._by_graphs()):
            if new in self.goals:
                found.setdefault(cost, {})[new] = None
        if not found:
            return None
        cost = min(found)
        kind = LAST_VALUE if cost == self.weights.last_value else RULE
        places = {new.var for news in found.values() for new in news}
        return self._concluded(kind, cost, list(found[cost]), places=places)

    def _last_values(self) -> Iterator[tuple[int, Fact]]:
        """Where all other values are crossed out, the last one is the answer."""
        return ((self.weights.last_value, last) for last in self.known.last_values())

    def _by_rules(self) -> Iterator[tuple[int, Fact]]:
        """What parts of rules force; those are asked of which something new is known."""
        for atom in dict.fromkeys((*self.pool.fresh(), *self._touched)):
            check_clock(self.pool.deadline)
            self._forced[atom] = self.singles.forced(atom, self.known, self.goals)
        self._touched = {}
        for atom, facts in list(self._forced.items()):
            news = [new for new in facts if not self.known.has(new)]
            if not news:
                del self._forced[atom]
            for new in news:
                yield atom_cost(self.pool.atoms[atom]), new

    def _by_graphs(self) -> Iterator[tuple[int, Fact]]:
        """What parts of graph rules force."""
        pool = self.pool
        facts = pool.literals(self.known.facts())
        truth = pool.propagated(facts) if pool.sources else None
        costs: dict[int, int] = {}
        for atom, literal in () if truth is None else self._decided(truth):
            costs[literal] = min(atom_cost(atom), costs.get(literal, atom_cost(atom)))
        for literal, cost in costs.items():
            if literal in pool.fact_of:
                yield cost, pool.fact_of[literal]
            elif after := pool.propagated([*facts, literal]):  # what a rule says about several unknowns at once
                yield from ((cost, goal) for goal in self._wanted() if after[pool.literal(goal)])

    def _decided(self, truth: list[bool | None]) -> Iterator[tuple[Atom, int]]:
        """The parts of graph rules that decide something on a board of which some is known, with the literal that must
        be true. Only the present board counts: a part that was found on another one may depend on the order of things
        there."""
        for source in self.pool.sources:
            for atom, clause in source.forced(truth):
                left = [literal for literal in clause if truth[literal] is not False]
                if not left:
                    yield atom, FALSE
                elif len(left) == 1 and truth[left[0]] is None:
                    yield atom, left[0]

    def _by_what_ifs(self) -> Round | None:
        """Everything whose opposite fails at once, by as little around it as any of them needs."""
        wanted = self._wanted()
        facts = self.pool.literals(self.known.facts())
        windows = {goal: Window(self.pool, self.known, goal.var) for goal in wanted}
        for hops, cost in self.weights.what_ifs:
            found = []
            for goal in wanted:
                chosen = self.pool.usual if hops is None else windows[goal].selectors(hops)
                if self._fails([-self.pool.literal(goal), *facts, *chosen], hops):
                    found.append(goal)
            if found:
                return self._concluded(WHAT_IF, cost, found, hops)
        return None

    def _fails(self, assumptions: list[int], looks: int | None) -> bool:
        """Whether a contradiction follows link by link, with what graph rules decide when one looks so many times."""
        look = 0
        while True:
            check_clock(self.pool.deadline)
            truth = self.pool.propagated(assumptions)
            if truth is None or look == looks:
                return truth is None
            decided = dict.fromkeys(literal for _, literal in self._decided(truth))
            if FALSE in decided or not decided:
                return FALSE in decided
            assumptions = [*assumptions, *decided]
            look += 1

    def _by_search(self) -> Round | None:
        """All that is left: nothing shorter than the rules as a whole says more."""
        wanted = self._wanted()
        left = len({goal.var for goal in wanted})
        cost = self.weights.search + left * self.weights.search_unknown
        return self._concluded(SEARCH, cost, wanted) if wanted else None


def _true_facts(solution: Mapping[Var, int]) -> Iterator[Fact]:
    """All that can be said about a solution."""
    for var, value in solution.items():
        if len(var.domain) > 1:
            yield fact(var, value)
        if len(var.domain) > 2:
            yield from (fact(var, other, False) for other in var.domain if other != value)
