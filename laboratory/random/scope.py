"""What a random expression can speak of: layers, loop variables, definitions, parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from cluewright.laboratory.random.boards import Plan

#: How tightly an expression holds together, from `implies` to a name; parentheses are needed around what is looser.
IMPLIES, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, MINUS, POWER, ATOM = range(11)

#: Kinds that serve where another kind is wanted: what is known serves where something unknown may stand.
SERVES: Final = {
    "statement": ("statement", "truth", "fact"),
    "truth": ("truth", "fact"),
    "number": ("number", "constant"),
    "word": ("word", "known word"),
}


class Text(str):
    """An expression, and how tightly it holds together."""

    __slots__ = ("level",)
    level: int

    def __new__(cls, text: str, level: int = ATOM) -> Text:
        """A piece of an expression."""
        made = super().__new__(cls, text)
        made.level = level
        return made


@dataclass
class Domain:
    """The elements of a layer: what kind they are, how the list of them is written, and names of single ones."""

    kind: str
    listed: str
    size: int
    names: list[str] = field(default_factory=list)
    #: What else such an element is: the places of a layer over some cells are cells.
    base: str | None = None


@dataclass
class LayerPlan:
    """An unknown or a clue as expressions see it."""

    name: str
    domain: Domain
    #: truth, number, word or mixed; `group` for regions.
    holds: str
    #: The possible values, for patterns, tables and positions.
    values: list[int | str | bool] = field(default_factory=list)
    #: The number of values of an element, where elements differ the greatest.
    width: int = 2
    #: Whether it is a clue.
    known: bool = False
    #: Whether each element has values of its own.
    own_values: bool = False

    @property
    def full(self) -> bool:
        """Whether every cell, side, ... of the board has one."""
        return self.domain.base is None


@dataclass
class Local:
    """A loop variable, or what one knows with it (`number[c]`)."""

    text: str
    kind: str
    #: The layer whose values it takes, if any.
    layer: LayerPlan | None = None


@dataclass
class Defined:
    """A definition: a name with the kinds of its arguments and of its result."""

    name: str
    arguments: list[str]
    kind: str


@dataclass
class Scope:
    """Everything in reach of an expression."""

    plan: Plan
    domains: dict[str, Domain] = field(default_factory=dict)
    unknowns: list[LayerPlan] = field(default_factory=list)
    clues: list[LayerPlan] = field(default_factory=list)
    locals: list[Local] = field(default_factory=list)
    defined: list[Defined] = field(default_factory=list)
    #: Parameters as expressions, by kind.
    parameters: list[Local] = field(default_factory=list)
    #: An answer that clues may repeat and rules may allow, so that not every puzzle is impossible.
    hidden: dict[str, dict[str, int | str | bool]] = field(default_factory=dict)
    fresh: int = 0

    def name(self) -> str:
        """A loop variable that nothing else is called."""
        self.fresh += 1
        return f"x{self.fresh}"

    def nearby(self, kind: str) -> list[Local]:
        """Loop variables of a kind."""
        kinds = SERVES.get(kind, (kind,))
        return [v for v in self.locals if v.kind in kinds or self._base(v.kind) == kind]

    def _base(self, kind: str) -> str | None:
        domain = self.domains.get(kind)
        return domain.base if domain else None
