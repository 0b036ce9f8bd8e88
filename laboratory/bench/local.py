"""A campaign on this machine: so many runs at the same time, each in a process of its own.

There are no threads here: forking a process that has threads is not safe.
"""

from __future__ import annotations

import base64
import contextlib
import json
import select
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Final, cast

import psutil

from cluewright.laboratory.bench.columns import Measured, Row
from cluewright.laboratory.bench.execute import execute, unfinished
from cluewright.laboratory.bench.machine import made_here
from cluewright.laboratory.bench.store import MEASURED, PULSE, Claimed, Store
from cluewright.solvers.family import memory_mb
from cluewright.solvers.forked import Forked

#: A run that takes so much longer than grounding and solving are allowed to is ended from outside.
_GRACE: Final = 15.0


@dataclass
class Progress:
    """What is told to whoever watches."""

    total: int
    done: int
    elsewhere: int
    #: Runs that are being made by this process, by name.
    running: list[str]
    #: Runs that this process has finished, and the seconds they took together.
    finished: int = 0
    spent: float = 0.0
    #: Runs at the same time.
    cores: int = 1

    @property
    def left(self) -> float | None:
        """Seconds that the rest will take, by the runs so far; None if nothing is known yet."""
        if not self.finished:
            return None
        return (self.total - self.done) * self.spent / self.finished / max(1, self.cores)


Watcher = Callable[[Progress], None]


@dataclass
class Summary:
    """How a session ended."""

    #: Runs made by this process.
    made: int = 0
    #: Solvers that are not installed; their runs wait until they are.
    missing: dict[str, str] = field(default_factory=dict)
    #: What the last run gave, if it could not be written: it may contradict what was written.
    unwritten: Row | None = None


def encode_row(measured: Measured) -> bytes:
    """A row for a pipe."""
    return json.dumps(
        {k: {"base64": base64.b64encode(v).decode()} if isinstance(v, bytes) else v for k, v in measured.items()}
    ).encode()


def decode_row(data: bytes) -> Measured:
    """A row from a pipe; raises ValueError if it is not whole."""
    found: dict[str, object] = json.loads(data)
    row = {k: base64.b64decode(v["base64"]) if isinstance(v, dict) else v for k, v in found.items()}
    return cast(Measured, row)


class Running:
    """A run that was started, in a process of its own."""

    def __init__(self, claimed: Claimed) -> None:
        self.claimed = claimed
        self.started = time.monotonic()
        self.child = Forked(lambda: encode_row(execute(claimed.job, claimed.text)))

    def poll(self) -> Measured | None:
        """The row, once the run has ended or broken a limit."""
        if self.child.read():
            self.end()
            try:
                return decode_row(self.child.data)
            except ValueError:
                return self._broken("error", "its process died without a word")
        job = self.claimed.job
        if time.monotonic() - self.started > 2 * job.timeout + _GRACE:
            self.end()
            return self._broken("unknown", "it did not stop in time and was ended")
        if _used_mb(self.child.pid) > job.memory_mb:
            self.end()
            return self._broken("memory", f"grounding used more than {job.memory_mb} MB")
        return None

    def _broken(self, status: str, message: str) -> Measured:
        return {**unfinished(status, message, time.monotonic() - self.started), **made_here(self.claimed.job.solver)}

    def end(self) -> None:
        """Kill it with everything it started."""
        self.child.end()


def _used_mb(pid: int) -> float:
    """What grounding uses; the solver has a process of its own and is watched there."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return memory_mb(psutil.Process(pid))
    return 0.0


def run_locally(
    store: Store, campaign: str, cores: int, command: str, summary: Summary, watch: Watcher = lambda progress: None
) -> None:
    """Make all runs of a campaign that nobody has made or is making; `watch` is told several times a second."""
    running: list[Running] = []
    progress = Progress(0, 0, 0, [], cores=cores)
    heard = watched = 0.0
    try:
        while True:
            while len(running) < cores and (claimed := store.claim(campaign, summary.missing)) is not None:
                run = Running(claimed)
                running.append(run)
                store.working(claimed.key, run.child.pid)
            if not running:
                break
            select.select([run.child.pipe for run in running], [], [], 0.1)
            for run in list(running):
                measured = run.poll()
                if measured is None:
                    continue
                running.remove(run)
                keep(store, run.claimed, measured, command, summary, progress)
            if time.monotonic() - heard > PULSE:
                store.heartbeat()
                heard = time.monotonic()
            if time.monotonic() - watched > 0.2:
                tell(store, campaign, progress, [r.claimed for r in running], watch)
                watched = time.monotonic()
    finally:
        for run in running:
            run.end()
    tell(store, campaign, progress, [], watch)


def keep(
    store: Store, claimed: Claimed, measured: Measured, command: str, summary: Summary, progress: Progress
) -> None:
    """Write down what a run gave."""
    if measured.get("status") == "missing":
        summary.missing[claimed.job.solver] = str(measured.get("message"))
        store.release(claimed.key)
        return
    known = {**dict.fromkeys(MEASURED), **measured, **asdict(claimed.job)}
    summary.unwritten = cast(Row, {**known, "puzzle": claimed.name, "task_limit": claimed.job.limit})
    store.finish(claimed, {**measured, "command": command, "owner": store.owner})
    summary.unwritten = None
    summary.made += 1
    progress.finished += 1
    progress.spent += float(measured.get("total_s") or 0.0)


def tell(store: Store, campaign: str, progress: Progress, running: list[Claimed], watch: Watcher) -> None:
    """Report how far it is."""
    counts = store.counts(campaign)
    progress.total, progress.done, progress.elsewhere = counts.total, counts.done, counts.elsewhere
    progress.running = [f"{claimed.name} · {claimed.job.arm}" for claimed in running]
    watch(progress)
