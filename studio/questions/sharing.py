"""Puzzles for others: links, files, pictures, pages, models and certificates."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any

from cluewright import api
from cluewright.compiler.backends import WRITERS
from cluewright.exchange.formats import FORMATS
from cluewright.models.errors import CluewrightError, Problem
from cluewright.models.scratch import scratch_folder
from cluewright.notation.standalone import standalone_text
from cluewright.presenters.base import View
from cluewright.presenters.sheet import sheet
from cluewright.studio.answers import read_values
from cluewright.studio.offline import offline_page
from cluewright.studio.opened import Opened
from cluewright.studio.shown import packed

if TYPE_CHECKING:
    from cluewright.studio.questions import Tell


def links(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The puzzle in every format that can hold it, and why the others cannot."""
    puzzle = opened.meant()
    for form in FORMATS:
        if form.write is None or form.name in ("yaml", "svg"):
            continue
        try:
            found: dict[str, Any] = {"text": api.convert(puzzle, form.name).strip()}
        except CluewrightError as error:
            found = {"refused": error.problems[0].message}
        tell({"format": form.name, "about": form.about, "address": form.is_address, **found})
    return {}


def whole(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The puzzle with all its rulebooks as one text, for a link that carries everything."""
    return {"text": standalone_text(opened.meant().loaded) if given.get("rules") else opened.text}


def export(opened: Opened, given: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """A file to keep: a picture, a page or a model for other solvers."""
    puzzle, form = opened.meant(), str(given.get("form"))
    answer = read_values(puzzle, given["answer"]) if given.get("answer") else None
    if form in ("pdf", "png"):
        return packed(sheet(View(puzzle, answer), "pdf" if form == "pdf" else "png"))
    if form == "svg":
        return packed(api.render(puzzle, answer, format="svg"))
    if form == "html":
        return packed(offline_page(opened))
    if form == "certificate":
        return packed(_certificate(opened))
    if form in WRITERS:
        return packed(WRITERS[form](puzzle, {}))
    raise CluewrightError(Problem(f"there is no such file: {form[:40]}"))


def _certificate(opened: Opened) -> bytes:
    """The folder of a certificate, zipped."""
    archived = io.BytesIO()
    with scratch_folder() as scratch:
        folder = scratch / "certificate"
        api.prove(opened.meant(), folder, timeout=60.0)
        with zipfile.ZipFile(archived, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
                archive.write(path, path.relative_to(folder.parent))
    return archived.getvalue()
