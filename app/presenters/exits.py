"""Exit codes."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ends."""

    OK = 0
    NO = 1
    USAGE = 2
    UNKNOWN = 3
    DISAGREE = 4
    INTERRUPTED = 130
