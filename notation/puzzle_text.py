"""A puzzle in the form of a YAML file, from values by layer and place: what imports make and `convert` prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cluewright.models.documents import ClueSpec, ConstraintSpec

_PLAIN: Final = re.compile(r"[^\s|]+")
_CELL: Final = re.compile(r"r(\d+)c(\d+)")
_CORNER: Final = re.compile(r"p(\d+)q(\d+)")


def quoted(value: object) -> str:
    """A value in YAML's flow style."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(quoted(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(key)}: {quoted(item)}" for key, item in value.items()) + "}"
    text = str(value)
    if re.fullmatch(r"[A-Za-z][\w-]*", text) and text.casefold() not in ("true", "false", "null"):
        return text
    return "'" + "".join(c if c.isprintable() else "?" for c in text).replace("'", "''") + "'"


def puzzle_text(
    rules: str | list[str],
    *,
    rows: int = 0,
    columns: int = 0,
    board: Mapping[str, object] | None = None,
    parameters: Mapping[str, object] | None = None,
    clues: Mapping[str, object],
    declared: Mapping[str, ClueSpec] | None = None,
    constraints: Iterable[ConstraintSpec] = (),
    **about: str | None,
) -> str:
    """The YAML text. Clues are {place: value} tables or lists of groups; over cells or corners they become grids, if
    the layer is declared over nothing else."""
    lines = [f"puzzle: {quoted(rules)}"]
    lines += [f"{key}: {quoted(text)}" for key, text in about.items() if text]
    if parameters:
        lines.append(f"parameters: {quoted(parameters)}")
    if board:
        lines.append(f"board: {quoted(board)}")
    rules_of_its_own = [line for constraint in constraints for line in _rule_lines(constraint)]
    if clues or not rules_of_its_own:
        lines.append("clues:" if clues else "clues: {}")
    for name, given in clues.items():
        spec = (declared or {}).get(name)
        lines += layer_lines(name, given, *((0, 0) if spec and spec.is_mixed else (rows, columns)))
    if rules_of_its_own:
        lines += ["constraints:", *rules_of_its_own]
    return "\n".join(lines) + "\n"


def _rule_lines(constraint: ConstraintSpec) -> list[str]:
    """The lines of a rule below `constraints:`."""
    each = [] if constraint.each is None else [f"    each: {quoted(constraint.each)}"]
    holds = constraint.holds[0] if len(constraint.holds) == 1 else constraint.holds
    return [f"  - rule: {quoted(constraint.rule)}", *each, f"    holds: {quoted(holds)}"]


def layer_lines(name: str, given: Any, rows: int, columns: int) -> list[str]:
    """The lines of one layer below `clues:`."""
    if isinstance(given, (list, tuple)):
        return [f"  {name}:", *(f"    - {quoted(entry)}" for entry in given)] if given else [f"  {name}: []"]
    for pattern, more in ((_CELL, 0), (_CORNER, 1)):
        grid = _grid(given, pattern, rows + more, columns + more)
        if grid is not None:
            return [f"  {name}: |", *("    " + line for line in grid)]
    return [f"  {name}:" if given else f"  {name}: {{}}", *(f"    {k}: {quoted(v)}" for k, v in given.items())]


def _grid(given: Mapping[str, object], pattern: re.Pattern[str], rows: int, columns: int) -> list[str] | None:
    """The rows of a text grid, or None if these values cannot stand in one."""
    words: dict[tuple[int, int], str] = {}
    for place, value in given.items():
        found = pattern.fullmatch(place)
        word = _word(value)
        if found is None or word is None:
            return None
        words[int(found[1]), int(found[2])] = word
    if not words or columns < 2:
        return None
    wide = max(len(word) for word in words.values())
    table = [[words.get((r, c), ".") for c in range(1, columns + 1)] for r in range(1, rows + 1)]
    return [" ".join(word.ljust(wide) for word in row).rstrip() for row in table]


def _word(value: object) -> str | None:
    """A value as one word of a text grid."""
    if isinstance(value, bool):
        return "x" if value else "0"
    if isinstance(value, (list, tuple)):
        text = "\\".join(map(str, value)) if "" in value else ",".join(map(str, value))
        return text if text and len(value) > 0 else None
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text not in (".", "_") and not re.fullmatch(r"[-=+]{2,}", text) else None
