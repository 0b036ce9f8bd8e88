"""A line on the terminal that shows what is going on, for anything that takes more than a second."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self


class Progress:
    """Writes to standard error only, and wipes its line at the end."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.number = 0
        self.started = time.monotonic()
        self.done = threading.Event()
        self.shown = False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def found(self, number: int) -> None:
        """Note how many solutions there are so far."""
        self.number = number

    def _run(self) -> None:
        if self.done.wait(1.0):
            return
        while not self.done.wait(0.2):
            so_far = f", {self.number} found" if self.number else ""
            sys.stderr.write(f"\r\033[K{self.what} ... {time.monotonic() - self.started:.0f} s{so_far}")
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
