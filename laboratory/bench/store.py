"""The results file: one SQLite database that holds the puzzles, the plan, who works on what, and every finished run.

Several processes may work on one file. A run is claimed before it is made; a claim whose owner is dead or has been
silent for too long is taken over. A finished run and the end of its claim are written together, so nothing that has
finished is lost and nothing is done twice.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any, Final, Self, cast
from uuid import uuid4

from cluewright.laboratory.bench.columns import FITTING, MAPS, JobColumns, Measured, Row, kinds, needed
from cluewright.laboratory.bench.database import Database
from cluewright.laboratory.bench.disagreements import is_decided
from cluewright.laboratory.bench.expand import Job, Plan
from cluewright.laboratory.bench.machine import machine, start_time
from cluewright.models.errors import CluewrightError, Place, Problem, did_you_mean
from cluewright.solvers.family import kill_family
from cluewright.solvers.outcomes import SILENT

VERSION: Final = 1
#: Seconds after which the claims of an owner on another machine that says nothing are taken over.
SILENCE: Final = 60.0
#: Seconds between two signs of life.
PULSE: Final = 5.0

_JOB: Final = list(kinds(JobColumns))
#: What is known of a finished run besides its job.
MEASURED: Final = list(kinds(Measured))


def _columns(columns: type) -> str:
    return ", ".join(f"{name} {kind}" for name, kind in kinds(columns).items())


_SCHEMA: Final = f"""
CREATE TABLE IF NOT EXISTS campaigns (name TEXT PRIMARY KEY, text TEXT, started TEXT);
CREATE TABLE IF NOT EXISTS instances
    (id TEXT PRIMARY KEY, name TEXT, family TEXT, size INTEGER, seed INTEGER, text TEXT);
CREATE TABLE IF NOT EXISTS jobs
    (campaign TEXT, position INTEGER, key TEXT, name TEXT, {_columns(JobColumns)}, PRIMARY KEY (campaign, key));
CREATE INDEX IF NOT EXISTS jobs_in_order ON jobs (campaign, position);
CREATE TABLE IF NOT EXISTS claims
    (key TEXT PRIMARY KEY, owner TEXT, host TEXT, pid INTEGER, started TEXT, child INTEGER, child_started TEXT,
     heard REAL);
CREATE TABLE IF NOT EXISTS runs (key TEXT PRIMARY KEY, {_columns(JobColumns)}, {_columns(Measured)});
CREATE VIEW IF NOT EXISTS results AS
    SELECT j.campaign, j.name AS puzzle, i.family, i.size, i.seed, j.arm AS arm_name, r.*
    FROM jobs j JOIN runs r ON r.key = j.key JOIN instances i ON i.id = r.instance;
"""


#: What every table must have at least.
_TABLES: Final[dict[str, set[str]]] = {
    "campaigns": {"name", "text", "started"},
    "instances": {"id", "name", "family", "size", "seed", "text"},
    "jobs": {"campaign", "position", "key", "name", *_JOB},
    "claims": {"key", "owner", "host", "pid", "started", "child", "child_started", "heard"},
    "runs": {"key", *_JOB, *MEASURED},
}
_ROW: Final = kinds(Row)
#: Columns that older results files do not have; where they are empty, everything is as it was then.
_LATER: Final = {"cpu_limit"}
#: What two repetitions of a run have in common.
_SAME: Final = [name for name in _JOB if name not in ("arm", "repetition")]
_NEEDED: Final = needed(Row)
_NO_TIMES: Final = (inf, -inf)


@dataclass(frozen=True)
class Claimed:
    """A job that is ours to do, with the puzzle's text."""

    key: str
    name: str
    job: Job
    text: str


@dataclass(frozen=True)
class Counts:
    """How far a campaign is."""

    total: int
    done: int
    #: Runs that other processes are making at this moment.
    elsewhere: int


