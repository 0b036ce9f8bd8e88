"""Clues that are written as a file are read as the same clues, whatever signs their layer has for its values."""

from itertools import product
from typing import Any

import pytest
import yaml
from helpers import compiled

from cluewright.models.documents import ClueSpec
from cluewright.notation.puzzle_text import layer_lines
from cluewright.notation.template import Kit

#: Declarations of a layer, and values that its clues may have.
LAYERS: list[tuple[dict[str, Any], list[object]]] = [
    ({"values": "bool"}, [True, False]),
    ({"values": "bool", "symbols": {".": True, "o": False}}, [True, False]),
    ({"values": "bool", "symbols": {".": True, "_": False}}, [True, False]),
    ({"values": "bool", "symbols": {"x": False, "0": True}}, [True, False]),
    ({"values": "bool", "symbols": {"x": False, "1": False, "o": True}}, [True, False]),
    ({"values": ["sun", "moon"], "symbols": {".": "sun", "m": "moon"}}, ["sun", "moon"]),
    ({"values": ["a", "b"], "symbols": {"a": "b", "c": "a"}}, ["a", "b"]),
    ({"values": {".": "sun", "_": "moon"}}, ["sun", "moon"]),
    ({"values": "0..3 or '.'"}, [0, 3, "."]),
    ({"values": [".", "_", "x"]}, [".", "_", "x"]),
    ({"values": "1..3", "symbols": {"1": 2, "4": 1}}, [1, 2, 3]),
    ({"values": ["0..3 or '?'"], "symbols": {"q": "?"}}, [[1, "?"], [3]]),
]


def own_text(over: str, layer: dict[str, Any], lines: list[str]) -> str:
    """A puzzle of two rows and columns with these lines of clues, and its rulebook."""
    rules = yaml.safe_dump({"rules": "example", "clues": {"mark": {"over": over, **layer}}})
    return "\n".join(["puzzle: example", "board: {rows: 2, columns: 2}", "clues:", *lines, "---", rules])


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: str(layer[0]))
@pytest.mark.parametrize("over", ["cells", "corners"])
def test_every_way_to_fill_a_layer_comes_back(over: str, layer: tuple[dict[str, Any], list[object]]) -> None:
    names = ["r1c1", "r1c2", "r2c2"] if over == "cells" else ["p1q1", "p3q2"]
    declared, values = layer
    for given in product([None, *values], repeat=len(names)):
        wanted = {name: value for name, value in zip(names, given, strict=True) if value is not None}
        lines = layer_lines("mark", wanted, 2, 2, ClueSpec(over=over, **declared))
        found = compiled(own_text(over, declared, lines)).clues["mark"]
        assert {str(e): list(v) if isinstance(v, tuple) else v for e, v in found.items()} == wanted, lines


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: str(layer[0]))
@pytest.mark.parametrize("over", ["cells", "outside", "rows + columns"])
def test_a_new_puzzle_has_no_clues_yet(over: str, layer: tuple[dict[str, Any], list[object]]) -> None:
    spec = ClueSpec(over=over, **layer[0])
    kit = Kit("example", board={"grid": "square"}, clues={"mark": spec}, rows=2, columns=2)
    lines = kit.clue_lines(None)[1:]
    assert not compiled(own_text(over, layer[0], lines)).clues["mark"], lines
