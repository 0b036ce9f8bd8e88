"""All orders of strategies, compared with trying them one by one; and what is said where there are too many."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import cluewright
from cluewright.models.errors import CluewrightError
from cluewright.reasoning.orders import Orders, find_orders
from cluewright.reasoning.placing import Placed, Placing, harmonic_mean
from cluewright.reasoning.strategies.evaluation import Strategies

LIBRARY = Path(str(cluewright.__file__)).parent / "puzzles" / "library"


def sudoku(*rows: str) -> str:
    lines = "".join(f"    {' '.join(row)}\n" for row in rows)
    return f"puzzle: sudoku\nparameters: {{size: 4, box: [2, 2]}}\nclues:\n  digit: |\n{lines}"


#: A line of cells, each greater than the one before: where it is known how far one end counts, the next cell follows.
CHAIN = """
rules: chain
board: {grid: square, rows: 1, columns: 5}
clues:
  digit: {over: cells, values: 1..5}
unknowns:
  digit: {over: cells, values: 1..5}
constraints:
  - rule: Digits count.
    each: i in 1..4
    holds: digit[cells[i]] == digit[cells[i - 1]] + 1
strategies:
  - name: Next
    cost: 2
    each: i in 1..4 if known(digit[cells[i - 1]])
    then: digit[cells[i]] == value(digit[cells[i - 1]]) + 1
---
puzzle: chain
clues: {digit: "1 . . . ."}
"""
#: Two branches that meet: the last symbol needs both, the first two come in any order.
DIAMOND = """
rules: diamond
elements: {e: [a, b, c, d, f]}
unknowns:
  on: {over: e, values: bool}
constraints:
  - rule: All are on.
    each: x in e
    holds: on[x]
strategies:
  - name: Left
    cost: 1
    then: on["a"]
  - name: Right
    cost: 6
    then: on["b"]
  - name: Both
    cost: 3
    when: known(on["a"]) and known(on["b"])
    then: on["c"]
  - name: Also both
    cost: 6
    when: known(on["a"]) and known(on["b"])
    then: on["c"]
  - name: After that
    cost: 1
    when: known(on["c"])
    then:
      - on["d"]
      - on["f"]
---
puzzle: diamond
"""
#: Once the second is known, the first strategy for the third is gone, and nothing else says it.
FORGETFUL = """
rules: forgetful
elements: {e: [a, b, c]}
unknowns:
  on: {over: e, values: bool}
constraints:
  - rule: All are on.
    each: x in e
    holds: on[x]
strategies:
  - name: First
    cost: 1
    then: on["a"]
  - name: Second
    cost: 2
    then: on["b"]
  - name: Third, before the second
    cost: 3
    when: not known(on["b"])
    then: on["c"]
  - name: Third, at the end
    cost: 9
    when: known(on["a"]) and known(on["b"])
    then: on["c"]
