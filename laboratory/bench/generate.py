"""Puzzles made from a random solution: the engine fills the board, then clues are taken from what it found."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from cluewright.compiler import ir
from cluewright.compiler.elements import Text
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import Model, UnknownLayer, spell, walk
from cluewright.compiler.syntax import Snippet
from cluewright.models.documents import Puzzle, Rulebook
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.loading import load_text
from cluewright.models.source import Document
from cluewright.solvers.outcomes import TimeUp
from cluewright.solvers.sat import SatEngine

#: So many of the unknowns that a rule speaks of are given a random value to start with (more would only cost time):
#: of truth values, and of all others.
_WISHES: Final = (1000, 100)
#: Seconds for one random solution.
_PATIENCE: Final = 120.0

Answer = dict[ir.Var, int]


def random_answer(model: Model, seed: int) -> Answer | None:
    """A solution that depends on the seed; None if there is none. Unknowns without a rule are uniformly random."""
    rng = random.Random(seed)
    bound = {node for node in walk(c.expr for c in model.constraints) if isinstance(node, ir.Var)}
    values = {var: rng.choice(var.domain) for var in model.variables}
    ruled = [var for var in model.variables if var in bound]
    rng.shuffle(ruled)
    deadline = time.monotonic() + _PATIENCE
    with SatEngine(model, deadline=deadline) as engine:
        truths = [var for var in ruled if var.is_truth][: _WISHES[0]]
        wished = [*truths, *[var for var in ruled if not var.is_truth][: _WISHES[1]]]
        wishes = [engine.literal(var, values[var]) for var in wished]
        while (answer := engine.solve(wishes, deadline=deadline)) is None:
            core = set(engine.core())
            contradicting = [i for i, wish in enumerate(wishes) if wish in core]
            if not contradicting:
                return None
            del wishes[contradicting[-1]]
    return {var: answer[var] if var in bound else value for var, value in values.items()}


@dataclass(frozen=True)
class Recipe:
    """How puzzles are generated."""

    #: The puzzle that is made, without its clues, as in a puzzle file.
    puzzle: Mapping[str, Any]
    #: The puzzle whose random solution the clues come from; usually the same.
    drawn_from: Mapping[str, object]
    #: The share of a layer of the solution that is given.
    keep: Mapping[str, float]
    #: Names and functions for `derive`.
    define: Mapping[str, object]
    #: Clues by layer as (each, value), in terms of the solution.
    derive: Mapping[str, tuple[str, str]]


def generated_text(recipe: Recipe, seed: int, folder: Path | None = None) -> str:
    """A puzzle as YAML with clues from a random solution; raises CluewrightError if that cannot be done."""
    source = compile_puzzle(load_text(_dump(recipe.drawn_from), "<generate>", folder))
    try:
        answer = random_answer(source.model, seed)
    except TimeUp:
        raise CluewrightError(Problem(f"no solution was found within {_PATIENCE:.0f} seconds")) from None
    if answer is None:
        raise CluewrightError(Problem("there is no solution to take clues from"))
    clues = dict(recipe.puzzle.get("clues") or {})
    rng = random.Random(f"{seed} clues")
    for name, part in recipe.keep.items():
        layer = _layer(source, name)
        elements = list(layer.variables)
        chosen = sorted(rng.sample(range(len(elements)), round(part * len(elements))))
        given = [elements[i] for i in chosen]
        clues[name] = {spell(e): _shown(layer, answer[layer.variables[e]]) for e in given}
    if recipe.derive:
        clues.update(_derived(source, answer, recipe))
    return _dump({**recipe.puzzle, "clues": clues})


def _layer(puzzle: CompiledPuzzle, name: str) -> UnknownLayer:
    if name not in puzzle.model.unknowns:
        known = ", ".join(puzzle.model.unknowns)
        raise CluewrightError(Problem(f"the solution has no '{name}' to keep", hint=f"it has {known}"))
    return puzzle.model.unknowns[name]


def _shown(layer: UnknownLayer, value: int) -> object:
    return layer.words.get(value, bool(value) if layer.is_bool else value)


def _derived(puzzle: CompiledPuzzle, answer: Answer, recipe: Recipe) -> dict[str, object]:
    """Expressions are evaluated on a board on which the solution is given, so nothing in them is unknown."""
    known = _known_puzzle(puzzle, answer, recipe.define)
    found: dict[str, object] = {}
    for name, (each, value) in recipe.derive.items():
        variable = each.partition(" in ")[0].strip()
        pairs = known.ask(Snippet(f"[({variable}, ({value})) for {each}]", Document("<derive>", []), ()))
        found[name] = {spell(pair[0]): _plain(pair[1]) for pair in pairs}
    return found


def _known_puzzle(puzzle: CompiledPuzzle, answer: Answer, define: Mapping[str, object]) -> CompiledPuzzle:
    loaded = puzzle.loaded
    board: dict[str, object] = {}
    overs: dict[str, str] = {}
    parts: list[Rulebook | Puzzle] = [*(entry.rulebook for entry in loaded.rulebooks), loaded.puzzle]
    for part in parts:
        board.update(part.board.model_dump(exclude_none=True) if part.board is not None else {})
        overs.update({name: spec.over for name, spec in part.unknowns.items()})
    clues: dict[str, object] = {}
    given: dict[str, object] = {}
    for name, layer in puzzle.model.unknowns.items():
        values = "bool" if layer.is_bool else list(layer.words.values()) or "0.."
        clues[name] = {"over": overs[name].rpartition(" in ")[2], "values": values}
        given[name] = {spell(e): _shown(layer, answer[var]) for e, var in layer.variables.items()}
    rules = {"rules": "known-solution", "board": board, "clues": clues, "define": dict(define)}
    return compile_puzzle(load_text(_dump({"puzzle": rules, "clues": given}), "<solution>"))


def _plain(value: Any) -> object:
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Text) else bool(value) if isinstance(value, bool) else int(value)


def _dump(data: Mapping[str, object]) -> str:
    return yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, width=1_000_000, default_flow_style=None)
