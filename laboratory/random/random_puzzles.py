"""Random puzzles over the whole language: from a seed to the text of a file, the same one on every machine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from cluewright.laboratory.random import productions  # noqa: F401 (they register themselves)
from cluewright.laboratory.random.boards import random_board
from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.grammar import PRODUCTIONS, Grammar
from cluewright.laboratory.random.layers import clue_layers, domains, unknown_layers
from cluewright.laboratory.random.scope import IMPLIES, Defined, Local, Scope

_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*( [A-Za-z0-9_]+)*")
#: Words that YAML readers may take for something else.
_SPECIAL: Final = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_FEATURED: Final = sorted({name for options in PRODUCTIONS.values() for name, _, _ in options})


def random_puzzle(seed: int) -> str:
    """The text of a puzzle."""
    chance = Chance(seed)
    scope = Scope(random_board(chance))
    scope.domains = {d.kind: d for d in domains(scope.plan, chance)}
    parameters = _parameters(scope, chance)
    unknowns = unknown_layers(scope, chance)
    clues, given = clue_layers(scope, chance)
    grammar = Grammar(scope, chance, frozenset(chance.some(_FEATURED, 2, 4)))
    define = _definitions(grammar)
    allowed = chance.often(0.35)
    if allowed:
        define["hidden"] = " and ".join(_hidden(scope)) or "false"
    constraints = [_constraint(grammar, number, allowed) for number in range(1, 2 + chance.weighted([5, 4, 2, 1]))]
    book: dict[str, object] = {
        "parameters": parameters,
        "board": scope.plan.declared,
        "elements": {
            d.listed: [name.strip("'") for name in d.names] if d.kind == "person" else f"1..{d.size}"
            for d in scope.domains.values()
            if d.kind in ("person", "seat")
        },
        "clues": clues,
        "define": define,
        "unknowns": unknowns,
        "constraints": constraints,
    }
    return _documents({k: v for k, v in book.items() if v}, given, chance)


def _parameters(scope: Scope, chance: Chance) -> dict[str, object]:
    """`size` is always there, since values may use it; others only sometimes."""
    found: dict[str, Any] = {"size": 2}
    scope.parameters.append(Local("size", "constant"))
    if chance.often(0.2):
        found["worth"] = {"ace": chance.whole(0, 2), "king": chance.whole(1, 3)}
        scope.parameters.extend(Local(f"worth['{name}']", "constant") for name in found["worth"])
    if chance.often(0.2):
        found["steps"] = [chance.whole(-1, 3) for _ in range(2)]
        scope.parameters.extend(Local(f"steps[{i}]", "constant") for i in range(2))
    return found


def _definitions(grammar: Grammar) -> dict[str, str]:
    """Names and functions; each may use the ones before it."""
    chance, scope = grammar.chance, grammar.scope
    found: dict[str, str] = {}
    for number in range(chance.weighted([5, 3, 2, 1])):
        kind = chance.one(["number", "truth", "number", "fact"])
        name = ["helper", "second", "third"][number]
        arguments = chance.some(["number", *(k for k in ("cell", "link", "seat") if k in scope.domains)], 0, 2)
        with grammar.inner():
            names = [grammar.bind(argument) for argument in arguments]
            text = grammar.make(kind, chance.whole(1, 2))
        if kind == "fact" and "number" in arguments:
            kind = "truth"
        found[f"{name}({', '.join(names)})" if names else name] = text
        scope.defined.append(Defined(name, arguments, kind))
    return found


def _hidden(scope: Scope) -> Iterator[str]:
    """That the unknowns have the values of the hidden answer."""
    for layer, values in scope.hidden.items():
        for element, value in values.items():
            here = f"{layer}[{element}]"
            if isinstance(value, bool):
                yield here if value else f"not {here}"
            else:
                yield f"{here} == {value}" if isinstance(value, int) else f"{here} == '{value}'"


def _constraint(grammar: Grammar, number: int, allowed: bool) -> dict[str, object]:
    chance = grammar.chance
    made: dict[str, Any] = {"rule": f"Rule {number}."}
    with grammar.inner():
        if chance.often(0.6):
            loops = []
            for _ in range(1 + chance.weighted([7, 2, 0.2])):
                loop = grammar.loop(1)
                if " if " not in loop and chance.often(0.25):
                    loop += f" if {grammar.tight(chance.one(['fact', 'truth']), 2, IMPLIES)}"
                loops.append(loop)
            made["each"] = ", ".join(loops)
        depth = 1 + chance.weighted([2, 4, 3, 0.7])
        softly = 0.4 if "each" in made else 0.15
        holds = [grammar.rule(depth, softly) for _ in range(1 + chance.weighted([8, 1, 0.5]))]
        if allowed:
            holds = [f"hidden or ({text})" for text in holds]
        made["holds"] = holds if len(holds) > 1 or chance.often(0.05) else holds[0]
    return made


def _documents(book: dict[str, Any], given: dict[str, Any], chance: Chance) -> str:
    """One rulebook inside the puzzle, one beside it, or rules in several that build on each other."""
    way = chance.weighted([5, 2, 1, 1])
    if way == 0:
        return written({"puzzle": {"rules": "random", **book}, **({"clues": given} if given else {})})
    puzzle: dict[str, object] = {"puzzle": "random"}
    rules = book["constraints"]
    first = dict(book)
    documents: list[dict[str, object]] = [{"rules": "random", **first}]
    if way == 1:
        cut = chance.whole(1, len(rules))
        first["constraints"], puzzle["constraints"] = rules[:cut], rules[cut:]
        documents = [{"rules": "random", **first}]
    elif way > 1:
        cut = chance.whole(0, len(rules))
        first["constraints"] = rules[:cut]
        more: dict[str, object] = {"rules": "more", "constraints": rules[cut:], "parameters": {"size": 2}}
        if way == 2:
            more["extends"] = "random"
        documents = [{"rules": "random", **first}, more]
        puzzle["puzzle"] = "more" if way == 2 else ["random", "more"]
    if chance.often(0.3):
        puzzle["parameters"] = {"size": 2}
    if given:
        puzzle["clues"] = given
    documents.append(puzzle)
    return "---\n".join(written({k: v for k, v in d.items() if v != []}) for d in documents)


def written(data: dict[str, object], indent: str = "") -> str:
    """YAML of tables, lists, words, numbers and texts."""
    lines = []
    for name, value in data.items():
        lines.append(f"{indent}{_scalar(name)}:{_value(value, indent + '  ')}")
    return "".join(lines)


def _value(value: object, indent: str) -> str:
    if isinstance(value, dict):
        return "\n" + written(value, indent) if value else " {}\n"
    if isinstance(value, list):
        if not any(isinstance(item, (dict, list)) for item in value):
            return f" [{', '.join(map(_scalar, value))}]\n"
        return "\n" + "".join(f"{indent}-{_item(item, indent + '  ')}" for item in value)
    if isinstance(value, str) and value.endswith("\n"):
        return " |\n" + "".join(f"{indent}{line}\n" for line in value.splitlines())
    return f" {_scalar(value)}\n"


def _item(item: object, indent: str) -> str:
    if isinstance(item, dict) and item:
        return " " + written(item, indent).removeprefix(indent)
    return _value(item, indent)


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    return text if _PLAIN.fullmatch(text) and text.lower() not in _SPECIAL else json.dumps(text)
