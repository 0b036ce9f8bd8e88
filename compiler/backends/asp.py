"""A complete answer set program of a puzzle, grouped by rule, one atom for each thing a puzzler would say.

The unknowns are chosen (`1 { digit(r1c1,1..9) } 1.`, `{ shaded(r1c1) }.`); everything else follows from them by rules:

- `holds(7)`: an inner condition is true; `value(7,V)`: an inner number is V; `broken(7)`: a list rule is broken.
- `row(2,...)`, `step(2,S,V,T)`, `accept(2,S)`: tables and automata, as facts.
- `node`, `edge`, `link`, `on`, `reached`, ...: graphs; see `asp_graphs`.

So an answer over the unknowns has one stable model; several only where a rule says that pairs or twins exist, or where
groups of a large board are said by helping numbers. Projected on what is shown, it is always one.
No rule multiplies: grounding takes time in proportion to the text and to the pairs of values that rules speak of.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from cluewright.compiler import ir
from cluewright.compiler.backends import asp_graphs
from cluewright.compiler.backends.depth import deep_nodes
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Constraint, Model, Rule, spell
from cluewright.models.errors import LimitError

TRUE: Final = "#true"
FALSE: Final = "#false"
#: Two numbers are compared pair by pair up to so many pairs, beyond that by a sum.
PAIR_LIMIT: Final = 400
#: Most pairs of values that one rule for a number may ground to.
VALUE_LIMIT: Final = 1_000_000
#: In longer lists, equal values are counted instead of being forbidden pair by pair.
LONG_LIST: Final = 16
#: Longer tables are written as facts, and in longer lists two of the same are counted.
SHORT_TABLE: Final = 8
_SIMPLE: Final = re.compile(r"[a-z][A-Za-z0-9_]*|0|-?[1-9][0-9]*")
#: Predicates of the program's own.
_OWN_NAMES: Final = frozenset(
    (
        *("not", "holds", "value", "broken", "row", "step", "accept", "live", "letter", "state"),
        *("node", "edge", "link", "on", "joined", "reached", "root", "earlier", "line", "at", "visited", "end"),
        *("gone", "away", "own", "near", "same", "group", "source", "lists", "item", "differ"),
    )
)


@dataclass(frozen=True)
class Digits:
    """A number whose value V makes the atom `prefix + V)` true."""

    prefix: str
    values: Sequence[int]
    #: Where it is an unknown of the puzzle: the predicate, the place among its kind and the name as a term.
    layer: str = ""
    index: int = 0
    place: str = ""

    def at(self, value: int | str) -> str:
        """The atom for a value or a variable."""
        return f"{self.prefix}{value})"


#: A number: known, a truth value (as a literal), or an atom for each value.
Number = int | str | Digits


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
    #: Variables and constraints of the lowered model.
    size: tuple[int, int] = (0, 0)

    def answer(self, shown: Iterable[str], variables: Sequence[Var]) -> dict[Var, int]:
        """The answer that an answer set stands for; a KeyError if it leaves an unknown open."""
        found = dict(self.defaults)
        for atom in shown:
            var, value = self.atoms[atom]
            found[var] = value
        return {var: found[var] for var in variables}


def write_asp(
    model: Model, encodings: Mapping[str, str] | None = None, title: str = "", tick: Callable[[], object] = lambda: None
) -> AspDocument:
    """The program of a model; `tick` is called once per constraint, so that writing can be stopped."""
    target = TARGETS["asp"]
    too_large = asp_graphs.too_large(model)
    if too_large:
        target = replace(target, required=target.required - too_large, anywhere=target.anywhere - too_large)
    lowered = lower(model, target, encodings)
    tick()
    return AspWriter(lowered, title).write(tick)


class AspWriter:
    """Collects the rules of a program, section by section."""

    def __init__(self, model: Model, title: str = "") -> None:
        self.model = model
        self.lines: list[str] = [f"% {_one_line(title)}", ""] if title else []
        self.asserted: dict[Expr, None] = {c.expr: None for c in model.constraints if isinstance(c.expr, Expr)}
        self.numbers: dict[Expr, Number] = {}
        self.literals: dict[Expr, str] = {}
        self.count = 0
        #: Shared facts by what they say, with their number.
        self.facts: dict[Any, int] = {}
        #: Unknowns that are already said to differ, and the general rules that are already there.
        self.apart: set[tuple[str, int, int]] = set()
        self.general: set[str] = set()
        self.graphs: dict[ir.Graph, asp_graphs.WrittenGraph] = {}
        self.atoms: dict[str, tuple[Var, int]] = {}
        self.defaults: dict[Var, int] = {}
        self.shown: dict[str, None] = {}
        self.used_names: set[str] = set(_OWN_NAMES)

    def write(self, tick: Callable[[], object]) -> AspDocument:
        """The whole program."""
        for layer in self.model.unknowns.values():
            self._unknowns(layer.name, layer.variables)
        if self.model.auxiliary:
            self.lines.append("% Helping numbers.")
            for var in self.model.auxiliary:
                name = self._unused(var.name)
                self._choice(var, f"{name}(", var.is_binary, name)
            self.lines.append("")
        for rule, constraints in self._by_rule():
            self.lines.append(f"% {_one_line(rule.sentence)}")
            for constraint, inner in constraints:
                tick()
                for node in inner:
                    self._prepare(node)
                self.require(constraint.expr)
            self.lines.append("")
        self.lines += [f"#show {predicate}." for predicate in self.shown] or ["#show."]
        size = (len(self.model.variables) + len(self.model.auxiliary), len(self.model.constraints))
        return AspDocument("\n".join(self.lines) + "\n", self.atoms, self.defaults, list(self.shown), size)

    def _by_rule(self) -> list[tuple[Rule, list[tuple[Constraint, list[Expr]]]]]:
        groups: dict[int, tuple[Rule, list[Constraint]]] = {}
        for constraint in self.model.constraints:
            groups.setdefault(id(constraint.rule), (constraint.rule, []))[1].append(constraint)
        deep = iter(deep_nodes(c for _, members in groups.values() for c in members))
        return [(rule, [next(deep) for _ in members]) for rule, members in groups.values()]

    def _prepare(self, node: Expr) -> None:
        if isinstance(node, ir.Truth):
            if not isinstance(node, ir.GraphConstraint):
                self.literal(node)
        else:
            self.number(node)

    # ------------------------------------------------------------ names and unknowns

    def _unused(self, name: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
        plain = plain if re.match(r"[a-z]", plain) else f"x_{plain}"
        candidate, number = plain, 1
        while candidate in self.used_names:
            number += 1
            candidate = f"{plain}_{number}"
        self.used_names.update((candidate, *(f"{word}_{candidate}" for word in ("apart", "list", "once", "each"))))
        return candidate

    def _unknowns(self, layer: str, variables: Mapping[Any, Var]) -> None:
        self.lines.append(f"% {_one_line(layer)}")
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

    def require(self, expr: Value, positive: bool = True) -> None:
        """The expression is true (false)."""
        waiting: list[tuple[Value, bool]] = [(expr, positive)]
        while waiting:
            value, positive = waiting.pop()
            if isinstance(value, ir.Not):
                waiting.append((value.arg, not positive))
            elif isinstance(value, (ir.And, ir.Or)) and isinstance(value, ir.And) == positive:
                waiting.extend((arg, positive) for arg in reversed(value.args))
            elif isinstance(value, (ir.And, ir.Or)):
                literals = [self.literal(arg) for arg in value.args]
                self.forbid(literals if isinstance(value, ir.And) else map(negated, literals))
            elif isinstance(value, ir.GraphConstraint) and positive:
                asp_graphs.require(self, value)
            elif isinstance(value, Expr) and value not in self.literals and type(value) in _REQUIRED:
                _REQUIRED[type(value)](self, value, positive)
            else:
                literal = self.literal(value)
                self.forbid([negated(literal) if positive else literal])

    # ------------------------------------------------------------ truth values

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
            return self.equals(self.number(value.arg), value.value)
        if isinstance(value, ir.GraphConstraint):
            return asp_graphs.condition(self, value)
        if type(value) in _TRUTHS:
            return _TRUTHS[type(value)](self, value)
        return self.equals(self.number(value), 1)

    def equals(self, number: Number, value: int) -> str:
        """The literal of number == value."""
        if isinstance(number, int):
            return TRUE if number == value else FALSE
        if isinstance(number, str):
            return FALSE if value not in (0, 1) else number if value else negated(number)
        return number.at(value) if value in number.values else FALSE

    def _both(self, node: ir.And) -> str:
        literals = [self.literal(arg) for arg in node.args]
        if FALSE in literals:
            return FALSE
        head = f"holds({self.new()})"
        self.rule(head, literals)
        return head

    def _either(self, node: ir.Or) -> str:
        literals = [self.literal(arg) for arg in node.args]
        if TRUE in literals:
            return TRUE
        head = f"holds({self.new()})"
        for literal in literals:
            self.rule(head, [literal])
        return head if any(literal != FALSE for literal in literals) else FALSE

    def _at_most(self, node: ir.AtMost) -> str:
        number = self.number(node.arg)
        if not isinstance(number, Digits):
            return self._select(number, lambda v: v <= node.value)
        if not any(v <= node.value for v in number.values):
            return FALSE
        head = f"holds({self.new()})"
        self.rule(head, [number.at("V"), f"V <= {node.value}"])
        return head

    def _select(self, number: int | str, accepts: Callable[[int], bool]) -> str:
        if isinstance(number, int):
            return TRUE if accepts(number) else FALSE
        return {(True, True): TRUE, (False, False): FALSE, (True, False): negated(number), (False, True): number}[
            accepts(0), accepts(1)
        ]

    # ------------------------------------------------------------ comparisons

    def _compare(self, node: ir.Compare) -> str:
        pair = self._pair(node)
        if pair is not None:
            bodies = self._pair_bodies(pair, node.relation, node.bound)
            if not bodies:
                return FALSE
            head = f"holds({self.new()})"
            for body in bodies:
                self.rule(head, body)
            return head
        total, bound = self._sum(node)
        head = f"holds({self.new()})"
        self.rule(head, [f"{total} {_SIGNS[node.relation]} {bound}"])
        return head

    def _require_compare(self, node: ir.Compare, positive: bool) -> None:
        pair = self._pair(node)
        opposite = {"<=": ">", "==": "!=", "!=": "=="}[node.relation]
        wrong = opposite if positive else node.relation
        if pair is not None:
            (f, first), (g, second) = pair
            if wrong == "==" and f == -g and node.bound == 0 and self._told_apart([first, second]):
                return
            if wrong == "!=" and not all(isinstance(number, (int, str)) for _, number in pair):
                self.forbid([negated(self.literal(node))])
                return
            for body in self._pair_bodies(pair, wrong, node.bound):
                self.forbid(body)
            return
        total, bound = self._sum(node)
        self.forbid([f"{total} {_SIGNS[wrong]} {bound}"])

    def _pair(self, node: ir.Compare) -> list[tuple[int, Number]] | None:
        """The two terms of a comparison that is short enough to be made pair by pair."""
        if len(node.terms) != 2:
            return None
        terms = [(factor, self.number(term)) for factor, term in node.terms]
        return terms if size_of(terms[0][1]) * size_of(terms[1][1]) <= PAIR_LIMIT else None

    def _pair_bodies(self, pair: list[tuple[int, Number]], relation: str, bound: int) -> list[list[str]]:
        """Bodies of which one holds exactly when the comparison does."""
        (f, first), (g, second) = pair
        if relation == "==" and f == -g and bound % f == 0 and isinstance(first, Digits) and isinstance(second, Digits):
            offset = bound // f  # first - second == offset
            if not {v + offset for v in second.values}.intersection(first.values):
                return []
            return [[first.at(f"V+{offset}" if offset > 0 else f"V-{-offset}" if offset else "V"), second.at("V")]]
        bodies = []
        for body, x in self.options(first, "X"):
            for other, y in self.options(second, "Y"):
                if isinstance(x, int) and isinstance(y, int):
                    if _holds(f * x + g * y, relation, bound):
                        bodies.append([*body, *other])
                else:
                    sums = {f * a + g * b for a in possible(first, x) for b in possible(second, y)}
                    if any(_holds(total, relation, bound) for total in sums):
                        bodies.append([*body, *other, f"{times(f, x)}+{times(g, y)} {_SIGNS[relation]} {bound}"])
        return bodies

    def _sum(self, node: ir.Compare) -> tuple[str, int]:
        """The left side as an aggregate, and what it is compared with."""
        bound = node.bound
        numbers: list[tuple[int, Number]] = []
        for factor, inner in node.terms:
            number = self.number(inner)
            if number in (TRUE, FALSE):
                number = int(number == TRUE)
            if isinstance(number, int):
                bound -= factor * number
            else:
                numbers.append((factor, number))
        if all(factor == 1 and isinstance(number, str) for factor, number in numbers):
            parts = [f"{index} : {number}" for index, (_, number) in enumerate(numbers)]
            return f"#count {{ {'; '.join(parts)} }}", bound
        parts = []
        for index, (factor, number) in enumerate(numbers):
            for body, value in self.options(number, "V"):
                if value != 0:
                    weight = times(factor, value) if isinstance(value, str) else str(factor * value)
                    parts.append(f"{weight},{index} : {', '.join(body)}")
        return f"#sum {{ {'; '.join(parts)} }}", bound

    def options(self, number: Number, name: str) -> list[tuple[list[str], int | str]]:
        """The ways a number gets its value: what must hold, and the value (a variable where it can be many)."""
        if isinstance(number, int):
            return [([], number)]
        if isinstance(number, str):
            found: list[tuple[list[str], int | str]] = [([number], 1), ([negated(number)], 0)]
            return [([p for p in body if p != TRUE], value) for body, value in found if FALSE not in body]
        return [([number.at(name)], name)]

    # ------------------------------------------------------------ numbers

    def number(self, value: Value) -> Number:
        """A number, with the rules that derive it."""
        if not isinstance(value, Expr):
            return int(value)
        found = self.numbers.get(value)
        if found is None:
            found = self.literal(value) if isinstance(value, ir.Truth) else self._number(value)
            self.numbers[value] = found
        return found

    def _number(self, node: Expr) -> Number:
        if isinstance(node, ir.Linear):
            return self._linear(node)
        if isinstance(node, ir.Product):
            return self._combine(node, self.number(node.left), self.number(node.right), "*", lambda a, b: a * b)
        made = self._made(node.lo, node.hi)
        if isinstance(node, (ir.Quotient, ir.Remainder)):
            self._divide(node, made)
        elif isinstance(node, ir.Absolute):
            for body, value in self.options(self.number(node.arg), "V"):
                self.rule(made.at(abs(value) if isinstance(value, int) else f"|{value}|"), body)
        elif isinstance(node, (ir.Minimum, ir.Maximum)):
            word = "#min" if isinstance(node, ir.Minimum) else "#max"
            options = [option for arg in node.args for option in self.options(self.number(arg), "V")]
            parts = [f"{value} : {', '.join(body)}" if body else str(value) for body, value in options]
            self.rule(made.at("M"), [f"M = {word} {{ {'; '.join(parts)} }}"])
        elif isinstance(node, ir.Element):
            index = self.number(node.index)
            for place in sorted(set(possible(index))):
                for body, value in self.options(self.number(node.items[place]), "V"):
                    self.rule(made.at(value), [self.equals(index, place), *body])
        elif isinstance(node, ir.Choose):
            condition = self.literal(node.condition)
            for literal, choice in ((condition, node.then), (negated(condition), node.other)):
                for body, value in self.options(self.number(choice), "V"):
                    self.rule(made.at(value), [literal, *body])
        else:
            raise TypeError(f"no program for {type(node).__name__}")
        return made

    def _made(self, low: int, high: int) -> Digits:
        return Digits(f"value({self.new()},", range(low, high + 1))

    def _divide(self, node: ir.Quotient | ir.Remainder, made: Digits) -> None:
        """Shifted to where the value is not negative, since the program's own division rounds towards zero."""
        divisor = node.right
        for body, value in self.options(self.number(node.left), "V"):
            if isinstance(value, int):
                self.rule(made.at(value // divisor if isinstance(node, ir.Quotient) else value % divisor), body)
                continue
            steps = max(0, -(node.left.lo // divisor))
            shifted = f"({value}+{steps * divisor})" if steps else value
            if isinstance(node, ir.Quotient):
                self.rule(made.at(f"{shifted}/{divisor}-{steps}" if steps else f"{shifted}/{divisor}"), body)
            else:
                self.rule(made.at(f"{shifted}\\{divisor}"), body)

    def _linear(self, node: ir.Linear) -> Number:
        """One term after the other is added to a partial sum."""
        total: Number = node.constant
        for factor, inner in node.terms:
            total = self._combine(None, total, self.number(inner), f"+{factor}*", _scaled_sum(factor))
        return total

    def _combine(
        self, node: Expr | None, left: Number, right: Number, sign: str, combine: Callable[[int, int], int]
    ) -> Number:
        if isinstance(left, int) and isinstance(right, int):
            return combine(left, right)
        if size_of(left) * size_of(right) > VALUE_LIMIT:
            raise LimitError(f"a number made of {size_of(left)} times {size_of(right)} pairs of values is too large")
        if node is None:
            corners = [combine(a, b) for a in _ends(left) for b in _ends(right)]
            made = self._made(min(corners), max(corners))
        else:
            made = self._made(node.lo, node.hi)
        for body, x in self.options(left, "X"):
            for other, y in self.options(right, "Y"):
                value = combine(x, y) if isinstance(x, int) and isinstance(y, int) else f"{x}{sign}{y}"
                self.rule(made.at(value), [*body, *other])
        return made

    # ------------------------------------------------------------ lists

    def _holders(self, node: ir.AllDifferent) -> dict[int, list[str]]:
        holders: dict[int, list[str]] = {}
        for arg in node.args:
            number = self.number(arg)
            for value in possible(number):
                if value not in node.excepted:
                    holders.setdefault(value, []).append(self.equals(number, value))
        return {value: holders[value] for value in sorted(holders)}

    def _all_different(self, node: ir.AllDifferent) -> str:
        head = f"broken({self.new()})"
        rules = 0
        for literals in self._holders(node).values():
            for body in _more_than_one(literals):
                self.rule(head, body)
                rules += 1
        return negated(head) if rules else TRUE

    def _require_all_different(self, node: ir.AllDifferent, positive: bool) -> None:
        if not positive:
            self.forbid([self.literal(node)])
            return
        holders = self._holders(node)
        every_value_occurs = not node.excepted and len(holders) == len(node.args)
        if not node.excepted and self._told_apart([self.number(arg) for arg in node.args], every_value_occurs):
            return
        for literals in holders.values():
            for body in _more_than_one(literals):
                self.forbid(body)
            if every_value_occurs:
                self.forbid(map(negated, literals))

    def _told_apart(self, numbers: Sequence[Number], every_value: bool = False) -> bool:
        """Different unknowns of one layer by facts and a few general rules; False if they are something else."""
        unknowns = sorted((n for n in numbers if isinstance(n, Digits) and n.layer), key=lambda n: n.index)
        if len(unknowns) < len(numbers) or len({n.layer for n in unknowns}) != 1:
            return False
        if len({n.index for n in unknowns}) < len(unknowns):
            return False
        layer, count = unknowns[0].layer, len(unknowns)
        if count <= LONG_LIST:
            self._apart_pairs(layer, unknowns)
        if count > LONG_LIST or every_value:
            number = self.new()
            self.lines.append(f"list_{layer}({number},({';'.join(n.place for n in unknowns)})).")
            values = spans(sorted({value for n in unknowns for value in n.values}))
            if count > LONG_LIST:
                self.lines.append(f"once_{layer}({number},{values}).")
                self.once(f":- once_{layer}(N,V), #count {{ X : list_{layer}(N,X), {layer}(X,V) }} > 1.")
            if every_value:
                self.lines.append(f"each_{layer}({number},{values}).")
                self.once(f":- each_{layer}(N,V), not {layer}(X,V) : list_{layer}(N,X).")
        return True

    def _apart_pairs(self, layer: str, unknowns: Sequence[Digits]) -> None:
        for position, first in enumerate(unknowns):
            others = [n for n in unknowns[position + 1 :] if (layer, first.index, n.index) not in self.apart]
            if others:
                self.apart.update((layer, first.index, n.index) for n in others)
                places = ";".join(n.place for n in others)
                self.lines.append(f"apart_{layer}({first.place},{places if len(others) == 1 else f'({places})'}).")
                self.once(f":- apart_{layer}(X,Y), {layer}(X,V), {layer}(Y,V).")

    def _distinct_lists(self, node: ir.DistinctLists) -> str:
        """Items as facts about lists; the solver itself goes through the pairs."""
        number = self.new()
        self.lines.append(f"lists({number},0..{len(node.lists) - 1}).")
        for index, row in enumerate(node.lists):
            for place, item in enumerate(row):
                value = self.number(item)
                for option in possible(value):
                    self.rule(f"item({number},{index},{place},{option})", [self.equals(value, option)])
        pair = "lists(N,A), lists(N,B), A < B"
        for first, second in ("AB", "BA"):
            self.once(f"differ(N,A,B) :- {pair}, item(N,{first},P,V), not item(N,{second},P,V).")
        self.once(f"broken(N) :- {pair}, not differ(N,A,B).")
        return negated(f"broken({number})")

    def _table(self, node: ir.Table) -> str:
        bodies = self._rows(node)
        if not bodies:
            return FALSE if node.positive else TRUE
        head = f"holds({self.new()})"
        for body in bodies:
            self.rule(head, body)
        return head if node.positive else negated(head)

    def _require_table(self, node: ir.Table, positive: bool) -> None:
        if positive != node.positive:
            for body in self._rows(node):
                self.forbid(body)
        else:
            literal = self.literal(node)
            self.forbid([negated(literal) if positive else literal])

    def _rows(self, node: ir.Table) -> list[list[str]]:
        """Bodies of which one holds exactly when some row fits."""
        numbers = [self.number(arg) for arg in node.args]
        rows = [
            row
            for row in dict.fromkeys(node.rows)
            if all(v is None or self.equals(n, v) != FALSE for n, v in zip(numbers, row, strict=True))
        ]
        plain = all(isinstance(number, Digits) for number in numbers) and not any(None in row for row in rows)
        if not plain or len(rows) <= SHORT_TABLE:
            return [[self.equals(n, v) for n, v in zip(numbers, row, strict=True) if v is not None] for row in rows]
        key = ("table", tuple(rows))
        if key not in self.facts:
            self.facts[key] = len(self.facts) + 1
            self.lines += [f"row({self.facts[key]},{','.join(map(str, row))})." for row in rows]
        names = [f"V{i}" for i in range(len(numbers))]
        atoms = [n.at(name) for n, name in zip(numbers, names, strict=True) if isinstance(n, Digits)]
        return [[f"row({self.facts[key]},{','.join(names)})", *atoms]]

    def _regular(self, node: ir.Regular) -> str:
        run, machine = self._run(node)
        head = f"holds({run})"
        self.rule(head, [f"state({run},{len(node.args)},S)", f"accept({machine},S)"])
        return head

    def _require_regular(self, node: ir.Regular, positive: bool) -> None:
        if not positive:
            self.forbid([self.literal(node)])
            return
        run, machine = self._run(node)
        length = len(node.args)
        self.forbid([f"state({run},I,S)", f"not live({machine},{length}-I,S)"])
        self.forbid([f"I = 0..{length}", f"not 1 {{ state({run},I,S) }} 1"])

    def _run(self, node: ir.Regular) -> tuple[int, int]:
        """The states that the automaton goes through; `live(A,J,S)`: J more letters can lead from S to acceptance."""
        automaton = node.automaton
        moves = tuple(sorted((s, v, t) for (s, v), t in automaton.transitions.items()))
        key = ("automaton", moves, tuple(sorted(automaton.accepting)), len(node.args))
        machine = self.facts.get(key)
        if machine is None:
            machine = self.facts[key] = len(self.facts) + 1
            self.lines += [f"step({machine},{s},{v},{t})." for s, v, t in moves]
            self.lines += [f"accept({machine},{s})." for s in sorted(automaton.accepting)]
            self.lines.append(f"live({machine},0,S) :- accept({machine},S).")
            self.lines.append(
                f"live({machine},J+1,S) :- live({machine},J,T), step({machine},S,_,T), J < {len(node.args)}."
            )
        run = self.new()
        for index, arg in enumerate(node.args):
            for body, value in self.options(self.number(arg), "V"):
                self.rule(f"letter({run},{index},{value})", body)
        self.lines.append(f"state({run},0,{automaton.start}).")
        step = [f"state({run},I,S)", f"letter({run},I,V)", f"step({machine},S,V,T)"]
        self.rule(f"state({run},I+1,T)", step)
        return run, machine


def term(text: str) -> str:
    """A name as a term: as it is if the language allows, else quoted."""
    if _SIMPLE.fullmatch(text) and text != "not":
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def spans(values: Sequence[int]) -> str:
    """Values as intervals: `1..4;7`."""
    parts: list[str] = []
    first = last = values[0]
    for value in [*values[1:], None]:
        if value is not None and value == last + 1:
            last = value
            continue
        parts.append(str(first) if first == last else f"{first}..{last}")
        if value is not None:
            first = last = value
    return ";".join(parts) if len(parts) == 1 else f"({';'.join(parts)})"


def negated(literal: str) -> str:
    """not literal."""
    if literal in (TRUE, FALSE):
        return FALSE if literal == TRUE else TRUE
    return literal[4:] if literal.startswith("not ") else f"not {literal}"


def possible(number: Number, value: int | str = "") -> Sequence[int]:
    """The values that a number may have; only the given one where it is known."""
    if isinstance(value, int):
        return (value,)
    if isinstance(number, int):
        return (number,)
    if isinstance(number, str):
        return {TRUE: (1,), FALSE: (0,)}.get(number, (0, 1))
    return number.values


def size_of(number: Number) -> int:
    """How many values a number may have."""
    return len(possible(number))


def times(factor: int, value: int | str) -> str:
    """factor * value."""
    if isinstance(value, int):
        return str(factor * value)
    return value if factor == 1 else f"{factor}*{value}"


def _scaled_sum(factor: int) -> Callable[[int, int], int]:
    return lambda a, b: a + factor * b


def _ends(number: Number) -> tuple[int, int]:
    values = possible(number)
    return values[0], values[-1]


def _holds(total: int, relation: str, bound: int) -> bool:
    return {"<=": total <= bound, ">": total > bound, "==": total == bound, "!=": total != bound}[relation]


def _more_than_one(literals: Sequence[str]) -> list[list[str]]:
    """Bodies of which one holds exactly when two of the literals do."""
    if len(literals) <= SHORT_TABLE:
        return [[a, b] for a, b in itertools.combinations(literals, 2)]
    return [[f"#count {{ {'; '.join(f'{i} : {literal}' for i, literal in enumerate(literals))} }} > 1"]]


def _one_line(text: str) -> str:
    return " ".join(text.split())


_SIGNS: Final = {"<=": "<=", ">": ">", "==": "=", "!=": "!="}
_TRUTHS: Final[dict[type[Expr], Callable[[AspWriter, Any], str]]] = {
    ir.And: AspWriter._both,
    ir.Or: AspWriter._either,
    ir.AtMost: AspWriter._at_most,
    ir.Compare: AspWriter._compare,
    ir.AllDifferent: AspWriter._all_different,
    ir.Table: AspWriter._table,
    ir.Regular: AspWriter._regular,
    ir.DistinctLists: AspWriter._distinct_lists,
}
_REQUIRED: Final[dict[type[Expr], Callable[[AspWriter, Any, bool], None]]] = {
    ir.Compare: AspWriter._require_compare,
    ir.AllDifferent: AspWriter._require_all_different,
    ir.Table: AspWriter._require_table,
    ir.Regular: AspWriter._require_regular,
}
