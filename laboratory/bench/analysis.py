"""What a results file says: medians, scores, the best possible choice, and how time grows with size."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cluewright.laboratory.bench.columns import Row
from cluewright.laboratory.bench.disagreements import Disagreement, disagreements, is_decided

#: A time-out counts as so many times the limit.
PENALTY: Final = 2.0
#: What stands in place of a time, by status or verdict.
_MARKS: Final = {"error": "E", "memory": "M", "stuck": "S"}
#: Solvers are compared with each other if they were tried on this share of the puzzles that the busiest was tried on.
NEARLY: Final = 0.8


@dataclass(frozen=True)
class Cell:
    """One solver on one puzzle: medians over the repetitions."""

    solved: bool
    #: "" if solved, else "-" (time), "M" (memory), "E" (error) or "S" (strategies were stuck).
    mark: str
    verdict: str
    #: Seconds until there is something to solve: grounding, lowering, encoding.
    build: float
    solve: float
    total: float
    #: Seconds of all processors, where it is known.
    cpu: float
    #: What is compared: `cpu` if the limit is one of CPU seconds, else `total`; and the same with the penalty.
    time: float
    par: float
    memory_mb: float
    variables: int | None
    constraints: int | None
    message: str = ""
    #: What each repetition took: all seconds, and those of all processors.
    totals: tuple[float, ...] = ()
    cpus: tuple[float, ...] = ()
    #: Of all processors, for what a solver's package needs before it can begin.
    imports: float = 0.0
    #: How busy the machine was when runs began: processes that wanted to run, at most.
    load: float | None = None


@dataclass(frozen=True)
class PuzzleInfo:
    """A puzzle as tables know it."""

    id: str
    name: str
    family: str
    genre: str
    size: int | None
    unknowns: int | None
    rules: int | None
    verdict: str
    features: dict[str, float]
    model_hash: str = ""


@dataclass(frozen=True)
class Score:
    """A solver over all puzzles that every solver was tried on."""

    arm: str
    solved: int
    par: float
    #: Seconds of the puzzles it solved.
    build: float
    solve: float
    total: float
    cpu: float
    #: Puzzles on which nobody was faster, and puzzles that nobody else solved.
    best: int
    alone: int


@dataclass(frozen=True)
class StrategiesScore:
    """A set of strategies in one order, over all puzzles that it was tried on."""

    arm: str
    #: The strategies in order, if they are listed.
    use: tuple[str, ...]
    puzzles: int
    solved: int
    #: Means over the puzzles that all sets with these strategies solved.
    rounds: float
    steps: float
    cost: float
    cpu_s: float


@dataclass(frozen=True)
class Growth:
    """How the time of a solver on a family of puzzles grows: a * n^b or a * b^n."""

    family: str
    arm: str
    points: list[tuple[int, float]]
    kind: str
    factor: float
    base: float
    #: How much of the spread of the logarithms the curve explains.
    fit: float

    def at(self, size: float) -> float:
        """The time that the curve says."""
        return self.factor * (math.pow(size, self.base) if self.kind == "power" else math.pow(self.base, size))

    def __str__(self) -> str:
        return f"~ n^{self.base:.2f}" if self.kind == "power" else f"~ {self.base:.3f}^n"


@dataclass
class Analysis:
    """Everything that tables and plots are made from."""

    rows: list[Row]
    puzzles: list[PuzzleInfo]
    arms: list[str]
    cells: dict[tuple[str, str], Cell]
    #: The least and the greatest limit of the runs, in seconds.
    limits: tuple[float, float]
    #: Whether limits are CPU seconds, so that these are what is compared.
    by_cpu: bool
    solver_of: dict[str, str]
    contradictions: list[Disagreement] = field(default_factory=list)

    @property
    def limit_text(self) -> str:
        """The time limit in words."""
        least, greatest = self.limits
        what = "CPU s" if self.by_cpu else "s"
        return f"{greatest:g} {what}" if least == greatest else f"{least:g} to {greatest:g} {what}"

    @property
    def time_name(self) -> str:
        """What is compared, in words."""
        return "CPU time" if self.by_cpu else "total time"

    @property
    def ranked(self) -> list[str]:
        """The solvers that were tried on (nearly) as many puzzles as any: the others cannot be compared with them."""
        tried = {arm: sum((p.id, arm) in self.cells for p in self.puzzles) for arm in self.arms}
        most = max(tried.values(), default=0)
        return [arm for arm in self.arms if tried[arm] >= min(most - 1, NEARLY * most)]

    @property
    def common(self) -> list[PuzzleInfo]:
        """The puzzles that every ranked solver was tried on: scores are fair only on these."""
        ranked = self.ranked
        return [p for p in self.puzzles if all((p.id, arm) in self.cells for arm in ranked)]

    def best(self, puzzle: str, arms: Sequence[str] | None = None) -> float | None:
        """The least time of those who solved it."""
        tried = self.arms if arms is None else arms
        return min((c.time for a in tried if (c := self.cells.get((puzzle, a))) and c.solved), default=None)

    def scores(self) -> list[Score]:
        """All solvers, the best PAR-2 first."""
        ranked, common = self.ranked, self.common
        return sorted((self._score(arm, ranked, common) for arm in ranked), key=lambda score: score.par)

    def _score(self, arm: str, ranked: list[str], common: list[PuzzleInfo]) -> Score:
        mine = {p.id: self.cells[p.id, arm] for p in common}
        solved = {key: cell for key, cell in mine.items() if cell.solved}
        others = [a for a in ranked if a != arm]
        return Score(
            arm,
            len(solved),
            _mean(cell.par for cell in mine.values()),
            sum(cell.build for cell in solved.values()),
            sum(cell.solve for cell in solved.values()),
            sum(cell.total for cell in solved.values()),
            sum(cell.cpu for cell in solved.values()),
            sum(cell.time == self.best(key, ranked) for key, cell in solved.items()),
            sum(not any(self.cells[key, other].solved for other in others) for key in solved),
        )

    def strategies(self) -> list[StrategiesScore]:
        """The sets of strategies, if that was the task."""
        rows = [row for row in self.rows if row["task"] == "strategies"]
        groups: dict[str, list[Row]] = {}
        for row in rows:
            groups.setdefault(row["arm"], []).append(row)
        solved = {arm: {r["instance"] for r in group if r["verdict"] == "solved"} for arm, group in groups.items()}
        uses = {arm: tuple(json.loads(group[0]["options"]).get("strategies", ())) for arm, group in groups.items()}
        found = []
        for arm, group in groups.items():
            common = set.intersection(*(solved[a] for a in groups if sorted(uses[a]) == sorted(uses[arm])))
            told = [json.loads(row["statistics"] or "{}") for row in group if row["instance"] in common]
            rounds, steps, cost, cpu = (_mean(s[key] for s in told) for key in ("rounds", "steps", "cost", "cpu_s"))
            puzzles = len({row["instance"] for row in group})
            found.append(StrategiesScore(arm, uses[arm], puzzles, len(solved[arm]), rounds, steps, cost, cpu))
        return found

    def virtual_best(self) -> Score:
        """Whoever chose the best solver for every puzzle beforehand."""
        ranked = self.ranked
        picked = [min((self.cells[p.id, arm] for arm in ranked), key=lambda cell: cell.par) for p in self.common]
        solved = [cell for cell in picked if cell.solved]
        times = ("build", "solve", "total", "cpu")
        build, solve, total, cpu = (sum(getattr(cell, name) for cell in solved) for name in times)
        par = _mean(cell.par for cell in picked)
        return Score("virtual best", len(solved), par, build, solve, total, cpu, len(solved), 0)

    def family_cells(self, family: str) -> dict[str, list[Cell]]:
        """The cells of every solver that was tried on all puzzles of a family that any solver was tried on."""
        members = [p.id for p in self.puzzles if p.family == family]
        found = {arm: [self.cells[p, arm] for p in members if (p, arm) in self.cells] for arm in self.arms}
        return {arm: cells for arm, cells in found.items() if len(cells) == len(members)}

    def growths(self) -> list[Growth]:
        """Curves for families with at least three sizes that a solver solved."""
        found = []
        for family in dict.fromkeys(p.family for p in self.puzzles if p.size is not None):
            for arm in self.arms:
                growth = fitted(family, arm, self.points(family, arm))
                if growth is not None:
                    found.append(growth)
        return found

    def points(self, family: str, arm: str) -> list[tuple[int, float]]:
        """Median seconds by size, as far as everything of that size was solved."""
        times: dict[int, list[float]] = {}
        unsolved: set[int] = set()
        for puzzle in self.puzzles:
            cell = self.cells.get((puzzle.id, arm))
            if puzzle.family != family or puzzle.size is None or cell is None:
                continue
            if cell.solved:
                times.setdefault(puzzle.size, []).append(cell.time)
            else:
                unsolved.add(puzzle.size)
        return sorted((size, statistics.median(found)) for size, found in times.items() if size not in unsolved)

    def own_share(self) -> float | None:
        """The part of all time that went into grounding, lowering and encoding rather than into a solver."""
        cells = [cell for cell in self.cells.values() if cell.total > 0]
        total = sum(cell.total for cell in cells)
        return sum(cell.build for cell in cells) / total if total else None

    def changed_models(self) -> list[str]:
        """Puzzles whose runs were not all made with the same model: their rules changed in between."""
        hashes: dict[str, set[str]] = {}
        for row in self.rows:
            if row["model_hash"]:
                hashes.setdefault(row["puzzle"], set()).add(row["model_hash"])
        return [puzzle for puzzle, found in hashes.items() if len(found) > 1]


def analyse(rows: Sequence[Row]) -> Analysis:
    """The analysis of finished runs. What several campaigns share counts once."""
    rows = _told_apart(list({row["key"]: row for row in rows}.values()))
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["instance"], row["arm"]), []).append(row)
    cells = {key: _cell(group) for key, group in groups.items()}
    limits = [_limit(row) for row in rows]
    by_puzzle: dict[str, list[Row]] = {}
    for row in rows:
        by_puzzle.setdefault(row["instance"], []).append(row)
    return Analysis(
        list(rows),
        [_info(group) for group in by_puzzle.values()],
        list(dict.fromkeys(row["arm"] for row in rows)),
        cells,
        (min(limits, default=0.0), max(limits, default=0.0)),
        bool(rows) and all(row["cpu_limit"] is not None for row in rows),
        {row["arm"]: row["solver"] for row in rows},
        disagreements(rows),
    )


def _told_apart(rows: list[Row]) -> list[Row]:
    """A puzzle that was given several tasks or limits counts as several puzzles."""
    asked: dict[str, set[str]] = {}
    for row in rows:
        asked.setdefault(row["instance"], set()).add(_task(row))
    return [
        {**row, "instance": f"{row['instance']} {_task(row)}", "puzzle": f"{row['puzzle']} ({_task(row)})"}
        if len(asked[row["instance"]]) > 1
        else row
        for row in rows
    ]


def _task(row: Row) -> str:
    most = f" up to {row['task_limit']}" if row["task_limit"] else ""
    return f"{row['task']}{most}, {limit_of(row)}"


def limit_of(row: Row) -> str:
    """The limit that counts, in words."""
    return f"{row['timeout']:g} s" if row["cpu_limit"] is None else f"{row['cpu_limit']:g} CPU s"


def _limit(row: Row) -> float:
    return row["timeout"] if row["cpu_limit"] is None else row["cpu_limit"]


def _cell(group: list[Row]) -> Cell:
    decided = [row for row in group if is_decided(row)]
    solved = len(decided) * 2 > len(group)
    shown = decided if solved else [row for row in group if not is_decided(row)]
    message = next((row["message"] for row in shown if row["message"]), "")
    told = [json.loads(row.get("statistics") or "{}") for row in shown]
    totals, cpus = [row["total_s"] or 0.0 for row in shown], [_cpu(row) for row in shown]
    by_cpu = group[0]["cpu_limit"] is not None
    pars = [
        (_cpu(row) if by_cpu else row["total_s"] or 0.0) if is_decided(row) else PENALTY * _limit(row) for row in group
    ]
    mark = "" if solved else _MARKS.get(shown[0]["status"] or "") or _MARKS.get(shown[0]["verdict"] or "", "-")
    return Cell(
        solved,
        mark,
        shown[0]["verdict"] or "",
        _median((row["ground_s"] or 0.0) + (row["build_s"] or 0.0) for row in shown),
        _median(row["solve_s"] or 0.0 for row in shown),
        _median(totals),
        _median(cpus),
        _median(cpus if by_cpu else totals),
        _median(pars),
        max((row["memory_mb"] or 0.0 for row in shown), default=0.0),
        shown[0]["variables"],
        shown[0]["constraints"],
        message,
        tuple(totals),
        tuple(cpus),
        _median(found.get("import_s") or 0.0 for found in told),
        max((found["load"] for found in told if "load" in found), default=None),
    )


def _cpu(row: Row) -> float:
    """CPU seconds with those of grounding, as far as they are known."""
    told = json.loads(row.get("statistics") or "{}")
    return float((told.get("cpu_s") or 0.0) + (told.get("ground_cpu_s") or 0.0))


def _info(group: list[Row]) -> PuzzleInfo:
    first = next((row for row in group if row["unknowns"] is not None), group[0])
    verdicts = dict.fromkeys(row["verdict"] or "" for row in group if is_decided(row))
    return PuzzleInfo(
        first["instance"],
        first["puzzle"],
        first["family"],
        first["genre"] or first["family"],
        first["size"],
        first["unknowns"],
        first["rules"],
        " / ".join(verdicts) or "unknown",
        json.loads(first["features"]) if first["features"] else {},
        first["model_hash"] or "",
    )


def fitted(family: str, arm: str, points: list[tuple[int, float]]) -> Growth | None:
    """The better of a power law and an exponential, by least squares on the logarithms; None for fewer than three."""
    usable = [(n, t) for n, t in points if n > 0 and t > 0]
    if len(usable) < 3:
        return None
    logs = [math.log(t) for _, t in usable]
    power = _line([math.log(n) for n, _ in usable], logs)
    exponential = _line([float(n) for n, _ in usable], logs)
    spread = sum((y - statistics.fmean(logs)) ** 2 for y in logs)
    kind, (slope, start, error) = ("power", power) if power[2] <= exponential[2] else ("exponential", exponential)
    fit = 1 - error / spread if spread > 0 else 1.0
    return Growth(family, arm, points, kind, math.exp(start), slope if kind == "power" else math.exp(slope), fit)


def _line(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float, float]:
    """Slope, start and sum of squared errors of the line of least squares."""
    slope, start = statistics.linear_regression(xs, ys)
    return slope, start, sum((y - start - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))


def _median(values: Iterable[float]) -> float:
    found = list(values)
    return statistics.median(found) if found else 0.0


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return statistics.fmean(found) if found else 0.0
