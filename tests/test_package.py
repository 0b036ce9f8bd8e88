"""The package as it is installed: wheel contents, the console script, one version everywhere."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import cluewright

ROOT = Path(__file__).parent.parent


def test_wheel_carries_the_library(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"cluewright/py.typed", "cluewright/solvers/selection.yaml"} <= names
    for source in (ROOT / "puzzles").rglob("*.yaml"):
        assert f"cluewright/puzzles/{source.relative_to(ROOT / 'puzzles').as_posix()}" in names
    for folder, package in {
        "app": "",
        **{name: name for name in ("models", "compiler", "solvers", "setting", "formats")},
    }.items():
        for source in (ROOT / folder).rglob("*.py"):
            inside = Path("cluewright") / package / source.relative_to(ROOT / folder)
            assert inside.as_posix() in names, f"{source} is missing from the wheel: is its folder among the packages?"


def test_version_is_the_same_everywhere() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert cluewright.__version__ == declared
    done = subprocess.run([sys.executable, "-m", "cluewright", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(declared)
