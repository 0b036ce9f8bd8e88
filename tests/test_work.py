"""The garbage collector rests while puzzles are written out, but what nobody needs goes all the same."""

import gc
import weakref

import pytest

from cluewright.compiler import work
from cluewright.compiler.work import seldom_collected


class Knot:
    """Something that refers to itself, so that only the collector finds it."""

    def __init__(self) -> None:
        self.itself = self


def tangle(number: int) -> weakref.ref[Knot]:
    """Make knots that nobody needs; the first of them can be asked after."""
    with seldom_collected:
        knots = [Knot() for _ in range(number)]
        return weakref.ref(knots[0])


def test_what_is_new_is_not_looked_through_at_the_end_of_a_rest() -> None:
    gc.collect()
    looked: list[str] = []
    gc.callbacks.append(lambda phase, _info: looked.append(phase))
    try:
        first = tangle(20_000)
        more = [[] for _ in range(100)]
    finally:
        gc.callbacks.pop()
    assert more
    assert not looked
    assert first() is not None
    gc.collect()
    assert first() is None


def test_very_much_of_it_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "MUCH", 30_000)
    gc.collect()
    monkeypatch.setattr(seldom_collected, "_passed", 0)
    first = tangle(20_000)
    assert first() is not None
    tangle(20_000)
    assert first() is None


def test_objects_that_somebody_froze_stay_frozen() -> None:
    gc.collect()
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        tangle(1_000)
        assert 0 < frozen == gc.get_freeze_count()
    finally:
        gc.unfreeze()
