"""A line on the terminal that shows what is going on, for anything that takes more than a second."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType
from typing import Self


class Progress:
    """Writes to standard error only, and wipes its line at the end."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.so_far = ""
        self.started = time.monotonic()
        self.done = threading.Event()
        self.shown = False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def found(self, number: int) -> None:
        """Note how many solutions there are so far."""
        self.so_far = f", {number} found" if number else ""

    def step(self, done: int, total: int) -> None:
        """Note how much is done."""
        self.so_far = f", {done} of {total}"

    def _run(self) -> None:
        if self.done.wait(1.0):
            return
        while not self.done.wait(0.2):
            sys.stderr.write(f"\r\033[K{self.what} ... {time.monotonic() - self.started:.0f} s{self.so_far}")
            sys.stderr.flush()
            self.shown = True

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.done.set()
        self.thread.join()
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class Bar:
    """A bar with an estimate, for work of many parts; drawn by whoever does the work, at most a few times a second."""

    WIDTH = 24

    def __init__(self) -> None:
        self.shown = False

    def draw(self, done: int, total: int, left: float | None, now: str) -> None:
        """Show how far it is, how long the rest will take, and what is going on."""
        filled = self.WIDTH * done // max(1, total)
        estimate = "" if left is None or done == total else f", about {duration(left)} left"
        line = f"[{'#' * filled}{'.' * (self.WIDTH - filled)}] {done}/{total}{estimate}  {now}"
        sys.stderr.write(f"\r\033[K{line[: os.get_terminal_size(2).columns - 1]}")
        sys.stderr.flush()
        self.shown = True

    def close(self) -> None:
        """Wipe the line."""
        if self.shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def duration(seconds: float) -> str:
    """A time in words: 12 s, 3 min, 2.5 h, 4 days."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86_400:.0f} days"
