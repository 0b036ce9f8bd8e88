"""The documentation site is built, and what a program makes in docs/ is as it would make it now."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

import cluewright
from cluewright.models.loading import rulebook_ids

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(ROOT / "mkdocs.yml"), "-d", str(target)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=quiet)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def test_the_site_describes_every_function(site: Path) -> None:
    page = (site / "reference" / "functions.html").read_text("utf-8")
    assert [name for name in cluewright.__all__ if not re.search(rf'id="cluewright\.[\w.]+\.{name}"', page)] == []


def test_the_site_describes_what_functions_return(site: Path) -> None:
    page = (site / "reference" / "results.html").read_text("utf-8")
    assert 'id="cluewright.models.results.CheckResult.verdict"' in page


def test_pictures_of_the_site_are_there(site: Path) -> None:
    """Also those in HTML, which the site's builder does not look at."""
    for page in site.rglob("*.html"):
        for target in re.findall(r'<img[^>]* src="([^":]+)"', page.read_text("utf-8")):
            assert (page.parent / target).is_file(), f"{page.name}: {target}"


def test_the_site_needs_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        loaded = re.findall(r'<(?:script|img)[^>]* src="(https?:[^"]+)"', text)
        loaded += re.findall(r'<link[^>]* rel="stylesheet"[^>]* href="(https?:[^"]+)"', text)
        assert loaded == [], page.name


def test_what_is_made_by_a_program_is_up_to_date(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(DOCS / "make.py"), "--to", str(tmp_path)], check=True, timeout=300)
    made = {path.relative_to(tmp_path): path for path in tmp_path.rglob("*") if path.is_file()}
    kept = {path.relative_to(DOCS) for path in (DOCS / "gallery").iterdir()} | {Path("gallery.md")}
    assert kept == set(made), "run `python docs/make.py`"
    old = [str(name) for name, path in made.items() if path.read_bytes() != (DOCS / name).read_bytes()]
    assert old == [], "run `python docs/make.py`"
    page = made[Path("gallery.md")].read_text("utf-8")
    for name in rulebook_ids():
        assert f'<a id="{name}"></a>' in page
        for file in (f"gallery/{name}.svg", f"gallery/{name}-solution.svg"):
            assert f'src="{file}"' in page
            ElementTree.parse(tmp_path / file)


def test_reports_are_made_from_a_results_file(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(
        "campaign: tiny\nsolvers: [sat]\ntimeout: 60\npuzzles:\n"
        "  - puzzle: {puzzle: n-queens, board: {rows: $size, columns: $size}}\n    sizes: {size: 4}\n"
    )
    cluewright.bench_run(tmp_path / "tiny.yaml", tmp_path / "results.sqlite", cores=1)
    make = runpy.run_path(str(DOCS / "make.py"))
    make["make_results"](tmp_path / "results.sqlite", tmp_path)
    assert "<html" in (tmp_path / "results" / "tiny.html").read_text("utf-8")
    assert (tmp_path / "results" / "tiny-tables.md").read_text("utf-8").startswith("# Results: tiny")


def test_files_for_contributors_can_be_read() -> None:
    """YAML that tools elsewhere read; a mistake in it would show only there."""
    files = [ROOT / ".pre-commit-config.yaml", *(ROOT / ".github").rglob("*.yml")]
    assert len(files) >= 5
    for file in files:
        assert isinstance(yaml.safe_load(file.read_text("utf-8")), dict), file
    hooks = yaml.safe_load(files[0].read_text("utf-8"))["repos"]
    assert [repo["repo"] for repo in hooks] == ["local"]
    for hook in hooks[0]["hooks"]:
        program, *rest = hook["entry"].split()
        assert program == "bash" or program.startswith(".venv/bin/")
        assert program != "bash" or (ROOT / rest[0]).is_file()
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))
    assert "bash tests/run" in [step.get("run") for step in workflow["jobs"]["tests"]["steps"]]
