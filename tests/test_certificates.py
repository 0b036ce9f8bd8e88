"""Certificates: right ones are accepted, changed ones are refused unless the change changes nothing."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers import SOON
from test_drat import naive_check
from test_lemmas import grid

import cluewright
from cluewright.cli import cli
from cluewright.compiler import ir
from cluewright.compiler.evaluate import evaluate
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError, TimeUp
from cluewright.models.loading import load_text
from cluewright.models.results import Verdict
from cluewright.notation.rulebooks import puzzle_sentences
from cluewright.notation.standalone import standalone_text
from cluewright.setting import certificate_files as files
from cluewright.setting import lemma_checks
from cluewright.setting.drat import BadProof, parse_proof
from cluewright.setting.formula import Formula, encode
from cluewright.setting.graph_names import GraphNames
from cluewright.setting.lemma_checks import BadLemma, Justification, derive
from cluewright.setting.same_model import model_differences
from cluewright.setting.verification import verify
from cluewright.solvers.sat import SatEngine

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"

#: Small puzzles of different kinds: what keeps them together, and whether lemmas are expected.
PUZZLES = {
    "sudoku/small": False,
    "slitherlink/garden-walk": True,
    "masyu/oyster": True,
    "hitori/small": True,
    "heyawake/small-flat": True,
    "fillomino/small-holdings": True,
    "nurikabe/four-ships": True,
    "yin-yang/day-and-night": True,
    "samurai/small": False,
    "zebra/kiosk": False,
    "kakuro/small": False,
    "big-tour/short-trip": True,
}

TINY = """
puzzle:
  rules: tiny
  unknowns: {x: {over: "1..3", values: bool}}
  constraints: [{rule: Some hold., holds: "%s"}]
"""

Contents = dict[str, str]


def read(folder: Path) -> Contents:
    return {name: (folder / name).read_text("utf-8") for name in (*files.PARTS, files.MANIFEST)}


def write(folder: Path, contents: Contents) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in contents.items():
        (folder / name).write_bytes(text.encode("utf-8"))


def sealed(contents: Contents) -> Contents:
    """With digests and counts that fit, as a forger would do it."""
    manifest = json.loads(contents[files.MANIFEST])
    manifest["files"] = {name: files.digest(contents[name].encode("utf-8")) for name in files.PARTS}
    counts = manifest["counts"]
    try:
        counts["proof steps"] = sum(1 for step in parse_proof(contents[files.PROOF]) if not step.deletes)
        counts["lemmas"] = len(json.loads(contents[files.LEMMAS]))
    except (BadProof, ValueError, TypeError, RecursionError):
        pass
    return {**contents, files.MANIFEST: files.json_text(manifest)}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Contents]:
    known: dict[str, Contents] = {}

    def make(name: str) -> Contents:
        if name not in known:
            folder = tmp_path_factory.mktemp("certificate")
            assert cluewright.prove(LIBRARY / f"{name}.yaml", folder, timeout=60).verdict is Verdict.UNIQUE
            known[name] = read(folder)
        return known[name]

    return make


@pytest.mark.parametrize("name", PUZZLES)
def test_accepted(name: str, tmp_path: Path) -> None:
    result = cluewright.prove(LIBRARY / f"{name}.yaml", tmp_path, timeout=60)
    assert result.verdict is Verdict.UNIQUE
    assert (result.counts["lemmas"] > 0) == PUZZLES[name]
    checked = cluewright.verify(tmp_path)
    assert checked.reason is None
    assert checked.accepted
    assert checked.counts == result.counts
    names = [part.name for part in checked.parts]
    assert names[:6] == ["files", "solution", "static clauses", "lemmas", "forbidding clause", "proof"]
    first = read(tmp_path)
    cluewright.prove(LIBRARY / f"{name}.yaml", tmp_path, timeout=60)
    assert read(tmp_path) == first


def test_no_certificate(tmp_path: Path) -> None:
    text = TINY
    verdicts = {"count(x[i] for i in 1..3) >= 1": Verdict.SEVERAL, "count(x[i] for i in 1..3) > 3": Verdict.NONE}
    for holds, verdict in verdicts.items():
        result = cluewright.prove(cluewright.loads(text % holds), tmp_path / "c")
        assert result.verdict is verdict
        assert not result.counts
    large = LIBRARY / "sudoku" / "sixteen.yaml"
    with pytest.raises(TimeUp):  # not even the rules are written out
        cluewright.prove(large, tmp_path / "c", timeout=1e-9)
    result = cluewright.prove(cluewright.compile(large), tmp_path / "c", timeout=1e-9)
    assert result.verdict is Verdict.UNKNOWN
    assert not (tmp_path / "c").exists()


def test_puzzle_text_stands_alone(tmp_path: Path) -> None:
    """Rulebooks called by an alias and rulebooks that extend others are in the file; text stays text."""
    text = """
