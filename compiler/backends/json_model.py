"""The whole model of a puzzle as JSON, before any lowering: for other programs, not for people.

    {"format": "cluewright-model", "version": 1, "title": ..., "genre": ...,
     "layers": [{"name", "kind", "truth": whether its values are false and true, "words": {value: word},
                 "variables": [{"name", "element", "domain": [[low, high], ...]}]}],
     "graphs": [{"nodes": [name, ...], "edges": [[node, node], ...]}],
     "automata": [{"states", "start", "accepting": [state, ...], "transitions": [[state, value, state], ...]}],
     "rules": [{"sentence", "names": [loop variable, ...], "place": "file:line:column" or null}],
     "definitions": [expression, ...],
     "constraints": [{"rule": index, "bindings": {name: text}, "expr": expression}]}

A puzzle is solved by giving every variable a value of its domain so that every constraint's `expr` is true.

An expression is a number (truth values are 0 and 1), the name of a variable, or an object with `op`:

    ref: the expression `definitions[index]`; shared and very deep parts are defined once, each before its use
    not (arg); and, or, min, max (args); abs (arg); product (left, right)
    quotient, remainder (left, right: a positive number; rounded down, never negative remainder)
    equals, at_most (arg, value); if (condition, then, else); element (index from 0, items)
    linear (terms: [[factor, expression], ...], constant)
    compare (terms, relation "<=" "==" "!=", bound)
    all_different (args, except: values that may repeat)
    table (args, rows: null fits any value, positive: whether the rows are allowed or forbidden)
    regular (args, automaton: index); lex (left, right, strict); distinct_lists (lists)
    connected (graph: index, nodes, edges or null); acyclic (graph, nodes or null, edges or null)
    loop (graph, edges); path (graph, edges, ends or null); matched (graph, nodes)
    equal_groups (graph, labels, sizes); joined_groups (graph, edges, sizes); seeded_groups (graph, nodes,
    seeds: [[node, size or null], ...]); twin_groups (graph, edges, first: nodes, places: [[row, column], ...])

`nodes` and `edges` say for each node or edge of the graph whether it is active; a size is null where any will do. What
the graph constraints mean is said in the documentation of the functions that make them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.ir import Expr, Graph, Value, Var
from cluewright.compiler.model import Model, Rule, spell, walk

VERSION: Final = 1
#: Expressions are nested up to this depth.
MAX_DEPTH: Final = 40

#: What is called otherwise in JSON than in the model.
_SHORT: Final[dict[type[Expr], str]] = {ir.Minimum: "min", ir.Maximum: "max", ir.Absolute: "abs", ir.Choose: "if"}
#: What every kind of node is called: `AllDifferent` is `all_different`.
OPS: Final[dict[type[Expr], str]] = {
    kind: _SHORT.get(kind) or re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower() for kind in ir.KINDS
}
KEYS: Final = {"other": "else", "excepted": "except"}

#: JSON data.
Data = Any


def write_json(model: Model, title: str = "", genre: str = "") -> str:
    """The model as JSON text, one constraint in a line."""
    data = model_data(model, title, genre)
    parts = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in value)
            parts.append(f"{json.dumps(key)}: [\n  {rows}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ",\n".join(parts) + "}\n"


def model_data(model: Model, title: str = "", genre: str = "") -> dict[str, Data]:
    """The model as plain data."""
    return _Writer(model).data(title, genre)


class _Writer:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.graphs: dict[Graph, int] = {}
        self.automata: dict[int, int] = {}
        self.kept_automata: list[Automaton] = []
        self.rules: dict[int, int] = {}
        self.kept_rules: list[Rule] = []
        self.definitions: list[Data] = []
        self.known: dict[Expr, Data] = {}

    def data(self, title: str, genre: str) -> dict[str, Data]:
        constraints = [
            {"rule": self.rule(c.rule), "bindings": c.bindings, "expr": self.value(c.expr)} for c in self._prepared()
        ]
        return {
            "format": "cluewright-model",
            "version": VERSION,
            "title": title,
            "genre": genre,
            "layers": [self.layer(name) for name in self.model.unknowns],
            "graphs": [{"nodes": list(g.names), "edges": [list(edge) for edge in g.edges]} for g in self.graphs],
            "automata": [_automaton(automaton) for automaton in self.kept_automata],
            "rules": [_rule(rule) for rule in self.kept_rules],
            "definitions": self.definitions,
            "constraints": constraints,
        }

    def _prepared(self) -> Iterable[Any]:
        """The constraints; everything below them is translated from below, so that nothing goes deep."""
        exprs = [c.expr for c in self.model.constraints]
        uses: dict[Expr, int] = {}
        for node in walk(exprs):
            for child in node.children():
                if isinstance(child, Expr):
                    uses[child] = uses.get(child, 0) + 1
        for expr in exprs:
            if isinstance(expr, Expr):
                uses[expr] = uses.get(expr, 0) + 1
        depth: dict[Expr, int] = {}
        for node in walk(exprs):
            depth[node] = 1 + max((depth[c] for c in node.children() if isinstance(c, Expr)), default=0)
            data = self.translate(node)
            shared = uses[node] > 1 and not isinstance(node, (Var, ir.Not, ir.Equals, ir.AtMost))
            if shared or depth[node] > MAX_DEPTH:
                self.definitions.append(data)
                data = {"op": "ref", "index": len(self.definitions) - 1}
                depth[node] = 1
            self.known[node] = data
        return self.model.constraints

    def layer(self, name: str) -> Data:
        layer = self.model.unknowns[name]
        return {
            "name": layer.name,
            "kind": layer.kind,
            "truth": layer.is_bool,
            "words": {str(value): word for value, word in sorted(layer.words.items())},
            "variables": [
                {"name": var.name, "element": spell(element), "domain": _spans(var.domain)}
                for element, var in layer.variables.items()
            ],
        }

    def rule(self, rule: Rule) -> int:
        if id(rule) not in self.rules:
            self.rules[id(rule)] = len(self.kept_rules)
            self.kept_rules.append(rule)
        return self.rules[id(rule)]

    def graph(self, graph: Graph) -> int:
        return self.graphs.setdefault(graph, len(self.graphs))

    def automaton(self, automaton: Automaton) -> int:
        if id(automaton) not in self.automata:
            self.automata[id(automaton)] = len(self.kept_automata)
            self.kept_automata.append(automaton)
        return self.automata[id(automaton)]

    # ------------------------------------------------------------ expressions

    def value(self, value: Value) -> Data:
        return self.known[value] if isinstance(value, Expr) else int(value)

    def translate(self, node: Expr) -> Data:
        """A node by its declared fields; of what kind a value is, the layers of the unknowns say."""
        if isinstance(node, Var):
            return node.name
        data = {"op": OPS[type(node)]}
        for name, role, kind in node.fields:
            if kind != "Kind":
                value = getattr(node, name)
                data[KEYS.get(name, name)] = self.plain(value) if role is ir.DATA else role.mapped(value, self.value)
        return data

    def plain(self, value: object) -> Data:
        """What a node holds beside its children."""
        if isinstance(value, Graph):
            return self.graph(value)
        if isinstance(value, Automaton):
            return self.automaton(value)
        if isinstance(value, frozenset):
            return sorted(value)
        return list(value.items()) if isinstance(value, dict) else value


def _spans(domain: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for value in domain:
        if found and found[-1][1] == value - 1:
            found[-1][1] = value
        else:
            found.append([value, value])
    return found


def _automaton(automaton: Automaton) -> Data:
    return {
        "states": automaton.states,
        "start": automaton.start,
        "accepting": sorted(automaton.accepting),
        "transitions": sorted([s, v, t] for (s, v), t in automaton.transitions.items()),
    }


def _rule(rule: Rule) -> Data:
    place = None if rule.place is None else str(rule.place)
    return {"sentence": rule.sentence, "names": list(rule.names), "place": place}
