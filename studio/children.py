"""Slow questions run in a forked process each: it inherits the compiled puzzle, and can be killed at any time."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, Pipe
from typing import Any, Final

from cluewright.solvers.family import kill_family
from cluewright.studio.problems import told_problems

#: What a process may use; other programs that it starts have limits of their own.
MEMORY: Final = 4 << 30
_PR_SET_PDEATHSIG: Final = 1

Message = dict[str, Any]
Tell = Callable[[Message], None]
#: A question with everything it needs: it tells how far it is, and answers.
Work = Callable[[Tell], Message]


class Child:
    """A question that is being answered; `pipe` has what it says."""

    def __init__(self, number: int, name: str, work: Work, seconds: float, *, programs: bool = False) -> None:
        self.number = number
        self.name = name
        self.programs = programs
        self.deadline = time.monotonic() + seconds
        self.pipe, far_end = Pipe(duplex=False)
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            self.pipe.close()
            _answer(number, work, far_end, programs)
        far_end.close()

    def end(self) -> None:
        """Kill it, with whatever it started."""
        if self.programs:
            kill_family(self.pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        self.pipe.close()


def limit_memory(limited: bool = True) -> None:
    """So that a puzzle that needs too much ends with an error, not with a machine that swaps."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = MEMORY if limited else most
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most) if wanted != resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


def guarded(number: int, work: Callable[[], Message]) -> Message:
    """What a question answers, or what is wrong: never an exception."""
    try:
        return {"id": number, "event": "answer", "data": work()}
    except BaseException as error:
        return {"id": number, "event": "error", "data": told_problems(error)}


def _answer(number: int, work: Work, pipe: Connection, programs: bool) -> None:
    """Never returns."""
    code = 1
    try:
        os.setsid()
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        limit_memory(not programs)

        def tell(data: Message) -> None:
            pipe.send_bytes(json.dumps({"id": number, "event": "progress", "data": data}).encode())

        pipe.send_bytes(json.dumps(guarded(number, lambda: work(tell))).encode())
        code = 0
    finally:
        os._exit(code)
