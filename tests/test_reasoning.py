"""Steps of solving: every part of a rule follows from it, every step from its premises, by brute force."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.cnf import Encoder
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.ir import Var
from cluewright.compiler.model import Constraint, Model, Rule, UnknownLayer
from cluewright.reasoning import atoms as atoms_module
from cluewright.reasoning import costs, sentences
from cluewright.reasoning.atoms import Atom, split
from cluewright.reasoning.checking import Checker, WrongStepError
from cluewright.reasoning.explain import explain
from cluewright.reasoning.facts import Known, fact
from cluewright.reasoning.graphs import Source, source_of
from cluewright.reasoning.pool import Pool
from cluewright.reasoning.single import Singles
from cluewright.reasoning.small import Shapes
from cluewright.reasoning.steps import Step
from cluewright.reasoning.why import why

RULE = Rule("A rule.")
LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"


def assignments(variables: Sequence[Var]) -> Iterator[dict[Var, int]]:
    for values in itertools.product(*(var.domain for var in variables)):
        yield dict(zip(variables, values, strict=True))


# ---------------------------------------------------------------- parts of rules


def numbers(count: int, domain: Sequence[int]) -> list[Var]:
    return [Var(f"x{i}", tuple(domain)) for i in range(count)]


def truths(count: int) -> list[Var]:
    return [Var(f"t{i}", (0, 1)) for i in range(count)]


X = numbers(3, (1, 2, 3))
T = truths(4)
SPLIT: dict[str, tuple[list[Var], ir.Value]] = {
    "a line of different numbers": (X, ir.AllDifferent(tuple(X))),
    "different numbers but for one": (X, ir.AllDifferent(tuple(X), frozenset({1}))),
    "a count": (T, ir.equal(ir.add_all(T), 2)),
    "a sum": (X, ir.equal(ir.add_all(X), 6)),
    "all of these": (T, ir.conj([T[0], ir.negate(T[1]), ir.disj([T[2], T[3]])])),
    "none of these": (T, ir.negate(ir.disj([T[0], ir.conj([T[1], T[2]])]))),
}


@pytest.mark.parametrize("name", SPLIT)
def test_the_parts_of_a_rule_say_the_same_as_the_rule(name: str) -> None:
    variables, expr = SPLIT[name]
    atoms = list(split(Constraint(expr, RULE)))
    assert len(atoms) > 1 or name.startswith("different")
    for answer in assignments(variables):
        assert all(evaluate(atom.expr, answer) for atom in atoms) == bool(evaluate(expr, answer))


def grid(rows: int, columns: int) -> ir.Graph:
    names = [f"r{r}c{c}" for r in range(rows) for c in range(columns)]
    edges = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    edges += [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
    return ir.Graph(names, edges)


def connected() -> tuple[list[Var], ir.Value]:
    variables = truths(9)
    return variables, ir.Connected(grid(3, 3), tuple(variables))


def joined() -> tuple[list[Var], ir.Value]:
    variables = truths(11)
    return variables, ir.Connected(grid(2, 3), (True, *variables[:4], True), tuple(variables[4:]))


def loop() -> tuple[list[Var], ir.Value]:
    variables = truths(12)
    return variables, ir.Loop(grid(3, 3), tuple(variables))


def seeded() -> tuple[list[Var], ir.Value]:
    variables = truths(9)
    return variables, ir.SeededGroups(grid(3, 3), tuple(variables), {0: 2, 8: 3})


def equal() -> tuple[list[Var], ir.Value]:
    variables = numbers(6, (1, 2, 3, 4))
    return variables, ir.EqualGroups(grid(2, 3), tuple(variables), tuple(variables))


@pytest.mark.parametrize("make", [connected, joined, loop, seeded, equal])
def test_parts_of_graph_rules_follow_from_them(make: Callable[[], tuple[list[Var], ir.Value]]) -> None:
    """On random half-filled boards: what is found follows from the rule and decides something there."""
    variables, expr = make()
    encoder = Encoder(lambda clause: None)
    for var in variables:
        encoder.num(var).direct()
    source = source_of(encoder, Constraint(expr, RULE))
    assert source is not None
    solutions = [answer for answer in assignments(variables) if evaluate(expr, answer)]
    for atom in source.static():
        assert all(evaluate(atom.expr, answer) for answer in solutions)
    sound: set[frozenset[int]] = set()
    found = 0
    chance = random.Random(7)
    for _ in range(300):
        board = {var: chance.choice(var.domain) for var in variables if chance.random() < 0.6}
        truth = truth_of(encoder, variables, board)
        for atom, clause in source.forced(truth):
            assert sum(truth[lit] is not False for lit in clause) <= 1
            assert not any(truth[lit] for lit in clause)
            check_follows(source, atom, clause, solutions, sound)
            found += 1
    assert found > 100


def truth_of(encoder: Encoder, variables: Sequence[Var], board: dict[Var, int]) -> list[bool | None]:
    truth: list[bool | None] = [None] * (2 * encoder.top + 1)
    for var in variables:
        for value, literal in zip(var.domain, encoder.num(var).direct(), strict=True):
            if var in board:
                truth[literal], truth[-literal] = board[var] == value, board[var] != value
    truth[1], truth[-1] = True, False
    return truth


def check_follows(
    source: Source, atom: Atom, clause: list[int], solutions: list[dict[Var, int]], sound: set[frozenset[int]]
) -> None:
    if frozenset(clause) in sound:
        return
    sound.add(frozenset(clause))
    assert all(evaluate(atom.expr, answer) for answer in solutions), atom
    assert sentences.sentence(atom)
    assert all(evaluate(source.meant(clause), answer) for answer in solutions)


# ---------------------------------------------------------------- steps


def step_holds(step: Step, answers: list[dict[Var, int]]) -> bool:
    """By the meaning of the rules that the step names and nothing else."""
    rules = [reason.constraint.expr for reason in step.reasons]
    fitting = [
        answer
        for answer in answers
        if all(told.is_true(answer) for told in step.facts) and all(evaluate(rule, answer) for rule in rules)
    ]
    return all(new.is_true(answer) for answer in fitting for new in step.conclusions)


SMALL = [
    "akari/small", "binairo-plus/*", "fillomino/matchbox", "futoshiki/*", "heyawake/small-flat", "hitori/small",
    "kakuro/small", "lits/small", "masyu/oyster", "nonogram/mug", "norinori/*", "nurikabe/four-ships",
    "skyscrapers/small", "slitherlink/first-fence", "star-battle/small", "sudoku/small", "tents/*", "yajilin/small",
]  # fmt: skip


@pytest.mark.parametrize("pattern", SMALL)
def test_a_small_puzzle_is_explained_to_the_end(pattern: str) -> None:
    file = min(LIBRARY.glob(f"{pattern}.yaml"), key=lambda path: path.stat().st_size)
    puzzle = cluewright.compile(file)
    path = explain(puzzle)
    assert path.ending == "solved"
    assert path.complete
    assert not path.missing
    answer = cluewright.solve(puzzle).answers[0]
    known = path.start.copy()
    for step in path.steps:  # no step knows what has not been found yet, and every one says something new
        assert all(map(known.has, step.facts))
        assert step.conclusions
        assert all(new.is_true(answer) and not (known.has(new) and new.var in known.told) for new in step.conclusions)
        assert step.cost >= step.bound or step.cheapest
        for new in step.conclusions:
            known.note(new)
    assert known.values() == answer


def test_every_step_follows_from_the_rules_that_it_names_by_brute_force() -> None:
    text = "puzzle: slitherlink\nclues:\n  number: |\n    3 .\n    . 2\n"
    puzzle = cluewright.compile(cluewright.loads(text))
    answers = list(assignments(puzzle.model.variables))
    path = explain(puzzle)
    assert path.steps
    for step in path.steps:
        assert step_holds(step, answers)
        for link in step.what_if:
            assert step_holds(link, answers)


def test_a_step_has_all_that_its_premises_force_by_brute_force() -> None:
    x, y, z = variables = numbers(3, (1, 2, 3))
    rules = [ir.AllDifferent((x, y, z)), ir.equal(ir.add_all([x, y, z]), 6), ir.negate(ir.equal(x, 2))]
    model = Model({"n": UnknownLayer("n", "cells", dict(enumerate(variables)))}, [Constraint(r, RULE) for r in rules])
    goals = [fact(var, value, holds) for var in variables for value in var.domain for holds in (True, False)]
    with Pool(model) as pool:
        for number in range(60):
            choose = random.Random(number)
            atoms = choose.sample(range(len(pool.atoms)), 3)
            told = choose.sample(goals, 2)
            fitting = [
                answer
                for answer in assignments(variables)
                if all(evaluate(pool.atoms[n].expr, answer) for n in atoms) and all(f.is_true(answer) for f in told)
            ]
            forced = [goal for goal in goals if all(goal.is_true(answer) for answer in fitting)]
            premises = [*(pool.selectors[n] for n in atoms), *pool.literals(told)]
            assert pool.forced_by(premises, goals, 1_000_000) == forced


def test_a_false_step_is_never_shown() -> None:
    x, y = numbers(2, (1, 2, 3))
    differ = Constraint(ir.negate(ir.equal(x, y)), RULE)
    atom = Atom("rule", differ, differ.expr)
    checker = Checker()
    checker.check([atom], [fact(x, 1)], [fact(y, 1, False)])
    with pytest.raises(WrongStepError, match="does not follow from its premises"):
        checker.check([atom], [fact(x, 1)], [fact(y, 2)])
    with pytest.raises(WrongStepError, match="does not follow from the rule"):
        checker.check([Atom("cut", differ, ir.equal(x, 1))], [], [fact(x, 1)])
    checker.close()


PAIR = (
    "puzzle: {rules: pair, board: {rows: 1, columns: 3}, unknowns: {n: {over: cells, values: 1..3}}, constraints: %s}"
)


def test_as_far_as_anything_is_forced() -> None:
    text = (
        PAIR
        % "[{rule: All differ., holds: 'all_different(n[cells])'}, {rule: The first is 1., holds: 'n[cells[0]] == 1'}]"
    )
    path = explain(cluewright.compile(cluewright.loads(text)))
    assert (path.ending, path.complete) == ("open", True)
    assert path.known is not None
    assert sorted(map(len, path.known.candidates.values())) == [1, 2, 2]


def test_without_a_solution_it_ends_in_the_contradiction() -> None:
    text = (
        PAIR
        % "[{rule: All differ., holds: 'all_different(n[cells])'}, {rule: Two agree., holds: 'n[r1c1] == n[r1c2]'}]"
    )
    path = explain(cluewright.compile(cluewright.loads(text)))
    assert path.ending == "contradiction"
    assert [reason.constraint.rule.sentence for reason in path.steps[-1].reasons] == ["All differ.", "Two agree."]


def test_nothing_is_concluded_from_a_wrong_board() -> None:
    text = PAIR % "[{rule: They rise., holds: 'n[cells[0]] < n[cells[1]] and n[cells[1]] < n[cells[2]]'}]"
    puzzle = cluewright.compile(cluewright.loads(text))
    first, second, _ = puzzle.model.variables
    assert explain(puzzle, {first: 2}).ending == "mistake"
    assert not explain(puzzle, {first: 2}).steps
    assert explain(puzzle, {second: 2}).ending == "solved"


def test_why_tells_what_leads_there_and_nothing_else() -> None:
    puzzle = cluewright.compile(LIBRARY / "sudoku" / "small.yaml")
    answer = cluewright.solve(puzzle).answers[0]
    var = next(var for var in puzzle.model.variables if var not in puzzle.given())
    path = why(puzzle, fact(var, answer[var]))
    assert fact(var, answer[var]) in path.steps[-1].conclusions
    wrong = next(value for value in var.domain if value != answer[var])
    path = why(puzzle, fact(var, wrong))
    assert fact(var, wrong, False) in path.steps[-1].conclusions


def test_what_differs_from_a_value_is_crossed_out_as_a_solver_would() -> None:
    one, other = Var("one", (1, 2, 3, 4)), Var("other", (2, 3, 4, 5))
    layer = UnknownLayer("unknowns", "elements", {1: one, 2: other})
    model = Model({"unknowns": layer}, [Constraint(ir.AllDifferent((one, other)), Rule("They differ."))])
    with Pool(model) as pool:
        singles = Singles(pool)
        for value, *crossed in itertools.product(one.domain, (None, 2, 5), (None, *other.domain)):
            known = Known.of(model, [fact(one, value), *(fact(other, each, False) for each in crossed if each)])
            goals = list(known.open_facts(other))
            told = [each for var in (one, other) for each in known.facts_of(var)]
            assert set(singles.forced(0, known, goals)) == set(singles.small(0).forced(told, goals))
            singles.look([0], known, goals)
            for found in singles.open(known):
                assert all(singles.small(0).needed(told, new) == (list(found.facts), True) for new in found.conclusions)
            assert singles._is_settled(0, known) == singles.small(0).is_settled(known)
        singles.close()


def test_the_last_of_some_facts_holds_as_a_solver_would_say() -> None:
    variables = [*numbers(2, (1, 2, 3)), Var("truth", (0, 1)), Var("sure", (2,))]
    layer = UnknownLayer("unknowns", "elements", dict(enumerate(variables)))
    x, y, t, sure = variables
    facts = [fact(x, 2), fact(x, 2, False), fact(y, 1), fact(y, 3, False), fact(t, 1), fact(t, 0), fact(sure, 2, False)]
    for chosen in itertools.combinations(facts, 3):
        parts = [ir.equal(f.var, f.value) if f.holds else ir.negate(ir.equal(f.var, f.value)) for f in chosen]
        model = Model({"unknowns": layer}, [Constraint(ir.disj(parts), RULE)] if ir.disj(parts) is not True else [])
        with Pool(model) as pool:
            singles = Singles(pool)
            for number in range(40 if pool.atoms else 0):
                choose = random.Random(number)
                told = [fact(v, choose.choice(v.domain), choose.random() < 0.4) for v in choose.choices(variables, k=3)]
                known = Known.of(model, told)
                if known.contradicts() is not None:
                    continue
                goals = [g for var, values in pool.scopes[0].items() for g in known.open_facts(var, values)]
                small, known_of = singles.small(0), singles._facts(0, known)
                if small.is_possible(known_of):
                    assert set(singles.forced(0, known, goals)) == set(small.forced(known_of, goals))
                    for found in singles._of(0, known, goals):
                        for new in found.conclusions:
                            assert set(small.needed(known_of, new)[0]) == set(found.facts)
            singles.close()


def test_what_fails_at_once_is_the_same_with_parts_switched_on_or_written_down() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    path = explain(puzzle)
    with Pool(puzzle.model) as pool:
        known = path.start.copy()
        solved = path.known.candidates.items() if path.known is not None else ()
        goals = [fact(var, value, value == left[0]) for var, left in solved for value in var.domain]
        for step in path.steps:
            facts = pool.literals(known.facts())
            wanted = [goal for goal in goals if not known.has(goal)]
            failing = [goal for goal in wanted if pool.fails([-pool.literal(goal), *facts, *pool.usual])]
            assert pool.failing(known, facts, wanted) == failing
            for new in step.conclusions:
                known.note(new)
        assert pool.failing(path.start, [], goals) == goals  # nothing is said of a board that goes back


def test_the_form_of_what_is_used_many_times_is_found_soon() -> None:
    def nested(name: str) -> ir.Value:
        expr: ir.Value = Var(f"{name}0", (0, 1))
        for n in range(1, 60):
            expr = ir.disj([ir.conj([expr, Var(f"{name}{n}", (0, 1))]), ir.negate(expr)])
        return expr

    shapes = Shapes()
    one, other = shapes.small(nested("a")), shapes.small(nested("b"))
    assert one.shape is other.shape
    assert len(one.variables) == 60
    shapes.close()


def test_what_is_written_on_the_board_needs_no_rule() -> None:
    puzzle = cluewright.compile(LIBRARY / "sudoku" / "small.yaml")
    known = Known.begun(puzzle, {})
    with Pool(puzzle.model) as whole, Pool(puzzle.model, None, known) as pool:
        kept = {(atom.kind, atom.constraint, str(atom.expr)) for atom in pool.atoms}
        gone = [n for n, a in enumerate(whole.atoms) if (a.kind, a.constraint, str(a.expr)) not in kept]
        singles = Singles(whole)
        assert gone
        assert all(singles.settled(n, known) for n in gone)
        singles.close()


def test_what_an_expression_speaks_of_is_the_same_read_at_once_or_through() -> None:
    x, y, t = *numbers(2, (1, 2, 3)), Var("t", (0, 1))
    one, two = ir.equal(x, 1), ir.equal(x, 2)
    for expr in (
        ir.disj([one, two, t]),
        ir.conj([one, ir.negate(t), ir.equal(y, 3)]),
        ir.negate(ir.disj([one, ir.equal(y, 3)])),
        ir.negate(ir.equal(x, y)),
        ir.compare(ir.add_all([x, y]), "<=", 4),
        ir.disj([one, ir.conj([two, t])]),
        t,
        one,
    ):
        assert atoms_module.reads(expr) == atoms_module._read_through(expr)


def test_every_kind_has_a_cost_and_a_sentence() -> None:
    known = costs._weights()["atoms"]
    assert known.keys() == sentences.sentences().keys()


def test_known_forgets_nothing() -> None:
    x, t = Var("x", (1, 2, 3)), Var("t", (0, 1))
    known = Known([x, t])
    assert known.note(fact(x, 1, False))
    assert not known.note(fact(x, 1, False))
    assert list(known.facts()) == [fact(x, 1, False)]
    assert known.note(fact(t, 0, False))
    assert known.value(t) == 1
    twin = known.copy()
    assert twin.note(fact(x, 2))
    assert known.value(x) is None
    assert list(twin.facts()) == [fact(x, 2), fact(t, 1)]
    assert not twin.note(fact(t, 0)) or twin.contradicts() is t
