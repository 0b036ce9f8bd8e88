"""XCSP3 files in others' hands: ACE, Choco, the tools of XCSP3, the parser of pycsp3; how strict the adapter is."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from backend_models import by_brute_force, model_of
from helpers import SOON

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.automata import compile_pattern
from cluewright.compiler.backends.xcsp3 import Xcsp3Document, write_xcsp3
from cluewright.compiler.boards import square_grid
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError
from cluewright.models.results import Verdict
from cluewright.setting.uniqueness import check
from cluewright.solvers import configured
from cluewright.solvers.base import answers, get_solver, solve
from cluewright.solvers.contract import prepare
from cluewright.solvers.engines.ace import Ace
from cluewright.solvers.engines.choco import Choco
from cluewright.solvers.engines.cosoco import Cosoco
from cluewright.solvers.java import JavaEngine, find_jar, find_java
from cluewright.solvers.outcomes import OutOfMemory, SolverFailed, SolverMissing, TimeUp, WrongAnswer
from cluewright.solvers.process import run_process
from cluewright.solvers.xcsp3 import Xcsp3Command, Xcsp3Engine
from cluewright.solvers.xcsp3_output import parse_instantiation, parse_output

NAMES = ("ace", "choco")


def compiled(model: Model, encodings: dict[str, str] | None = None) -> Xcsp3Document:
    return write_xcsp3(lower(model, TARGETS["xcsp3"], encodings))


def commands() -> dict[str, list[str]]:
    """The solvers' own command lines, asked for all solutions."""
    java, ace_jar, choco_jar = find_java(), find_jar("ace", "*.jar"), find_jar("choco", "*.jar")
    return {
        "ace": [str(java), "-jar", str(ace_jar), "{file}", "-s=all", "-xe", "-xc=false", "-npc"],
        "choco": [str(java), "-cp", str(choco_jar), "org.chocosolver.parser.xcsp.ChocoXCSP", "{file}", "-a"],
    }


def all_solutions(name: str, document: Xcsp3Document, model: Model, folder: Path) -> set[tuple[int, ...]]:
    """What a solver finds by its own enumeration, projected on the unknowns."""
    file = folder / "all.xml"
    file.write_bytes(document.to_bytes())
    command = [word.replace("{file}", str(file)) for word in commands()[name]]
    ended = run_process(command, deadline=time.monotonic() + 120)
    text = "\n".join(line[1:] for line in ended.stdout.splitlines() if re.match(r"v\s", line))
    found = set()
    for block in re.findall(r"<instantiation.*?</instantiation>", text or ended.stdout, re.DOTALL):
        values = parse_instantiation(block, set(document.names))
        chosen = [values.get(document.identifier(var)) for var in model.variables]  # left out: any value
        domains = [var.domain if v is None else (v,) for var, v in zip(model.variables, chosen, strict=True)]
        found.update(itertools.product(*domains))
    assert re.search(r"^s (UN)?SATISFIABLE", ended.stdout, re.MULTILINE), ended.last_words
    return found


# ---------------------------------------------------------------- the whole language


def expressions(x: ir.Var, y: ir.Var, z: ir.Var) -> Iterator[ir.Value]:
    """One of every kind, most of them with values of both signs."""
    yield ir.equal(ir.multiply(x, y), z)
    yield ir.equal(ir.quotient(ir.add(x, y), 2), z)
    yield ir.at_most(ir.remainder(ir.add(ir.multiply(x, y), -7), 3), ir.absolute(z))
    yield ir.equal(ir.maximum((x, y, ir.negate(ir.equal(z, 1)))), 1)
    yield ir.at_most(ir.minimum((x, ir.scale(y, -1), z)), -1)
    yield ir.equal(ir.element((x, y, 2, z), ir.absolute(ir.remainder(x, 4))), z)
    yield ir.equal(ir.choose(ir.less(x, y), z, ir.add(x, 1)), y)
    yield ir.AllDifferent((x, y, z))
    yield ir.AllDifferent((x, y, z), frozenset({0, 1}))
    yield ir.AllDifferent((x, y), frozenset({0}))
    yield ir.Table((x, y, z), ((0, None, 1), (None, 1, 1), (2, 2, None)))
    yield ir.Table((x, y), ((0, 1), (1, 0)), positive=False)
    yield ir.Table((x, y, z), ((0, None, 1), (2, 2, 2)), positive=False)
    yield ir.Regular((x, y, z), compile_pattern("(0 | 1)* 2 .*", range(-1, 3)))
    yield ir.Regular((x, z, x), compile_pattern("0 .* 0", range(-1, 3)))
    yield ir.Lex((x, y), (y, z), True)
    yield ir.Lex((x, 1, z), (z, y, x), False)
    yield ir.DistinctLists(((x, y), (y, z), (z, x)))
    yield ir.equal(ir.add_all(ir.equal(v, 2) for v in (x, y, z)), 1)
    yield ir.equal(ir.add_all(ir.at_most(v, 0) for v in (x, z)), y)
    yield ir.compare(ir.add_all((ir.scale(x, 2), ir.scale(y, -3), z)), "<=", -1)
    yield ir.negate(ir.equal(ir.add_all((x, y, z)), 2))
    yield ir.disj((ir.equal(x, 2), ir.negate(ir.equal(y, 0)), ir.less(z, x)))
    yield ir.iff(ir.less(x, y), ir.conj((ir.equal(z, 1), ir.negate(ir.equal(x, 2)))))


