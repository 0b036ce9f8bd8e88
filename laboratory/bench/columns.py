"""What a row of results holds. Types, tables of the results file and checks of its content all follow from this."""

from __future__ import annotations

from typing import Final, TypedDict, get_args, get_type_hints


class JobColumns(TypedDict):
    """What was to be run."""

    instance: str
    solver: str
    arm: str
    #: JSON, like all maps.
    encodings: str
    options: str
    task: str
    task_limit: int | None
    timeout: float
    memory_limit_mb: int
    repetition: int
    cpu_limit: float | None


class Measured(TypedDict, total=False):
    """What is known of a finished run besides its job; whatever is not known is empty."""

    genre: str | None
    status: str | None
    verdict: str | None
    message: str | None
    ground_s: float | None
    build_s: float | None
    solve_s: float | None
    run_s: float | None
    total_s: float | None
    memory_mb: float | None
    nodes: int | None
    conflicts: int | None
    variables: int | None
    constraints: int | None
    unknowns: int | None
    rules: int | None
    features: str | None
    statistics: str | None
    model_hash: str | None
    answer_hash: str | None
    answers: bytes | None
    machine: str | None
    versions: str | None
    commit_id: str | None
    command: str | None
    started: str | None
    owner: str | None


class PuzzleColumns(TypedDict):
    """Where a run belongs."""

    campaign: str
    puzzle: str
    family: str
    size: int | None
    seed: int | None
    key: str


class Row(PuzzleColumns, JobColumns, Measured):
    """A finished run, as it is read."""


#: Columns that hold a map as JSON.
MAPS: Final = {"encodings", "options", "features", "statistics", "machine", "versions"}

_SQL: Final = {str: "TEXT", float: "REAL", int: "INTEGER", bytes: "BLOB"}
#: What Python may find in a column of each kind.
FITTING: Final[dict[str, tuple[type, ...]]] = {
    "TEXT": (str,),
    "REAL": (float, int),
    "INTEGER": (int,),
    "BLOB": (bytes,),
}


def kinds(columns: type) -> dict[str, str]:
    """The kind of every column, in the words of SQL."""
    return {name: _SQL[(get_args(hint) or (hint,))[0]] for name, hint in get_type_hints(columns).items()}


def needed(columns: type) -> set[str]:
    """The columns that are never empty."""
    return {name for name, hint in get_type_hints(columns).items() if not get_args(hint)}
