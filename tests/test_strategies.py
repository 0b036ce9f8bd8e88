"""Strategies: what they conclude is true, wrong ones are found, and they solve what people solve with them."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from click.testing import CliRunner

import cluewright
from cluewright.cli import cli
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.strategies import try_strategies
from cluewright.laboratory.tiny import Genre
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_rulebook
from cluewright.reasoning.facts import Known
from cluewright.reasoning.strategies.checking import Unsound
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.solving import given_board, reachable, solve_by
from cluewright.reasoning.strategies.states import read_state, state_text

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
#: Genres with strategies of their own, and tiny boards on which these are proved.
SHIPPED = {"sudoku": 6}
#: A strategy, a text in it, and what makes it wrong.
MUTATIONS = [
    ("sudoku", "Hidden single", "== 1", "== 2"),
    ("sudoku", "Naked single", "== 1", "<= 2"),
    ("sudoku", "Locked candidates", "if c not in b)", "if c in b)"),
    ("sudoku", "Naked pair", "== 2", "== 3"),
    ("sudoku", "Multi-line", "if c not in a and c not in b", ""),
    ("sudoku", "Hidden pair", "== 2", "== 3"),
    ("sudoku", "XY-wing", "and count(can(digit[q], v) and can(digit[r], v) for v in 1..size) == 1", ""),
]


def changed(genre: str, name: str, old: str, new: str) -> Genre:
    """The genre with one strategy changed, under the same name."""
    spec = next(s for s in load_rulebook(genre).rulebook.strategies if s.name == name)
    data = {key: value for key, value in spec.model_dump(exclude_none=True).items() if value != []}
    texts = {k: [t.replace(old, new) for t in v] if isinstance(v, list) else v for k, v in data.items()}
    texts |= {k: v.replace(old, new) for k, v in data.items() if k in ("each", "when")}
    assert texts != data
    from cluewright.laboratory.random.random_puzzles import written

    text = written({"rules": "changed", "extends": genre, "strategies": [texts]})
    return Genre("changed", text)


@pytest.mark.parametrize("genre", SHIPPED)
def test_shipped_strategies_hold(genre: str) -> None:
    tried = try_strategies(Genre(genre), puzzles=SHIPPED[genre])
    assert {name: v.word for name, v in tried.verdicts.items() if v.word != "holds"} == {}
    assert tried.verdicts.keys() == {s.name for s in load_rulebook(genre).rulebook.strategies}


@pytest.mark.parametrize(("genre", "name", "old", "new"), MUTATIONS, ids=lambda text: text[:20])
def test_changed_strategies_are_refuted(genre: str, name: str, old: str, new: str) -> None:
    tried = try_strategies(changed(genre, name, old, new), puzzles=12, names=[name])
    found = tried.verdicts[name].counterexample
    assert found is not None
    for var, value in found.solution.items():
        assert value in found.known.candidates[var]


def boards(puzzle: CompiledPuzzle, seed: int) -> list[Known]:
    """Boards with candidates at random, each with some solution among them."""
    solutions = cluewright.solve(puzzle, limit=None).answers
    chance = Chance(f"boards {seed}")
    found = []
    for solution in solutions[:6] + solutions[-6:]:
        known = Known.of(puzzle.model)
        share = chance.one([0.2, 0.4, 0.6])
        for var in puzzle.model.variables:
            known.candidates[var] = tuple(v for v in var.domain if v == solution[var] or chance.often(share))
        found.append(known)
    return found


def test_what_fires_is_true_in_all_solutions_that_are_left() -> None:
    fired = set()
    for genre, seed in itertools.product(SHIPPED, range(12)):
        try:
            puzzle = compile_puzzle(Genre(genre).load(Genre(genre).tiny(seed)[1]))
        except CluewrightError:
            continue
        solutions = cluewright.solve(puzzle, limit=300).answers
        if len(solutions) == 300:
            continue
        strategies = Strategies(puzzle)
        for known in boards(puzzle, seed):
            left = [s for s in solutions if all(s[var] in values for var, values in known.candidates.items())]
            for strategy in strategies.chosen:
                for instance in strategies.instances(strategy, known):
                    fired.add(instance.name)
                    assert all(each.is_true(s) for s in left for each in instance.conclusions), instance
                    assert all(known.has(each) for each in strategies.premises(instance, known))
    assert len(fired) > 5 * len(SHIPPED)


def test_a_sudoku_is_solved_by_strategies() -> None:
    path = cluewright.solve_by_strategies(str(LIBRARY / "sudoku" / "sparse.yaml"))
    answer = cluewright.solve(path.puzzle).answers[0]
    assert path.ending == "solved"
    assert path.known is not None
    assert path.known.values() == answer
    assert all(step.facts and step.strategy for step in path.steps)


def test_a_board_where_they_get_stuck() -> None:
    path = cluewright.solve_by_strategies(str(LIBRARY / "sudoku" / "classic.yaml"), ["hidden single"])
    assert path.ending == "stuck"
    assert {step.strategy for step in path.steps} == {"Hidden single"}
    assert not reachable(Strategies(path.puzzle, ["Hidden-single"]), path.known)  # type: ignore[arg-type]


def test_states_are_written_and_read() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    start = given_board(puzzle)
    known = reachable(Strategies(puzzle), start)[0][1]
    text = state_text(puzzle.model, known)
    assert read_state(puzzle.model, text).candidates == known.candidates != start.candidates
    path = cluewright.solve_by_strategies(puzzle, state=text)
    assert path.start.candidates == known.candidates
    assert path.ending == "solved"
    for wrong in ("digit 1", "digit x*36", "colour .*36", "digit 7 .*35", "digit - 1/9 .*34"):
        with pytest.raises(CluewrightError):
            read_state(puzzle.model, wrong)


OWN = """
rules: own
board: {grid: square}
unknowns: {n: {over: cells, values: 1..3}}
constraints:
  - rule: The board has no two equal numbers in a row.
    each: row in rows
    holds: all_different(n[row])
