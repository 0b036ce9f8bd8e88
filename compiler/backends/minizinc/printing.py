"""Printing the expressions of a model as MiniZinc text: what is remembered, and what gets a name.

MiniZinc tells truth values from numbers, so every text knows which of the two it is. Nodes are printed from below,
without recursion; what is used more than once or would nest too deeply becomes a variable with a name.

A condition that counts as a number below `not` is a trap: MiniZinc 2.6 defines it in one direction only, and not in the
one that is needed (`not (z <= (x = 1))` has too many answers). So a condition is written as a choice between 1 and 0
wherever a number does not stand in a constraint of its own, and a name for one is tied to it in both directions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from cluewright.compiler import ir
from cluewright.compiler.backends.minizinc.names import SHORTEST, Names
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import walk

#: Deeper expressions are cut by a variable.
MAX_DEPTH: Final = 12


class Text(NamedTuple):
    """Printed MiniZinc: a truth value or a number, and whether it can be an operand without brackets."""

    text: str
    is_bool: bool
    atomic: bool = True
    depth: int = 0

    @property
    def operand(self) -> str:
        """As an operand; MiniZinc takes a truth value where it expects a number, but not the other way round."""
        return self.text if self.atomic else f"({self.text})"

    @property
    def condition(self) -> Text:
        """As a truth value."""
        return self if self.is_bool else Text(f"{self.operand} = 1", True, False)

    @property
    def number(self) -> str:
        """As a number that stands alone."""
        return f"bool2int({self.text})" if self.is_bool else self.text

    @property
    def chosen(self) -> Text:
        """As a number in any place."""
        return Text(f"if {self.text} then 1 else 0 endif", False, False) if self.is_bool else self


class Printer:
    """Prints the expressions of one model.

    `declarations` collects the variables that had to be introduced, `parts` their names, `data` the parameters.
    """

    def __init__(
        self, names: Names, roots: Iterable[Value], vocabulary: Mapping[type[Expr], Callable[[Printer, object], Text]]
    ) -> None:
        self.names = names
        #: What prints which kind of node.
        self.vocabulary = vocabulary
        self.includes: set[str] = set()
        self.declarations: list[str] = []
        self.data: list[str] = []
        self.parts: list[str] = []
        self._done: dict[Expr, Text] = {
            var: Text(name, names.array_of(var).is_bool) if len(var.domain) > 1 else self._known(var)
            for var, name in names.text.items()
        }
        self._parameters: dict[str, str] = {}
        #: Predicates of the file's own, and what they are called in it.
        self.predicates: dict[str, str] = {}
        self._called: dict[str, str] = {}
        #: The most runs of a line, once it is known.
        self.longest: int | None = None
        #: The parameters that hold the rows of tables.
        self.tables: dict[int, str] = {}
        #: Whether what is printed now is a constraint of its own.
        self.outermost = False
        self._used: Counter[Expr] = Counter()
        self.roots = listed = list(roots)
        used = self._used
        for node in walk(listed):
            for child in node.children():
                if child.__class__ is not Var and isinstance(child, Expr):
                    used[child] += 1
        used.update(root for root in listed if isinstance(root, Expr))

    def _known(self, var: Var) -> Text:
        """A variable with one value, as that value: MiniZinc's own simplification of known truth values may fail."""
        return self.text(bool(var.lo) if self.names.array_of(var).is_bool else var.lo)

    def prepare(self, root: Expr) -> None:
        """Print everything below a node."""
        stack: list[tuple[Expr, bool]] = [(root, False)]
        while stack:
            node, ready = stack.pop()
            if node in self._done:
                continue
            if ready:
                if node is not root:
                    self._done[node] = self._named(node, self.printed(node, outermost=False))
                continue
            stack.append((node, True))
            stack.extend((c, False) for c in node.children() if isinstance(c, Expr) and c not in self._done)

    def printed(self, node: Expr, outermost: bool = True) -> Text:
        """A node whose children are printed."""
        if node in self._done:
            return self._done[node]
        self.outermost = outermost
        text = self.vocabulary[type(node)](self, node)
        below = [self._done[child].depth for child in node.children() if isinstance(child, Expr)]
        return text._replace(depth=1 + max(below, default=0))

    def text(self, value: Value) -> Text:
        """A constant or a printed node."""
        if isinstance(value, Expr):
            return self._done[value]
        if isinstance(value, bool):
            return Text("true" if value else "false", True)
        return Text(str(value), False, atomic=value >= 0)

    def number(self, value: Value) -> Text:
        """As `text`, where a number is expected."""
        return self.text(value) if self.outermost or isinstance(value, (Var, int)) else self.text(value).chosen

    def single(self, node: Expr) -> bool:
        """Whether a node is used in one place only, so that its user may print it in a form of its own."""
        return self._used[node] < 2 or is_atom(node)

    def _named(self, node: Expr, printed: Text) -> Text:
        """The text itself, or the name of a variable that stands for it."""
        if is_atom(node) or (self._used[node] < 2 and printed.depth < MAX_DEPTH):
            return printed
        name = self.names.fresh(f"part_{len(self.parts) + 1}")
        self.parts.append(name)
        if printed.is_bool:
            self.declarations += [f"var bool: {name};", f"constraint {name} <-> ({printed.text});"]
        else:
            self.declarations.append(f"var {node.lo}..{node.hi}: {name} = {printed.text};")
        return Text(name, printed.is_bool)

    def predicate(self, name: str, text: str) -> str:
        """What a predicate of the file's own is called; it is written once."""
        if name not in self.predicates:
            self._called[name] = self.names.fresh(name)
            self.predicates[name] = text.format(name=self._called[name])
        return self._called[name]

    def parameter(self, name: str, kind: str, value: str) -> str:
        """The name of a parameter with this value; equal ones are shared."""
        if value not in self._parameters:
            self._parameters[value] = self.names.fresh(name)
            self.data.append(f"{kind}: {self._parameters[value]} = {value};")
        return self._parameters[value]

    # ------------------------------------------------------------ lists

    def stretch(self, values: Sequence[Value]) -> Text | None:
        """Variables that are a whole array, a row or a column of it, written as such; Text.is_bool tells its kind."""
        variables = [value for value in values if isinstance(value, Var)]
        if not variables or len(variables) < len(values):
            return None
        whole = self.names.stretch(variables)
        return None if whole is None else Text(whole, self.names.array_of(variables[0]).is_bool)

    def numbers(self, values: Sequence[Value]) -> str:
        """A list of numbers."""
        whole = self.stretch(values)
        if whole is not None:
            return whole.number
        return "[" + ", ".join(str(int(v)) if isinstance(v, bool) else self.number(v).number for v in values) + "]"

    def part(self, values: Sequence[Value], *, blocks: bool = False, least: int = SHORTEST) -> Text | None:
        """Variables that are part of a line of an array, written as such; see `Names.part`."""
        variables = [value for value in values if isinstance(value, Var) and len(value.domain) > 1]
        if not variables or len(variables) < len(values):
            return None
        found = self.names.part(variables, blocks=blocks) if len(variables) >= least else None
        return None if found is None else Text(found, self.names.array_of(variables[0]).is_bool)

    def taken(self, values: Sequence[Value], *, blocks: bool = False) -> str:
        """A list of numbers that is taken as a whole: nobody asks which place has which number."""
        part = self.part(values, blocks=blocks)
        return self.numbers(values) if part is None else part.number

    def conditions(self, values: Sequence[Value]) -> str:
        """A list of truth values. A part of an array is walked through: MiniZinc 2.6 dies of `not exists(a[1..2])`."""
        whole = self.part(values) or self.stretch(values)
        if whole is not None and whole.is_bool:
            is_array = whole.text.isidentifier()
            return whole.text if is_array else f"[{self.names.walker} | {self.names.walker} in {whole.text}]"
        return "[" + ", ".join(self.text(value).condition.text for value in values) + "]"


def is_atom(node: Expr) -> bool:
    """A variable, or a variable compared with a constant: never worth a name."""
    inner = node.arg if isinstance(node, ir.Not) else node
    return isinstance(inner, Var) or (isinstance(inner, (ir.Equals, ir.AtMost)) and isinstance(inner.arg, Var))
