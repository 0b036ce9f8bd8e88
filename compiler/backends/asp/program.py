"""The growing text of an answer set program: unknowns, rules, and the names of what is in it.

How a node becomes a literal, a number or a rule is said in other modules; `Program` looks it up by the kind of node and
remembers what it made, so that a shared part is written once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from cluewright.compiler import ir
from cluewright.compiler.backends.asp.terms import FALSE, TRUE, Digits, Number, equals, negated, spans, term
from cluewright.compiler.backends.naming import Identifiers, simple
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.model import Model, spell

#: Predicates of the program's own.
_OWN_NAMES: Final = frozenset(
    (
        *("not", "holds", "value", "broken", "row", "step", "accept", "live", "letter", "state"),
        *("node", "edge", "link", "on", "joined", "reached", "root", "earlier", "line", "at", "visited", "end"),
        *("gone", "away", "own", "near", "same", "group", "source", "lists", "item", "differ"),
    )
)


@dataclass
class AspDocument:
    """The program, and the way back from its shown atoms to the unknowns."""

    text: str
    #: What a shown atom says.
    atoms: dict[str, tuple[Var, int]]
    #: Values of unknowns of which no atom need be shown.
    defaults: dict[Var, int]
    #: Predicates that are shown, `digit/2`.
    shown: list[str] = field(default_factory=list)
    #: Constraints that the program does not say: they are left to lemmas, which speak of these numbers.
    left: list[ir.GraphConstraint] = field(default_factory=list)
    numbers: Mapping[Expr, Number] = field(default_factory=dict)

    def answer(self, shown: Iterable[str], variables: Sequence[Var]) -> dict[Var, int]:
        """The answer that an answer set stands for; a KeyError if it leaves an unknown open."""
        found = dict(self.defaults)
        for atom in shown:
            var, value = self.atoms[atom]
            found[var] = value
        return {var: found[var] for var in variables}


def _plain(name: str) -> str:
    plain = simple(name)
    return plain if re.match(r"[a-z]", plain) else f"x_{plain}"


class WrittenGraph(NamedTuple):
    """A graph whose facts are in the program, with its number and the terms for its nodes."""

    number: int
    names: list[str]


class Vocabulary(NamedTuple):
    """What writes which kind of node."""

    #: A literal that is true exactly when the node is.
    truths: Mapping[type[Expr], Callable[[Program, Any], str]]
    #: Rules that make the node true (false), where that is shorter.
    required: Mapping[type[Expr], Callable[[Program, Any, bool], None]]
    #: The number that a node is.
    numbers: Mapping[type[Expr], Callable[[Program, object], Number]]


class Program:
    """Collects the rules of a program, section by section."""

    def __init__(self, model: Model, vocabulary: Vocabulary) -> None:
        self.model = model
        self.vocabulary = vocabulary
        self.lines: list[str] = []
        self.asserted: dict[Expr, None] = {c.expr: None for c in model.constraints if isinstance(c.expr, Expr)}
        self.numbers: dict[Expr, Number] = {}
        self.literals: dict[Expr, str] = {}
        self.count = 0
        #: Shared facts by what they say, with their number.
        self.facts: dict[object, int] = {}
        #: Unknowns that are already said to differ, and the general rules that are already there.
        self.apart: set[tuple[str, int, int]] = set()
        self.general: set[str] = set()
        self.graphs: dict[ir.Graph, WrittenGraph] = {}
        self.atoms: dict[str, tuple[Var, int]] = {}
        self.defaults: dict[Var, int] = {}
        self.shown: dict[str, None] = {}
        #: Constraints that are left to lemmas.
        self.left: list[ir.GraphConstraint] = []
        self.identifiers = Identifiers(_plain, _OWN_NAMES)

    def document(self) -> AspDocument:
        """What was written."""
        shown = [f"#show {predicate}." for predicate in self.shown] or ["#show."]
        text = "\n".join([*self.lines, *shown]) + "\n"
        return AspDocument(text, self.atoms, self.defaults, list(self.shown), self.left, self.numbers)

    # ------------------------------------------------------------ names and unknowns

    def _unused(self, name: str) -> str:
        fresh = self.identifiers.fresh(name)
        self.identifiers.taken.update(f"{word}_{fresh}" for word in ("apart", "list", "once", "each"))
        return fresh

    def comment(self, text: str) -> None:
        """A line for people."""
        self.lines.append(f"% {' '.join(text.split())}")

    def unknowns(self, layer: str, variables: Mapping[object, Var]) -> None:
        """The unknowns of a layer, to be chosen and shown."""
        self.comment(layer)
        name = self._unused(layer)
        truth = all(var.is_binary for var in variables.values())
        used: set[str] = set()
        for index, (element, var) in enumerate(variables.items()):
            word = term(spell(element))
            if word in used:
                word = term(f"{spell(element)} {index}")
            used.add(word)
            self._choice(var, f"{name}({word}" + ("" if truth else ","), truth, name)
            if not truth:
                self.numbers[var] = Digits(f"{name}({word},", var.domain, name, index, word)
            self._show(var, f"{name}/{1 if truth else 2}")
        self.lines.append("")

    def helping(self, variables: Sequence[Var]) -> None:
        """Auxiliary variables, to be chosen."""
        self.comment("Helping numbers.")
        for var in variables:
            name = self._unused(var.name)
            self._choice(var, f"{name}(", var.is_binary, name)
        self.lines.append("")

    def _choice(self, var: Var, prefix: str, truth: bool, name: str) -> None:
        if truth:
            atom = name if prefix == f"{name}(" else f"{prefix})"
            known = len(var.domain) == 1
            self.numbers[var] = self.literals[var] = (TRUE if var.lo else FALSE) if known else atom
            if not known:
                self.lines.append(f"{{ {atom} }}.")
            elif var.lo:
                self.lines.append(f"{atom}.")
            return
        digits = Digits(prefix, var.domain)
        self.numbers[var] = digits
        if len(var.domain) == 1:
            self.lines.append(f"{digits.at(var.lo)}.")
        else:
            self.lines.append(f"1 {{ {digits.at(spans(var.domain))} }} 1.")

    def _show(self, var: Var, predicate: str) -> None:
        self.shown[predicate] = None
        number = self.numbers[var]
        if isinstance(number, Digits):
            for value in var.domain:
                self.atoms[number.at(value)] = (var, value)
            if len(var.domain) == 1:
                self.defaults[var] = var.lo
        elif number in (TRUE, FALSE):
            self.defaults[var] = var.lo
            if number == TRUE:
                self.atoms[self.lines[-1][:-1]] = (var, 1)
        else:
            assert isinstance(number, str)
            self.atoms[number] = (var, 1)
            self.defaults[var] = 0

    # ------------------------------------------------------------ rules

    def new(self) -> int:
        """A fresh number for an inner node."""
        self.count += 1
        return self.count

    def rule(self, head: str, body: Iterable[str]) -> None:
        """head :- body."""
        parts = [part for part in body if part != TRUE]
        if FALSE not in parts:
            self.lines.append(f"{head} :- {', '.join(parts)}." if parts else f"{head}.")

    def once(self, rule: str) -> None:
        """A general rule, said where it is first needed."""
        if rule not in self.general:
            self.general.add(rule)
            self.lines.append(rule)

    def forbid(self, body: Iterable[str]) -> None:
        """The literals of the body do not hold together."""
        parts = [part for part in body if part != TRUE]
        if FALSE not in parts:
            self.lines.append(f":- {', '.join(parts) or TRUE}.")

    def require(self, expr: Value) -> None:
        """The expression is true."""
        positive = not isinstance(expr, ir.Not)
        value = expr.arg if isinstance(expr, ir.Not) else expr
        if isinstance(value, ir.Or) and positive:
            self.forbid([negated(self.literal(arg)) for arg in value.args])
        elif isinstance(value, Expr) and value not in self.literals and type(value) in self.vocabulary.required:
            self.vocabulary.required[type(value)](self, value, positive)
        else:
            self.forbid([negated(self.literal(expr))])

    # ------------------------------------------------------------ nodes

    def prepare(self, node: Expr) -> None:
        """Write an inner node before what contains it."""
        if isinstance(node, ir.Truth):
            if not isinstance(node, ir.GraphConstraint):
                self.literal(node)
        else:
            self.number(node)

    def literal(self, value: Value) -> str:
        """A literal that is true exactly when the value is."""
        if not isinstance(value, Expr):
            return TRUE if value else FALSE
        if isinstance(value, ir.Not):
            return negated(self.literal(value.arg))
        found = self.literals.get(value)
        if found is None:
            found = self.literals[value] = self._literal(value)
        return found

    def _literal(self, value: Expr) -> str:
        if isinstance(value, ir.Equals):
            return equals(self.number(value.arg), value.value)
        made = self.vocabulary.truths.get(type(value))
        return equals(self.number(value), 1) if made is None else made(self, value)

    def number(self, value: Value) -> Number:
        """A number, with the rules that derive it."""
        if not isinstance(value, Expr):
            return int(value)
        found = self.numbers.get(value)
        if found is None:
            made = self.literal if isinstance(value, ir.Truth) else self._number
            found = self.numbers[value] = made(value)
        return found

    def _number(self, node: Expr) -> Number:
        return self.vocabulary.numbers[type(node)](self, node)
