"""Work in a forked process of its own, which inherits everything and sends bytes back; it never outlives us."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable

from cluewright.models.scratch import remove_abandoned
from cluewright.solvers.family import kill_family
from cluewright.solvers.guard import Guard, forget_guards


class Forked:
    """Started work; `pipe` can be waited for with select."""

    def __init__(self, work: Callable[[], bytes]) -> None:
        #: What has arrived so far.
        self.data = b""
        #: What the system says about its end.
        self.status = 0
        self.pipe, write_end = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _child(work, write_end)
        os.close(write_end)
        self.guard = Guard(self.pid)

    def read(self) -> bool:
        """Take what was sent; whether the other end is closed."""
        while select.select([self.pipe], [], [], 0)[0]:
            part = os.read(self.pipe, 1 << 16)
            if not part:
                return True
            self.data += part
        return False

    def how_it_ended(self) -> str:
        """By which signal, if by one."""
        with contextlib.suppress(ChildProcessError):
            _, self.status = os.waitpid(self.pid, 0)
        return f" ({signal.Signals(os.WTERMSIG(self.status)).name})" if os.WIFSIGNALED(self.status) else ""

    def end(self) -> None:
        """Kill it with everything it started."""
        kill_family(self.pid)
        with contextlib.suppress(ChildProcessError):
            _, self.status = os.waitpid(self.pid, 0)
        self.guard.close()
        with contextlib.suppress(OSError):
            os.close(self.pipe)
        remove_abandoned()


def _child(work: Callable[[], bytes], write_end: int) -> None:
    """Never returns."""
    code = 1
    try:
        os.setsid()
        forget_guards()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        data = work()
        with os.fdopen(write_end, "wb") as pipe:
            pipe.write(data)
        code = 0
    finally:
        os._exit(code)
