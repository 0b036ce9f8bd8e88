"""Random puzzles over the whole language: the generator, and the campaign that compares all readers of them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from cluewright.cli import cli
from cluewright.compiler.ground import compile_puzzle
from cluewright.laboratory.proving import prove
from cluewright.laboratory.random import campaign, readings, together
from cluewright.laboratory.random.campaign import Plan, Tally, run, try_seeds
from cluewright.laboratory.random.coverage import FUNCTIONS, NAMES, parts_of
from cluewright.laboratory.random.random_puzzles import random_puzzle
from cluewright.laboratory.random.readings import read_all
from cluewright.laboratory.random.shrinking import shrink
from cluewright.laboratory.tiny import Genre
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text, rulebook_ids
from cluewright.solvers.engines.sat import Sat

LANGUAGE = Path(__file__).parent.parent / "docs" / "language.md"


def test_a_seed_gives_one_puzzle_whatever_the_hash_seed() -> None:
    module = "cluewright.laboratory.random.random_puzzles"
    code = f"from {module} import random_puzzle; print([random_puzzle(s) for s in range(40)])"
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{[random_puzzle(s) for s in range(40)]}\n"}


def test_seeds_differ() -> None:
    assert len({random_puzzle(seed) for seed in range(200)}) == 200


def test_every_function_of_the_language_is_known() -> None:
    text = LANGUAGE.read_text("utf-8")
    functions = text[text.index("## Functions") : text.index("### Patterns")]
    listed = {name for line in re.findall(r"^- .*", functions, re.M) for name in re.findall(r"`([a-z_]+)\(", line)}
    assert listed | {"matches", "blocks"} <= set(FUNCTIONS) | {"shape"}


def test_every_part_of_the_language_occurs() -> None:
    met = Counter(part for seed in range(3000) for part in parts_of(random_puzzle(seed)))
    rare = {part: met[part] for part in (*FUNCTIONS, *NAMES) if met[part] < 5}
    assert not rare


@pytest.mark.parametrize("block", range(4))
def test_most_random_puzzles_can_be_read(block: int) -> None:
    refused = 0
    for seed in range(block * 50, block * 50 + 50):
        try:
            compile_puzzle(load_text(random_puzzle(seed)))
        except CluewrightError:
            refused += 1
    assert refused <= 10


# --- the campaign -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(50_000, 51_200, 200))
def test_no_reader_differs_from_the_reference(first: int) -> None:
    tally = try_seeds(Plan(), first, 200)
    assert [(d["name"], d["who"], d["expected"], d["got"]) for d in tally.differences] == []
    assert tally.outcomes["compared"] > 140
    found = tally.engines["sat"]
    assert found.none > 20
    assert found.one > 15
    assert found.several > 40


def test_every_engine_reads_its_share() -> None:
    read = Counter(engine for seed in range(20_000) for engine in Plan().engines(seed))
    assert {name: read[name] / 20_000 for name in read} == pytest.approx(campaign.SHARES, rel=0.2)


@pytest.mark.parametrize("engine", ["cp-sat", "clingo", "gecode", "ace", "choco", "pychoco", "cosoco"])
def test_engines_read_puzzles_side_by_side(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "TOGETHER", {engine: 1.0})
    tally = try_seeds(Plan(shares={"sat": 1.0, engine: 1e-9}), 52_000, 60)
    assert tally.differences == []
    assert tally.engines[engine].together == tally.engines["sat"].one + tally.engines["sat"].several > 20
    assert tally.engines[engine].puzzles == 0


class Forgetful(Sat):
    """An engine that keeps its last answer to itself."""

    def search(self, model: Any, deadline: float | None, statistics: dict[str, Any]) -> Iterator[dict[Any, int]]:
        yield from list(super().search(model, deadline, statistics))[:-1]


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    true = readings.get_solver
    monkeypatch.setattr(readings, "get_solver", lambda name: Forgetful() if name == "sat" else true(name))


@pytest.mark.usefixtures("planted")
def test_a_planted_fault_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(campaign, "_SHRINKING", 5.0)
    arguments = ["--puzzles", "3", "--seed", "9", "--solvers", "sat", "--jobs", "1", "-o", str(tmp_path)]
    done = CliRunner().invoke(cli, ["bench", "random", *arguments])
    assert done.exit_code == 4
    assert "differences" in done.output
    saved = sorted(tmp_path.glob("*.yaml"))
    assert saved
    for path in saved:
        assert len(path.read_text("utf-8").split("# ")[0]) < len(random_puzzle(int(path.stem)))
        assert read_all(path.read_text("utf-8"), ["sat"]).outcome == "different"
        assert "before shrinking" in path.read_text("utf-8")


class Choosy(Sat):
    """An engine that finds nothing in a puzzle with a single layer."""

    def search(self, model: Any, deadline: float | None, statistics: dict[str, Any]) -> Iterator[dict[Any, int]]:
        if len(model.unknowns) > 1:
            yield from super().search(model, deadline, statistics)


def test_a_planted_fault_is_found_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "get_solver", lambda name: Choosy())
    monkeypatch.setattr(campaign, "TOGETHER", {"ace": 1.0})
    monkeypatch.setattr(campaign, "_SHRINKING", 0.0)
    text = "puzzle: {rules: one, elements: {a: 1..2}, unknowns: {n: {over: a, values: 1..2}}}"
    monkeypatch.setattr(campaign, "random_puzzle", lambda seed: text)
    plan = Plan(shares={"sat": 1.0, "ace": 1e-9})
    assert try_seeds(plan, 0, 2).differences == []  # together they have two layers
    (difference,) = try_seeds(plan, 0, 1).differences
    assert (difference["who"], difference["got"], difference["puzzle"]) == ("ace", "no answer", text)


def test_a_condition_that_cannot_be_denied_is_no_difference() -> None:
    text = """\
