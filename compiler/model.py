"""A grounded puzzle: unknowns, constraints with their origins, and the board they live on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from cluewright.compiler.elements import Text
from cluewright.compiler.ir import Expr, Value, Var
from cluewright.compiler.work import pay
from cluewright.models.errors import CluewrightError, LanguageError, Place, Problem
from cluewright.models.records import field, record
from cluewright.models.showing import Brief, brief


@record(eq=False)
class Rule:
    """A sentence of a rulebook (or a clue, or an unknown's range) that grounded constraints stem from."""

    sentence: str
    #: The loop variables of the rule, in order.
    names: tuple[str, ...] = ()
    place: Place | None = None


class Constraint:
    """One grounded constraint: an expression that must be true, and where it comes from."""

    __slots__ = ("expr", "rule", "values")

    def __init__(self, expr: Value, rule: Rule, values: tuple[object, ...] = ()) -> None:
        #: A truth-valued expression, or False where the clues alone already break the rule.
        self.expr = expr
        self.rule = rule
        #: The values of the rule's loop variables here.
        self.values = values

    @property
    def bindings(self) -> dict[str, str]:
        """What each loop variable stands for here, as text: `{"c": "r3c4"}`."""
        return {name: spell(value) for name, value in zip(self.rule.names, self.values, strict=True)}

    def __repr__(self) -> str:
        return f"<Constraint {brief(str(self))}>"

    def __str__(self) -> str:
        where = ", ".join(f"{name} = {value}" for name, value in self.bindings.items())
        return f"{self.rule.sentence} [{where}]" if where else self.rule.sentence


@contextmanager
def blamed(constraint: Constraint) -> Iterator[None]:
    """Say of which constraint a mistake is, if it is known where that stands."""
    try:
        yield
    except LanguageError as error:
        raise blame(constraint, error) from None


def blame(constraint: Constraint, error: LanguageError) -> CluewrightError:
    """The mistake with the constraint and its place, if that is known."""
    if constraint.rule.place is None:
        return error
    return CluewrightError(Problem(f"{error.message}: {constraint}", constraint.rule.place, error.hint))


def spell(value: object) -> str:
    """A value as a puzzler would write it."""
    if isinstance(value, (tuple, list)):
        pay(len(value))  # lists of lists may share their parts
        return "(" + ", ".join(spell(item) for item in value) + ")"
    return str(value)


@record(frozen=False, eq=False, repr=False)
class UnknownLayer(Brief):
    """The unknowns of one name: a variable for each element."""

    name: str
    #: What the elements are: cells, sides, corners, links, ... or "elements" for anything else.
    kind: str
    variables: dict[Any, Var]
    #: Words for the values, where they have names.
    words: dict[int, str] = field(default_factory=dict)
    is_bool: bool = False

    def number(self, value: bool | int | str) -> int:
        """The number that stands for a value of this layer in the model."""
        codes = {word: code for code, word in self.words.items()}
        return codes[value] if isinstance(value, str) else int(value)

    def said(self, number: int) -> bool | int | Text:
        """The value that a number of the model stands for."""
        if self.is_bool:
            return bool(number)
        return Text(self.words[number]) if number in self.words else number


#: An answer: a value for every unknown.
Assignment = Mapping[Var, int]


@record(frozen=False, eq=False, repr=False)
class Model(Brief):
    """Everything a back end needs; nothing in here knows a solver or a genre."""

    unknowns: dict[str, UnknownLayer] = field(default_factory=dict)
    constraints: list[Constraint] = field(default_factory=list)
    #: Helping variables that lowering adds; never part of an answer.
    auxiliary: list[Var] = field(default_factory=list)

    @property
    def variables(self) -> list[Var]:
        """The unknowns of the puzzle, in order: answers, counts and uniqueness are over these."""
        return [var for layer in self.unknowns.values() for var in layer.variables.values()]

    def add(self, expr: Value, rule: Rule, values: tuple[object, ...] = ()) -> None:
        """Add a constraint; what is true by the clues alone is left out."""
        if expr is not True:
            self.constraints.append(Constraint(expr, rule, values))


def walk(roots: Iterable[Value]) -> Iterable[Expr]:
    """Every node below the roots once, children first."""
    seen: set[Expr] = set()
    for root in roots:
        if not isinstance(root, Expr) or root in seen:
            continue
        stack: list[tuple[Expr, bool]] = [(root, False)]
        while stack:
            node, expanded = stack.pop()
            if expanded:
                yield node
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((c, False) for c in node.children() if isinstance(c, Expr) and c not in seen)
