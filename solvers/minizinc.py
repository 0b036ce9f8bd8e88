"""Solvers that MiniZinc drives: Gecode, and whatever else `minizinc --solvers-json` lists.

The minizinc executable flattens and solves in a process group of its own, so that its limits hold while it flattens,
too. It is asked for all answers in one run. Auxiliary variables may have several values for one answer of the puzzle;
once a run only repeats itself, it is ended and the next one is told which answers are known.
"""

from __future__ import annotations

import json
import queue
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cluewright.compiler.model import Model
from cluewright.models.scratch import scratch_folder
from cluewright.solvers.engine import Answer, Engine
from cluewright.solvers.outcomes import SolverFailed, SolverMissing, TimeUp
from cluewright.solvers.process import Finished, run_process

if TYPE_CHECKING:
    from cluewright.compiler.backends.minizinc import MiniZincDocument
    from cluewright.compiler.ir import Var

#: How to get the executable.
INSTALL: Final = "install MiniZinc: apt install minizinc flatzinc, or https://www.minizinc.org"
#: A run that has only repeated itself for so many seconds (and longer than it took to start) is ended.
PATIENCE: Final = 0.5

_STATISTIC: Final = re.compile(r"%%%mzn-stat: (\w+)=(\S+)")
_ASSIGNMENT: Final = re.compile(r"(\w+) = \[([^\]]*)\];", re.ASCII)
_SOLUTION: Final = "----------"
_COMPLETE: Final = "=========="
_UNSATISFIABLE: Final = "=====UNSATISFIABLE====="


class MiniZincEngine(Engine):
    """One solver behind MiniZinc, by the name or tag that `minizinc --solver` takes."""

    kind = "MiniZinc"
    install = INSTALL
    target = "minizinc"
    #: Megabytes for all of the processes of one run together.
    options: ClassVar = {"memory_mb": 4096}
    stops_itself = True

    def __init__(self, name: str | None = None, encodings: Mapping[str, str] | None = None, **options: Any) -> None:
        if name is not None:
            self.name = name
        super().__init__(encodings or {}, **options)

    def missing(self) -> str | None:
        """MiniZinc itself, or what it drives."""
        executable = shutil.which("minizinc")
        if executable is None:
            return self.install
        return None if _listed(executable, self.name) else f"`minizinc --solvers` must list '{self.name}'"

    def version(self) -> str | None:
        """As MiniZinc tells it."""
        executable = shutil.which("minizinc")
        entry = _listed(executable, self.name) if executable is not None and self.missing() is None else None
        return None if entry is None else str(entry.get("version", "?"))

    def search(self, model: Model, deadline: float | None, statistics: dict[str, Any]) -> Iterator[Answer]:
        """All answers, each of them once."""
        from cluewright.compiler.backends.minizinc import write_minizinc

        executable = find_executable(self.name)
        started = time.monotonic()
        document = write_minizinc(model, self.encodings, tick=lambda: _check(deadline))
        statistics.update(
            variables=document.variables,
            constraints=document.constraints,
            seconds_build=time.monotonic() - started,
            seconds_solve=0.0,
            nodes=0,
        )
        all_at_once = "-a" in standard_flags(executable, self.name)
        known: dict[tuple[int, ...], Answer] = {}
        with scratch_folder() as folder:
            file = folder / "puzzle.mzn"
            while True:
                _check(deadline)
                file.write_text(document.text + "".join(map(document.blocking, known.values())), encoding="utf-8")
                command = [executable, "--solver", self.name, "-s", *(["-a"] if all_at_once else []), str(file)]
                run = _Run(self, command, folder, document, deadline, statistics)
                before = len(known)
                try:
                    for answer in run.answers(repeats_tolerated=all_at_once):
                        key = tuple(answer.values())
                        if key in known:
                            run.repeated()
                            continue
                        known[key] = answer
                        run.renewed()
                        yield answer
                finally:
                    run.stop()
                if run.complete or not document.layers:
                    return
                if len(known) == before:
                    raise SolverFailed(self.name, "it repeats an answer that it was told to leave out")


