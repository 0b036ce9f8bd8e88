"""The studio's questions: what they may name, which revision they are about, and that they end."""

from __future__ import annotations

import http.client
import json
import os
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


def request(studio: Studio, path: str, body: bytes) -> tuple[int, bytes]:
    """What the server answers."""
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=60)
    connection.request("POST", path, body, {"X-Token": studio.token})
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def ask(studio: Studio, name: str, room: str = "test", revision: int | None = None, **given: Any) -> dict[str, Any]:
    """The last event of a question."""
    body = json.dumps({"room": room, "revision": revision, "arguments": given}).encode()
    status, content = request(studio, f"/ask/{name}", body)
    assert status == 200, content
    event, data = content.decode().strip().split("\n\n")[-1].split("\n", 1)
    return {"event": event.removeprefix("event: "), **json.loads(data.removeprefix("data: "))}


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


def test_others_need_the_password(tmp_path: Path) -> None:
    with Studio(tmp_path, options=("--host", "0.0.0.0", "--password", "open sesame")) as studio:
        assert "token" not in studio.address
        assert request(studio, "/login", b"guess")[0] == 401
        status, token = request(studio, "/login", b"open sesame")
        assert (status, token.decode()) == (200, (tmp_path / "cluewright" / "studio-token").read_text())


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
        if process.status() == psutil.STATUS_ZOMBIE:
            return 0
        return [parent.pid for parent in process.parents()].index(studio.process.pid) + 1
    except (psutil.Error, ValueError):
        return 0


def wait_until(holds: Any) -> None:
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


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
