"""PyYAML without the patterns of its own reader, which is not the one that reads here.

When PyYAML is imported it compiles the patterns of its reader in Python: 6 of the 120 ms of a short command. Here the
reader is the one in C, and nobody looks for these patterns; whoever does gets them then.
"""

from __future__ import annotations

import re
import sys
from typing import Any, Final

_COMPILE: Final = re.compile


class _Pattern:
    """A pattern that is compiled when it is first used."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> Any:
        if name == "_given":  # a copy that is not filled yet
            raise AttributeError(name)
        return getattr(_COMPILE(*self._given), name)


def _compile(pattern: Any, flags: int = 0) -> Any:
    """What `re.compile` does, but later if PyYAML asks for it."""
    asking = str(sys._getframe(1).f_globals.get("__name__"))
    return _Pattern(pattern, flags) if asking.startswith("yaml.") else _COMPILE(pattern, flags)


if "yaml" not in sys.modules:
    re.compile = _compile
try:
    import yaml
finally:
    re.compile = _COMPILE

__all__ = ["yaml"]
