"""Running an external solver: in a process group of its own, within limits that always hold, and gone afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, NamedTuple

from cluewright.solvers.guard import Guard

#: How often the limits are checked, in seconds.
_PULSE: Final = 0.05
#: How much output is kept: a solver that prints without end must not fill our memory.
_MAX_OUTPUT: Final = 50_000_000
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
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
        errors = [line for line in self.stderr_tail.splitlines() if not line.startswith(_REMARKS)]
        text = "\n".join(errors).strip() or self.stdout.strip()[-500:]
        return text or f"it ended with code {self.returncode} and said nothing"


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
            used = group_memory_mb(process.pid)
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


class _Entry(NamedTuple):
    """What the system tells about a process."""

    pid: int
    parent: int
    session: int
    pages: int


def _processes() -> list[_Entry]:
    """All processes, as far as the system tells."""
    found: list[_Entry] = []
    try:
        names = os.listdir("/proc")
    except OSError:
        return found
    for name in names:
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as stream:
                fields = stream.read().rpartition(")")[2].split()
            if fields[0] != "Z":
                found.append(_Entry(int(name), int(fields[1]), int(fields[3]), int(fields[21])))
        except (OSError, ValueError, IndexError):
            continue
    return found


def family(root: int) -> list[_Entry]:
    """A process, its descendants, and whatever shares a session with one of them.

    A solver's driver may put its children into process groups of their own, and a child whose parent has died belongs
    to nobody; but a session is never left by accident.
    """
    everyone = _processes()
    own = os.getsid(0)
    members, sessions = {root}, {root}
    grown = True
    while grown:
        new = {e.pid for e in everyone if e.pid not in members and (e.parent in members or e.session in sessions)}
        members |= new
        sessions |= {e.session for e in everyone if e.pid in members and e.session != own}
        grown = bool(new)
    return [e for e in everyone if e.pid in members]


def kill_family(root: int) -> None:
    """Kill a process and its family, until none of it is left."""
    seen: set[int] = {root}
    for _ in range(20):
        # The family is listed before anybody dies: an orphan in a session of its own could not be found afterwards.
        members = {member.pid: member for known in seen for member in family(known)}
        if not members:
            return
        seen.update(members)
        for member in members.values():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(member.pid, signal.SIGKILL)
        time.sleep(0.01)


def group_memory_mb(root: int) -> float:
    """The resident memory of a process and its family, in MB (0 where the system does not tell)."""
    return sum(member.pages for member in family(root)) * _PAGE / 1_000_000


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
