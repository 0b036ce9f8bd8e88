"""What pyproject.toml cannot say: a package that is built from a working tree carries the name of its commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
#: Where `laboratory/bench/machine.py` looks for it.
NOTE = Path("laboratory", "bench", "commit.txt")


def commit() -> str:
    """As git names it; in a source archive as it was noted there; otherwise nothing."""
    if (HERE / ".git").exists():
        command = ["git", "-C", str(HERE), "describe", "--always", "--dirty", "--tags"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""
    return (HERE / NOTE).read_text(encoding="utf-8").strip() if (HERE / NOTE).exists() else ""


def note(file: Path) -> None:
    """Write it there, if it is known."""
    if name := commit():
        file.unlink(missing_ok=True)  # it may be a link to the file that it was copied from
        file.write_text(name + "\n", encoding="utf-8")


class Build(build_py):
    """The package."""

    def run(self) -> None:
        """All modules, and the note; a package that is the working tree itself needs none."""
        super().run()
        if not self.editable_mode:
            note(Path(self.build_lib, "cluewright", NOTE))


class Archive(sdist):
    """The source archive."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """All files, and the note."""
        super().make_release_tree(base_dir, files)
        note(Path(base_dir, NOTE))


setup(cmdclass={"build_py": Build, "sdist": Archive})
