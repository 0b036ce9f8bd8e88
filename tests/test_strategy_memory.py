"""What strategies remember from board to board is what they would see there anew."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import cluewright
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.grounding.strategies import Sighted
from cluewright.models.errors import CluewrightError
from cluewright.reasoning.facts import Known
from cluewright.reasoning.strategies.evaluation import Strategies

LIBRARY = Path(__file__).parent.parent / "puzzles" / "library"

OWN = """
puzzle:
  rules: own
  board: {{rows: 2, columns: 3}}
  unknowns:
    digit: {{over: cells, values: 1..3}}
  define:
    narrow(c): len(candidates(digit[c])) == 2
  constraints:
    - rule: Digits differ in a row.
      each: r in rows
      holds: all_different(digit[r])
  strategies:
    - name: Places that come and go
      cost: 1
      each: c in cells, v in candidates(digit[c]), d in cells if c != d and not known(digit[d])
      when: {when}
      then: digit[d] != v
    - name: As many as there are
      cost: 2
      each: r in rows
      when: count(known(digit[c]) for c in r) == 2
      together: rules over digit[r]
"""


def _boards(puzzle: CompiledPuzzle, chance: Random) -> list[Known]:
    """Boards on which more and more is crossed out, and now and then one of before."""
    found = [Known.of(puzzle.model)]
    for _ in range(12):
        known = chance.choice(found[-3:]).copy()
        for var in chance.sample(list(known.candidates), min(6, len(known.candidates))):
            left = known.candidates[var]
            known.candidates[var] = tuple(v for v in left if chance.random() < 0.7) or left[:1]
        found.append(known)
    return found


def _compare(puzzle: CompiledPuzzle, seed: int) -> int:
    strategies = Strategies(puzzle)
    plain = [each for each in strategies.chosen if each.follows and each.suppose is None]
    said = 0
    for known in _boards(puzzle, Random(seed)):
        for strategy in plain:
            anew = Strategies(puzzle, [strategy.spec.name]).instances(strategy, known)
            found = strategies.instances(strategy, known)
            assert [(i.values, i.conclusions) for i in found] == [(i.values, i.conclusions) for i in anew]
            said += len(found)
    return said


@pytest.mark.parametrize(
    "when",
    [
        "narrow(c)",
        "len(candidates(digit[c])) == 2",
        "any(can(digit[e], v) for e in cells if e != c)",
        "all(can(digit[e], 1) or known(digit[e]) for e in cells if can(digit[e], v))",
    ],
)
def test_own_strategies_say_the_same(when: str) -> None:
    """Also where the places themselves depend on the board, and with definitions that see it."""
    puzzle = cluewright.compile(OWN.format(when=when))
    assert sum(_compare(puzzle, seed) for seed in range(5)) > 0


@pytest.mark.parametrize("genre", ["star-battle", "yajilin", "sudoku", "heyawake", "nonogram"])
def test_strategies_of_the_library_say_the_same(genre: str) -> None:
    """The smallest puzzle of a genre, on boards at random."""
    file = min((LIBRARY / genre).glob("*.yaml"), key=lambda each: each.stat().st_size)
    assert _compare(cluewright.compile(str(file)), 1) > 0


@pytest.mark.parametrize("when", ["d in dark", "near(d)", "narrow(d) and not near(c)"])
def test_values_that_see_the_board_are_those_of_each_board(when: str) -> None:
    """They are read when there is a board, not before."""
    text = OWN.replace("  define:\n", '  define:\n    dark: "[c for c in cells if known(digit[c])]"\n')
    text = text.replace("  constraints:\n", "    near(c): any(d in dark for d in neighbours(c))\n  constraints:\n", 1)
    puzzle = cluewright.compile(text.format(when=when))
    assert sum(_compare(puzzle, seed) for seed in range(3)) > 0
    wrong = cluewright.compile(text.format(when=when).replace("if known(digit[c])]", "if known(digit[c]) and more]"))
    with pytest.raises(CluewrightError, match="unknown name 'more'"):
        Sighted(wrong.setup).check()
