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
    """The state of the source as git names it, or nothing where it is not a working tree."""
    command = [
        "git",
        "-C",
        str(Path(__file__).resolve().parent),
        "describe",
        "--always",
        "--dirty",
        "--tags",
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def start_time(pid: int) -> str:
    """When a process started, in the system's own count; empty if there is no such process."""
    return str(start_tick(pid) or "")
