"""A model back from its JSON: what `json_model` writes of the declared fields of a node is read by the same fields.

Kinds of numbers (words) and the drawing of a graph are not in the file, and no engine needs them."""

from __future__ import annotations

import json
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends.json_model import KEYS, OPS, VERSION
from cluewright.compiler.model import Model, Rule, UnknownLayer
from cluewright.models.errors import CluewrightError

_KINDS: Final[dict[str, type[ir.Expr]]] = {op: kind for kind, op in OPS.items()}


def read_json(text: str) -> Model:
    """The model in the text that `write_json` made."""
    data = json.loads(text)
    if data.get("format") != "cluewright-model" or data.get("version") != VERSION:
        raise CluewrightError("this is no model of cluewright, or one of another version")
    return _Reader(data).model()


class _Reader:
    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.layers = {layer["name"]: _layer(layer) for layer in data["layers"]}
        self.variables = {var.name: var for layer in self.layers.values() for var in layer.variables.values()}
        self.graphs = [ir.Graph(graph["nodes"], [(a, b) for a, b in graph["edges"]]) for graph in data["graphs"]]
        self.automata = [_automaton(automaton) for automaton in data["automata"]]
        self.definitions: list[ir.Value] = []

    def model(self) -> Model:
        model = Model(self.layers)
        rules = [Rule(rule["sentence"], tuple(rule["names"])) for rule in self.data["rules"]]
        for definition in self.data["definitions"]:
            self.definitions.append(self.value(definition))
        for entry in self.data["constraints"]:
            model.add(self.value(entry["expr"]), rules[entry["rule"]], tuple(entry["bindings"].values()))
        return model

    def value(self, data: Any) -> ir.Value:
        if isinstance(data, int):
            return data
        if isinstance(data, str):
            return self.variables[data]
        if data["op"] == "ref":
            return self.definitions[int(data["index"])]
        kind: type[ir.Expr] = _KINDS[data["op"]]
        return ir.make(kind, [self.field(field, data) for field in kind.fields if field.type != "Kind"])

    def field(self, field: ir.Field, data: Any) -> object:
        value = data[KEYS.get(field.name, field.name)]
        if field.role is not ir.DATA:
            return field.role.mapped(value, self.value)
        if field.type == "Graph":
            return self.graphs[value]
        if field.type == "Automaton":
            return self.automata[value]
        if field.type.startswith("dict"):
            return dict(value)
        return frozenset(value) if field.type.startswith("frozenset") else _tuples(value)


def _layer(data: dict[str, Any]) -> UnknownLayer:
    variables = {
        entry["element"]: ir.Var(entry["name"], [v for low, high in entry["domain"] for v in range(low, high + 1)])
        for entry in data["variables"]
    }
    words = {int(value): word for value, word in data["words"].items()}
    return UnknownLayer(data["name"], data["kind"], variables, words, data["truth"])


def _automaton(data: dict[str, Any]) -> Automaton:
    steps = {(state, value): following for state, value, following in data["transitions"]}
    return Automaton(data["states"], data["start"], frozenset(data["accepting"]), steps)


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
