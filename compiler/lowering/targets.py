"""What each target can express, and the encodings that were measured best for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cluewright.compiler import ir
from cluewright.compiler.ir import Expr
from cluewright.compiler.lowering import connectivity, decompose, graph_variables, grouping, tours
from cluewright.models.errors import CluewrightError, Problem, did_you_mean

#: Kinds of nodes.
Kinds = frozenset[type[Expr]]

_GLOBALS: Final[Kinds] = frozenset({ir.AllDifferent, ir.Table, ir.Regular, ir.Lex, ir.DistinctLists, ir.Circuit})
#: The ones that need no order of lists and no tour.
_LISTS: Final[Kinds] = frozenset({ir.AllDifferent, ir.Table, ir.Regular, ir.DistinctLists})
_GRAPHS: Final[Kinds] = frozenset(
    {ir.Connected, ir.Separated, ir.Loop, ir.Path, ir.Acyclic, ir.EqualGroups, ir.SeededGroups, ir.JoinedGroups}
)


#: The passes of most targets, and of those that see more in an automaton than in a count of what stands out.
_PASSES: Final = ("known", "implied", "encode", "automata", "tables", "split")
_READING: Final = ("known", "implied", "views", "encode", "automata", "tables", "split")


def _better_without(expr: Expr) -> bool:
    """What CP-SAT gets in other words: long lists, and groups of equal labels, unless they could be almost anywhere."""
    return decompose.too_long(expr) or (isinstance(expr, ir.EqualGroups) and not grouping.too_large(expr))


#: A group that can have more shapes is not told by them.
SHAPES: Final = 1_000

#: Encodings for targets that name no other.
USUAL: Final = {"connected": "rank", "loop": "rank", "groups": "tree"}


@dataclass(frozen=True)
class Target:
    """A language or engine that models are lowered to."""

    name: str
    #: Constraints that it takes when they are required outright.
    required: Kinds = _GLOBALS
    #: Constraints that it takes anywhere, also under `not` and `or` (conditions on graphs: never under `not`).
    anywhere: Kinds = frozenset()
    #: Which of these it does not take because of their size.
    refuses: Callable[[Expr], bool] = lambda expr: False
    #: The encoding used for each graph constraint unless the user chooses another.
    encodings: Mapping[str, str] = field(default_factory=dict)
    #: The passes of `lower` that a model goes through, in order.
    passes: tuple[str, ...] = _PASSES
    #: Automata are taken over words of different unknowns with the same values, all among these; None: over any.
    letters: range | None = None
    #: Whether it takes tables of forbidden rows.
    forbids: bool = True
    #: Allowed rows with 'any value' in them are written out up to so many; other such rows are taken as they are in
    #: tables of allowed rows (True), of forbidden ones (False).
    written_out: int = 0
    stars: frozenset[bool] = frozenset({True})
    #: Whether it finds connected sets sooner if it is told that their nodes have neighbours.
    neighbours: bool = False
    #: The shapes that a group of known size can have are told if they are no more than this; of these constraints.
    shapes: int = 0
    shaped: tuple[type[ir.EqualGroups | ir.SeededGroups], ...] = (ir.EqualGroups, ir.SeededGroups)

    def without(self, kinds: Iterable[str]) -> Target:
        """The same target, but constraints of these kinds are encoded also where it would take them as they are."""
        encoded = frozenset().union(*(ENCODED[kind] for kind in kinds))
        if not encoded & (self.required | self.anywhere):
            return self
        return replace(self, required=self.required - encoded, anywhere=self.anywhere - encoded)


TARGETS: Final[dict[str, Target]] = {
    target.name: target
    for target in (
        Target(
            "xcsp3",
            encodings={"connected": "table", "loop": "inside", "groups": "tree-table"},
            passes=_READING,
            letters=range(1 << 16),  # Choco's limit
            shapes=SHAPES,
        ),
        Target(
            "xcsp3-mini",
            required=frozenset({ir.AllDifferent, ir.Table, ir.Regular}),
            encodings={"connected": "table", "loop": "inside", "groups": "tree-table"},
            letters=range(0),
            shapes=SHAPES,
        ),
        Target(
            "cosoco",  # files like those of xcsp3, without what it dies of
            required=_GLOBALS - {ir.Lex, ir.DistinctLists},
            encodings={"connected": "table", "loop": "inside", "groups": "tree-table"},
            passes=_READING,
            letters=range(1 << 16),
            neighbours=True,
            shapes=SHAPES,
        ),
        Target(
            "minizinc",
            encodings={"connected": "distance", "loop": "borders", "groups": "distance"},
            passes=_READING,
            shapes=SHAPES,
            forbids=False,
            written_out=1000,
            stars=frozenset(),
            neighbours=True,
        ),
        Target(
            "cp-sat",
            required=_LISTS | {ir.Circuit, ir.Loop, ir.Connected, ir.EqualGroups, ir.SeededGroups, ir.JoinedGroups},
            refuses=_better_without,
            encodings={"connected": "rank", "loop": "circuit", "groups": "tree"},
            shapes=100,
            shaped=(ir.EqualGroups,),
            written_out=4000,
        ),
        Target(
            "choco",
            required=_GLOBALS - {ir.DistinctLists} | {ir.Connected, ir.Loop, ir.Acyclic},
            refuses=graph_variables.cannot_say,
            encodings={"loop": "borders", "groups": "tree-pieces"},
            passes=_READING,
            letters=range(1 << 16),
            shapes=SHAPES,
        ),
        Target(
            "asp",
            required=_LISTS | _GRAPHS,
            anywhere=_LISTS | _GRAPHS,
            refuses=grouping.too_large,
            encodings={"loop": "rank"},
            passes=("implied", "encode", "tables", "split"),
            stars=frozenset({True, False}),
        ),
        Target(
            "dimacs",
            required=_GLOBALS - {ir.Circuit},
            anywhere=_GLOBALS - {ir.Circuit},
            encodings={"connected": "rank", "loop": "rank"},
            passes=("implied", "encode"),
        ),
    )
}

#: The constraints that an encoding of each kind is for.
ENCODED: Final[dict[str, Kinds]] = {
    "connected": frozenset({ir.Connected}),
    "loop": frozenset({ir.Loop, ir.Path}),
    "groups": frozenset({ir.EqualGroups, ir.SeededGroups, ir.JoinedGroups}),
    "acyclic": frozenset({ir.Acyclic}),
}

#: The encodings that can be chosen, by kind of constraint.
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "connected": tuple(connectivity.ENCODINGS),
    "loop": tuple(tours.ENCODINGS),
    "groups": (*grouping.ENCODINGS, *grouping.MIXED),
    "acyclic": ("rank",),
}


def parse_choice(text: str) -> tuple[str, str]:
    """`connected=rank` as a pair, checked."""
    kind, _, name = text.partition("=")
    if kind not in CHOICES:
        hint = did_you_mean(kind, CHOICES) or f"encodings are chosen for {', '.join(CHOICES)}"
        raise CluewrightError(Problem(f"no encoding can be chosen for '{kind}'", hint=hint))
    if name not in CHOICES[kind]:
        hint = did_you_mean(name, CHOICES[kind]) or f"encodings of {kind} are {', '.join(CHOICES[kind])}"
        raise CluewrightError(Problem(f"there is no encoding '{name}' of '{kind}'", hint=hint))
    return kind, name
