"""MiniZinc models and the solvers behind MiniZinc: the same answers as brute force, and limits that hold."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from backend_models import (
    bits,
    by_brute_force,
    by_solver,
    deep_model,
    graph_cases,
    grid,
    model_of,
    node_cases,
    random_models,
)
from helpers import SOON
from hypothesis import HealthCheck, given, settings

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends.minizinc import write_flatzinc, write_minizinc
from cluewright.compiler.backends.minizinc.names import RESERVED
from cluewright.compiler.lowering import CHOICES, TARGETS, lower
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError
from cluewright.solvers.base import answers, get_solver, solve
from cluewright.solvers.engines.gecode import Gecode
from cluewright.solvers.minizinc import MiniZincEngine, configuration, found_solvers
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
NODES = node_cases()
GRAPHS = graph_cases()
#: Up to so many answers of a graph constraint are enumerated one by one.
FEW = 3
#: Encodings that leave Gecode too much to guess; test_graph_encodings.py has them all, through another engine.
LOST = {"rank"}


def agrees(model: Model, **encodings: str) -> None:
    assert by_solver(model, Gecode(encodings=encodings)) == by_brute_force(model)


def agrees_in_samples(model: Model, **encodings: str) -> None:
    """Nothing but the expected answers is found, and a few of those that are expected."""
    solver, expected = Gecode(encodings=encodings), sorted(by_brute_force(model))
    if len(expected) <= FEW:
        assert by_solver(model, solver) == set(expected)
        return
    chosen = random.Random(len(expected)).sample(expected, FEW)
    for rows, positive in ((expected, False), (chosen, True)):
        among = Model(model.unknowns, list(model.constraints))
        among.add(ir.Table(tuple(model.variables), tuple(rows), positive), Rule("Only some answers are asked for."))
        assert by_solver(among, solver) == (set(chosen) if positive else set())


# ---------------------------------------------------------------- the answers are right


def few_forms(variables: list[ir.Var], expr: ir.Value) -> Iterator[Model]:
    """Required; denied; and in one model as an exact, implied, implying and counted truth value."""
    yield model_of(variables, expr)
    yield model_of(variables, ir.negate(expr))
    a, b, c, d = bits(4, "switch")
    counted = ir.equal(ir.add_all([d, ir.truth_value(expr), variables[0]]), 1)
    yield model_of([*variables, a, b, c, d], ir.iff(a, expr), ir.implies(b, expr), ir.implies(expr, c), counted)


def lowered(model: Model) -> Model:
    return lower(model, TARGETS["minizinc"])


@pytest.mark.parametrize("name", NODES)
def test_every_node_in_every_position(name: str) -> None:
    for model in few_forms(*NODES[name]):
        agrees(model)


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_constraints(name: str) -> None:
    agrees_in_samples(GRAPHS[name])


@pytest.mark.parametrize("encoding", sorted({*CHOICES["connected"]} - LOST))
@pytest.mark.parametrize("name", ["connected clause", "connected by edges", "connected if"])
def test_encodings_of_connected(name: str, encoding: str) -> None:
    agrees_in_samples(GRAPHS[name], connected=encoding)


@pytest.mark.parametrize("encoding", sorted({*CHOICES["loop"]} - LOST))
@pytest.mark.parametrize("name", ["loop with a clue", "loop fixed", "loop if", "loop of two", "path ends"])
def test_encodings_of_loops(name: str, encoding: str) -> None:
    agrees_in_samples(GRAPHS[name], loop=encoding)


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_models())
def test_random_models(model: Model) -> None:
    agrees_in_samples(model)


def test_answers_with_many_auxiliary_completions_come_once() -> None:
    """Ranks can be filled in in many ways; every answer still comes once, and the search ends."""
    nodes = bits(4, "n")
    square = ir.Graph(["a", "b", "c", "d"], [(0, 1), (1, 2), (2, 3), (3, 0)])
    model = model_of(nodes, ir.Connected(square, tuple(nodes)), ir.disj(nodes[:2]))
    agrees(model, connected="rank")


def test_ranks_on_tiny_boards() -> None:
    """Gecode cannot learn, so ranks are too hard for it on anything larger."""
    square, edges, switch = grid(2, 2), bits(4, "e"), ir.Var("switch", (0, 1))
    agrees(model_of([*edges, switch], ir.implies(switch, ir.Loop(square, tuple(edges)))), loop="rank")
    agrees(model_of(edges, ir.Path(square, tuple(edges))), loop="rank")
    agrees(model_of(edges, edges[0], ir.Connected(square, tuple(edges))), connected="rank")


def test_values_far_apart_in_a_pattern() -> None:
    x, y = ir.Var("x", (0, 100_000, 5)), ir.Var("y", (-7, 5))
    automaton = Automaton(2, 0, frozenset({1}), {(0, 100_000): 0, (0, 5): 1, (1, 5): 1, (0, -7): 1})
    agrees(model_of([x, y], ir.Regular((x, y), automaton)))


def test_tables_with_too_many_stars() -> None:
    wide = [ir.Var(f"w{i}", range(12)) for i in range(4)]
    rows = ((1, None, None, None), (None, 2, None, 3), (None, None, 11, 0))
    table = ir.Table(tuple(wide), rows)
    small = ir.at_most(ir.add_all(wide), 4)
    agrees(model_of(wide, table, small))
    agrees(model_of(wide, ir.negate(table), ir.at_most(ir.add_all(wide), 2)))


# ---------------------------------------------------------------- MiniZinc reads and checks the files


def minizinc(*arguments: str) -> str:
    done = subprocess.run(["minizinc", *arguments], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_node_passes_the_model_check(tmp_path: Path) -> None:
    """All cases in one call: MiniZinc checks the files one after the other."""
    for number, (variables, expr) in enumerate(NODES.values()):
        file = tmp_path / f"node{number}.mzn"
        file.write_text(write_minizinc(lowered(model_of(variables, expr))).text, encoding="utf-8")
    for number, model in enumerate(list(GRAPHS.values())[::6]):
        (tmp_path / f"graph{number}.mzn").write_text(write_minizinc(lowered(model)).text, encoding="utf-8")
    for file in sorted(tmp_path.iterdir()):
        minizinc("--model-check-only", str(file))


@pytest.mark.parametrize(
    "name", ["sudoku/small", "hitori/small", "slitherlink/first-fence", "nonogram/mug", "zebra/kiosk"]
)
def test_answers_pass_a_check_by_minizinc(name: str, tmp_path: Path) -> None:
    """With all unknowns fixed to the answer of another engine the model holds; with one changed it does not."""
    puzzle = cluewright.compile(str(LIBRARY / f"{name}.yaml"))
    document = write_minizinc(lowered(puzzle.model), title=puzzle.title)
    answer = cluewright.solve(puzzle).answers[0]
    file = tmp_path / "checked.mzn"
    file.write_text(document.text + document.fixing(answer), encoding="utf-8")
    assert "----------" in minizinc("--solver", "gecode", str(file))
    var = next(v for v in puzzle.model.variables if len(v.domain) > 1)
    wrong = {**answer, var: next(value for value in var.domain if value != answer[var])}
    file.write_text(document.text + document.fixing(wrong), encoding="utf-8")
    assert "UNSATISFIABLE" in minizinc("--solver", "gecode", str(file))


def test_the_printed_answer_is_data_for_the_same_model(tmp_path: Path) -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    model, data = tmp_path / "puzzle.mzn", tmp_path / "answer.dzn"
    model.write_text(write_minizinc(lowered(puzzle.model)).text, encoding="utf-8")
    printed = minizinc("--solver", "gecode", str(model))
    data.write_text(printed.replace("----------", ""), encoding="utf-8")
    assert minizinc("--solver", "gecode", str(model), str(data)) == printed


def test_a_model_reads_like_the_puzzle() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    text = write_minizinc(lowered(puzzle.model), title=puzzle.title).text
    side = max(var.hi for var in puzzle.model.variables)
    assert f"array[1..{side}, 1..{side}] of var 1..{side}: digit;" in text
    assert f"constraint forall(r in 1..{side}) (all_different(digit[r,..]));" in text
    assert f"constraint forall(c in 1..{side}) (all_different(digit[..,c]));" in text
    assert "(all_different(digit[r..r+1,c..c+2]));" in text
    assert "digit[r,c] = data[r,c]" in text
    for sentence in {constraint.rule.sentence for constraint in puzzle.model.constraints}:
        assert text.count(f"% {sentence}") == 1
    assert max(map(len, text.splitlines())) <= 120
    again = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    assert write_minizinc(lowered(again.model), title=puzzle.title).text == text


def test_boards_with_holes_are_drawn_as_they_are() -> None:
    """Cells that are not there hold nothing; answers are read, forbidden and checked without them."""
    puzzle = cluewright.compile(str(LIBRARY / "kakuro" / "small.yaml"))
    document = write_minizinc(lowered(puzzle.model))
    assert "array[1..6, 1..6] of var 0..9: digit;" in document.text
    assert "digit[r,c] = 0 <-> cells_of_digit[r,c] = 0" in document.text
    assert document.names["digit[2,4]"].name == "digit[r2c4]"
    (answer,) = by_solver(puzzle.model, Gecode())
    assert len(answer) == 18
    values = dict(zip(puzzle.model.variables, answer, strict=True))
    assert "0, 0, 0, 0, 0, 0, 0, 0, 0, " in document.fixing(values)
    assert "[0, 0, 0, 0, 0, 0, 0, 0, 0, " in document.blocking(values)
    several = Model(puzzle.model.unknowns, puzzle.model.constraints[:6])
    assert len({tuple(a.values()) for a in solve(several, Gecode(), limit=5, timeout=60).answers}) == 5


def test_names_of_the_way_back() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    names = write_minizinc(lowered(puzzle.model)).names
    assert list(names.values()) == puzzle.model.variables
    assert names["digit[1,2]"] is puzzle.model.variables[1]


def test_unknowns_with_awkward_names() -> None:
    """Words of the language, of its library and of other alphabets, and a helping variable of the same name."""
    words = ["array", "count", "sum", "größe", "1st", "part_1", "inside", "distance", "not", "ほし", *sorted(RESERVED)]
    layers = {word: UnknownLayer(word, "elements", {0: ir.Var(word, (0, 1))}) for word in dict.fromkeys(words)}
    model = Model(layers)
    model.add(ir.conj(model.variables), Rule("A sentence\nwith two lines; constraint false;"))
    model.add(ir.Connected(ir.Graph(["a", "b"], [(0, 1)]), tuple(model.variables[:2])), Rule("They are connected."))
    assert by_solver(model, Gecode()) == {(1,) * len(layers)}


def test_shared_and_deep_expressions() -> None:
    model = deep_model(1000)
    text = write_minizinc(lowered(model)).text
    assert len(text) < 300_000
    answers = by_solver(model, Gecode())
    assert len(answers) == 4


def test_models_without_unknowns_or_without_constraints() -> None:
    assert by_solver(Model(), Gecode()) == {()}
    impossible = Model()
    impossible.add(False, Rule("Never."))
    assert by_solver(impossible, Gecode()) == set()
    agrees(model_of([ir.Var("x", (-3, 5, 9))]))


def test_flatzinc() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    text = write_flatzinc(lowered(puzzle.model))
    assert "solve" in text
    assert "constraint" in text
    assert write_flatzinc(lowered(puzzle.model)) == text


# ---------------------------------------------------------------- limits and failures


#: With this encoding the heavy model is a short text that takes MiniZinc far longer to flatten than the tests wait.
HEAVY = {"loop": "circuit"}


def heavy_model() -> Model:
    """A ring of thousands of nodes."""
    edges = bits(4000, "e")
    ring = ir.Graph([f"n{i}" for i in range(4000)], [(i, (i + 1) % 4000) for i in range(4000)])
    return model_of(edges, ir.Loop(ring, tuple(edges)))


def running(word: str) -> list[str]:
    """Command lines of living processes that contain a word."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if word in line:
                found.append(line)
    return found


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of solvers are made here, so that their processes can be told from those of others."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_time_limit_while_flattening(own_folder: Path) -> None:
    model = heavy_model()
    started = time.monotonic()
    statistics: dict[str, object] = {}
    with pytest.raises(TimeUp):
        next(answers(Gecode(encodings=HEAVY), model, started + 8, statistics))
    assert time.monotonic() - started < SOON
    assert "seconds_build" in statistics  # the file was written in time
    assert "variables" not in statistics  # but not read
    assert "seconds_flatten" not in statistics  # and MiniZinc had not flattened it
    assert not running(str(own_folder))
    assert not list(own_folder.iterdir())


