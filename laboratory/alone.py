"""Work as a program of its own, for workers of a cluster: they have threads and must not fork, such a program may."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

from cluewright.solvers.forked import Forked
from cluewright.solvers.process import stop_group

_Found = TypeVar("_Found")


def run_program(module: str, data: object) -> bytes:
    """What a worker does: `python -m module` reads the data as JSON and writes what comes of it."""
    process = subprocess.Popen(
        [sys.executable, "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(json.dumps(data))
    finally:
        stop_group(process)
    if process.returncode != 0:
        raise RuntimeError((errors.strip() or f"it ended with code {process.returncode}")[-500:])
    return output.encode()


def wait_alone(pipe: int, poll: Callable[[], _Found | None], end: Callable[[], None]) -> _Found:
    """What such a program does with work that it has started: wait for it, and end it when nobody waits any more."""
    parent = os.getppid()

    def stop(number: int, frame: FrameType | None) -> None:
        end()
        os._exit(1)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    while (found := poll()) is None:
        if os.getppid() != parent:
            stop(0, None)
        select.select([pipe], [], [], 0.1)
    return found


def serve(work: Callable[[Any], bytes]) -> None:
    """What such a program is: it reads data, works on it in a process that can be ended, writes what comes of it."""
    data = json.load(sys.stdin)
    child = Forked(lambda: work(data))

    def poll() -> bytes | None:
        return child.data if child.read() else None

    sys.stdout.buffer.write(wait_alone(child.pipe, poll, child.end))
    sys.stdout.buffer.flush()
    child.end()
