"""Values without a place on a board, as tables: names and values, or one row for each group of items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from cluewright.pictures.layers import DrawnLayer
from cluewright.pictures.primitives import Table

#: More names than this are listed downwards.
_MOST_COLUMNS: Final = 16

Entries = Sequence[tuple[Any, Any]]


def tables_of(parts: Sequence[tuple[DrawnLayer, Entries]], is_drawn: bool = False) -> list[Table]:
    """Tables of several layers; layers over the same elements share one."""
    tables: list[Table] = []
    shared: dict[tuple[str, ...], list[tuple[DrawnLayer, Entries]]] = {}
    for layer, found in parts:
        entries = [(key, "?" if value is None else value) for key, value in found]
        if not entries:
            continue
        if all(value == "?" for _, value in entries):  # not solved yet: part of what is given
            layer = replace(layer, is_unknown=False)
        if _is_grouped(entries):
            tables.append(_grouped(layer, entries, is_drawn))
        else:
            shared.setdefault(tuple(_spell_key(key) for key, _ in entries), []).append((layer, entries))
    tables.extend(_listed(names, layers, is_drawn) for names, layers in shared.items())
    return tables


def _is_grouped(entries: Entries) -> bool:
    """Whether the elements are pairs (group, item) with few enough values to serve as columns."""
    if not all(isinstance(key, tuple) and len(key) == 2 for key, _ in entries):
        return False
    groups = {str(key[0]) for key, _ in entries}
    return len(groups) < len(entries) and len({str(value) for _, value in entries}) <= _MOST_COLUMNS


def _grouped(layer: DrawnLayer, entries: Entries, is_drawn: bool) -> Table:
    values = list(dict.fromkeys(value if isinstance(value, int) else str(value) for _, value in entries))
    values.sort(key=lambda value: (isinstance(value, str), value if isinstance(value, int) else 0, str(value)))
    groups = list(dict.fromkeys(str(key[0]) for key, _ in entries))
    items: dict[tuple[str, str], list[str]] = {}
    for key, value in entries:
        items.setdefault((str(key[0]), str(value)), []).append(str(key[1]))
    rows = [(layer.name, *(_spell(layer, value) for value in values))]
    rows.extend((group, *(", ".join(items.get((group, str(value)), ())) for value in values)) for group in groups)
    return Table(tuple(rows), layer.role, is_drawn)


def _listed(names: tuple[str, ...], layers: list[tuple[DrawnLayer, Entries]], is_drawn: bool) -> Table:
    rows = [("", *names)]
    rows.extend((layer.name, *(_spell(layer, value) for _, value in entries)) for layer, entries in layers)
    if len(names) > _MOST_COLUMNS:
        rows = list(zip(*rows, strict=True))
    role = "answer" if any(layer.is_unknown for layer, _ in layers) else "clue"
    return Table(tuple(tuple(row) for row in rows), role, is_drawn)


def _spell(layer: DrawnLayer, value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else layer.spell(value)


def _spell_key(key: object) -> str:
    return ", ".join(_spell_key(part) for part in key) if isinstance(key, tuple) else str(key)
