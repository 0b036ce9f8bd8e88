"""Results as the page shows them: the presenters' words, and their pictures without a title."""

from __future__ import annotations

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
