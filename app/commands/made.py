"""One new puzzle of many, made here or by a program of its own: `python -m cluewright.commands.made`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cluewright.laboratory.alone import serve
from cluewright.making.generate import Unmade, order_of
from cluewright.models.errors import CluewrightError


def packed(wanted: dict[str, Any], name: str, seconds: float, tell: Callable[[str], None] | None = None) -> bytes:
    """Make it whatever happens; for a pipe. If it should be `rated` and was not, it is now, in the time
    that is left."""
    wishes = {key: value for key, value in wanted.items() if key != "rated"}
    try:
        made = order_of(**wishes).make(name, seconds, tell)
        if isinstance(made, Unmade):
            return json.dumps({"name": name, "why": made.why}).encode()
        if wanted.get("rated"):
            made.rate(seconds)
    except CluewrightError as error:
        return json.dumps({"name": name, "error": str(error.problems[0])}).encode()
    return json.dumps(made.data()).encode()


def unpacked(data: bytes, name: str) -> dict[str, Any]:
    """What came through a pipe."""
    found: dict[str, Any] = json.loads(data) if data else {"name": name, "error": "its process died without a word"}
    return found


if __name__ == "__main__":
    serve(lambda data: packed(**data))
