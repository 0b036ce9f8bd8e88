"""How hard puzzles are: the same for every turn, mirror image and choice of symbols; and said in every form."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from math import inf
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from helpers import NONE, SEVERAL, UNIQUE

import cluewright
from cluewright.cli import cli
from cluewright.models.results import Verdict
from cluewright.reasoning.ease import ease
from cluewright.reasoning.facts import Known
from cluewright.reasoning.rating import Rating, rate
from cluewright.reasoning.rounds import NESTED, RULE, SEARCH, WHAT_IF, Round, Rounds
from cluewright.reasoning.strategies.openings import openings
from cluewright.reasoning.weights import weights

LIBRARY = Path(str(cluewright.__file__)).parent / "puzzles" / "library"

Grid = list[list[str]]


def library(name: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load((LIBRARY / f"{name}.yaml").read_text("utf-8"))
    return data


def quarter(grid: Grid) -> Grid:
    return [list(row) for row in zip(*grid[::-1], strict=True)]


def mirrored(grid: Grid) -> Grid:
    return [row[::-1] for row in grid]


def changed(puzzle: dict[str, Any], change: Any) -> dict[str, Any]:
    """The puzzle with all its drawn layers changed in the same way."""
    clues = {}
    for name, layer in puzzle["clues"].items():
        if isinstance(layer, str):
            lines = [line.replace("|", " ").strip() for line in layer.splitlines() if set(line) - set("-+ ")]
            grid = [line.split() if " " in line else list(line) for line in lines]
            clues[name] = "".join(f"{' '.join(row)}\n" for row in change(grid))
        else:
            clues[name] = layer
    return {**puzzle, "clues": clues}


def told(rating: Rating) -> tuple[Any, ...]:
    return rating.score, rating.level, rating.reason, rating.rounds


# ---------------------------------------------------------------- the same for the same puzzle


@pytest.mark.parametrize(
    "name",
    [
        "slitherlink/first-fence",  # a loop, what-ifs
        "heyawake/small-flat",  # rooms, one piece
        "akari/small",
        "nurikabe/four-ships",  # groups with seeds, what-ifs
        "hitori/small",
        "masyu/oyster",  # early loops
        "fillomino/small-holdings",  # groups of equal numbers
        "gokigen-naname/small",  # no rings
        "hashiwokakero/seven-ponds",  # joined by edges
    ],
)
def test_a_turned_or_mirrored_puzzle_rates_alike(name: str) -> None:
    puzzle = library(name)
    first = told(cluewright.rate(puzzle))
    assert first[0] is not None
    for change in (quarter, mirrored, lambda grid: quarter(mirrored(grid)), lambda grid: quarter(quarter(grid))):
        assert told(cluewright.rate(changed(puzzle, change))) == first


@pytest.mark.parametrize("name", ["small", "classic"])
def test_other_digits_rate_alike(name: str) -> None:
    puzzle = library(f"sudoku/{name}")
    other = str.maketrans("123456", "352614")
    relabelled = changed(puzzle, lambda grid: [[cell.translate(other) for cell in row] for row in grid])
    assert told(cluewright.rate(relabelled)) == told(cluewright.rate(puzzle))


def test_other_names_of_rooms_rate_alike() -> None:
    text = (LIBRARY / "heyawake" / "small-flat.yaml").read_text("utf-8")
    rooms, numbers = "abcdefghijklm", "mlkjihgfedcba"
    head, clues = text.split("clues:")
    drawn, listed = clues.split("number:")
    other = str.maketrans(rooms, numbers)
    renamed = f"{head}clues:{drawn.replace('room', 'ROOM').translate(other).replace('ROOM', 'room')}"
    assert told(cluewright.rate(f"{renamed}number:{listed.translate(other)}")) == told(cluewright.rate(text))


def test_the_same_question_has_the_same_answer() -> None:
    puzzle = cluewright.compile(LIBRARY / "slitherlink" / "first-fence.yaml")
    assert told(cluewright.rate(puzzle)) == told(cluewright.rate(puzzle))


# ---------------------------------------------------------------- what the numbers say


def rated(*rounds: Round) -> Rating:
    return Rating(Verdict.UNIQUE, list(rounds), complete=True)


def test_harder_rounds_score_and_grade_higher() -> None:
    costs = [4, 16, 20, 24, 28, 60, 80, 120, 180, weights().search, 2 * weights().search]
    ratings = [rated(Round(RULE, 16, 4, 20, 4), Round(RULE, cost, 4, 16, 4)) for cost in costs]
    scores = [rating.score or 0.0 for rating in ratings]
    levels = [rating.level or 0 for rating in ratings]
    assert scores == sorted(scores)
    assert len(set(scores)) > 8
    assert levels == sorted(levels)
    assert levels[0] == 1
    assert levels[-1] == 5


def test_what_is_wider_costs_more() -> None:
    """A sum of more cells, a larger cut, a longer chain."""
    puzzle = cluewright.compile(library("kakuro/small"))
    with Rounds(puzzle, cluewright.check(puzzle).answers[0], weights(), None) as rounds:
        costs = {
            len(scope): cost
            for cost, scope, atom in zip(rounds.hypotheses.costs, rounds.pool.scopes, rounds.pool.atoms, strict=True)
            if atom.kind != "pair"
        }
        assert [costs[width] for width in sorted(costs)] == sorted(costs.values())
        assert len(costs) > 2


def test_few_open_places_and_many_rounds_score_higher() -> None:
    wide, narrow = Round(RULE, 16, 10, 20, 10), Round(RULE, 16, 1, 20, 1)
    scores = [rated(wide).score, rated(narrow).score, rated(narrow, narrow).score]
    assert scores == sorted(scores, key=lambda score: score or 0.0)
    assert len(set(scores)) == 3


def test_levels_are_reached_by_their_scores() -> None:
    starts = weights().levels
    assert list(starts) == sorted(starts)
    assert len(starts) == 5
    assert [weights().level(start) for start in starts] == [1, 2, 3, 4, 5]
    assert [weights().scores(level) for level in (1, 4, 5)] == [(0, 35), (57, 80), (80, inf)]


def test_the_reason_names_what_makes_it_hard() -> None:
    easy = rated(Round(RULE, 16, 5, 10, 5))
    assert easy.reason == "1 round, in which single parts of rules are enough"
    hard = rated(
        Round(RULE, 16, 5, 40, 5),
        Round(WHAT_IF, 120, 1, 35, 1, 2),
        Round(WHAT_IF, 80, 9, 34, 9, 1),
        Round(NESTED, 700, 2, 30, 2),
        Round(SEARCH, 2650, 25, 25, 25),
    )
    assert hard.reason == (
        "in round 5 nothing short of a search helps: 25 unknowns are open; "
        "1 round needs what-ifs inside a what-if; "
        "2 rounds need a what-if of up to 2 links; "
        "in round 2 something follows in one place only, of 35 that are open"
    )
    assert (hard.what_ifs, hard.links, hard.nested, hard.searched, hard.narrowest) == (2, 2, 1, 25, 1)


def test_everything_is_concluded() -> None:
    """Whatever the way, every unknown has got its value in the end."""
    for name in ("sudoku/small", "nurikabe/four-ships", "masyu/oyster"):
        rating = cluewright.rate(library(name))
        assert rating.complete
        assert all(each.places and each.facts and each.places <= each.open for each in rating.rounds)
        assert [each.kind for each in rating.rounds[:-1]].count(SEARCH) == 0


def test_further_rounds_only_add_to_a_score() -> None:
    """So a rating may end where a puzzle is known to be too hard."""
    puzzle = cluewright.compile(library("nurikabe/four-ships"))
    checked = cluewright.check(puzzle)
    whole = rate(puzzle, checked)
    scores = [rated(*whole.rounds[:number]).least_score for number in range(1, len(whole.rounds) + 1)]
    assert scores == sorted(scores)
    assert scores[-1] == whole.score
    limit = (scores[0] + scores[-1]) / 2
    ended = rate(puzzle, checked, most=limit)
    assert not ended.complete
    assert ended.rounds == whole.rounds[: len(ended.rounds)]
    assert rated(*ended.rounds[:-1]).least_score < limit <= ended.least_score


def test_what_ifs_inside_a_what_if_get_on_where_single_ones_do_not() -> None:
    """They cost more than any single what-if; only where too many would have to be tried is the rest a search."""
    puzzle = cluewright.compile(library("country-road/small"))
    solution = cluewright.check(puzzle).answers[0]
    start, *patience = weights().what_if
    with Rounds(puzzle, solution, weights(), None) as rounds:
        found = list(rounds)
    nested = [each.cost for each in found if each.kind == NESTED]
    assert nested
    assert min(nested) > start + patience[-1]
    assert max(nested) < weights().search
    assert SEARCH not in {each.kind for each in found}
    with Rounds(puzzle, solution, dataclasses.replace(weights(), nested_tries=0), None) as rounds:
        kinds = [each.kind for each in rounds]
    assert NESTED not in kinds
    assert kinds[-1] == SEARCH


# ---------------------------------------------------------------- ease (WNEF), as published

EASE = {
    "......7.83..2..45.874593.1....81.....923.584.....79....4.631985.81..4..66.9......": (
        [8, 13, 13, 8, 3],
        (0.420833, 0.680384, 0.814815),
    ),
    "..4..9..8.3..5..1.7..4..2..3..8..1...5.....9...6..1..2..8..3..1.2..4..5.6..1..7..": (
        [0, 6, 24, 22, 3],
        (0.217045, 0.544781, 0.733333),
    ),
    "..9.3.6...36.14.891..869.35.9....8...1.....9..68.9.17.6.19.3..297264.3....3.2.9..": (
        [0, 9, 20, 6, 7, 1],
        (0.249273, 0.563595, 0.741602),
    ),
}


@pytest.mark.parametrize("digits", EASE)
def test_the_published_ease_of_sudokus(digits: str) -> None:
    histogram, values = EASE[digits]
    rows = [" ".join(digits[start : start + 9]) for start in range(0, 81, 9)]
    rating = cluewright.rate({"puzzle": "sudoku", "clues": {"digit": "\n".join(rows)}})
    assert rating.choices == {n: number for n, number in enumerate(histogram, 1) if number}
    assert tuple(rating.ease.values()) == pytest.approx(values, abs=1e-6)


def test_one_candidate_everywhere_is_easiest() -> None:
    assert set(ease({1: 7}, 9).values()) == {1.0}
    assert ease({9: 7}, 9) == pytest.approx({"exponential": 1 / 256, "square": 1 / 81, "linear": 1 / 9})
    assert ease({}, 9) == {}


def test_boards_without_numbers_have_no_ease() -> None:
    rating = cluewright.rate(library("akari/small"))
    assert (rating.choices, rating.ease) == ({}, {})


# ---------------------------------------------------------------- without a rating


@pytest.mark.parametrize(("text", "reason"), [(SEVERAL, "there are several solutions"), (NONE, "there is no solution")])
def test_no_rating_without_exactly_one_solution(text: str, reason: str) -> None:
    rating = cluewright.rate(text)
    assert (rating.score, rating.level, rating.reason, rating.rounds) == (None, None, reason, [])


def test_a_board_that_is_full_is_the_easiest() -> None:
    full = UNIQUE.split("clues:")[0] + "clues: {digit: '1 2 3 4\n\n    3 4 1 2\n\n    2 1 4 3\n\n    4 3 2 1'}\n"
    rating = cluewright.rate(full)
    assert (rating.score, rating.level, rating.reason) == (0.0, 1, "nothing is open")


# ---------------------------------------------------------------- the command


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"unique": UNIQUE, "several": SEVERAL}.items():
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["rate", *words])


def test_one_puzzle_in_words(here: Path) -> None:
    result = run("unique.yaml")
    assert result.exit_code == 0
    assert result.output.startswith("Tiny: level 1 of 5, score ")
    result = run("several.yaml")
    assert result.exit_code == 1
    assert result.output.startswith("Tiny: no rating: there are several solutions (")


def test_the_json_is_a_list(here: Path) -> None:
    (entry,) = json.loads(run("unique.yaml", "--json").output)
    assert {"file", "title", "verdict", "score", "level", "reason", "hardest", "cost", "rounds", "seconds"} <= set(
        entry
    )
    assert (entry["file"], entry["verdict"], entry["level"]) == ("unique.yaml", "unique", 1)
    assert {
        "hardest",
        "cost",
        "rounds",
        "narrowest",
        "what_ifs",
        "links",
        "nested",
        "searched",
        "choices",
        "ease",
    } <= set(entry)
    (entry,) = json.loads(run("several.yaml", "--json").output)
    assert (entry["score"], entry["level"], entry["verdict"]) == (None, None, "several")


def test_several_puzzles_are_sorted_by_difficulty(here: Path) -> None:
    akari = str(LIBRARY / "akari" / "small.yaml")
    result = run("several.yaml", akari, "unique.yaml", "--json")
    assert result.exit_code == 1
    assert [entry["file"] for entry in json.loads(result.output)] == ["unique.yaml", akari, "several.yaml"]
    lines = run("several.yaml", akari, "unique.yaml").output.splitlines()
    assert lines[0].split() == ["level", "score", "puzzle"]
    assert ["unique.yaml" in lines[1], akari in lines[2], lines[3].split()[:2]] == [True, True, ["-", "-"]]


def test_folders_and_lists_of_addresses(here: Path) -> None:
    (here / "mine.yaml").write_text("rules: mine\nname: Mine\nboard: {rows: 1, columns: 1}\n")
    (here / "links.txt").write_text("# islands\nhttps://puzz.link/p?nurikabe/6/6/2u6l3i3n\n\n")
    rows = list(csv.DictReader(io.StringIO(run(".", "--csv").output)))
    assert [row["file"] for row in rows] == [
        "unique.yaml",
        "https://puzz.link/p?nurikabe/6/6/2u6l3i3n",
        "several.yaml",
    ]
    assert [row["verdict"] for row in rows] == ["unique", "unique", "several"]
    assert rows[0]["ease_linear"]
    assert not rows[1]["ease_linear"]


def test_a_bad_line_among_addresses_is_named(here: Path) -> None:
    (here / "links.txt").write_text("sgt:rect:4x3:3a6_3h\nnonsense\nhttps://puzz.link/p?shikaku/4/3/3g63n\n")
    result = run("links.txt", "--json")
    assert result.exit_code == 2
    assert [entry["level"] for entry in json.loads(result.stdout)] == [1, 1, None]
    assert "nonsense" in result.stderr


def test_one_bad_file_does_not_stop_the_others(here: Path) -> None:
    (here / "bad.yaml").write_text("puzzle: nothing-like-this\n")
    (here / "picture.txt").write_bytes(b"\xff\xd8\xff")
    result = run("bad.yaml", "picture.txt", "unique.yaml", "--json")
    assert result.exit_code == 2
    entries = json.loads(result.stdout)
    assert [entry["level"] for entry in entries] == [1, None, None]
    assert "nothing-like-this" in entries[1]["reason"]
    assert "nothing-like-this" in result.stderr


def test_interrupted_it_keeps_what_is_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rate = cluewright.api.rate
    asked: list[Any] = []

    def interrupted(puzzle: Any, **options: Any) -> Rating:
        asked.append(puzzle)
        if len(asked) > 1:
            raise KeyboardInterrupt
        return rate(puzzle, **options)

    monkeypatch.setattr("cluewright.api.rate", interrupted)
    result = run("unique.yaml", "several.yaml", "unique.yaml", "--jobs", "1")
    assert result.exit_code == 130
    assert "unique.yaml" in result.output
    assert "interrupted: 2 puzzles not rated" in result.output


def test_wrong_uses_are_told(here: Path) -> None:
    assert run("unique.yaml", "--csv", "--json").exit_code == 2
    (here / "empty").mkdir()
    assert run("empty").exit_code == 2
    assert "cannot read this file" in str(run("missing.yaml").exception)


def test_no_time_is_no_rating(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> None:
        raise cluewright.models.errors.TimeUp

    monkeypatch.setattr("cluewright.reasoning.rounds.check_clock", late)
    result = run("unique.yaml", "--json")
    assert result.exit_code == 3
    (entry,) = json.loads(result.output)
    assert (entry["verdict"], entry["score"], entry["reason"]) == ("unique", None, "the time was up")


HITORI = """
puzzle: hitori
clues:
  number: |
    1 2 1
    2 3 3
    3 1 2
