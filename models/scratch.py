"""Folders for files that others read for a moment. They are gone afterwards, also if we are killed without warning.

A folder carries the number of the process that made it. Whoever finds one whose process is dead removes it: the guard
of a killed process does so at once, and every later run does so before it makes a folder of its own.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_NAME: Final = re.compile(r"cluewright-(\d+)-(\d+)-(\d+)-\w+")


@contextlib.contextmanager
def scratch_folder(where: Path | None = None) -> Iterator[Path]:
    """A new folder of our own, until the end of the block; among temporary files unless it is said where."""
    remove_abandoned(where)
    pid = os.getpid()
    folder = tempfile.mkdtemp(prefix=f"{scratch_prefix()}{pid}-{start_tick(pid)}-", dir=where)
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def scratch_prefix() -> str:
    """How the names of our folders begin, up to the number of the process. Numbers mean something in one namespace
    only: containers may share a folder for temporary files."""
    return f"cluewright-{_namespace()}-"


def remove_abandoned(where: Path | None = None) -> None:
    """Remove the folders of processes that are dead: only folders with our kind of name, of this user, made here."""
    with contextlib.suppress(OSError), os.scandir(where or tempfile.gettempdir()) as entries:
        for entry in entries:
            found = _NAME.fullmatch(entry.name)
            if found is None or int(found[1]) != _namespace() or _lives(int(found[2]), int(found[3])):
                continue
            with contextlib.suppress(OSError):
                about = entry.stat(follow_symlinks=False)
                if stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid():
                    shutil.rmtree(entry.path, ignore_errors=True)


def _lives(pid: int, started: int) -> bool:
    """Whether this very process is there, and not another one with its number."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # somebody else's
        pass
    now = start_tick(pid)
    return now == started or 0 in (now, started)


def start_tick(pid: int) -> int:
    """When a process was started, in ticks since the machine was; 0 if the system does not tell."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stream:
            return int(stream.read().rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return 0


@cache
def _namespace() -> int:
    try:
        return int(re.sub(r"\D", "", os.readlink("/proc/self/ns/pid")) or 0)
    except (OSError, ValueError):
        return 0
