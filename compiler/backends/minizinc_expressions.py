"""Expressions of the model as MiniZinc text.

MiniZinc tells truth values from numbers, so every text knows which of the two it is. Nodes are printed from below,
without recursion; what is used more than once or would nest too deeply becomes a variable with a name.
"""

from __future__ import annotations

import itertools
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends.minizinc_names import Names
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import walk

#: Deeper expressions are cut by a variable.
MAX_DEPTH: Final = 8
#: From so many operands on, `sum([...])` is written instead of `a + b + ...`.
LONG: Final = 6
#: A table with stars is written out in full up to so many rows.
MAX_ROWS: Final = 2000
#: Values of a pattern further apart than this are numbered one by one.
MAX_SPREAD: Final = 100
WIDTH: Final = 118


@dataclass(frozen=True)
class Text:
    """Printed MiniZinc: a truth value or a number, and whether it needs brackets as an operand."""

    text: str
    is_bool: bool
    atomic: bool = True
    depth: int = 0

    @property
    def operand(self) -> str:
        return self.text if self.atomic else f"({self.text})"

    @property
    def as_bool(self) -> str:
        """As an operand that is a truth value."""
        return self.operand if self.is_bool else f"({self.operand} = 1)"

    @property
    def as_int(self) -> str:
        """As an operand that is a number."""
        return f"bool2int({self.text})" if self.is_bool else self.operand


class Printer:
    """Prints the expressions of one model. `declarations` collects the variables it had to introduce, for the caller to
    place before what uses them."""

    def __init__(self, names: Names, roots: Iterable[Value]) -> None:
        self.names = names
        self.includes: set[str] = set()
        self.declarations: list[str] = []
        #: Names of the variables introduced for shared expressions.
        self.parts: list[str] = []
        self._done: dict[Expr, Text] = {}
        self._automata: dict[Automaton, str] = {}
        self._used = _uses(roots)
        for var, text in names.text.items():
            self._done[var] = Text(text, names.array_of(var).is_bool)

    def constraint(self, root: Value) -> list[str]:
        """What must hold, each as one MiniZinc constraint without the keyword."""
        if not isinstance(root, Expr):
            return ["true" if root else "false"]
        for node in walk([root]):
            if node is not root and node not in self._done:
                self._done[node] = self._named(node, self._print(node))
        if isinstance(root, ir.And):
            return [_bare(self._text(arg)) for arg in root.args]
        if type(root) in _REQUIRED:
            return _REQUIRED[type(root)](self, root)
        return [_bare(self._done[root] if root in self._done else self._print(root))]

    # ------------------------------------------------------------ nodes

    def _text(self, value: Value) -> Text:
        if isinstance(value, Expr):
            return self._done[value]
        if isinstance(value, bool):
            return Text("true" if value else "false", True)
        return Text(str(value), False, atomic=value >= 0)

    def _print(self, node: Expr) -> Text:
        printed = _PRINT[type(node)](self, node)
        depth = 1 + max((self._text(child).depth for child in node.children()), default=0)
        return Text(printed.text, printed.is_bool, printed.atomic, depth)

    def _named(self, node: Expr, printed: Text) -> Text:
        """The text itself, or the name of a variable that stands for it."""
        if self._used[node] < 2 and printed.depth < MAX_DEPTH or _is_literal(node):
            return printed
        name = self.names.fresh(f"part_{len(self.parts) + 1}")
        self.parts.append(name)
        kind = "bool" if printed.is_bool else f"{node.lo}..{node.hi}"
        self.declarations.append(wrap(f"var {kind}: {name} = {printed.text};"))
        return Text(name, printed.is_bool)

    def ints(self, values: Sequence[Value]) -> str:
        """A list of numbers; rows and columns of arrays are written as such. Truth values among numbers become numbers
        by themselves."""
        if not all(isinstance(value, Var) for value in values) or not values:
            return "[" + ", ".join(self._number(value) for value in values) + "]"
        array = self.names.array_of(values[0])  # type: ignore[arg-type]
        whole = array.whole(values)
        if whole is not None:
            return f"bool2int({whole})" if array.is_bool else whole
        return "[" + ", ".join(self._number(value) for value in values) + "]"

    def _number(self, value: Value) -> str:
        if isinstance(value, bool):
            return str(int(value))
        text = self._text(value)
        return text.as_int if text.is_bool else text.text

    def automaton(self, automaton: Automaton, values: Sequence[int]) -> str:
        """The name of the transition table over symbols 1..n for the values; equal ones are shared."""
        key = f"{sorted(automaton.transitions.items())} {automaton.states} {list(values)}"
        if key not in self._tables:
            name = self._tables[key] = self.names.fresh(f"pattern_{len(self._tables) + 1}")
            steps = automaton.transitions
            rows = [[steps.get((s, v), -1) + 1 for v in values] for s in range(automaton.states)]
            size = f"1..{automaton.states}, 1..{len(values)}"
            self.declarations.append(wrap(f"array[{size}] of int: {name} = {matrix(rows)};"))
        return self._tables[key]
