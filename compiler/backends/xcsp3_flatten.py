"""Flattening for XCSP3: every constraint becomes one of the XCSP3-core forms over variables.

What is no variable but must be one (an argument of a global constraint, a term of a sum) gets an auxiliary variable
with a defining constraint. Small scopes become tables, which are shared by all constraints of the same shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final, NamedTuple

from cluewright.compiler import ir
from cluewright.compiler.automata import Automaton
from cluewright.compiler.backends.depth import DEPTH_AT_ONCE
from cluewright.compiler.backends.xcsp3_expressions import Speller, truth_table
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.lowering.clauses import parts
from cluewright.compiler.model import Model, Rule
from cluewright.compiler.work import tick
from cluewright.models.errors import CluewrightError

#: A condition on so few combinations of values is written as a table.
TABLE_ROWS: Final = 2000
#: Larger expressions are taken apart: with more variables, or deeper.
_WHOLE_VARIABLES: Final = 4
_DEPTH: Final = 6
#: A clause of so many two-valued variables is written as a sum: Choco makes a table of a condition in words, which has
#: a row for almost every combination of values.
LONG_CLAUSE: Final = 4
#: Choco takes no other values in automata.
_MAX_LETTER: Final = 65535
#: So few variables with as many values would become a table of permutations in ACE, which fails if a value of it is not
#: in every domain.
_PERMUTED: Final = 4
#: An auxiliary variable with more values would take too much room.
_MAX_DOMAIN: Final = 100_000


class Template(NamedTuple):
    """A constraint with %0, %1, ... (or %... for the whole list) in the places of its variables."""

    tag: str
    text: str | None
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(eq=False)
class Block:
    """The constraints of one rule, by template."""

    rule: Rule
    groups: dict[Template, list[tuple[Var, ...]]] = field(default_factory=dict)
    #: Variables with the value that they must have.
    fixed: dict[Var, int] = field(default_factory=dict)

    def post(self, template: Template, variables: Sequence[Var]) -> None:
        self.groups.setdefault(template, []).append(tuple(variables))

    def join_counts(self) -> None:
        """Where several values are counted exactly among the same variables, `cardinality` says it at once."""
        counted: dict[tuple[Var, ...], dict[str, str]] = {}
        for template, scopes in self.groups.items():
            if (exact := _exact_count(template)) is not None:
                for scope in scopes:
                    counted.setdefault(scope, {}).setdefault(*exact)
        joined = {scope: occurs for scope, occurs in counted.items() if len(occurs) > 1}
        if not joined:
            return
        groups, self.groups = self.groups, {}
        for template, scopes in groups.items():
            exact = _exact_count(template)
            for scope in scopes:
                if exact is None or joined.get(scope, {}).get(exact[0]) != exact[1]:
                    self.post(template, scope)
        for scope, occurs in joined.items():
            parts = (("list", "%..."), ("values", " ".join(occurs)), ("occurs", " ".join(occurs.values())))
            self.post(Template("cardinality", None, parts), scope)


def _exact_count(template: Template) -> tuple[str, str] | None:
    """The value that a `count` counts and how often it occurs, where both are known."""
    if template.tag != "count":
        return None
    parts = dict(template.parts)
    operator, _, limit = parts["condition"].strip("()").partition(",")
    return None if operator != "eq" or "%" in limit or " " in parts["values"] else (parts["values"], limit)


class Flattener:
    """Takes the constraints of a lowered model one by one."""

    def __init__(self, lowered: Model) -> None:
        self.lowered = lowered
        self.auxiliary: list[Var] = list(lowered.auxiliary)
        self._blocks: dict[Rule, Block] = {}
        self._block = Block(Rule(""))
        self._known: dict[Expr, Var] = {}
        self._constants: dict[int, Var] = {}
        self._fixed: dict[Var, int] = {}
        self._counts: dict[str, int] = {}
        self._tables: dict[tuple[Any, ...], Template | bool] = {}
        self._ranges: dict[tuple[Any, ...], list[int]] = {}

    def run(self) -> list[Block]:
        """The blocks of the file, in the order of the rules."""
        for constraint in self.lowered.constraints:
            block = self._blocks.get(constraint.rule)
            if block is None:
                block = self._blocks[constraint.rule] = Block(constraint.rule)
            self._block = block
            tick()
            self.require(constraint.expr)
        for block in self._blocks.values():
            block.join_counts()
        return [block for block in self._blocks.values() if block.groups or block.fixed] or [self._anything()]

    # ------------------------------------------------------------ requiring

    def require(self, root: Value) -> None:
        """Post what makes an expression true."""
        for part in parts(root):
            if isinstance(part, Expr):
                self._require_one(part)
            else:
                self._never()

    def _require_one(self, expr: Expr) -> None:
        special = _SPECIAL.get(type(expr))
        if special is not None:
            special(self, expr)
            return
        linear = _as_linear(expr)
        if _is_atom(expr):
            self._require_atom(expr)
        elif linear is not None and all(map(_is_literal, linear.children())):
            self._linear(linear)
        elif linear is not None and self._count(linear):
            pass
        elif isinstance(expr, ir.Or) and all(map(_is_atom, expr.args)):
            self._clause(expr.args)
        elif not self._tabulated(expr):
            self._require_large(expr, linear)

    def _require_atom(self, expr: Expr) -> None:
        fixed = _fixed_value(expr)
        if fixed is None:
            self._intension(expr)
        elif self._fixed.setdefault(*fixed) != fixed[1]:
            self._never()
        else:
            self._block.fixed[fixed[0]] = fixed[1]

    def _require_large(self, expr: Expr, linear: ir.Compare | None) -> None:
        self._cut_deep(expr)
        if linear is not None:
            self._linear(linear)
        elif self._is_whole(expr):
            self._intension(expr)
        elif isinstance(expr, ir.Or):
            self._clause([self._atom(arg) for arg in expr.args])
        else:
            self._intension_of(expr)

    def _anything(self) -> Block:
        """An instance has at least one variable in at least one constraint: ACE wants it."""
        block = Block(Rule("Any values will do."))
        unknowns = self.lowered.variables
        known = unknowns[0] if unknowns else self.variable(0)
        block.post(Template("intension", f"ge(%0,{known.lo})"), [known])
        return block

    def _never(self) -> None:
        """Something that cannot hold."""
        a, b = self._new("never", range(2)), self._new("never", range(2))
        self._post("intension", "lt(%0,%1)", [a, b])
        self._post("intension", "gt(%0,%1)", [a, b])

    # ------------------------------------------------------------ forms

    def _post(self, tag: str, text: str | None, variables: Sequence[Var], *parts: tuple[str, str]) -> None:
        self._block.post(Template(tag, text, parts), variables)

    def _intension(self, expr: Expr) -> None:
        speller = Speller(self._known)
        text = speller.spell(expr)
        if text == "%0":  # a variable that stands for it: ACE wants an operator
            text = "eq(%0,1)"
        self._post("intension", text, speller.variables)

    def _intension_of(self, expr: Expr) -> None:
        """The expression, with variables in the places of all its larger parts."""
        for child in expr.children():
            self._atom(child)
        self._intension(expr)

    def _clause(self, args: Iterable[Expr]) -> None:
        literals = list(dict.fromkeys(args))
        present = set(literals)
        if any(ir.negate(literal) in present for literal in literals):
            return
        if len(literals) == 1:
            self._require_atom(literals[0])
            return
        if len(literals) >= LONG_CLAUSE and all(map(_is_literal, literals)):
            self._linear(ir.Compare(tuple((-1, literal) for literal in literals), "<=", -1))
            return
        literals.sort(key=lambda literal: isinstance(literal, ir.Not))
        self._intension(_disjunction(literals))

    def _tabulated(self, expr: Expr) -> bool:
        """Post the expression as a table, if its scope is small enough."""
        if not small_scope(expr, self._known):
            return False
        speller = Speller(self._known)
        text = speller.spell(expr)
        variables = speller.variables
        key = (text, *(var.domain for var in variables))
        template = self._tables.get(key)
        if template is None:
            rows, truths = truth_table(expr, variables, self._known)
            template = self._tables[key] = table_of(rows, truths)
        if template is False:
            self._never()
        elif template is not True:
            self._block.post(template, variables)
        return True

    def _linear(self, node: ir.Compare) -> None:
        """A comparison of a sum: as `count` where it counts values, else as a sum of variables."""
        if self._count(node):
            return
        factors: dict[Var, int] = {}
        bound = node.bound
        for factor, term in node.terms:
            var = term
            if isinstance(term, ir.Not) and isinstance(term.arg, Var):
                bound, factor, var = bound - factor, -factor, term.arg
            var = self.variable(var)
            if len(var.domain) == 1:  # ACE wants a choice in every term
                bound -= factor * var.lo
            else:
                factors[var] = factors.get(var, 0) + factor
        terms = [(factor, var) for var, factor in factors.items() if factor]
        self._sum(terms, node.relation, bound)

    def _sum(self, terms: list[tuple[int, Var]], relation: str, bound: int) -> None:
        if len(terms) < 3:
            whole = ir.compare(ir.add_all(ir.scale(var, c) for c, var in terms), relation, bound)  # type: ignore[arg-type]
            if isinstance(whole, Expr) and not _is_atom(whole):
                self._intension(whole)
            else:
                self.require(whole)
            return
        if all(c < 0 for c, _ in terms):
            terms, bound = [(-c, var) for c, var in terms], -bound
            relation = {"<=": ">="}.get(relation, relation)
        operator = {"<=": "le", ">=": "ge", "==": "eq", "!=": "ne"}[relation]
        parts = [("list", "%...")]
        if any(c != 1 for c, _ in terms):
            parts.append(("coeffs", " ".join(str(c) for c, _ in terms)))
        self._post("sum", None, [var for _, var in terms], *parts, ("condition", f"({operator},{bound})"))

    def _count(self, node: ir.Compare) -> bool:
        """`count`, where all terms but at most one ask for the same values of a variable."""
        counted: list[Var] = []
        rest: list[tuple[int, Var]] = []
        wanted: frozenset[int] | None = None
        factor = 0
        for c, term in node.terms:
            if isinstance(term, Var) or (isinstance(term, ir.Not) and isinstance(term.arg, Var)):
                if not isinstance(term, Var):
                    return False
                rest.append((c, term))
                continue
            values = _atom_values(term)
            if values is None or (wanted is not None and (values != wanted or c != factor)):
                return False
            wanted, factor = values, c
            counted.append(_atom_var(term))
        if wanted is None or len(counted) < 2 or len(rest) > 1 or abs(factor) != 1 or len(set(counted)) < len(counted):
            return False
        if rest and rest[0][0] != -factor:
            return False
        bound = node.bound * factor
        relation = node.relation if factor > 0 else {"<=": ">="}.get(node.relation, node.relation)
        limit: Value = ir.add_all((bound, *(var for _, var in rest)))
        if isinstance(limit, Expr) and not isinstance(limit, Var):
            return False
        operator = {"<=": "le", ">=": "ge", "==": "eq", "!=": "ne"}[relation]
        values_text = " ".join(map(str, sorted(wanted)))
        if isinstance(limit, Var):
            condition, scope = f"({operator},%0)", [limit, *counted]
        else:
            condition, scope = f"({operator},{limit})", counted
        self._post("count", None, scope, ("list", "%..."), ("values", values_text), ("condition", condition))
        return True

    # ------------------------------------------------------------ variables for expressions

    def _new(self, family: str, domain: Iterable[int]) -> Var:
        count = self._counts[family] = self._counts.get(family, 0) + 1
        var = Var(f"{family}_{count}", domain)
        self.auxiliary.append(var)
        return var

    def variable(self, value: Value) -> Var:
        """A variable that has the value of an expression."""
        if isinstance(value, Var):
            return value
        if not isinstance(value, Expr):
            number = int(value)
            if number not in self._constants:
                self._constants[number] = self._new("constant", (number,))
            return self._constants[number]
        var = self._known.get(value)
        if var is None:
            self._cut_deep(value)
            var = self._new("truth" if value.is_binary else "value", self._possible_values(value))
            self._define(var, value)
            self._known[value] = var
        return var

    def _possible_values(self, expr: Expr) -> Sequence[int]:
        if expr.is_binary:
            return (0, 1)
        if not isinstance(expr, ir.Linear) and small_scope(expr, self._known):
            speller = Speller(self._known)
            text = speller.spell(expr)
            key = (text, *(var.domain for var in speller.variables))
            if key not in self._ranges:
                self._ranges[key] = sorted(set(truth_table(expr, speller.variables, self._known)[1]))
            return self._ranges[key]
        if _is_wide(expr):
            raise CluewrightError(f"a number in {expr.lo}..{expr.hi} has too many values for XCSP3 solvers")
        return range(expr.lo, expr.hi + 1)

    def _atom(self, value: Value) -> Expr:
        """The expression itself if it speaks of one variable only, else a variable for it."""
        if isinstance(value, Expr) and _is_wide(value) and not isinstance(value, ir.Element):
            return value
        if isinstance(value, Expr) and (value in self._known or not _is_atom(value)):
            if isinstance(value, ir.Not) and isinstance(value.arg, Expr) and not isinstance(value.arg, Var):
                return _negated(self.variable(value.arg))
            return self.variable(value)
        return value  # type: ignore[return-value]

    def _define(self, var: Var, expr: Expr) -> None:
        """Post var == expr."""
        same = ir.Compare(((1, var), (-1, expr)), "==", 0)
        if not _is_linear(expr) and self._tabulated(same):
            return
        if _is_linear(expr):
            self._linear(ir.Compare(((-1, var), *expr.terms), "==", -expr.constant))  # type: ignore[attr-defined]
        elif isinstance(expr, (ir.Minimum, ir.Maximum)) and len(expr.args) > 2:
            self._extreme(expr, var)
        elif isinstance(expr, ir.Element):
            self._element(expr, var)
        elif isinstance(expr, ir.Not):
            self._intension(ir.Compare(((1, var), (-1, ir.negate(self.variable(expr.arg)))), "==", 0))  # type: ignore[arg-type]
        elif self._is_whole(same):
            self._intension(same)
        elif isinstance(expr, (ir.And, ir.Or)) and all(map(_is_literal, expr.args)):
            self._gate(var, expr)
        elif isinstance(expr, ir.Compare):
            total = self.variable(ir.add_all(ir.scale(term, c) for c, term in expr.terms))
            self.require(ir.iff(var, ir.compare(total, expr.relation, expr.bound)))
        else:
            for child in expr.children():
                self._atom(child)
            self._intension(same)

    def _gate(self, var: Var, expr: ir.And | ir.Or) -> None:
        """var == expr for many two-valued variables, as two sums."""
        gate: Expr = var
        literals = [arg for arg in expr.args if isinstance(arg, Expr)]
        if isinstance(expr, ir.And):  # the denial of a disjunction
            gate, literals = _negated(var), [_negated(literal) for literal in literals]
        self._linear(ir.Compare(((1, gate), *((-1, literal) for literal in literals)), "<=", 0))
        self._linear(ir.Compare((*((1, literal) for literal in literals), (-len(literals), gate)), "<=", 0))

    def _extreme(self, expr: ir.Minimum | ir.Maximum, var: Var) -> None:
        args = list(dict.fromkeys(self.variable(arg) for arg in expr.args))
        tag = "minimum" if isinstance(expr, ir.Minimum) else "maximum"
        self._post(tag, None, [var, *args], ("list", "%..."), ("condition", "(eq,%0)"))

    def _element(self, expr: ir.Element, var: Var) -> None:
        items = [self.variable(item) for item in expr.items]
        index = self.variable(expr.index)
        self._post("element", None, [index, var, *items], ("list", "%..."), ("index", "%0"), ("value", "%1"))

    def _is_whole(self, expr: Expr) -> bool:
        """Whether an expression is simple enough for one intension constraint."""
        found: set[Expr] = set()
        stack: list[tuple[Expr, int]] = [(expr, 0)]
        while stack:
            node, depth = stack.pop()
            node = self._known.get(node, node)
            if isinstance(node, Var):
                found.add(node)
            if isinstance(node, ir.Element) or len(found) > _WHOLE_VARIABLES or depth > _DEPTH:
                return False
            stack.extend((child, depth + 1) for child in node.children() if isinstance(child, Expr))
        return True

    def _cut_deep(self, root: Expr) -> None:
        """Give nodes deep inside an expression a variable, so that what is left of it is shallow."""
        heights: dict[Expr, int] = {}
        stack = [root]
        while stack:
            node = stack[-1]
            if node in heights:
                stack.pop()
                continue
            children = [c for c in node.children() if isinstance(c, Expr) and not isinstance(c, Var)]
            waiting = [c for c in children if c not in heights and c not in self._known]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            height = 1 + max((heights.get(c, 0) for c in children if c not in self._known), default=0)
            if node is not root and height > _DEPTH:
                heights[node] = 0
                self.variable(node)
            else:
                heights[node] = height

    # ------------------------------------------------------------ global constraints

    def _all_different(self, node: ir.AllDifferent) -> None:
        args = [self.variable(arg) for arg in node.args]
        if len(args) < 2:
            return
        if len(set(args)) < len(args):
            self.require(pairwise_different(args, node.excepted))
        elif len(args) == 2:
            self._different_pair(args[0], args[1], node.excepted)
        elif node.excepted:
            excepted = " ".join(map(str, sorted(node.excepted)))
            self._post("allDifferent", None, args, ("list", "%..."), ("except", excepted))
        elif len(args) <= _PERMUTED and _uneven_permutation(args):
            for a, b in combinations(args, 2):
                self._different_pair(a, b, frozenset())
        else:
            self._post("allDifferent", "%...", args)

    def _different_pair(self, a: Var, b: Var, excepted: frozenset[int]) -> None:
        if not excepted:
            self._post("intension", "ne(%0,%1)", [a, b])
            return
        values = [value for value in a.domain if value not in excepted and value in b.domain]
        if values:
            rows = "".join(f"({value},{value})" for value in values)
            self._post("extension", None, [a, b], ("list", "%0 %1"), ("conflicts", rows))

    def _table(self, node: ir.Table) -> None:
        columns = [
            (arg.arg, True) if isinstance(arg, ir.Not) and isinstance(arg.arg, Var) else (self.variable(arg), False)
            for arg in node.args
        ]
        order = {var: place for place, var in enumerate(dict.fromkeys(var for var, _ in columns))}
        shape = tuple((order[var], var.domain, flipped) for var, flipped in columns)
        key = (id(node.rows), node.positive, shape)
        template = self._tables.get(key)
        if template is None:
            template = self._tables[key] = _rows_template(node, columns)
        if template is False:
            self._never()
        elif template is not True:
            self._block.post(template, list(order))

    def _regular(self, node: ir.Regular) -> None:
        args = node.args
        domains = {arg.domain if isinstance(arg, Var) else None for arg in args}
        if not args:
            self.require(node.automaton.accepts(()))
            return
        (alphabet,) = domains if len(domains) == 1 else (None,)
        if alphabet is None or alphabet[0] < 0 or alphabet[-1] > _MAX_LETTER or len(set(args)) < len(args):
            self._unrolled(node)
            return
        key = (id(node.automaton), alphabet)
        template = self._tables.get(key)
        if template is None:
            template = self._tables[key] = _automaton_template(node.automaton, alphabet)
        if isinstance(template, Template):
            self._block.post(template, args)  # type: ignore[arg-type]
        else:
            self.require(template)

    def _unrolled(self, node: ir.Regular) -> None:
        """State by state, where values differ or are negative: not every solver takes `regular` over such arguments."""
        automaton = node.automaton
        args = [self.variable(arg) for arg in node.args]
        layers = _reachable(automaton, [arg.domain for arg in args])
        if not layers[-1]:
            self._never()
            return
        state = self._new("state", layers[0])
        for arg, now, then in zip(args, layers, layers[1:], strict=False):
            following = self._new("state", then)
            rows = [
                (s, value, automaton.transitions[s, value])
                for s in sorted(now)
                for value in arg.domain
                if automaton.transitions.get((s, value)) in then
            ]
            self._post("extension", None, [state, arg, following], ("list", "%0 %1 %2"), ("supports", spell_rows(rows)))
            state = following

    def _lex(self, node: ir.Lex) -> None:
        both = [(self.variable(a), self.variable(b)) for a, b in zip(node.left, node.right, strict=True)]
        both = [(a, b) for a, b in both if a is not b]  # what is the same decides nothing, and ACE fails on it alone
        if not both:
            self.require(not node.strict)
            return
        left, right = [a for a, _ in both], [b for _, b in both]
        size = len(left)
        first = " ".join(f"%{i}" for i in range(size))
        second = " ".join(f"%{size + i}" for i in range(size))
        operator = "lt" if node.strict else "le"
        self._post("lex", None, [*left, *right], ("list", first), ("list", second), ("operator", operator))

    def _distinct_lists(self, node: ir.DistinctLists) -> None:
        lists = [[self.variable(item) for item in row] for row in node.lists]
        if len(lists) < 2:
            return
        size = len(lists[0])
        if not size:
            self._never()
            return
        if size == 1:  # ACE takes no lists of one
            self._all_different(ir.AllDifferent(tuple(row[0] for row in lists)))
            return
        variables = [var for row in lists for var in row]
        if len(set(variables)) < len(variables):  # nor a variable in two places
            for one, other in combinations(lists, 2):
                self.require(ir.disj(ir.compare(a, "!=", b) for a, b in zip(one, other, strict=True)))
            return
        parts = [("list", " ".join(f"%{row * size + i}" for i in range(size))) for row in range(len(lists))]
        self._post("allDifferent", None, variables, *parts)

    def _circuit(self, node: ir.Circuit) -> None:
        self._post("circuit", "%...", [self.variable(s) for s in node.successors])


_SPECIAL: Final[dict[type[Expr], Callable[[Flattener, Any], None]]] = {
    ir.AllDifferent: Flattener._all_different,
    ir.Table: Flattener._table,
    ir.Regular: Flattener._regular,
    ir.Lex: Flattener._lex,
    ir.DistinctLists: Flattener._distinct_lists,
    ir.Circuit: Flattener._circuit,
}


def _uneven_permutation(args: Sequence[Var]) -> bool:
    """Whether there are as many values as variables, but not every variable has all of them."""
    domains = {var.domain for var in args}
    return len(domains) > 1 and len(set().union(*domains)) == len(args)


def pairwise_different(args: Sequence[Var], excepted: frozenset[int]) -> Value:
    """All different, where one variable may stand several times."""
    return ir.conj(
        ir.disj((ir.negate(ir.equal(a, b)), *(ir.equal(a, value) for value in sorted(excepted))))
        for i, a in enumerate(args)
        for b in args[:i]
    )


# ---------------------------------------------------------------- tables


def small_scope(expr: Expr, known: dict[Expr, Var]) -> bool:
    """Whether the variables of an expression have few combinations of values (and it contains no global constraint)."""
    rows = 1
    seen: set[Expr] = set()
    stack = [expr]
    while stack:
        node = stack.pop()
        node = known.get(node, node)
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Var):
            rows *= len(node.domain)
        if rows > TABLE_ROWS or len(seen) > TABLE_ROWS or type(node) in _SPECIAL:
            return False
        stack.extend(child for child in node.children() if isinstance(child, Expr))
    return len(seen) <= DEPTH_AT_ONCE or not _is_deep(expr, known)


def _is_deep(root: Expr, known: dict[Expr, Var]) -> bool:
    """Whether an expression has more levels than are left to recursion."""
    heights: dict[Expr, int] = {}
    stack = [root]
    while stack:
        node = stack[-1]
        below = [known.get(c, c) for c in node.children() if isinstance(c, Expr)]
        waiting = [c for c in below if c not in heights]
        if waiting:
            stack.extend(waiting)
            continue
        heights[stack.pop()] = 1 + max((heights[c] for c in below), default=0)
    return heights[root] > DEPTH_AT_ONCE


def table_of(rows: list[tuple[int, ...]], truths: list[int]) -> Template | bool:
    """A table of the rows that are true or of those that are false, whichever is shorter."""
    allowed = sum(truths)
    if allowed in (0, len(rows)):
        return allowed > 0
    positive = allowed <= len(rows) - allowed
    chosen = [row for row, truth in zip(rows, truths, strict=True) if bool(truth) is positive]
    return _extension(len(rows[0]), chosen, positive)


def _extension(width: int, rows: Sequence[tuple[int | None, ...]], positive: bool) -> Template:
    places = " ".join(f"%{i}" for i in range(width))
    return Template("extension", None, (("list", places), ("supports" if positive else "conflicts", spell_rows(rows))))


def spell_rows(rows: Sequence[tuple[int | None, ...]]) -> str:
    """Rows of a table; rows of one column are plain numbers."""
    if rows and len(rows[0]) == 1:
        return " ".join(str(row[0]) for row in sorted(rows))
    return "".join("(" + ",".join("*" if v is None else str(v) for v in row) + ")" for row in rows)


def _rows_template(node: ir.Table, columns: list[tuple[Var, bool]]) -> Template | bool:
    """The table over its variables; where two columns are one variable, rows that contradict themselves go."""
    variables = list(dict.fromkeys(var for var, _ in columns))
    domains = [frozenset(var.domain) for var in variables]
    order = {var: place for place, var in enumerate(variables)}
    places = [(position, order[var], flipped) for position, (var, flipped) in enumerate(columns)]
    kept: dict[tuple[int | None, ...], None] = {}
    for row in node.rows:
        fitted = _fit(row, places, domains)
        if fitted is not None:
            kept[fitted] = None
    if not kept:
        return not node.positive
    if not variables or (None,) * len(variables) in kept:
        return node.positive
    return _extension(len(variables), list(kept), node.positive)


def _fit(
    row: Sequence[int | None], places: list[tuple[int, int, bool]], domains: list[frozenset[int]]
) -> tuple[int | None, ...] | None:
    """A row over the variables, or None if no values of theirs fit it."""
    fitted: list[int | None] = [None] * len(domains)
    for position, index, flipped in places:
        value = row[position]
        if value is None:
            continue
        if flipped:
            value = 1 - value
        if value not in domains[index] or fitted[index] not in (None, value):
            return None
        fitted[index] = value
    return tuple(fitted)


# ---------------------------------------------------------------- automata


def _automaton_template(automaton: Automaton, alphabet: Sequence[int]) -> Template | bool:
    steps = sorted((s, value, t) for (s, value), t in automaton.transitions.items() if value in alphabet)
    if not automaton.accepting or not steps:
        return False
    transitions = "".join(f"(q{s},{value},q{t})" for s, value, t in steps)
    final = " ".join(f"q{state}" for state in sorted(automaton.accepting))
    parts = (("list", "%..."), ("transitions", transitions), ("start", f"q{automaton.start}"), ("final", final))
    return Template("regular", None, parts)


def _reachable(automaton: Automaton, domains: list[tuple[int, ...]]) -> list[set[int]]:
    """The states after each argument that lie on a way to an accepting state."""
    layers = [{automaton.start}]
    for domain in domains:
        steps = (automaton.transitions.get((state, value)) for state in layers[-1] for value in domain)
        layers.append({state for state in steps if state is not None})
    layers[-1] &= automaton.accepting
    for i in range(len(domains) - 1, -1, -1):
        layers[i] = {
            s for s in layers[i] if any(automaton.transitions.get((s, v)) in layers[i + 1] for v in domains[i])
        }
    if not layers[0]:
        layers[-1] = set()
    return layers


# ---------------------------------------------------------------- kinds of expressions


def _is_atom(expr: Value) -> bool:
    """Whether an expression is a variable or a condition on one variable's value."""
    if isinstance(expr, ir.Not):
        expr = expr.arg
    if isinstance(expr, (ir.Equals, ir.AtMost)):
        expr = expr.arg
    return not isinstance(expr, Expr) or isinstance(expr, Var)


