"""Starts the studio: a free port, the address with the token, the browser."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cluewright.models.errors import CluewrightError, Problem
from cluewright.studio.secrets import kept_token

LOCAL: Final = "127.0.0.1"
#: Where it is unless somebody says otherwise or another one is there; a page stays where it is after a restart.
USUAL_PORT: Final = 8420
_TRIES: Final = 20


@dataclass(frozen=True)
class Wish:
    """What the studio is started with."""

    #: The text of the puzzle that it begins with.
    start: str = ""
    port: int | None = None
    host: str = LOCAL
    password: str | None = None
    browser: bool = True


def launch(wish: Wish, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; `tell` gets the address."""
    try:
        import uvicorn  # late: an optional part

        from cluewright.studio.rooms import prepare
        from cluewright.studio.server import make_app
    except ModuleNotFoundError as error:
        hint = "pip install 'cluewright[studio]', or EXTRAS=studio bash app/start studio"
        raise CluewrightError(Problem(f"the studio needs '{error.name}', which is not installed", hint=hint)) from None
    if wish.host != LOCAL and not wish.password:
        raise CluewrightError(Problem("a studio that others can reach needs a password", hint="--password WORD"))
    listener = _listener(wish)
    port = listener.getsockname()[1]
    token = kept_token()
    names = [LOCAL, "localhost"] if wish.host == LOCAL else [LOCAL, "localhost", wish.host, socket.gethostname()]
    hosts = [f"{name.lower()}:{port}" for name in names]
    app = make_app(hosts, token, start=wish.start, password=wish.password)
    address = f"http://{wish.host}:{port}/" + (f"?token={token}" if wish.password is None else "")
    prepare()
    tell(address)
    if wish.browser:
        webbrowser.open(address)
    quiet: dict[str, Any] = {"log_level": "error", "access_log": False, "server_header": False}
    config = uvicorn.Config(app, ws="none", timeout_graceful_shutdown=1, **quiet)
    uvicorn.Server(config).run(sockets=[listener])


def _listener(wish: Wish) -> socket.socket:
    """The wanted port, or the first free one from the usual one on."""
    ports = [wish.port] if wish.port is not None else [*range(USUAL_PORT, USUAL_PORT + _TRIES), 0]
    for port in ports:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((wish.host, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if port == ports[-1]:
                raise CluewrightError(Problem(f"cannot listen at {wish.host}:{port}: {error.strerror}")) from None
            continue
        return listener
    raise AssertionError("the last port either is free or raises")
