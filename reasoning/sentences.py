"""Atoms in words: the sentences are data beside the kinds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final

from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.data import own_data

_CELL: Final = re.compile(r"r([0-9]+)c([0-9]+)")
#: Of more places than this, the first ones and the number are told.
MOST_NAMED: Final = 4


def sentences() -> dict[str, Any]:
    """What to say of each kind of atom."""
    return own_data("sentences.yaml")


def sentence(atom: Atom, news: Collection[str] | None = None) -> str:
    """What an atom says here, beside the sentence of its rule. Something else is said where it would be broken: if
    nothing is concluded, or, by the places of the `news`, something of what it ought to join."""
    says = sentences().get(atom.kind, "")
    if isinstance(says, dict):
        says = says[atom.measure]
    if not isinstance(says, str):
        joined = atom.nodes.get("witnesses") or atom.nodes.get("node", ())
        says = says[news is not None and (not news or not set(news).isdisjoint(joined))]
    told = {role: listed(_runs(names)) for role, names in atom.nodes.items()}
    return str(says).format_map({**told, "amount": atom.amount})


@cache
def bounds() -> dict[str, str]:
    """What bounds say, and what is said where each is broken."""
    by_measure = [told for told in sentences().values() if isinstance(told, dict)]
    return {says: broken for told in by_measure for says, broken in told.values() if says}


@cache
def ends_with_a_place() -> list[str]:
    """How sentences begin that end with the only thing that they name."""
    told = [text for says in sentences().values() for text in ([says] if isinstance(says, str) else says)]
    return [text.partition("{")[0] for text in told if re.fullmatch(r"[^{]+\{(component|node)\}\.", text)]


def _runs(names: Sequence[str]) -> Sequence[str]:
    """Three or more cells in a row as the first and the last one; in the order in which they are given."""
    runs: list[list[str]] = []
    for name in names:
        cell = _CELL.fullmatch(name)
        before = _CELL.fullmatch(runs[-1][-1]) if runs else None
        if cell and before and cell[1] == before[1] and int(cell[2]) == int(before[2]) + 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]


def listed(names: Sequence[str]) -> str:
    """Some names as one would read them aloud."""
    if len(names) > MOST_NAMED + 1:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
