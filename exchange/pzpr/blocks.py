"""The `puzzlink` block of a rulebook becomes steps; what is wrong in it is an error with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path as Folder

from cluewright.exchange.pzpr.builders import Kit
from cluewright.exchange.pzpr.covered import covered
from cluewright.exchange.pzpr.step_builder import Declared
from cluewright.exchange.pzpr.targets import layers_of
from cluewright.exchange.pzpr.url_steps import UrlStep
from cluewright.exchange.pzpr.word_steps import WordStep
from cluewright.models.documents import PuzzlinkSpec
from cluewright.models.errors import CluewrightError, did_you_mean
from cluewright.models.loading import LoadedRulebook, library_rulebooks, own_rulebooks, with_extended
from cluewright.models.source import Path


@dataclass
class Block:
    """What a genre looks like elsewhere."""

    rulebook: LoadedRulebook
    spec: PuzzlinkSpec
    declared: Declared
    url: list[UrlStep] = field(default_factory=list)
    text: list[WordStep] = field(default_factory=list)
    #: How boards of a later version are written, where that differs.
    versions: dict[int, list[WordStep]] = field(default_factory=dict)

    @property
    def identifier(self) -> str:
        """The name of the rulebook."""
        return self.rulebook.rulebook.rules

    @property
    def address(self) -> str:
        """The name of the genre in addresses."""
        return self.spec.address or self.spec.id


def find_block(name: str, folder: Folder | None = None) -> Block | None:
    """The block of the genre that puzz.link knows by this name: of the user's own rulebooks, or of the library."""
    for loaded in own_rulebooks("puzzlink:", name, folder=folder):
        if name in _names(loaded):
            return read_block(with_extended(loaded))
    return library_block(name)


@cache
def library_block(name: str) -> Block | None:
    """The block of the library's genre that puzz.link knows by this name."""
    for loaded in library_rulebooks("puzzlink:", name):
        if name in _names(loaded):
            return read_block(with_extended(loaded))
    return None


def library_names() -> list[str]:
    """All names of genres that can be read."""
    return [name for loaded in library_rulebooks("puzzlink:") for name in _names(loaded)]


def _names(loaded: LoadedRulebook) -> list[str]:
    spec = loaded.rulebook.puzzlink
    return [] if spec is None else list(dict.fromkeys([spec.id, spec.address or spec.id, *spec.aliases]))


def read_block(rulebooks: Sequence[LoadedRulebook]) -> Block | None:
    """The block of the last of these rulebooks, if it has one; the others are those that it extends."""
    loaded = rulebooks[-1]
    spec = loaded.rulebook.puzzlink
    if spec is None:
        return None
    block = Block(loaded, spec, Declared.of(rulebooks))
    path = (*loaded.path, "puzzlink")
    kit = Kit(spec, block.declared, loaded.document)
    block.url = kit.url_steps((*path, "url"), spec.url)
    block.text = kit.word_steps((*path, "text"), spec.text)
    for number, steps in spec.versions.items():
        block.versions[int(number)] = kit.word_steps((*path, "versions", number), steps)
    _check_layers(block, path)
    return block


def _check_layers(block: Block, path: Path) -> None:
    """Every layer of clues needs a place, unless the rulebook says that puzz.link has none for it."""
    document, spec, clues = block.rulebook.document, block.spec, block.rulebook.rulebook.clues
    for name in spec.without:
        if name not in block.declared.clues:
            hint = did_you_mean(name, block.declared.clues)
            raise CluewrightError(document.problem(f"puzzlink: there is no clue '{name}'", (*path, "without"), hint))
    for section, steps in (("url", layers_of(block.url)), ("text", layers_of(block.text))):
        placed = steps | {*spec.without, *block.rulebook.given}
        lost = [name for name in clues if name not in placed]
        if lost and getattr(spec, section):
            message = f"puzzlink: '{section}' would lose the clues '{lost[0]}'"
            hint = f"add a part for them, or `without: [{lost[0]}]` if puzz.link has no place for them"
            raise CluewrightError(document.problem(message, (*path, section), hint))
    for section, parts in (("url", block.url), ("text", block.text)):
        for name, kinds in _uncovered(block, parts).items():
            message = f"puzzlink: '{section}' would lose the clues '{name}' on {' and '.join(sorted(kinds))}"
            hint = f"add a part for these, as in `{min(kinds)}: {{{name}: ...}}`"
            raise CluewrightError(document.problem(message, (*path, section), hint))


def _uncovered(block: Block, steps: Sequence[object]) -> dict[str, frozenset[str]]:
    """The kinds of places at which clues would be lost, by layer; a layer over several kinds needs a part for each."""
    found: dict[str, frozenset[str]] = {}
    for target, kinds in (pair for step in steps for pair in covered(step)):
        if target.part == "clues":
            found[target.name] = found.get(target.name, frozenset()) | kinds
    inside = frozenset({"cells"}) if block.spec.margin else frozenset[str]()  # what is outside stands in cells there
    left = {name: block.declared.place_kinds("clues", name) - kinds - inside for name, kinds in found.items()}
    return {name: kinds for name, kinds in left.items() if kinds}
