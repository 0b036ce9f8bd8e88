"""Atoms in words: the sentences are data beside the kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cluewright.reasoning.atoms import Atom
from cluewright.reasoning.data import own_data

#: Of more places than this, the first ones and the number are told.
MOST_NAMED: Final = 4


def sentences() -> dict[str, str]:
    """What to say of each kind of atom."""
    return own_data("sentences.yaml")


def sentence(atom: Atom) -> str:
    """What an atom says here, beside the sentence of its rule."""
    told = {role: listed(names) for role, names in atom.nodes.items()}
    return sentences().get(atom.kind, "").format_map(told)


def listed(names: Sequence[str]) -> str:
    """Some names as one would read them aloud."""
    if len(names) > MOST_NAMED + 1:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
