"""What every engine has to pass: every node of the model in every position, every encoding, limits, crashes, counting.

Nothing is skipped: an engine that is not installed fails. Answers are judged by the contract, so a wrong one is an
error at once; what these tests look for is what judging cannot see: a right answer that an engine loses. Starting an
engine may take a second, so many small models are asked as one.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import random
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from backend_models import RULE, bits, by_brute_force, forms, graph_cases, model_of, node_cases
from helpers import SOON
from test_guard import lives

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.model import Model, UnknownLayer, walk
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Status, Verdict
from cluewright.setting.uniqueness import check, count
from cluewright.solvers.base import Engine, SolverFailed, get_solver, solve
from cluewright.solvers.builtin import AUTO
from cluewright.solvers.family import family
from cluewright.solvers.registry import all_names

#: Those of other packages too, if one is installed beside this one.
ENGINES = [name for name in all_names() if name != AUTO]
NODES, GRAPHS = node_cases(), graph_cases()
#: Seconds that an engine may take for a batch on a busy machine.
PATIENCE = 120.0
#: Answers of each model that an engine has to accept, and assignments of each that it has to judge.
SAMPLE = 2
#: Models that are asked as one. Graphs have helping variables, and a search that meets a dead end in one of them goes
#: through those of all others again. Where a start of Java takes longer than all this, more of them are asked as one.
CHUNK, GRAPH_CHUNK = 50, 8
JAVA, AS_MANY = {"ace", "choco"}, 4
#: Nodes that no puzzle contains: parents of others, and what lowering alone makes.
NOT_IN_PUZZLES = {ir.Expr, ir.Truth, ir.GraphConstraint, ir.Circuit}


@pytest.fixture(autouse=True)
def quick_java(monkeypatch: pytest.MonkeyPatch) -> None:
    """Java's second compiler does not pay on tiny puzzles."""
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    found = get_solver(request.param)
    assert found.missing() is None, f"{found.name} is not installed: {found.missing()}"
    return found


# ---------------------------------------------------------------- every node


def test_every_kind_of_node_is_asked() -> None:
    kinds = {kind for _, kind in inspect.getmembers(ir, inspect.isclass) if issubclass(kind, ir.Expr)} - NOT_IN_PUZZLES
    models = [*(m for case in NODES.values() for m in forms(*case)), *GRAPHS.values()]
    asked = {type(node) for model in models for node in walk(c.expr for c in model.constraints)}
    assert asked >= kinds


class Batch:
    """Many models in one: each gets variables of its own."""

    def __init__(self) -> None:
        self.variables: list[ir.Var] = []
        self.constraints: list[ir.Value] = []
        self.expected: list[int] = []

    def add(self, model: Model, values: Iterable[int], free: int = 0) -> None:
        """A copy of a model whose unknowns, but for the last few, are given; together they must be these values."""
        number, values = len(self.variables), list(values)
        copies = {var: ir.Var(f"x{number + i}", var.domain) for i, var in enumerate(model.variables)}
        done: dict[ir.Expr, ir.Value] = {}

        def copied(expr: ir.Value) -> ir.Value:
            if not isinstance(expr, ir.Expr):
                return expr
            if isinstance(expr, ir.Var):
                return copies[expr]
            if expr not in done:
                done[expr] = ir.rebuild(expr, copied)
            return done[expr]

        self.variables += copies.values()
        self.expected += values
        self.constraints += [copied(c.expr) for c in model.constraints]
        given = list(zip(copies.values(), values, strict=True))[: len(values) - free]
        self.constraints += [ir.equal(var, value) for var, value in given]

    def model(self) -> Model:
        return model_of(self.variables, *self.constraints)


def sample(rows: Iterable[tuple[int, ...]], seed: str) -> list[tuple[int, ...]]:
    rows = sorted(rows)
    return random.Random(seed).sample(rows, min(SAMPLE, len(rows)))


def answers_of(models: Iterable[tuple[str, Model]]) -> Iterator[tuple[str, Batch]]:
    """Some answers of each model, given to it: none may be lost."""
    for name, model in models:
        batch = Batch()
        for values in sample(by_brute_force(model), name):
            batch.add(model, values)
        yield name, batch


def joined(batches: Iterable[Batch]) -> Batch:
    whole = Batch()
    for batch in batches:
        whole.add(batch.model(), batch.expected, free=len(batch.expected))
    return whole


def chunks(parts: dict[str, Batch], size: int, engine: Engine) -> Iterator[dict[str, Batch]]:
    names = list(parts)
    size *= AS_MANY if engine.name in JAVA else 1
    for start in range(0, len(names), size):
        yield {name: parts[name] for name in names[start : start + size]}


