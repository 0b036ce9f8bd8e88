"""The checker of proofs: against brute force, against a naive checker, and on proofs that are wrong."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from cluewright.setting.drat import BadProof, Step, check_proof, parse_proof
from cluewright.setting.trimming import trimmed
from cluewright.solvers.traced import refute

Clauses = list[list[int]]


def satisfiable(variables: int, clauses: Sequence[Sequence[int]]) -> bool:
    for signs in itertools.product((1, -1), repeat=variables):
        true = {sign * (i + 1) for i, sign in enumerate(signs)}
        if all(any(lit in true for lit in clause) for clause in clauses):
            return True
    return False


def leads_to_conflict(clauses: Sequence[Sequence[int]], assumed: Sequence[int]) -> bool:
    """Unit propagation in the plainest way."""
    true = set(assumed)
    changed = True
    while changed:
        changed = False
        if any(-lit in true for lit in true):
            return True
        for clause in clauses:
            if any(lit in true for lit in clause):
                continue
            free = {lit for lit in clause if -lit not in true}
            if not free:
                return True
            if len(free) == 1:
                true |= free
                changed = True
    return False


def naive_check(clauses: Sequence[Sequence[int]], steps: Sequence[Step]) -> bool:
    """A proof without deletions, checked from the definitions."""
    known = [list(clause) for clause in clauses]
    for step in steps:
        if not step.deletes and not leads_to_conflict(known, [-lit for lit in step.clause]):
            others = [other for other in known if step.clause and -step.clause[0] in other]
            resolvents = ([*step.clause, *(x for x in other if x != -step.clause[0])] for other in others)
            if not step.clause or not all(leads_to_conflict(known, [-lit for lit in r]) for r in resolvents):
                return False
        if not step.deletes:
            known.append(list(step.clause))
            if not step.clause:
                return True
    return False


def accepted(variables: int, clauses: Clauses, steps: Sequence[Step]) -> bool:
    try:
        check_proof(variables, clauses, steps)
    except BadProof:
        return False
    return True


def random_clauses(rng: random.Random, variables: int, count: int) -> Clauses:
    return [
        [rng.choice((1, -1)) * v for v in rng.sample(range(1, variables + 1), rng.randint(1, min(3, variables)))]
        for _ in range(count)
    ]


def pigeons(count: int) -> tuple[int, Clauses]:
    """One pigeon more than holes."""
    holes = count - 1
    inside = [[p * holes + h + 1 for h in range(holes)] for p in range(count)]
    clauses = [list(row) for row in inside]
    for hole in range(holes):
        clauses += [[-inside[a][hole], -inside[b][hole]] for a, b in itertools.combinations(range(count), 2)]
    return count * holes, clauses


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_pigeons(count: int) -> None:
    variables, clauses = pigeons(count)
    trace = refute(clauses)
    assert trace is not None
    steps = trimmed(trace)
    assert check_proof(variables, clauses, steps).added > 0
    assert not accepted(variables, clauses, steps[:-1])
    assert not accepted(variables, clauses[1:], steps)


def test_random_formulas() -> None:
    rng = random.Random(1)
    verdicts = []
    for _ in range(150):
        variables = rng.randint(3, 7)
        clauses = random_clauses(rng, variables, rng.randint(5, 30))
        trace = refute(clauses)
        assert (trace is None) == satisfiable(variables, clauses)
        verdicts.append(trace is None)
        if trace is not None:
            steps = trimmed(trace)
            assert check_proof(variables, clauses, steps).added > 0
            assert (
                parse_proof("".join(f"{'d ' * s.deletes}{' '.join(map(str, (*s.clause, 0)))}\n" for s in steps))
                == steps
            )
    assert 20 < sum(verdicts) < 130


def test_random_proofs() -> None:
    """Steps drawn at random: what the checker accepts is refuted by brute force and accepted by the naive checker."""
    rng = random.Random(2)
    right = 0
    for _ in range(600):
        variables = rng.randint(2, 5)
        clauses = random_clauses(rng, variables, rng.randint(6, 16))
        steps = [Step(tuple(c)) for c in random_clauses(rng, variables, rng.randint(0, 4))] + [Step(())]
        verdict = accepted(variables, clauses, steps)
        assert verdict == naive_check(clauses, steps)
        if verdict:
            right += 1
            assert not satisfiable(variables, clauses)
    assert right > 50


def test_random_deletions() -> None:
    """Deleting clauses never makes a wrong proof right."""
    rng = random.Random(3)
    right = 0
    for _ in range(600):
        variables = rng.randint(2, 4)
        clauses = random_clauses(rng, variables, rng.randint(6, 14))
        steps: list[Step] = []
        for _ in range(rng.randint(1, 5)):
            if rng.random() < 0.5:
                steps.append(Step(tuple(rng.choice(clauses)), True))
            else:
                steps.append(Step(tuple(random_clauses(rng, variables, 1)[0])))
        steps.append(Step(()))
        if accepted(variables, clauses, steps):
            right += 1
            assert not satisfiable(variables, clauses)
    assert right > 20


def test_steps_by_resolution() -> None:
    """A variable that nothing speaks of may be defined; no clause follows otherwise."""
    signs = {size: list(itertools.product((1, -1), repeat=size)) for size in range(5)}
    clauses = [[a * 1, b * 2, c * 4, d * 5] for a, b, c, d in signs[4]]
    definition = [Step((3, -1, -2)), Step((-3, 1)), Step((-3, 2))]
    rest = [
        Step(tuple(s * v for s, v in zip(chosen, (1, 2, 4), strict=False))) for n in (3, 2, 1, 0) for chosen in signs[n]
    ]
    assert check_proof(5, clauses, [*definition, *rest]).by_resolution == 3
    assert naive_check(clauses, [*definition, *rest])
    satisfied = [[1, 2], [-1, 2]]
    assert not accepted(3, satisfied, [*definition, Step(())])
    with pytest.raises(BadProof, match="step 1 does not follow"):
        check_proof(3, [[1, 2], [-1, 3]], [Step((-2, 1)), Step(())])


def test_units_stay_when_deleted() -> None:
    clauses = [[1], [-1, 2], [-2, 3], [-3, -1]]
    assert accepted(3, clauses, [Step((1,), True), Step(())])
    assert accepted(3, [[1], [-1, 2], [-2, -1]], [Step((-1, 2), True), Step(())])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "does not reach the empty clause"),
        ("2 0\n", "does not reach the empty clause"),
        ("2 0\n0\n1 0\n", "step 3 stands after the empty clause"),
        ("d 1 3 0\n0\n", "step 1 deletes a clause that is not there: 1 3"),
        ("9 0\n0\n", "a variable that the formula does not have: 9"),
        ("0\n", "step 1 does not follow: the empty clause"),
        ("2 0\n0", "breaks off"),
        ("2 x 0\n0\n", "line 1 of the proof is no clause"),
        ("2\n0\n", "does not end with its only 0"),
        ("2 0 1 0\n0\n", "does not end with its only 0"),
    ],
)
def test_wrong_proofs(text: str, reason: str) -> None:
    clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], [3]]
    with pytest.raises(BadProof, match=reason):
        check_proof(3, clauses, parse_proof(text))


def test_right_proof_of_the_same() -> None:
    clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2], [3]]
    assert check_proof(3, clauses, parse_proof("c a comment\n2 0\nd 1 2 0\n0\n")).deleted == 1