DOMAIN = (-1, 0, 1, 2)


@lru_cache(maxsize=1)
def _reified() -> tuple[Model, dict[ir.Var, int]]:
    """Every assignment of three unknowns, each with the truth of every expression: one model with one answer."""
    variables: list[ir.Var] = []
    constraints: list[ir.Value] = []
    expected: dict[ir.Var, int] = {}
    for number, values in enumerate(itertools.product(DOMAIN, repeat=3)):
        if number % 3:
            continue  # a third of them is enough
        row = [ir.Var(f"x{number}_{i}", DOMAIN) for i in range(3)]
        given = dict(zip(row, values, strict=True))
        expected.update(given)
        variables += row
        constraints += [ir.equal(var, value) for var, value in given.items()]
        for place, expr in enumerate(expressions(*row)):
            truth = ir.Var(f"t{number}_{place}", (0, 1))
            variables.append(truth)
            constraints.append(ir.iff(truth, expr))
            expected[truth] = evaluate(expr, given)
    return model_of(variables, *constraints), expected


@pytest.mark.parametrize("name", NAMES)
def test_truth_of_every_expression(name: str) -> None:
    model, expected = _reified()
    result = solve(model, get_solver(name), limit=1, timeout=100)
    assert [result.answers[0][var] for var in model.variables] == [expected[var] for var in model.variables]


REQUIRED = [(7, 21), (8, 10), (12, 22), (13, 18), (14,), (15, 17), (16, 19), (5, 0)]


@pytest.mark.parametrize(("name", "chosen"), [*(("ace", c) for c in REQUIRED), *(("choco", c) for c in REQUIRED[1::2])])
def test_required_expressions(name: str, chosen: tuple[int, ...], tmp_path: Path) -> None:
    variables = [ir.Var(word, DOMAIN) for word in "xyz"]
    exprs = list(expressions(*variables))
    model = model_of(variables, *(exprs[i] for i in chosen))
    assert all_solutions(name, compiled(model), model, tmp_path) == by_brute_force(model)


@pytest.mark.parametrize("name", NAMES)
def test_counts_of_several_values_become_cardinality(name: str, tmp_path: Path) -> None:
    variables = [ir.Var(f"x{i}", (1, 2, 3)) for i in range(4)]
    counts = [(1, 2), (2, 1), (2, 1)]
    model = model_of(variables, *(ir.equal(ir.add_all(ir.equal(x, v) for x in variables), n) for v, n in counts))
    document = compiled(model)
    text = document.to_bytes().decode()
    assert text.count("<cardinality>") == 1
    assert "<count>" not in text
    assert all_solutions(name, document, model, tmp_path) == by_brute_force(model)
    assert len(by_brute_force(model)) == 12
    twos = ir.equal(ir.add_all(ir.equal(x, 2) for x in variables), 2)  # contradicts the counts above
    none = model_of(variables, *(c.expr for c in model.constraints), twos)
    assert all_solutions(name, compiled(none), none, tmp_path) == set()