strategies:
  - {name: Mine, cost: 1, EACH}
---
puzzle: own
board: {rows: 1, columns: 2}
"""


def test_a_false_conclusion_is_an_error() -> None:
    puzzle = cluewright.compile(OWN.replace("EACH", "then: 'n[r1c1] == 1'"))
    with pytest.raises(Unsound, match=r"10:12: the strategy 'Mine' concludes n\[r1c1\] is 1"):
        solve_by(Strategies(puzzle))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("then: 'n[r1c1] == m'", r"10:45: unknown name 'm'"),
        ("when: 'n[r1c1] == 1', then: 'n[r1c2] != 1'", "sees candidates, not what the unknowns are"),
        ("when: 'can(n, 1)', then: 'n[r1c2] != 1'", "candidates are those of an unknown"),
        ("each: c in cells, then: 'n[c] != n[r1c1]'", "a conclusion is about one unknown"),
        ("each: c in cells", "has either `then` or `together`"),
        ("together: cells", "not of the form `rules over unknowns`"),
        ("then: 'n[r1c1] == value(n[r1c2])'", "is not known yet"),
    ],
)
def test_mistakes_have_a_place(text: str, message: str) -> None:
    puzzle = cluewright.compile(OWN.replace("EACH", text))
    with pytest.raises(CluewrightError, match=message) as error:
        solve_by(Strategies(puzzle))
    assert error.value.problems[0].place is not None


def test_rules_together() -> None:
    puzzle = cluewright.compile(OWN.replace("EACH", "each: r in rows, together: 'rules over n[r]'"))
    known = read_state(puzzle.model, "n 1/2 2")
    path = solve_by(Strategies(puzzle), known)
    assert state_text(puzzle.model, path.known) == "n 1 2"  # type: ignore[arg-type]


def test_command_line() -> None:
    def run_cli(*arguments: str) -> int:
        return CliRunner().invoke(cli, arguments).exit_code

    small = str(LIBRARY / "sudoku" / "small.yaml")
    assert run_cli("solve", small, "--by", "strategies") == 0
    assert run_cli("solve", small, "--by", "strategies=naked single") == 1
    assert run_cli("solve", small, "--by", "magic") == 2
    assert run_cli("rules", "sudoku", "--strategies", "--puzzles", "1", "--json") in (0, 3)
