"""The studio's server: whom it answers, what it refuses, and that its processes end."""

from __future__ import annotations

import http.client
import json
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from helpers import SOON, UNIQUE
from studio_browser import Studio

pytest.importorskip("uvicorn")

#: A puzzle that nobody decides in time.
HARD = """puzzle:
  rules: pigeons
  unknowns:
    hole: {over: 1..14, values: 1..13}
  constraints:
    - rule: No two pigeons share a hole.
      each: (a, b) in pairs(1..14)
      holds: hole[a] != hole[b]
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with Studio(tmp_path_factory.mktemp("state"), "akari") as running:
        yield running


def request(
    studio: Studio, path: str, *, method: str = "GET", body: bytes = b"", **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    """What the server answers; a header may be left out by giving it nothing."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=60)
    usual = {"Host": f"127.0.0.1:{studio.port}", "X-Token": studio.token, "Content-Length": str(len(body))}
    given = {**usual, **{key.replace("_", "-"): value for key, value in headers.items()}}
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for key, value in given.items():
        if value:
            connection.putheader(key, value)
    connection.endheaders()
    try:
        connection.send(body)
        answer = connection.getresponse()
        found = answer.status, answer.read(), {key.lower(): value for key, value in answer.getheaders()}
    except (BrokenPipeError, ConnectionResetError):  # it did not even listen to the end
        found = 413, b"", {}
    connection.close()
    return found


def ask(studio: Studio, name: str, room: str = "test", revision: int | None = None, **given: Any) -> dict[str, Any]:
    """The last event of a question."""
    body = json.dumps({"room": room, "revision": revision, "arguments": given}).encode()
    status, content, _ = request(studio, f"/ask/{name}", method="POST", body=body)
    assert status == 200, content
    event, data = content.decode().strip().split("\n\n")[-1].split("\n", 1)
    return {"event": event.removeprefix("event: "), **json.loads(data.removeprefix("data: "))}


# ---------------------------------------------------------------- whom it answers


def test_it_answers_its_own_page(studio: Studio) -> None:
    status, page, headers = request(studio, "/")
    assert status == 200
    assert b'<script type="module" src="page/main.js">' in page
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert ask(studio, "open", source=UNIQUE, revision=1)["data"]["problems"] == []


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_name_for_this_machine_is_refused(studio: Studio, host: str) -> None:
    """DNS rebinding: a page of another site whose name was made to mean this machine."""
    for path in ("/", "/ask/genres", "/page/main.js"):
        assert request(studio, path, Host=host)[0] in (400, 403)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost.evil.example"]
)
def test_other_sites_are_refused(studio: Studio, origin: str) -> None:
    body = b'{"room": "test", "arguments": {}}'
    assert request(studio, "/ask/genres", method="POST", body=body, Origin=origin)[0] == 403
    assert request(studio, "/ask/genres", method="POST", body=body, Sec_Fetch_Site="cross-site")[0] == 403


@pytest.mark.parametrize("token", ["", "wrong", "x" * 32])
def test_nobody_without_the_token(studio: Studio, token: str) -> None:
    body = b'{"room": "test", "arguments": {}}'
    assert request(studio, "/ask/genres", method="POST", body=body, X_Token=token)[0] == 401
    assert request(studio, f"/ask/genres?token={studio.token}", method="POST", body=body, X_Token=token)[0] == 401


def test_the_token_is_kept_for_its_owner(studio: Studio) -> None:
    path = studio.state / "cluewright" / "studio-token"
    assert path.read_text() == studio.token
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/%2e%2e/server.py",
        "/page/..%2fserver.py",
        "/page//etc/passwd",
        "/page/%2fetc%2fpasswd",
        "/page/../../app/api.py",
    ],
)
def test_no_way_out_of_the_page(studio: Studio, path: str) -> None:
    status, content, _ = request(studio, path)
    assert status in (400, 403, 404, 405)
    assert b"import" not in content
    assert b"root:" not in content


