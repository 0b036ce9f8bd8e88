"""Open puzzles, each with its process: questions go in, and what they say comes out as it is said."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
from collections.abc import AsyncIterator
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any, Final

from cluewright.studio import desk

#: So many puzzles are kept; the one that was not used for longest makes room, and its page opens it again.
MOST_ROOMS: Final = 12
#: A process that does not even say that it has begun for so long is replaced.
PATIENCE: Final = 75.0

Message = dict[str, Any]
_CONTEXT: Final = multiprocessing.get_context("forkserver")
_LOST: Final[Message] = {"event": "error", "data": {"kind": "closed", "problems": []}, "revision": None}


def prepare() -> None:
    """Start the process from which those of puzzles are forked; it loads what all of them need."""
    _CONTEXT.set_forkserver_preload(["cluewright.studio.desk", "cluewright.studio.preload"])
    forkserver.ensure_running()


def _forked() -> tuple[ForkServerProcess, Connection]:
    """A new process for a puzzle, and how to talk to it."""
    connection, far_end = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=desk.run, args=(far_end,), daemon=True)
    process.start()
    far_end.close()
    return process, connection


class Room:
    """One open puzzle."""

    def __init__(self, process: ForkServerProcess, connection: Connection) -> None:
        self._process = process
        self._connection = connection
        self._questions: dict[int, asyncio.Queue[Message]] = {}
        self._last = 0
        self._writing = asyncio.Lock()
        self._cancelling: set[asyncio.Task[None]] = set()
        self.is_closed = False
        asyncio.get_running_loop().add_reader(self._connection.fileno(), self._read)

    def _read(self) -> None:
        try:
            message = json.loads(self._connection.recv_bytes())
        except (EOFError, OSError):
            self.close()
            return
        queue = self._questions.get(message.pop("id"))
        if queue is not None:
            queue.put_nowait(message)

    async def ask(self, name: str, arguments: Message, revision: int | None) -> AsyncIterator[Message]:
        """What is said about a question, up to its answer or an error. Whoever stops listening cancels it."""
        self._last += 1
        number, queue = self._last, asyncio.Queue[Message]()
        self._questions[number] = queue
        done = False
        try:
            question = {"id": number, "name": name, "arguments": arguments, "revision": revision}
            await self._send(question)
            while not done:
                message = await queue.get()
                done = message["event"] != "progress"
                yield message
        finally:
            self._questions.pop(number, None)
            if not done and not self.is_closed:  # by a task of its own, for this one may be cancelled itself
                task = asyncio.create_task(self._send({"cancel": number}))
                self._cancelling.add(task)
                task.add_done_callback(self._cancelling.discard)

    async def _send(self, message: Message) -> None:
        """In a thread: a process that is busy may let us wait."""
        if self.is_closed:
            return
        data = json.dumps(message).encode()
        async with self._writing:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(self._connection.send_bytes, data)

    def close(self) -> None:
        """End the process; whoever waits for an answer is told."""
        if self.is_closed:
            return
        self.is_closed = True
        asyncio.get_running_loop().remove_reader(self._connection.fileno())
        self._connection.close()
        self._process.kill()
        for queue in self._questions.values():
            queue.put_nowait(_LOST)


class Rooms:
    """All open puzzles by the names that their pages gave them."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    def find(self, name: str) -> Room | None:
        """The puzzle of this name, if it is open."""
        room = self._rooms.pop(name, None)
        if room is None or room.is_closed:
            return None
        self._rooms[name] = room  # now it is the last one used
        return room

    async def open(self, name: str) -> Room:
        """The puzzle of this name, or a new one."""
        async with self._opening:
            found = self.find(name)
            if found is None:
                while len(self._rooms) >= MOST_ROOMS:
                    self._rooms.pop(next(iter(self._rooms))).close()
                found = self._rooms[name] = Room(*await asyncio.to_thread(_forked))  # the first one takes a moment
            return found

    def replace(self, name: str) -> None:
        """End a process that does not answer."""
        room = self._rooms.pop(name, None)
        if room is not None:
            room.close()

    def close(self) -> None:
        """End them all."""
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()
