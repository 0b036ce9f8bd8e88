"""Work that no loop shows: whatever builds or walks a long list is charged to the budget of the running compilation.

Whatever writes out, rewrites or encodes a puzzle also looks at the clock, so that a time limit holds there too."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ContextDecorator, contextmanager
from typing import Final

from cluewright.models.errors import TimeUp

#: Shorter lists cost nothing: the loops around them are counted anyway.
FREE: Final = 64
#: Items of a list that are walked in the time of one step.
PER_STEP: Final = 4

#: Objects that the garbage collector waits for while puzzles are written out and solved.
MUCH: Final = 1_000_000

_running = threading.local()


@contextmanager
def charged_to(spend: Callable[[int], None]) -> Iterator[None]:
    """Charge the work of this thread to a budget for a while."""
    before = getattr(_running, "spend", None)
    _running.spend = spend
    try:
        yield
    finally:
        _running.spend = before


@contextmanager
def until(deadline: float | None) -> Iterator[None]:
    """The work of this thread ends with TimeUp when the deadline (of `time.monotonic()`) has passed."""
    before: float | None = getattr(_running, "deadline", None)
    _running.deadline = before if deadline is None else deadline if before is None else min(before, deadline)
    try:
        yield
    finally:
        _running.deadline = before


class _Rest(ContextDecorator):
    """How many are at work, in whatever threads, and how often the collector came before."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before = gc.get_threshold()
        self._passed = 0

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                self._before = gc.get_threshold()
                if self._before[0]:  # else it never comes
                    gc.set_threshold(max(MUCH, self._before[0]), *self._before[1:])

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                if self._before[0]:
                    self._pass_over()
                gc.set_threshold(*self._before)

    def _pass_over(self) -> None:
        """What is new counts as old, so that the collector does not look through a puzzle as soon as it is there; for
        very much of it together it comes once."""
        if gc.get_freeze_count():  # somebody else keeps objects away from the collector: they stay there
            return
        self._passed += gc.get_count()[0]
        if self._passed < MUCH:
            gc.freeze()
            gc.unfreeze()
        else:
            self._passed = 0
            gc.collect()


#: Meanwhile the garbage collector rests until there is very much to look through: what is made lives on, and is gone at
#: once when nobody needs it any more.
seldom_collected: Final = _Rest()


def is_timed() -> bool:
    """Whether the work of this thread has a time limit."""
    return getattr(_running, "deadline", None) is not None


def tick() -> None:
    """Look at the clock."""
    deadline = getattr(_running, "deadline", None)
    if deadline is not None and time.monotonic() > deadline:
        raise TimeUp


def charge(length: int) -> None:
    """Pay for walking a list of this length."""
    if length > FREE:
        spend = getattr(_running, "spend", None)
        if spend is not None:
            spend(length // PER_STEP)


def pay(length: int) -> None:
    """Pay for comparing or hashing a list, however short: lists of lists may share their parts."""
    spend = getattr(_running, "spend", None)
    if spend is not None:
        spend(1 + length // PER_STEP)
