"""Kept classes of Java solvers: made once, used afterwards, and never a reason to fail."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import cluewright
from cluewright.models.results import Status
from cluewright.solvers.base import solve
from cluewright.solvers.engines.ace import Ace
from cluewright.solvers.java import JavaProgram

PUZZLE = "puzzle: latin-square\nboard: {rows: 3, columns: 3}\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "cluewright"


def program() -> JavaProgram:
    return Ace().program()


def solved() -> bool:
    return solve(cluewright.compile(cluewright.loads(PUZZLE)).model, Ace()).status is Status.SATISFIED


def test_classes_are_kept_once_and_used(cache: Path) -> None:
    option = program().archive_option(None)
    (file,) = cache.iterdir()
    assert option == f"-XX:SharedArchiveFile={file}"
    assert file.stat().st_size > 1_000_000
    made = file.stat().st_mtime_ns
    assert program().archive_option(None) == option
    assert file.stat().st_mtime_ns == made
    assert solved()


def test_a_damaged_archive_does_no_harm(cache: Path) -> None:
    program().archive_option(None)
    (file,) = cache.iterdir()
    file.chmod(0o600)
    file.write_bytes(file.read_bytes()[:100_000])
    assert solved()
    file.write_bytes(b"nonsense")
    assert solved()


def test_short_of_time_no_archive_is_made(cache: Path) -> None:
    assert program().archive_option(time.monotonic() + 1) == "-Xshare:auto"
    assert not cache.exists()


def test_a_virtual_machine_that_keeps_no_classes_is_not_asked_again(cache: Path, tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\nexit 1\n", encoding="utf-8")
    java.chmod(0o755)
    for _ in range(2):
        assert JavaProgram("ace", str(java), program().jar, program().entry).archive_option(None) == "-Xshare:auto"
    assert (tmp_path / "asked").read_text(encoding="utf-8").count("asked") == 1


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert program().archive_option(None) == "-Xshare:auto"
    assert solved()
