"""MiniZinc models and the solvers behind MiniZinc: the same answers as brute force, and limits that hold."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from backend_models import bits, by_brute_force, by_solver, graph_cases, model_of, node_cases, random_models
from hypothesis import HealthCheck, given, settings

from cluewright.compiler import ir
from cluewright.compiler.lowering.targets import CHOICES
from cluewright.compiler.model import Model
from cluewright.solvers.minizinc import MiniZincSolver

pytestmark = pytest.mark.skipif(
    shutil.which("minizinc") is None or shutil.which("fzn-gecode") is None, reason="MiniZinc or Gecode is missing"
)

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
NODES = node_cases()
GRAPHS = graph_cases()


#: Up to so many answers are enumerated one by one.
FEW = 4


def agrees(model: Model, **encodings: str) -> None:
    assert by_solver(model, MiniZincSolver(encodings=encodings)) == by_brute_force(model)


def agrees_in_samples(model: Model, **encodings: str) -> None:
    """Nothing but the expected answers is found, and a few of those that are expected."""
    solver, expected = MiniZincSolver(encodings=encodings), sorted(by_brute_force(model))
    if len(expected) <= FEW:
        assert by_solver(model, solver) == set(expected)
        return
    chosen = random.Random(len(expected)).sample(expected, FEW)
    for rows, positive, result in ((expected, False, set()), (chosen, True, set(chosen))):
        among = Model(model.unknowns, list(model.constraints))
        among.add(ir.Table(tuple(model.variables), tuple(rows), positive), Rule("Only some answers are asked for."))
        assert by_solver(among, solver) == result


# ---------------------------------------------------------------- the answers are right


def few_forms(variables: list[ir.Var], expr: ir.Value) -> Iterator[Model]:
    """Required, denied, and in one model as an exact, implied, implying and counted truth value."""
    yield model_of(variables, expr)
    yield model_of(variables, ir.negate(expr))
    a, b, c, d = bits(4, "switch")
    counted = ir.equal(ir.add_all([d, ir.truth_value(expr), variables[0]]), 1)
    yield model_of([*variables, a, b, c, d], ir.iff(a, expr), ir.implies(b, expr), ir.implies(expr, c), counted)


@pytest.mark.parametrize("name", NODES)
def test_every_node_in_every_position(name: str) -> None:
    for model in few_forms(*NODES[name]):
        agrees(model)


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_constraints(name: str) -> None:
    agrees_in_samples(GRAPHS[name])


@pytest.mark.parametrize("encoding", CHOICES["connected"])
@pytest.mark.parametrize("name", ["connected rooted", "connected clause", "connected by edges", "connected if"])
def test_encodings_of_connected(name: str, encoding: str) -> None:
    agrees_in_samples(GRAPHS[name], connected=encoding)


@pytest.mark.parametrize("encoding", CHOICES["loop"])
@pytest.mark.parametrize("name", ["loop", "loop with a clue", "loop fixed", "loop if", "loop of two", "path ends"])
def test_encodings_of_loops(name: str, encoding: str) -> None:
    agrees_in_samples(GRAPHS[name], loop=encoding)


@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_models())
def test_random_models(model: Model) -> None:
    agrees(model)