@pytest.mark.parametrize("name", NAMES)
def test_what_has_a_variable_already_can_be_required(name: str, tmp_path: Path) -> None:
    variables = [ir.Var(f"x{i}", (0, 1, 2)) for i in range(3)]
    there = [ir.negate(ir.equal(x, 0)) for x in variables]
    row = ir.Graph("abc", [(0, 1), (1, 2)])
    model = model_of(variables, ir.Connected(row, tuple(there)), there[0], there[2])
    assert all_solutions(name, compiled(model), model, tmp_path) == by_brute_force(model)


# ---------------------------------------------------------------- graphs

BOARD = square_grid(3, 3)


def graph_model(kind: str) -> Model:
    """A constraint on a board of nine cells, or a row of them."""
    cells, links = BOARD.cell_graph(), BOARD.edge_graph("link")
    nodes = [ir.Var(f"x{i}", (0, 1)) for i in range(9)]
    edges = [ir.Var(f"e{i}", (0, 1)) for i in range(12)]
    if kind == "connected":
        return model_of(nodes, ir.Connected(cells, tuple(nodes)))
    if kind == "clause":  # that names a node twice
        return model_of(nodes, ir.disj((nodes[8], nodes[0], nodes[8])), ir.Connected(cells, tuple(nodes)))
    if kind == "loop":
        return model_of(edges, ir.Loop(links, tuple(edges)))
    if kind == "path":
        return model_of(edges, ir.Path(links, tuple(edges), (0, 8)))
    if kind == "word":
        return model_of(nodes, ir.Regular(tuple(nodes), compile_pattern("0* 1{2} 0+ 1{3} 0*", (0, 1))))
    if kind == "seeded":
        return model_of(nodes, ir.SeededGroups(cells, tuple(nodes), {0: 3, 8: 2}))
    small = square_grid(2, 3).cell_graph()
    labels = [ir.Var(f"n{i}", (1, 2, 3)) for i in range(6)]
    return model_of(labels, ir.EqualGroups(small, tuple(labels), (3, None, None, None, 2, None)))


GRAPHS = [
    ("ace", "connected", {"connected": "table"}),
    ("choco", "connected", {"connected": "table"}),
    ("ace", "connected", {"connected": "distance"}),
    ("ace", "clause", {"connected": "table"}),
    ("choco", "clause", {"connected": "distance"}),
    ("ace", "loop", {"loop": "inside"}),
    ("choco", "loop", {"loop": "inside"}),
    ("choco", "loop", {"loop": "circuit"}),
    ("ace", "path", {"loop": "circuit"}),
    ("ace", "seeded", {}),
    ("ace", "seeded", {"groups": "table"}),
    ("choco", "equal", {"groups": "distance"}),
    ("ace", "word", {}),
    ("choco", "word", {}),
    ("choco", "equal", {}),
]


@pytest.mark.parametrize(("name", "kind", "encodings"), GRAPHS)
def test_graph_constraints(name: str, kind: str, encodings: dict[str, str], tmp_path: Path) -> None:
    model = graph_model(kind)
    assert all_solutions(name, compiled(model, encodings), model, tmp_path) == by_brute_force(model)


# ---------------------------------------------------------------- tools of others


def java_tool(tool: str, *args: str) -> str:
    command = [str(find_java()), "-cp", str(find_jar("ace", "*.jar")), f"org.xcsp.parser.callbacks.{tool}", *args]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    return ended.stdout + ended.stderr