def test_time_limit_while_writing() -> None:
    variables = bits(300)
    model = model_of(variables, *(ir.disj([a, ir.conj([b, ir.negate(a)])]) for a in variables for b in variables[:60]))
    started = time.monotonic()
    with pytest.raises(TimeUp):
        next(answers(Gecode(), model, started + 0.1, {}))
    assert time.monotonic() - started < SOON


def test_time_limit_while_searching(own_folder: Path) -> None:
    """Eleven pigeons in ten holes, said so that no counting helps."""
    holes = [bits(11, f"p{i}h") for i in range(12)]
    exprs: list[ir.Value] = [ir.disj(row) for row in holes]
    exprs += [
        ir.disj([ir.negate(holes[a][j]), ir.negate(holes[b][j])])
        for j in range(11)
        for a in range(12)
        for b in range(a)
    ]
    result = solve(model_of([var for row in holes for var in row], *exprs), Gecode(), timeout=3)
    assert result.status == "unknown"
    assert result.seconds < SOON
    assert not running(str(own_folder))


def test_a_run_that_is_stopped_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MiniZinc keeps the flattened model in a temporary file, which it cannot remove when it is killed."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    many = model_of([ir.Var(f"x{i}", range(10)) for i in range(12)])
    found = answers(Gecode(), many, None, {})
    next(found)
    assert list(tmp_path.glob("*/*.fzn"))
    found.close()
    assert not list(tmp_path.iterdir())