puzzle: [Number Place, mine]
title: '012'
parameters: {size: 4, box: [2, 2]}
clues:
  digit: |
    1 . . .
    . . . 2
    . 3 . .
    . . 4 .
---
rules: mine
extends: anti-knight
about: "yes: no"
"""
    result = cluewright.prove(cluewright.loads(text), tmp_path)
    if result.verdict is Verdict.UNIQUE:
        assert verify(tmp_path).accepted
    from cluewright.notation.standalone import standalone_text

    loaded = cluewright.loads(text)
    again = load_text(standalone_text(loaded))
    assert again.puzzle.title == "012"
    assert [r.rulebook.rules for r in again.rulebooks] == [r.rulebook.rules for r in loaded.rulebooks]
    assert [r.rulebook for r in again.rulebooks if r.rulebook.rules != "mine"] == [
        r.rulebook for r in loaded.rulebooks if r.rulebook.rules != "mine"
    ]
    assert all(r.document.file == again.document.file for r in again.rulebooks)
    assert standalone_text(again) == standalone_text(loaded)


# ---------------------------------------------------------------- mutants


def flip_in_clause(line: str, rng: random.Random) -> str:
    words = line.split()
    places = [i for i, word in enumerate(words) if word not in ("0", "d")]
    if not places:
        return line
    place = rng.choice(places)
    words[place] = str(-int(words[place]))
    return " ".join(words)


def with_line(text: str, rng: random.Random, change: Callable[[str], str | None], skip: str = "cp") -> str:
    lines = text.splitlines()
    index = rng.choice([i for i, line in enumerate(lines) if line[0] not in skip])
    changed = change(lines[index])
    lines[index : index + 1] = [] if changed is None else [changed]
    return "\n".join(lines) + "\n"


def flip_formula(contents: Contents, rng: random.Random) -> Contents:
    return {**contents, files.FORMULA: with_line(contents[files.FORMULA], rng, lambda line: flip_in_clause(line, rng))}


def drop_clause(contents: Contents, rng: random.Random) -> Contents:
    lines = with_line(contents[files.FORMULA], rng, lambda _: None).splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("p "))
    _, _, variables, count = lines[head].split()
    lines[head] = f"p cnf {variables} {int(count) - 1}"
    return {**contents, files.FORMULA: "\n".join(lines) + "\n"}


def flip_proof(contents: Contents, rng: random.Random) -> Contents:
    return {**contents, files.PROOF: with_line(contents[files.PROOF], rng, lambda line: flip_in_clause(line, rng))}


def drop_step(contents: Contents, rng: random.Random) -> Contents:
    return {**contents, files.PROOF: with_line(contents[files.PROOF], rng, lambda _: None)}


def lemma_lines(contents: Contents) -> tuple[list[str], int]:
    """The lines of the formula and where the lemmas start."""
    lines = contents[files.FORMULA].splitlines()
    return lines, next(i for i, line in enumerate(lines) if line.startswith("c Lemmas")) + 1


def change_lemma(contents: Contents, rng: random.Random) -> Contents:
    """Change a justification or a clause, in all places where it stands."""
    records: list[dict[str, Any]] = json.loads(contents[files.LEMMAS])
    if not records:
        return flip_proof(contents, rng)
    index = rng.randrange(len(records))
    record = records[index]
    lines, start = lemma_lines(contents)
    what = rng.choice(("literal", "drop", "node", "less", "amount", "kind", "rule", "rest"))
    roles = [(part, role) for part in ("nodes", "edges") for role in record[part] if record[part][role]]
    part, role = rng.choice(roles)
    members = record[part][role]
    if what == "literal":
        place = rng.randrange(len(record["clause"]))
        record["clause"][place] *= -1
        if rng.random() < 0.7:
            lines[start + index] = " ".join(map(str, (*record["clause"], 0)))
    elif what == "drop":
        del records[index]
        del lines[start + index]
        head = next(i for i, line in enumerate(lines) if line.startswith("p "))
        _, _, variables, count = lines[head].split()
        lines[head] = f"p cnf {variables} {int(count) - 1}"
    elif what == "node":
        others = [m for r in records for m in r[part].get(role, ())]
        members[rng.randrange(len(members))] = rng.choice(others)
    elif what == "less":
        del members[rng.randrange(len(members))]
    elif what == "amount":
        record["amount"] = record.get("amount", 0) + rng.choice((-1, 1))
    elif what == "kind":
        record["kind"] = rng.choice(["cut", "loop cut", "growth", "overgrowth", "seed cut", "closure", "cycle", "x"])
    elif what == "rule":
        record[rng.choice(("rule", "graph"))] = rng.choice(("x", 7, None, -1))
    else:
        record[rng.choice(list(record))] = rng.choice((None, 1, [], {}, "x", [[]], {"component": [None]}))
    return {**contents, files.LEMMAS: files.json_text(records), files.FORMULA: "\n".join(lines) + "\n"}


def change_digit(name: str) -> Callable[[Contents, random.Random], Contents]:
    def change(contents: Contents, rng: random.Random) -> Contents:
        text = contents[name].split("\n---\n")[0]
        places = [i for i, char in enumerate(text) if char.isdigit()]
        if not places:
            return {**contents, name: contents[name].replace("true", "false", 1)}
        place = rng.choice(places)
        digit = rng.choice([d for d in "123456789" if d != text[place]])
        return {**contents, name: text[:place] + digit + contents[name][place + 1 :]}

    return change


def swap_solution(contents: Contents, rng: random.Random) -> Contents:
    text = contents[files.SOLUTION]
    words = [w for w in ("true", "false") if w in text]
    if not words:
        return change_digit(files.SOLUTION)(contents, rng)
    word = rng.choice(words)
    places = [i for i in range(len(text)) if text.startswith(word, i)]
    place = rng.choice(places)
    other = "false" if word == "true" else "true"
    return {**contents, files.SOLUTION: text[:place] + other + text[place + len(word) :]}


def change_literals(contents: Contents, rng: random.Random) -> Contents:
    names = json.loads(contents[files.LITERALS])
    first, second = rng.sample(sorted(names), 2)
    names[first], names[second] = names[second], names[first]
    return {**contents, files.LITERALS: files.json_text(names)}


def truncate(contents: Contents, rng: random.Random) -> Contents:
    name = rng.choice(files.PARTS)
    return {**contents, name: contents[name][: rng.randrange(len(contents[name]))]}


MUTATIONS: dict[str, Callable[[Contents, random.Random], Contents]] = {
    "flip a literal of the formula": flip_formula,
    "drop a clause": drop_clause,
    "flip a literal of the proof": flip_proof,
    "drop a step": drop_step,
    "change a lemma": change_lemma,
    "change a clue": change_digit(files.PUZZLE),
    "change the solution": swap_solution,
    "change a name": change_literals,
    "truncate": truncate,
}


def lenient(read_it: Callable[[], Any]) -> Any:
    try:
        return read_it()
    except (files.BadFile, BadProof, ValueError):
        return object()


def equivalent(original: Contents, mutant: Contents) -> bool:
    """Everything but puzzle and proof has the same content; the puzzle has this one solution; the proof holds."""
    for name in (files.SOLUTION, files.LITERALS):
        if lenient(lambda n=name: json.loads(mutant[n])) != json.loads(original[name]):
            return False
    formula = files.parse_formula(original[files.FORMULA])
    if lenient(lambda: files.parse_formula(mutant[files.FORMULA])) != formula:
        # A lemma may be left out where the proof does without it, or be justified otherwise.
        changed = lenient(lambda: files.parse_formula(mutant[files.FORMULA]))
        missing = isinstance(changed, tuple) and len(changed[1]) < len(formula[1])
        if not missing or not all(clause in formula[1] for clause in changed[1]):
            return False
        formula = changed
    proof_may_fail = any(mutant[name] != original[name] for name in (files.PROOF, files.FORMULA))
    if proof_may_fail and not naive_check(formula[1], parse_proof(mutant[files.PROOF])):
        return False
    if mutant[files.PUZZLE] != original[files.PUZZLE]:
        puzzle = cluewright.compile(cluewright.loads(mutant[files.PUZZLE]))
        result = cluewright.check(puzzle)
        shown = cluewright.solution_values(puzzle, result.answers[0])
        return result.verdict is Verdict.UNIQUE and shown == json.loads(original[files.SOLUTION])
    return True


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize(
    "name", ["hitori/small", "fillomino/small-holdings", "heyawake/small-flat", "big-tour/short-trip"]
)
def test_mutants(name: str, mutation: str, made: Callable[[str], Contents], tmp_path: Path) -> None:
    original = made(name)
    rng = random.Random(f"{name} {mutation}")
    refused = 0
    for _ in range(16):
        mutant = MUTATIONS[mutation](original, rng)
        if mutant == original:
            continue
        # Without new digests every change is noticed.
        write(tmp_path, mutant)
        unsealed = verify(tmp_path)
        assert not unsealed.accepted
        assert "is not the file that was certified" in str(unsealed.reason)
        write(tmp_path, sealed(mutant))
        result = verify(tmp_path)
        if result.accepted:
            assert equivalent(original, mutant)
        else:
            refused += 1
            assert result.reason
            assert result.refused_part
    assert refused or mutation in ("drop a step", "flip a literal of the proof", "change a clue")


@pytest.mark.parametrize("key", ["format", "title", "claim", "counts", "files", "new"])
def test_manifest(key: str, made: Callable[[str], Contents], tmp_path: Path) -> None:
    contents = made("hitori/small")
    manifest = json.loads(contents[files.MANIFEST])
    for value in (None, 7, "x", [], {}):
        write(tmp_path, {**contents, files.MANIFEST: json.dumps({**manifest, key: value})})
        if not (key == "new" and value is None):
            assert not verify(tmp_path).accepted
    for count in manifest["counts"]:
        counts = {**manifest["counts"], count: manifest["counts"][count] + 1}
        write(tmp_path, {**contents, files.MANIFEST: json.dumps({**manifest, "counts": counts})})
        assert "counts" in str(verify(tmp_path).reason)
    for text in ("", "[]", "{", "null", '"x"', "[" * 100_000):
        write(tmp_path, {**contents, files.MANIFEST: text})
        assert not verify(tmp_path).accepted


@pytest.mark.parametrize("name", [files.SOLUTION, files.LITERALS, files.LEMMAS])
def test_nonsense(name: str, made: Callable[[str], Contents], tmp_path: Path) -> None:
    contents = made("hitori/small")
    for text in (
        "",
        "null",
        "[null]",
        '{"shaded": null}',
        "[" * 900 + "]" * 900,
        '{"a": ' * 900 + "1" + "}" * 900,
        "9" * 5000,
    ):
        write(tmp_path, sealed({**contents, name: text}))
        assert not verify(tmp_path).accepted


def test_missing_files(made: Callable[[str], Contents], tmp_path: Path) -> None:
    for name in files.PARTS:
        write(tmp_path, made("hitori/small"))
        (tmp_path / name).unlink()
        assert f"{name} cannot be read" in str(verify(tmp_path).reason)
    (tmp_path / files.MANIFEST).unlink()
    with pytest.raises(CluewrightError, match="no certificate in this folder"):
        verify(tmp_path)
    with pytest.raises(CluewrightError, match="no such folder"):
        verify(tmp_path / "nowhere")


def test_a_certificate_of_another_puzzle(made: Callable[[str], Contents], tmp_path: Path) -> None:
    one, other = made("hitori/small"), made("heyawake/small-flat")
    for name in files.PARTS:
        mixed = sealed({**one, name: other[name]})
        write(tmp_path, mixed)
        assert not verify(tmp_path).accepted or equivalent(one, mixed)


def test_a_puzzle_with_two_solutions_cannot_be_certified(tmp_path: Path) -> None:
    """Forge everything that can be forged: the formula without the proof's missing part is refused."""
    text = TINY % "count(x[i] for i in 1..3) == %d"
    cluewright.prove(cluewright.loads(text % 3), tmp_path)
    assert verify(tmp_path).accepted
    contents = read(tmp_path)
    changed = contents[files.PUZZLE].replace("count(x[i] for i in 1..3) == 3", "count(x[i] for i in 1..3) >= 2")
    assert changed != contents[files.PUZZLE]
    write(tmp_path, sealed({**contents, files.PUZZLE: changed}))
    assert verify(tmp_path).refused_part == "static clauses"


