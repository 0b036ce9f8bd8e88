"""SQLite as the results file uses it: whatever goes wrong with the file is an error that a user can read."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from cluewright.models.errors import CluewrightError, Place, Problem

#: What SQLite's codes mean for a user; the lower byte says what kind of error it is.
_REASONS: Final = {
    sqlite3.SQLITE_FULL: "cannot write this file: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot read or write this file",
    sqlite3.SQLITE_READONLY: "cannot write this file",
    sqlite3.SQLITE_CANTOPEN: "cannot open this file",
    sqlite3.SQLITE_PERM: "cannot open this file",
    sqlite3.SQLITE_BUSY: "another process holds this file",
    sqlite3.SQLITE_LOCKED: "another process holds this file",
    sqlite3.SQLITE_CORRUPT: "this results file is damaged",
}
_OTHERWISE: Final = "this is no results file"


class Database:
    """An open SQLite file. Answers are read as a whole, so that no error comes later than the question."""

    def __init__(self, path: str) -> None:
        self.path = path
        if Path(path).exists() and not Path(path).is_file():  # SQLite would wait for a pipe for ever
            raise CluewrightError(Problem("this is no results file: it is not a regular file", Place(path)))
        with self._readable_errors():
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._db.row_factory = sqlite3.Row

    @contextlib.contextmanager
    def _readable_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise CluewrightError(Problem(f"{_REASONS.get(code, _OTHERWISE)}: {error}", Place(self.path))) from None

    def damaged(self, what: str) -> CluewrightError:
        """The error for content that cannot be right."""
        return CluewrightError(Problem(f"this results file is damaged: {what}", Place(self.path)))

    def query(self, question: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        """All rows that answer a question."""
        with self._readable_errors():
            return self._db.execute(question, values).fetchall()

    def change(self, command: str, values: Sequence[object] = ()) -> int:
        """Change something; returns how many rows."""
        with self._readable_errors():
            return self._db.execute(command, values).rowcount

    def change_many(self, command: str, rows: Iterable[Sequence[object]]) -> None:
        """The same change with different values."""
        with self._readable_errors():
            self._db.executemany(command, rows)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, and nobody else writes meanwhile."""
        self.change("BEGIN IMMEDIATE")
        try:
            yield
            self.change("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # SQLite ends it by itself if the disk is full
                self.change("ROLLBACK")
            raise

    def close(self) -> None:
        """Close the file."""
        with self._readable_errors():
            self._db.close()