puzzle:
  rules: denied
  board: {shape: ".~\\n~."}
  unknowns:
    mark: {over: cells, values: 0..1}
  constraints:
    - {rule: Not so., holds: false or false iff equal_groups(mark)}
"""
    found = read_all(text, ["sat"])
    assert found.outcome == "refused"
    assert found.refusal is not None
    assert "can be required, but not denied" in found.refusal


@pytest.mark.usefixtures("planted")
def test_a_fault_is_seen_by_check_alone() -> None:
    found = read_all("puzzle: {rules: one, elements: {a: 1..1}, unknowns: {n: {over: a, values: 1..1}}}", [])
    assert found.difference is not None
    assert (found.difference.who, found.difference.expected, found.difference.got) == ("check", "unique", "none")


def test_a_campaign_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan(60, 100, {"sat": 1.0})
    part = run(Plan(25, 100, {"sat": 1.0}), jobs=1, folder=tmp_path)
    journal = tmp_path / "journal.jsonl"
    journal.write_text(journal.read_text("utf-8") + '{"first": 125, "si', "utf-8")  # cut off while it was written
    whole = run(plan, jobs=1, folder=tmp_path)
    assert (part.puzzles, whole.puzzles) == (25, 60)
    again: list[int] = []
    assert run(plan, jobs=1, folder=tmp_path, watch=lambda done, *_: again.append(done)).outcomes == whole.outcomes
    assert again == []
    with pytest.raises(CluewrightError, match="other shares"):
        run(Plan(60, 100, {"sat": 0.5}), folder=tmp_path)


def test_a_puzzle_that_kills_its_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def deadly(text: str, engines: Any, *, seed: int = 0) -> Any:
        import os

        if seed == 107:
            os._exit(139)
        return read_all(text, engines, seed=seed)

    monkeypatch.setattr(campaign, "read_all", deadly)
    tally = run(Plan(25, 100, {"sat": 1.0}), jobs=1)
    assert tally.puzzles == 25
    assert [(d["name"], d["got"]) for d in tally.differences] == [("107", "error: the process died")]


def test_the_time_of_a_campaign_holds_while_a_block_is_worked_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(plan: Plan, first: int, size: int, end: float) -> Tally:
        if first > 100:
            signal.pause()
        return Tally(size)

    monkeypatch.setattr(campaign, "try_seeds", endless)
    monkeypatch.setattr(campaign, "_GRACE", 0.1)
    assert run(Plan(75, 100, {"sat": 1.0}), jobs=1, seconds=3, folder=tmp_path).puzzles in (0, 25)
    assert try_seeds(Plan(shares={"sat": 1.0}), 0, 25, end=0.0) == Tally()


def test_the_command(tmp_path: Path) -> None:
    arguments = ["bench", "random", "--puzzles", "50", "--seed", "300", "--jobs", "1", "--share", "clingo=0", "--json"]
    done = CliRunner().invoke(cli, [*arguments, "--solvers", "sat,clingo"])
    assert done.exit_code == 0
    found = json.loads(done.output)
    assert found["puzzles"] == 50
    assert found["differences"] == []
    assert set(found["engines"]) == {"reference", "sat"}
    assert found["parts"]["cells"] > 20
    wrong = CliRunner().invoke(cli, ["bench", "random", "--share", "clingo=2"])
    assert isinstance(wrong.exception, CluewrightError)


def test_tallies_add_up() -> None:
    plan = Plan(shares={"sat": 1.0})
    whole, halves = try_seeds(plan, 0, 20), try_seeds(plan, 0, 10)
    halves.add(Tally.read(json.loads(json.dumps(try_seeds(plan, 10, 10).data()))))
    for tally in (whole, halves):
        for engine in tally.engines.values():
            engine.seconds = 0.0
    assert whole == halves


def test_shrinking_keeps_what_matters() -> None:
    text = """