def test_tools_of_xcsp3_and_pycsp3_accept_files_and_answers(tmp_path: Path) -> None:
    """The file is within the core of XCSP3, an answer passes the checker, a spoilt one does not, pycsp3 reads it."""
    model, _ = _reified()
    edges = [ir.Var(f"e{i}", (0, 1)) for i in range(12)]
    nodes = [ir.Var(f"c{i}", (0, 1)) for i in range(9)]
    loop = ir.Loop(BOARD.edge_graph("link"), tuple(edges))
    together = ir.Connected(BOARD.cell_graph(), tuple(nodes))
    variables = [*model.variables[:27], *edges, *nodes]
    kept = [c.expr for c in model.constraints[:27]]
    whole = model_of(variables, *kept, loop, together, nodes[0])
    document = compiled(whole)
    file = tmp_path / "whole.xml"
    file.write_bytes(document.to_bytes())
    for name, asked in (("mini", whole), ("all", _reified()[0])):
        written = write_xcsp3(lower(asked, TARGETS["xcsp3-mini"], {}), mini=True)
        (tmp_path / f"{name}.xml").write_bytes(written.to_bytes())
    said = java_tool("CompetitionValidator", str(tmp_path))  # for the main track, and for the mini track
    assert re.search(r"whole\.xml\s+true", said)
    assert re.search(r"mini\.xml\s+true\s+true", said), said
    assert re.search(r"all\.xml\s+true\s+true", said), said

    ended = run_process(
        ["-s=1" if word == "-s=all" else word.replace("{file}", str(file)) for word in commands()["ace"]]
    )
    instantiation = re.findall(r"<instantiation.*?</instantiation>", ended.stdout, re.DOTALL)[-1]
    answer = tmp_path / "answer.txt"
    answer.write_text(instantiation)
    verdict = java_tool("SolutionChecker", str(file), str(answer))
    assert re.search(r"^OK", verdict, re.MULTILINE), verdict
    values = parse_instantiation(instantiation, set(document.names))
    spoilt = {name: 1 - int(v or 0) if name == document.identifier(edges[0]) else v for name, v in values.items()}
    listed = " ".join(spoilt)
    answer.write_text(
        f"<instantiation> <list> {listed} </list> "
        f"<values> {' '.join(map(str, spoilt.values()))} </values> </instantiation>"
    )
    verdict = java_tool("SolutionChecker", str(file), str(answer))
    assert not re.search(r"^OK", verdict, re.MULTILINE), verdict

    script = (
        "import sys; file = sys.argv.pop()\n"
        "from pycsp3.parser.xparser import ParserXCSP3, CallbackerXCSP3\n"
        "from pycsp3.parser.callbacks import Callbacks\n"
        "calls = Callbacks(); calls.print_general_methods = calls.print_specific_methods = False\n"
        "parser = ParserXCSP3(file); CallbackerXCSP3(parser, calls).load_instance()\n"
        "print('variables', len(parser.map_for_vars) or sum(len(v.variables) for v in parser.vEntries))"
    )
    read = subprocess.run(
        [sys.executable, "-c", script, str(file)],
        capture_output=True,
        text=True,
        timeout=100,
        cwd=tmp_path,
        check=False,
    )
    assert read.returncode == 0, read.stderr
    assert f"variables {len(document.names)}" in read.stdout


# ---------------------------------------------------------------- configured solvers


@pytest.mark.parametrize("name", NAMES)
def test_competition_command_lines_as_configured_solvers(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    words = [word for word in commands()[name] if word not in ("-s=all", "-xe", "-xc=false", "-a")]
    configured.add_configured("mine", " ".join([*words, "-s=1"] if name == "ace" else words))
    x = [ir.Var(f"x{i}", range(3)) for i in range(3)]
    unused = ir.Var("u", (0, 1))
    model = model_of([*x, unused], ir.AllDifferent(tuple(x)), ir.less(x[0], x[1]), ir.less(x[1], x[2]))
    result = solve(model, get_solver("mine"), limit=None, timeout=100)
    assert result.complete
    assert {tuple(a.values()) for a in result.answers} == by_brute_force(model)
    assert result.statistics["variables"] == 4


def test_configuration_is_kept_checked_and_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "new"))
    assert configured.configured_solvers() == {}
    configured.add_configured("picat", "picat xcsp_solver.pi {file}")
    configured.add_configured("other", "other -t {seconds} {file}")
    assert configured.configured_solvers()["picat"] == "picat xcsp_solver.pi {file}"
    configured.remove_configured("other")
    assert list(configured.configured_solvers()) == ["picat"]
    for name, command in (
        ("a b", "x {file}"),
        ("x", "solver"),
        ("x", "s {file} {time}"),
        ("x", "s '{file}"),
        ("ace", "x {file}"),
    ):
        with pytest.raises(CluewrightError):
            configured.add_configured(name, command)
    with pytest.raises(CluewrightError, match="no solver 'pikat'"):
        configured.remove_configured("pikat")
    configured.config_file().write_text("{]")
    with pytest.raises(CluewrightError, match="not a list of solvers"):
        configured.configured_solvers()


# ---------------------------------------------------------------- what solvers may say

IDS = {"x[0]", "x[1]", "y[0][0]", "y[0][1]", "y[1][0]", "y[1][1]"}


