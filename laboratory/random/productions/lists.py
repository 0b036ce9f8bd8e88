"""Lists of numbers, truth values and words."""

from __future__ import annotations

from cluewright.laboratory.random.grammar import Grammar, makes, spells
from cluewright.laboratory.random.scope import ATOM, COMPARE, IMPLIES, RANGE, SUM, Text


@makes("numbers", weight=4)
def values_of_layer(g: Grammar, kind: str, depth: int) -> Text | str | None:
    layers = [u for u in g.scope.unknowns if u.holds == "number" or (u.holds == "truth" and g.chance.often(0.3))]
    return g.values_along(g.chance.one(layers)) if layers else None


@makes("numbers", "constants", weight=2)
def written(g: Grammar, kind: str, depth: int) -> Text | str | None:
    item = "number" if kind == "numbers" else "constant"
    few = g.chance.whole(0, 1) if g.chance.often(0.1) else g.chance.whole(1, 3)
    return f"[{', '.join(g.make(item, depth) for _ in range(few))}]"


@makes("numbers", "constants", weight=2)
def numbers_by_description(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if kind == "numbers":
        return f"[{g.described('number', depth)}]"
    with g.inner():
        things = g.make("constants", depth - 1)
        name = g.bind("constant")
        return f"[{g.tight('constant', depth, IMPLIES)} for {name} in {things} if {g.tight('fact', depth, IMPLIES)}]"


@makes("constants", weight=2)
def span(g: Grammar, kind: str, depth: int) -> Text | str | None:
    low = g.chance.whole(-1, 2)
    return Text(f"{low}..{low + g.chance.whole(-1, 3)}", RANGE)


@makes("constants", weight=0.7)
def set_of(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if g.chance.often(0.5):
        with g.inner():
            things = g.make("constants", depth - 1)
            name = g.bind("constant")
            return f"{{{g.tight('constant', depth, IMPLIES)} for {name} in {things}}}"
    return f"{{{', '.join(g.make('constant', depth) for _ in range(g.chance.whole(1, 3)))}}}"


spells("in_order", "{sorted|unique}({constants})", "constants", weight=1.5)
spells("stopped", "until({constants}, {constants})", "constants", weight=0.5)


@makes("numbers", "constants", "cells", "word list", weight=0.7)
def turned(g: Grammar, kind: str, depth: int) -> Text | str | None:
    way = g.chance.whole(0, 3)
    inner = g.make(kind, depth)
    if way == 0:
        return f"reverse({inner})"
    if way == 1:
        return f"first({inner})"
    cut = g.chance.one(["[:1]", "[1:]", "[:2]", "[-2:]", "[1:3]", "[:-1]", "[:]"])
    return f"({inner}){cut}" if inner.level < ATOM else f"{inner}{cut}"


@makes("numbers", "constants", "cells", "word list", "truths", weight=1)
def joined(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(f"{g.tight(kind, depth, COMPARE if kind != 'truths' else SUM)} + {g.tight(kind, depth, SUM)}", SUM)


@makes("numbers", "constants", weight=0.6)
def flattened(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"flatten([{', '.join(g.make(kind, depth) for _ in range(g.chance.whole(1, 2)))}])"


@makes("truths", weight=2)
def truths_by_description(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"[{g.described('truth', depth)}]"


@makes("truths", weight=1)
def written_truths(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"[{', '.join(g.make('truth', depth) for _ in range(g.chance.whole(0, 3)))}]"


@makes("truths", weight=1)
def truth_layer(g: Grammar, kind: str, depth: int) -> Text | str | None:
    layers = [u for u in g.scope.unknowns if u.holds == "truth"]
    return g.values_along(g.chance.one(layers)) if layers else None


@makes("word list", weight=2)
def word_values(g: Grammar, kind: str, depth: int) -> Text | str | None:
    layers = [u for u in g.scope.unknowns if u.holds == "word"]
    return g.values_along(g.chance.one(layers)) if layers else None


@makes("word list", weight=1)
def written_words(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return f"[{', '.join(g.make('word', depth) for _ in range(g.chance.whole(1, 3)))}]"


@makes("word", weight=1)
def word_leaf(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return g.leaf("word" if g.chance.often(0.7) else "known word")
