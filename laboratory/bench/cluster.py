"""A campaign on many machines: a Dask cluster makes the runs, this process alone writes the results.

A worker that dies in the middle of a run takes nothing with it but that run, which another worker makes again.
"""

from __future__ import annotations

import contextlib
import importlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from typing import Any, Final

from cluewright.laboratory.alone import run_program
from cluewright.laboratory.bench.columns import Measured
from cluewright.laboratory.bench.execute import unfinished
from cluewright.laboratory.bench.local import Progress, Summary, Watcher, decode_row, keep, tell
from cluewright.laboratory.bench.store import PULSE, Claimed, Store
from cluewright.models.errors import CluewrightError, Problem

#: A run during which so many workers died is given up: it is probably what kills them.
_PATIENCE: Final = 3
#: Seconds to wait for a scheduler to answer.
_HELLO: Final = 20


def make_run(job: dict[str, Any], name: str, text: str) -> bytes:
    """What a worker does: the run in a program of its own. Returns the row."""
    return run_program("cluewright.laboratory.bench.job", {"job": job, "name": name, "text": text})


def run_on_cluster(
    store: Store,
    campaign: str,
    command: str,
    summary: Summary,
    *,
    address: str | None = None,
    workers: int | None = None,
    watch: Watcher = lambda progress: None,
) -> None:
    """Make all runs of a campaign that nobody has made or is making, on the cluster at an address or on a local one."""
    with cluster_client(address, workers) as client:
        session = _Session(store, campaign, command, client, summary, watch)
        try:
            session.run()
        finally:
            session.stop()


@contextmanager
def cluster_client(address: str | None, workers: int | None) -> Iterator[Any]:
    """A client of the cluster at an address, or of a local one that ends with it."""
    if find_spec("distributed") is None:
        raise CluewrightError(Problem("Dask is not installed", hint="pip install 'cluewright[cluster]'"))
    dask: Any = importlib.import_module("dask")
    distributed: Any = importlib.import_module("distributed")
    target: object
    with dask.config.set({"distributed.scheduler.allowed-failures": _PATIENCE}), contextlib.ExitStack() as stack:
        try:
            if address is None:
                cluster = distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
                )
                target = stack.enter_context(cluster)
            else:
                target = address
            client = stack.enter_context(distributed.Client(target, timeout=_HELLO, set_as_default=False))
        except (OSError, ValueError) as error:
            raise CluewrightError(Problem(f"the cluster at {address} does not answer: {error}")) from None
        yield client


class _Session:
    """What this process knows while the cluster works."""

    def __init__(
        self, store: Store, campaign: str, command: str, client: Any, summary: Summary, watch: Watcher
    ) -> None:
        self.store = store
        self.campaign = campaign
        self.command = command
        self.client = client
        self.watch = watch
        self.summary = summary
        self.progress = Progress(0, 0, 0, [])
        self.running: dict[Any, tuple[Claimed, float]] = {}

    def run(self) -> None:
        """Keep the workers busy until nothing is left."""
        heard = watched = 0.0
        while True:
            self._submit()
            if not self.running:
                self._tell()
                return
            time.sleep(0.05)  # whether a future is done is known here, without asking the scheduler
            for future in [f for f in self.running if f.done()]:
                claimed, started = self.running.pop(future)
                measured = self._result(future, time.monotonic() - started)
                keep(self.store, claimed, measured, self.command, self.summary, self.progress)
            if time.monotonic() - heard > PULSE:
                self.store.heartbeat()
                heard = time.monotonic()
            if time.monotonic() - watched > 0.5:
                self._tell()
                watched = time.monotonic()

    def _submit(self) -> None:
        """One run for each thread of the cluster; at least one, which waits until a worker comes."""
        threads = sum(self.client.nthreads().values())
        self.progress.cores = max(1, threads)
        while len(self.running) < max(1, threads):
            claimed = self.store.claim(self.campaign, self.summary.missing)
            if claimed is None:
                return
            future = self.client.submit(make_run, asdict(claimed.job), claimed.name, claimed.text, pure=False)
            self.running[future] = (claimed, time.monotonic())

    def _result(self, future: Any, seconds: float) -> Measured:
        if future.status == "finished":
            return decode_row(future.result())
        if self.client.status != "running" or future.status in ("cancelled", "lost"):
            raise CluewrightError(Problem("the cluster is gone; run the same command again to go on"))
        return unfinished("error", f"on the cluster: {future.exception()}", seconds)

    def _tell(self) -> None:
        tell(self.store, self.campaign, self.progress, [claimed for claimed, _ in self.running.values()], self.watch)

    def stop(self) -> None:
        """Nothing is left on the cluster; closing the file gives back what is claimed in it."""
        with contextlib.suppress(Exception):
            self.client.cancel(list(self.running), force=True)
        self.running.clear()
