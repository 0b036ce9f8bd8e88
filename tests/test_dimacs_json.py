"""Files for other programs: what the text alone says has exactly the puzzle's answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from backend_models import by_brute_force, deep_model, forms, graph_cases, model_of, node_cases, random_models
from hypothesis import HealthCheck, given, settings
from pysat.formula import CNF
from pysat.solvers import Cadical195

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends import WRITERS
from cluewright.compiler.backends.dimacs import DimacsDocument, write_dimacs
from cluewright.compiler.backends.json_model import model_data, write_json
from cluewright.compiler.backends.json_reader import read_json
from cluewright.compiler.lowering import CHOICES, TARGETS, lower
from cluewright.compiler.model import Model

NODES = node_cases()
GRAPHS = graph_cases()
LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
RANDOM = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def cnf_answers(document: DimacsDocument, variables: list[ir.Var], limit: int = 10_000) -> set[tuple[int, ...]]:
    """All answers of the file as PySAT reads it, each blocked over the shown variables."""
    cnf = CNF(from_string=document.text)
    assert cnf.nv <= document.variables
    assert len(cnf.clauses) == document.clauses
    found: set[tuple[int, ...]] = set()
    with Cadical195(bootstrap_with=cnf.clauses) as solver:
        while len(found) < limit and solver.solve():
            truths = set(solver.get_model() or ())
            answer = document.answer(truths | {-v for v in document.shown if v not in truths})
            values = tuple(answer[var] for var in variables)
            assert values not in found
            found.add(values)
            if not document.shown:
                break
            solver.add_clause([-v if v in truths else v for v in document.shown])
    return found


def cnf(model: Model, encodings: dict[str, str] | None = None, title: str = "") -> DimacsDocument:
    return write_dimacs(lower(model, TARGETS["dimacs"], encodings), title)


@pytest.mark.parametrize("name", NODES)
def test_every_node_in_every_position(name: str) -> None:
    for model in forms(*NODES[name]):
        assert cnf_answers(cnf(model), model.variables) == by_brute_force(model)


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_constraints(name: str) -> None:
    model = GRAPHS[name]
    assert cnf_answers(cnf(model), model.variables) == by_brute_force(model)


@pytest.mark.parametrize("encoding", ["circuit", "inside", "borders"])
@pytest.mark.parametrize("name", [name for name in GRAPHS if "loop" in name or "path" in name])
def test_encodings_of_tours(name: str, encoding: str) -> None:
    model = GRAPHS[name]
    assert cnf_answers(cnf(model, {"loop": encoding}), model.variables) == by_brute_force(model)


@pytest.mark.parametrize("encoding", CHOICES["loop"])
def test_every_encoding_of_a_loop_of_the_library(encoding: str) -> None:
    puzzle = cluewright.compile(LIBRARY / "slitherlink" / "first-fence.yaml")
    (expected,) = cluewright.check(puzzle).answers
    document = cnf(puzzle.model, {"loop": encoding})
    assert cnf_answers(document, puzzle.model.variables) == {tuple(expected[v] for v in puzzle.model.variables)}


@pytest.mark.parametrize(
    "encodings", [{"connected": "distance"}, {"connected": "table"}, {"loop": "distance"}, {"loop": "table"}]
)
def test_encodings(encodings: dict[str, str]) -> None:
    for name in ("connected rooted", "connected by edges", "connected if", "loop", "loop with a clue", "path ends"):
        model = GRAPHS[name]
        assert cnf_answers(cnf(model, encodings), model.variables) == by_brute_force(model)


@RANDOM
@given(random_models())
def test_random_models(model: Model) -> None:
    assert cnf_answers(cnf(model), model.variables) == by_brute_force(model)


def test_comments_lead_back() -> None:
    puzzle = cluewright.compile(LIBRARY / "hitori" / "magazine.yaml")
    document = cnf(puzzle.model, title=puzzle.title)
    assert document.text.startswith(f"c {puzzle.title}\n")
    literal = document.literals[puzzle.model.variables[0]][1]
    assert f"c shaded[r1c1]=1 is {literal}\n" in document.text
    for rule in {c.rule.sentence for c in puzzle.model.constraints}:
        assert document.text.count(f"c rule: {rule}\n") == 1
    (expected,) = cluewright.check(puzzle).answers
    assert cnf_answers(document, puzzle.model.variables) == {tuple(expected[v] for v in puzzle.model.variables)}


def test_very_deep_expressions() -> None:
    model = deep_model(3000)
    found = cnf_answers(cnf(model), model.variables)
    assert {(values[0], values[-2], values[-1]) for values in found} == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1)}
    rebuilt = read_model(json.loads(write_json(model)))
    assert cnf_answers(cnf(rebuilt), rebuilt.variables) == found


# ---------------------------------------------------------------- JSON


def read_model(data: dict[str, Any]) -> Model:
    """A model made from nothing but the JSON, as its documentation describes it."""
    variables: dict[str, ir.Var] = {}
    for layer in data["layers"]:
        for entry in layer["variables"]:
            values = [v for low, high in entry["domain"] for v in range(low, high + 1)]
            variables[entry["name"]] = ir.Var(entry["name"], values)
    graphs = [ir.Graph(g["nodes"], [(a, b) for a, b in g["edges"]]) for g in data["graphs"]]
    automata = [
        Automaton(a["states"], a["start"], frozenset(a["accepting"]), {(s, v): t for s, v, t in a["transitions"]})
        for a in data["automata"]
    ]
    definitions: list[ir.Value] = []

    def many(items: list[Any]) -> tuple[ir.Value, ...]:
        return tuple(one(item) for item in items)

    def some(items: list[Any] | None) -> tuple[ir.Value, ...] | None:
        return None if items is None else many(items)

    def sizes(items: list[Any]) -> tuple[ir.Value | None, ...]:
        return tuple(None if item is None else one(item) for item in items)

    def terms(items: list[Any], constant: int) -> ir.Value:
        return ir.add_all([constant, *(ir.scale(one(term), factor) for factor, term in items)])

    def one(data: Any) -> Any:
        if isinstance(data, int):
            return data
        if isinstance(data, str):
            return variables[data]
        return makers[data["op"]](data)

    makers: dict[str, Any] = {
        "ref": lambda d: definitions[d["index"]],
        "not": lambda d: ir.negate(one(d["arg"])),
        "and": lambda d: ir.conj(many(d["args"])),
        "or": lambda d: ir.disj(many(d["args"])),
        "min": lambda d: ir.minimum(many(d["args"])),
        "max": lambda d: ir.maximum(many(d["args"])),
        "abs": lambda d: ir.absolute(one(d["arg"])),
        "product": lambda d: ir.multiply(one(d["left"]), one(d["right"])),
        "quotient": lambda d: ir.quotient(one(d["left"]), d["right"]),
        "remainder": lambda d: ir.remainder(one(d["left"]), d["right"]),
        "equals": lambda d: ir.equal(one(d["arg"]), d["value"]),
        "at_most": lambda d: ir.at_most(one(d["arg"]), d["value"]),
        "if": lambda d: ir.choose(one(d["condition"]), one(d["then"]), one(d["else"])),
        "element": lambda d: ir.element(many(d["items"]), one(d["index"])),
        "linear": lambda d: terms(d["terms"], d["constant"]),
        "compare": lambda d: ir.compare(terms(d["terms"], 0), d["relation"], d["bound"]),
        "all_different": lambda d: ir.AllDifferent(many(d["args"]), frozenset(d["except"])),
        "table": lambda d: ir.Table(many(d["args"]), tuple(map(tuple, d["rows"])), d["positive"]),
        "regular": lambda d: ir.Regular(many(d["args"]), automata[d["automaton"]]),
        "lex": lambda d: ir.Lex(many(d["left"]), many(d["right"]), d["strict"]),
        "distinct_lists": lambda d: ir.DistinctLists(tuple(map(many, d["lists"]))),
        "connected": lambda d: ir.Connected(graphs[d["graph"]], many(d["nodes"]), some(d["edges"])),
        "separated": lambda d: ir.Separated(
            graphs[d["graph"]], many(d["nodes"]), some(d["edges"]), d["ends"] and tuple(d["ends"])
        ),
        "acyclic": lambda d: ir.Acyclic(graphs[d["graph"]], some(d["nodes"]), some(d["edges"])),
        "matched": lambda d: ir.Matched(graphs[d["graph"]], many(d["nodes"])),
        "loop": lambda d: ir.Loop(graphs[d["graph"]], many(d["edges"])),
        "path": lambda d: ir.Path(graphs[d["graph"]], many(d["edges"]), d["ends"] and tuple(d["ends"])),
        "equal_groups": lambda d: ir.EqualGroups(graphs[d["graph"]], many(d["labels"]), sizes(d["sizes"])),
        "joined_groups": lambda d: ir.JoinedGroups(graphs[d["graph"]], many(d["edges"]), sizes(d["sizes"])),
        "twin_groups": lambda d: ir.TwinGroups(
            graphs[d["graph"]], many(d["edges"]), frozenset(d["first"]), tuple(map(tuple, d["places"]))
        ),
        "seeded_groups": lambda d: ir.SeededGroups(graphs[d["graph"]], many(d["nodes"]), dict(map(tuple, d["seeds"]))),
    }
    for definition in data["definitions"]:
        definitions.append(one(definition))
    return model_of(list(variables.values()), *(one(c["expr"]) for c in data["constraints"]))


@pytest.mark.parametrize("name", NODES)
def test_json_round_trip_of_nodes(name: str) -> None:
    for model in forms(*NODES[name]):
        assert by_brute_force(read_model(json.loads(write_json(model)))) == by_brute_force(model)
        assert write_json(read_json(write_json(model))) == write_json(model)


@pytest.mark.parametrize("name", GRAPHS)
def test_json_round_trip_of_graphs(name: str) -> None:
    assert by_brute_force(read_model(json.loads(write_json(GRAPHS[name])))) == by_brute_force(GRAPHS[name])
    assert write_json(read_json(write_json(GRAPHS[name]))) == write_json(GRAPHS[name])


@RANDOM
@given(random_models())
def test_json_round_trip_of_random_models(model: Model) -> None:
    assert by_brute_force(read_model(json.loads(write_json(model)))) == by_brute_force(model)


def test_json_names_rules_and_places() -> None:
    puzzle = cluewright.compile(LIBRARY / "hitori" / "magazine.yaml")
    data = model_data(puzzle.model, puzzle.title, puzzle.genre)
    assert data["title"] == puzzle.title
    assert len(data["constraints"]) == len(puzzle.model.constraints)
    for constraint, entry in zip(puzzle.model.constraints, data["constraints"], strict=True):
        rule = data["rules"][entry["rule"]]
        assert rule["sentence"] == constraint.rule.sentence
        assert rule["place"] == str(constraint.rule.place)
        assert entry["bindings"] == constraint.bindings


# ---------------------------------------------------------------- the command


def command(*arguments: str, seed: str = "0") -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "cluewright", "compile", *arguments]
    return subprocess.run(line, capture_output=True, check=False, env={"PYTHONHASHSEED": seed}, timeout=60)


@pytest.mark.parametrize("target", ["dimacs", "json", "asp"])
def test_the_command_writes_the_same_every_time(target: str, tmp_path: Path) -> None:
    puzzle = str(LIBRARY / "takuzu" / "fourteen.yaml")
    first = command(puzzle, "--to", target, seed="1")
    assert first.returncode == 0, first.stderr
    out = tmp_path / "out"
    assert command(puzzle, "--to", target, "-o", str(out), seed="2").returncode == 0
    assert out.read_bytes() == first.stdout
    expected = WRITERS[target](cluewright.compile(puzzle), {})
    assert first.stdout == (expected.encode() if isinstance(expected, str) else expected)


def test_the_command_explains_mistakes(tmp_path: Path) -> None:
    puzzle = str(LIBRARY / "hitori" / "magazine.yaml")
    for arguments, word in (
        (("--to", "prolog"), b"prolog"),
        (("--to", "asp", "--encoding", "connected=rnk"), b"did you mean 'rank'"),
        (("--to", "asp", "--encoding", "conected=rank"), b"did you mean 'connected'"),
        (("--to", "asp", "-o", str(tmp_path / "no" / "such" / "folder")), b"cannot write"),
    ):
        done = command(puzzle, *arguments)
        assert done.returncode == 2
        assert word in done.stderr
        assert b"Traceback" not in done.stderr


def test_encodings_change_the_file() -> None:
    puzzle = cluewright.compile(LIBRARY / "hitori" / "magazine.yaml")
    assert WRITERS["dimacs"](puzzle, {"connected": "rank"}) != WRITERS["dimacs"](puzzle, {"connected": "distance"})
