"""A puzzle as one file that plays without a server: the page's own modules, and the picture with its stamps."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote

from cluewright import api
from cluewright.compiler.ground import CompiledPuzzle
from cluewright.models.results import Verdict
from cluewright.studio.answers import plain_answer
from cluewright.studio.describing import described
from cluewright.studio.opened import Opened
from cluewright.studio.tools import is_hidden

#: The modules that the file takes along, each after those it imports.
_MODULES: Final = (
    "dom.js",
    "board.js",
    "areas.js",
    "borders.js",
    "groups.js",
    "gestures.js",
    "palette.js",
    "offline.js",
)
_IMPORT: Final = re.compile(r'from "\./([a-z]+)\.js"')
_KEPT: Final = (
    "title",
    "author",
    "about",
    "genre",
    "rules",
    "notes",
    "cell",
    "cells",
    "places",
    "patches",
    "svg",
    "clues",
)


def offline_page(opened: Opened) -> str:
    """The file. Whatever comes from the puzzle is data in it, never markup."""
    puzzle = opened.meant()
    about = described(opened)
    data: dict[str, Any] = {key: about[key] for key in _KEPT if key in about}
    data["layers"] = [layer for layer in about["layers"] if layer["side"] == "unknown" and not layer["hidden"]]
    data["solved"] = _solved(puzzle)
    imports = {f"studio/{name}": _as_address(_bare(_text(name))) for name in _MODULES}
    gaps = {
        "title": escape(about["title"]),
        "style": _text("studio.css"),
        "imports": _as_script({"imports": imports}),
        "puzzle": _as_script(data),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda gap: gaps[gap[1]], _text("offline.html"))


def _solved(puzzle: CompiledPuzzle) -> int | None:
    """What the solution adds up to, so that the file can tell whether an answer is it without showing it."""
    result = api.check(puzzle, timeout=20.0)
    if result.verdict is not Verdict.UNIQUE:
        return None
    answer = plain_answer(puzzle, result.answers[0])
    entries = [
        f"{layer} {place} {json.dumps(value)}"
        for layer, values in answer.items()
        if not is_hidden(puzzle, layer)
        for place, value in values.items()
        if value not in (False, 0)
    ]
    return fingerprint("\n".join(sorted(entries)))


def fingerprint(text: str) -> int:
    """A number for a text; `offline.js` makes the same one."""
    found = 2166136261
    for unit in text.encode():
        found = ((found ^ unit) * 16777619) & 0xFFFFFFFF
    return found


def _text(name: str) -> str:
    return (files("cluewright.studio") / "page" / name).read_text(encoding="utf-8")


def _bare(module: str) -> str:
    """A module that finds the others by the map of the page."""
    return _IMPORT.sub(r'from "studio/\1.js"', module)


def _as_address(module: str) -> str:
    return "data:text/javascript;charset=utf-8," + quote(module, safe="~()*!.'-_ ;:@&=+$,/?{}[]<>|^`")


def _as_script(data: Any) -> str:
    """JSON that cannot end the script it stands in."""
    return (
        json.dumps(data, ensure_ascii=False)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