---
puzzle: forgetful
"""


def one_by_one(text: str) -> tuple[float, list[int], list[int]]:
    """The cheapest of all orders, boards after each step and bottlenecks: every order by itself, nothing merged."""
    puzzle = cluewright.compile(text)
    orders = cluewright.orders(puzzle)
    placing = Placing(Strategies(puzzle, orders.strategies), cluewright.check(puzzle).answers[0])
    boards: dict[int, set[Placed]] = defaultdict(set)
    visits: dict[int, list[Placed]] = defaultdict(list)

    def tried(board: Placed, cost: float) -> Iterator[float]:
        step = board.bit_count()
        boards[step].add(board)
        visits[step].append(board)
        if board == placing.full:
            yield cost
        for bit, move in placing.moves(board).items():
            yield from tried(board | bit, cost + move.mean)

    cheapest = min(tried(0, 0.0))
    steps = range(1, placing.full.bit_count())
    passed = [step for step in steps if all(board == visits[step][0] for board in visits[step])]
    return cheapest, [len(boards[step]) for step in sorted(boards)], passed


@pytest.mark.parametrize(
    "text",
    [
        CHAIN,
        DIAMOND,
        FORGETFUL,
        sudoku("12..", "34..", "2143", "4321"),
        sudoku(".234", "3.12", "21.3", "4.2."),
        sudoku("1...", "341.", "21.3", ".321"),
    ],
)
def test_trying_all_orders_gives_the_same(text: str) -> None:
    found = cluewright.orders(text)
    cheapest, boards, passed = one_by_one(text)
    assert found.rating == pytest.approx(cheapest)
    assert found.states == boards
    assert found.bottlenecks == passed
    assert found.solved
    assert found.counted


def test_a_chain_is_one_bottleneck_after_the_other() -> None:
    found = cluewright.orders(CHAIN)
    assert (found.rating, found.states, found.bottlenecks) == (8.0, [1, 1, 1, 1, 1], [1, 2, 3])
    assert {step: var.name for step, var in found.forced.items()} == {
        step: f"digit[r1c{step + 1}]" for step in range(1, 5)
    }
    assert found.text() == (
        "the cheapest order costs 8; every solver passes the same board after step 1, 2, 3 of 4; "
        "5 boards, at most 1 after one step"
    )


def test_two_ways_to_the_same_cost_their_harmonic_mean() -> None:
    found = cluewright.orders(DIAMOND)
    assert harmonic_mean([3, 6]) == 4
    assert found.rating == 1 + 6 + 4 + 1 + 1
    assert (found.states, found.bottlenecks) == ([1, 2, 1, 1, 2, 1], [2, 3])
    assert list(found.forced) == [3]


def test_strategies_that_forget_are_seen_and_all_boards_listed() -> None:
    found = cluewright.orders(FORGETFUL)
    assert not found.steady
    assert (found.rating, found.states, found.bottlenecks) == (6.0, [1, 3, 3, 1], [])


def test_only_the_strategies_that_are_needed_count() -> None:
    """A dear strategy changes nothing where cheaper ones are enough."""
    dear = '  - name: Dear\n    cost: 99\n    then: on["f"]\n---\npuzzle'
    found = cluewright.orders(DIAMOND.replace("---\npuzzle", dear))
    assert (found.rating, found.strategies) == (13.0, cluewright.orders(DIAMOND).strategies)


def test_where_strategies_get_stuck_it_is_said() -> None:
    found = cluewright.orders(DIAMOND, ["Left", "Both"])
    assert (found.solved, found.written, found.rating, found.counted) == (False, 1, None, False)
    assert found.text() == "strategies alone write 1 of 5 symbols"
    bare = "puzzle: {rules: bare, elements: {e: [a]}, unknowns: {on: {over: e, values: bool}},"
    bare += " constraints: [{rule: On., holds: 'on[\"a\"]'}]}"
    assert cluewright.orders(bare).text() == "the rulebook has no strategies"
    with pytest.raises(CluewrightError, match="exactly one solution"):
        cluewright.orders("puzzle: sudoku")


def few(width: int) -> Orders:
    puzzle = cluewright.compile(sudoku("1..4", "3...", "2.43", "..21"))
    return find_orders(puzzle, cluewright.check(puzzle).answers[0], width=width)


def test_too_many_boards_are_not_counted_but_bounds_hold() -> None:
    everything, narrow = few(100_000), few(3)
    assert everything.counted
    assert everything.rating is not None
    assert not narrow.counted
    assert narrow.bottlenecks == everything.bottlenecks
    assert narrow.lower is not None
    assert narrow.upper is not None
    assert narrow.lower <= everything.rating <= narrow.upper
    counted = [number for number in narrow.states if number is not None]
    assert counted == [n for n, m in zip(everything.states, narrow.states, strict=True) if m is not None]
    assert "not ended" in narrow.text()


def test_no_time_says_so() -> None:
    puzzle = cluewright.compile(DIAMOND)
    found = find_orders(puzzle, cluewright.check(puzzle).answers[0], deadline=time.monotonic() - 1)
    assert (found.rating, found.bottlenecks, found.counted) == (None, None, False)


def test_a_turned_board_has_the_same_orders() -> None:
    rows = ["12..", "34..", "2.4.", "..21"]
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    one, two = cluewright.orders(sudoku(*rows)), cluewright.orders(sudoku(*turned))
    assert (one.rating, one.states, one.bottlenecks) == (two.rating, two.states, two.bottlenecks)


def test_a_small_raatsel_ends() -> None:
    found = cluewright.orders(LIBRARY / "raatsel" / "small.yaml")
    assert (found.rating, found.states) == (11.0, [1, 4, 8, 11, 10, 5, 1])
