"""Atoms in words: the sentences are data beside the kinds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from cluewright.reasoning.atoms import Atom, clause_of, reads
from cluewright.reasoning.data import own_data
from cluewright.reasoning.facts import Fact

_CELL: Final = re.compile(r"r([0-9]+)c([0-9]+)")


class _Join(NamedTuple):
    """How several places of one sentence are put together, each of which may be a list."""

    comma: str
    last: str

    def told(self, parts: Sequence[str]) -> str:
        """All of them."""
        return self.last.join((self.comma.join(parts[:-1]), parts[-1]))


#: By kind.
_JOINS: Final = {
    "degree": _Join(", ", " and "),
    "too far": _Join(", ", " or "),
    "seed cut": _Join(", ", " or "),
    "partner": _Join(", ", " or "),
    "cut": _Join(", between ", " or between "),
    "growth": _Join(", more than ", " and more than "),
    "overgrowth": _Join("; ", "; or "),
    "would join": _Join("; ", "; or "),
}
#: Of more places than this, the first ones and the number are told.
MOST_NAMED: Final = 4


def sentences() -> dict[str, Any]:
    """What to say of each kind of atom."""
    return own_data("sentences.yaml")


class Use(NamedTuple):
    """What an atom is used for: what follows from it and what is known, in places and in facts."""

    facts: Collection[Fact]
    conclusions: Collection[Fact]
    #: The places of the conclusions.
    news: Collection[str] = ()
    #: Whether nothing else is used for them.
    alone: bool = True


def sentence(atom: Atom, use: Use | None = None) -> str:
    """What an atom says here, beside the sentence of its rule. Something else is said where it would be broken: if
    nothing is concluded, or something of what it ought to join."""
    told = {role: listed(_runs(names)) for role, names in atom.nodes.items()}
    return str(_said(atom, use)).format_map({**told, "amount": atom.amount})


def _said(atom: Atom, use: Use | None) -> str:
    says = sentences().get(atom.kind, "")
    if atom.kind == "degree":
        return str(says[_at_point(atom, use)])
    if isinstance(says, dict):
        says = says[atom.measure]
        if atom.kind == "at most" and atom.amount == 0 and use is not None and use.conclusions:
            return ""  # no more than none
    if isinstance(says, str):
        return says
    return str(says[use is not None and _is_broken(atom, use)])


def _is_broken(atom: Atom, use: Use) -> bool:
    if not use.conclusions:
        return True
    taken_out = [told for part in atom.denials for told in clause_of(part) or ()]
    if atom.kind == "early loop":  # the line closes somewhere else
        return not any(told in taken_out for told in use.conclusions)
    if taken_out:
        return any(told in taken_out for told in use.conclusions)
    joined = atom.nodes.get("witnesses") or atom.nodes.get("node", ())
    return not set(use.news).isdisjoint(joined)


def _at_point(atom: Atom, use: Use | None) -> str:
    """What becomes of the lines at a point."""
    if use is None or not use.alone or not use.conclusions or atom.measure != "lines":
        return "else"
    here = reads(atom.expr)
    if any(told.value for told in use.conclusions if told.var in here):
        return "goes on"
    return "branches" if any(told.value for told in use.facts if told.var in here) else "ends"


@cache
def bounds() -> dict[str, str]:
    """What bounds say, and what is said where each is broken."""
    by_measure = [told for kind, told in sentences().items() if kind in ("at most", "at least")]
    return {says: broken for told in by_measure for says, broken in told.values() if says}


def joined(kind: str, texts: Sequence[str]) -> list[str]:
    """Sentences of one kind that differ in one place, as one: `No group reaches r1c1 or r2c1.`"""
    for pattern, template in _patterns(kind):
        found = [match for text in texts if (match := pattern.fullmatch(text))]
        alike = [role for role in pattern.groupindex if len({match[role] for match in found}) > 1]
        is_first = template.startswith("{") and kind in ("cut", "partner")  # each pair, or each one, by itself
        if len(found) < 2 or len(alike) != 1 or kind not in _JOINS or is_first:
            continue
        others = [text for text in texts if not pattern.fullmatch(text)]
        told = found[0].groupdict() | {alike[0]: _JOINS[kind].told([match[alike[0]] for match in found])}
        return [*others, template.format_map(told)]
    return list(texts)


@cache
def _patterns(kind: str) -> list[tuple[re.Pattern[str], str]]:
    """The sentences of a kind as patterns, with the sentences."""
    says = sentences().get(kind, "")
    told = [says] if isinstance(says, str) else list(says.values() if isinstance(says, dict) else says)
    plain = [text for text in told if isinstance(text, str) and "{" in text]
    return [(re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(text))), text) for text in plain]


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
