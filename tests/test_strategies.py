"""Strategies: what they conclude is true, wrong ones are found, and they solve what people solve with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
import yaml
from click.testing import CliRunner

import cluewright
from cluewright.cli import cli
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.random_puzzles import written
from cluewright.laboratory.strategies import try_strategies
from cluewright.laboratory.tiny import Genre
from cluewright.models.documents import PartKind
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_rulebook, rulebook_ids
from cluewright.reasoning.explain import explain
from cluewright.reasoning.facts import Known
from cluewright.reasoning.sentences import sentences
from cluewright.reasoning.strategies.checking import Unsound
from cluewright.reasoning.strategies.compiled import Bits, Compiler, fixpoint
from cluewright.reasoning.strategies.evaluation import Strategies
from cluewright.reasoning.strategies.refuting import Refuter
from cluewright.reasoning.strategies.solving import given_board, reachable, solve_by
from cluewright.reasoning.strategies.states import read_state, state_text

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"
#: Genres with strategies of their own, and boards on which these are proved; a slash stands between two rows.
BOARDS = {
    "sudoku": ["parameters: {size: 4, box: [2, 2]}"],
    "latin-square": ["clues: {digit: 1 . . . / . . . 2 / . . . . / . . . .}"],
    "blocksum": ["clues: {block: a a b / a c b / d d b, total: {a: 5, b: 6, c: 3, d: 4}}"],
    "skyscrapers": [
        "board: {rows: 4, columns: 4}\nclues: {seen: {left1: 4, left2: 3, right2: 2, left4: 1}}",
        "board: {rows: 5, columns: 5}\nclues: {seen: {left1: 3, top2: 4, right5: 2}}",
    ],
    "nonogram": ["board: {rows: 3, columns: 3}\nclues: {runs: {row1: [1, 1], row2: [2], column1: [2]}}"],
    "slitherlink": [
        "clues: {number: . . . / . 3 3 / . 2 .}",
        "clues: {number: . . . / . 3 . / . . 3}",
        "clues: {number: 3 . 1 / . . . / . 2 1}",
        "clues: {number: . . / 3 3}",
        "board: {rows: 3, columns: 3}\nparameters: {everywhere: true}",
    ],
    "nurikabe": [
        "clues: {number: 1 . 1 . / . . . .}",
        "clues: {number: 2 . . / . . . / . . 2}",
        "clues: {number: 1 .}",
        "clues: {number: 4 . . / . . . / . . .}",
    ],
    "heyawake": ["clues: {room: a b c / a b c / a d d, number: {a: 1, b: 0}}", "clues: {room: a a}"],
    "hitori": ["clues: {number: 1 1 2 1}", "clues: {number: 1 2 1 / 2 3 1 / 3 1 2}"],
    "akari": [
        "clues: {wall: '. . . / . 1 . / . . #'}",
        "clues: {wall: . . . / 1 2 . / . . .}",
        "board: {rows: 2, columns: 2}",
    ],
    "kakuro": [r"clues: {sums: '\ 3\ 4\ / \3 . . / \4 . .'}"],
    "masyu": [
        "clues: {pearl: . . . . / w w w . / . . . . / . . . .}",
        "clues: {pearl: b . . . / . . . . / . . . . / . . w .}",
    ],
    "raatsel": [],
}
#: A strategy, a text in it, and what makes it wrong. Of Skyscrapers, what a published list of rules says.
MUTATIONS = [
    ("sudoku", "Hidden single", "== 1", "== 2"),
    ("sudoku", "Naked single", "== 1", "<= 2"),
    ("sudoku", "Locked candidates", "not any(can(digit[c], v) for c in a if c not in b)", "true"),
    ("sudoku", "Naked pair", "== 2", "== 3"),
    ("sudoku", "Multi-line", "if c not in a and c not in b", ""),
    ("sudoku", "Hidden pair", "== 2", "== 3"),
    ("sudoku", "XY-wing", "and count(can(digit[q], v) and can(digit[r], v) for v in 1..size) == 1", ""),
    ("slitherlink", "Threes side by side", "and any(number[e] > 1 for e in number if e != c and e != d)", ""),
    ("nurikabe", "Only way for the sea", "and any(known(shaded[d], true) for d in cells if d != c)", ""),
    ("heyawake", "Only way out", "and any(known(shaded[d], false) for d in cells if d != c)", ""),
    ("akari", "Takes light from a number", "< wall[c]", "<= wall[c]"),
    ("blocksum", "Last cell of a block", "known([digit[d] for d in b if d != c])", "true"),
    ("masyu", "White blocked", "not may_leave(c, d)", "may_leave(c, d)"),
    ("kakuro", "Smallest and largest sums", "- sum(0..len(cells_of_it) - 1)", "- sum(0..len(cells_of_it))"),
    ("skyscrapers", "Differs one, not hidden", " and clear(view(p), i, x) and below(view(p), i, s)", ""),
    ("skyscrapers", "Differs one, hidden", " and clear(view(p), i, x) and below(view(p), i, s)", ""),
    ("skyscrapers", "Differs one, scratch", " and clear(view(p), i, x) and below(view(p), i, s)", ""),
    ("skyscrapers", "Differs is possible", "for j in i + 1..", "for j in i.."),
    ("skyscrapers", "Large blocks", "lacks(p) + i - 2", "lacks(p) + i - 1"),
    ("skyscrapers", "Small blocks", "clear(view(p), 0, x)", "true"),
]


def puzzles(genre: Genre, named: str) -> Iterator[CompiledPuzzle]:
    """Small puzzles of a genre, or of one that changes it."""
    for text in BOARDS[named]:
        data = yaml.safe_load(text)
        for layer, clue in data.get("clues", {}).items():
            data["clues"][layer] = clue.replace(" / ", "\n") if isinstance(clue, str) else clue
        yield compile_puzzle(genre.load({"puzzle": genre.name, **data}))
    if named == "raatsel":
        for file in ("small", "magazine"):
            yield cluewright.compile(str(LIBRARY / "raatsel" / f"{file}.yaml"))


def changed(genre: str, name: str, old: str, new: str) -> Genre:
    """The genre with one strategy changed, under the same name."""
    spec = next(s for s in load_rulebook(genre).rulebook.strategies if s.name == name)
    data = {key: value for key, value in spec.model_dump(exclude_none=True).items() if value != []}
    texts = {k: [t.replace(old, new) for t in v] if isinstance(v, list) else v for k, v in data.items()}
    texts |= {k: v.replace(old, new) for k, v in data.items() if k in ("each", "when")}
    assert texts != data
    return Genre("changed", written({"rules": "changed", "extends": genre, "strategies": [texts]}))


@pytest.mark.parametrize("genre", BOARDS)
def test_shipped_strategies_hold(genre: str) -> None:
    own = [s.name for s in load_rulebook(genre).rulebook.strategies]
    fired = set()
    for puzzle in puzzles(Genre(genre), genre):
        refuter = Refuter(puzzle)
        for name in own:
            trial = refuter.trial(puzzle.program.strategies[name])
            assert trial.counterexample is None, (name, trial.counterexample.bindings)
            if trial.fires:
                fired.add(name)
    assert fired == set(own)


@pytest.mark.parametrize(("genre", "name", "old", "new"), MUTATIONS, ids=lambda text: text[:20])
def test_changed_strategies_are_refuted(genre: str, name: str, old: str, new: str) -> None:
    for puzzle in puzzles(changed(genre, name, old, new), genre):
        found = Refuter(puzzle).trial(puzzle.program.strategies[name]).counterexample
        if found is not None:
            assert all(value in found.known.candidates[var] for var, value in found.solution.items())
            return
    pytest.fail("it was not refuted")


def boards(puzzle: CompiledPuzzle, seed: int) -> list[Known]:
    """Boards with candidates at random, each with some solution among them."""
    solutions = cluewright.solve(puzzle, limit=300).answers
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
    every = ((genre, puzzle) for genre in BOARDS for puzzle in puzzles(Genre(genre), genre))
    for seed, (genre, puzzle) in enumerate(every):
        solutions = cluewright.solve(puzzle, limit=300).answers
        if len(solutions) == 300:
            continue
        strategies = Strategies(puzzle)
        for known in boards(puzzle, seed):
            left = [s for s in solutions if all(s[var] in values for var, values in known.candidates.items())]
            for strategy in strategies.chosen:
                for instance in strategies.instances(strategy, known):
                    fired.add((genre, instance.name))
                    assert all(each.is_true(s) for s in left for each in instance.conclusions), instance
                    assert all(known.has(each) for each in strategies.premises(instance, known))
    assert len(fired) > 40


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
        ("each: c in cells", "has either `then`"),
        ("each: c in cells, parts: cut", "`each` and `when` have no place there"),
        ("then: 'n[r1c1] == 1', of: The board has no two equal numbers in a row.", "has no `parts`"),
        ("parts: pair, of: Numbers differ", "there is no rule 'Numbers differ'"),
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


def test_parts_of_rules() -> None:
    puzzle = cluewright.compile(OWN.replace("EACH", "parts: rule"))
    path = solve_by(Strategies(puzzle), read_state(puzzle.model, "n 1/2 2"))
    assert state_text(puzzle.model, path.known) == "n 1 2"  # type: ignore[arg-type]
    (step,) = path.steps
    assert [reason.kind for reason in step.reasons] == ["rule"]
    assert [(each.var.name, each.value) for each in step.facts] == [("n[r1c1]", 3), ("n[r1c2]", 2)]


def test_parts_are_known_by_their_names() -> None:
    with pytest.raises(CluewrightError, match=r"expected .pair., .place.*not .pears."):
        cluewright.compile(OWN.replace("EACH", "parts: pears"))
    graphs = {"closure"}  # of which nothing is found on half-filled boards
    assert set(get_args(PartKind)) == set(sentences()) - graphs


def test_parts_that_contradict_the_board_end_it() -> None:
    puzzle = cluewright.compile(OWN.replace("EACH", "parts: rule"))
    path = solve_by(Strategies(puzzle), read_state(puzzle.model, "n 2 2"), checked=False)
    assert path.ending == "contradiction"


@pytest.mark.parametrize(
    "file",
    [
        "slitherlink/every-corner",
        "slitherlink/first-fence",
        "masyu/oyster",
        "nurikabe/four-ships",
        "heyawake/small-flat",
        "hitori/magazine",
        "hitori/small",
    ],
)
def test_loops_and_connectivity_by_strategies_alone(file: str) -> None:
    path = cluewright.solve_by_strategies(str(LIBRARY / f"{file}.yaml"))
    assert path.ending == "solved"
    parts = {name for name, each in path.puzzle.program.strategies.items() if not each.follows}
    assert all(step.strategy in parts for step in path.steps if step.reasons)


def test_a_supposition_follows_parts_of_rules() -> None:
    puzzle = cluewright.compile(
        OWN.replace("EACH", "each: 'c in cells, v in candidates(n[c])', suppose: 'n[c] == v', parts: rule")
    )
    path = solve_by(Strategies(puzzle), read_state(puzzle.model, "n 1/2 2"))
    assert state_text(puzzle.model, path.known) == "n 1 2"  # type: ignore[arg-type]


def test_rules_without_tiny_puzzles_are_tried_on_shipped_ones() -> None:
    tried = try_strategies(Genre("raatsel"), puzzles=2, names=["category exhaustion", "category hidden single"])
    assert tried.puzzles == tried.shipped == 2
    assert [verdict.word for verdict in tried.verdicts.values()] == ["holds", "holds"]


def test_strategies_that_never_fire_on_tiny_puzzles_are_tried_on_shipped_ones() -> None:
    """Random tiny rooms hardly ever have two stars in every row."""
    tried = try_strategies(Genre("star-battle"), puzzles=2)
    assert (tried.puzzles, tried.shipped) == (4, 2)
    assert {verdict.word for verdict in tried.verdicts.values()} == {"holds"}


#: Genres whose strategies are tried on puzzles at random, and the smallest shipped ones where they never fire on these.
MORE = """
fillomino futoshiki hashiwokakero kakurasu kenken killer kurodoko lits minesweeper norinori ripple-effect shikaku
star-battle suguru takuzu tents yajilin yin-yang
""".split()
#: Strategies of these with a mistake in them, as above.
SLIPS = [
    ("kakurasu", "Too much", "> total[line]", ">= total[line]"),
    ("minesweeper", "Two numbers", "== number[a]", ">= number[a]"),
    ("norinori", "Room is full", "== 2", "== 1"),
    ("ripple-effect", "Too near to all places", "not any(can", "any(can"),
    ("shikaku", "Cell of every rectangle", "not any(can", "any(can"),
    ("suguru", "Hidden pair", "== 2", "== 3"),
    ("tents", "Only place for a tree", "== 1", "<= 2"),
    ("yin-yang", "No chequered block", "and not can(circle[block[c]], v)", ""),
]


@pytest.mark.parametrize("genre", MORE)
def test_more_shipped_strategies_hold(genre: str) -> None:
    own = [s.name for s in load_rulebook(genre).rulebook.strategies]
    tried = try_strategies(Genre(genre), puzzles=8, names=own)
    assert {name: verdict.word for name, verdict in tried.verdicts.items()} == dict.fromkeys(own, "holds")


#: Of the other genres with strategies of their own every sixth; all of them take minutes.
OTHERS = [g for g in rulebook_ids() if load_rulebook(g).rulebook.strategies and g not in {*BOARDS, *MORE}][::6]


@pytest.mark.parametrize("genre", OTHERS)
def test_no_shipped_strategy_is_refuted(genre: str) -> None:
    own = [s.name for s in load_rulebook(genre).rulebook.strategies]
    tried = try_strategies(Genre(genre), puzzles=2, names=own)
    assert [name for name, verdict in tried.verdicts.items() if verdict.word == "refuted"] == []


@pytest.mark.parametrize(("genre", "name", "old", "new"), SLIPS, ids=lambda text: text[:20])
def test_slips_are_refuted(genre: str, name: str, old: str, new: str) -> None:
    tried = try_strategies(changed(genre, name, old, new), puzzles=30, names=[name])
    assert tried.verdicts[name].word == "refuted"


def test_command_line() -> None:
    def run_cli(*arguments: str) -> int:
        return CliRunner().invoke(cli, arguments).exit_code

    small = str(LIBRARY / "sudoku" / "small.yaml")
    assert run_cli("solve", small, "--by", "strategies") == 0
    assert run_cli("solve", small, "--by", "strategies=naked single") == 1
    assert run_cli("solve", small, "--by", "magic") == 2
    assert run_cli("rules", "sudoku", "--strategies", "--puzzles", "1", "--json") in (0, 3)


def test_steps_are_told_as_those_of_explanations() -> None:
    file = str(LIBRARY / "hitori" / "small.yaml")
    found = json.loads(CliRunner().invoke(cli, ["solve", file, "--by", "strategies", "--json"]).output)
    first = found["steps"][0]
    assert first["conclusions"][0] == {"layer": "shaded", "at": "r3c2", "value": False, "is": True}
    assert first["text"] == "Between two equals: A cell between two equal numbers is unshaded. So r3c2 is not shaded."
    by_part = next(step for step in found["steps"] if step["strategy"] == "White stays connected")
    assert by_part["rules"][0]["kind"] == "cut"
    assert all(fact.keys() == {"layer", "at", "value", "is"} for fact in by_part["facts"])


def test_rules_lists_strategies_with_their_cost() -> None:
    told = CliRunner().invoke(cli, ["rules", "hitori"]).output
    assert "   5  White stays connected: Without this cell" in told
    inherited = json.loads(CliRunner().invoke(cli, ["rules", "killer", "--json"]).output)["strategies"]
    assert {"name", "cost"} <= inherited[0].keys()
    assert [each["cost"] for each in inherited] == sorted(each["cost"] for each in inherited)


def test_steps_that_a_strategy_covers_carry_its_name() -> None:
    puzzle = cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml"))
    path = explain(puzzle)
    names = {step.strategy for step in path.steps}
    assert "Hidden single" in names
    assert names <= {*puzzle.program.strategies, None}


@pytest.mark.parametrize("genre", ["sudoku", "slitherlink", "hitori", "kakuro"])
def test_compiled_strategies_say_the_same(genre: str) -> None:
    said = 0
    for seed, puzzle in enumerate(puzzles(Genre(genre), genre)):
        own = load_rulebook(genre).rulebook.strategies
        plain = [spec.name for spec in own if spec.then and spec.name != "XY-wing"]  # which has too many places
        strategies = Strategies(puzzle, plain)
        bits = Bits(puzzle.model.variables)
        compiler = Compiler(puzzle, bits)
        moves = [move for strategy in strategies.chosen if (move := compiler.move(strategy)) is not None]
        for known in boards(puzzle, seed)[:4]:
            path = solve_by(strategies, known, checked=False, premises=False)
            board = fixpoint(_bits(bits, known), moves, bits)
            said += len(path.steps)
            if path.ending == "contradiction":
                assert bits.contradicts(board)
            else:
                assert path.known is not None
                assert board == _bits(bits, path.known)
                assert bits.is_solved(board) == (path.ending == "solved")
    assert said


def _bits(bits: Bits, known: Known) -> int:
    return bits.mask((var, v) for var, left in known.candidates.items() for v in left)


def test_what_if() -> None:
    text = OWN.replace("all_different(n[row])", "n[r1c1] + n[r1c2] == 4").replace(
        "EACH", "each: 'c in cells, v in candidates(n[c])', suppose: 'n[c] == v'}\n  - {name: Sum, cost: 1, SUM"
    )
    each = "(c, d) in ((r1c1, r1c2), (r1c2, r1c1)) if known(n[c])"
    text = text.replace("SUM", f"each: '{each}', then: 'n[d] == 4 - value(n[c])'")
    puzzle = cluewright.compile(text)
    path = solve_by(Strategies(puzzle), read_state(puzzle.model, "n 1/2 2/3"))
    assert [step.strategy for step in path.steps] == []
    path = solve_by(Strategies(puzzle), read_state(puzzle.model, "n 1/3 1/2"))
    assert {step.strategy for step in path.steps} >= {"Mine"}
    assert state_text(puzzle.model, path.known) == "n 3 1"  # type: ignore[arg-type]


def test_the_time_is_up() -> None:
    path = cluewright.solve_by_strategies(cluewright.compile(str(LIBRARY / "sudoku" / "small.yaml")), timeout=0.0)
    assert path.ending == "time"
    assert not path.steps
