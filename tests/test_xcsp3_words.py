"""Relations inside relations: solvers take some of them for one relation of three, so they are said in other words."""

from __future__ import annotations

import re

import pytest
from backend_models import by_brute_force, by_solver, model_of

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.backends import WRITERS
from cluewright.solvers.base import get_solver

#: Too many values for a table, so the condition is written in words.
PUZZLE = """
puzzle:
  rules: related
  elements: {{places: 1..2}}
  unknowns: {{n: {{over: places, values: 0..12}}, p: {{over: places, values: bool}}}}
  constraints:
    - rule: Two numbers make eight, the greater one last.
      holds: n[1] + n[2] == 8 and n[1] <= n[2]
    - rule: They are related.
      holds: {holds}
"""
#: Five pairs of numbers, one of them of equal ones; the answers are counted by hand.
RELATIONS = {
    "p[1] iff (p[2] iff n[1] == n[2])": 10,
    "(p[1] iff n[1] == n[2]) iff p[2]": 10,
    "p[1] != (p[2] != (n[1] != n[2]))": 10,
    "not (p[1] iff (p[2] iff n[1] == n[2]))": 10,
    "n[1] != (1 if n[2] != n[1] else 0)": 16,
}


@pytest.mark.parametrize("holds", RELATIONS)
@pytest.mark.parametrize("engine", ["sat", "cosoco", "ace", "choco"])
def test_relations_inside_relations(engine: str, holds: str) -> None:
    puzzle = cluewright.compile(cluewright.loads(PUZZLE.format(holds=holds)))
    assert cluewright.count(puzzle, solver=engine, timeout=60).count == RELATIONS[holds]


#: Hundreds of rows are forbidden, and a few words say what of.
LONG = """
puzzle:
  rules: spoken
  elements: {{places: 1..4}}
  unknowns: {{n: {{over: places, values: 0..4}}, p: {{over: places, values: bool}}}}
  constraints:
    - rule: Together they make eight, and few are true.
      holds: sum(n[i] for i in places) == 8 and count(p[i] for i in places) <= 1
    - rule: They are related.
      holds: {holds}
"""
SHORT = [
    "p[1] implies n[1] == n[2] + n[3] + n[4] + 1",
    "p[1] iff (p[2] and n[1] == 2 and (n[2] == 2 and (n[3] == 2 and n[4] == 2)))",
    "p[1] iff (n[1] >= 1 and (n[2] >= 1 and (n[3] >= 1 and (n[4] >= 1 and not p[2]))))",
    "n[1] + n[2] + n[3] in [3, 5] or p[1] and n[4] == 2",
]


@pytest.mark.parametrize("engine", ["cosoco", "ace", "choco"])
@pytest.mark.parametrize("holds", SHORT)
def test_short_words_for_long_tables(engine: str, holds: str) -> None:
    puzzle = cluewright.compile(cluewright.loads(LONG.format(holds=holds)))
    assert not re.search(r"<(conflicts|supports)>", WRITERS["xcsp3"](puzzle, {}).decode())
    assert by_solver(puzzle.model, get_solver(engine)) == by_brute_force(puzzle.model) != set()


@pytest.mark.parametrize("limit", [0, 1, 3])
@pytest.mark.parametrize("relation", ["<=", "==", ">="])
def test_counts_at_their_ends(relation: str, limit: int) -> None:
    """cosoco wants `count` to allow one at least: where none may be, or all must, it is said of each."""
    unknowns = [ir.Var(name, range(1, 5)) for name in "xyz"]
    counted = ir.add_all(ir.equal(var, 3) for var in unknowns)
    holds = {
        "<=": ir.at_most(counted, limit),
        "==": ir.equal(counted, limit),
        ">=": ir.negate(ir.at_most(counted, limit - 1)),
    }
    model = model_of(unknowns, holds[relation])
    assert by_solver(model, get_solver("cosoco")) == by_brute_force(model)
