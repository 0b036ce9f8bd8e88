"""Makes what is made by a program in docs/, so that nobody has to edit or read it: `python docs/make.py`.

gallery.md, gallery/    every genre with its rules and pictures
results/                reports of campaigns, with `--results FILE` (a results file of `cluewright bench run`)

`--to FOLDER` writes to another folder, `--site FOLDER` builds the documentation site afterwards. Two pages are measured
by programs of their own: encodings.md by `python benchmarks/encodings.py`; the figures of results.md by
`python benchmarks/run.py` and the campaigns.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import cluewright
from cluewright.laboratory.bench.store import Store

DOCS = Path(__file__).resolve().parent


def make_gallery(folder: Path) -> None:
    """The gallery, without pictures of genres that are gone."""
    for old in (folder / "gallery").glob("*.svg"):
        old.unlink()
    subprocess.run([sys.executable, "-m", "cluewright", "rules", "--gallery", str(folder)], check=True)


def make_results(file: Path, folder: Path) -> None:
    """A page and its tables for each campaign in the file."""
    target = folder / "results"
    target.mkdir(parents=True, exist_ok=True)
    with Store(file, create=False) as store:
        names = store.campaigns()
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            cluewright.bench_report(file, scratch, campaign=name)
            for made, ending in (("index.html", ".html"), ("report.md", "-tables.md")):
                (target / f"{name}{ending}").write_bytes((Path(scratch) / made).read_bytes())


def build_site(folder: Path) -> None:
    """The documentation site; a link that leads nowhere is an error."""
    settings = str(DOCS.parent / "mkdocs.yml")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", settings, "-d", str(folder)]
    subprocess.run(command, check=True)


def main() -> None:
    """Make everything that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, default=DOCS, metavar="FOLDER")
    parser.add_argument("--results", type=Path, metavar="FILE")
    parser.add_argument("--site", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    make_gallery(options.to)
    if options.results is not None:
        make_results(options.results, options.to)
    if options.site is not None:
        build_site(options.site.resolve())


if __name__ == "__main__":
    main()