puzzle:
  rules: large
  board: {rows: 2, columns: 2}
  unknowns:
    shaded: {over: cells, values: bool}
    other: {over: cells, values: 1..3}
  constraints:
    - rule: One.
      holds: all_different(other[cells[:2]]) and (count(shaded) + 2 > 3 or sum(other[c] for c in cells) == 4)
    - rule: Two.
      holds: true
"""
    small = shrink(text, lambda smaller: "count(shaded)" in smaller)
    assert re.search(r'holds: "?count\(shaded\)"?\n', small)
    assert "other" not in small
    assert "Two" not in small


# --- genres -------------------------------------------------------------------------------------------------------

#: Boards that cannot be made small, unknowns beyond a plain count, or structure that random clues never hit.
NOT_TINY = {"crossstitch", "dominosa", "hoshi", "raatsel", "tridoku"}


@pytest.mark.parametrize("genre", sorted({*rulebook_ids()} - NOT_TINY))
def test_rules_of_the_library_mean_the_same_to_all(genre: str) -> None:
    shares = {"sat": 1.0, "cp-sat": 0.1, "clingo": 0.1}
    for puzzles in (3, 20):  # the few genres whose random clues seldom fit get more of them
        proof = prove(Genre(genre), puzzles=puzzles, seconds=30, shares=shares, steps=5000)
        assert proof.tally.differences == []
        if proof.compared:
            return
    pytest.fail("no puzzle was small enough to be compared")


@pytest.mark.parametrize("genre", ["kropki", "akari", "tatamibari", "masyu", "heyawake"])
def test_tiny_puzzles_have_none_one_and_several_solutions(genre: str) -> None:
    proof = prove(Genre(genre), puzzles=25, shares={"sat": 1.0}, steps=5000)
    found = proof.tally.engines["reference"]
    assert proof.tally.differences == []
    assert min(found.none, found.one, found.several) >= 1
    assert found.one + found.several >= 10


def test_a_rulebook_of_ones_own_is_proved(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        """
rules: own
board: {grid: square}
clues:
  number: {over: cells, values: 0..4}
