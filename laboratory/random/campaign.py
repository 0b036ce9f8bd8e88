"""Many random puzzles, each read by the reference interpreter and by the engines in their shares.

Seeds are worked off in blocks, each in a process of its own, so that an engine that breaks down takes nothing else with
it. A journal keeps the blocks that are done.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import select
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from cluewright.laboratory.random.chance import Chance
from cluewright.laboratory.random.coverage import parts_of
from cluewright.laboratory.random.random_puzzles import random_puzzle
from cluewright.laboratory.random.readings import Difference, Readings, read_all
from cluewright.laboratory.random.shrinking import shrink
from cluewright.laboratory.random.together import Solved, read_together
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.solvers.base import SolverMissing, get_solver
from cluewright.solvers.contract import prepare
from cluewright.solvers.forked import Forked

#: Engine -> the share of the puzzles that it reads; slow starters get few.
SHARES: Final = {
    "sat": 1.0,
    "cp-sat": 0.05,
    "clingo": 0.1,
    "pychoco": 0.05,
    "cosoco": 0.05,
    "gecode": 0.02,
    "ace": 0.002,
    "choco": 0.002,
}
#: Engine -> the share of the blocks whose puzzles it reads side by side.
TOGETHER: Final = {"cp-sat": 0.1, "clingo": 0.1, "pychoco": 0.1, "cosoco": 0.1, "gecode": 0.1, "ace": 0.1, "choco": 0.1}
_BLOCK: Final = 25
#: Seconds after which a block, or a single puzzle, is taken to hang.
_PATIENCE: Final = 600.0
_SHRINKING: Final = 60.0
#: Seconds after the end of a campaign's time after which what it still does is given up.
_GRACE: Final = 30.0


@dataclass(frozen=True)
class Plan:
    """Which seeds, and which engines in which share."""

    puzzles: int = 1000
    seed: int = 0
    shares: Mapping[str, float] = field(default_factory=lambda: dict(SHARES))

    def engines(self, seed: int) -> list[str]:
        """The engines that read the puzzle of a seed; the same ones whenever it is asked."""
        return [name for name, share in self.shares.items() if _drawn(f"{name} {seed}", share)]

    def together(self, first: int) -> list[str]:
        """The engines that read the puzzles of a block side by side."""
        shares = {name: TOGETHER.get(name, 0) for name, share in self.shares.items() if share}
        return [name for name, share in shares.items() if _drawn(f"{name} side by side {first}", share)]

    def blocks(self) -> list[tuple[int, int]]:
        """First seeds and sizes."""
        last = self.seed + self.puzzles
        return [(first, min(_BLOCK, last - first)) for first in range(self.seed, last, _BLOCK)]


def _drawn(name: str, share: float) -> bool:
    """The same in every run."""
    return zlib.crc32(name.encode()) < share * 2**32


def chosen_shares(solvers: str | None, shares: Iterable[str]) -> dict[str, float]:
    """The shares of the engines that were asked for: `sat,clingo`, `clingo=0.5`."""
    names = list(SHARES) if solvers is None else [name.strip() for name in solvers.split(",") if name.strip()]
    found = {name: SHARES.get(name, 1.0) for name in names}
    for text in shares:
        name, _, share = text.partition("=")
        try:
            found[name] = float(share)
            if not 0 <= found[name] <= 1:
                raise ValueError
        except ValueError:
            problem = Problem(f"'{text}' is no share of an engine", hint="write for example clingo=0.5")
            raise CluewrightError(problem) from None
    for name in found:
        get_solver(name)  # says so if there is none
    return found


@dataclass
class Engine:
    """What one reader did."""

    puzzles: int = 0
    solutions: int = 0
    none: int = 0
    one: int = 0
    several: int = 0
    seconds: float = 0.0
    #: Puzzles of which it gave only some answers: there were many, the time was up, or it is not installed.
    partly: int = 0
    #: Puzzles with solutions of which it was asked for any and for one chosen by chance, many at once.
    together: int = 0


@dataclass
class Tally:
    """What came of many puzzles."""

    puzzles: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    #: Messages of refusals, without names and numbers.
    refusals: Counter[str] = field(default_factory=Counter)
    #: Messages of the reference where the compiler takes the puzzle.
    disputes: Counter[str] = field(default_factory=Counter)
    #: Functions and names of the language -> puzzles that they occur in.
    parts: Counter[str] = field(default_factory=Counter)
    engines: dict[str, Engine] = field(default_factory=dict)
    differences: list[dict[str, object]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Put another tally to this one."""
        self.puzzles += other.puzzles
        for mine, theirs in (
            (self.outcomes, other.outcomes),
            (self.refusals, other.refusals),
            (self.disputes, other.disputes),
            (self.parts, other.parts),
        ):
            mine.update(theirs)
        for name, engine in other.engines.items():
            total = self.engines.setdefault(name, Engine())
            for key, value in asdict(engine).items():
                setattr(total, key, getattr(total, key) + value)
        self.differences += other.differences

    def note(self, text: str, found: Readings) -> None:
        """Put one puzzle to it."""
        self.puzzles += 1
        self.outcomes[found.outcome] += 1
        self.parts.update(parts_of(text))
        if found.refusal is not None:
            (self.refusals if found.outcome == "refused" else self.disputes)[_kind(found.refusal)] += 1
        for name in found.partly:
            self.engines.setdefault(name, Engine()).partly += 1
        if found.solutions is None:
            return
        for name, seconds in found.seconds.items():
            engine = self.engines.setdefault(name, Engine())
            engine.puzzles += 1
            engine.seconds += seconds
            engine.solutions += found.solutions
            how = ("none", "one", "several")[min(found.solutions, 2)]
            setattr(engine, how, getattr(engine, how) + 1)

    def data(self) -> dict[str, object]:
        """For JSON."""
        return {**vars(self), "engines": {name: asdict(engine) for name, engine in self.engines.items()}}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Tally:
        """From JSON."""
        counters = {key: Counter(data[key]) for key in ("outcomes", "refusals", "disputes", "parts")}
        engines = {name: Engine(**engine) for name, engine in data["engines"].items()}
        return cls(data["puzzles"], **counters, engines=engines, differences=list(data["differences"]))


