"""The package as it is built and installed: source archive, wheel, the console script, one version everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import cluewright

ROOT = Path(__file__).resolve().parent.parent
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FOLDERS: dict[str, str] = SETTINGS["tool"]["setuptools"]["package-dir"]

#: What tools leave in the folder; nothing of it belongs to the project.
_LEFT_BEHIND = shutil.ignore_patterns(
    *("__pycache__", "*.egg-info", "build", "dist", "site", ".git", ".venv", ".*_cache", ".hypothesis", "*.log")
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy, for building leaves files behind, with one commit."""
    copy = Path(shutil.copytree(ROOT, tmp_path_factory.mktemp("project") / "copy", ignore=_LEFT_BEHIND))
    me = ["-c", "user.name=me", "-c", "user.email=me@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*me, "commit", "-q", "-m", "A copy."]):
        subprocess.run(["git", "-C", str(copy), *words], check=True, timeout=60)
    return copy


@pytest.fixture(scope="module")
def built(project: Path) -> Path:
    """The folder with the source archive and with the wheel that was built from that archive alone."""
    target = project.parent / "dist"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "Deprecat" not in done.stdout + done.stderr
    return target


def test_the_source_archive_is_the_whole_project(project: Path, built: Path) -> None:
    """Whoever has it can run the tests and build the documents."""
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {Path(*Path(member.name).parts[1:]) for member in opened if member.isfile()}
    ours = {path.relative_to(project) for path in project.rglob("*") if path.is_file()}
    ours = {path for path in ours if path.parts[0] not in ("build", "cluewright.egg-info", ".git")}
    assert sorted(map(str, ours - names)) == [], "name them in MANIFEST.in"


def test_the_wheel_carries_every_module_and_the_library(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"cluewright/py.typed", "cluewright/solvers/selection.yaml"} <= names
    for package, folder in FOLDERS.items():
        inside = Path(*package.split("."))
        for source in [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.yaml")]:
            name = (inside / source.relative_to(ROOT / folder)).as_posix()
            assert name in names, f"{source} is missing: is its folder among the packages of pyproject.toml?"
    about = f"cluewright-{SETTINGS['project']['version']}.dist-info"
    assert {name.split("/")[0] for name in names} == {"cluewright", about}


def test_the_wheel_knows_its_commit(project: Path, built: Path) -> None:
    """Results that are measured with an installed package name the source they were measured with."""
    (wheel,) = built.glob("*.whl")
    noted = zipfile.ZipFile(wheel).read("cluewright/laboratory/bench/commit.txt").decode().strip()
    command = ["git", "-C", str(project), "rev-parse", "HEAD"]
    full = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.strip()
    assert full.startswith(noted.removesuffix("-dirty"))
    assert len(noted) >= 7


def test_the_installed_wheel_solves(built: Path, tmp_path: Path) -> None:
    """In a fresh environment, which borrows only what cluewright depends on."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True, timeout=120)
    python = tmp_path / "venv" / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    install = ["install", "--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), *install], check=True, timeout=120)
    own = Path(sysconfig.get_path("purelib", vars={"base": str(tmp_path / "venv")}))
    (own / "borrowed.pth").write_text("\n".join(path for path in sys.path if path and path != str(ROOT)), "utf-8")

    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}

    def run(*command: object) -> str:
        done = subprocess.run(
            [*map(str, command)],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = Path(run(python, "-c", "import cluewright; print(cluewright.__file__)").strip())
    assert where.is_relative_to(tmp_path)
    template = run(tmp_path / "venv" / "bin" / "cluewright", "new", "sudoku", "4x4")
    (tmp_path / "mine.yaml").write_text(template, "utf-8")
    assert run(python, "-m", "cluewright", "solve", "mine.yaml", "--json").startswith("{")
    library = where.parent / "puzzles" / "library" / "slitherlink" / "first-fence.yaml"
    checked = json.loads(run(tmp_path / "venv" / "bin" / "cluewright", "check", library, "--json"))
    assert checked["verdict"] == "unique"


def test_version_is_the_same_everywhere() -> None:
    declared = SETTINGS["project"]["version"]
    assert cluewright.__version__ == declared
    done = subprocess.run([sys.executable, "-m", "cluewright", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(declared)
    assert f"[{declared}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_a_change_in_any_folder_is_installed() -> None:
    """`app/start` looks for changes in every folder that becomes a package."""
    start = (ROOT / "app" / "start").read_text("utf-8").splitlines()
    (line,) = (line for line in start if "find pyproject.toml" in line)
    assert {folder.split("/")[0] for folder in FOLDERS.values()} <= set(line.split())
    assert set(FOLDERS) == set(SETTINGS["tool"]["setuptools"]["packages"])
