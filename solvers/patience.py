"""How long to listen to a solver that lists answers but has nothing new to say."""

from __future__ import annotations

import os
import time
from typing import Final

#: Seconds, at least.
PATIENCE: Final = 0.5


class Patience:
    """Auxiliary variables may have thousands of values for one answer of a puzzle. A run that only repeats itself, for
    longer than it took to start, is better ended and followed by one that is told which answers are known."""

    def __init__(self) -> None:
        self.started = self._renewed = time.monotonic()
        self._seconds = 0.0

    def heard(self) -> None:
        """There is an answer."""
        self._seconds = self._seconds or max(PATIENCE, time.monotonic() - self.started)

    def renew(self) -> None:
        """It was a new one, and was dealt with."""
        self._renewed = time.monotonic()

    def over(self) -> bool:
        """Whether it, a known one, was one too many."""
        return time.monotonic() - self._renewed > self._seconds


def soon(seconds: int) -> float:
    """When so many seconds have passed, or more on a machine that is busy with other things."""
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    return time.monotonic() + seconds * busy
