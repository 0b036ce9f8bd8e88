"""Whether two puzzles mean the same: the same unknowns under the same constraints, whatever their texts."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from cluewright.compiler.backends.json_model import model_data
from cluewright.compiler.model import Constraint, Model

#: So many differences of a kind are told.
_MOST: Final = 5
#: Operations whose arguments may stand in any order, and the key that they stand under.
_UNORDERED: Final = {
    **dict.fromkeys(("and", "or", "min", "max", "all_different"), "args"),
    **dict.fromkeys(("linear", "compare"), "terms"),
}


def model_differences(first: Model, second: Model, names: tuple[str, str]) -> list[str]:
    """What the models of two puzzles differ in, in words; `names` say which is which. Empty if they mean the same."""
    one, other = _Meaning(first), _Meaning(second)
    found: list[str] = []
    for mine, theirs, (here, there) in ((one, other, names), (other, one, names[::-1])):
        missing = [name for name in mine.unknowns if name not in theirs.unknowns]
        found += _told(f"{here} has an unknown that {there} has not", missing)
    both = [name for name in one.unknowns if name in other.unknowns]
    values = [name for name in both if one.unknowns[name] != other.unknowns[name]]
    found += _told(f"an unknown has other values in {names[0]} than in {names[1]}", values)
    for mine, theirs, (here, there) in ((one, other, names), (other, one, names[::-1])):
        extra = [str(constraint) for key, constraint in mine.constraints.items() if key not in theirs.constraints]
        found += _told(f"only {here} demands, and not {there}", extra)
    return found


def _told(what: str, items: list[str]) -> list[str]:
    more = [f"and {len(items) - _MOST} more of this kind"] if len(items) > _MOST else []
    return [f"{what}: {item}" for item in items[:_MOST]] + more


class _Meaning:
    """A model as digests: two expressions have the same one if they are built in the same way."""

    def __init__(self, model: Model) -> None:
        data = model_data(model)
        self._shared: dict[str, list[str]] = {
            "graph": [_digest(graph) for graph in data["graphs"]],
            "automaton": [_digest(automaton) for automaton in data["automata"]],
            "ref": [],
        }
        for definition in data["definitions"]:  # each before its use
            self._shared["ref"].append(self._of(definition))
        exprs = (self._of(entry["expr"]) for entry in data["constraints"])
        #: What is always true demands nothing.
        self.constraints: dict[str, Constraint] = {
            key: constraint for key, constraint in zip(exprs, model.constraints, strict=True) if key != _TRUE
        }
        self.unknowns: dict[str, Any] = {
            f"{layer['name']} at {var['element']}": (layer["truth"], layer["words"], var["domain"])
            for layer in data["layers"]
            for var in layer["variables"]
        }

    def _of(self, data: object) -> str:
        if isinstance(data, list):
            return _digest([self._of(item) for item in data])
        if not isinstance(data, dict):
            return _digest(data)
        if data["op"] == "ref":
            return self._shared["ref"][data["index"]]
        parts: dict[str, Any] = {}
        for key, value in data.items():
            if key in ("graph", "automaton"):
                parts[key] = self._shared[key][value]
            elif key == _UNORDERED.get(data["op"]):
                parts[key] = sorted(self._of(item) for item in value)
            else:
                parts[key] = self._of(value)
        return _digest(parts)


def _digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()


_TRUE: Final = _digest(1)
