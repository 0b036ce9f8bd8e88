"""Answer set programs and clingo: the same answers as brute force, from the text alone; limits that hold."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import clingo
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
from hypothesis import HealthCheck, given, settings

import cluewright
from cluewright.compiler import ir
from cluewright.compiler.backends.asp import AspDocument, write_asp
from cluewright.compiler.backends.asp.terms import spans, term
from cluewright.compiler.lowering import TARGETS, grouping, lower
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.models.errors import LanguageError
from cluewright.solvers.base import answers, get_solver
from cluewright.solvers.engines.clingo import Clingo

NODES = node_cases()
GRAPHS = graph_cases()
LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"


def written(model: Model, title: str = "") -> AspDocument:
    return write_asp(lower(model, TARGETS["asp"]), title)


def agrees(model: Model) -> None:
    assert by_solver(model, Clingo()) == by_brute_force(model)


@pytest.mark.parametrize("name", NODES)
def test_every_node_in_every_position(name: str) -> None:
    for model in forms(*NODES[name]):
        agrees(model)


@pytest.mark.parametrize("name", GRAPHS)
def test_graph_constraints(name: str) -> None:
    agrees(GRAPHS[name])


@pytest.mark.parametrize("lengths", [(17, 17, 3), (1, 35, 1), (20, 16, 1), (12, 12, 13)])
def test_groups_with_large_sizes(lengths: tuple[int, ...]) -> None:
    """Sizes above 16 are told apart late: stretches of a line, each of one unknown size, join where they are equal."""
    sizes = [ir.Var(f"x{i}", range(1, 38)) for i in range(3)]
    labels = tuple(size for size, length in zip(sizes, lengths, strict=True) for _ in range(length))
    agrees(model_of(sizes, ir.EqualGroups(grid(1, 37), labels, labels)))


def test_many_lemmas_of_groups() -> None:
    """A board on which clingo has to learn many of them: it finds what the embedded engine finds."""
    model = cluewright.compile(str(LIBRARY / "fillomino" / "allotments.yaml")).model
    assert any(isinstance(c.expr, ir.EqualGroups) for c in model.constraints)
    found = [list(answers(get_solver(name), model, None, {})) for name in ("sat", "clingo")]
    assert found[0] == found[1]
    assert len(found[0]) == 1


def models_of(model: Model, *options: str) -> list[tuple[int, ...]]:
    """The answer of every model of the file."""
    document = written(model)
    control = clingo.Control(["--models=0", "--warn=none", *options])
    control.add("base", [], document.text)
    control.ground([("base", [])])
    found: list[tuple[int, ...]] = []

    def note(shown: Any) -> None:
        answer = document.answer(map(str, shown.symbols(shown=True)), model.variables)
        found.append(tuple(answer[var] for var in model.variables))

    control.solve(on_model=note)
    return found


@pytest.mark.parametrize("name", NODES)
def test_the_file_of_every_node_has_one_model_for_every_answer(name: str) -> None:
    for model in forms(*NODES[name]):
        assert sorted(models_of(model)) == sorted(by_brute_force(model))


@pytest.mark.parametrize("name", GRAPHS)
def test_the_file_of_every_graph_has_one_model_for_every_answer(name: str) -> None:
    """Projected on what is shown where the file says that pairs or twins exist; else as it stands."""
    some_way = any(word in name for word in ("matched", "twins"))
    found = models_of(GRAPHS[name], *(["--project=show"] if some_way else []))
    assert sorted(found) == sorted(by_brute_force(GRAPHS[name]))


@pytest.mark.parametrize("name", [n for n in GRAPHS if n.startswith(("equal", "joined"))])
def test_groups_of_large_boards_take_another_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "PAIR_LIMIT", 0)
    agrees(GRAPHS[name])


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(random_models())
def test_random_models(model: Model) -> None:
    expected = by_brute_force(model)
    assert by_solver(model, Clingo()) == expected
    assert by_solver(model, get_solver("sat")) == expected


def test_long_lists_are_counted() -> None:
    variables = [ir.Var(f"x{i}", range(1, 21)) for i in range(20)]
    order = [ir.less(a, b) for a, b in itertools.pairwise(variables[:-1])]
    model = model_of(variables, ir.AllDifferent(tuple(variables)), *order, ir.equal(variables[-1], 7))
    assert "list_x" in written(model).text
    (answer,) = answers(Clingo(), model, None, {})
    assert [answer[var] for var in variables] == [*range(1, 7), *range(8, 21), 7]


def test_awkward_names() -> None:
    """Layers and elements called like words of the program itself, or unlike anything that it allows."""
    layers = {}
    for name in ("not", "holds", "edge", "Große", "value", "on"):
        variables = {
            e: ir.Var(f"{name}[{e}]", (0, 1, 5)) for e in ("r1c1", "not", 'a"b\\', "ä ö", "-3", "007", (1, "x"))
        }
        layers[name] = UnknownLayer(name, "elements", variables)
    layers["flag"] = UnknownLayer("flag", "elements", {"r1c1|up": ir.Var("flag", (0, 1)), "X": ir.Var("flag2", (0, 1))})
    model = Model(layers)
    for index, var in enumerate(model.variables):
        model.add(ir.equal(var, index % 2), Rule("Odd\nand % even."))
    (answer,) = answers(Clingo(), model, None, {})
    assert [answer[var] for var in model.variables] == [i % 2 for i in range(len(model.variables))]


def test_spelling() -> None:
    assert [term(t) for t in ("r1c1", "5", "-2", "R", "a b", "not")] == ["r1c1", "5", "-2", '"R"', '"a b"', '"not"']
    assert spans((1, 2, 3)) == "1..3"
    assert spans((-1, 1, 2, 5)) == "(-1;1..2;5)"


def test_the_text_stands_alone_and_is_grouped() -> None:
    puzzle = cluewright.compile(LIBRARY / "hitori" / "magazine.yaml")
    document = written(puzzle.model, title=puzzle.title)
    assert document.text == written(puzzle.model, title=puzzle.title).text
    for rule in {c.rule.sentence for c in puzzle.model.constraints}:
        assert document.text.count(f"% {rule}\n") == 1
    control = clingo.Control(["--models=0"])
    control.add("base", [], document.text)
    control.ground([("base", [])])
    shown: list[set[str]] = []
    control.solve(on_model=lambda model: shown.append({str(s) for s in model.symbols(shown=True)}))
    assert len(shown) == 1
    (expected,) = cluewright.check(puzzle).answers
    assert document.answer(shown[0], puzzle.model.variables) == expected


def test_the_text_does_not_depend_on_hashes(tmp_path: Path) -> None:
    texts = set()
    for seed in ("1", "2"):
        command = [
            sys.executable,
            "-m",
            "cluewright",
            "compile",
            str(LIBRARY / "killer" / "classic.yaml"),
            "--to",
            "asp",
        ]
        texts.add(subprocess.run(command, capture_output=True, check=True, env={"PYTHONHASHSEED": seed}).stdout)
    assert len(texts) == 1


def test_graph_conditions_cannot_be_denied() -> None:
    nodes = bits(4)
    forest = ir.Acyclic(grid(2, 2), tuple(nodes), None)
    for expr in (ir.negate(forest), ir.iff(nodes[0], forest)):
        with pytest.raises(LanguageError, match="can be required, but not denied"):
            by_solver(model_of(nodes, expr), Clingo())


def test_very_deep_expressions() -> None:
    model = deep_model(3000)
    found = by_solver(model, Clingo())
    assert {(values[0], values[-2], values[-1]) for values in found} == {(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 1)}


def test_statistics_and_registry() -> None:
    statistics: dict[str, object] = {}
    assert len(list(answers(get_solver("clingo"), GRAPHS["connected rooted"], None, statistics))) > 1
    assert {"variables", "constraints", "seconds_build", "seconds_solve", "conflicts", "nodes"} <= statistics.keys()
