"""Clues that speak for themselves alone: which constraints come and go with each of them.

Taking a clue away may change anything, in general, so the puzzle has to be grounded again. But where the text of the
rules shows that a layer is only ever read at the element that a rule ranges over (`each: c in number`, `number[c]`), a
clue has its own constraints and touches no others. Then questions about it are assumptions on one engine.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle, hold_snippets
from cluewright.compiler.model import spell
from cluewright.compiler.syntax import Snippet, bound_names, parse, parse_loops
from cluewright.models.documents import ConstraintSpec, Puzzle, Rulebook
from cluewright.models.edits import ClueKey
from cluewright.models.errors import Place
from cluewright.models.loading import LoadedPuzzle
from cluewright.models.source import Document, Path

_FUNCTION = re.compile(r"\s*([^\W\d]\w*)\s*\(([^()]*)\)\s*")


def local_constraints(puzzle: CompiledPuzzle) -> dict[ClueKey, list[int]]:
    """For each clue of a local layer the positions of its constraints in the model; no other constraint depends on it,
    and these depend on no other clue of the layer."""
    found: dict[ClueKey, list[int]] = {}
    readers: dict[Place | None, list[tuple[str, str]]] = {}
    for layer in local_layers(puzzle.loaded):
        for element in puzzle.clues.get(layer, ()):
            found[layer, spell(element)] = []
        for place, variable in _rules_over(puzzle.loaded, layer):
            readers.setdefault(place, []).append((layer, variable))
    for position, constraint in enumerate(puzzle.model.constraints):
        rule = constraint.rule
        for layer, variable in readers.get(rule.place, ()):
            element = constraint.values[rule.names.index(variable)]
            found[layer, spell(element)].append(position)
    return found


def local_layers(loaded: LoadedPuzzle) -> frozenset[str]:
    """The layers of clues that the rules read only at the element they range over."""
    specs = {
        name: spec for part, _, _ in _parts(loaded) if isinstance(part, Rulebook) for name, spec in part.clues.items()
    }
    unknowns = {name for part, _, _ in _parts(loaded) for name in part.unknowns}
    return frozenset(
        name for name, spec in specs.items() if name not in unknowns and not spec.required and _is_local(loaded, name)
    )


def entangled_layers(loaded: LoadedPuzzle) -> frozenset[str]:
    """Local layers that share a rule with another one: two new clues may say more than each of them alone."""
    readers: dict[Place, set[str]] = {}
    for layer in local_layers(loaded):
        for place, _ in _rules_over(loaded, layer):
            readers.setdefault(place, set()).add(layer)
    return frozenset(layer for layers in readers.values() if len(layers) > 1 for layer in layers)


def _parts(loaded: LoadedPuzzle) -> Iterator[tuple[Rulebook | Puzzle, Document, Path]]:
    for entry in loaded.rulebooks:
        yield entry.rulebook, entry.document, entry.path
    yield loaded.puzzle, loaded.document, ()


def _is_local(loaded: LoadedPuzzle, layer: str) -> bool:
    readers: dict[str, int] = {}
    for part, document, path in _parts(loaded):
        if any(_mentions(text, layer) for text in _other_texts(part)):
            return False
        for key, data in part.define.items():
            if _mentions(str(data), layer) or _mentions(str(key), layer):
                function = _FUNCTION.fullmatch(str(key))
                position = _reads_parameter(function, str(data), document, (*path, "define", key), layer)
                if function is None or position is None:
                    return False
                readers[function[1]] = position
    for part, document, path in _parts(loaded):
        indirect = [*map(str, part.define.values()), *_other_texts(part)]
        if any(_mentions(text, name) for text in indirect for name in readers):
            return False
        for i, spec in enumerate(part.constraints):
            texts = [spec.each or "", *spec.holds]
            concerned = any(_mentions(text, name) for text in texts for name in (layer, *readers))
            if concerned and _variable(spec, document, (*path, "constraints", i), layer, readers) is None:
                return False
    return True


def _mentions(text: str, name: str) -> bool:
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _other_texts(part: Rulebook | Puzzle) -> Iterator[str]:
    """Whatever else is evaluated: boards, elements, parameters, and what layers range over."""
    yield from map(str, part.parameters.values())
    yield from map(str, part.elements.values())
    if part.board is not None:
        yield " ".join(map(str, vars(part.board).values()))
    layers: list[Any] = [*part.unknowns.values(), *(part.clues.values() if isinstance(part, Rulebook) else ())]
    for spec in layers:
        yield spec.over
        yield str(spec.values)


def _reads_parameter(
    function: re.Match[str] | None, text: str, document: Document, path: Path, layer: str
) -> int | None:
    """The position of the parameter at which a function reads the layer, if it reads it there alone."""
    if function is None:
        return None
    tree = parse(Snippet(text, document, path)).tree
    for position, parameter in enumerate(p.strip() for p in function[2].split(",")):
        if _reads_only(tree, layer, parameter, {}):
            return position
    return None


def _rules_over(loaded: LoadedPuzzle, layer: str) -> Iterator[tuple[Place, str]]:
    """The rules that range over a layer, with the loop variable that stands for its element."""
    for part, document, path in _parts(loaded):
        for i, spec in enumerate(part.constraints):
            if spec.each is not None and _mentions(spec.each, layer):
                where = (*path, "constraints", i)
                for variable in _ranging(spec, document, where, layer):
                    yield document.place((*where, "rule")), variable


def _ranging(spec: ConstraintSpec, document: Document, path: Path, layer: str) -> list[str]:
    """The loop variables of a rule that range over exactly this layer."""
    loops = parse_loops(Snippet(spec.each or "", document, (*path, "each")))
    return [
        loop.target.id
        for _, loop in loops
        if isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name) and loop.iter.id == layer
    ]


def _variable(spec: ConstraintSpec, document: Document, path: Path, layer: str, readers: dict[str, int]) -> str | None:
    """The loop variable at which a rule reads the layer, if it reads it there alone."""
    if spec.each is None:
        return None
    ranging = _ranging(spec, document, path, layer)
    if len(ranging) != 1:
        return None
    loops = parse_loops(Snippet(spec.each, document, (*path, "each")))
    bound = [name for _, loop in loops for name in bound_names(loop.target)]
    if bound.count(ranging[0]) != 1:
        return None
    trees: list[ast.AST] = [parse(snippet).tree for snippet in hold_snippets(spec, document, path)]
    for _, loop in loops:
        trees += loop.ifs
        if not (isinstance(loop.iter, ast.Name) and loop.iter.id == layer):
            trees.append(loop.iter)
    return ranging[0] if all(_reads_only(tree, layer, ranging[0], readers) for tree in trees) else None


def _reads_only(tree: ast.AST, layer: str, variable: str, readers: dict[str, int]) -> bool:
    """Whether a layer is read at a variable alone, directly or by functions that read it at their argument."""
    allowed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension) and variable in bound_names(node.target):
            return False
        if isinstance(node, ast.Subscript) and _is_name(node.value, layer) and _is_name(node.slice, variable):
            allowed.add(id(node.value))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in readers:
            position = readers[node.func.id]
            if not node.keywords and position < len(node.args) and _is_name(node.args[position], variable):
                allowed.add(id(node.func))
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in (layer, *readers))
    return all(id(node) in allowed for node in names)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
