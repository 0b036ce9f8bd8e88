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

from cluewright.models.scratch import remove_abandoned, scratch_folder
from cluewright.solvers.guard import Guard
from cluewright.solvers.process import run_process

#: A process with a child in a session of its own, as some solvers' drivers do; both write down their numbers.
FAMILY = "setsid sh -c 'echo $$ > child; exec sleep 300' & echo $$ > parent; exec sleep 300"
RUN = f"from cluewright.solvers.process import run_process; run_process(['sh', '-c', {FAMILY!r}])"
ISOLATED = f"""
import cluewright
from cluewright.solvers import isolated
from cluewright.solvers.base import Engine
from cluewright.solvers.process import run_process
class Slow(Engine):
    name = "slow"
    def search(self, model, deadline, statistics):
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


# ---------------------------------------------------------------- folders for temporary files

#: A solver that writes a file for a process that takes its time.
SCRATCH = """
import sys
from cluewright.models.scratch import scratch_folder
from cluewright.solvers.process import run_process
with scratch_folder() as folder:
    (folder / "puzzle.xml").write_text("x" * 1000)
    (folder / "more").mkdir()
    print(folder, flush=True)
    %s
"""


def killed(work: str, tmp_path: Path) -> Path:
    """Start a program that has a scratch folder, and kill it; returns the folder."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", SCRATCH % work]
    ours = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert ours.stdout is not None
    folder = Path(ours.stdout.readline().strip())
    assert folder.parent == tmp_path
    assert (folder / "puzzle.xml").exists()
    time.sleep(0.5)
    os.kill(ours.pid, signal.SIGKILL)
    ours.wait()
    ours.stdout.close()
    return folder


def test_the_guard_removes_the_folder_of_a_killed_process(tmp_path: Path) -> None:
    folder = killed("run_process(['sleep', '300'])", tmp_path)
    assert wait_for(lambda: not folder.exists())


def test_the_next_run_removes_the_folder_of_a_killed_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = killed("import time; time.sleep(300)", tmp_path)
    assert folder.exists()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    kept = ["cluewright-plans", "cluewright-1-2-abc", folder.name.replace("cluewright", "else"), "disagreement-x-1"]
    for name in kept:
        (tmp_path / name).mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "file").touch()
    link = tmp_path / f"{folder.name}link"
    link.symlink_to(tmp_path / "elsewhere")
    with scratch_folder() as own:
        assert not folder.exists()
        with scratch_folder() as second:  # the folders of the living stay
            assert own.exists()
            assert second.exists()
    assert not own.exists()
    assert all((tmp_path / name).exists() for name in kept)
    assert (tmp_path / "elsewhere" / "file").exists()
    assert link.is_symlink()


def test_the_folder_of_another_living_process_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", SCRATCH % "sys.stdin.read()"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        folder = Path(other.stdout.readline().strip())
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        remove_abandoned()
        assert folder.exists()
        other.communicate("")
    assert not folder.exists()
    namespace = folder.name.split("-")[1]
    reused = tmp_path / f"cluewright-{namespace}-{os.getpid()}-1-abc"  # our number, but not our start
    reused.mkdir()
    remove_abandoned()
    assert not reused.exists()


def test_a_whole_command_that_is_killed_leaves_nothing(tmp_path: Path) -> None:
    """A solver of the XCSP3 kind gets its puzzle as a file and makes one of its own; the command is killed while it
    runs."""
    program = tmp_path / "slow.sh"
    program.write_text(f"#!/bin/sh\nmktemp\ncp $1 {tmp_path}/seen\nsleep 300\n")
    program.chmod(0o755)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    cluewright = [sys.executable, "-m", "cluewright"]
    subprocess.run(
        [*cluewright, "solvers", "add", "slow", "--xcsp3", f"{program} {{file}}"], env=environment, check=True
    )
    puzzle = tmp_path / "p.yaml"
    puzzle.write_text("puzzle: latin-square\nboard: {rows: 2, columns: 2}\n")
    for command in (["solve", "--solver", "slow"], ["compare", "--solvers", "slow"]):
        (tmp_path / "seen").unlink(missing_ok=True)
        ours = subprocess.Popen([*cluewright, command[0], str(puzzle), *command[1:]], env=environment)
        assert wait_for((tmp_path / "seen").exists)
        assert list(scratch.iterdir())
        os.kill(ours.pid, signal.SIGKILL)
        ours.wait()
        assert wait_for(lambda: not list(scratch.iterdir())), command
