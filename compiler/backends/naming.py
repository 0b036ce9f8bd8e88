"""Names in files: identifiers that nothing else has, and auxiliary variables by family."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cluewright.compiler.ir import Var


class Identifiers:
    """Hands out names that are not taken; `plain` turns any text into what the language allows as one."""

    def __init__(self, plain: Callable[[str], str], reserved: Iterable[str]) -> None:
        self.plain = plain
        self.taken = set(reserved)

    def fresh(self, wanted: str) -> str:
        """An identifier like the wanted one that nothing else has."""
        base = name = self.plain(wanted)
        number = 1
        while name in self.taken:
            number += 1
            name = f"{base}_{number}"
        self.taken.add(name)
        return name


def simple(text: str) -> str:
    """A text with an underscore for all that is no letter, digit or underscore."""
    return re.sub(r"[^A-Za-z0-9_]", "_", text)


def families(auxiliary: Iterable[Var]) -> dict[str, tuple[Var, ...]]:
    """Auxiliary variables by what they are called, without their numbers."""
    found: dict[str, list[Var]] = {}
    for var in auxiliary:
        found.setdefault(re.sub(r"_\d+$", "", var.name), []).append(var)
    return {family: tuple(members) for family, members in found.items()}