def test_output_over_several_lines_and_in_short_form() -> None:
    text = (
        "c hello\ns SATISFIABLE\nv <instantiation>\nv <list> x[] y[][]\n"
        "v </list> <values> 1 * 2x3\nv 5 </values>\nv </instantiation>\n"
    )
    assert parse_output(text, IDS) == (
        "SATISFIABLE",
        {"x[0]": 1, "x[1]": None, "y[0][0]": 2, "y[0][1]": 2, "y[1][0]": 2, "y[1][1]": 5},
    )
    twice = text.replace("s SATISFIABLE\n", "") + text.replace("1 * 2x3", "1 7 2x3")
    assert parse_output(twice, IDS)[1]["x[1]"] == 7
    assert parse_output("s UNSATISFIABLE", IDS) == ("UNSATISFIABLE", {})


def test_values_alone_are_in_the_order_of_the_file() -> None:
    assert parse_output("s SATISFIABLE\nv 9 9 9\nv 1 * -2 \n", ["b", "a[0]", "a[1]"])[1] == {
        "b": 1,
        "a[0]": None,
        "a[1]": -2,
    }
    with pytest.raises(ValueError, match="3 variables but another number of values"):
        parse_output("s SATISFIABLE\nv 1 2\n", ["b", "a[0]", "a[1]"])
    with pytest.raises(ValueError, match="is no value"):
        parse_output("s SATISFIABLE\nv 1 2 three\n", ["b", "a[0]", "a[1]"])


def test_cosoco_as_a_configured_solver_that_prints_values_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    program, *_ = get_solver("cosoco").command(None)  # type: ignore[attr-defined]
    configured.add_configured("mine", f"{program} {{file}} -model=1")
    text = "puzzle: slitherlink\nboard: {rows: 2, columns: 2}\n"
    puzzle = cluewright.compile(cluewright.loads(text))
    expected = solve(puzzle.model, get_solver("sat"), limit=None)
    result = solve(puzzle.model, get_solver("mine"), limit=None, timeout=100)
    assert result.complete
    assert sorted(tuple(a.values()) for a in result.answers) == sorted(tuple(a.values()) for a in expected.answers)
    assert len(result.answers) > 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "s MAYBE",
        "s SATISFIABLE",
        "s SATISFIABLE\ns UNSATISFIABLE",
        "s SATISFIABLE\nv <instantiation> <list> x[0] </list> <values> 1",
        "s SATISFIABLE\nv <instantiation> <list> x[0] </list> </instantiation>",
        "s SATISFIABLE\nv <instantiation> <list> x[0] </list> <values> 1 2 </values> </instantiation>",
        "s SATISFIABLE\nv <instantiation> <list> x[0] x[1] </list> <values> 1 </values> </instantiation>",
        "s SATISFIABLE\nv <instantiation> <list> z[0] </list> <values> 1 </values> </instantiation>",
        "s SATISFIABLE\nv <instantiation> <list> x[0] x[] </list> <values> 3x1 </values> </instantiation>",
        "s SATISFIABLE\nv <instantiation> <list> x[0] </list> <values> one </values> </instantiation>",
        "s SATISFIABLE\nv <instantiation> <list> x[0] <values> 1 </values> </instantiation>",
    ],
)
def test_nonsense_is_no_verdict(text: str) -> None:
    with pytest.raises(ValueError, match=r"it|value"):
        parse_output(text, IDS)


def script_solver(tmp_path: Path, script: str, **options: Any) -> Xcsp3Command:
    file = tmp_path / "solver.sh"
    file.write_text(script)
    return Xcsp3Command("script", ["sh", str(file), "{file}"], **options)


def tiny() -> Model:
    x = [ir.Var(f"x{i}", (0, 1)) for i in range(2)]
    return model_of(x, ir.equal(ir.add_all(x), 1))


