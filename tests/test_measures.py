"""Published measures of any rulebook with strategies; many puzzles on all cores and on a cluster; the page."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers import SEVERAL, UNIQUE

import cluewright
from cluewright.cli import cli
from cluewright.commands.rated import Wish, packed, question
from cluewright.laboratory.many import on_cluster, on_cores
from cluewright.models.errors import CluewrightError
from cluewright.reasoning.appeal import Appeal, find_appeal, groups
from cluewright.reasoning.data import own_data
from cluewright.reasoning.usage import Usage, find_usage

LIBRARY = Path(str(cluewright.__file__)).parent / "puzzles" / "library"

#: The two boards that the publication prints, the second one partly filled.
FLATS = {
    "clear": ("4 3 3 2 1", "5 4 2 1 3", "1 2 2 2 2", "2 2 1 3 3", ""),
    "begun": ("3 2 4 1 3", "3 2 4 1 3", "2 3 1 3 2", "2 3 1 3 2", "34.51 453.. .3..5 5...3 1.534"),
}


def flats(name: str) -> cluewright.compiler.ground.CompiledPuzzle:
    top, left, right, bottom, rows = FLATS[name]
    sides = {"top": top, "left": left, "right": right, "bottom": bottom}
    seen = {f"{side}{n}": int(v) for side, line in sides.items() for n, v in enumerate(line.split(), 1)}
    digit = {f"r{r}c{c}": int(v) for r, row in enumerate(rows.split(), 1) for c, v in enumerate(row, 1) if v != "."}
    clues = {"seen": seen, **({"digit": digit} if digit else {})}
    return cluewright.compile({"puzzle": "skyscrapers", "board": {"rows": 5, "columns": 5}, "clues": clues})


def judged(puzzle: Any, player: int = 3) -> tuple[Usage, Appeal]:
    made = cluewright.compile(puzzle)
    usage = find_usage(made)
    assert usage is not None
    return usage, find_appeal(made, usage, player)


# ---------------------------------------------------------------- strategies


def test_how_often_each_strategy_and_how_often_another() -> None:
    usage = Usage(["a", "a", "b", "a", "c"], 9, "solved", 4, 10, 2)
    assert usage.used == {"a": 3, "b": 1, "c": 1}
    assert usage.alternation == 3 / 4
    assert usage.data() == {
        "ending": "solved",
        "steps": 5,
        "cost": 9,
        "used": {"a": 3, "b": 1, "c": 1},
        "share": {"a": 0.6, "b": 0.2, "c": 0.2},
        "alternation": 0.75,
    }
    assert Usage(["a"]).alternation == 0


def test_the_vector_names_the_strategies() -> None:
    rating = cluewright.rate(LIBRARY / "akari" / "small.yaml")
    told = rating.vector()["strategies"]
    assert told["ending"] == "solved"
    assert sum(told["used"].values()) == told["steps"]
    assert sum(told["share"].values()) == pytest.approx(1, abs=0.01)
    assert set(told["used"]) <= set(cluewright.compile(LIBRARY / "akari" / "small.yaml").program.strategies)


def test_rules_without_strategies_have_no_such_measures() -> None:
    bare = "puzzle: {rules: bare, elements: {e: [a]}, unknowns: {on: {over: e, values: bool}},"
    rating = cluewright.rate(bare + " constraints: [{rule: On., holds: 'on[\"a\"]'}]}")
    assert rating.complete
    assert rating.measures == {}


# ---------------------------------------------------------------- difficulty, fun, appeal


def test_the_weights_are_the_published_ones() -> None:
    data = own_data("appeal.yaml")
    assert list(data["difficulty"].values()) == [2, 2, 1, 1, 2, 2, 3, 1]
    assert list(data["perceived"].values()) == [2, 3, 1]
    assert list(data["fun"].values()) == [1, 2, 2, 1]
    assert list(data["appeal"].values()) == [2, 1]


@pytest.mark.parametrize("name", FLATS)
def test_the_published_boards_are_unique_and_solved_by_strategies(name: str) -> None:
    puzzle = flats(name)
    assert cluewright.check(puzzle).verdict == "unique"
    usage, appeal = judged(puzzle)
    assert usage.ending == "solved"
    for part in (appeal.difficulty, appeal.fun, appeal.appeal):
        assert part is not None
        assert 0 <= part <= 1
    for name, parts in appeal.parts.items():
        assert all(0 <= value <= 1 for value in parts.values()), name
    assert appeal.parts["appeal"]["balance"] > 0.9  # all four sides have five numbers


def test_a_board_that_is_begun_is_easier() -> None:
    assert judged(flats("begun"))[1].difficulty < judged(flats("clear"))[1].difficulty


def test_a_side_without_numbers_is_out_of_balance() -> None:
    puzzle = flats("clear")
    data = {"puzzle": "skyscrapers", "board": {"rows": 5, "columns": 5}}
    seen = {str(place): value for place, value in puzzle.clues["seen"].items() if not str(place).startswith("top")}
    _, appeal = judged({**data, "clues": {"seen": seen}})
    assert appeal.parts["appeal"]["balance"] == 0
    assert appeal.parts["difficulty"]["bare"] == 0.25


def test_fun_depends_on_the_player() -> None:
    easy = LIBRARY / "sudoku" / "small.yaml"
    funs = [judged(easy, player)[1].fun for player in (1, 3, 5)]
    assert len(set(funs)) == 3
    assert funs[2] == min(funs)  # too easy for a master
    assert len({judged(easy, player)[1].difficulty for player in (1, 5)}) == 1
    with pytest.raises(CluewrightError, match="no level 6"):
        cluewright.rate(easy, player=6)


def test_what_has_to_be_supposed_is_harder_and_less_fun() -> None:
    puzzle = cluewright.compile(LIBRARY / "skyscrapers" / "small.yaml")
    plain = Usage(["Try"] * 4, 80, "solved", 28, 16, 1)
    trying = Usage(["Try", "Try", "Try", "Simple try"], 140, "solved", 28, 16, 1)
    one, two = find_appeal(puzzle, plain), find_appeal(puzzle, trying)
    assert one.difficulty < two.difficulty
    assert one.fun > two.fun
    assert [each.parts["difficulty"]["what_if"] for each in (one, two)] == [0, 1]


def test_groups_join_the_closest() -> None:
    assert groups([0.1, 0.9, 0.11, 0.5, 0.52, 0.1]) == [1, 3, 1, 2, 2, 1]
    assert groups([0.3, 0.3]) == [1, 1]
    assert groups([]) == []
    assert groups([3, 1, 2], 2) == [2, 1, 1]


# ---------------------------------------------------------------- where it is hard


def test_every_open_unknown_has_its_cost() -> None:
    puzzle = cluewright.compile(LIBRARY / "slitherlink" / "first-fence.yaml")
    costs = cluewright.difficulty_map(puzzle)
    rounds = cluewright.rate(puzzle).rounds
    assert set(costs) == set(puzzle.model.variables)
    assert list(costs.values()) == sorted(costs.values())
    assert max(costs.values()) == max(each.cost for each in rounds)
    assert min(costs.values()) == rounds[0].cost


def test_what_is_written_makes_the_rest_easier() -> None:
    puzzle = cluewright.compile(LIBRARY / "slitherlink" / "first-fence.yaml")
    solution = cluewright.check(puzzle).answers[0]
    before = cluewright.difficulty_map(puzzle)
    hard = [var for var in before if before[var] == max(before.values())]
    after = cluewright.difficulty_map(puzzle, {var: solution[var] for var in hard})
    assert set(after) == set(before) - set(hard)
    assert max(after.values(), default=0) <= max(before.values())
    wrong = {hard[0]: 1 - solution[hard[0]]}
    with pytest.raises(CluewrightError, match="is wrong on this board"):
        cluewright.difficulty_map(puzzle, wrong)


# ---------------------------------------------------------------- many at once


def test_all_cores_answer_and_a_process_that_dies_is_no_answer() -> None:
    works = [lambda: b"one", lambda: os._exit(3), lambda: b"three"]
    assert dict(on_cores(works, 2)) == {0: b"one", 1: b"", 2: b"three"}


def test_whoever_stops_leaves_no_process(tmp_path: Path) -> None:
    file = tmp_path / "pid"

    def sleep() -> bytes:
        file.write_text(f"{os.getpid()}")
        time.sleep(600)
        return b""

    answers = on_cores([sleep, lambda: b"quick"], 2)
    assert next(answers) == (1, b"quick")
    while not (file.exists() and file.read_text()):
        time.sleep(0.01)
    answers.close()  # type: ignore[attr-defined]
    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text()), 0)


def test_a_cluster_rates_the_same() -> None:
    wish = Wish(drawn=True)
    here = json.loads(packed(UNIQUE, "a", wish))
    ((number, data),) = on_cluster("cluewright.commands.rated", [question(UNIQUE, "a", wish)], workers=1)
    there = json.loads(data)
    assert number == 0
    for row in (here, there):
        del row["entry"]["seconds"]
    assert there == here


# ---------------------------------------------------------------- the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "unique.yaml").write_text(UNIQUE)
    (tmp_path / "several.yaml").write_text(SEVERAL)
    (tmp_path / "bad.yaml").write_text("puzzle: [")
    (tmp_path / "links.txt").write_text(f"https://puzz.link/p?nurikabe/6/6/2u6l3i3n\n# a remark\n{NEARLY}\n")
    return tmp_path


#: A Sudoku with four open cells, as the id of a game.
NEARLY = "sgt:solo:2x2:b3_4_3_4_1_2_2_1_4_3_4_3b"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["rate", *words])


def without_seconds(text: str) -> list[dict[str, Any]]:
    return [{k: v for k, v in entry.items() if k != "seconds"} for entry in json.loads(text)]


def test_all_cores_rate_as_one_does(here: Path) -> None:
    one, many = (run(".", "--jobs", number, "--json") for number in ("1", "3"))
    assert one.exit_code == many.exit_code == 2
    assert without_seconds(one.stdout) == without_seconds(many.stdout)
    assert len(without_seconds(one.stdout)) == 5
    assert sorted(one.stderr.splitlines()) == sorted(many.stderr.splitlines())


def test_every_number_has_a_column(here: Path) -> None:
    (row,) = csv.DictReader(io.StringIO(run(NEARLY, "--csv", "--orders").output))
    assert {"level", "score", "hardest", "difficulty", "fun", "appeal", "ease_linear", "choices"} <= set(row)
    assert {"strategies_ending", "strategies_alternation", "orders_rating", "orders_states"} <= set(row)
    assert any(name.startswith("strategies_used_") for name in row)


def test_orders_are_told(here: Path) -> None:
    result = run(NEARLY, "--orders")
    assert result.exit_code == 0
    assert "\nOrders: the cheapest order costs " in result.output
    (entry,) = json.loads(run(NEARLY, "--orders", "--json").output)
    assert entry["orders"]["rating"] == cluewright.orders(NEARLY).rating


def test_the_page_stands_alone(here: Path) -> None:
    (here / "unique.yaml").write_text(UNIQUE.replace("Tiny", '"<script>alert(1)</script>"'))
    result = run(".", "--html", "out.html")
    page = (here / "out.html").read_text("utf-8")
    assert result.stdout.startswith("level  score  puzzle")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
    assert page.count("<svg") == 4  # all but the one that cannot be read
    assert page.count("<tr>") == 1 + 5
    assert "there are several solutions" in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert 'aria-sort="ascending"><button type="button">Score' in page


def test_a_cluster_that_is_not_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cluewright.laboratory.bench.cluster._HELLO", 1)
    assert "does not answer" in str(run("unique.yaml", "--cluster", "tcp://127.0.0.1:9").exception)
    assert run("unique.yaml", "--cluster", "tcp://127.0.0.1:9", "--jobs", "2").exit_code == 2