def test_nothing_runs_on_after_the_first_answer(own_folder: Path) -> None:
    many = model_of([ir.Var(f"x{i}", range(10)) for i in range(12)])
    result = solve(many, Gecode(), limit=3)
    assert len(result.answers) == 3
    assert not result.complete
    assert not running(str(own_folder))


def test_memory_limit() -> None:
    with pytest.raises(SolverFailed, match="more than 40 MB"):
        next(answers(Gecode(encodings=HEAVY, memory_mb=40), heavy_model(), time.monotonic() + 60, {}))


def test_missing_minizinc(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    model = model_of(bits(2))
    with pytest.raises(SolverMissing, match="apt install minizinc"):
        next(answers(get_solver("gecode"), model, None, {}))
    with pytest.raises(CluewrightError, match="not installed"):
        write_flatzinc(lowered(model))
    assert found_solvers() == {}
    with pytest.raises(CluewrightError, match="there is no solver 'chuffed'"):
        get_solver("chuffed")


def test_missing_solver_behind_minizinc() -> None:
    with pytest.raises(SolverMissing, match="must list 'nobody'"):
        next(answers(MiniZincEngine("nobody"), model_of(bits(2)), None, {}))


def solution(text: str) -> str:
    """A line of a script that says what MiniZinc says of an answer."""
    return f"echo '{json.dumps({'type': 'solution', 'output': {'default': text}})}'"


def status(word: str) -> str:
    return f"echo '{json.dumps({'type': 'status', 'status': word})}'"


FAKES = {
    "crash": ("echo 'out of cheese' >&2; exit 3", "out of cheese"),
    "silence": ("exit 0", "without a verdict"),
    "nonsense": (f"{solution('x = [7, maybe];')}; {status('ALL_SOLUTIONS')}", "is not a value"),
    "too few": (f"{solution('x = [true];')}; {status('ALL_SOLUTIONS')}", "has 1 values, not 2"),
    "other name": (f"{solution('y = [true, true];')}; {status('ALL_SOLUTIONS')}", "not an answer"),
    "no text": ('echo \'{"type": "solution", "output": {}}\'', "not an answer"),
    "error": ('echo \'{"type": "error", "what": "error", "message": "no luck"}\'', "no luck"),
    "status error": (status("ERROR"), "ERROR"),
    "unknown": (status("UNKNOWN"), "UNKNOWN"),
    "not JSON": ("echo '=====UNSATISFIABLE====='", "cannot be parsed"),
    "no message": ("echo 7", "no message of MiniZinc"),
    "half a message": ('echo \'{"type": "status"}\'', "no message of MiniZinc"),
    "crash after the answer": (f"{solution('x = [true, true];')}; echo boom >&2; kill -SEGV $$", "boom"),
    "crash after the end": (f"{status('UNSATISFIABLE')}; echo boom >&2; exit 1", "boom"),
    "truncated": (solution("x = [true, tr"), "not an answer"),
}


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Puts a program in the place of minizinc that lists Gecode and then goes wrong."""

    def put(script: str, *flags: str) -> None:
        listing = json.dumps(
            [{"id": "org.gecode.gecode", "name": "Gecode", "executable": "x", "stdFlags": flags, "version": "1"}]
        )
        fake = tmp_path / "minizinc"
        fake.write_text(
            f"""#!/bin/sh
case "$*" in
  *--solvers-json*) echo '{listing}' ;;
  *--version*) echo 'version 2.8.5' ;;
  *) {script} ;;
