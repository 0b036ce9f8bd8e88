"""Whatever we started ends when we are killed without warning, and nothing is left when all goes well."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cluewright.solvers.guard import Guard
from cluewright.solvers.process import run_process

#: A process with a child in a session of its own, as some solvers' drivers do; both write down their numbers.
FAMILY = "setsid sh -c 'echo $$ > child; exec sleep 300' & echo $$ > parent; exec sleep 300"
RUN = f"from cluewright.solvers.process import run_process; run_process(['sh', '-c', {FAMILY!r}])"
ISOLATED = f"""
import cluewright
from cluewright.solvers import isolated
from cluewright.solvers.process import run_process
class Slow:
    name = "slow"
    def answers(self, model, deadline, statistics):
        run_process(["sh", "-c", {FAMILY!r}])
        yield
puzzle = cluewright.compile(cluewright.loads("puzzle: latin-square\\nboard: {{rows: 2, columns: 2}}"))
isolated.start(puzzle.model, Slow(), "solve").result()
"""


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for(condition: Callable[[], bool], seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("program", [RUN, ISOLATED], ids=["process", "isolated"])
def test_killed_without_warning(program: str, tmp_path: Path) -> None:
    ours = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path)
    files = [tmp_path / "parent", tmp_path / "child"]
    assert wait_for(lambda: all(file.exists() and file.read_text().strip() for file in files))
    pids = [int(file.read_text()) for file in files]
    assert all(map(lives, pids))
    os.kill(ours.pid, signal.SIGKILL)
    ours.wait()
    assert wait_for(lambda: not any(map(lives, pids)))


def test_all_is_well() -> None:
    sleeper = subprocess.Popen(["sleep", "300"], start_new_session=True)
    try:
        guard = Guard(sleeper.pid)
        assert guard.process is not None
        watcher = guard.process.pid
        guard.close()
        assert not lives(watcher)
        assert sleeper.poll() is None
    finally:
        sleeper.kill()
        sleeper.wait()


def test_many_runs_leave_nothing_open() -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        assert run_process(["true"]).returncode == 0
    assert len(os.listdir("/proc/self/fd")) == before
