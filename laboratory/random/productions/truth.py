"""Statements: true or false."""

from __future__ import annotations

from typing import Final

from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.grammar import COMPARISONS, Grammar, makes, on_squares, spells
from cluewright.laboratory.random.scope import AND, COMPARE, IMPLIES, NOT, OR, SERVES, Text

_TRUTHS: Final = ("statement", "truth", "fact")


def _flat(kind: str) -> str:
    """What may stand where a statement can be denied: no graphs."""
    return "truth" if kind == "statement" else kind


def _numeric(kind: str) -> str:
    return "constant" if kind == "fact" else "number"


spells("leaf", "{=kind}", "statement", "truth", weight=3)


@makes(*_TRUTHS, weight=8)
def comparison(g: Grammar, kind: str, depth: int) -> Text | str | None:
    number = _numeric(kind)
    right = g.small() if g.chance.often(0.4) else g.tight(number, depth, COMPARE)
    return Text(f"{g.tight(number, depth, COMPARE)} {g.chance.one(COMPARISONS)} {right}", COMPARE)


@makes(*_TRUTHS, weight=1)
def chain(g: Grammar, kind: str, depth: int) -> Text | str | None:
    parts = [g.tight(_numeric(kind), depth, COMPARE) for _ in range(g.chance.whole(3, 4))]
    text = parts[0]
    for part in parts[1:]:
        text += f" {g.chance.one(['==', '<', '<=', '<=', '!='])} {part}"
    return Text(text, COMPARE)


