"""Who may talk to the server: requests that come from its own page and know the token; and what every answer says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final

from cluewright.studio.secrets import same

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: No body may be longer: ten times the longest puzzle that is read.
MOST_BYTES: Final = 20_000_000

#: Said with every answer. No script but the page's own modules, nothing from elsewhere, no frame around it.
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

#: Below this path nothing is answered without the token.
_PRIVATE: Final = "/ask/"


class Guard:
    """Stands before the server. A page of another site that was made to resolve to this machine (DNS rebinding) has
    another Host; a form or script of another site has another Origin; neither knows the token."""

    def __init__(self, app: App, hosts: Iterable[str], token: str) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return  # no websockets
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(send, *refusal)
            return
        await self.app(scope, _bounded(receive), _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not answered; None if it is."""
        headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in scope["headers"]}
        if headers.get("host", "").lower() not in self.hosts:
            return 403, "this is not the address of the studio"
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://").removeprefix("https://").lower() not in self.hosts:
            return 403, "this request comes from another site"
        is_private = scope["path"].startswith(_PRIVATE)
        if is_private and headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return 403, "this request comes from another site"
        if is_private and not same(headers.get("x-token", ""), self.token):
            return 401, "the token is missing or wrong"
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            return 413, "this is too long"
        return None


class TooLong(Exception):  # noqa: N818 - it is an outcome
    """A body that does not end."""


def _bounded(receive: Receive) -> Receive:
    """A body that claims to be short is not read further than allowed."""
    got = 0

    async def bounded() -> MutableMapping[str, Any]:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > MOST_BYTES:
            raise TooLong
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = {key.lower() for key, _ in message["headers"]}
            extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in given]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sending


async def _refuse(send: Send, status: int, reason: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers += [(key.encode(), value.encode()) for key, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": (reason + "\n").encode()})
