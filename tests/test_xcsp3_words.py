"""Relations inside relations: solvers take some of them for one relation of three, so they are said in other words."""

from __future__ import annotations

import pytest
from backend_models import by_brute_force, by_solver, model_of

import cluewright
from cluewright.compiler import ir
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