def _fixed_value(atom: Expr) -> tuple[Var, int] | None:
    """The variable and its value, where an atom says what value it has."""
    if isinstance(atom, Var):
        return atom, 1
    if isinstance(atom, ir.Equals) and isinstance(atom.arg, Var):
        return atom.arg, atom.value
    if isinstance(atom, ir.Not) and isinstance(atom.arg, Var):
        return atom.arg, 0
    return None


def _is_literal(expr: Value) -> bool:
    """Whether an expression is a variable, perhaps denied."""
    return isinstance(expr, Var) or (isinstance(expr, ir.Not) and isinstance(expr.arg, Var))


def _is_wide(expr: Expr) -> bool:
    return expr.hi - expr.lo > _MAX_DOMAIN


def _is_linear(expr: Expr) -> bool:
    return isinstance(expr, ir.Linear)


def _atom_var(atom: Expr) -> Var:
    inner = atom.arg if isinstance(atom, ir.Not) else atom
    return inner.arg  # type: ignore[attr-defined, no-any-return]


def _atom_values(term: Expr) -> frozenset[int] | None:
    """The values that a condition on one (not two-valued) variable asks for."""
    inner = term.arg if isinstance(term, ir.Not) else term
    if not isinstance(inner, (ir.Equals, ir.AtMost)) or not isinstance(inner.arg, Var):
        return None
    if isinstance(inner, ir.Equals):
        chosen = {inner.value}
    else:
        chosen = {value for value in inner.arg.domain if value <= inner.value}
    return frozenset(set(inner.arg.domain) - chosen if isinstance(term, ir.Not) else chosen)


def _as_linear(expr: Expr) -> ir.Compare | None:
    """A comparison of sums, also when it is denied."""
    if isinstance(expr, ir.Compare):
        return expr
    if isinstance(expr, ir.Not) and isinstance(expr.arg, ir.Compare):
        node = expr.arg
        if node.relation == "<=":  # not (t <= b) is -t <= -b - 1
            return ir.Compare(tuple((-c, term) for c, term in node.terms), "<=", -node.bound - 1)
        return ir.Compare(node.terms, "!=" if node.relation == "==" else "==", node.bound)
    return None


def _disjunction(args: Iterable[Value]) -> Expr:
    parts = [arg for arg in args if isinstance(arg, Expr)]
    return parts[0] if len(parts) == 1 else ir.Or(tuple(parts))


def _negated(literal: Expr) -> Expr:
    negation = ir.negate(literal)
    assert isinstance(negation, Expr)
    return negation