def _kind(message: str) -> str:
    """A message without what differs from puzzle to puzzle."""
    return re.sub(r"-?\b[a-z]*\d+\S*", "N", re.sub(r"'[^']*'", "'...'", message))[:100]


def try_seeds(plan: Plan, first: int, size: int, end: float = math.inf) -> Tally:
    """The puzzles of some seeds, compared here and now; after the `end` (of the monotonic clock) no further ones."""
    tally = Tally()
    solved: list[Solved] = []
    for seed in range(first, first + size):
        if time.monotonic() >= end:
            return tally
        text = random_puzzle(seed)
        engines = plan.engines(seed)
        found = read_all(text, engines, seed=seed)
        tally.note(text, found)
        if found.difference is not None:
            tally.differences.append(told(f"{seed}", text, found.difference, engines, end))
        elif found.puzzle is not None and found.answers:
            solved.append(Solved(f"{seed}", text, found.puzzle, found.answers))
    for name in plan.together(first) if solved else ():
        if time.monotonic() >= end:
            return tally
        wrong = read_together(solved, name, Chance(f"side by side {first}"))
        tally.engines.setdefault(name, Engine()).together += len(solved)
        tally.differences += [told(p.name, p.text, difference, [name], end) for p, difference in wrong]
    return tally


def told(name: str, text: str, difference: Difference, engines: list[str], end: float = math.inf) -> dict[str, object]:
    """A difference with the puzzle, and with a smaller one that shows the same, as far as there is time."""
    asked = [difference.who] if difference.who in engines else []

    def same(smaller: str) -> bool:
        found = read_all(smaller, asked)
        return found.difference is not None and found.difference.kind == difference.kind

    small = shrink(text, same, min(_SHRINKING, end - time.monotonic()))
    return {"name": name, **asdict(difference), "puzzle": text, "shrunk": small}


def save_difference(folder: Path, difference: Mapping[str, Any]) -> Path:
    """A file with the shrunk puzzle, what was expected and what came, and the puzzle as it was."""
    lines = [f"{difference['who']} differs.", "expected:", difference["expected"], "got:", difference["got"]]
    lines += ["", "before shrinking:", difference["puzzle"]]
    remarks = "".join(f"# {line}\n" for text in lines for line in text.splitlines() or [""])
    path = folder / f"{difference['name']}.yaml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(difference["shrunk"] + remarks, "utf-8")
    except OSError as error:
        raise CluewrightError(Problem(f"cannot write here: {error.strerror}", Place(str(path)))) from None
    return path


