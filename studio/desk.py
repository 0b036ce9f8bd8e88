"""The process of an open puzzle: it keeps the puzzle, answers what is quick, and lets children answer the rest."""

from __future__ import annotations

import contextlib
import gc
import json
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from cluewright.studio.children import Child, Message, Tell, guarded, limit_memory
from cluewright.studio.opened import Opened
from cluewright.studio.problems import told_problems
from cluewright.studio.questions import INDEPENDENT, PROGRAMS, QUICK, SECONDS, SLOW

#: A child that does not end by itself gets so much longer.
_GRACE: Final = 3.0
_LONGEST: Final = 3600.0


def run(connection: Connection) -> None:
    """Answer until the server closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, whose end closes the connection
    gc.set_threshold(200_000, 50, 50)
    limit_memory()
    with contextlib.suppress(EOFError, OSError):
        Desk(connection).serve()


class Desk:
    """One puzzle and the questions about it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.opened = Opened()
        self.children: dict[Any, Child] = {}

    def serve(self) -> None:
        """All messages, one after the other."""
        try:
            while True:
                for ready in wait([self.connection, *self.children], self._patience()):
                    if ready is self.connection:
                        self._take(json.loads(self.connection.recv_bytes()))
                    elif ready in self.children:
                        self._relay(ready)
                self._end_late()
        finally:
            for child in list(self.children.values()):
                child.end()

    def _send(self, message: Message) -> None:
        self.connection.send_bytes(json.dumps(message).encode())

    def _patience(self) -> float | None:
        ends = [child.deadline for child in self.children.values()]
        return max(0.0, min(ends) - time.monotonic()) if ends else None

    # ------------------------------------------------------------ questions

    def _take(self, message: Message) -> None:
        if "cancel" in message:
            self._cancel(lambda child: child.number == message["cancel"])
            return
        number, name, given = message["id"], message["name"], message["arguments"]
        revision = message.get("revision")
        if name in QUICK:
            quick = QUICK[name]
            if name in ("open", "edit"):  # whatever is still being thought about is about another puzzle
                self._cancel(lambda child: child.name not in INDEPENDENT)
                self.opened.revision = revision
            self._send(self._dated(guarded(number, lambda: quick(self.opened, given, self._teller(number)))))
        elif name not in SLOW:
            self._send({"id": number, "event": "error", "data": {"kind": "unknown", "problems": []}})
        elif name not in INDEPENDENT and revision is not None and revision != self.opened.revision:
            self._send({"id": number, "event": "error", "data": {"kind": "stale", "problems": []}})
        else:
            slow, opened = SLOW[name], self.opened
            seconds = min(float(given.get("seconds") or SECONDS.get(name, 60.0)), _LONGEST)
            programs = name in PROGRAMS
            child = Child(number, name, lambda tell: slow(opened, given, tell), seconds + _GRACE, programs=programs)
            self.children[child.pipe] = child

    def _teller(self, number: int) -> Tell:
        return lambda data: self._send(self._dated({"id": number, "event": "progress", "data": data}))

    def _dated(self, message: Message) -> Message:
        """With the revision that it is about, which a later one makes stale."""
        return {**message, "revision": self.opened.revision}

    # ------------------------------------------------------------ children

    def _relay(self, pipe: Any) -> None:
        child = self.children[pipe]
        try:
            message = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            self._drop(child, {"kind": "memory", "problems": [{"message": "the process ended", "hint": ""}]})
            return
        self._send(self._dated(message))
        if message["event"] != "progress":
            self._drop(child)

    def _end_late(self) -> None:
        now = time.monotonic()
        for child in [child for child in self.children.values() if child.deadline < now]:
            self._drop(child, told_problems(TimeoutError()) | {"kind": "time"})

    def _cancel(self, which: Callable[[Child], bool]) -> None:
        for child in [child for child in self.children.values() if which(child)]:
            self._drop(child, {"kind": "cancelled", "problems": []})

    def _drop(self, child: Child, error: Message | None = None) -> None:
        del self.children[child.pipe]
        child.end()
        if error is not None:
            self._send(self._dated({"id": child.number, "event": "error", "data": error}))