def accepts(engine: Engine, parts: dict[str, Batch], size: int) -> None:
    """The engine finds what is given; if not, the parts are asked one by one to say which it loses."""
    for some in chunks(parts, size, engine):
        if _answer(engine, joined(some.values())) is None:
            lost = [name for name in some if _answer(engine, some[name]) is None]
            pytest.fail(f"{engine.name} loses answers of {lost}")


def _answer(engine: Engine, batch: Batch) -> list[int] | None:
    model = batch.model()
    result = solve(model, engine, timeout=PATIENCE)
    assert result.status is not Status.UNKNOWN, "it took too long"
    if not result.answers:
        return None
    found = [result.answers[0][var] for var in model.variables]
    assert found == batch.expected
    return found


NODE_ANSWERS = dict(answers_of((f"{name} {i}", m) for name, case in NODES.items() for i, m in enumerate(forms(*case))))


def test_every_node_in_every_position(engine: Engine) -> None:
    accepts(engine, NODE_ANSWERS, CHUNK)


def truths() -> Iterator[tuple[str, Batch]]:
    """Every node as an exact truth value, where it holds and where it does not; only the truth itself is not given."""
    for name, (variables, expr) in NODES.items():
        switch = ir.Var("switch", (0, 1))
        model, batch = model_of([*variables, switch], ir.iff(switch, expr)), Batch()
        rows = by_brute_force(model)
        for truth in (0, 1):
            for values in sample((row for row in rows if row[-1] == truth), name):
                batch.add(model, values, free=1)
        yield name, batch


TRUTHS = dict(truths())


def test_every_node_has_one_truth(engine: Engine) -> None:
    """And the engine proves that there is no other: this is what `unique` rests on."""
    for some in chunks(TRUTHS, CHUNK, engine):
        batch = joined(some.values())
        model = batch.model()
        result = check(model, engine, timeout=PATIENCE)
        assert result.verdict is Verdict.UNIQUE
        assert [result.answers[0][var] for var in model.variables] == batch.expected


# ---------------------------------------------------------------- every encoding of every graph constraint

GRAPH_ANSWERS = dict(answers_of(GRAPHS.items()))


#: The constraints that an encoding of each kind can be chosen for.
ENCODED: dict[str, tuple[type[ir.Expr], ...]] = {
    "connected": (ir.Connected, ir.TwinGroups),
    "loop": (ir.Loop, ir.Path),
    "groups": (ir.EqualGroups, ir.SeededGroups, ir.JoinedGroups),
}


def rounds() -> Iterator[tuple[str, dict[str, str], list[str]]]:
    """For each engine: all graphs as it likes them, then each encoding with the graphs that it is for."""
    for name in ENGINES:
        yield name, {}, list(GRAPHS)
        choices = get_solver(name).choices()
        for step in range(max(map(len, choices.values()), default=0)):
            chosen = {kind: names[step] for kind, names in choices.items() if step < len(names) and kind in ENCODED}
            kinds = tuple(node for kind in chosen for node in ENCODED[kind])
            graphs = {n: {type(node) for node in walk(c.expr for c in m.constraints)} for n, m in GRAPHS.items()}
            yield name, chosen, [n for n, nodes in graphs.items() if nodes & set(kinds)]


@pytest.mark.parametrize(
    ("name", "encodings", "graphs"), [pytest.param(*r, id="-".join([r[0], *r[1].values()])) for r in rounds()]
)
def test_every_encoding_of_every_graph_constraint(name: str, encodings: dict[str, str], graphs: list[str]) -> None:
    accepts(get_solver(name, encodings), {graph: GRAPH_ANSWERS[graph] for graph in graphs}, GRAPH_CHUNK)


def test_no_graph_has_another_answer(engine: Engine) -> None:
    """Boards on which little is left open, asked for all answers: helping variables must not multiply them."""
    for name in ("loop fixed", "seeded two"):
        model = GRAPHS[name]
        expected = sorted(by_brute_force(model))
        few = expected[:2]
        table = ir.Table(tuple(model.variables), tuple(few))
        some = model_of(model.variables, *(c.expr for c in model.constraints), table)
        result = solve(some, engine, limit=None, timeout=PATIENCE)
        assert result.complete
        assert sorted(tuple(a.values()) for a in result.answers) == few


# ---------------------------------------------------------------- corners


def test_models_with_nothing_in_them(engine: Engine) -> None:
    only = ir.Var("only", (4, 7))
    assert count(model_of([only]), engine, timeout=PATIENCE).count == 2
    assert count(Model(), engine, timeout=PATIENCE).count == 1
    impossible = model_of([only], False)
    assert check(impossible, engine, timeout=PATIENCE).verdict is Verdict.NONE
    empty = Model({"x": UnknownLayer("x", "elements", {})})
    empty.add(False, RULE)
    assert check(empty, engine, timeout=PATIENCE).verdict is Verdict.NONE


