"""Work that no loop shows: whatever builds or walks a long list is charged to the budget of the running compilation."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

#: Shorter lists cost nothing: the loops around them are counted anyway.
FREE: Final = 64
#: Items of a list that are walked in the time of one step.
PER_STEP: Final = 4

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
