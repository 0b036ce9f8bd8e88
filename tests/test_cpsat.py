"""CP-SAT as an engine: the same answers as brute force, limits that hold, an interrupt that is heard."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from backend_models import (
    bits,
    by_brute_force,
    by_solver,
    deep_model,
    forms,
    graph_cases,
    grid,
    model_of,
    node_cases,
    random_models,
)
from helpers import SOON
from hypothesis import HealthCheck, given, settings
from ortools.sat.python import cp_model

from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat import CpSatModel
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.models.errors import LanguageError
from cluewright.solvers.base import answers, get_solver
from cluewright.solvers.engines.cp_sat import CpSat
from cluewright.solvers.outcomes import TimeUp

#: Up to so many answers are enumerated one by one.
FEW = 8
#: Of more answers than that, so many are asked for each by itself.
MANY = 40
NODES = node_cases()
GRAPHS = graph_cases()


@pytest.mark.parametrize("name", NODES)
def test_every_node_in_every_position(name: str) -> None:
    for model in forms(*NODES[name]):
        agrees(model)


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_constraints(name: str) -> None:
    agrees(GRAPHS[name])


@pytest.mark.parametrize("encoding", ["rank", "distance", "table"])
@pytest.mark.parametrize("name", ["connected rooted", "connected clause", "connected by edges", "connected if"])
def test_encodings_of_connected(name: str, encoding: str) -> None:
    agrees(GRAPHS[name], {"connected": encoding})


def agrees(model: Model, encodings: dict[str, str] | None = None) -> None:
    """All answers where they are few; else: nothing beside the right ones is an answer, and many of these are."""
    solver = CpSat(encodings or {})
    expected = by_brute_force(model)
    if len(expected) <= FEW:
        assert by_solver(model, solver) == expected
        return
    built = CpSatModel(lower(model, TARGETS["cp-sat"], encodings))
    for values in expected:
        built.forbid(dict(zip(model.variables, values, strict=True)))
    assert status_of(built) == cp_model.INFEASIBLE
    built = CpSatModel(lower(model, TARGETS["cp-sat"], encodings))
    for values in random.Random(1).sample(sorted(expected), min(MANY, len(expected))):
        chosen = zip(model.variables, values, strict=True)
        built.cp.clear_assumptions()
        built.cp.add_assumptions([built.literal(ir.equal(var, value)) for var, value in chosen])
        assert status_of(built) == cp_model.OPTIMAL


def status_of(built: CpSatModel) -> object:
    """The verdict once no lemma is violated any more."""
    search = cp_model.CpSolver()
    search.parameters.num_workers = 1
    while True:
        status = search.solve(built.cp)
        if status != cp_model.OPTIMAL or not built.lemmas.learn(list(search.response_proto.solution)):
            return status


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_models())
def test_random_models(model: Model) -> None:
    expected = by_brute_force(model)
    assert by_solver(model, CpSat()) == expected
    assert by_solver(model, get_solver("sat")) == expected


def test_graph_conditions_cannot_be_denied() -> None:
    nodes = bits(4)
    forest = ir.Acyclic(grid(2, 2), tuple(nodes), None)
    for expr in (ir.negate(forest), ir.iff(nodes[0], forest), ir.conj([nodes[0], ir.negate(forest)])):
        with pytest.raises(LanguageError, match="can be required, but not denied"):
            by_solver(model_of(nodes, expr), CpSat())


def test_very_deep_expressions() -> None:
    model = deep_model(3000)
    found = by_solver(model, CpSat())
    assert {(values[0], values[-2], values[-1]) for values in found} == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1)}


def test_statistics_and_registry() -> None:
    statistics: dict[str, object] = {}
    model = GRAPHS["connected rooted"]
    next(answers(get_solver("cp-sat"), model, None, statistics))
    assert {"variables", "constraints", "seconds_build", "seconds_solve", "conflicts", "nodes"} <= statistics.keys()


HARD = """
import sys, time
sys.path.insert(0, {tests!r})
from cluewright.compiler import ir
from cluewright.compiler.backends.cpsat import CpSatModel
from backend_models import model_of
from cluewright.solvers.base import answers, get_solver

def magic(n):
    cells = [ir.Var(f"m{{i}}", range(1, n * n + 1)) for i in range(n * n)]
    total = n * (n * n + 1) // 2
    lines = [[r * n + c for c in range(n)] for r in range(n)] + [[r * n + c for r in range(n)] for c in range(n)]
    exprs = [ir.AllDifferent(tuple(cells))]
    exprs += [ir.equal(ir.add_all(cells[i] for i in line), total) for line in lines]
    squares = [ir.add_all(ir.multiply(cells[i], cells[i]) for i in line) for line in lines]
    exprs += [ir.equal(square, total * (2 * n * n + 1) // 3 + 1) for square in squares]
    return model_of(cells, *exprs)

model = magic(9)
print("ready", flush=True)
started = time.monotonic()
try:
    for _ in answers(get_solver({solver!r}), model, {deadline}, {{}}):
        pass
    print("ended")
except BaseException as error:
    print(type(error).__name__, round(time.monotonic() - started, 2), flush=True)
"""


def run_hard(solver: str, deadline: str, interrupt_after: float | None) -> tuple[str, float]:
    """What a search that cannot end by itself says, and how long it took to say it after the interrupt or start."""
    code = HARD.format(tests=str(Path(__file__).parent), solver=solver, deadline=deadline)
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env={**os.environ})
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        started = time.monotonic()
        if interrupt_after is not None:
            time.sleep(interrupt_after)
            started = time.monotonic()
            child.send_signal(signal.SIGINT)
        said, _ = child.communicate(timeout=40)
        return said, time.monotonic() - started
    finally:
        child.kill()


@pytest.mark.parametrize("solver", ["cp-sat", "clingo"])
def test_deadline_holds(solver: str) -> None:
    said, _ = run_hard(solver, "started + 1.5", None)
    kind, seconds = said.split()
    assert kind == "TimeUp"
    assert float(seconds) < SOON


@pytest.mark.parametrize(("solver", "after"), [("cp-sat", 3.0), ("clingo", 4.0)])
def test_interrupt_is_heard(solver: str, after: float) -> None:
    said, seconds = run_hard(solver, "None", after)
    assert said.split()[0] == "KeyboardInterrupt"
    assert seconds < SOON


@pytest.mark.parametrize("solver", ["cp-sat", "clingo"])
def test_deadline_in_the_past(solver: str) -> None:
    with pytest.raises(TimeUp):
        next(answers(get_solver(solver), GRAPHS["connected"], time.monotonic() - 1, {}))


def test_long_lists_are_told_apart_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists whose items have too many combinations for one number."""
    monkeypatch.setattr("cluewright.compiler.lowering.decompose.MAX_CODE", 3)
    for model in forms(*NODES["distinct_lists"]):
        agrees(model)
    first, second = ([ir.Var(f"{name}{i}", (0, 10**9)) for i in range(4)] for name in "ab")
    monkeypatch.undo()
    agrees(model_of([*first, *second], ir.DistinctLists((tuple(first), tuple(second)))))
