"""Numbers."""

from __future__ import annotations

from typing import Final

from cluewright.laboratory.random.grammar import Grammar, makes, on_squares, spells
from cluewright.laboratory.random.scope import COMPARE, MINUS, POWER, PRODUCT, SUM, Text

_NUMBERS: Final = ("number", "constant")


spells("number_leaf", "{=kind}", *_NUMBERS, weight=4)


@makes(*_NUMBERS, weight=2.5)
def addition(g: Grammar, kind: str, depth: int) -> Text | str | None:
    left = g.tight(kind, depth, COMPARE)
    return Text(f"{left} {g.chance.one(['+', '-'])} {g.tight(kind, depth, SUM)}", SUM)


@makes("number", weight=0.8)
def truth_as_number(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(
        f"({g.make('truth', depth)}) + {g.tight('truth' if g.chance.often(0.5) else 'number', depth, SUM)}", SUM
    )


@makes(*_NUMBERS, weight=0.8)
def multiplication(g: Grammar, kind: str, depth: int) -> Text | str | None:
    right = g.small() if g.chance.often(0.5) else g.tight(kind, depth, PRODUCT)
    return Text(f"{g.tight(kind, depth, PRODUCT)} * {right if right[0] != '-' else f'({right})'}", PRODUCT)


@makes(*_NUMBERS, weight=0.8)
def division(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(f"{g.tight(kind, depth, PRODUCT)} {g.chance.one(['//', '%'])} {g.chance.whole(1, 4)}", PRODUCT)


@makes(*_NUMBERS, weight=0.4)
def power(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(f"{g.tight(kind, min(depth, 1), POWER)} ** {g.chance.whole(0, 3)}", POWER)


@makes(*_NUMBERS, weight=0.4)
def minus(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(f"-{g.tight(kind, depth, MINUS)}", MINUS)


spells("absolute", "{abs|sign}({kind})", *_NUMBERS, weight=0.7)


@makes(*_NUMBERS, weight=0.8)
def extreme(g: Grammar, kind: str, depth: int) -> Text | str | None:
    name = g.chance.one(["min", "max"])
    if g.chance.often(0.4):
        return f"{name}({g.make(kind, depth)}, {g.make(kind, depth)})"
    return f"{name}({_filled(g, kind, depth)})"


def _filled(g: Grammar, kind: str, depth: int) -> str:
    """A list with at least one number."""
    return "[" + ", ".join(g.make(kind, depth) for _ in range(g.chance.whole(1, 3))) + "]"


@makes("number", weight=2.5)
def summed(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if g.chance.often(0.5):
        return f"sum({g.described(g.chance.one(['number', 'number', 'truth']), depth, symbolic=True)})"
    return f"sum({g.make('numbers', depth)})"


spells("summed_up", "{sum|product}({constants})", "constant", weight=0.5)
spells("product", "product({numbers})", "number", weight=0.7)


@makes("number", weight=3)
def count(g: Grammar, kind: str, depth: int) -> Text | str | None:
    way = g.chance.whole(0, 4)
    if way == 0:
        sets = [u for u in g.scope.unknowns if u.holds == "truth"]
        if sets:
            return f"count({g.chance.one(sets).name})"
    if way == 1 and "cell" in g.scope.domains:
        return f"count({g.make('cell set', depth)})"
    return f"count({g.described('truth', depth)})" if way < 4 else f"count({g.make('truths', depth)})"


spells("visible", "visible({numbers})", "number", weight=0.8)
spells("leading", "leading({truths})", "number", weight=0.8)


@makes("number", weight=1)
def looked_up(g: Grammar, kind: str, depth: int) -> Text | str | None:
    """An unknown as a position in a list or in a layer over numbers."""
    layers = [u for u in g.scope.unknowns if u.holds == "number" and u.values and min(int(v) for v in u.values) >= 0]
    if not layers:
        return None
    layer = g.chance.one(layers)
    index = g.value_of("number", layer)
    top = max(int(v) for v in layer.values)
    numbered = [
        u
        for u in g.scope.unknowns
        if u.domain.kind == "seat" and u.domain.size >= top and 0 not in layer.values and u.holds in ("number", "truth")
    ]
    if numbered and g.chance.often(0.5):
        return f"{g.chance.one(numbered).name}[{index}]"
    if top > 6:
        return None
    return f"[{', '.join(g.make('number', min(depth, 1)) for _ in range(top + 1))}][{index}]"


@makes("constant", "number", weight=0.5)
def size(g: Grammar, kind: str, depth: int) -> Text | str | None:
    kinds = ["constants"] + (["cells", "cells", "pairs", "groups", "triples"] if "cell" in g.scope.domains else [])
    return f"len({g.make(g.chance.one(kinds), depth)})"


spells("row_of", "{row|column}({cell})", "constant", "number", weight=1, where=on_squares)
spells("distance", "distance({cell}, {cell})", "constant", weight=1, where=on_squares)


@makes("constant", weight=0.6)
def position(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if "cell" in g.scope.domains and g.chance.often(0.6):
        return f"position({g.leaf('cell')}, cells)"
    numbers = [g.small() for _ in range(g.chance.whole(1, 3))]
    return f"position({g.chance.one(numbers)}, [{', '.join(numbers)}])"


@makes(*_NUMBERS, weight=0.4)
def end_of(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"{g.chance.one(['first_of', 'last_of'])}({_filled(g, kind, depth)})"


#: Small drawings of lines, some of them with points that the line passes straight.
_DRAWINGS: Final = ("+-+-+", "+/|/+/|/+", "+-+-+/....|/....+", "+-+/..|/+-+", "+-+/|.|/+-+", "+-+-+/..|/..+")


@makes("constant", weight=0.25)
def of_a_drawing(g: Grammar, kind: str, depth: int) -> Text | str | None:
    joints = f"joints('{g.chance.one(_DRAWINGS)}')"
    if g.chance.often(0.5):
        return f"len({joints})"
    return f"{joints}[{g.chance.whole(0, 1)}][{g.chance.whole(0, 3)}]"
