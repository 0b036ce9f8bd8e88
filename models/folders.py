"""Folders of the user's own."""

from __future__ import annotations

import os
from pathlib import Path


def user_folder(variable: str, usual: str) -> Path:
    """A folder of ours, below what an environment variable names or the usual place in the user's home."""
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / usual) / "cluewright"


def user_rules() -> Path:
    """Where the user keeps rulebooks for all puzzles: $XDG_CONFIG_HOME/cluewright/rules, by default below ~/.config."""
    return user_folder("XDG_CONFIG_HOME", ".config") / "rules"