# ---------------------------------------------------------------- every kind of lemma


def bits(count: int, name: str = "x") -> list[ir.Var]:
    return [ir.Var(f"{name}{i}", (0, 1)) for i in range(count)]


def numbers(count: int, top: int, name: str = "n") -> list[ir.Var]:
    return [ir.Var(f"{name}{i}", range(1, top + 1)) for i in range(count)]


def graph_models() -> dict[str, tuple[list[ir.Var], ir.Value]]:
    small = grid(3, 3)
    multi = ir.Graph(["a", "b", "c", "d"], [(0, 1), (0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])
    nodes, edges = bits(9), bits(12, "e")
    labels, sizes, few = numbers(9, 3), numbers(9, 3, "s"), bits(7, "f")
    ladder, switch = bits(13, "l"), ir.Var("switch", (0, 1))
    many = [ir.Var(f"m{i}", (1, 2, 3, *range(17, 34))) for i in range(3)]
    halves = tuple(half for half in nodes[:8] for _ in range(5))
    island = (*(1,) * 10, *halves, *(nodes[8],) * 10, *(0,) * 19, 1)
    among = (*many, *(1, 2, 2) * 11, 1)
    return {
        "connected": (nodes, ir.Connected(small, tuple(nodes))),
        "connected edges": ([*nodes[:4], *few], ir.Connected(multi, tuple(nodes[:4]), tuple(few))),
        "loop": (ladder, ir.Loop(grid(2, 5), tuple(ladder))),
        "guarded loop": ([*ladder[:10], switch], ir.implies(switch, ir.Loop(grid(2, 4), tuple(ladder[:10])))),
        "path": (edges, ir.Path(small, tuple(edges))),
        "path between ends": (ladder, ir.Path(grid(2, 5), tuple(ladder), (0, 6))),
        "acyclic": (nodes, ir.Acyclic(small, tuple(nodes), None)),
        "acyclic edges": ([*nodes[:4], *few], ir.Acyclic(multi, tuple(nodes[:4]), tuple(few))),
        "label is size": (labels, ir.EqualGroups(small, tuple(labels), tuple(labels))),
        "large sizes": (many, ir.EqualGroups(grid(1, 37), among, among)),
        "labels and sizes": (
            [*labels[:6], *sizes[:3]],
            ir.EqualGroups(grid(2, 3), tuple(labels[:6]), (*sizes[:3], None, 2, 3)),
        ),
        "seeds": (nodes, ir.SeededGroups(small, tuple(nodes), {0: None, 8: 3})),
        "seeds of any size": (nodes, ir.SeededGroups(small, tuple(nodes), {2: None, 6: None})),
        "a large seed": (nodes, ir.SeededGroups(grid(8, 10), island, {0: 25, 79: None})),
        "joined": ([*edges[:7], *sizes[:3]], ir.JoinedGroups(grid(2, 3), tuple(edges[:7]), (*sizes[:3], None, 2, 3))),
        "matched": (nodes, ir.Matched(small, tuple(nodes))),
        "twins": (
            ladder[:10],
            ir.TwinGroups(
                grid(2, 4), tuple(ladder[:10]), frozenset({0, 1, 2, 4}), tuple((n // 4, n % 4) for n in range(8))
            ),
        ),
        "joined without faces": (few, ir.JoinedGroups(multi, tuple(few), (None,) * 4)),
    }


def answers_of(variables: list[ir.Var], expr: ir.Value) -> list[dict[ir.Var, int]]:
    found = (dict(zip(variables, values, strict=True)) for values in itertools.product(*(v.domain for v in variables)))
    return [answer for answer in found if evaluate(expr, answer)]


def mutated(record: dict[str, Any], formula: Formula, rng: random.Random) -> dict[str, Any]:
    """A justification with something changed."""
    changed: dict[str, Any] = json.loads(json.dumps(record))
    names = GraphNames(formula.graphs[record["graph"]].expr.graph)
    part = rng.choice(("nodes", "edges"))
    roles = list(changed[part])
    if not roles or rng.random() < 0.1:
        changed["amount"] = changed.get("amount", 1) + rng.choice((-1, 1))
        return changed
    members = changed[part][rng.choice(roles)]
    known = names.nodes if part == "nodes" else names.edges
    action = rng.choice(("add", "remove", "replace"))
    if action != "add" and members:
        members.pop(rng.randrange(len(members)))
    if action != "remove":
        members.insert(rng.randint(0, len(members)), rng.choice(known))
    return changed


def derived(record: dict[str, Any], formula: Formula) -> list[int]:
    part = formula.graphs[record["graph"]]
    names = GraphNames(part.expr.graph)
    nodes = {role: [names.node_index[m] for m in members] for role, members in record["nodes"].items()}
    edges = {role: [names.edge_index[m] for m in members] for role, members in record["edges"].items()}
    return derive(record["kind"], Justification(nodes, edges, record.get("amount")), part, formula.encoder)


def graph_model(name: str) -> tuple[Model, Formula, list[dict[str, Any]]]:
    """A model, its formula, and the lemmas that it takes to find all answers."""
    variables, expr = graph_models()[name]
    model = Model({"x": UnknownLayer("x", "elements", dict(enumerate(variables)))})
    model.add(expr, Rule("test"))
    searched, formula = encode(model), encode(model)
    with SatEngine(model, encoded=searched) as engine:
        while (answer := engine.solve()) is not None:
            engine.add_clause(searched.forbidding(answer))
        records = files.lemma_records(engine.lemmas, searched)
    assert formula.clauses == searched.clauses[: formula.count]
    return model, formula, records


@pytest.mark.parametrize("name", list(graph_models()))
def test_lemmas_are_derived_again(name: str) -> None:
    """The engine's lemmas are accepted; of changed ones, only what is true in every answer."""
    variables, expr = graph_models()[name]
    answers = answers_of(variables, expr)
    assert answers
    rng = random.Random(name)
    model, formula, records = graph_model(name)
    assert records
    for record in records:
        assert sorted(derived(record, formula)) == sorted(record["clause"])
    clauses, refused = [], 0
    for record in rng.choices(records, k=200):
        try:
            clauses.append(derived(mutated(record, formula, rng), formula))
        except BadLemma:
            refused += 1
    assert refused
    with SatEngine(model, encoded=encode(model)) as judge:
        for clause in clauses:
            judge.add_clause(clause)
        for answer in rng.sample(answers, min(len(answers), 150)):
            assert judge.solve(list(answer.items())) is not None


def test_all_kinds_are_seen() -> None:
    """Every kind that the checker knows is tried, and the engine makes no other ones."""
    kinds = set()
    for name in graph_models():
        _, formula, records = graph_model(name)
        kinds |= {(record["kind"], formula.graphs[record["graph"]].expr.__class__) for record in records}
    assert kinds == set(lemma_checks._RULES)


# ---------------------------------------------------------------- the command line


def test_commands(tmp_path: Path) -> None:
    runner = CliRunner()
    file, folder = str(LIBRARY / "hitori" / "small.yaml"), str(tmp_path / "c")
    done = runner.invoke(cli, ["prove", file, "-o", folder])
    assert done.exit_code == 0
    assert "unique; the certificate is in" in done.output
    done = runner.invoke(cli, ["prove", file, "-o", folder, "--json"])
    assert json.loads(done.output)["counts"]["lemmas"] > 0
    done = runner.invoke(cli, ["verify", folder])
    assert done.exit_code == 0
    assert "accepted: exactly one solution" in done.output
    assert "the reference interpreter, which tried everything" in done.output
    done = runner.invoke(cli, ["verify", folder, "--json"])
    assert json.loads(done.output)["accepted"] is True
    (tmp_path / "c" / "proof.drat").write_text("0\n")
    done = runner.invoke(cli, ["verify", folder])
    assert done.exit_code == 1
    assert "refused: proof.drat is not the file that was certified" in done.output
    assert runner.invoke(cli, ["verify", str(tmp_path)]).exception is not None


def test_another_checker_is_asked(
    made: Callable[[str], Contents], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "c", made("hitori/small"))
    program = tmp_path / "drat-trim"
    for answer, accepted in (("s VERIFIED", True), ("s NOT VERIFIED", False), ("what?", True)):
        program.write_text(f"#!/bin/sh\necho '{answer}'\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        result = verify(tmp_path / "c")
        assert result.accepted is accepted
        assert any(part.name == "other checkers" for part in result.parts) == (answer == "s VERIFIED")


# ---------------------------------------------------------------- what it is about


def test_it_says_what_it_is_about(made: Callable[[str], Contents], tmp_path: Path) -> None:
    write(tmp_path / "c", made("sudoku/small"))
    shown = CliRunner().invoke(cli, ["verify", str(tmp_path / "c")]).output
    assert "genre: " in shown
    assert "sudoku (as in the library)" in shown
    assert "not as in the library" not in shown
    for line in cluewright.render(LIBRARY / "sudoku" / "small.yaml").splitlines():
        assert line in shown
    for number, sentence in enumerate(puzzle_sentences(cluewright.load(LIBRARY / "sudoku" / "small.yaml")), 1):
        assert f"{number}. {sentence}" in shown


def test_a_hidden_rule_is_shown_and_is_another_puzzle(tmp_path: Path) -> None:
    """A board with several solutions, and a certificate that it has one: its rulebook says more than the library's."""
    mine = tmp_path / "mine.yaml"
    mine.write_text("puzzle: latin-square\nboard: {rows: 2, columns: 2}\n", encoding="utf-8")
    text = standalone_text(cluewright.load(mine))
    assert text.count("constraints:\n") == 1
    trick = "constraints:\n- rule: Every row has each digit once.\n  holds: digit[r1c1] == 1\n"
    result = cluewright.prove(cluewright.loads(text.replace("constraints:\n", trick)), tmp_path / "c")
    assert result.verdict is Verdict.UNIQUE
    shown = CliRunner().invoke(cli, ["verify", str(tmp_path / "c")])
    assert shown.exit_code == 0
    assert "latin-square (not as in the library: read its rules)" in shown.output
    assert "digit[r1c1] == 1" in shown.output
    refused = CliRunner().invoke(cli, ["verify", str(tmp_path / "c"), "--puzzle", str(mine), "--json"])
    assert refused.exit_code == 1
    data = json.loads(refused.output)
    assert data["refused_part"] == "puzzle"
    assert "only the certificate demands, and not your puzzle: Every row has each digit once" in data["reason"]
    assert data["subject"]["genres"] == {"latin-square": False}


@pytest.mark.parametrize("name", PUZZLES)
def test_your_own_file_is_compared_by_meaning(name: str, made: Callable[[str], Contents], tmp_path: Path) -> None:
    write(tmp_path / "c", made(name))
    checked = cluewright.verify(tmp_path / "c", puzzle=LIBRARY / f"{name}.yaml")
    assert checked.accepted
    assert all(checked.subject.genres.values()) if checked.subject else False
    own = LIBRARY / f"{next(other for other in PUZZLES if other != name)}.yaml"
    refused = cluewright.verify(tmp_path / "c", puzzle=own)
    assert refused.refused_part == "puzzle"
    assert "it is about another puzzle than yours" in str(refused.reason)


VALUES = "puzzle:\n  rules: tiny\n  unknowns: {%s}\n  constraints: [%s]\n"
SAME = [
    (('x: {over: "1..3", values: "0..1"}', "{rule: Sum., holds: 'x[1] + x[2] + x[3] == 3'}"), "nothing"),
    (('x: {over: "1..3", values: "0..1"}', "{rule: Total., holds: 'x[3] + x[1] + x[2] == 3'}"), "nothing"),
    (('x: {over: "1..3", values: "0..1"}', "{rule: Sum., holds: 'x[1] + x[2] + x[3] == 2'}"), "demands"),
    (('x: {over: "1..3", values: "0..2"}', "{rule: Sum., holds: 'x[1] + x[2] + x[3] == 3'}"), "other values"),
    (('x: {over: "1..4", values: "0..1"}', "{rule: Sum., holds: 'x[1] + x[2] + x[3] == 3'}"), "has an unknown"),
    (('y: {over: "1..3", values: "0..1"}', "{rule: Sum., holds: 'y[1] + y[2] + y[3] == 3'}"), "has an unknown"),
]


@pytest.mark.parametrize(("parts", "told"), SAME)
def test_differences_of_models(parts: tuple[str, str], told: str) -> None:
    first, second = (cluewright.compile(cluewright.loads(VALUES % some)).model for some in (SAME[0][0], parts))
    found = model_differences(first, second, ("A", "B"))
    assert (told == "nothing" and not found) or any(told in line for line in found)


def test_a_stranger_cannot_write_on_the_terminal(tmp_path: Path) -> None:
    text = TINY % "all(x[i] for i in 1..3)"
    text = text.replace("Some hold.", '"Some hold.\\e[8m\\u202E"').replace(
        "puzzle:\n", 'title: "T\\e[2J"\npuzzle:\n', 1
    )
    assert cluewright.prove(cluewright.loads(text), tmp_path / "c").verdict is Verdict.UNIQUE
    shown = CliRunner().invoke(cli, ["verify", str(tmp_path / "c")], color=True).output
    assert "accepted" in shown
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    assert "\\x1b[8m\\u202e" in shown


# ---------------------------------------------------------------- files that are no files


@pytest.mark.parametrize("name", [*files.PARTS, files.MANIFEST])
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "socket", "large"])
def test_files_that_are_no_files(
    name: str, kind: str, made: Callable[[str], Contents], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "c"
    write(folder, made("sudoku/small"))
    place = folder / name
    place.unlink()
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    elif kind == "folder":
        place.mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listener, contextlib.chdir(folder):
            listener.bind(name)
    else:
        monkeypatch.setitem(files.MAX_BYTES, name, 1000)
        place.touch()
        os.truncate(place, 1001)
    started = time.monotonic()
    refused = cluewright.verify(folder)
    assert time.monotonic() - started < SOON
    assert not refused.accepted
    assert refused.refused_part == "files"
    assert name in str(refused.reason)


def test_time_limit(made: Callable[[str], Contents], tmp_path: Path) -> None:
    write(tmp_path / "c", made("slitherlink/garden-walk"))
    late = CliRunner().invoke(cli, ["verify", str(tmp_path / "c"), "--timeout", "0.000001", "--json"])
    assert late.exit_code == 3
    assert json.loads(late.output)["out_of_time"] is True
    assert json.loads(late.output)["accepted"] is False