"""


def test_openings_look_at_clues_alone() -> None:
    """The cell between two ones is seen at once; whatever looks at candidates is no opening."""
    puzzle = cluewright.compile(HITORI)
    found = [(strategy.spec.name, str(new.var)) for strategy, new in openings(puzzle, Known.begun(puzzle, {}))]
    assert found == [("Between two equals", "shaded[r1c2]")]
    sudoku = cluewright.compile(LIBRARY / "sudoku" / "classic.yaml")
    assert not [*openings(sudoku, Known.begun(sudoku, {}))]


@pytest.mark.parametrize(("genre", "size"), [("hitori", "6x6"), ("slitherlink", "6x6"), ("nurikabe", "6x6")])
def test_openings_are_true(genre: str, size: str) -> None:
    """Counted against the solutions of an engine that knows no strategies."""
    for seed in (1, 2):
        puzzle = next(cluewright.generate(genre, size, seed=seed)).puzzle
        (answer,) = cluewright.check(puzzle, solver="cp-sat").answers
        values = {var.name: value for var, value in answer.items()}
        for _, new in openings(puzzle, Known.begun(puzzle, {})):
            assert (values[new.var.name] == new.value) is new.holds


def test_an_easy_hitori_is_easy() -> None:
    (made,) = cluewright.generate("hitori", "6x6", seed=1, level=1)
    rated = cluewright.rate(made.text)
    assert rated.level == 1
    assert rated.what_ifs == 0
