"""Campaigns on a real Dask scheduler with real workers, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_bench import ONE, calls, campaign_file, command, rows, sleeper, wait_for


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]], dict[str, str]]]:
    """The address of a scheduler, its two workers, and the environment with the slow solver."""
    environment = sleeper(tmp_path, 1.0, "UNSATISFIABLE")
    environment["DASK_DISTRIBUTED__WORKER__DAEMON"] = "False"
    dask = [sys.executable, "-m", "dask"]
    file = tmp_path / "scheduler.json"
    scheduler = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    worker = ["worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    worker += ["--local-directory", str(tmp_path)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": environment, "cwd": tmp_path}
    processes = [subprocess.Popen([*dask, *arguments], **quiet) for arguments in (scheduler, worker, worker)]
    try:
        wait_for(lambda: file.exists() and file.read_text() != "")
        yield json.loads(file.read_text())["address"], processes[1:], environment
    finally:
        for process in processes:
            process.kill()
            process.wait()


def test_a_worker_that_dies_loses_nothing(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]], dict[str, str]]
) -> None:
    address, workers, environment = cluster
    results = tmp_path / "r.sqlite"
    run = command("run", campaign_file(tmp_path, "[slow]", ONE, repetitions=4), "-o", results, "--json")
    campaign = subprocess.Popen([*run, "--cluster", address], env=environment, stdout=subprocess.PIPE, text=True)

    def busy() -> bool:
        """Whether both workers are in the middle of a run."""
        shown = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True, check=True).stdout
        parents = {int(line.split()[0]) for line in shown.splitlines()[1:] if "cluewright.laboratory.bench.job" in line}
        return {worker.pid for worker in workers} <= parents and calls(tmp_path) >= 2

    wait_for(busy, 60)
    workers[0].send_signal(signal.SIGKILL)
    output, _ = campaign.communicate(timeout=90)
    data = json.loads(output)
    assert campaign.returncode == 0
    assert (data["done"], data["total"], data["made"]) == (4, 4, 4)
    found = rows(results)
    assert len({row["key"] for row in found}) == 4
    assert {row["status"] for row in found} == {"unsatisfiable"}  # that is what the slow solver says: none is an error
    assert {row["repetition"] for row in found} == set(range(1, 5))
    assert 4 <= calls(tmp_path) <= 6  # the run of the dead worker was made again
    assert json.loads(found[0]["machine"])["cores"] == os.cpu_count()
    wait_for(lambda: str(tmp_path / "slow.sh") not in _processes())


def _processes() -> str:
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def test_no_scheduler_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import cluewright
    from cluewright.laboratory.bench import cluster as module
    from cluewright.models.errors import CluewrightError

    monkeypatch.setattr(module, "_HELLO", 1)
    with pytest.raises(CluewrightError, match="does not answer"):
        cluewright.bench_run(campaign_file(tmp_path, "[sat]", ONE), tmp_path / "r.sqlite", cluster="tcp://127.0.0.1:9")
