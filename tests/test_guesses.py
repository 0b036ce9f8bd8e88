"""Large boards on which lists differ are filled without search; what cannot be filled so is searched."""

from __future__ import annotations

import random
import time

import pytest
from backend_models import RULE, by_brute_force, by_solver, model_of

from cluewright.compiler import ir
from cluewright.compiler.evaluate import violations
from cluewright.compiler.model import Model
from cluewright.models.results import Verdict
from cluewright.setting.uniqueness import check
from cluewright.solvers import guesses as guessing
from cluewright.solvers.base import TimeUp, get_solver
from cluewright.solvers.guesses import ATTEMPTS, MOST, guesses


def square(size: int, given: dict[tuple[int, int], int] | None = None, *more: ir.Value) -> Model:
    cells = {(r, c): ir.Var(f"r{r}c{c}", range(1, size + 1)) for r in range(size) for c in range(size)}
    rows = [ir.AllDifferent(tuple(cells[r, c] for c in range(size))) for r in range(size)]
    columns = [ir.AllDifferent(tuple(cells[r, c] for r in range(size))) for c in range(size)]
    return model_of(
        list(cells.values()), *rows, *columns, *(ir.equal(cells[at], v) for at, v in (given or {}).items()), *more
    )


def test_an_empty_square_of_fifty_rows_has_several_answers() -> None:
    model = square(50)
    found = list(guesses(model, None))
    assert len(found) == MOST
    assert found[0] != found[1]
    assert not any(violations(model, answer) for answer in found)
    assert check(model, get_solver("sat")).verdict is Verdict.SEVERAL


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of any size are guessed."""
    monkeypatch.setattr(guessing, "MIN_VALUES", 0)


@pytest.mark.usefixtures("small")
def test_no_answer_is_lost_or_repeated() -> None:
    """Guessed answers and those that are found afterwards are all there are, each once (the contract sees to that)."""
    chance = random.Random(3)
    for attempt in range(40):
        size = chance.choice((1, 2, 3, 3))
        at = [(r, c) for r in range(size) for c in range(size)]
        given = {cell: chance.randint(1, size) for cell in chance.sample(at, chance.randint(0, min(3, size)))}
        model = square(size, given)
        assert by_solver(model, get_solver("sat")) == by_brute_force(model), (attempt, given)


@pytest.mark.usefixtures("small")
def test_what_asks_for_more_is_not_guessed() -> None:
    model = square(3)
    a, b, c, *_ = model.variables
    for more in (
        ir.less(a, b),
        ir.negate(ir.equal(a, 1)),
        ir.AllDifferent((a, b, 2)),
        ir.AllDifferent((a, a)),
        ir.AllDifferent((a, b, c), frozenset({1})),
    ):
        assert not list(guesses(square(3, None, more), None))
    uncovered = ir.Var("uncovered", (1, 2))
    assert not list(guesses(model_of([a, b, uncovered], ir.AllDifferent((a, b))), None))
    assert not list(guesses(square(3, {(0, 0): 1, (0, 1): 1}), None))
    assert not list(guesses(square(3, {(0, 0): 4}), None))
    board = square(3, {(0, 0): 1})
    board.add(ir.equal(board.variables[0], 2), RULE)
    assert not list(guesses(board, None))
    assert check(board, get_solver("sat")).verdict is Verdict.NONE


@pytest.mark.usefixtures("small")
def test_a_clock_that_has_run_out() -> None:
    with pytest.raises(TimeUp):
        list(guesses(square(3), time.monotonic() - 1))


@pytest.mark.usefixtures("small")
def test_guesses_differ() -> None:
    """Of a square with one answer there is one guess, however many attempts there are."""
    only = square(2, {(0, 0): 1})
    assert ATTEMPTS > 1
    assert len(list(guesses(only, None))) == 1
    assert check(only, get_solver("sat")).verdict is Verdict.UNIQUE
