"""What a row of results says about where it was made: the machine, the versions, the state of the source."""

from __future__ import annotations

import contextlib
import json
import platform
import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

import psutil

from cluewright.laboratory.bench.columns import Measured
from cluewright.models.scratch import start_tick
from cluewright.solvers.registry import get_solver


@cache
def machine() -> dict[str, object]:
    """The machine that this process runs on."""
    return {
        "host": platform.node(),
        "system": f"{platform.system()} {platform.release()}",
        "processor": _processor(),
        "cores": psutil.cpu_count() or 1,
        "memory_mb": psutil.virtual_memory().total // 1_000_000,
    }


def _processor() -> str:
    """Its name, which neither psutil nor Python tells on Linux."""
    with contextlib.suppress(OSError, StopIteration), open("/proc/cpuinfo", encoding="utf-8") as stream:
        return next(line.partition(":")[2].strip() for line in stream if line.startswith("model name"))
    return platform.processor() or platform.machine()


@cache
def versions(solver: str) -> dict[str, str]:
    """Versions of what took part in a run of this solver."""
    return {
        "cluewright": version("cluewright"),
        "python": platform.python_version(),
        **get_solver(solver).versions(),
    }


def made_here(solver: str) -> Measured:
    """The columns of a run of this solver on this machine."""
    return {
        "machine": json.dumps(machine(), sort_keys=True),
        "versions": json.dumps(versions(solver), sort_keys=True),
        "commit_id": commit(),
    }


@cache
def commit() -> str:
    """The state of the source as git names it: noted when the package was built, or that of the working tree; nothing
    where neither is known. A package that lies in somebody else's working tree is no part of it."""
    here = Path(__file__).resolve()
    note = here.with_name("commit.txt")
    if note.exists():
        return note.read_text(encoding="utf-8").strip()
    tracked = _git(here.parent, "ls-files", "--error-unmatch", here.name)
    return _git(here.parent, "describe", "--always", "--dirty", "--tags") if tracked else ""


def _git(folder: Path, *words: str) -> str:
    """What git says; nothing if it is not there or knows nothing."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, text=True, check=False, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def start_time(pid: int) -> str:
    """When a process started, in the system's own count; empty if there is no such process."""
    return str(start_tick(pid) or "")