unknowns:
  shaded: {over: cells, values: bool}
constraints:
  - rule: A number counts the shaded cells beside it.
    each: c in number
    holds: count(shaded[x] for x in neighbours(c)) == number[c]
""",
        "utf-8",
    )
    done = CliRunner().invoke(cli, ["rules", str(own), "--prove", "--puzzles", "10", "--json"])
    assert done.exit_code == 0
    found = json.loads(done.output)
    assert found["compared"] == 10
    assert found["engines"]["sat"] == 10
    assert found["none"] + found["one"] + found["several"] == 10
    assert sum(found["sizes"].values()) == 10


def test_what_shows_little_is_not_praised(tmp_path: Path) -> None:
    """Rules that nothing satisfies, and rules with a mistake, of which the place is told."""
    own = tmp_path / "own.yaml"
    rules = "rules: own\nboard: {grid: square}\nunknowns: {shaded: {over: cells, values: bool}}\nconstraints:\n"
    own.write_text(f"{rules}  - rule: Never.\n    holds: count(shaded) > len(cells)\n", "utf-8")
    done = CliRunner().invoke(cli, ["rules", str(own), "--prove", "--puzzles", "3"])
    assert done.exit_code == 0
    assert "solutions: none 3, one 0, several 0" in done.output
    assert "no puzzle had a solution either" in done.output
    own.write_text(f"{rules}  - rule: A mistake.\n    holds: count(shade) > 1\n", "utf-8")
    done = CliRunner().invoke(cli, ["rules", str(own), "--prove", "--puzzles", "3"])
    assert done.exit_code == 3
    assert f"{own}:6:18: unknown name 'shade'" in done.output
    done = CliRunner().invoke(cli, ["rules", str(own), "--prove", "--puzzles", "3", "--json"])
    assert [f"{own}:6:18: unknown name 'shade'" in message for message in json.loads(done.output)["refused"]] == [True]


@pytest.mark.usefixtures("planted")
def test_a_fault_is_found_by_the_rules_of_a_genre(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(campaign, "_SHRINKING", 2.0)
    done = CliRunner().invoke(cli, ["rules", "akari", "--prove", "--puzzles", "5"])
    assert done.exit_code == 4
    assert list((tmp_path / "random-puzzles").glob("akari-*.yaml"))


@pytest.mark.parametrize(
    ("values", "board", "wanted"),
    [
        ("directions", "rows: 2, columns: 2", {"up", "down", "left", "right"}),
        ("directions or '?'", "rows: 2, columns: 2", {"up", "down", "left", "right", "?"}),
        ("diagonal_directions", "rows: 2, columns: 2", {"upright", "downright", "downleft", "upleft"}),
        ("directions", "grid: hex, side: 2", {"right", "downright", "downleft", "left", "upleft", "upright"}),
        ("1..", "rows: 2, columns: 2", {1, 2, 3, 4}),
        ("2..3", "rows: 2, columns: 2", {2, 3}),
        ("1..len(cells) or 'x'", "rows: 2, columns: 2", {1, 2, 3, 4, "x"}),
        ("0 or 5", "rows: 2, columns: 2", {0, 5}),
    ],
)
def test_made_up_clues_are_possible_ones(values: str, board: str, wanted: set[object]) -> None:
    """Every value of a layer is tried, and nothing that is none."""
    rules = {
        "rules": "own",
        "board": yaml.safe_load(f"{{{board}}}"),
        "clues": {"mark": {"over": "cells", "values": values}},
        "unknowns": {"s": {"over": "cells", "values": "bool"}},
    }
    genre = Genre("own", yaml.safe_dump(rules))
    tried = [genre.tiny(seed)[1]["clues"].get("mark", {}) for seed in range(40)]
    found = {value for clues in tried for value in clues.values()}
    assert found == wanted