class Journal:
    """The blocks that are done, one line of JSON each; the first line says of what."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.path = folder / "journal.jsonl"
        self.done: dict[tuple[int, int], Tally] = {}
        sample = zlib.crc32("".join(random_puzzle(seed) for seed in range(5)).encode())
        head = {"shares": dict(plan.shares), "generator": sample}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.path.exists():
                self._read(head)
            self._stream = self.path.open("a", encoding="utf-8")
            if not self.path.stat().st_size:
                self._write(head)
            elif not self.path.read_bytes().endswith(b"\n"):
                self._stream.write("\n")  # after a line that was cut off
        except OSError as error:
            raise CluewrightError(Problem(f"cannot write here: {error.strerror}", Place(str(self.path)))) from None

    def _read(self, head: dict[str, object]) -> None:
        lines = self.path.read_text("utf-8").splitlines(keepends=True)
        for number, line in enumerate(lines):
            try:
                data = json.loads(line)
                if number and line.endswith("\n"):
                    self.done[data["first"], data["size"]] = Tally.read(data["tally"])
                elif not number and data != head:
                    text = "this folder holds a campaign with other shares, or of another version"
                    raise CluewrightError(Problem(text, Place(str(self.path)), "choose another folder"))
            except (ValueError, KeyError, TypeError):
                continue  # a line that was cut off: its block is made again

    def kept(self, first: int, size: int) -> Tally | None:
        """What came of a block, also where its puzzles had to be tried one by one; None if it is not done."""
        if (first, size) in self.done:
            return self.done[first, size]
        single = [self.done.get((seed, 1)) for seed in range(first, first + size)]
        whole = Tally()
        for tally in single:
            if tally is None:
                return None
            whole.add(tally)
        return whole

    def keep(self, first: int, size: int, tally: Tally) -> None:
        """Write down a block."""
        self._write({"first": first, "size": size, "tally": tally.data()})

    def _write(self, data: object) -> None:
        self._stream.write(json.dumps(data) + "\n")
        self._stream.flush()

    def close(self) -> None:
        """No more blocks."""
        self._stream.close()


@dataclass
class _Block:
    first: int
    size: int
    child: Forked
    started: float


def run(
    plan: Plan,
    *,
    jobs: int | None = None,
    seconds: float | None = None,
    folder: Path | None = None,
    watch: Callable[[int, int, float | None, str], None] = lambda done, total, left, now: None,
) -> Tally:
    """Work off the seeds of a plan; with a folder, go on where the last run stopped."""
    journal = None if folder is None else Journal(folder, plan)
    total = Tally()
    waiting: list[tuple[int, int]] = []
    for block in plan.blocks():
        kept = None if journal is None else journal.kept(*block)
        if kept is None:
            waiting.append(block)
        else:
            total.add(kept)
    for name in plan.shares:
        with contextlib.suppress(SolverMissing):
            prepare(get_solver(name))  # once here, not in every process anew
    started, before = time.monotonic(), total.puzzles
    waiting.reverse()
    end = math.inf if seconds is None else started + seconds
    try:
        for first, size, tally in _blocks(plan, waiting, jobs or os.cpu_count() or 1, end):
            if journal is not None and time.monotonic() < end:  # later ones may have been cut short
                journal.keep(first, size, tally)
            total.add(tally)
            pace = (time.monotonic() - started) / max(1, total.puzzles - before)
            now = f"{len(total.differences)} differences" if total.differences else "no difference so far"
            watch(total.puzzles, plan.puzzles, pace * (plan.puzzles - total.puzzles), now)
    finally:
        if journal is not None:
            journal.close()
    return total


def _blocks(plan: Plan, waiting: list[tuple[int, int]], jobs: int, end: float) -> Iterator[tuple[int, int, Tally]]:
    """Blocks as they are done; whatever runs when nobody listens any more is ended."""
    running: list[_Block] = []
    try:
        while True:
            while waiting and len(running) < jobs and time.monotonic() < end:
                running.append(_start(plan, *waiting.pop(), end))
            if not running or time.monotonic() > end + _GRACE:
                return
            select.select([block.child.pipe for block in running], [], [], 0.2)
            for block in list(running):
                late = time.monotonic() - block.started > _PATIENCE
                if not block.child.read() and not late:
                    continue
                running.remove(block)
                block.child.end()
                tally = _received(block, late)
                if tally is None:  # one of them brought the process down: which one?
                    waiting += [(seed, 1) for seed in reversed(range(block.first, block.first + block.size))]
                else:
                    yield block.first, block.size, tally
    finally:
        for block in running:
            block.child.end()


def _start(plan: Plan, first: int, size: int, end: float) -> _Block:
    child = Forked(lambda: json.dumps(try_seeds(plan, first, size, end).data()).encode())
    return _Block(first, size, child, time.monotonic())


def _received(block: _Block, late: bool) -> Tally | None:
    """What a block sent; None if it died and one cannot tell for which puzzle."""
    try:
        return Tally.read(json.loads(block.child.data))
    except ValueError:
        if block.size > 1:
            return None
    text = random_puzzle(block.first)
    got = "error: the process did not end" if late else "error: the process died"
    broken = {"name": f"{block.first}", "who": "process", "expected": "an end", "got": got}
    return Tally(1, Counter({"different": 1}), differences=[{**broken, "puzzle": text, "shrunk": text}])