@makes(*_TRUTHS, weight=2)
def conjunction(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(" and ".join(g.tight(kind, depth, AND) for _ in range(g.chance.whole(2, 3))), AND)


@makes(*_TRUTHS, weight=3)
def disjunction(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(" or ".join(g.tight(kind, depth, OR) for _ in range(g.chance.whole(2, 3))), OR)


@makes(*_TRUTHS, weight=1.5)
def negation(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(f"not {g.tight(_flat(kind), depth, NOT)}", NOT)


@makes(*_TRUTHS, weight=1.5)
def implication(g: Grammar, kind: str, depth: int) -> Text | str | None:
    return Text(f"{g.tight(_flat(kind), depth, IMPLIES)} implies {g.tight(kind, depth, IMPLIES)}", IMPLIES)


@makes(*_TRUTHS, weight=1.5)
def equivalence(g: Grammar, kind: str, depth: int) -> Text | str | None:
    sign = g.chance.one(["iff", "iff", "==", "!="])
    level = IMPLIES if sign == "iff" else COMPARE
    return Text(f"{g.tight(_flat(kind), depth, level)} {sign} {g.tight(_flat(kind), depth, level)}", level)


@makes(*_TRUTHS, "number", "constant", "word", weight=0.8)
def choice(g: Grammar, kind: str, depth: int) -> Text | str | None:
    condition = "fact" if kind in ("fact", "constant") or g.chance.often(0.15) else "truth"
    yes, no = g.tight(kind, depth, IMPLIES), g.tight(kind, depth, IMPLIES)
    return Text(f"{yes} if {g.tight(condition, depth, IMPLIES)} else {no}", IMPLIES)


spells("literal", "{true|false}", *_TRUTHS, weight=0.25)
spells("fact", "{fact}", "truth", "statement", weight=0.5)


@makes("statement", "truth", weight=2)
def words(g: Grammar, kind: str, depth: int) -> Text | str | None:
    word = g.value_of("word")
    if word is None:
        return None
    way = g.chance.whole(0, 3)
    if way == 0:
        few = ", ".join(g.word_like(word) for _ in range(g.chance.whole(0, 2)))
        return Text(f"{word} {g.chance.one(['in', 'not in'])} [{few}]", COMPARE)
    if way == 1:
        return Text(
            f"{word} {g.chance.one(['in', 'not in'])} [{g.make('word', depth)}, {g.make('word', depth)}]", COMPARE
        )
    return Text(f"{word} {g.chance.one(['==', '!='])} {g.tight('word', depth, COMPARE)}", COMPARE)


@makes("statement", "truth", weight=1)
def mixed(g: Grammar, kind: str, depth: int) -> Text | str | None:
    value = g.value_of("mixed")
    if value is None:
        return None
    others = [v for u in g.scope.unknowns if u.holds == "mixed" for v in u.values]
    other = g.chance.one(others)
    spelled = f"'{other}'" if isinstance(other, str) else str(other)
    if g.chance.often(0.3):
        spelled = g.value_of("mixed") or spelled
    return Text(f"{value} {g.chance.one(['==', '!='])} {spelled}", COMPARE)


@makes(*_TRUTHS, weight=1.5)
def member(g: Grammar, kind: str, depth: int) -> Text | str | None:
    number = g.tight(_numeric(kind), depth, COMPARE)
    sign = g.chance.one(["in", "in", "not in"])
    return Text(f"{number} {sign} {g.tight('constants' if kind == 'fact' else 'numbers', depth, COMPARE)}", COMPARE)


@makes("truth", "statement", weight=0.8)
def member_of_set(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if "cell" not in g.scope.domains:
        return None
    return Text(
        f"{g.leaf('cell')} {g.chance.one(['in', 'in', 'not in'])} {g.tight('cell set', depth, COMPARE)}", COMPARE
    )


@makes("truth", "statement", weight=0.7)
def table(g: Grammar, kind: str, depth: int) -> Text | str | None:
    width = g.chance.whole(2, 3)
    rows = [", ".join(g.small() for _ in range(width)) for _ in range(g.chance.whole(1, 4))]
    values = ", ".join(g.make("number", depth) for _ in range(width))
    return Text(f"({values}) {g.chance.one(['in', 'in', 'not in'])} [{', '.join(f'({row})' for row in rows)}]", COMPARE)


@makes("truth", "statement", weight=0.5)
def equal_lists(g: Grammar, kind: str, depth: int) -> Text | str | None:
    size = g.chance.whole(1, 3)
    left, right = (", ".join(g.make("number", depth) for _ in range(size)) for _ in range(2))
    return Text(f"[{left}] {g.chance.one(['==', '!='])} [{right}]", COMPARE)


@makes("truth", "statement", "fact", weight=2.5)
def quantified(g: Grammar, kind: str, depth: int) -> Text | str | None:
    inner = kind if kind != "statement" or g.chance.often(0.5) else "truth"
    return f"{g.chance.one(['all', 'any'])}({g.described(inner, depth, symbolic=kind != 'fact')})"


for _count in ("exactly", "at_most", "at_least"):

    @makes("truth", "statement", weight=0.6, name=_count)
    def counted(g: Grammar, kind: str, depth: int, name: str = _count) -> Text | str | None:
        return f"{name}({_how_many(g, depth)}, {g.make('truths', depth)})"


def _how_many(g: Grammar, depth: int) -> str:
    return g.make("number", depth) if g.chance.often(0.3) else str(g.chance.whole(0, 3))


@makes("truth", "statement", weight=2)
def all_different(g: Grammar, kind: str, depth: int) -> Text | str | None:
    way = g.chance.whole(0, 9)
    if way < 2 and any(u.holds == "word" for u in g.scope.unknowns):
        return f"all_different({g.make('word list', depth)})"
    if way < 4:
        return f"all_different({g.described('number', depth, symbolic=True)})"
    if way < 6:
        ignored = g.small() if g.chance.often(0.6) else f"[{g.small()}, {g.small()}]"
        return f"all_different({g.make('numbers', depth)}, ignoring={ignored})"
    return f"all_different({g.make('numbers', depth)})"


@makes("truth", "statement", weight=0.8)
def all_equal(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if g.chance.often(0.3) and any(u.holds == "word" for u in g.scope.unknowns):
        return f"all_equal({g.make('word list', depth)})"
    return f"all_equal({g.make('numbers', depth)})"


spells("increasing", "increasing({numbers})", "truth", "statement", weight=0.8)
spells("not_decreasing", "not_decreasing({numbers})", "truth", "statement", weight=0.8)


for _order in ("lex_less", "lex_at_most"):

    @makes("truth", "statement", weight=0.6, name=_order)
    def ordered(g: Grammar, kind: str, depth: int, name: str = _order) -> Text | str | None:
        return f"{name}({_two_lists(g, depth)})"


def _two_lists(g: Grammar, depth: int) -> str:
    size = g.chance.whole(0, 4) if g.chance.often(0.1) else g.chance.whole(1, 3)
    return ", ".join("[" + ", ".join(g.make("number", depth) for _ in range(size)) + "]" for _ in range(2))


@makes("truth", "statement", weight=0.6)
def distinct(g: Grammar, kind: str, depth: int) -> Text | str | None:
    size = g.chance.whole(1, 3)
    item = "word" if g.chance.often(0.2) and any(u.holds == "word" for u in g.scope.unknowns) else "number"
    lists = ["[" + ", ".join(g.make(item, depth) for _ in range(size)) + "]" for _ in range(g.chance.whole(2, 3))]
    return f"distinct([{', '.join(lists)}])"


@makes("statement", "truth", weight=0.8)
def matches(g: Grammar, kind: str, depth: int) -> Text | str | None:
    layers = [u for u in g.scope.unknowns if u.holds != "mixed" and u.values]
    if not layers:
        return None
    layer = g.chance.one(layers)
    if layer.holds != "word" and g.chance.often(0.35):
        return blocks(g, kind, depth)
    values = [str(int(v)) if isinstance(v, bool) else str(v) for v in layer.values]
    return f'matches({g.values_along(layer)}, "{_pattern(g.chance, values, 2)}")'


@makes("statement", "truth", weight=0.5)
def blocks(g: Grammar, kind: str, depth: int) -> Text | str | None:
    lines = [u for u in g.scope.unknowns if u.holds in ("number", "truth")]
    if not lines:
        return None
    line = g.values_along(g.chance.one(lines))
    lengths = ["'?'" if g.chance.often(0.2) else str(g.chance.whole(1, 2)) for _ in range(g.chance.whole(0, 2))]
    known = [v.text for v in g.scope.locals if v.kind == "constants"]
    if known and g.chance.often(0.5):
        return f"matches({line}, blocks({known[-1]}))"
    colours = f", colours=[{', '.join(g.chance.one(['1', '2']) for _ in lengths)}]" if g.chance.often(0.4) else ""
    return f"matches({line}, blocks([{', '.join(lengths)}]{colours}))"


def _pattern(chance: Chance, values: list[str], depth: int) -> str:
    way = chance.weighted([4, 2, 1.5, 1.5, 3, 2, 3] if depth else [4, 2, 1, 1])
    if way == 0:
        return chance.one(values)
    if way == 1:
        return "."
    if way == 2:
        numbers = [v for v in values if v.lstrip("-").isdigit()]
        if len(numbers) > 1 and chance.often(0.3):
            return f"[{numbers[0]}..{numbers[-1]}]"
        return f"[{' '.join(chance.some(values, 1, 2))}]"
    if way == 3:
        return f"[^{' '.join(chance.some(values, 1, 2))}]"
    if way == 4:
        return " ".join(_pattern(chance, values, depth - 1) for _ in range(chance.whole(2, 3)))
    if way == 5:
        return f"({_pattern(chance, values, depth - 1)} | {_pattern(chance, values, depth - 1)})"
    repeat = chance.one(["*", "*", "*", "+", "+", "?", "{2}", "{1,2}", "{1,}", "{,2}"])
    return f"({_pattern(chance, values, depth - 1)}){repeat}"


@makes("fact", weight=1)
def clue_given(g: Grammar, kind: str, depth: int) -> Text | str | None:
    clues = [c for c in g.scope.clues if c.domain.kind in g.scope.domains and c.holds != "group"]
    if not clues:
        return None
    clue = g.chance.one(clues)
    return Text(f"{g.leaf(clue.domain.kind)} {g.chance.one(['in', 'not in'])} {clue.name}", COMPARE)


@makes("truth", "statement", "fact", weight=0.4)
def known_set_size(g: Grammar, kind: str, depth: int) -> Text | str | None:
    clues = [c for c in g.scope.clues if c.holds != "group"]
    if not clues:
        return None
    return Text(f"count({g.chance.one(clues).name}) {g.chance.one(COMPARISONS)} {g.small()}", COMPARE)


@makes("fact", weight=1.5)
def same_cell(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if "cell" not in g.scope.domains:
        return None
    way = g.chance.whole(0, 2)
    if way == 0:
        return Text(f"{g.leaf('cell')} {g.chance.one(['==', '!='])} {g.tight('cell', depth, COMPARE)}", COMPARE)
    if way == 1:
        return Text(f"{g.leaf('cell')} {g.chance.one(['in', 'not in'])} {g.tight('cells', depth, COMPARE)}", COMPARE)
    return Text(
        f"({g.leaf('cell')}, {g.leaf('cell')}) {g.chance.one(['in', 'not in'])} {g.tight('pairs', depth, COMPARE)}",
        COMPARE,
    )


@makes("fact", "truth", weight=0.4)
def same_list(g: Grammar, kind: str, depth: int) -> Text | str | None:
    kinds = ["constants", "cells"] if "cell" in g.scope.domains else ["constants"]
    wanted = g.chance.one(kinds)
    return Text(
        f"{g.tight(wanted, depth, COMPARE)} {g.chance.one(['==', '!='])} {g.tight(wanted, depth, COMPARE)}", COMPARE
    )


spells("knight_apart", "knight_apart({=cell}, {=cell})", "fact", weight=0.6, where=on_squares)


@makes("fact", weight=0.6)
def crosses(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if not g.scope.plan.is_square:
        return None
    pairs = [f"({', '.join(g.cells_on_one_line())})" for _ in range(2)]
    return f"crosses({', '.join(pairs)})"


@makes("fact", weight=1)
def same_direction(g: Grammar, kind: str, depth: int) -> Text | str | None:
    if "direction" not in g.scope.domains:
        return None
    return Text(f"{g.make('direction', depth)} {g.chance.one(['==', '!='])} {g.make('direction', depth)}", COMPARE)


@makes("truth", "statement", "number", weight=1.2)
def called(g: Grammar, kind: str, depth: int) -> Text | str | None:
    serving = SERVES[kind]
    defined = [
        d
        for d in g.scope.defined
        if d.kind in serving and all(a in ("number", "constant", "truth") or a in g.scope.domains for a in d.arguments)
    ]
    if not defined:
        return None
    definition = g.chance.one(defined)
    if not definition.arguments:
        return definition.name
    return f"{definition.name}({', '.join(g.make(argument, min(depth, 1)) for argument in definition.arguments)})"
