"""A way through a puzzle in rounds: everything that is equally easy is concluded together, so that neither the order of
the cells nor the names of the values matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Final

from cluewright.compiler.cnf import FALSE
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.ir import Var
from cluewright.models.showing import Brief
from cluewright.reasoning.facts import Fact, Known, fact
from cluewright.reasoning.hypotheses import Board, Chain, Hypotheses, Look
from cluewright.reasoning.nested import Nested
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Singles
from cluewright.reasoning.strategies.openings import openings
from cluewright.reasoning.weights import Weights
from cluewright.solvers.outcomes import check_clock

#: The kinds of rounds, the easiest first.
LAST_VALUE: Final = "last value"
RULE: Final = "rule"
WHAT_IF: Final = "what-if"
NESTED: Final = "nested what-if"
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
    #: By a chain of how many parts of rules a what-if fails; None if it is none.
    links: int | None = None
    #: What was found out about.
    about: tuple[Var, ...] = field(default=(), compare=False)

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
        self.hypotheses = Hypotheses(self.pool, self.singles, weights)
        self.nested = Nested(self.hypotheses, weights, lambda: check_clock(deadline))
        self._facts: list[int] = []
        self._board: Board = []
        #: What each atom forces, as long as some of it is new.
        self._forced: dict[int, list[Fact]] = {}
        self._touched: dict[int, None] = {}
        #: What openings say that is not known, with what it costs; those dearer than any what-if are none.
        opened = ((weights.of_opening(strategy.spec.cost), new) for strategy, new in openings(puzzle, self.known))
        self._opened = [(cost, new) for cost, new in opened if cost < weights.nested]

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
        steps = self._by_one_atom()
        cost = min(steps, default=None)
        found = self._by_what_ifs(cost)
        if found is not None:
            return found
        if cost is None:
            return self._by_nested_what_ifs() or self._by_search()
        kind = LAST_VALUE if cost == self.weights.last_value else RULE
        places = {new.var for news in steps.values() for new in news}
        return self._concluded(kind, cost, list(steps[cost]), places=places)

    def _concluded(
        self, kind: str, cost: int, conclusions: list[Fact], links: int | None = None, places: set[Var] | None = None
    ) -> Round:
        known = self.known
        is_open = sum(len(var.domain) > 1 and var not in known.told for var in known.candidates)
        news = [new for new in conclusions if known.note(new)]
        self._touched.update(dict.fromkeys(self.pool.touched(news, known)))
        about = tuple(dict.fromkeys(new.var for new in news))
        return Round(kind, cost, len(places or about), is_open, len(conclusions), links, about)

    def _wanted(self) -> list[Fact]:
        return [goal for goal in self.goals if not self.known.has(goal)]

    # ------------------------------------------------------------ kinds of rounds

    def _by_one_atom(self) -> dict[int, dict[Fact, None]]:
        """All last values, openings and all that parts of rules force, each by itself, by what they cost. Whoever looks
        for something sees the dearer ones as well: they count as places."""
        found: dict[int, dict[Fact, None]] = {}
        for cost, new in (*self._last_values(), *self._by_openings(), *self._by_rules(), *self._by_graphs()):
            if new in self.goals:
                found.setdefault(cost, {})[new] = None
        return found

    def _last_values(self) -> Iterator[tuple[int, Fact]]:
        """Where all other values are crossed out, the last one is the answer."""
        return ((self.weights.last_value, last) for last in self.known.last_values())

    def _by_openings(self) -> Iterator[tuple[int, Fact]]:
        """What is seen of the clues alone by whoever knows the strategies that look at nothing else."""
        self._opened = [(cost, new) for cost, new in self._opened if not self.known.has(new)]
        return iter(self._opened)

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
                yield self.hypotheses.costs[atom], new

    def _by_graphs(self) -> Iterator[tuple[int, Fact]]:
        """What parts of graph rules force."""
        pool = self.pool
        if not pool.sources:
            return
        facts = pool.literals(self.known.facts())
        truth = pool.propagated(facts)
        for literal, cost in (self._cheapest(truth) if truth else {}).items():
            if literal in pool.fact_of:
                yield cost, pool.fact_of[literal]
            elif after := pool.propagated([*facts, literal]):  # what a rule says about several unknowns at once
                yield from ((cost, goal) for goal in self._wanted() if after[pool.literal(goal)])

    def _decided(self, truth: list[bool | None]) -> Iterator[tuple[int, int]]:
        """What parts of graph rules cost that decide something on a board of which some is known, with the literal that
        must be true. Only the present board counts: a part that was found on another one may depend on the order of
        things there."""
        for source in self.pool.sources:
            for atom, clause in source.forced(truth):
                left = [literal for literal in clause if truth[literal] is not False]
                if not left:
                    yield self.weights.of_graph(atom, False), FALSE
                elif len(left) == 1 and truth[left[0]] is None:
                    yield self.weights.of_graph(atom, left[0] in source.members), left[0]

    def _by_what_ifs(self, below: int | None) -> Round | None:
        """Everything whose opposite fails soonest, if that costs less than something else that is open."""
        limits = self._limits(self.weights.what_if[0], below)
        if not limits:
            return None
        self._facts = self.pool.literals(self.known.facts()) if self.pool.sources else []
        self._board = self.hypotheses.board(self.known)
        return self._soonest(dict.fromkeys(self._wanted()), limits) or self._with_graphs(below)

    def _limits(self, start: int, below: int | None) -> list[int]:
        """How long what-ifs are followed that cost so much besides, one limit after the other."""
        patience = self.weights.what_if[1:]
        limits = [each for each in patience if below is None or start + each < below]
        if below is not None and below > start and len(limits) < len(patience):
            limits.append(below - start - 1)
        return limits

    def _with_graphs(self, below: int | None) -> Round | None:
        """Who can do without graphs does not look at them in a what-if, and begins where few values are left."""
        if not self.pool.sources:
            return None
        weights = self.weights
        limits = self._limits(weights.what_if[0] + weights.look, below)[: weights.looks]
        left = self.known.candidates
        tried: dict[int, dict[Fact, None]] = {}
        for goal in self._telling():
            tried.setdefault(len(left[goal.var]), {})[goal] = None
        rounds = (self._soonest(tried[n], limits, self._seen) for n in sorted(tried))
        return next((found for found in rounds if found is not None), None)

    def _telling(self) -> list[Fact]:
        """What is wanted and whose opposite says something, namely a value."""
        left = self.known.candidates
        return [goal for goal in self._wanted() if len(left[goal.var]) == 2 or not goal.holds]

    def _soonest(self, goals: dict[Fact, None], limits: list[int], look: Look | None = None) -> Round | None:
        """All goals whose opposites fail soonest."""
        start = self.weights.what_if[0] + (0 if look is None else self.weights.look)
        for limit in limits:
            found = self._failures(goals, look, limit)
            if found:
                time = min(chain.time for chain in found.values())
                soonest = [goal for goal, chain in found.items() if chain.time == time]
                links = max(found[goal].links for goal in soonest)
                return self._concluded(WHAT_IF, start + time, soonest, links)
        return None

    def _failures(self, goals: dict[Fact, None], look: Look | None, most: int) -> dict[Fact, Chain]:
        """The goals whose opposite fails by then, and no later than that of another one; those that never fail are no
        goals any more."""
        found: dict[Fact, Chain] = {}
        for goal in list(goals):
            check_clock(self.pool.deadline)
            chain = self.hypotheses.refuted(self._board, goal, most, look)
            if chain.fails:
                found[goal] = chain
                most = chain.time
            elif chain.fails is False:
                del goals[goal]
        return found

    def _seen(self, board: Board) -> Iterator[tuple[int, int, int]]:
        """What graph rules say about a board."""
        pool, hypotheses = self.pool, self.hypotheses
        changed = [at for at, mask in enumerate(board) if mask != self._board[at]]
        facts = [*self._facts, *pool.literals(new for at in changed for new in hypotheses.facts(at, board[at]))]
        truth = pool.propagated(facts)
        if truth is None:
            yield 0, changed[0], 0
            return
        for literal, cost in self._cheapest(truth).items():
            if literal == FALSE:
                yield cost, changed[0], 0
            elif literal in pool.fact_of:
                yield (cost, *hypotheses.left(pool.fact_of[literal]))
            else:  # a rule says something about several unknowns at once
                together = self._together([*facts, literal], truth)
                yield from ((cost, *left) for left in ([(changed[0], 0)] if together is None else together))

    def _together(self, facts: list[int], before: list[bool | None]) -> list[tuple[int, int]] | None:
        """What is left of unknowns by facts that were not known before; None if these cannot be."""
        pool = self.pool
        truth = pool.propagated(facts)
        if truth is None:
            return None
        news = [told for literal, told in pool.fact_of.items() if truth[literal] and not before[literal]]
        return [self.hypotheses.left(told) for told in news]

    def _cheapest(self, truth: list[bool | None]) -> dict[int, int]:
        """What parts of graph rules decide on a board of which some is known, and what that costs."""
        costs: dict[int, int] = {}
        for cost, literal in self._decided(truth):
            costs[literal] = min(cost, costs.get(literal, cost))
        return costs

    def _by_nested_what_ifs(self) -> Round | None:
        """Everything whose opposite fails soonest by what-ifs of its own. No single what-if did."""
        look = self._seen if self.pool.sources else None
        found = self.nested.soonest(self._board, self._telling(), look)
        if found is None:
            return None
        if found.links is None:
            return self._concluded(NESTED, self.weights.nested + found.cost, found.goals)
        start = self.weights.what_if[0] + self.weights.look
        return self._concluded(WHAT_IF, start + found.cost, found.goals, found.links)

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
