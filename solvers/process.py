"""Running an external solver: in a process group of its own, within limits that always hold, and gone afterwards."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from cluewright.solvers.family import family_memory_mb, kill_family
from cluewright.solvers.guard import Guard

#: How often the limits are checked, in seconds.
_PULSE: Final = 0.05
#: How much output is kept: a solver that prints without end must not fill our memory.
_MAX_OUTPUT: Final = 50_000_000
#: What Java says before it starts, which is no fault.
_REMARKS: Final = ("NOTE: Picked up", "Picked up")


@dataclass(frozen=True)
class Finished:
    """How a process ended and what it said."""

    returncode: int
    stdout: str
    #: The last lines of its error output.
    stderr_tail: str
    timed_out: bool
    out_of_memory: bool
    #: The most memory its processes used together, in MB, as far as it was seen.
    peak_mb: float
    seconds: float

    @property
    def last_words(self) -> str:
        """What to show a user when it failed."""
        return self.complaint(self.stdout.strip()[-500:])

    def complaint(self, otherwise: str = "") -> str:
        """The same, if what it prints says nothing to users: its error output, or else how it ended."""
        errors = [line for line in self.stderr_tail.splitlines() if not line.startswith(_REMARKS)]
        return "\n".join(errors).strip() or otherwise or f"it ended with code {self.returncode} and said nothing"


def run_process(
    command: list[str],
    *,
    deadline: float | None = None,
    memory_mb: int | None = None,
    on_line: Callable[[str], None] | None = None,
    stdin: str | None = None,
    stopped: threading.Event | None = None,
    scratch: Path | None = None,
) -> Finished:
    """Run a command to its end, or until the deadline (of `time.monotonic()`) or the memory limit stops it and all of
    its children; another thread can stop it by setting `stopped`. Its own temporary files go to the folder `scratch`,
    since a solver that is stopped does not tidy up. Raises FileNotFoundError if the command does not exist."""
    started = time.monotonic()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        env=None if scratch is None else {**os.environ, "TMPDIR": str(scratch)},
    )
    guard = Guard(process.pid)
    output = _Collector(process.stdout, on_line)
    errors = _Collector(process.stderr, None, keep_last=40)
    timed_out = out_of_memory = False
    peak = 0.0
    try:
        _feed(process, stdin)
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_PULSE)
                break
            used = family_memory_mb(process.pid)
            peak = max(peak, used)
            if deadline is not None and time.monotonic() > deadline:
                timed_out = True
                break
            if memory_mb is not None and used > memory_mb:
                out_of_memory = True
                break
            if stopped is not None and stopped.is_set():
                break
    finally:
        stop_group(process)
        guard.close()
        output.join()
        errors.join()
    return Finished(
        process.returncode, output.text(), errors.text(), timed_out, out_of_memory, peak, time.monotonic() - started
    )


class Streamed:
    """A run that is read line by line while it goes on."""

    def __init__(
        self, command: list[str], *, deadline: float | None, memory_mb: int | None, scratch: Path | None
    ) -> None:
        self._said: queue.Queue[str | None] = queue.Queue()
        self._stopped = threading.Event()
        self._result: Finished | BaseException | None = None

        def work() -> None:
            try:
                self._result = run_process(
                    command,
                    deadline=deadline,
                    memory_mb=memory_mb,
                    on_line=self._said.put,
                    stopped=self._stopped,
                    scratch=scratch,
                )
            except BaseException as error:  # handed to whoever reads
                self._result = error
            self._said.put(None)

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[str]:
        """What it says, until it ends."""
        return iter(self._said.get, None)

    def finished(self) -> Finished:
        """How it ended."""
        self._thread.join()
        if isinstance(self._result, Finished):
            return self._result
        assert self._result is not None
        raise self._result

    def stop(self) -> None:
        """End it, and wait until it is gone."""
        self._stopped.set()
        self._thread.join()


def _feed(process: subprocess.Popen[str], text: str | None) -> None:
    if text is None or process.stdin is None:
        return

    def write() -> None:
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.write(text)
            process.stdin.close()

    threading.Thread(target=write, daemon=True).start()


def stop_group(process: subprocess.Popen[str]) -> None:
    """End a process and everything it started."""
    kill_family(process.pid)
    process.wait()


class _Collector:
    """Reads a stream in the background, so that a full pipe never blocks the solver."""

    def __init__(
        self, stream: IO[str] | None, on_line: Callable[[str], None] | None, keep_last: int | None = None
    ) -> None:
        assert stream is not None
        self.stream = stream
        self.on_line = on_line
        self.lines: deque[str] = deque(maxlen=keep_last)
        self.size = 0
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with contextlib.suppress(ValueError, OSError):
            for line in self.stream:
                self.size += len(line)
                if self.lines.maxlen is not None or self.size < _MAX_OUTPUT:
                    self.lines.append(line)
                if self.on_line is not None:
                    self.on_line(line.rstrip("\n"))

    def join(self) -> None:
        self.thread.join(timeout=5)
        self.stream.close()

    def text(self) -> str:
        return "".join(self.lines)
