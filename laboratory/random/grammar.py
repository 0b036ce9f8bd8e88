"""Random expressions, directed by what kind of thing is wanted.

A *production* makes an expression of a kind, or gives up (None) where the puzzle has nothing for it. Kinds are
`statement` (may be required, so graphs may stand in it), `truth`, `fact` (known), `number`, `constant` (known),
`word`, the kinds of elements (`cell`, `side`, ...) and lists of all these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.scope import (
    ATOM,
    COMPARE,
    IMPLIES,
    MINUS,
    OR,
    RANGE,
    Domain,
    LayerPlan,
    Local,
    Scope,
    Text,
)

#: What a kind of element is called in the plural: the list of all of them, and the kind of known lists of them.
PLURAL: Final = {"cell": "cells", "side": "sides", "link": "links", "corner": "corners", "place": "outside"}
#: Kind of list -> the simplest one, and the kind of its items where it can be written out.
_LISTS: Final[dict[str, tuple[str, str | None]]] = {
    "cells": ("cells", "cell"),
    "pairs": ("neighbours", None),
    "triples": ("triples(cells)", None),
    "groups": ("[cells]", None),
    "numbers": ("[]", "number"),
    "constants": ("[]", "constant"),
    "truths": ("[]", "truth"),
    "word list": ("[]", "word"),
    "cell set": ("cells", "cell"),
    "edge set": ("neighbours", None),
    "pair set": ("neighbours", None),
}
_TRIES: Final = 12
#: A place in a text that is to be filled.
_HOLE: Final = re.compile(r"\{([^{}]+)\}")

Production = Callable[["Grammar", str, int], "Text | str | None"]
#: Kind -> (name, weight, production).
PRODUCTIONS: dict[str, list[tuple[str, float, Production]]] = {}


_ONLY_LEAVES: Final[list[tuple[str, float, Production]]] = [("", 1.0, lambda g, kind, depth: g.leaf(kind))]


def makes(*kinds: str, weight: float = 1.0, name: str | None = None) -> Callable[[Production], Production]:
    """Registers a production for some kinds, under its own name unless it is given another."""

    def register(function: Production) -> Production:
        for kind in kinds:
            PRODUCTIONS.setdefault(kind, []).append((name or function.__name__, weight, function))
        return function

    return register


def anywhere(scope: Scope) -> bool:
    """A production for every puzzle."""
    return True


def on_squares(scope: Scope) -> bool:
    """A production for square boards."""
    return scope.plan.is_square


def with_links(scope: Scope) -> bool:
    """A production for boards on which some cells are neighbours."""
    return bool(scope.plan.links)


def has(kind: str) -> Callable[[Scope], bool]:
    """A production for puzzles that have such elements."""
    return lambda scope: kind in scope.domains


def spells(name: str, text: str, *kinds: str, weight: float = 1.0, where: Callable[[Scope], bool] = anywhere) -> None:
    """Registers a text with holes: `{cells}` for any expression of a kind, `{=cell}` for a leaf, `{kind}` and `{=kind}`
    for the kind that is wanted, `{row|column}` for one of these words."""

    def production(g: Grammar, kind: str, depth: int) -> Text | str | None:
        def filled(hole: str) -> str:
            if "|" in hole:
                return g.chance.one(hole.split("|"))
            wanted = hole.lstrip("=").replace("kind", kind)
            return g.leaf(wanted) if hole[0] == "=" else g.make(wanted, depth)

        if not where(g.scope):
            return None
        whole = _HOLE.fullmatch(text)
        return filled(whole[1]) if whole else _HOLE.sub(lambda found: filled(found[1]), text)

    makes(*kinds, weight=weight, name=name)(production)


class Grammar:
    """Makes expressions for one puzzle."""

    def __init__(self, scope: Scope, chance: Chance, featured: frozenset[str]) -> None:
        self.scope = scope
        self.chance = chance
        #: Productions that this puzzle prefers, so that rare ones meet each other as well.
        self.featured = featured
        self._weights: dict[str, list[float]] = {}

    def make(self, kind: str, depth: int) -> Text:
        """An expression of a kind, at most so deep."""
        if depth > 0:
            options = PRODUCTIONS.get(kind, _ONLY_LEAVES)
            if kind not in self._weights:
                self._weights[kind] = [w * (10 if name in self.featured else 1) for name, w, _ in options]
            for _ in range(_TRIES):
                made = options[self.chance.weighted(self._weights[kind])][2](self, kind, depth - 1)
                if made is not None:
                    return made if isinstance(made, Text) else Text(made)
        return self.leaf(kind)

    def tight(self, kind: str, depth: int, level: int) -> str:
        """The same as an operand: in parentheses where it holds together no tighter than this level."""
        made = self.make(kind, depth)
        return f"({made})" if made.level <= level or (made.level < ATOM and self.chance.often(0.15)) else made

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Loop variables of a block end with it."""
        mark = len(self.scope.locals)
        yield
        del self.scope.locals[mark:]

    def bind(self, kind: str, layer: LayerPlan | None = None) -> str:
        """A new loop variable."""
        name = self.scope.name()
        self.scope.locals.append(Local(name, kind, layer))
        return name

    # --- what needs no other expression

    def leaf(self, kind: str) -> Text:
        """The simplest expression of a kind; there always is one."""
        chance = self.chance
        near = self.scope.nearby(kind)
        if near and chance.often(0.7):
            return Text(chance.one(near).text)
        if kind in ("statement", "truth"):
            return self._truth_leaf()
        if kind == "fact":
            return self._fact_leaf()
        if kind == "number":
            return self._number_leaf()
        if kind == "constant":
            known = [p for p in self.scope.parameters if p.kind == "constant"]
            return Text(chance.one(known).text) if known and chance.often(0.2) else self.small()
        if kind == "word":
            return self.value_of("word") or self.known_word()
        if kind == "known word":
            return self.known_word()
        if kind in _LISTS:
            return self._list_leaf(kind)
        return self._element_leaf(kind)

    def _list_leaf(self, kind: str) -> Text:
        simple, item = _LISTS[kind]
        if item is not None and self.chance.often(0.7):
            return Text(f"[{', '.join(self.leaf(item) for _ in range(self.chance.whole(1, 2)))}]")
        return Text(simple)

    def _truth_leaf(self) -> Text:
        chance = self.chance
        made = self.value_of("truth") if chance.often(0.5) else None
        if made is not None:
            return made
        word = self.value_of("word") if chance.often(0.4) else None
        if word is not None:
            return Text(f"{word} {chance.one(['==', '!='])} {self.word_like(word)}", COMPARE)
        number = self.value_of("number") or self.value_of("truth")
        if number is not None:
            return Text(f"{number} {chance.one(COMPARISONS)} {self.small()}", COMPARE)
        mixed = self.value_of("mixed") or self.value_of("word")
        if mixed is not None:
            return Text(f"{mixed} {chance.one(['==', '!='])} {self.word_like(mixed)}", COMPARE)
        return Text(chance.one(["true", "false"]))

    def _fact_leaf(self) -> Text:
        """Something known about a loop variable, where there is one."""
        chance = self.chance
        near = self.scope.nearby("cell")
        if near and chance.often(0.6):
            return Text(
                f"{chance.one(near).text} {chance.one(['==', '!=', '!='])} {self._element_leaf('cell')}", COMPARE
            )
        return Text(f"{self.leaf('constant')} {chance.one(COMPARISONS)} {self.small()}", COMPARE)

    def rule(self, depth: int, softly: float) -> str:
        """A statement that speaks of the unknowns, if there is an easy one; in this share weakened by another."""
        for _ in range(3):
            made = self.make("statement", depth)
            if any(layer.name in made for layer in self.scope.unknowns) or any(
                d.name in made for d in self.scope.defined
            ):
                break
        return f"{self.tight('statement', 1, OR)} or ({made})" if self.chance.often(softly) else str(made)

    def _number_leaf(self) -> Text:
        made = self.value_of("number") if self.chance.often(0.85) else self.value_of("truth")
        return made or self.value_of("truth") or self.small()

    def _element_leaf(self, kind: str) -> Text:
        near = self.scope.nearby(kind)
        if near and self.chance.often(0.8):
            return Text(self.chance.one(near).text)
        domain = self.scope.domains[kind]
        if domain.names and self.chance.often(0.8):
            return Text(self.chance.one(domain.names))
        listed = self.listed(domain)
        way = self.chance.whole(0, 3)
        if way == 0:
            return Text(f"first_of({listed})")
        if way == 1:
            return Text(f"last_of({listed})")
        return Text(
            f"{listed}[{self.chance.whole(0, domain.size - 1) if way == 2 else -self.chance.whole(1, domain.size)}]"
        )

    def listed(self, domain: Domain) -> str:
        """The elements of a layer as a list that can be used anywhere."""
        return (
            domain.listed
            if domain.listed.isidentifier()
            else f"[{domain.listed}]"
            if " for " in domain.listed
            else f"({domain.listed})"
        )

    def value_of(self, holds: str, layer: LayerPlan | None = None) -> Text | None:
        """An unknown (or, more rarely, what is known about a loop variable) that holds such values."""
        chance = self.chance
        if layer is None:
            near = [
                v
                for v in self.scope.locals
                if v.kind == holds or v.kind == {"word": "known word", "number": "constant"}.get(holds)
            ]
            if near and chance.often(0.4):
                return Text(chance.one(near).text)
            layers = [u for u in self.scope.unknowns if u.holds == holds]
            if not layers:
                return None
            layer = chance.one(layers)
        return Text(f"{layer.name}[{self._element_leaf(layer.domain.kind)}]")

    def small(self) -> Text:
        """A small number, mostly one that an unknown can take."""
        chance = self.chance
        numbers = [v for u in self.scope.unknowns if u.holds == "number" for v in u.values if isinstance(v, int)]
        number = chance.one(numbers if numbers and chance.often(0.6) else [0, 0, 1, 1, 1, 2, 2, 3, -1, 4])
        return Text(str(number), MINUS if number < 0 else ATOM)

    def known_word(self) -> Text:
        """A word of the values of some layer."""
        words = [v for u in [*self.scope.unknowns, *self.scope.clues] for v in u.values if isinstance(v, str)]
        return _spelled(self.chance, self.chance.one(words) if words else "red")

    def word_like(self, text: str) -> Text:
        """A word that this value may well be."""
        layers = [u for u in self.scope.unknowns if text.startswith(u.name + "[")]
        values = [v for u in layers for v in u.values if isinstance(v, str)]
        return _spelled(self.chance, self.chance.one(values)) if values else self.known_word()

    def values_along(self, layer: LayerPlan) -> str:
        """The values of a layer along a list of elements."""
        if layer.domain.kind == "cell" and self.chance.often(0.6):
            return f"{layer.name}[{self.make('cells', 1)}]"
        return f"{layer.name}[{self.listed(layer.domain)}]"

    def cells_on_one_line(self) -> tuple[str, str]:
        """Two cells of a square board in one row or column."""
        cells = self.scope.plan.cells
        a = self.chance.one(cells)
        return a, self.chance.one([b for b in cells if b[1] == a[1] or b[3] == a[3]])

    # --- loops

    def loop(self, depth: int) -> str:
        """`x in things`, with the new names bound."""
        chance = self.chance
        way = chance.weighted([5, 3, 2, 1.5, 1.5, 3 if self.scope.clues else 0, 1, 0.7])
        if way == 0:
            layer = chance.one(self.scope.unknowns)
            return self.over(layer.domain, depth)
        if way == 1 and "cell" in self.scope.domains:
            things = self.make("cells", depth)
            return f"{self.bind('cell')} in {things}"
        if way == 2 and "cell" in self.scope.domains:
            pairs = self.make("pairs", depth)
            return f"({self.bind('cell')}, {self.bind('cell')}) in {pairs}"
        if way == 3 and "cell" in self.scope.domains:
            groups = self.make("groups", depth)
            return f"{self.bind('group')} in {groups}"
        if way == 5:
            return self.over_clues(chance.one(self.scope.clues))
        if way == 7 and "direction" in self.scope.domains:
            names = ["directions", "diagonal_directions"] if self.scope.plan.is_square else ["directions"]
            return f"{self.bind('direction')} in {chance.one(names)}"
        if way == 6:
            numbers = self.make("numbers", depth)
            return f"{self.bind('number')} in {numbers}"
        things = self.make("constants", depth) if chance.often(0.3) else Text(f"1..{chance.whole(1, 3)}", RANGE)
        return f"{self.bind('constant')} in {things}"

    def over(self, domain: Domain, depth: int) -> str:
        """A loop over the elements of a layer, or some of them."""
        listed = self.listed(domain)
        if self.chance.often(0.15) and domain.size > 1:
            names = f"({self.bind(domain.kind)}, {self.bind(domain.kind)})"
            return f"{names} in {self.chance.one(['pairs', 'consecutive', 'cycle'])}({listed})"
        if self.chance.often(0.15):
            listed = self.chance.one(
                [f"reverse({listed})", f"{listed}[1:]", f"{listed}[:2]", f"{listed} + {listed}", f"unique({listed})"]
            )
        return f"{self.bind(domain.kind)} in {listed}"

    def over_clues(self, clue: LayerPlan) -> str:
        """A loop over the elements with a clue, whose clue is then known."""
        if clue.holds == "group":
            return f"{self.bind('group')} in regions({clue.name})"
        name = self.bind(clue.domain.kind)
        value = f"{clue.name}[{name}]"
        kind = {"number": "constant", "truth": "fact", "word": "known word", "list": "constants"}.get(clue.holds)
        if clue.holds == "mixed":
            self.scope.locals.append(Local(value, "constant", clue))
            return f"{name} in {clue.name} if {value} != '?'"
        if kind is not None:
            self.scope.locals.append(Local(value, kind, clue))
        return f"{name} in {clue.name}"

    def described(self, kind: str, depth: int, *, symbolic: bool = False) -> str:
        """`expression for x in things if condition`."""
        with self.inner():
            loops = f"for {self.loop(min(depth, 1))}"
            if " if " not in loops:
                if self.chance.often(0.15):
                    loops += f" for {self.loop(min(depth, 1))}"
                if " if " not in loops and self.chance.often(0.3):
                    loops += (
                        f" if {self.tight('truth' if symbolic and self.chance.often(0.6) else 'fact', depth, IMPLIES)}"
                    )
            return f"{self.tight(kind, depth, IMPLIES)} {loops}"


def _spelled(chance: Chance, word: str) -> Text:
    """A word, with quotes where it needs them and sometimes where not."""
    return Text(word if word.isidentifier() and chance.often(0.7) else f"'{word}'")


COMPARISONS: Final = ["==", "==", "==", "!=", "<", "<=", ">", ">="]
