"""Flattening for XCSP3: every constraint becomes one of the XCSP3-core forms over variables.

What is no variable but must be one (an argument of a global constraint, a term of a sum) gets an auxiliary variable
with a defining constraint. Small scopes become tables, which are shared by all constraints of the same shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Final

from cluewright.compiler import ir
from cluewright.compiler.backends.xcsp3.atoms import as_linear, disjunction, fixed_value, is_atom, is_literal, negated
from cluewright.compiler.backends.xcsp3.scopes import DEPTH, Scopes, is_whole, small_scope
from cluewright.compiler.backends.xcsp3.spelling import Speller
from cluewright.compiler.backends.xcsp3.sums import FEW_TERMS, counting, only_values, sum_template
from cluewright.compiler.backends.xcsp3.templates import Block, Template, table_rows
from cluewright.compiler.ir import Expr, Relation, Value, Var
from cluewright.compiler.lowering.clauses import parts
from cluewright.compiler.model import Model, Rule
from cluewright.compiler.work import tick
from cluewright.models.errors import CluewrightError

#: A clause of so many two-valued variables is written as a sum: Choco makes a table of a condition in words, which has
#: a row for almost every combination of values.
LONG_CLAUSE: Final = 4
#: A condition that is said in words stands for a table of more rows: people see what it means, and solvers make a table
#: of it where that suits them.
LONG_TABLE: Final = 100
#: Also about many variables it is said in words, if they are so many times shorter than the table.
SHORTER: Final = 8
#: An auxiliary variable with more values would take too much room.
_MAX_DOMAIN: Final = 100_000


class Flattener:
    """Takes the constraints of a lowered model one by one."""

    #: Whether every condition in words may be written.
    conditions: ClassVar[bool] = True

    def __init__(self, lowered: Model, lists: Mapping[type[Expr], Callable[[Flattener, object], None]]) -> None:
        self.lowered = lowered
        #: What posts constraints on lists.
        self.lists = lists
        self.auxiliary: list[Var] = list(lowered.auxiliary)
        self._blocks: dict[Rule, Block] = {}
        self.block = Block(Rule(""))
        self._known: dict[Expr, Var] = {}
        self._constants: dict[int, Var] = {}
        self._fixed: dict[Var, int] = {}
        self._counts: dict[str, int] = {}
        self.tables: dict[tuple[object, ...], Template | bool] = {}
        self._scopes = Scopes(self._known)

    def run(self) -> list[Block]:
        """The blocks of the file, in the order of the rules."""
        for constraint in self.lowered.constraints:
            block = self._blocks.get(constraint.rule)
            if block is None:
                block = self._blocks[constraint.rule] = Block(constraint.rule)
            self.block = block
            tick()
            self.require(constraint.expr)
        for block in self._blocks.values():
            block.join_counts()
            block.join_pairs()
            block.join_numbers()
        return [block for block in self._blocks.values() if block.groups or block.fixed] or [self._anything()]

    # ------------------------------------------------------------ requiring

    def require(self, root: Value) -> None:
        """Post what makes an expression true."""
        for part in parts(root):
            if isinstance(part, Expr):
                self._require_one(part)
            else:
                self.never()

    def _require_one(self, expr: Expr) -> None:
        special = self.lists.get(type(expr))
        if special is not None:
            special(self, expr)
            return
        linear = as_linear(expr)
        if is_atom(expr):
            self._require_atom(expr)
        elif linear is not None and all(map(is_literal, linear.children())):
            self._linear(linear)
        elif linear is not None and self._count(linear):
            pass
        elif isinstance(expr, ir.Or) and all(map(is_atom, expr.args)):
            self._clause(expr.args)
        elif not self._tabulated(expr):
            self._require_large(expr, linear)

    def _require_atom(self, expr: Expr) -> None:
        fixed = fixed_value(expr)
        if fixed is None:
            self._intension(expr)
        elif self._fixed.setdefault(*fixed) != fixed[1]:
            self.never()
        else:
            self.block.fixed[fixed[0]] = fixed[1]

    def _require_large(self, expr: Expr, linear: ir.Compare | None) -> None:
        self._cut_deep(expr)
        if linear is not None:
            self._linear(linear)
        elif is_whole(expr, self._known):
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

    def never(self) -> None:
        """Something that cannot hold."""
        a, b = self._new("never", range(2)), self._new("never", range(2))
        self.post("intension", "lt(%0,%1)", [a, b])
        self.post("intension", "gt(%0,%1)", [a, b])

    # ------------------------------------------------------------ forms

    def post(self, tag: str, text: str | None, variables: Sequence[Var], *inner: tuple[str, str]) -> None:
        """Post a constraint of the current rule."""
        self.block.post(Template(tag, text, inner), variables)

    def _intension(self, expr: Expr) -> None:
        speller = Speller(self._known)
        text = speller.spell(expr)
        if text == "%0":  # a variable that stands for it: ACE wants an operator
            text = "eq(%0,1)"
        self.post("intension", text, speller.variables)

    def _intension_of(self, expr: Expr) -> None:
        """The expression, with variables in the places of all its larger parts."""
        for child in expr.children():
            self._atom(child)
        self._intension(expr)

    @staticmethod
    def _alternatives(args: Iterable[Expr]) -> list[Expr] | None:
        """The parts of a clause, each once; None if it always holds."""
        literals = dict.fromkeys(args)
        return None if any(ir.negate(literal) in literals for literal in literals) else list(literals)

    def _clause(self, args: Iterable[Expr]) -> None:
        literals = self._alternatives(args)
        if literals is None:
            return
        if len(literals) == 1:
            self._require_atom(literals[0])
            return
        if len(literals) >= LONG_CLAUSE and all(map(is_literal, literals)):
            self._linear(ir.Compare(tuple((-1, literal) for literal in literals), "<=", -1))
            return
        literals.sort(key=lambda literal: isinstance(literal, ir.Not))
        self._intension(disjunction(literals))

    def _tabulated(self, expr: Expr) -> bool:
        """Post the expression as a table, if its scope is small enough; where words say it, only if it is short."""
        if not small_scope(expr, self._known):
            return False
        template, variables = self._scopes.template(expr)
        if template is False:
            self.never()
        elif template is not True:
            if self.conditions and table_rows(template) > LONG_TABLE and self._is_said(expr, template):
                self._intension(expr)
            else:
                self.block.post(template, variables)
        return True

    def _is_said(self, expr: Expr, table: Template) -> bool:
        """Whether one condition in words says what a table does."""
        if is_whole(expr, self._known):
            return True
        length = sum(len(text) for _, text in table.parts)
        return is_whole(expr, self._known, None) and len(Speller(self._known).spell(expr)) * SHORTER <= length

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

    def _sum(self, terms: list[tuple[int, Var]], relation: Relation, bound: int) -> None:
        extreme = only_values(terms, relation, bound)
        if extreme is not None:
            self.require(ir.conj(ir.equal(var, value) for var, value in extreme.items()))
            return
        if len(terms) >= FEW_TERMS:
            self.block.post(sum_template([factor for factor, _ in terms], relation, bound), [var for _, var in terms])
            return
        whole = ir.compare(ir.weighted(terms, 0), relation, bound)
        if isinstance(whole, Expr) and not is_atom(whole):
            self._intension(whole)
        else:
            self.require(whole)

    def _count(self, node: ir.Compare) -> bool:
        """Post a comparison of a sum as `count`, if it is one. cosoco wants more than none of them to be allowed."""
        counted = counting(node)
        if counted is None:
            return False
        extreme = only_values(node.terms, node.relation, node.bound)
        if extreme is None:
            self.block.post(*counted)
        else:
            self.require(ir.conj(ir.equal(term, value) for term, value in extreme.items()))
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
            return self._scopes.values(expr)
        if is_wide(expr):
            raise CluewrightError(f"a number in {expr.lo}..{expr.hi} has too many values for XCSP3 solvers")
        return range(expr.lo, expr.hi + 1)

    def _atom(self, value: Value) -> Expr:
        """The expression itself if it speaks of one variable only, else a variable for it."""
        if isinstance(value, Expr) and is_wide(value) and not isinstance(value, ir.Element):
            return value
        if isinstance(value, Expr) and (value in self._known or not is_atom(value)):
            if isinstance(value, ir.Not) and isinstance(value.arg, Expr) and not isinstance(value.arg, Var):
                return negated(self.variable(value.arg))
            return self.variable(value)
        return value  # type: ignore[return-value]

    def _define(self, var: Var, expr: Expr) -> None:
        """Post var == expr."""
        same = ir.Compare(((1, var), (-1, expr)), "==", 0)
        if not isinstance(expr, ir.Linear) and self._tabulated(same):
            return
        if isinstance(expr, ir.Linear):
            self._linear(ir.Compare(((-1, var), *expr.terms), "==", -expr.constant))
        elif isinstance(expr, (ir.Minimum, ir.Maximum)) and len(expr.args) > 2:
            self._extreme(expr, var)
        elif isinstance(expr, ir.Element):
            self._element(expr, var)
        elif isinstance(expr, ir.Not):
            self._intension(ir.Compare(((1, var), (-1, ir.negate(self.variable(expr.arg)))), "==", 0))  # type: ignore[arg-type]
        elif is_whole(same, self._known):
            self._intension(same)
        elif isinstance(expr, (ir.And, ir.Or)) and all(map(is_literal, expr.args)):
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
            gate, literals = negated(var), [negated(literal) for literal in literals]
        self._linear(ir.Compare(((1, gate), *((-1, literal) for literal in literals)), "<=", 0))
        self._linear(ir.Compare((*((1, literal) for literal in literals), (-len(literals), gate)), "<=", 0))

    def _extreme(self, expr: ir.Minimum | ir.Maximum, var: Var) -> None:
        args = list(dict.fromkeys(self.variable(arg) for arg in expr.args))
        tag = "minimum" if isinstance(expr, ir.Minimum) else "maximum"
        self.post(tag, None, [var, *args], ("list", "%..."), ("condition", "(eq,%0)"))

    def _element(self, expr: ir.Element, var: Var) -> None:
        items = [self.variable(item) for item in expr.items]
        index = self.variable(expr.index)
        self.post("element", None, [index, var, *items], ("list", "%..."), ("index", "%0"), ("value", "%1"))

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
            if node is not root and height > DEPTH:
                heights[node] = 0
                self.variable(node)
            else:
                heights[node] = height


def is_wide(expr: Expr) -> bool:
    """Whether an expression has too many values for a variable of its own."""
    return expr.hi - expr.lo > _MAX_DOMAIN