def test_names_of_files_are_no_puzzles(studio: Studio, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("rules: secret\nname: Secret\n")
    for source in (str(secret), "secret.yaml", "/etc/passwd", "../secret", "file:///etc/passwd"):
        found = ask(studio, "open", source=source, revision=1)
        assert found["event"] == "error"
        assert "root:" not in str(found)
    for genre in (str(secret), "../secret", "secret.yaml"):
        assert ask(studio, "rulebook", genre=genre)["event"] == "error"
        assert ask(studio, "generate", genre=genre)["event"] == "error"


def test_huge_and_broken_bodies(studio: Studio) -> None:
    assert request(studio, "/ask/open", method="POST", body=b"", Content_Length=str(10**9))[0] == 413
    assert request(studio, "/ask/open", method="POST", body=b" " * 21_000_000)[0] == 413
    for body in (
        b"",
        b"{",
        b"[]",
        b'{"room": "../x"}',
        b'{"room": 1}',
        b'{"room": "x", "arguments": []}',
        b"[" * 100_000,
        b"\xff",
    ):
        assert request(studio, "/ask/open", method="POST", body=body)[0] == 400, body[:40]
    assert ask(studio, "genres")["event"] == "answer"


def test_others_need_the_password(tmp_path: Path) -> None:
    with Studio(tmp_path, options=("--host", "0.0.0.0", "--password", "open sesame")) as studio:
        assert "token" not in studio.address
        assert request(studio, "/login", method="POST", body=b"guess")[0] == 401
        status, token, _ = request(studio, "/login", method="POST", body=b"open sesame")
        assert (status, token.decode()) == (200, (tmp_path / "cluewright" / "studio-token").read_text())


# ---------------------------------------------------------------- questions and their ends


def test_answers_know_their_revision(studio: Studio) -> None:
    ask(studio, "open", "dated", source=UNIQUE, revision=7)
    assert ask(studio, "verdict", "dated", 7)["data"]["verdict"] == "unique"
    assert ask(studio, "verdict", "dated", 6)["data"]["kind"] == "stale"
    found = ask(studio, "edit", "dated", layers={"digit": {}}, revision=8)
    assert found["revision"] == 8
    assert ask(studio, "verdict", "dated", 8)["data"]["verdict"] == "several"
    assert ask(studio, "verdict", "nobody", 8)["data"]["kind"] == "closed"


def test_an_edit_ends_what_is_being_thought_about(studio: Studio) -> None:
    """Of a question that nobody answers nothing is left as soon as somebody edits, or as the page goes away."""
    ask(studio, "open", "hard", source=HARD, revision=1)
    body = json.dumps({"room": "hard", "revision": 1, "arguments": {"seconds": 300}}).encode()
    headers = {"Host": f"127.0.0.1:{studio.port}", "X-Token": studio.token}
    for ending in ("edit", "leave"):
        connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=60)
        connection.request("POST", "/ask/verdict", body, headers)
        wait_until(lambda: thinking(studio) > 0)
        if ending == "edit":
            ask(studio, "open", "hard", source=HARD, revision=1)
            assert b"cancelled" in connection.getresponse().read()
        connection.close()
        wait_until(lambda: thinking(studio) == 0)


def thinking(studio: Studio) -> int:
    """How many processes are busy with questions: below the server, the one that forks, and that of a puzzle."""
    family = psutil.Process(studio.process.pid).children(recursive=True)
    return sum(1 for each in family if depth(each, studio) == 3)


def depth(process: psutil.Process, studio: Studio) -> int:
    """How many steps a process is below the server."""
    try:
        return (
            0
            if process.status() == psutil.STATUS_ZOMBIE
            else [p.pid for p in process.parents()].index(studio.process.pid) + 1
        )
    except (psutil.Error, ValueError):
        return 0


def wait_until(holds: Any) -> None:
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_it_ends_with_everything_it_started(tmp_path: Path) -> None:
    studio = Studio(tmp_path, "akari")
    studio.start()
    ask(studio, "open", source=UNIQUE, revision=1)
    family = psutil.Process(studio.process.pid).children(recursive=True)
    assert family
    studio.end()
    gone, alive = psutil.wait_procs(family, timeout=SOON)
    assert alive == []
    assert len(gone) == len(family)


def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from cluewright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "studio", "--no-browser"],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "cluewright[studio]" in done.stderr
