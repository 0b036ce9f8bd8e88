"""Results as the page shows them: the presenters' words, and their pictures without a title."""

from __future__ import annotations

import base64
from typing import Any

from cluewright.pictures.picture import picture
from cluewright.presenters.base import Presenter, View


def drawn(view: View) -> str:
    """A view as SVG."""
    return picture(view.puzzle, view.answer, format="svg", marked=view.marked, pencil=view.pencil, titled=False)


def told(presenter: Presenter) -> dict[str, Any]:
    """What a result says, and its first picture."""
    views = presenter.views()
    return {"text": presenter.text(), "svg": drawn(views[0]) if views else None}


def packed(content: str | bytes) -> dict[str, Any]:
    """The content of a file, for a browser to keep."""
    return {"base64": base64.b64encode(content.encode() if isinstance(content, str) else content).decode()}
