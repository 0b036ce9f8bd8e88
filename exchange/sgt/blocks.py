"""The `sgt` block of a rulebook becomes steps; what is wrong in it is an error with its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path as Folder
from typing import Any, Final

from cluewright.exchange.pzpr.places import place_kinds
from cluewright.exchange.pzpr.step_builder import Declared, StepBuilder
from cluewright.exchange.pzpr.targets import Entry
from cluewright.exchange.pzpr.url_steps import Constant, Stream, UrlStep
from cluewright.exchange.sgt.cages import Cages, Sums
from cluewright.exchange.sgt.forms import SGT_FORMS
from cluewright.exchange.sgt.steps import Compared, Dominoes, Jumps, Listed, Optional, Runs, Walls
from cluewright.models.documents import SgtSpec
from cluewright.models.loading import LoadedRulebook, library_rulebooks, own_rulebooks, with_extended


@dataclass
class Block:
    """What a genre looks like in the collection."""

    rulebook: LoadedRulebook
    spec: SgtSpec
    declared: Declared
    steps: list[UrlStep]

    @property
    def identifier(self) -> str:
        """The name of the rulebook."""
        return self.rulebook.rulebook.rules


def find_blocks(game: str, folder: Folder | None = None) -> list[Block]:
    """The blocks of a game, which may have a rulebook for each of its variants: those of the user come first."""
    found = [*own_rulebooks("sgt:", game, folder=folder), *library_rulebooks("sgt:", game)]
    blocks = [read_block(with_extended(loaded)) for loaded in found if _game(loaded) == game]
    return [block for block in blocks if block is not None]


def library_games() -> list[str]:
    """The names of all games that can be read."""
    return sorted({_game(loaded) for loaded in library_rulebooks("\nsgt:")} - {""})


def _game(loaded: LoadedRulebook) -> str:
    return "" if loaded.rulebook.sgt is None else loaded.rulebook.sgt.id


def read_block(rulebooks: Sequence[LoadedRulebook]) -> Block | None:
    """The block of the last of these rulebooks, if it has one; the others are those that it extends."""
    loaded = rulebooks[-1]
    spec = loaded.rulebook.sgt
    if spec is None:
        return None
    declared = Declared.of(rulebooks)
    steps: list[Any] = []
    for i, data in enumerate(spec.parts):
        builder = _Builder(declared, loaded.document, (*loaded.path, "sgt", "parts", i), data)
        step = builder.build(_STEPS)
        if not isinstance(step, Walls):  # these say by sides what cells have
            builder.check_places(step, next(key for key in data if key in _STEPS))
        steps.append(step)
    return Block(loaded, spec, declared, steps)


class _Builder(StepBuilder):
    """Makes one step of a description."""

    block_name = "sgt"
    forms = SGT_FORMS

    def stream(self, kind: str) -> UrlStep:
        """Values with letters for gaps, or with no gaps at all."""
        entries = self.entries(kind)
        gap = "a" if self.option("gaps", True) else ""
        between, open_end = str(self.option("between", "")), bool(self.option("open_end", False))
        step = Stream(kind, entries, gap, between=between, open_end=open_end)
        return Optional(step, entries) if self.option("optional", False) else step

    def jumps(self, kind: str) -> UrlStep:
        """Marks by the distances between them."""
        over, target = self.over("cells", place_kinds()), self.target(self.data[kind], kind)
        values = self.option("values", [True])
        if not isinstance(values, list) or not 1 <= len(values) <= 2:
            raise self.fail("one or two values are expected", "values")
        return Jumps(over, target, values, str(self.option("zero", "")), bool(self.option("ends", False)))

    def rooms(self, kind: str) -> UrlStep:
        """Regions by the walls between them."""
        return Walls("sides", self.target(self.data[kind], kind), [True], "_", ends=True)

    def runs(self, kind: str) -> UrlStep:
        """Regions by runs of sides with and without a wall."""
        return Runs(self.target(self.data[kind], kind))

    def regions(self, kind: str) -> UrlStep:
        """Values of regions, in the order of their first cells, with letters for gaps."""
        entries, of = self.entries(kind), self.target(self.option("of", None), "of")
        return Stream("rooms", entries, "a", of.name)

    def cages(self, kind: str) -> UrlStep:
        """Cages that cover the board, with a result or just a sum."""
        target, signs = self.target(self.data[kind], kind), self.option("signs", None)
        if not isinstance(signs, dict | None) or signs == {}:
            raise self.fail("signs are letters and what they stand for", "signs")
        return Sums(target) if signs is None else Cages(target, signs)

    def listed(self, kind: str) -> UrlStep:
        """A text for each place."""
        over, between = self.over("outside", place_kinds()), str(self.option("between", ","))
        nothing, full = self.option("nothing", None), bool(self.option("full", False))
        return Listed(over, self.entries(kind), between, nothing, full, str(self.option("blank", "")))

    def dominoes(self, kind: str) -> UrlStep:
        """Areas of two cells."""
        return Dominoes(self.target(self.data[kind], kind))

    def compared(self, kind: str) -> UrlStep:
        """Numbers, and signs for what is greater than its neighbours."""
        digits, signs = self.target(self.data[kind], kind), self.target(self.option("signs", None), "signs")
        number = SGT_FORMS["number"]()
        less, greater = self.option("less", "<"), self.option("greater", ">")
        return Compared([Entry((digits,), number), Entry((signs,), number)], less, greater)

    def constant(self, kind: str) -> UrlStep:
        """Always the same text."""
        return Constant(str(self.data[kind]))


_STEPS: Final[dict[str, Callable[[_Builder, str], UrlStep]]] = {
    **dict.fromkeys(place_kinds(), _Builder.stream),
    "jumps": _Builder.jumps,
    "rooms": _Builder.rooms,
    "runs": _Builder.runs,
    "regions": _Builder.regions,
    "cages": _Builder.cages,
    "listed": _Builder.listed,
    "dominoes": _Builder.dominoes,
    "compared": _Builder.compared,
    "constant": _Builder.constant,
}