def test_a_wrong_answer_is_never_shown(tmp_path: Path) -> None:
    line = "<instantiation> <list> x[] </list> <values> 1 1 </values> </instantiation>"
    solver = script_solver(tmp_path, f"echo 's SATISFIABLE'; echo 'v {line}'")
    with pytest.raises(WrongAnswer):
        next(answers(solver, tiny(), None, {}))


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo boom >&2; exit 3", "boom"),
        ("echo 's SATISFIABLE'", "no complete instantiation"),
        ("echo 's UNSUPPORTED'", "does not support"),
        ("echo 's UNKNOWN'; echo 'java.lang.OutOfMemoryError: Java heap space' >&2; exit 1", "OutOfMemoryError"),
        ("echo 's UNSATISFIABLE'; echo 'Exception in thread' >&2; exit 1", "Exception"),
    ],
)
def test_failures_carry_the_last_words(script: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SolverFailed, match=message):
        next(answers(script_solver(tmp_path, script), tiny(), None, {}))


@pytest.mark.parametrize(
    "script",
    [
        "echo 's UNKNOWN'; echo 'java.lang.OutOfMemoryError: Java heap space' >&2; exit 1",
        "echo 'Terminating due to java.lang.OutOfMemoryError: Java heap space'; exit 3",
        "echo 's UNSATISFIABLE'; echo 'java.lang.OutOfMemoryError: Java heap space' >&2; exit 1",
    ],
)
def test_a_virtual_machine_without_memory_is_a_failure_of_its_own(script: str, tmp_path: Path) -> None:
    with pytest.raises(OutOfMemory, match="Java heap space"):
        next(answers(script_solver(tmp_path, script), tiny(), None, {}))


@pytest.mark.parametrize("kind", [Ace, Choco])
def test_java_engines_say_that_memory_was_short(kind: type[JavaEngine]) -> None:
    cells = [ir.Var(f"x{i}", range(1000)) for i in range(1000)]
    with pytest.raises(OutOfMemory, match="OutOfMemoryError"):
        next(answers(kind(heap_mb=8), model_of(cells, ir.AllDifferent(tuple(cells))), None, {}))


_SQUARE = ir.Graph(
    [f"c{i}" for i in range(9)],
    [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)],
)


def many() -> Model:
    """Eight answers; one unknown is in no constraint, and distances have several values for one answer."""
    cells = [ir.Var(f"x{i}", (0, 1)) for i in range(9)]
    return model_of([*cells, ir.Var("free", (1, 5))], ir.Connected(_SQUARE, tuple(cells)), *cells[:6], cells[6])


@pytest.mark.parametrize("kind", [Ace, Choco, Cosoco])
def test_many_answers_take_few_runs(kind: type[Xcsp3Engine]) -> None:
    statistics: dict[str, Any] = {}
    found = list(answers(kind(), many(), None, statistics))
    assert len(found) == 8  # the contract refuses repetitions
    assert statistics["runs"] < 8


def test_whatever_a_list_lacks_is_asked_for() -> None:
    class Deaf(Ace):
        all = ("-no-such-option",)

    statistics: dict[str, Any] = {}
    assert len(list(answers(Deaf(), many(), None, statistics))) == 8
    assert statistics["runs"] == 9  # the first two are listed; one for the list that fails, for each other, for the end


@pytest.mark.parametrize("kind", [Ace, Choco])
def test_a_check_is_one_run(kind: type[JavaEngine]) -> None:
    """Also where distances have several values for one answer, and a list ends only if nothing is left."""
    cells = [ir.Var(f"x{i}", (0, 1)) for i in range(9)]
    weighed = ir.add_all(ir.multiply(i, cell) for i, cell in enumerate(cells))
    for weight, expected in ((18, 1), (20, 2), (19, 0)):  # of shortest ways from corner to corner
        way = [cells[0], cells[8], ir.equal(ir.add_all(cells), 5), ir.equal(weighed, weight)]
        asked = model_of(cells, ir.Connected(_SQUARE, tuple(cells)), *way)
        statistics: dict[str, Any] = {}
        assert len(list(itertools.islice(answers(kind(), asked, None, statistics), 2))) == expected
        assert statistics["runs"] == 1