def test_large_numbers_are_right_or_refused(engine: Engine) -> None:
    """Sums, differences and products up to the limit of the engine are exact; beyond it, it says so in plain words."""
    most = engine.largest or ir.MAX_VALUE
    part = most // 4
    x, y = ir.Var("x", (part - 3, part - 1, part)), ir.Var("y", (part - 2, part))
    small, p = ir.Var("small", (0, 1, 2)), ir.Var("p", (part - 1, part))
    model = model_of(
        [x, y, small, p],
        ir.at_most(2 * part - 1, ir.add(x, y)),
        ir.less(ir.scale(y, -1), ir.scale(x, -1)),
        ir.equal(ir.multiply(p, small), ir.scale(p, 2)),
    )
    batch = Batch()
    for values in by_brute_force(model):
        batch.add(model, values)
    assert batch.expected
    if engine.name == "clingo":  # it adds up all values of all terms
        with pytest.raises(SolverFailed, match="a sum of this puzzle is too large for it; use smaller numbers"):
            _answer(engine, batch)
    else:
        assert _answer(engine, batch) is not None
    for top in (most, -most):
        edge = ir.Var("edge", (top,))
        assert check(model_of([edge], ir.equal(edge, top)), engine, timeout=PATIENCE).verdict is Verdict.UNIQUE
    if engine.largest is not None:
        for low, high in ((most, most + 1), (-most - 1, -most)):
            beyond = ir.Var("beyond", (low, high))
            with pytest.raises(SolverFailed, match=f"{engine.name} failed: it cannot hold numbers beyond {most}"):
                solve(model_of([beyond]), engine)
        tower = model_of([x, y, p], ir.compare(ir.add(ir.add(x, y), ir.scale(p, -3)), "<=", -part))
        with pytest.raises(SolverFailed, match="a sum or product of this puzzle can reach"):
            solve(tower, engine)


def test_a_graph_condition_that_is_denied(engine: Engine) -> None:
    text = "puzzle: {rules: h, board: {rows: 1, columns: 3}, unknowns: {s: {over: cells, values: bool}}, constraints: "
    puzzle = cluewright.compile(cluewright.loads(text + "[{rule: Apart., holds: 'not acyclic(s)'}]}"))
    with pytest.raises(CluewrightError, match=r"<text>:1:\d+: .*can be required, but not denied.*Apart"):
        solve(puzzle.model, engine)


# ---------------------------------------------------------------- limits and crashes


def hard() -> Model:
    """A magic square of squares: nobody finds one, and nobody proves that there is none."""
    n = 9
    cells = [ir.Var(f"m{i}", range(1, n * n + 1)) for i in range(n * n)]
    total = n * (n * n + 1) // 2
    lines = [[r * n + c for c in range(n)] for r in range(n)] + [[r * n + c for r in range(n)] for c in range(n)]
    exprs: list[ir.Value] = [ir.AllDifferent(tuple(cells))]
    exprs += [ir.equal(ir.add_all(cells[i] for i in line), total) for line in lines]
    squares = [ir.add_all(ir.multiply(cells[i], cells[i]) for i in line) for line in lines]
    exprs += [ir.equal(square, total * (2 * n * n + 1) // 3 + 1) for square in squares]
    return model_of(cells, *exprs)


def test_a_time_limit_holds(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    model = hard()
    for seconds in (0.2, 3.0):
        started = time.monotonic()
        result = solve(model, engine, timeout=seconds)
        assert result.status is Status.UNKNOWN
        assert time.monotonic() - started < SOON
    assert not list(tmp_path.iterdir())
    assert not children()


def test_so_many_answers_and_no_more(engine: Engine) -> None:
    many = model_of([ir.Var(f"x{i}", range(10)) for i in range(12)])
    result = solve(many, engine, limit=2, timeout=PATIENCE)
    assert (len(result.answers), result.complete) == (2, False)
    assert len({tuple(a.values()) for a in result.answers}) == 2
    assert not children()


def children() -> list[int]:
    """Processes that we started and that still live, without the shells that watch them."""
    return [e.pid for e in family(os.getpid()) if e.pid != os.getpid() and lives(e.pid) and not _is_guard(e.pid)]


def _is_guard(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return b"\0guard\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return True


def test_a_killed_process_is_an_error_and_leaves_nothing(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    if engine.name == "sat":
        assert engine.stops_itself  # it has no process of its own
        return
    victim: list[int] = []

    def kill() -> None:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            found = children()
            if found and time.monotonic() > end - 28:
                victim.extend(found)
                for pid in found:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                return
            time.sleep(0.05)

    model = hard()
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(SolverFailed, match=f"{engine.name} failed: .*(died|code -9|no verdict|SIGKILL)"):
            solve(model, engine, timeout=60)
    finally:
        killer.join()
    assert victim
    assert not children()
    assert not list(tmp_path.iterdir())


def test_a_deadline_that_has_passed(engine: Engine) -> None:
    assert solve(model_of(bits(2)), engine, timeout=0.0).status is Status.UNKNOWN
