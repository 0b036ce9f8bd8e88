"""Expressions as text: the functional notation of XCSP3, with numbered places instead of variables.

Constraints that differ only in their variables have the same text, so they can share one group and one table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.xcsp3.atoms import condition
from cluewright.compiler.ir import Expr, Value, Var

#: What may not stand directly in a relation, since cosoco takes the whole for one relation of all three: for
#: `iff(x,iff(y,z))` it would say that x, y and z are equal, and likewise for `ne` and for a denied `eq` of a `ne`.
_CONFUSED: Final = {"iff": ("iff(",), "ne": ("ne(", "not("), "eq": ("ne(", "not(")}
#: The same said in another way, of truths and of numbers.
_OTHERWISE: Final = {
    True: {"iff": "eq({},{})", "ne": "xor({},{})"},
    False: {"eq": "le(dist({},{}),0)", "ne": "gt(dist({},{}),0)"},
}


def related(name: str, left: str, right: str, of_truths: bool = False) -> str:
    """A relation of two expressions, in words that no solver takes for another one."""
    is_clear = not (left.startswith(_CONFUSED.get(name, ())) or right.startswith(_CONFUSED.get(name, ())))
    return f"{name}({left},{right})" if is_clear else _OTHERWISE[of_truths][name].format(left, right)


class Speller:
    """Writes expressions; variables become %0, %1, ... in the order of their first appearance."""

    def __init__(self, known: Mapping[Expr, Var]) -> None:
        #: Nodes that have an auxiliary variable, which is written instead.
        self.known = known
        self.places: dict[Var, int] = {}

    @property
    def variables(self) -> tuple[Var, ...]:
        return tuple(self.places)

    def spell(self, value: Value) -> str:
        if not isinstance(value, Expr):
            return str(int(value))
        if isinstance(value, Var):
            return f"%{self.places.setdefault(value, len(self.places))}"
        if value in self.known:
            return self.spell(self.known[value])
        return _SPELLING[type(value)](self, value)

    def call(self, name: str, args: Sequence[Value]) -> str:
        return f"{name}({','.join(map(self.spell, args))})"

    def joined(self, kind: type[ir.And | ir.Or], args: Sequence[Value]) -> list[Value]:
        """What is joined, also by parts that join in the same way: `and(and(x,y),z)` says no more than `and(x,y,z)`."""
        found: list[Value] = []
        waiting = list(reversed(args))
        while waiting:
            arg = waiting.pop()
            if isinstance(arg, kind) and arg not in self.known:
                waiting.extend(reversed(arg.args))
            else:
                found.append(arg)
        return list(dict.fromkeys(found))

    def sum(self, terms: Sequence[tuple[int, Expr]], constant: int = 0) -> str:
        parts = [self.spell(term) if c == 1 else f"mul({self.spell(term)},{c})" for c, term in terms]
        if constant or not parts:
            parts.append(str(constant))
        return parts[0] if len(parts) == 1 else f"add({','.join(parts)})"

    def compare(self, node: ir.Compare, denied: bool = False) -> str:
        """Terms with a negative factor are written on the right, unless all are negative."""
        if all(c < 0 for c, _ in node.terms):
            names = {"==": ("eq", "ne"), "!=": ("ne", "eq"), "<=": ("ge", "lt")}
            whole = self.sum([(-c, term) for c, term in node.terms])
            return related(names[node.relation][denied], whole, str(-node.bound))
        left = [(c, term) for c, term in node.terms if c > 0]
        right = [(-c, term) for c, term in node.terms if c < 0]
        on_left, on_right = (-node.bound, 0) if node.bound < 0 and left else (0, node.bound)
        texts = self.sum(left, on_left), self.sum(right, on_right)
        truths = not node.bound and len(left) == len(right) == 1 and left[0][0] == right[0][0] == 1
        if truths and all(isinstance(term, ir.Truth) or term.is_binary for _, term in node.terms):
            names = {"==": ("iff", "ne"), "!=": ("ne", "iff"), "<=": ("le", "gt")}
            return related(names[node.relation][denied], *texts, of_truths=True)
        names = {"==": ("eq", "ne"), "!=": ("ne", "eq"), "<=": ("le", "gt")}
        return related(names[node.relation][denied], *texts)

    def disjunction(self, args: Sequence[Value]) -> str:
        """Conditions on one variable become one: ACE takes `or` for a clause, and no clause names a variable twice."""
        conditions = [None if arg in self.known else condition(arg) for arg in args]
        variables = [found[0] for found in conditions if found is not None]
        if len(set(variables)) == len(variables):
            return self.call("or", args)
        allowed: dict[Var, set[int]] = {}
        for var, values in filter(None, conditions):
            allowed.setdefault(var, set()).update(values)
        parts = [self.spell(arg) for arg, found in zip(args, conditions, strict=True) if found is None]
        parts += [self.one_of(var, values) for var, values in allowed.items()]
        return parts[0] if len(parts) == 1 else f"or({','.join(parts)})"

    def one_of(self, var: Var, values: set[int]) -> str:
        """That a variable has one of these values."""
        missing = [value for value in var.domain if value not in values]
        if len(values) == 1:
            return f"eq({self.spell(var)},{min(values)})"
        if len(missing) == 1:
            return f"ne({self.spell(var)},{missing[0]})"
        if not missing:
            return f"ge({self.spell(var)},{var.lo})"
        return f"in({self.spell(var)},set({','.join(map(str, sorted(values)))}))"

    def negation(self, node: ir.Not) -> str:
        arg = node.arg
        if arg not in self.known:
            if isinstance(arg, ir.Equals):
                return related("ne", self.spell(arg.arg), str(arg.value))
            if isinstance(arg, ir.AtMost):
                return f"gt({self.spell(arg.arg)},{arg.value})"
            if isinstance(arg, ir.Compare):
                return self.compare(arg, denied=True)
        return f"not({self.spell(arg)})"

    def absolute(self, node: ir.Absolute) -> str:
        inner = node.arg
        if isinstance(inner, ir.Linear) and inner not in self.known and not inner.constant:
            factors = dict(inner.terms)
            if len(inner.terms) == 2 and set(factors) == {1, -1}:
                return self.call("dist", (factors[1], factors[-1]))
        return self.call("abs", (inner,))

    def divided(self, name: str, node: ir.Quotient | ir.Remainder) -> str:
        """XCSP3 rounds towards zero, so the dividend is moved to where that does not differ from rounding down."""
        shift = max(0, -(node.left.lo // node.right))
        if not shift:
            return f"{name}({self.spell(node.left)},{node.right})"
        moved = f"{name}(add({self.spell(node.left)},{shift * node.right}),{node.right})"
        return moved if name == "mod" else f"sub({moved},{shift})"


_SPELLING: Final[dict[type[Expr], Callable[[Speller, Any], str]]] = {
    ir.Linear: lambda s, e: s.sum(e.terms, e.constant),
    ir.Product: lambda s, e: s.call("mul", (e.left, e.right)),
    ir.Quotient: lambda s, e: s.divided("div", e),
    ir.Remainder: lambda s, e: s.divided("mod", e),
    ir.Absolute: lambda s, e: s.absolute(e),
    ir.Minimum: lambda s, e: s.call("min", e.args),
    ir.Maximum: lambda s, e: s.call("max", e.args),
    ir.Choose: lambda s, e: s.call("if", (e.condition, e.then, e.other)),
    ir.Equals: lambda s, e: related("eq", s.spell(e.arg), str(e.value)),
    ir.AtMost: lambda s, e: s.call("le", (e.arg, e.value)),
    ir.Not: lambda s, e: s.negation(e),
    ir.And: lambda s, e: s.call("and", s.joined(ir.And, e.args)),
    ir.Or: lambda s, e: s.disjunction(s.joined(ir.Or, e.args)),
    ir.Compare: lambda s, e: s.compare(e),
    # Not of XCSP3: only the key of a table over a small scope; elsewhere an element gets a constraint of its own.
    ir.Element: lambda s, e: s.call("element", (e.index, *e.items)),
}
