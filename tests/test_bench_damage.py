"""Results files that are damaged or something else, and disks that are full: an error to read, and nothing is lost."""

from __future__ import annotations

import contextlib
import json
import os
import random
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cluewright
from cluewright.laboratory.bench.store import MEASURED, Store
from cluewright.models.errors import CluewrightError

CAMPAIGN = """
campaign: trial
task: solve
timeout: 20
solvers: [sat, liar]
puzzles:
  - puzzle: {puzzle: n-queens, board: {rows: 4, columns: 4}}
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with a solver that says that nothing has a solution."""
    folder = tmp_path_factory.mktemp("bench")
    program = folder / "liar.sh"
    program.write_text("#!/bin/sh\necho 's UNSATISFIABLE'\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    config = folder / "config" / "cluewright"
    config.mkdir(parents=True)
    (config / "solvers.json").write_text(json.dumps({"solvers": {"liar": {"xcsp3": f"{program} {{file}}"}}}), "utf-8")
    (folder / "campaign.yaml").write_text(CAMPAIGN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def results(home: Path) -> Path:
    """What a campaign with two solvers gave, in one file."""
    campaign = home / "honest.yaml"
    campaign.write_text(CAMPAIGN.replace("liar", "cp-sat"), encoding="utf-8")
    cluewright.bench_run(campaign, home / "good.sqlite")
    with contextlib.closing(sqlite3.connect(home / "good.sqlite")) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    return home / "good.sqlite"


def run(home: Path, *arguments: object, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    """A command of the laboratory; no file may grow beyond the limit, as on a full disk."""

    def full() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-m", "cluewright", "bench", *map(str, arguments)]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(home / "config")}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, preexec_fn=full)


def survives(file: Path) -> bool:
    """Whether a file can be reported on, learnt from and gone on with; nothing but an error to read may come."""
    well = True
    uses: list[Callable[[], Any]] = [
        lambda: cluewright.bench_report(file, file.parent / "report"),
        lambda: cluewright.bench_train(file),
        lambda: cluewright.bench_run(file.parent / "honest.yaml", file),
    ]
    for use in uses:
        try:
            use()
        except CluewrightError:
            well = False
    return well


def copied(results: Path, name: str) -> Path:
    """A fresh copy, without what SQLite left beside an earlier one."""
    for file in results.parent.glob(f"{name}*"):
        file.unlink()
    return Path(shutil.copy(results, results.parent / name))


def test_truncated_files(results: Path) -> None:
    size = results.stat().st_size
    for length in (1, 15, 16, 99, 100, 512, 4095, 4096, size // 2, size - 4096, size - 1):
        file = copied(results, "short.sqlite")
        os.truncate(file, length)
        assert not survives(file), length


def test_random_bytes(results: Path) -> None:
    chance = random.Random(7)
    for _ in range(40):
        file = copied(results, "random.sqlite")
        data = bytearray(file.read_bytes())
        for _ in range(chance.choice((1, 8, 200))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        file.write_bytes(data)
        survives(file)
    file.write_bytes(chance.randbytes(9000))
    assert not survives(file)


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE recipes (name TEXT); PRAGMA user_version=1",
        "CREATE TABLE runs (key TEXT); CREATE TABLE jobs (campaign TEXT); PRAGMA user_version=1",
        "CREATE VIEW runs AS SELECT 1 AS key; PRAGMA user_version=1",
        "PRAGMA user_version=9; CREATE TABLE campaigns (name TEXT)",
    ],
)
def test_a_database_of_something_else(results: Path, script: str) -> None:
    file = results.parent / "other.sqlite"
    for old in results.parent.glob("other.sqlite*"):
        old.unlink()
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.executescript(script)
    assert not survives(file)


@pytest.mark.parametrize("column", [*MEASURED, "timeout", "encodings", "options", "arm", "solver", "instance", "task"])
def test_values_that_cannot_be(results: Path, column: str) -> None:
    for value in (None, "nonsense", b"\xff\x00", -1e308, "[" * 9999, float("inf")):
        file = copied(results, "values.sqlite")
        with contextlib.closing(sqlite3.connect(file)) as db:
            db.execute(f"UPDATE runs SET {column} = ?", (value,))
            db.commit()
        survives(file)


@pytest.mark.parametrize("table", ["jobs", "instances", "campaigns", "claims"])
def test_other_tables_with_values_that_cannot_be(results: Path, table: str) -> None:
    with contextlib.closing(sqlite3.connect(results)) as db:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        file = copied(results, "tables.sqlite")
        with contextlib.closing(sqlite3.connect(file)) as db:
            db.execute("INSERT INTO claims VALUES ('k', 'o', 'h', 1, 's', 1, 's', 0.0)")
            db.execute("DELETE FROM runs WHERE solver = 'sat'")
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = 'nonsense'")
            db.commit()
        with contextlib.suppress(CluewrightError), Store(file) as store:
            store.claim("trial")
        survives(file)


def test_a_pipe_is_no_results_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for create in (True, False):
        with pytest.raises(CluewrightError, match="results file"):
            Store(tmp_path / "pipe", create=create)


# ---------------------------------------------------------------- full disks


def test_a_full_disk_loses_neither_runs_nor_disagreements(home: Path) -> None:
    """Wherever the disk is full: an error to read, the finished runs are kept, and a contradiction is told even if the
    run that shows it could not be written."""
    codes: dict[int, int] = {}
    told_unwritten = 0
    for limit in range(54_000, 134_000, 6_000):
        file = home / f"full-{limit}.sqlite"
        done = run(home, "run", home / "campaign.yaml", "-o", file, limit=limit)
        codes[limit] = done.returncode
        assert "internal error" not in done.stderr, done.stderr
        assert done.returncode in (2, 4)
        assert (done.returncode == 4) == ("SOLVERS DISAGREE" in done.stderr)
        assert done.returncode == 4 or f"{file}:1:1: cannot" in done.stderr, done.stderr
        if done.returncode == 4 and "runs were made and are kept" in done.stderr:
            with Store(file) as store:
                told_unwritten += len(store.rows()) < 2
    assert {2, 4} <= set(codes.values()), codes
    assert told_unwritten, codes
    stopped = next(limit for limit in sorted(codes, reverse=True) if codes[limit] == 2)
    again = run(home, "run", home / "campaign.yaml", "-o", home / f"full-{stopped}.sqlite", "--json")
    assert again.returncode == 4
    assert json.loads(again.stdout)["done"] == 2


def test_a_disk_that_is_really_full(home: Path, results: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"only who may mount a small disk can fill it: {mounted.stderr.strip()}")
    try:
        done = run(home, "run", home / "campaign.yaml", "-o", disk / "r.sqlite")
        assert done.returncode in (2, 4)
        assert "internal error" not in done.stderr
        assert "disk is full" in done.stderr
        done = run(home, "report", results, "-o", disk / "report")
        assert done.returncode == 2
        assert "cannot write the report: No space left on device" in done.stderr
    finally:
        subprocess.run(["umount", str(disk)], check=True)
