"""Solvers that the user has added: name and command line, kept in the user's configuration."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Final

from cluewright.models.errors import CluewrightError, Problem, did_you_mean
from cluewright.models.folders import user_folder
from cluewright.solvers.builtin import built_in

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.+-]{0,39}")
#: What a command may contain, and what it stands for.
PLACEHOLDERS: Final = {
    "file": "the instance (required)",
    "seconds": "the time left, in whole seconds (at least 1)",
    "seed": "a seed",
    "heap": "the megabytes of memory for a virtual machine",
}


def config_file() -> Path:
    """Where the solvers are kept: $XDG_CONFIG_HOME/cluewright/solvers.json, by default below ~/.config."""
    return user_folder("XDG_CONFIG_HOME", ".config") / "solvers.json"


def configured_solvers() -> dict[str, str]:
    """The solvers that the user has added: the command of each name."""
    file = config_file()
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise CluewrightError(Problem(f"{file} cannot be read: {error}")) from None
    try:
        entries = json.loads(text)["solvers"]
        found = {name: _checked(name, entry["xcsp3"]) for name, entry in entries.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        hint = 'expected {"solvers": {"name": {"xcsp3": "command {file}"}}}; remove the file to start again'
        raise CluewrightError(Problem(f"{file} is not a list of solvers", hint=hint)) from None
    return found


def add_configured(name: str, command: str) -> None:
    """Keep a solver; one of the same name is replaced."""
    if name in built_in():
        raise CluewrightError(Problem(f"'{name}' is a built-in solver", hint="choose another name"))
    _save({**configured_solvers(), name: _checked(name, command)})


def remove_configured(name: str) -> None:
    """Forget a solver."""
    known = configured_solvers()
    if name not in known:
        hint = did_you_mean(name, known) or (f"there are {', '.join(known)}" if known else "none was added so far")
        raise CluewrightError(Problem(f"no solver '{name}' was added", hint=hint))
    _save({other: command for other, command in known.items() if other != name})


def _save(solvers: dict[str, str]) -> None:
    """Written beside the file and moved there, so that it is never half written."""
    file = config_file()
    content = {"solvers": {name: {"xcsp3": solvers[name]} for name in sorted(solvers)}}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}.tmp")
        draft.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise CluewrightError(Problem(f"{file} cannot be written: {error}")) from None


def _checked(name: str, command: str) -> str:
    """The command, if it can be one."""
    if not _NAME.fullmatch(name):
        raise CluewrightError(Problem(f"'{name}' is no name for a solver", hint="use letters, digits, '-', '_', '.'"))
    try:
        import shlex  # late: most runs have no such solver

        words = shlex.split(command)
    except ValueError as error:
        raise CluewrightError(Problem(f"the command of '{name}' cannot be split into words: {error}")) from None
    if not words or not any("{file}" in word for word in words[1:]):
        hint = 'for example "picat xcsp_solver.pi {file}"'
        raise CluewrightError(Problem(f"the command of '{name}' does not say where the file goes: {{file}}", hint=hint))
    for unknown in re.findall(r"\{(\w*)\}", command):
        if unknown not in PLACEHOLDERS:
            hint = did_you_mean(unknown, PLACEHOLDERS) or f"known are {', '.join(f'{{{p}}}' for p in PLACEHOLDERS)}"
            raise CluewrightError(Problem(f"the command of '{name}' contains {{{unknown}}}", hint=hint))
    return command
