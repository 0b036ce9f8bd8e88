"""The project as a folder: what it must not hold, and what must stand in it."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: The beginning of a path that exists on one machine only: somebody's folder, or a passing one.
MACHINE_PATH = re.compile(r"(?<![\w.~/$}-])/(?:home|root|work|Users|mnt|media|srv|tmp|var/tmp)/\w[^\s\"'<>]*")

#: Where packages come from is a matter of whoever installs them.
REGISTRY = re.compile(r"\b(?:pypi|npmjs|pythonhosted|anaconda)\.(?:org|com)\b|\bcrates\.io\b", re.IGNORECASE)


@cache
def tracked() -> tuple[Path, ...]:
    """The files that belong to the project, as git knows them: also new ones, but none that are ignored."""
    if not (ROOT / ".git").exists():
        pytest.skip("only git tells which files belong to the project, and this is no checkout")
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split("\0")
    return tuple(path for path in (ROOT / name for name in names if name) if path.is_file())


def found(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern occurs in the project: `file: text`."""
    texts = ((path, path.read_text("utf-8", errors="replace")) for path in tracked())
    return [f"{path.relative_to(ROOT)}: {match[0]}" for path, text in texts for match in pattern.finditer(text)]


def test_the_project_names_no_path_of_one_machine() -> None:
    assert found(MACHINE_PATH) == []
    assert found(re.compile(re.escape(str(ROOT)) + r"\b")) == []


def test_the_project_names_no_package_registry() -> None:
    assert REGISTRY.search("https://" + "PyPI" + ".org/simple")
    assert found(REGISTRY) == []


def test_no_test_is_skipped_because_a_part_is_missing() -> None:
    """`tests/run` installs every engine and program: one that is not there is a failure, and must look like one."""
    conditional = re.compile("importor" + "skip|skip" + "if|xfa" + "il")
    assert conditional.search("@pytest.mark.skip" + "if(")
    assert [place for place in found(conditional) if place.startswith("tests/")] == []


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        *(('"/' + "home/ann/puzzles" + '"', True), ("-o /" + "tmp/results", True), ("=/" + "work/shared", True)),
        *(("#!/usr/bin/env bash", False), ("https://a.example/home/x", False), ("../work/b", False)),
        *(("~/.cache/x", False), ("$HOME/root/x", False)),
    ],
)
def test_paths_of_one_machine_are_recognised(text: str, is_one: bool) -> None:
    assert bool(MACHINE_PATH.search(text)) == is_one