class _Run:
    """One process, read answer by answer while it searches."""

    def __init__(
        self,
        solver: MiniZincEngine,
        command: list[str],
        folder: Path,
        document: MiniZincDocument,
        deadline: float | None,
        statistics: dict[str, Any],
    ) -> None:
        self.solver = solver
        self.command = command
        self.folder = folder
        self.document = document
        self.deadline = deadline
        self.statistics = statistics
        #: Whether the solver said that there are no further answers.
        self.complete = False
        self._events: queue.Queue[str | Finished | BaseException] = queue.Queue()
        self._stopped = threading.Event()
        self._started = self._last_new = time.monotonic()
        self._start_cost = 0.0
        self._repeats = 0
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._events.put(
                run_process(
                    self.command,
                    deadline=self.deadline,
                    memory_mb=self.solver.settings["memory_mb"],
                    on_line=self._events.put,
                    stopped=self._stopped,
                    scratch=self.folder,
                )
            )
        except BaseException as error:  # handed to the thread that reads
            self._events.put(error)

    def stop(self) -> None:
        """End the process, and wait until it is gone."""
        self._stopped.set()
        self._thread.join()
        self.statistics["seconds_solve"] += time.monotonic() - self._started

    def renewed(self) -> None:
        """The last answer was a new one."""
        now = time.monotonic()
        self._start_cost = self._start_cost or now - self._started
        self._last_new, self._repeats = now, 0

    def repeated(self) -> None:
        """The last answer was known already."""
        self._repeats += 1

    def answers(self, repeats_tolerated: bool) -> Iterator[dict[Var, int]]:
        """The answers that the process prints, until it ends or only repeats itself."""
        lines: list[str] = []
        found = 0
        ended: Finished | None = None
        while ended is None:
            event = self._events.get()
            if isinstance(event, FileNotFoundError):
                raise SolverMissing(self.solver.name, INSTALL) from event
            if isinstance(event, BaseException):
                raise event
            if isinstance(event, Finished):
                ended = event
            elif event == _SOLUTION:
                found += 1
                yield self._parse(lines)
                lines = []
                if self._repeats and time.monotonic() - self._last_new > max(PATIENCE, self._start_cost):
                    return
            elif event in (_COMPLETE, _UNSATISFIABLE):
                self.complete = True
            elif event.startswith("%%%mzn-stat"):
                self._count(event)
            elif not event.startswith("%"):
                lines.append(event)
        self._judge_end(ended, "\n".join(lines), found)
        if found and not repeats_tolerated:
            self.complete = False  # the mark only says that one answer was found

    def _count(self, line: str) -> None:
        match = _STATISTIC.match(line)
        if match and match[1] == "nodes" and match[2].isdigit():
            self.statistics["nodes"] += int(match[2])
        elif match and match[1] == "flatTime":
            flat = self.statistics.get("seconds_flatten", 0.0) + float(match[2])
            self.statistics["seconds_flatten"] = flat

    def _judge_end(self, ended: Finished, rest: str, found: int) -> None:
        """Whether the process ended as it should."""
        self.statistics["memory_mb"] = max(self.statistics.get("memory_mb", 0.0), ended.peak_mb)
        if ended.out_of_memory:
            most = self.solver.settings["memory_mb"]
            raise SolverFailed(self.solver.name, f"it used more than {most} MB of memory and was stopped")
        if ended.timed_out:
            self.complete = False
            raise TimeUp
        if ended.returncode != 0 or "=====ERROR=====" in rest or (rest.strip() and not found):
            raise SolverFailed(self.solver.name, _last_words(ended, rest))
        if not self.complete and not found:
            raise SolverFailed(self.solver.name, f"it ended without a verdict: {_last_words(ended, rest)}")

    def _parse(self, lines: list[str]) -> dict[Var, int]:
        """One answer, exactly as our output item prints it."""
        text = "\n".join(lines)
        answer: dict[Var, int] = {}
        blocks = dict(_ASSIGNMENT.findall(text))
        if _ASSIGNMENT.sub("", text).strip() or list(blocks) != [array.name for array in self.document.layers]:
            raise SolverFailed(self.solver.name, f"this is not an answer: {text.strip()[:300]}")
        for array in self.document.layers:
            words = re.split(r"[\s,|]+", blocks[array.name].strip(" \n|,"))
            if len(words) != len(array.variables):
                raise SolverFailed(
                    self.solver.name, f"'{array.name}' has {len(words)} values, not {len(array.variables)}"
                )
            for var, word in zip(array.variables, words, strict=True):
                answer[var] = self._value(word, array.is_bool)
        return answer

    def _value(self, word: str, is_bool: bool) -> int:
        if is_bool and word in ("true", "false"):
            return int(word == "true")
        if not is_bool and re.fullmatch(r"-?\d+", word, re.ASCII):
            return int(word)
        raise SolverFailed(self.solver.name, f"'{word[:40]}' is not a value")


def _last_words(ended: Finished, rest: str) -> str:
    words = [line for line in ended.stderr_tail.splitlines() if line.strip() and not line.startswith("Warning:")]
    return "\n".join(words)[-600:] or rest.strip()[-300:] or f"it ended with code {ended.returncode} and said nothing"


def _check(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise TimeUp


# ---------------------------------------------------------------- what is installed


def find_executable(name: str = "minizinc") -> str:
    """The minizinc executable."""
    found = shutil.which("minizinc")
    if found is None:
        raise SolverMissing(name, INSTALL)
    return found


@lru_cache(maxsize=4)
def list_solvers(executable: str) -> list[dict[str, Any]]:
    """What `minizinc --solvers-json` says, without solvers that have no program behind them."""
    done = subprocess.run([executable, "--solvers-json"], capture_output=True, text=True, check=False, timeout=30)
    try:
        listed = json.loads(done.stdout)
    except ValueError:
        raise SolverFailed("minizinc", done.stderr.strip() or "it does not list its solvers") from None
    return [entry for entry in listed if entry.get("executable") or entry.get("version") != "<unknown version>"]


def _listed(executable: str, tag: str) -> dict[str, Any] | None:
    """What MiniZinc says about a solver."""
    for entry in list_solvers(executable):
        identifier = str(entry.get("id", ""))
        if tag in (identifier, identifier.rpartition(".")[2]) or tag.lower() == str(entry.get("name", "")).lower():
            return entry
    return None


def standard_flags(executable: str, tag: str) -> list[str]:
    """The common options that a solver takes."""
    return list((_listed(executable, tag) or {}).get("stdFlags", []))


def found_solvers() -> dict[str, str]:
    """Names of the solvers that MiniZinc finds on this machine, each with its version; empty without MiniZinc."""
    executable = shutil.which("minizinc")
    if executable is None:
        return {}
    named = {str(entry["id"]).rpartition(".")[2]: str(entry.get("version", "?")) for entry in list_solvers(executable)}
    return {name: version for name, version in named.items() if name not in ("gist", "findmus", "globalizer")}
