"""From expressions to clauses: polarity-aware definitions, shared wherever operands are equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import neg
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.cnf.apart import distance, require_apart
from cluewright.compiler.cnf.base import FALSE, TRUE, Prefix, Truths
from cluewright.compiler.cnf.distinct import DifferentLists, require_distinct_sum
from cluewright.compiler.cnf.gates import BOTH, NEGATIVE, POSITIVE, SWAPPED, GateWriter, Key
from cluewright.compiler.cnf.numbers import Num
from cluewright.compiler.cnf.structures import (
    require_all_different,
    require_distinct_lists,
    require_lex,
    require_regular,
    require_table,
)
from cluewright.compiler.cnf.sums import Terms, require_compare, sum_number
from cluewright.compiler.kinds import TRUTH
from cluewright.models.errors import LanguageError

#: A prefix longer than this is replaced by one literal before it is repeated in many clauses.
LONG_PREFIX: Final = 3

_RELATIONS: Final[dict[type, Callable[..., None]]] = {
    ir.Compare: require_compare,
    ir.AllDifferent: require_all_different,
    ir.Table: require_table,
    ir.Regular: require_regular,
    ir.Lex: require_lex,
    ir.DistinctLists: require_distinct_lists,
}
_ATOMS: Final = frozenset((ir.Var, ir.Equals, ir.AtMost))
#: What may speak of the values of one variable.
_TELLING: Final = _ATOMS | {ir.Not}


class Encoder(GateWriter):
    """Turns constraints into clauses; graph constraints are collected in `graphs` for their own treatment."""

    def __init__(self, sink: Callable[[list[int]], object]) -> None:
        super().__init__(sink)
        #: Graph constraints that were asserted, with the literal under which each must hold (None: always).
        self.graphs: list[tuple[ir.GraphConstraint, int | None]] = []
        #: Possible values of variables that have fewer than their domain.
        self._narrowed: dict[ir.Var, list[int]] = {}
        self._different = DifferentLists()
        self._numbers: dict[ir.Expr, Num] = {}
        self._constants: dict[int, Num] = {}
        #: Truth values whose literal is defined in both directions, and those with half a definition.
        self._literals: dict[ir.Expr, int] = {}
        self._halves: dict[ir.Expr, tuple[int, int]] = {}
        self._sums: dict[Key, Num] = {}

    def forget(self) -> None:
        """Nothing more is asked: numbers refer to their writer, and without its tables all of them are gone at once."""
        for number in self._numbers.values():
            number.forget()
        for table in (self._numbers, self._constants, self._literals, self._halves, self._sums):
            table.clear()

    # ------------------------------------------------------------ asserting

    def narrow(self, always: Iterable[ir.Value]) -> None:
        """These always hold: where one speaks of the values of one variable, the others need no literals."""
        for expr in always:
            if expr.__class__ in _TELLING:
                self._narrow(expr)

    def _narrow(self, expr: ir.Value) -> None:
        positive = expr.__class__ is not ir.Not
        atom = expr if positive else expr.arg  # type: ignore[union-attr]
        if isinstance(atom, ir.Var) and atom.is_truth:
            var, kept = atom, [v for v in self._domain(atom) if (v != 0) == positive]
        elif isinstance(atom, ir.Equals) and isinstance(atom.arg, ir.Var):
            var, kept = atom.arg, [v for v in self._domain(atom.arg) if (v == atom.value) == positive]
        elif isinstance(atom, ir.AtMost) and isinstance(atom.arg, ir.Var):
            var, kept = atom.arg, [v for v in self._domain(atom.arg) if (v <= atom.value) == positive]
        else:
            return
        if kept:  # otherwise the clauses contradict each other
            self._narrowed[var] = kept

    def narrow_lists(self, lists: Sequence[ir.AllDifferent]) -> None:
        """These always hold: what is known is no value of others in the same list, until nothing more follows."""
        self._different = DifferentLists(lists)
        around: defaultdict[ir.Var, list[ir.AllDifferent]] = defaultdict(list)
        for node in lists:
            for arg in node.args:
                if isinstance(arg, ir.Var):
                    around[arg].append(node)
        known = [var for var in around if len(self._domain(var)) == 1]
        while known:
            var = known.pop()
            (value,) = self._domain(var)
            for node in around[var]:
                if value in node.excepted:
                    continue
                for other in node.args:
                    if other is not var and isinstance(other, ir.Var) and value in (domain := self._domain(other)):
                        kept = [v for v in domain if v != value]
                        if kept:  # otherwise the clauses contradict each other
                            self._narrowed[other] = kept
                            if len(kept) == 1:
                                known.append(other)

    def _domain(self, var: ir.Var) -> Sequence[int]:
        return self._narrowed.get(var, var.domain)

    def assert_true(self, expr: ir.Value, guard: int | None = None) -> None:
        """The expression holds (while the guard literal is true, where one is given)."""
        self.require(expr, True, () if guard is None else (-guard,))

    def require(self, expr: ir.Value, positive: bool, prefix: Prefix) -> None:
        """prefix or expr (or its negation, if not positive)."""
        if not isinstance(expr, ir.Expr):
            if bool(expr) != positive:
                self.contradiction(prefix)
            return
        kind = expr.__class__
        if kind is ir.Not:
            self.require(expr.arg, not positive, prefix)  # type: ignore[attr-defined]
        elif kind is ir.And or kind is ir.Or:
            if (kind is ir.And) == positive:
                prefix = self._shortened(prefix)
                for arg in expr.args:  # type: ignore[attr-defined]
                    self.require(arg, positive, prefix)
            else:
                self._require_one(expr.args, positive, prefix)  # type: ignore[attr-defined]
        elif kind in _RELATIONS:
            prefix = self._shortened(prefix)
            if kind is not ir.Compare or not self._require_distinct_sum(expr, positive, prefix):  # type: ignore[arg-type]
                _RELATIONS[kind](self, expr, positive, prefix)
        elif isinstance(expr, ir.GraphConstraint):
            self._require_graph(expr, positive, prefix)
        elif (inner := distance(expr)) is not None:
            require_apart(self, inner, expr.value, positive, self._shortened(prefix))  # type: ignore[attr-defined]
        else:
            literal = self.literal(expr, POSITIVE if positive else NEGATIVE)
            self.clause([*prefix, literal if positive else -literal])

    def _require_distinct_sum(self, node: ir.Compare, positive: bool, prefix: Prefix) -> bool:
        """Whether this was a sum of numbers that always differ, and is written down."""
        factor = node.terms[0][0]
        if len(node.terms) < 3 or node.relation != ("==" if positive else "!=") or node.bound % factor:
            return False
        numbers = [term for each, term in node.terms if each == factor and isinstance(term, ir.Var)]
        if len(numbers) < len(node.terms) or not self._different.contain(numbers):
            return False
        return require_distinct_sum(self, [self.num(number) for number in numbers], node.bound // factor, prefix)

    def _require_one(self, args: Sequence[ir.Expr], positive: bool, prefix: Prefix) -> None:
        """One of the arguments is true (false); a single relation among atoms needs no literal of its own."""
        known = [*map(self._literals.get, args)]
        if None not in known:
            self.take([*prefix, *known] if positive else [*prefix, *map(neg, known)])  # type: ignore[list-item, arg-type]
            return
        atoms: list[int] = []
        complex_args: list[ir.Expr] = []
        mask = POSITIVE if positive else NEGATIVE
        for arg, made in zip(args, known, strict=True):
            atom = arg.arg if arg.__class__ is ir.Not else arg
            if made is not None and atom.__class__ is ir.Var:
                atoms.append(made if positive else -made)
            elif atom.__class__ is ir.Var or (atom.__class__ in _ATOMS and distance(atom) is None):
                literal = self.literal(arg, mask)
                atoms.append(literal if positive else -literal)
            else:
                complex_args.append(arg)
        if len(complex_args) == 1 and TRUE not in atoms:
            self.require(complex_args[0], positive, (*prefix, *atoms))
            return
        for arg in complex_args:
            literal = self.literal(arg, mask)
            atoms.append(literal if positive else -literal)
        self.clause([*prefix, *atoms])

    def _shortened(self, prefix: Prefix) -> Prefix:
        if len(prefix) <= LONG_PREFIX:
            return prefix
        link = self.new()
        self.clause([*prefix, link])
        return (-link,)

    def _require_graph(self, expr: ir.GraphConstraint, positive: bool, prefix: Prefix) -> None:
        if not positive:
            denial = expr.denial
            if denial is None:
                raise LanguageError(f"{expr.says} {ir.NOT_DENIED}")
            expr = denial
        if TRUE in prefix:
            return
        stated = tuple(lit for lit in prefix if lit != FALSE)
        if not stated:
            self.graphs.append((expr, None))
        elif len(stated) == 1:
            self.graphs.append((expr, -stated[0]))
        else:
            guard = self.new()
            self.add([*stated, guard])
            self.graphs.append((expr, guard))

    # ------------------------------------------------------------ truth values

    def literal(self, value: ir.Value, mask: int = BOTH) -> int:
        """A literal for a truth value, with the needed half (or both) of its definition."""
        known = self._literals.get(value)  # type: ignore[arg-type]
        if known is not None:
            return known
        if not isinstance(value, ir.Expr):
            return TRUE if value else FALSE
        half = self._halves.get(value)
        if half is not None and not mask & ~half[1]:
            return half[0]
        kind = value.__class__
        if kind is ir.Var:
            literal = self._literals[value] = self.num(value).at_least(1)
            return literal
        if kind is ir.Not:
            return -self.literal(value.arg, SWAPPED[mask])  # type: ignore[attr-defined]
        if kind is ir.And:
            literal = self.gate_and([self.literal(arg, mask) for arg in value.args], mask)  # type: ignore[attr-defined]
        elif kind is ir.Or:
            literal = self.gate_or([self.literal(arg, mask) for arg in value.args], mask)  # type: ignore[attr-defined]
        elif kind in _RELATIONS or isinstance(value, ir.GraphConstraint) or distance(value) is not None:
            literal = self._relation(value, mask)
        else:
            literal = self._atom(value)
            mask = BOTH
        done = mask | (half[1] if half is not None else 0)
        if done == BOTH:
            self._literals[value] = literal
        else:
            self._halves[value] = (literal, done)
        return literal

    def literals(self, values: Sequence[ir.Expr]) -> list[int]:
        """The literals of truth values, with both halves of their definitions; most often they are there."""
        known = [*map(self._literals.get, values)]
        if None not in known:
            return known  # type: ignore[return-value]
        return [self.literal(value) if made is None else made for value, made in zip(values, known, strict=True)]

    def equals(self, var: ir.Var, value: int) -> int:
        """The literal of var == value."""
        if var.kind is not TRUTH:
            return self.num(var).equals(value)
        literal = self._literals.get(var) or self.literal(var)
        return literal if value == 1 else -literal if value == 0 else FALSE

    def give_literals(self, variables: Iterable[ir.Var]) -> None:
        """Every one of them has literals from now on, so that it has a value in each answer."""
        made = self._literals
        for var in variables:
            if var not in made:
                if var.kind is TRUTH:
                    self.literal(var)
                elif not (number := self.num(var)).encoded:
                    number.direct()

    def values_in(self, variables: Iterable[ir.Var], truths: Truths) -> dict[ir.Var, int]:
        """What they are in an answer."""
        found: dict[ir.Var, int] = {}
        made, num = self._literals.get, self.num
        for var in variables:
            if var.kind is TRUTH and (literal := made(var)) is not None:
                found[var] = 1 if truths[literal] == literal else 0
            else:
                found[var] = num(var).value_in(truths)
        return found

    def _atom(self, value: ir.Expr) -> int:
        kind = value.__class__
        if kind is ir.Equals:
            return self.num(value.arg).equals(value.value)  # type: ignore[attr-defined]
        if kind is ir.AtMost:
            return self.num(value.arg).at_most(value.value)  # type: ignore[attr-defined]
        if isinstance(value, ir.Truth):
            raise TypeError(f"no clauses for {value.__class__.__name__}")
        return self.num(value).at_least(1)

    def _relation(self, value: ir.Expr, mask: int) -> int:
        key: Key = (id(value),)
        if isinstance(value, ir.Compare):
            key = (value.relation, value.bound, *self._operands(value.terms))
        elif (inner := distance(value)) is not None:
            key = ("apart", value.value, inner.constant, *self._operands(inner.terms))  # type: ignore[attr-defined]
        entry = self._gates.get(key)
        gate, done = entry if entry is not None else (self.new(), 0)
        self._gates[key] = (gate, done | mask)
        missing = mask & ~done
        if missing & POSITIVE:
            self.require(value, True, (-gate,))
        if missing & NEGATIVE:
            self.require(value, False, (gate,))
        return gate

    def _operands(self, terms: Terms) -> list[tuple[int, tuple[int, int]]]:
        """What identifies the operands: their literals or encoded numbers. A loop, so that deep expressions fit."""
        found: list[tuple[int, tuple[int, int]]] = []
        for factor, term in terms:
            operand = (0, self.literal(term)) if isinstance(term, ir.Truth) else (1, id(self.num(term)))
            found.append((factor, operand))
        return sorted(found)

    # ------------------------------------------------------------ numbers

    def num(self, value: ir.Value) -> Num:
        """A number (or truth value) in encoded form."""
        if not isinstance(value, ir.Expr):
            constant = int(value)
            found = self._constants.get(constant)
            if found is None:
                found = self._constants[constant] = Num(self, (constant,))
            return found
        found = self._numbers.get(value)
        if found is None:
            if isinstance(value, (ir.Var, ir.Truth, ir.Linear)):
                found = self._number(value)
            else:
                from cluewright.compiler.cnf.arithmetic import computed  # late: many puzzles compute nothing

                found = computed(self, value)  # called here, so that expressions may be deep
            self._numbers[value] = found
        return found

    def nums(self, values: Sequence[ir.Value]) -> list[Num]:
        """Several numbers in encoded form; most often they are there."""
        known = [*map(self._numbers.get, values)]  # type: ignore[arg-type]
        if None not in known:
            return known  # type: ignore[return-value]
        return [self.num(value) for value in values]

    def _number(self, value: ir.Var | ir.Truth | ir.Linear) -> Num:
        if isinstance(value, ir.Var):
            domain = self._domain(value)
            is_open = value.kind is TRUTH and len(domain) == 2
            return Num.of_literal(self, self.new()) if is_open else Num(self, domain)
        if isinstance(value, ir.Truth):
            return Num.of_literal(self, self.literal(value, BOTH))
        return self._shared_sum(value)

    def _shared_sum(self, value: ir.Linear) -> Num:
        key = tuple(self._operands(value.terms))
        found = self._sums.get(key)
        if found is None:
            bare = ir.Linear(value.terms, 0)
            found = self._sums[key] = sum_number(self, bare)
        return found.view(1, value.constant)
