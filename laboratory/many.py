"""The same question about many things: on all cores of this machine, or on a Dask cluster. Answers come when they are
there; whoever stops asking leaves no process behind."""

from __future__ import annotations

import contextlib
import select
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from cluewright.laboratory.alone import run_program
from cluewright.laboratory.bench.cluster import cluster_client
from cluewright.models.errors import CluewrightError, Problem
from cluewright.solvers.forked import Forked

#: Seconds between two looks at a cluster.
_PAUSE: Final = 0.05
#: The number of a question, and what was answered: nothing if whoever worked on it died.
Answer = tuple[int, bytes]


def on_cores(works: Sequence[Callable[[], bytes]], cores: int) -> Iterator[Answer]:
    """Each work in a process of its own, so many at the same time."""
    waiting = deque(enumerate(works))
    running: dict[int, Forked] = {}
    try:
        while waiting or running:
            while waiting and len(running) < cores:
                number, work = waiting.popleft()
                running[number] = Forked(work)
            select.select([child.pipe for child in running.values()], [], [])
            for number, child in list(running.items()):
                if child.read():
                    running.pop(number).end()
                    yield number, child.data
    finally:
        for child in running.values():
            child.end()


def on_cluster(
    module: str, questions: Sequence[object], *, address: str | None = None, workers: int | None = None
) -> Iterator[Answer]:
    """Each question to a program of its own on the cluster at an address, or on a local one of so many workers."""
    with cluster_client(address, workers) as client:
        running = {
            client.submit(run_program, module, question, pure=False): number
            for number, question in enumerate(questions)
        }
        try:
            while running:
                for future in [future for future in running if future.done()]:
                    yield running.pop(future), _result(client, future)
                time.sleep(_PAUSE)
        finally:
            with contextlib.suppress(Exception):
                client.cancel(list(running), force=True)


def _result(client: Any, future: Any) -> bytes:
    if future.status == "finished":
        return bytes(future.result())
    if client.status != "running" or future.status in ("cancelled", "lost"):
        raise CluewrightError(Problem("the cluster is gone"))
    return b""