@pytest.mark.parametrize(
    ("values", "said", "believed"),
    [
        ("1 0", "d FOUND SOLUTIONS 1\nd ALL", True),
        ("1 0", "d FOUND SOLUTIONS 2\nd ALL", False),  # it lists less than it counts
        ("1 *", "d FOUND SOLUTIONS 1\nd ALL", False),  # an unknown was left out
        ("1 0", "d FOUND SOLUTIONS 1", False),  # it does not say that it looked everywhere
        ("1 0", "d ALL", False),
    ],
)
def test_when_the_end_of_a_list_is_the_end(values: str, said: str, believed: bool, tmp_path: Path) -> None:
    line = "v <instantiation> <list> x[] </list> <values> {} </values> </instantiation>"
    script = f"""
case "$*" in
  *--all*) echo '{line.format(values)}'; echo 's SATISFIABLE'; echo '{said}' ;;
  *) [ -e {tmp_path}/asked ] && echo 's UNSATISFIABLE' || {{ echo '{line.format("0 1")}'; echo 's SATISFIABLE'; }}
     touch {tmp_path}/asked ;;
esac
"""
    (tmp_path / "solver.sh").write_text(script)

    class Lister(Xcsp3Command):
        first = all = ("--all",)
        ending = "^d ALL"

    found = list(answers(Lister("lister", ["sh", str(tmp_path / "solver.sh"), "{file}"]), tiny(), None, {}))
    assert len(found) == (1 if believed else 2)


@pytest.mark.parametrize(
    ("listed", "error"), [("1 1", WrongAnswer), ("1", SolverFailed), ("0 1 1", SolverFailed), ("a b", SolverFailed)]
)
def test_a_list_is_judged_as_well(listed: str, error: type[Exception], tmp_path: Path) -> None:
    line = "v <instantiation> <list> x[] </list> <values> {} </values> </instantiation>"
    script = f"echo '{line.format(listed)}'; echo 's SATISFIABLE'"
    (tmp_path / "solver.sh").write_text(script)

    class Lister(Xcsp3Command):
        first = all = ("--all",)

    found = answers(Lister("lister", ["sh", str(tmp_path / "solver.sh"), "{file}"]), tiny(), None, {})
    with pytest.raises(error):
        next(found)


def test_time_and_memory_limits_and_missing_programs(tmp_path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(TimeUp):
        next(answers(script_solver(tmp_path, "sleep 60 & sleep 60"), tiny(), started + 0.5, {}))
    with pytest.raises(TimeUp):
        next(answers(script_solver(tmp_path, "echo 's UNKNOWN'"), tiny(), started + 60, {}))
    hungry = f"exec {sys.executable} -c 'import time; x = bytearray(200_000_000); time.sleep(60)'"
    with pytest.raises(SolverFailed, match="memory"):
        next(answers(script_solver(tmp_path, hungry, memory_mb=100), tiny(), None, {}))
    assert time.monotonic() - started < SOON
    with pytest.raises(SolverMissing):
        next(answers(Xcsp3Command("none", ["no-such-program-here", "{file}"]), tiny(), None, {}))


def test_without_java_or_jar_there_is_a_word_on_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("cluewright.solvers.java.find_java", lambda: None)
        with pytest.raises(SolverMissing, match="Java"):
            prepare(Ace())
    monkeypatch.setattr("cluewright.solvers.java.find_jar", lambda solver, pattern: None)
    with pytest.raises(SolverMissing, match="pip install"):
        prepare(Choco())


@pytest.mark.parametrize("name", NAMES)
def test_unique_several_and_none(name: str) -> None:
    x = [ir.Var(f"x{i}", (0, 1)) for i in range(3)]
    assert check(model_of(x, ir.equal(ir.add_all(x), 3)), get_solver(name), timeout=100).verdict is Verdict.UNIQUE
    assert check(model_of(x, ir.equal(ir.add_all(x), 2)), get_solver(name), timeout=100).verdict is Verdict.SEVERAL
    assert check(model_of(x, False), get_solver(name), timeout=100).verdict is Verdict.NONE


def test_a_statement_with_a_variable_of_its_own_may_be_written_out_inside_another() -> None:
    """Its variable is not among those of the small table then."""
    puzzle = """
puzzle:
  rules: stand-in
  board: {grids: {rows: 2, columns: 1, at: [r1c1, r2c2]}}
  unknowns:
    height: {over: cells, values: "1..2 or '?'"}
  constraints:
    - rule: The marked cells are connected.
      holds: reaches([x for x in cells if height[x] == '?'], [])
    - rule: The first cell tells of the others.
      holds: height[cells[0]] != 2 iff any(height[b] != '?' for (a, b) in pairs(cells))
"""
    assert {cluewright.count(puzzle, solver=name).count for name in ("sat", "ace")} == {8}
