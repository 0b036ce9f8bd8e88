"""A puzzle that is open: its text, what it looks like, and what it means as far as it can be read."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from cluewright.compiler.clues import ClueReader
from cluewright.compiler.elements import Layer
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.grounding.layers import read_values
from cluewright.compiler.values import ValueSpec
from cluewright.compiler.work import until
from cluewright.models.errors import CluewrightError, Problem, TimeUp
from cluewright.models.loading import LoadedPuzzle, load_text
from cluewright.notation.changed import clue_data, with_layers
from cluewright.studio.relaxed import relaxed

#: A puzzle whose rules take longer to write out is not edited with pleasure anyway.
SECONDS: Final = 20.0
_FILE: Final = "puzzle"


class Opened:
    """What the process of a puzzle keeps. The page has the text as well, so nothing is lost with it."""

    def __init__(self) -> None:
        self.text = ""
        self.folder: Path | None = None
        self.revision: int | None = None
        self._sketch: CompiledPuzzle | None = None
        #: The puzzle as the text says it; None while the text is wrong or says too little.
        self.puzzle: CompiledPuzzle | None = None
        #: What is wrong with the text.
        self.problems: list[Problem] = []
        #: Clues on the board that the document it was made from does not have.
        self._unsettled: dict[str, Any] = {}

    @property
    def sketch(self) -> CompiledPuzzle:
        """What can be drawn: also a puzzle that lacks clues it cannot do without."""
        if self._sketch is None:
            raise CluewrightError(*(self.problems or [Problem("no puzzle is open")]))
        return self._sketch

    @property
    def is_drawable(self) -> bool:
        """Whether there is anything to draw."""
        return self._sketch is not None

    def meant(self) -> CompiledPuzzle:
        """The puzzle, to be asked about."""
        if self.puzzle is None:
            raise CluewrightError(*(self.problems or [Problem("no puzzle is open")]))
        return self.puzzle

    def load(self, text: str, folder: Path | None = None, *, keep: bool = True) -> None:
        """Take a text; what was there before stays on the board if the text cannot be read, and if it is to be kept."""
        self.text, self.folder, self.puzzle, self.problems = text, folder, None, []
        self._unsettled = {}
        if not keep:
            self._sketch = None
        try:
            loaded = load_text(text, _FILE, folder)
            self._compile(loaded)
        except CluewrightError as error:
            self.problems = error.problems

    def _compile(self, loaded: LoadedPuzzle) -> None:
        try:
            with until(time.monotonic() + SECONDS):
                self.puzzle = self._sketch = compile_puzzle(loaded)
        except TimeUp:
            self.problems = [Problem("the rules take too long to write out")]
        except CluewrightError as error:
            self.problems = error.problems
            self._sketch = _drawable(loaded) or self._sketch

    # ------------------------------------------------------------ clues

    def clues(self) -> dict[str, Any]:
        """The clues as data: values by place, or a list of groups."""
        return clue_data(self.sketch)

    def values(self, name: str) -> ValueSpec:
        """What clues of a layer may be."""
        setup = self.sketch.setup
        return read_values(setup.program.clues[name], setup.program, setup.scope)

    def draft(self, layers: Mapping[str, Any]) -> None:
        """Put other clues on the board, whatever they mean."""
        setup = self.sketch.setup
        read = {name: self._read(name, data) for name, data in layers.items()}
        self._sketch = replace(self.sketch, setup=replace(setup, clues={**setup.clues, **read}))

    def _read(self, name: str, data: object) -> Layer:
        sketch = self.sketch
        if name not in sketch.program.clues:
            raise CluewrightError(Problem(f"there are no clues named '{name[:50]}'"))
        places = sketch.places.get(name) if sketch.clues[name].kind != "group" else None
        document = sketch.loaded.document
        return ClueReader(name, self.values(name), places, sketch.board, document, ("clues", name)).read(data)

    def settle(self, layers: Mapping[str, Any]) -> None:
        """Write the clues of these layers, which are on the board already, into the text, and read it again. While it
        is no puzzle, the board stays as it was drawn, and later edits write all that it has and its document not."""
        sketch, unsettled = self.sketch, {**self._unsettled, **layers}
        self.load(with_layers(sketch, unsettled), self.folder)
        if self.puzzle is None:
            self._sketch, self._unsettled = sketch, unsettled


def _drawable(loaded: LoadedPuzzle) -> CompiledPuzzle | None:
    """As much of a puzzle as can be drawn."""
    for less in relaxed(loaded):
        try:
            with until(time.monotonic() + SECONDS):
                return compile_puzzle(less)
        except (CluewrightError, TimeUp):
            continue
    return None
