"""The evidence of a disagreement: kept wherever a file can be written, and never the reason why nobody hears of it."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cluewright.compiler.ground import CompiledPuzzle
from cluewright.notation.plain import plain_layers
from cluewright.solvers.compare import Row, outcome_data


@dataclass(frozen=True)
class Kept:
    """Where evidence is."""

    #: None if it could not be written anywhere.
    folder: Path | None
    #: The places that failed, each with the reason.
    failed: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.folder is None:
            return f"It could not be kept: {'; '.join(self.failed)}"
        instead = f" ({'; '.join(self.failed)})" if self.failed else ""
        return f"Everything is kept in {self.folder}{instead}"


def results_with_answers(row: Row, puzzle: CompiledPuzzle) -> list[dict[str, Any]]:
    """What every solver said, with its answers."""
    return [
        {**outcome_data(outcome), "solutions": [plain_layers(puzzle, a) for a in outcome.answers(puzzle.model)]}
        for outcome in row.outcomes.values()
    ]


def keep_evidence(row: Row, puzzle: CompiledPuzzle, folder: Path) -> Kept:
    """Keep all that is needed to find out who is wrong, the puzzle's text and every answer: in the folder or, if it
    cannot be written, in a temporary one."""
    contents = {"puzzle.yaml": "\n".join(puzzle.loaded.document.lines) + "\n"}
    for result in results_with_answers(row, puzzle):
        contents[f"{_plain_name(result['solver'])}.json"] = json.dumps(result, ensure_ascii=False, indent=1)
    name = f"disagreement-{_plain_name(Path(row.file).stem)}"
    failed: list[str] = []
    places: list[Callable[[], Path]] = [
        lambda: _new_folder(folder, name),
        lambda: Path(tempfile.mkdtemp(prefix=f"{name}-")),
    ]
    for place in places:
        target = None
        try:
            target = place()
            for file, text in contents.items():
                (target / file).write_text(text, encoding="utf-8", errors="backslashreplace")
            return Kept(target, tuple(failed))
        except OSError as error:
            failed.append(f"{error.filename or target or folder}: {error.strerror}")
            if target is not None:  # half of it would be taken for all of it
                shutil.rmtree(target, ignore_errors=True)
    return Kept(None, tuple(failed))


def _new_folder(folder: Path, name: str) -> Path:
    """A folder that was not there: what was kept of another disagreement stays."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in itertools.count(1):
        target = folder / (name if number == 1 else f"{name}-{number}")
        try:
            target.mkdir()
        except FileExistsError:
            continue
        break
    return target


def _plain_name(text: str) -> str:
    """A short name of a file, whatever the text."""
    return re.sub(r"[^\w.+-]+", "_", text)[:60].strip("._") or "puzzle"
