"""The studio answers its own page and nobody else."""

from __future__ import annotations

import base64
import http.client
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from studio_server import Studio, studio

SUDOKU = "puzzle: sudoku\nparameters: {size: 4, box: [2, 2]}\nclues: {digit: {r1c1: 1, r2c4: 3, r3c3: 2, r4c2: 4}}\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio(tmp_path_factory.mktemp("state"), "--port", "0") as running:
        yield running


def answer(
    server: Studio, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, str], str]:
    """What the server answers to a request; keywords become headers, in place of those that its page sends."""
    sent = {"host": f"127.0.0.1:{server.port}", "x-token": server.token, "origin": server.origin}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        response = connection.getresponse()
        return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read().decode()
    finally:
        connection.close()


def asked(server: Studio, name: str, arguments: dict[str, Any], room: str = "test") -> dict[str, Any]:
    """The last event that answers a question."""
    body = json.dumps({"room": room, "arguments": arguments, "revision": None}).encode()
    status, _, text = answer(server, "POST", f"/ask/{name}", body)
    assert status == 200
    event, data = text.strip().split("\n\n")[-1].split("\n")
    return {"event": event.removeprefix("event: "), **json.loads(data.removeprefix("data: "))}


def test_its_own_page_is_answered(server: Studio) -> None:
    status, headers, text = answer(server, "GET", "/", x_token="", origin="")
    assert status == 200
    assert "<title>cluewright studio</title>" in text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    opened = asked(server, "open", {"source": SUDOKU, "revision": 1})
    assert opened["event"] == "answer"
    assert opened["data"]["clues"]["digit"]["r1c1"] == 1


STRANGERS = {
    "a name that resolves to this machine": ({"host": "evil.example"}, 403),
    "the same with our port": ({"host": "evil.example:{port}"}, 403),
    "another port": ({"host": "127.0.0.1:1"}, 403),
    "a script of another site": ({"origin": "https://evil.example"}, 403),
    "a page without an origin": ({"origin": "null"}, 403),
    "another program on this machine": ({"origin": "http://127.0.0.1:1"}, 403),
    "a form of another site": ({"sec_fetch_site": "cross-site"}, 403),
    "a page of another port": ({"sec_fetch_site": "same-site"}, 403),
    "no token": ({"x_token": ""}, 401),
    "a wrong token": ({"x_token": "x" * 32}, 401),
    "a token with other letters": ({"x_token": "\xe4"}, 401),
}


@pytest.mark.parametrize("who", STRANGERS)
def test_strangers_are_refused(server: Studio, who: str) -> None:
    headers, status = STRANGERS[who]
    given = {name: value.replace("{port}", str(server.port)) for name, value in headers.items()}
    body = json.dumps({"room": "x", "arguments": {"source": SUDOKU}}).encode()
    assert answer(server, "POST", "/ask/open", body, **given)[0] == status


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/%2e%2e/server.py",
        "/page/..%2fserver.py",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/../../etc/passwd",
        "/server.py",
    ],
)
def test_no_other_file_is_given_away(server: Studio, path: str) -> None:
    status, _, text = answer(server, "GET", path)
    assert status in (400, 404)
    assert "import" not in text
    assert "root:" not in text


@pytest.mark.parametrize(
    "source",
    ["/etc/passwd", "file:///etc/passwd", "../../pyproject.toml", "puzzle: ../../../etc/passwd", "tests/corpus.py"],
)
def test_no_file_is_opened_because_the_page_names_it(server: Studio, source: str) -> None:
    found = asked(server, "open", {"source": source, "revision": 1})
    assert "root:" not in json.dumps(found)
    assert "tool.ruff" not in json.dumps(found)


def test_long_bodies_are_refused(server: Studio) -> None:
    assert answer(server, "POST", "/ask/open", b"{}", content_length="999999999999")[0] == 413
    with suppress(ConnectionError):  # it does not even listen to the end
        assert answer(server, "POST", "/ask/open", b"x" * 21_000_000)[0] == 413
    assert asked(server, "open", {"source": SUDOKU, "revision": 1})["event"] == "answer"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"room": "../x"}',
        b'{"room": 3}',
        b'{"room": "a", "arguments": "x"}',
        b"[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_question_is_refused(server: Studio, body: bytes) -> None:
    assert answer(server, "POST", "/ask/open", body)[0] == 400


def test_an_unknown_question_and_strange_arguments_are_errors(server: Studio) -> None:
    assert asked(server, "open", {"source": SUDOKU, "revision": 1})["event"] == "answer"
    assert asked(server, "no-such-question", {})["event"] == "error"
    for name, arguments in (
        ("edit", {"clues": "x"}),
        ("edit", {"clues": {"digit": {"r1c1": {"a": "b"}}}, "revision": 2}),
        ("hint", {"answer": 3, "level": "x"}),
        ("why", {"at": None}),
        ("export", {"form": "../../x"}),
        ("reshape", {"size": "1000000x1000000"}),
    ):
        assert asked(server, name, arguments)["event"] == "error", name
    assert asked(server, "open", {"source": SUDOKU, "revision": 3})["event"] == "answer"


def test_what_comes_from_a_puzzle_is_escaped(server: Studio) -> None:
    evil = SUDOKU + 'title: "</title><script>alert(1)</script><img src=x onerror=alert(1)>"\n'
    opened = asked(server, "open", {"source": evil, "revision": 1})
    assert "<script" not in opened["data"]["svg"]
    exported = asked(server, "export", {"form": "html", "seconds": 60})
    assert exported["event"] == "answer", exported
    page = base64.b64decode(exported["data"]["base64"]).decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_the_token_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    with studio(tmp_path, "--port", "0") as first:
        token = first.token
        assert first.stop() in (0, 130)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)
    with studio(tmp_path, "--port", "0") as second:
        assert second.token == token


def test_no_process_is_left(tmp_path: Path) -> None:
    with studio(tmp_path, "--port", "0") as running:
        assert asked(running, "open", {"source": SUDOKU, "revision": 1})["event"] == "answer"
        family = psutil.Process(running.process.pid).children(recursive=True)
        assert family
        running.stop(signal.SIGTERM)
        _, alive = psutil.wait_procs(family, timeout=20)
        assert alive == []


def test_others_need_a_password() -> None:
    command = [sys.executable, "-m", "cluewright", "studio", "--host", "0.0.0.0", "--no-browser", "--port", "0"]
    environment = {name: value for name, value in os.environ.items() if name != "CLUEWRIGHT_STUDIO_PASSWORD"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 2
    assert "needs a password" in done.stderr
