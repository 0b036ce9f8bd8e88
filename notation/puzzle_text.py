"""A puzzle in the form of a YAML file, from values by layer and place: what imports make and `convert` prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from cluewright.models.documents import ClueSpec, ConstraintSpec
from cluewright.notation.signs import clear_text, empty_sign, grid_word, signs_of

_CELL: Final = re.compile(r"r(\d+)c(\d+)")
_CORNER: Final = re.compile(r"p(\d+)q(\d+)")

_Words = dict[tuple[int, int], str]


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
        lines += layer_lines(name, given, rows, columns, (declared or {}).get(name))
    if rules_of_its_own:
        lines += ["constraints:", *rules_of_its_own]
    return "\n".join(lines) + "\n"


def _rule_lines(constraint: ConstraintSpec) -> list[str]:
    """The lines of a rule below `constraints:`."""
    each = [] if constraint.each is None else [f"    each: {quoted(constraint.each)}"]
    holds = constraint.holds[0] if len(constraint.holds) == 1 else constraint.holds
    return [f"  - rule: {quoted(constraint.rule)}", *each, f"    holds: {quoted(holds)}"]


def layer_lines(name: str, given: Any, rows: int, columns: int, spec: ClueSpec | None = None) -> list[str]:
    """The lines of one layer below `clues:`. A grid needs places of one kind, and a sign for no clue."""
    if isinstance(given, (list, tuple)):
        return [f"  {name}:", *(f"    - {quoted(entry)}" for entry in given)] if given else [f"  {name}: []"]
    signs, empty = signs_of(spec), empty_sign(spec)
    for pattern, more in ((_CELL, 0), (_CORNER, 1)) if not (spec and spec.is_mixed) else ():
        words = _words(given, pattern, signs)
        if words and empty and columns + more > 1:
            return [f"  {name}: |", *("    " + line for line in _grid(words, rows + more, columns + more, empty))]
    clear = {k: clear_text(v, signs) if isinstance(v, str) else v for k, v in given.items()}
    return [f"  {name}:" if given else f"  {name}: {{}}", *(f"    {k}: {quoted(v)}" for k, v in clear.items())]


def _words(given: Mapping[str, object], pattern: re.Pattern[str], signs: Mapping[str, str]) -> _Words | None:
    """The words of a text grid by row and column, or None if these values cannot stand in one."""
    words: _Words = {}
    for place, value in given.items():
        found, word = pattern.fullmatch(place), grid_word(value, signs)
        if found is None or word is None:
            return None
        words[int(found[1]), int(found[2])] = word
    return words


def _grid(words: _Words, rows: int, columns: int, empty: str) -> list[str]:
    """The rows of a text grid."""
    wide = max(len(word) for word in words.values())
    table = [[words.get((r, c), empty) for c in range(1, columns + 1)] for r in range(1, rows + 1)]
    return [" ".join(word.ljust(wide) for word in row).rstrip() for row in table]