class Store:
    """An open results file."""

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = str(path)
        self.owner = f"{machine()['host']}:{os.getpid()}:{uuid4().hex[:8]}"
        if not create and not Path(path).is_file():
            raise CluewrightError(Problem("there is no such results file", Place(self.path)))
        if not create and not Path(path).stat().st_size:  # SQLite would make a database of it
            raise CluewrightError(Problem("this is no results file: it is empty", Place(self.path)))
        self.db = Database(self.path)
        try:
            self.db.query("PRAGMA journal_mode=WAL")
            # a finished run must survive not only the end of this process, but also a power cut
            self.db.query("PRAGMA synchronous=FULL")
            self._prepare()
        except BaseException:
            self.db.close()
            raise

    def _prepare(self) -> None:
        with self.db.transaction():
            version = self.db.query("PRAGMA user_version")[0][0]
            if version not in (0, VERSION):
                raise CluewrightError(Problem(f"this results file is of version {version}", Place(self.path)))
            if version == 0:
                if self.db.query("SELECT count(*) FROM sqlite_master")[0][0]:
                    raise CluewrightError(Problem("this database is no results file", Place(self.path)))
                for statement in _SCHEMA.split(";"):
                    self.db.change(statement)
                self.db.change(f"PRAGMA user_version={VERSION}")
        wrong = self.db.query("PRAGMA quick_check(1)")
        if not wrong or wrong[0][0] != "ok":
            raise self.db.damaged(str(wrong[0][0]) if wrong else "it cannot be checked")
        for table, columns in _TABLES.items():
            missing = columns - {row["name"] for row in self.db.query(f"PRAGMA table_info({table})")}
            if missing == _LATER and table in ("jobs", "runs"):
                for name in _LATER:
                    self.db.change(f"ALTER TABLE {table} ADD COLUMN {name} {_ROW[name]}")
            elif missing:
                what = f"its table '{table}' has no column '{min(missing)}'"
                raise CluewrightError(Problem(f"this database is no results file: {what}", Place(self.path)))

    def close(self) -> None:
        """Give back what was claimed, and close the file; what cannot be given back is taken over by others."""
        try:
            with suppress(CluewrightError):
                self.release()
        finally:
            self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    # ------------------------------------------------------------ planning

    def begin(self, plan: Plan, text: str, made: Callable[[int, int], None] = lambda done, total: None) -> None:
        """Enter the plan of a campaign. Puzzles that are to be generated are made now, once, and kept."""
        for number, instance in enumerate(plan.instances):
            made(number, len(plan.instances))
            if not self.db.query("SELECT 1 FROM instances WHERE id = ?", (instance.id,)):
                row = (instance.id, instance.name, instance.family, instance.size, instance.seed, instance.make())
                self.db.change("INSERT OR IGNORE INTO instances VALUES (?, ?, ?, ?, ?, ?)", row)
        names = {instance.id: instance.name for instance in plan.instances}
        with self.db.transaction():
            now = _now()
            self.db.change("INSERT OR REPLACE INTO campaigns VALUES (?, ?, ?)", (plan.name, text, now))
            self.db.change("DELETE FROM jobs WHERE campaign = ?", (plan.name,))
            rows = [(plan.name, i, job.key, names[job.instance], *_job_values(job)) for i, job in enumerate(plan.jobs)]
            self.db.change_many(_insertion("jobs", ["campaign", "position", "key", "name", *_JOB]), rows)

    def forget(self, campaign: str, statuses: Collection[str]) -> int:
        """Drop finished runs of a campaign that ended so, to make them again; returns how many."""
        marks = ", ".join("?" * len(statuses))
        with self.db.transaction():
            return self.db.change(
                f"DELETE FROM runs WHERE status IN ({marks}) AND key IN (SELECT key FROM jobs WHERE campaign = ?)",
                (*statuses, campaign),
            )

    def counts(self, campaign: str) -> Counts:
        """How far it is."""
        total = self.db.query("SELECT count(*) FROM jobs WHERE campaign = ?", (campaign,))[0][0]
        query = "SELECT count(*) FROM jobs j JOIN {} x ON x.key = j.key WHERE j.campaign = ?"
        done = self.db.query(query.format("runs"), (campaign,))[0][0]
        others = query.format("claims") + " AND x.owner != ?"
        return Counts(total, done, self.db.query(others, (campaign, self.owner))[0][0])

    # ------------------------------------------------------------ claims

    def claim(self, campaign: str, without: Collection[str] = ()) -> Claimed | None:
        """The next job that nobody has done or is doing, now ours; jobs of some solvers may be left out."""
        marks = ", ".join("?" * len(without))
        with self.db.transaction():
            self._drop_dead_claims()
            rows = self.db.query(
                f"""SELECT j.*, i.text FROM jobs j JOIN instances i ON i.id = j.instance
                WHERE j.campaign = ? AND j.solver NOT IN ({marks})
                AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.key = j.key)
                AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.key = j.key)
                ORDER BY j.position LIMIT 1""",
                (campaign, *without),
            )
            if not rows:
                return None
            (row,) = rows
            me = os.getpid()
            values = (row["key"], self.owner, machine()["host"], me, start_time(me), None, None, time.time())
            self.db.change("INSERT INTO claims VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
            try:
                return Claimed(row["key"], row["name"], _job_of(row), row["text"])
            except (TypeError, ValueError):
                raise self.db.damaged(f"the job {row['key']} is no job") from None

    def _drop_dead_claims(self) -> None:
        """Claims of processes that are gone; what a dead process of this machine left running is ended."""
        for row in self.db.query("SELECT * FROM claims WHERE owner != ?", (self.owner,)):
            here = row["host"] == machine()["host"]
            alive = here and start_time(row["pid"]) == row["started"] != ""
            heard = row["heard"] if isinstance(row["heard"], float) else 0.0
            if alive or (not here and time.time() - heard < SILENCE):
                continue
            if here and row["child"] is not None and start_time(row["child"]) == row["child_started"] != "":
                kill_family(row["child"])
            self.db.change("DELETE FROM claims WHERE key = ?", (row["key"],))

    def working(self, key: str, child: int) -> None:
        """Note the process that makes a claimed run, so that whoever takes it over can end it."""
        values = (child, start_time(child), key, self.owner)
        self.db.change("UPDATE claims SET child = ?, child_started = ? WHERE key = ? AND owner = ?", values)

    def heartbeat(self) -> None:
        """A sign of life."""
        self.db.change("UPDATE claims SET heard = ? WHERE owner = ?", (time.time(), self.owner))

    def release(self, key: str | None = None) -> None:
        """Give back one claim, or all."""
        if key is None:
            self.db.change("DELETE FROM claims WHERE owner = ?", (self.owner,))
        else:
            self.db.change("DELETE FROM claims WHERE owner = ? AND key = ?", (self.owner, key))

    def finish(self, claimed: Claimed, measured: Measured) -> None:
        """Keep a finished run; if somebody else was quicker, theirs stays."""
        values = (claimed.key, *_job_values(claimed.job), *(measured.get(name) for name in MEASURED))
        with self.db.transaction():
            self.db.change(_insertion("runs", ["key", *_JOB, *MEASURED]), values)
            self.release(claimed.key)
            if not is_decided(cast(Row, {"verdict": None, **measured})):
                self._spare("r.key = ?", claimed.key)

    def spare(self, campaign: str) -> None:
        """Whatever did not decide its question is not asked again: its other repetitions leave the plan."""
        with self.db.transaction():
            self._spare("j.campaign = ?", campaign)

    def _spare(self, condition: str, value: str) -> None:
        same = " AND ".join(f"j.{name} IS r.{name}" for name in _SAME)
        silent = ", ".join("?" * len(SILENT))
        self.db.change(
            f"""DELETE FROM jobs WHERE rowid IN (SELECT j.rowid FROM runs r JOIN jobs j ON {same}
            AND j.repetition > r.repetition WHERE {condition}
            AND (r.status IN ({silent}) OR r.verdict IS NULL OR r.verdict IN ('', 'unknown'))
            AND NOT EXISTS (SELECT 1 FROM runs made WHERE made.key = j.key))""",
            (value, *SILENT),
        )

    # ------------------------------------------------------------ reading

    def campaigns(self) -> list[str]:
        """The names of the campaigns in this file, the latest first."""
        return [str(row[0]) for row in self.db.query("SELECT name FROM campaigns ORDER BY started DESC")]

    def checked_name(self, name: str) -> str:
        """The name of a campaign that is in this file."""
        known = self.campaigns()
        if name not in known:
            hint = did_you_mean(name, known) or f"there are {', '.join(known) or 'none'}"
            raise CluewrightError(Problem(f"this file has no campaign '{name}'", Place(self.path), hint))
        return name

    def campaign_text(self, name: str) -> str:
        """The file of a campaign as it was when it was started last."""
        rows = self.db.query("SELECT text FROM campaigns WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    def rows(self, campaign: str | None = None) -> list[Row]:
        """Finished runs in the order of the plan: of one campaign, or of all in this file."""
        condition = "WHERE j.campaign = ?" if campaign is not None else ""
        query = f"""SELECT j.campaign, j.name AS puzzle, i.family, i.size, i.seed, r.*, j.arm AS arm
            FROM jobs j JOIN runs r ON r.key = j.key JOIN instances i ON i.id = r.instance {condition}
            ORDER BY j.campaign, j.position"""
        found: dict[str, Row] = {}
        for row in self.db.query(query, () if campaign is None else (campaign,)):
            if row["key"] not in found:
                found[row["key"]] = self._checked(dict(row))
        return list(found.values())

    def _checked(self, row: dict[str, Any]) -> Row:
        """A row whose values are of the kinds that they must be of: tables and plots rely on it."""
        for name, value in row.items():
            fits = isinstance(value, FITTING[_ROW[name]]) if value is not None else name not in _NEEDED
            if not fits or value in _NO_TIMES:
                raise self.db.damaged(f"the run {row['key']!r} has {value!r:.60} as its {name}")
            if name == "timeout" and value <= 0:
                raise self.db.damaged(f"the run {row['key']!r} had no time")
            if name in MAPS and value is not None and not _is_map(value):
                raise self.db.damaged(f"the run {row['key']!r} has no map as its {name}")
        return cast(Row, row)

    def copy_to(self, file: Path) -> None:
        """Write the whole file, as it is now, to another one that is not there yet."""
        self.db.change("VACUUM INTO ?", (str(file),))

    def puzzle_text(self, instance: str) -> str:
        """The text of a puzzle."""
        rows = self.db.query("SELECT text FROM instances WHERE id = ?", (instance,))
        if not rows:
            raise self.db.damaged(f"the puzzle {instance} is not in it")
        return str(rows[0][0])


def _insertion(table: str, columns: list[str]) -> str:
    return f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _is_map(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def pack_answers(values: list[list[int]]) -> bytes | None:
    """Answers, small."""
    return zlib.compress(json.dumps(values, separators=(",", ":")).encode()) if values else None


def unpack_answers(data: bytes | None) -> list[list[int]]:
    """Answers as they were: the values of the unknowns in the model's order."""
    return json.loads(zlib.decompress(data)) if data else []


def _job_values(job: Job) -> list[object]:
    values = asdict(job)
    values["encodings"] = json.dumps(job.encodings, sort_keys=True)
    values["options"] = json.dumps(job.options, sort_keys=True)
    values["task_limit"], values["memory_limit_mb"] = job.limit, job.memory_mb
    return [values[name] for name in _JOB]


def _job_of(row: sqlite3.Row) -> Job:
    values = {name: row[name] for name in _JOB}
    values["encodings"], values["options"] = json.loads(row["encodings"]), json.loads(row["options"])
    values["limit"], values["memory_mb"] = values.pop("task_limit"), values.pop("memory_limit_mb")
    return Job(**values)


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
