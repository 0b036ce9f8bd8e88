"""Which instances of a rule a clue speaks in.

A rule says the same of many things: `each: c in cells`. Where it reads a layer only at the thing that its first loop
stands for (`number[c]`, `c in number`, or a function that does so), a clue at one element is read by the instance at
this element alone, and all others stay as they are when the clue changes.
"""

from __future__ import annotations

import ast

from cluewright.compiler.program import Named, Program, Statement
from cluewright.compiler.reading import CHOOSING, is_layer, looked_up
from cluewright.compiler.syntax import bound_names, walk


def first_variable(
    program: Program, statement: Statement, layers: frozenset[str], *, values_only: bool = False
) -> str | None:
    """The variable of the first loop of a rule, if it reads these layers (or with `values_only`: the values of their
    clues) at this variable alone."""
    key = statement, layers, values_only
    if key not in program.first_variables:
        program.first_variables[key] = _Reading(program, layers, values_only).variable(statement)
    return program.first_variables[key]


class _Reading:
    """How some layers are read."""

    def __init__(self, program: Program, layers: frozenset[str], values_only: bool) -> None:
        self._program = program
        self._layers = layers
        #: The layers, and all definitions that read them.
        self._readers = program.readers(layers, values_only=values_only)
        self._looks_up = values_only and not program.hides_functions
        #: Functions that read the layers only at an argument, with its number.
        self._functions: dict[str, int] = {}
        definitions = [d for name, d in program.definitions.items() if name in self._readers]
        while new := self._more(definitions):
            self._functions |= new

    def variable(self, statement: Statement) -> str | None:
        """The variable of the first loop, if the layers are read at it alone."""
        if not statement.loops or len(statement.holds) != 1:
            return None
        (_, first), *others = statement.loops
        if not isinstance(first.target, ast.Name) or statement.bound.count(first.target.id) != 1:
            return None
        variable = first.target.id
        trees: list[ast.AST] = [*first.ifs, statement.holds[0].tree]
        trees += [tree for _, loop in others for tree in (loop.iter, *loop.ifs)]
        fits = self._ranges_freely(first.iter) and all(self._is_read_at(variable, tree) for tree in trees)
        return variable if fits else None

    def _ranges_freely(self, over: ast.expr) -> bool:
        """Whether a clue has no say in which other elements a loop runs over."""
        choosing = not self._program.declares([CHOOSING])
        return any(is_layer(over, layer, choosing) for layer in self._layers) or self._is_read_at(None, over)

    def _more(self, definitions: list[Named]) -> dict[str, int]:
        """Functions that read the layers at an argument, by those that are known to do so already."""
        found = {d.name: self._parameter(d) for d in definitions if d.name not in self._functions}
        return {name: position for name, position in found.items() if position is not None}

    def _parameter(self, definition: Named) -> int | None:
        if definition.parsed is None:
            return None
        tree = definition.parsed.tree
        places = (i for i, name in enumerate(definition.parameters or ()) if self._is_read_at(name, tree))
        return next(places, None)

    def _is_read_at(self, variable: str | None, tree: ast.AST) -> bool:
        """Whether an expression reads the layers at a variable alone (None: not at all)."""
        allowed = {id(node) for node in looked_up(tree) if self._is_layer(node)} if self._looks_up else set()
        for node in walk(tree):
            if isinstance(node, ast.comprehension) and variable in bound_names(node.target):
                return False
            if isinstance(node, ast.Subscript) and self._is_layer(node.value) and _is(variable, node.slice):
                allowed.add(id(node.value))
            elif isinstance(node, ast.Compare) and _is(variable, node.left) and len(node.ops) == 1:
                if isinstance(node.ops[0], (ast.In, ast.NotIn)) and self._is_layer(node.comparators[0]):
                    allowed.add(id(node.comparators[0]))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
                position = self._functions.get(node.func.id, len(node.args))
                if position < len(node.args) and _is(variable, node.args[position]):
                    allowed.add(id(node.func))
        return all(id(n) in allowed for n in walk(tree) if isinstance(n, ast.Name) and n.id in self._readers)

    def _is_layer(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self._layers


def _is(variable: str | None, node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == variable
