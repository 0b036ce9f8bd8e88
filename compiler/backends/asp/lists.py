"""Lists in an answer set program: tables and automata are facts, and few general rules speak of all of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.backends.asp.program import Program
from cluewright.compiler.backends.asp.terms import TRUE, Digits, Number, equals, negated, options, possible, spans

#: In longer lists, equal values are counted instead of being forbidden pair by pair.
LONG_LIST: Final = 16
#: Longer tables are written as facts, and in longer lists two of the same are counted.
SHORT_TABLE: Final = 8


def _holders(p: Program, node: ir.AllDifferent) -> dict[int, list[str]]:
    holders: dict[int, list[str]] = {}
    for arg in node.args:
        number = p.number(arg)
        for value in possible(number):
            if value not in node.excepted:
                holders.setdefault(value, []).append(equals(number, value))
    return {value: holders[value] for value in sorted(holders)}


def all_different(p: Program, node: ir.AllDifferent) -> str:
    head = f"broken({p.new()})"
    rules = 0
    for literals in _holders(p, node).values():
        for body in _more_than_one(literals):
            p.rule(head, body)
            rules += 1
    return negated(head) if rules else TRUE


def require_all_different(p: Program, node: ir.AllDifferent, positive: bool) -> None:
    if not positive:
        p.forbid([p.literal(node)])
        return
    holders = _holders(p, node)
    every_value_occurs = not node.excepted and len(holders) == len(node.args)
    if not node.excepted and told_apart(p, [p.number(arg) for arg in node.args], every_value_occurs):
        return
    for literals in holders.values():
        for body in _more_than_one(literals):
            p.forbid(body)
        if every_value_occurs:
            p.forbid(map(negated, literals))


def told_apart(p: Program, numbers: Sequence[Number], every_value: bool = False) -> bool:
    """Different unknowns of one layer by facts and a few general rules; False if they are something else."""
    unknowns = sorted((n for n in numbers if isinstance(n, Digits) and n.layer), key=lambda n: n.index)
    if len(unknowns) < len(numbers) or len({n.layer for n in unknowns}) != 1:
        return False
    if len({n.index for n in unknowns}) < len(unknowns):
        return False
    layer, count = unknowns[0].layer, len(unknowns)
    if count <= LONG_LIST:
        _apart_pairs(p, layer, unknowns)
    if count > LONG_LIST or every_value:
        number = p.new()
        p.lines.append(f"list_{layer}({number},({';'.join(n.place for n in unknowns)})).")
        values = spans(sorted({value for n in unknowns for value in n.values}))
        if count > LONG_LIST:
            p.lines.append(f"once_{layer}({number},{values}).")
            p.once(f":- once_{layer}(N,V), #count {{ X : list_{layer}(N,X), {layer}(X,V) }} > 1.")
        if every_value:
            p.lines.append(f"each_{layer}({number},{values}).")
            p.once(f":- each_{layer}(N,V), not {layer}(X,V) : list_{layer}(N,X).")
    return True


def _apart_pairs(p: Program, layer: str, unknowns: Sequence[Digits]) -> None:
    for position, first in enumerate(unknowns):
        others = [n for n in unknowns[position + 1 :] if (layer, first.index, n.index) not in p.apart]
        if others:
            p.apart.update((layer, first.index, n.index) for n in others)
            places = ";".join(n.place for n in others)
            p.lines.append(f"apart_{layer}({first.place},{places if len(others) == 1 else f'({places})'}).")
            p.once(f":- apart_{layer}(X,Y), {layer}(X,V), {layer}(Y,V).")


def distinct_lists(p: Program, node: ir.DistinctLists) -> str:
    """Items as facts about lists; the solver itself goes through the pairs."""
    number = p.new()
    p.lines.append(f"lists({number},0..{len(node.lists) - 1}).")
    for index, row in enumerate(node.lists):
        for place, item in enumerate(row):
            value = p.number(item)
            for option in possible(value):
                p.rule(f"item({number},{index},{place},{option})", [equals(value, option)])
    pair = "lists(N,A), lists(N,B), A < B"
    for first, second in ("AB", "BA"):
        p.once(f"differ(N,A,B) :- {pair}, item(N,{first},P,V), not item(N,{second},P,V).")
    p.once(f"broken(N) :- {pair}, not differ(N,A,B).")
    return negated(f"broken({number})")


def table(p: Program, node: ir.Table) -> str:
    bodies = _rows(p, node)
    head = f"holds({p.new()})"
    for body in bodies:
        p.rule(head, body)
    return head if node.positive else negated(head)


def require_table(p: Program, node: ir.Table, positive: bool) -> None:
    if positive != node.positive:
        for body in _rows(p, node):
            p.forbid(body)
    else:
        literal = p.literal(node)
        p.forbid([negated(literal) if positive else literal])


def _rows(p: Program, node: ir.Table) -> list[list[str]]:
    """Bodies of which one holds exactly when some row fits."""
    numbers = [p.number(arg) for arg in node.args]
    rows = node.rows
    plain = all(isinstance(number, Digits) for number in numbers) and not any(None in row for row in rows)
    if not plain or len(rows) <= SHORT_TABLE:
        return [[equals(n, v) for n, v in zip(numbers, row, strict=True) if v is not None] for row in rows]
    key = ("table", rows)
    if key not in p.facts:
        p.facts[key] = len(p.facts) + 1
        p.lines += [f"row({p.facts[key]},{','.join(map(str, row))})." for row in rows]
    names = [f"V{i}" for i in range(len(numbers))]
    atoms = [n.at(name) for n, name in zip(numbers, names, strict=True) if isinstance(n, Digits)]
    return [[f"row({p.facts[key]},{','.join(names)})", *atoms]]


def regular(p: Program, node: ir.Regular) -> str:
    run, machine = _run(p, node)
    head = f"holds({run})"
    p.rule(head, [f"state({run},{len(node.args)},S)", f"accept({machine},S)"])
    return head


def require_regular(p: Program, node: ir.Regular, positive: bool) -> None:
    if not positive:
        p.forbid([p.literal(node)])
        return
    run, machine = _run(p, node)
    length = len(node.args)
    p.forbid([f"state({run},I,S)", f"not live({machine},{length}-I,S)"])
    p.forbid([f"I = 0..{length}", f"not 1 {{ state({run},I,S) }} 1"])


def _run(p: Program, node: ir.Regular) -> tuple[int, int]:
    """The states that the automaton goes through; `live(A,J,S)`: J more letters can lead from S to acceptance."""
    automaton = node.automaton
    moves = tuple(sorted((s, v, t) for (s, v), t in automaton.transitions.items()))
    key = ("automaton", moves, tuple(sorted(automaton.accepting)), len(node.args))
    machine = p.facts.get(key)
    if machine is None:
        machine = p.facts[key] = len(p.facts) + 1
        p.lines += [f"step({machine},{s},{v},{t})." for s, v, t in moves]
        p.lines += [f"accept({machine},{s})." for s in sorted(automaton.accepting)]
        p.lines.append(f"live({machine},0,S) :- accept({machine},S).")
        p.lines.append(f"live({machine},J+1,S) :- live({machine},J,T), step({machine},S,_,T), J < {len(node.args)}.")
    run = p.new()
    for index, arg in enumerate(node.args):
        for body, value in options(p.number(arg), "V"):
            p.rule(f"letter({run},{index},{value})", body)
    p.lines.append(f"state({run},0,{automaton.start}).")
    step = [f"state({run},I,S)", f"letter({run},I,V)", f"step({machine},S,V,T)"]
    p.rule(f"state({run},I+1,T)", step)
    return run, machine


def _more_than_one(literals: Sequence[str]) -> list[list[str]]:
    """Bodies of which one holds exactly when two of the literals do."""
    if len(literals) <= SHORT_TABLE:
        return [[a, b] for a, b in itertools.combinations(literals, 2)]
    return [[f"#count {{ {'; '.join(f'{i} : {literal}' for i, literal in enumerate(literals))} }} > 1"]]
