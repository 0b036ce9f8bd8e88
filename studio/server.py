"""The server: the files of the page, and questions whose answers are streamed."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cluewright.studio.guard import App, Guard, TooLong
from cluewright.studio.questions import INDEPENDENT
from cluewright.studio.rooms import PATIENCE, Rooms
from cluewright.studio.secrets import same

_PAGE: Final = Path(__file__).parent / "page"
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
#: How long somebody who guesses passwords waits.
_PENANCE: Final = 1.0


def make_app(hosts: list[str], token: str, *, start: str = "", password: str | None = None) -> App:
    """The server for these hosts; `start` is the text of the puzzle that a page without one begins with."""
    rooms = Rooms()

    async def page(request: Request) -> Response:
        return FileResponse(_PAGE / "index.html")

    async def ask(request: Request) -> Response:
        try:
            asked = json.loads(await request.body())
            room, arguments = asked["room"], asked.get("arguments", {})
            if not (isinstance(arguments, dict) and isinstance(room, str) and _NAME.fullmatch(room)):
                raise ValueError
        except TooLong:
            return PlainTextResponse("this is too long\n", 413)
        except (ValueError, TypeError, KeyError, RecursionError):
            return PlainTextResponse("this is no question\n", 400)
        name = request.path_params["name"]
        if name == "open" and arguments.pop("start", False):
            arguments["source"] = start
        events = _events(rooms, room, name, arguments, asked.get("revision"))
        return StreamingResponse(events, media_type="text/event-stream")

    async def login(request: Request) -> Response:
        given = (await request.body())[:1000].decode(errors="replace")
        if password is not None and same(given, password):
            return PlainTextResponse(token)
        await asyncio.sleep(_PENANCE)
        return PlainTextResponse("this is not the password\n", 401)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        rooms.close()

    routes = [
        Route("/", page),
        Route("/ask/{name}", ask, methods=["POST"]),
        Route("/login", login, methods=["POST"]),
        Mount("/page", StaticFiles(directory=_PAGE)),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), hosts, token)


async def _events(
    rooms: Rooms, room: str, name: str, arguments: dict[str, Any], revision: int | None
) -> AsyncIterator[str]:
    """What a question says, as server-sent events."""
    found = await rooms.open(room) if name == "open" or name in INDEPENDENT else rooms.find(room)
    if found is None:
        yield _event({"event": "error", "data": {"kind": "closed", "problems": []}, "revision": None})
        return
    said = found.ask(name, arguments, revision)
    try:
        while True:
            message = await asyncio.wait_for(anext(said), PATIENCE if name in ("open", "edit") else None)
            yield _event(message)
    except StopAsyncIteration:
        return
    except TimeoutError:
        rooms.replace(room)
        problem = {"message": "this took too long", "hint": "the puzzle was closed"}
        yield _event({"event": "error", "data": {"kind": "time", "problems": [problem]}, "revision": None})
    finally:
        await said.aclose()  # type: ignore[attr-defined]


def _event(message: dict[str, Any]) -> str:
    body = json.dumps({"data": message["data"], "revision": message.get("revision")}, ensure_ascii=False)
    return f"event: {message['event']}\ndata: {body}\n\n"