esac
"""
        )
        fake.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    return put


@pytest.mark.parametrize("name", FAKES)
def test_a_faulty_solver_never_decides(name: str, pretend: Callable[..., None]) -> None:
    script, message = FAKES[name]
    pretend(script, "-a")
    with pytest.raises(SolverFailed, match=message):
        list(answers(Gecode(), model_of(bits(2)), time.monotonic() + 20, {}))


def test_a_solver_that_repeats_itself(pretend: Callable[..., None]) -> None:
    """It ignores what it is told to leave out: an error, not an endless search."""
    pretend(solution("x = [true, true];"))
    with pytest.raises(SolverFailed, match="repeats an answer"):
        list(answers(Gecode(), model_of(bits(2)), time.monotonic() + 20, {}))


def test_an_old_minizinc_is_refused(pretend: Callable[..., None], tmp_path: Path) -> None:
    pretend("exit 0")
    (tmp_path / "minizinc").write_text("#!/bin/sh\necho 'version 2.5.0'\n")
    with pytest.raises(SolverFailed, match="minimal required version"):
        Gecode().missing()


def test_a_solver_that_cannot_list_all_answers_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    known = configuration("gecode")
    assert known is not None
    monkeypatch.setattr("cluewright.solvers.minizinc.configuration", lambda _: replace(known, stdFlags=["-s"]))
    agrees(GRAPHS["loop of two"])


def test_a_run_that_only_repeats_itself_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer of the puzzle may be one of thousands for the solver; those are not waited for."""
    cells = bits(16)
    model = model_of(cells, ir.Connected(grid(4, 4), tuple(cells)), *cells[:15])
    result = solve(model, Gecode(encodings={"connected": "rank"}), limit=None, timeout=60)
    assert (result.count, result.complete) == (2, True)


def test_statistics() -> None:
    statistics: dict[str, object] = {}
    assert list(answers(Gecode(), model_of(bits(2)), None, statistics))
    assert {"variables", "constraints", "seconds_build", "seconds_solve", "nodes", "memory_mb"} <= set(statistics)


def test_what_minizinc_cannot_optimise_is_read_without_that() -> None:
    """MiniZinc 2.6 dies of this model; it has no answer."""
    board, (a, b) = grid(2, 2), bits(2)
    model = model_of(
        [a, b],
        ir.implies(a, ir.EqualGroups(board, (a, a, a, a), (a, a, a, a))),
        ir.EqualGroups(board, (b, 2, a, b), (None, None, 2, None)),
        ir.equal(ir.add(a, b), 1),
    )
    assert by_solver(model, get_solver("gecode", {"connected": "rank", "groups": "pieces"})) == set()
