"""Clues that speak for themselves alone: which constraints come and go with each of them.

Taking a clue away may change anything, in general, so the rules have to be grounded again. But where the program shows
that a layer is only ever read at the element that a rule ranges over (`each: c in number`, `number[c]`), a clue has its
own constraints and touches no others. Then questions about it are assumptions on one engine.
"""

from __future__ import annotations

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.compiler.model import spell
from cluewright.compiler.program import Program, Statement
from cluewright.models.edits import ClueKey
from cluewright.models.errors import Place


def local_constraints(puzzle: CompiledPuzzle) -> dict[ClueKey, list[int]]:
    """For each clue of a local layer the positions of its constraints in the model; no other constraint depends on it,
    and these depend on no other clue of the layer."""
    found: dict[ClueKey, list[int]] = {}
    readers: dict[Place | None, list[tuple[str, str]]] = {}
    for layer, statements in puzzle.program.local_layers.items():
        found |= {(layer, spell(element)): [] for element in puzzle.clues[layer]}
        for statement, variable in statements.items():
            readers.setdefault(statement.place, []).append((layer, variable))
    for position, constraint in enumerate(puzzle.model.constraints):
        rule = constraint.rule
        for layer, variable in readers.get(rule.place, ()):
            element = constraint.values[rule.names.index(variable)]
            found[layer, spell(element)].append(position)
    return found


def entangled_layers(program: Program) -> frozenset[str]:
    """Local layers that share a rule with another one: two new clues may say more than each of them alone."""
    readers: dict[Statement, set[str]] = {}
    for layer, statements in program.local_layers.items():
        for statement in statements:
            readers.setdefault(statement, set()).add(layer)
    return frozenset(layer for layers in readers.values() if len(layers) > 1 for layer in layers)
