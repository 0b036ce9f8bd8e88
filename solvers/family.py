"""A process with all that it has started: found, measured and ended together."""

from __future__ import annotations

import contextlib
import os
import time

import psutil


def family(root: int) -> list[psutil.Process]:
    """A process, its descendants, and whatever shares a session with one of them.

    A solver's driver may put its children into process groups of their own, and a child whose parent has died belongs
    to nobody; but a session is never left by accident.
    """
    own = os.getsid(0)
    session_of: dict[int, int] = {}
    for pid in psutil.pids():
        with contextlib.suppress(OSError):
            session_of[pid] = os.getsid(pid)
    members: dict[int, psutil.Process] = {}
    asked: set[int] = set()
    sessions = {root}
    found = {root}
    while found:
        for pid in found:
            members.update(_with_descendants(pid))
        asked |= found
        sessions |= {session_of.get(pid, own) for pid in members} - {own}
        found = {pid for pid, session in session_of.items() if session in sessions} - members.keys() - asked
    return [member for member in members.values() if _lives(member)]


def kill_family(root: int) -> None:
    """Kill a process and its family, until none of it is left."""
    seen: set[int] = {root}
    for _ in range(20):
        # The family is listed before anybody dies: an orphan in a session of its own could not be found afterwards.
        members = {member.pid: member for known in seen for member in family(known)}
        if not members:
            return
        seen.update(members)
        for member in members.values():
            with contextlib.suppress(psutil.Error):
                member.kill()
        time.sleep(0.01)


def family_memory_mb(root: int) -> float:
    """The resident memory of a process and its family, in MB."""
    return sum(map(memory_mb, family(root)))


def family_use(root: int) -> tuple[float, float]:
    """The resident memory of a process and its family, in MB, and the CPU seconds that they have spent."""
    members = family(root)
    return sum(map(memory_mb, members)), sum(map(cpu_seconds, members))


def cpu_seconds(process: psutil.Process) -> float:
    """What one process has spent on all processors, with its children that have ended; 0 if it is gone."""
    with contextlib.suppress(psutil.Error):
        spent = process.cpu_times()
        return float(spent.user + spent.system + spent.children_user + spent.children_system)
    return 0.0


def memory_mb(process: psutil.Process) -> float:
    """The resident memory of one process, in MB; 0 if it is gone."""
    with contextlib.suppress(psutil.Error):
        return float(process.memory_info().rss) / 1_000_000
    return 0.0


def _with_descendants(pid: int) -> dict[int, psutil.Process]:
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        return {pid: process, **{child.pid: child for child in process.children(recursive=True)}}
    return {}


def _lives(process: psutil.Process) -> bool:
    """Whether it still does something; the dead remain in the list until their parents look."""
    with contextlib.suppress(psutil.Error):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False
