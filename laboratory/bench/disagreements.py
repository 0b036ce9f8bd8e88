"""Contradictions in a results file: the loudest thing that a campaign can find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cluewright.laboratory.bench.columns import Row
from cluewright.solvers.outcomes import SILENT


@dataclass(frozen=True)
class Disagreement:
    """Solvers that contradict each other about one puzzle."""

    puzzle: str
    task: str
    #: What was said, and by whom.
    said: dict[str, list[str]]

    def __str__(self) -> str:
        return f"{self.puzzle} ({self.task}): " + "; ".join(
            f"{what}: {', '.join(who)}" for what, who in self.said.items()
        )


def is_decided(row: Row) -> bool:
    """Whether a run answered its question."""
    return row["status"] not in SILENT and row["verdict"] not in ("", "unknown", None)


def disagreements(rows: Sequence[Row]) -> list[Disagreement]:
    """Verdicts about one model that cannot both be true; two different answers to a unique puzzle are such, too."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        if is_decided(row):
            groups.setdefault((row["instance"], row["model_hash"], row["task"], row["task_limit"]), []).append(row)
    found = []
    for group in groups.values():
        said: dict[str, list[str]] = {}
        for row in group:
            what = f"unique, answer {row['answer_hash']}" if row["verdict"] == "unique" else str(row["verdict"])
            arms = said.setdefault(what, [])
            if row["arm"] not in arms:
                arms.append(row["arm"])
        if len(said) > 1:
            found.append(Disagreement(group[0]["puzzle"], group[0]["task"], said))
    return found
