"""Solvers that users add: any command line of the XCSP3 competitions, kept in the user's configuration."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from cluewright.models.errors import CluewrightError, Place, Problem

_NAME = re.compile(r"[a-z][a-z0-9._-]*")


def configuration_file() -> Path:
    """Where added solvers are kept."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(base) / "cluewright" / "solvers.json"


def configured_solvers() -> dict[str, str]:
    """The added solvers: name -> command line with `{file}` for the instance."""
    path = configuration_file()
    if not path.is_file():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        data = None
    if not isinstance(data, dict) or not all(isinstance(v, str) for v in data.values()):
        raise CluewrightError(
            Problem("the list of added solvers cannot be read", Place(str(path)), "mend or delete it")
        )
    return data


def add_configured(name: str, command: str) -> None:
    """Add a solver, or change its command."""
    from cluewright.solvers.base import SOLVERS

    if not _NAME.fullmatch(name):
        raise CluewrightError(
            Problem(f"'{name}' cannot be the name of a solver", hint="use small letters, digits and -")
        )
    if name in SOLVERS:
        raise CluewrightError(Problem(f"'{name}' is a solver of cluewright's own", hint="choose another name"))
    if "{file}" not in command:
        raise CluewrightError(Problem("the command does not say where the instance goes", hint="write {file} in it"))
    _save({**configured_solvers(), name: command})


def remove_configured(name: str) -> None:
    """Forget an added solver."""
    known = configured_solvers()
    if name not in known:
        raise CluewrightError(Problem(f"no solver '{name}' was added", hint=f"added are {', '.join(known) or 'none'}"))
    _save({n: c for n, c in known.items() if n != name})


def _save(solvers: dict[str, str]) -> None:
    path = configuration_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(solvers, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write this file: {error.strerror}", Place(str(path)))) from None
