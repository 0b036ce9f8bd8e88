"""Cheapest steps: what is called cheapest is so, by brute force and by another algorithm."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

import cluewright
from cluewright.reasoning import chains, floors, search
from cluewright.reasoning.costs import atom_cost, fact_cost
from cluewright.reasoning.explain import forced
from cluewright.reasoning.facts import Fact, Known
from cluewright.reasoning.hitting import Branching, Weights, bits, mask
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.reasoner import Reasoner

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"


class Hidden:
    """A set is enough if it meets all hidden ones."""

    def __init__(self, hidden: Sequence[int]) -> None:
        self.hidden = hidden
        self.visited: list[int] = []

    def counterexample(self, chosen: int) -> int | None:
        return next((each for each in self.hidden if not each & chosen), None)

    def enough(self, chosen: int, cost: int, others: int, limit: int) -> int:
        self.visited.append(chosen)
        return cost


@pytest.mark.parametrize("seed", range(40))
def test_the_cheapest_set_that_meets_all_others_by_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    weights = [chance.choice((1, 2, 3, 5)) for _ in range(8)]
    hidden = [mask(chance.sample(range(8), chance.randint(1, 4))) for _ in range(chance.randint(1, 7))]
    costs = [
        sum(weights[n] for n in some)
        for size in range(9)
        for some in itertools.combinations(range(8), size)
        if all(mask(some) & each for each in hidden)
    ]
    for limit in (min(costs), min(costs) + 1, 99):
        question = Hidden(hidden)
        assert Branching(Weights(weights), question, lambda: None).search(255, limit) == min(costs)
        if limit > min(costs):
            assert sum(weights[n] for n in bits(question.visited[-1])) == min(costs)


def optimum(pool: Pool, known: Known, wanted: Sequence[Fact]) -> int:
    """What the cheapest step costs, by a solver of weighted formulas for all conclusions together."""
    items = [*pool.usual, *pool.literals(known.facts())]
    names = [*items, *(-pool.literal(each) for each in wanted)]
    numbers = {literal: n for n, literal in enumerate(names, 1)}
    goals = list(numbers.values())[len(items) :]
    formula = WCNF()
    formula.append(goals)
    for literal in items:
        atom = pool.atom_of.get(literal)
        formula.append([-numbers[literal]], weight=fact_cost() if atom is None else atom_cost(pool.atoms[atom]))
    for one, other in itertools.combinations(goals, 2):
        formula.append([-one, -other])
    with RC2(formula) as oracle:
        while True:
            chosen = [names[n - 1] for n in oracle.compute() if 0 < n <= len(names)]
            truths = pool.answer(chosen, items)
            if truths is None:
                return int(oracle.cost)
            oracle.add_clause([numbers[literal] for literal in names if truths[literal] != literal])


@pytest.mark.parametrize("name", ["slitherlink/first-fence", "heyawake/small-flat"])
def test_steps_that_leave_out_long_parts_of_rules_are_cheapest(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(floors, "SHORT", 2)
    test_no_step_is_cheaper_than_one_that_is_called_cheapest(name)


@pytest.mark.parametrize("name", ["hitori/small", "star-battle/small", "heyawake/small-flat", "fillomino/matchbox"])
def test_no_step_is_cheaper_than_one_that_is_called_cheapest(name: str) -> None:
    reasoner, goals = reasoning_about(name)
    with reasoner:
        known = reasoner.known
        before = known.copy()
        for step in reasoner.steps():
            if step.cheapest and step.reasons:
                wanted = [goal for goal in goals if not before.has(goal)]
                assert step.cost == optimum(reasoner.pool, before, wanted)
            before = known.copy()


def reasoning_about(name: str) -> tuple[Reasoner, list[Fact]]:
    """A reasoner on the printed board of a puzzle, and all that is forced there."""
    puzzle = cluewright.compile(LIBRARY / f"{name}.yaml")
    goals = forced(puzzle.model, {}, None)
    assert goals is not None
    return Reasoner(puzzle, Known.begun(puzzle, {}), goals, None), goals


@pytest.mark.parametrize("name", ["hitori/small", "fillomino/matchbox"])
def test_a_path_goes_on_to_its_end_without_any_effort_for_proofs(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for limit in ("EFFORT", "LITTLE"):
        monkeypatch.setattr(search, limit, 1)
    reasoner, goals = reasoning_about(name)
    with reasoner:
        reasoner.search.cheapest.saved = -(10**12)
        steps = list(reasoner.steps())
        assert all(map(reasoner.known.has, goals))
        assert not all(step.cheapest for step in steps)


def test_what_no_chain_shows_is_found_with_growing_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "LITTLE", 1)
    reasoner, goals = reasoning_about("heyawake/small-flat")
    with reasoner:
        pool = reasoner.pool
        found = reasoner.search._at_all(pool.literals(reasoner.known.facts()), goals)
        assert found
        for each in found:
            reasoner.checker.check([pool.atoms[n] for n in each.atoms], each.facts, each.conclusions)


def test_back_at_the_start_nothing_is_used_that_is_known_no_more() -> None:
    reasoner, _ = reasoning_about("fillomino/matchbox")
    with reasoner:
        start = reasoner.known.copy()
        list(reasoner.steps())
        reasoner.restart(start)
        known = start.copy()
        for step in reasoner.steps():
            assert all(map(known.has, step.facts))
            known = reasoner.known.copy()


def test_a_chain_that_takes_too_much_effort_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    reasoner, goals = reasoning_about("shingoki/magazine")
    lengths = []
    with reasoner:
        pool = reasoner.pool
        found = reasoner.search._at_all(pool.literals(reasoner.known.facts()), goals)
        for most in (chains.MOST, -1):
            monkeypatch.setattr(chains, "MOST", most)
            steps = [([pool.atoms[n] for n in each.atoms], each.facts, each.conclusions[0]) for each in found]
            lengths.append([len(chains.chain(reasoner.singles.shapes, *step)) for step in steps])
    assert all(lengths[0])
    assert not all(lengths[1])
