"""What is going on, on a terminal: a line of Rich on standard error for anything that takes more than a second."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final, Self

from cluewright.models.progress import Progress

#: What is over sooner is not worth a line.
PATIENCE: Final = 1.0
#: Reports come faster than anybody can read.
_PAUSE: Final = 0.2


class Line:
    """Takes reports of any function of the interface; appears after a second, and is gone at the end."""

    def __init__(self, doing: str, draw: Callable[[Any], Any] | None = None, *, threads: bool = True) -> None:
        self._latest = Progress(doing)
        #: Makes something that Rich can show of what is known so far, where that is worth seeing.
        self._draw = draw
        #: Without threads it changes with reports only: who forks many processes should have none.
        self._timer = threading.Timer(PATIENCE, self._appear, [True]) if threads else None
        self._live: Any = None
        self._columns: Any = None
        self._due = time.monotonic() + PATIENCE

    def __enter__(self) -> Self:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *details: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        if self._live is not None:
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        """Take a report."""
        self._latest = progress
        if self._timer is None and time.monotonic() >= self._due:
            if self._live is None:
                self._appear(by_itself=False)
            self._live.refresh()
            self._due = time.monotonic() + _PAUSE

    def _appear(self, by_itself: bool) -> None:
        from rich.console import Console  # late: most commands are over before
        from rich.live import Live
        from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Columns

        what, far = TextColumn("{task.description}"), TextColumn("{task.fields[far]}")
        self._columns = Columns(SpinnerColumn(), what, BarColumn(bar_width=24), far, TimeElapsedColumn())
        self._columns.add_task(self._latest.doing, total=None, far="")
        console = Console(stderr=True)
        self._live = Live(
            console=console,
            transient=True,
            auto_refresh=by_itself,
            refresh_per_second=1 / _PAUSE,
            get_renderable=self._shown,
        )
        self._live.start()

    def _shown(self) -> Any:
        from rich.console import Group  # late: as above

        now = self._latest
        self._columns.update(0, description=now.doing, completed=now.done, total=now.total, far=_how_far(now))
        picture = None if self._draw is None or now.so_far is None else self._draw(now.so_far)
        return self._columns if picture is None else Group(picture, self._columns)


def _how_far(now: Progress) -> str:
    """In words: how much is done, what is left, what is being done."""
    from cluewright.presenters.words import duration  # late: whoever asks has loaded all of this before

    done = f"{now.done} of {now.total}" if now.total is not None else f"{now.done} found" if now.done else ""
    left = "" if now.left is None or now.done == now.total else f"about {duration(now.left)} left"
    return ", ".join(word for word in (done, left, now.note) if word)


def watched() -> bool:
    """Whether anybody would see it."""
    return sys.stderr.isatty()
