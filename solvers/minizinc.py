"""Solvers that MiniZinc drives: Gecode, and whatever else it lists.

The package `minizinc` finds MiniZinc and its solvers and reads what they say. It does not run them: its time limit does
not hold while MiniZinc flattens. A solver is asked for all answers in one run. Auxiliary variables may have several
values for one answer of the puzzle; once a run only repeats itself, it is ended and the next one is told which answers
are known.
"""

from __future__ import annotations

import re
import shutil
import time
import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cluewright.compiler.backends.minizinc import MiniZincDocument, write_minizinc
from cluewright.compiler.ir import Var
from cluewright.compiler.lowering import TARGETS, lower
from cluewright.compiler.model import Model
from cluewright.models.scratch import scratch_folder
from cluewright.solvers.engine import PIP, Answer, Engine, Statistics
from cluewright.solvers.outcomes import OutOfMemory, SolverFailed, TimeUp, check_clock
from cluewright.solvers.patience import Patience
from cluewright.solvers.process import Finished, Streamed

if TYPE_CHECKING:
    from minizinc import Driver, Solver

#: How to get the executable.
INSTALL: Final = "install MiniZinc: apt install minizinc flatzinc, or https://www.minizinc.org"
#: What MiniZinc lists beside solvers.
_TOOLS: Final = ("gist", "findmus", "globalizer")

#: What MiniZinc calls the variables and constraints that it hands to a solver.
_SIZES: Final = {
    "variables": ("flatBoolVars", "flatIntVars", "flatSetVars"),
    "constraints": ("flatBoolConstraints", "flatIntConstraints", "flatSetConstraints"),
}
#: Where MiniZinc 2.6 dies of some models that have no answer; without this part of it, it reads them.
_OPTIMISER: Final = "optimize.cpp"
_ASSIGNMENT: Final = re.compile(r"(\w+) = \[([^\]]*)\];", re.ASCII)


class MiniZincEngine(Engine):
    """One solver behind MiniZinc, by the name or tag that `minizinc --solver` takes."""

    kind = "MiniZinc"
    install = INSTALL
    modules = ("minizinc",)
    target = "minizinc"
    #: Megabytes for all of the processes of one run together.
    options: ClassVar = {"memory_mb": 4096}
    stops_itself = True

    def __init__(self, name: str | None = None, encodings: Mapping[str, str] | None = None, **options: object) -> None:
        if name is not None:
            self.name = name
        super().__init__(encodings or {}, **options)

    def missing(self) -> str | None:
        """The package, MiniZinc itself, or what it drives."""
        if shutil.which("minizinc") is None:
            return self.install
        if super().missing() is not None:
            return PIP
        return None if configuration(self.name) else f"`minizinc --solvers` must list '{self.name}'"

    def version(self) -> str | None:
        """As MiniZinc tells it."""
        found = None if self.missing() else configuration(self.name)
        return None if found is None else str(found.version)

    def command_line(self) -> list[str]:
        """MiniZinc with this solver; it counts in milliseconds."""
        return ["minizinc", "--solver", self.name, "--time-limit", "TIMELIMIT000", "BENCHNAME"]

    def search(self, model: Model, deadline: float | None, statistics: Statistics) -> Iterator[Answer]:
        """All answers, each of them once."""
        started = time.monotonic()
        document = write_minizinc(lower(model, TARGETS["minizinc"], self.encodings))
        statistics.update(
            seconds_build=time.monotonic() - started,
            seconds_solve=0.0,
            nodes=0,
        )
        known: dict[tuple[int, ...], Answer] = {}
        with scratch_folder() as folder:
            file = folder / "puzzle.mzn"
            complete, plainly = False, list[str]()
            while not complete:
                check_clock(deadline)
                file.write_text(document.text + "".join(map(document.blocking, known.values())), encoding="utf-8")
                before = len(known)
                try:
                    complete = yield from self._run(file, document, deadline, known, statistics, plainly)
                except SolverFailed as failure:
                    if plainly or _OPTIMISER not in str(failure):
                        raise
                    plainly = ["-O0"]
                    continue
                if not complete and len(known) == before:
                    raise SolverFailed(self.name, "it repeats an answer that it was told to leave out")
                complete = complete or not document.layers  # a puzzle without unknowns has one answer

    def _run(
        self,
        file: Path,
        document: MiniZincDocument,
        deadline: float | None,
        known: dict[tuple[int, ...], Answer],
        statistics: Statistics,
        more: Sequence[str],
    ) -> Generator[Answer, None, bool]:
        """New answers of one run, with more words in its command; whether there are no others."""
        driver, solver = find_driver(), configuration(self.name)
        assert driver is not None
        assert solver is not None
        all_at_once = "-a" in solver.stdFlags
        words = [str(driver.executable), "--solver", self.name, "--json-stream", "-s", *more, str(file)]
        words += ["-a", "--non-unique"] if all_at_once else []
        heard = _Heard(self.name, statistics)
        run = Streamed(words, deadline=deadline, memory_mb=self.settings["memory_mb"], scratch=file.parent)
        patience = Patience()
        try:
            for line in run:
                text = heard.solution(line)
                if text is None:
                    continue
                answer = self._parse(text, document)
                patience.heard()
                key = tuple(answer.values())
                if key not in known:
                    known[key] = answer
                    yield answer
                    patience.renew()
                elif patience.over():
                    return False
            self._judge_end(run.finished(), heard)
        finally:
            run.stop()
            statistics["seconds_solve"] += time.monotonic() - patience.started
        # Without -a the mark of the end only says that one answer was found.
        return heard.exhausted and (all_at_once or not heard.found)

    def _judge_end(self, ended: Finished, heard: _Heard) -> None:
        """Whether the process ended as it should."""
        heard.statistics["memory_mb"] = max(heard.statistics.get("memory_mb", 0.0), ended.peak_mb)
        if ended.out_of_memory:
            raise OutOfMemory.beyond(self.name, self.settings["memory_mb"])
        if ended.timed_out:
            raise TimeUp
        if ended.returncode != 0:
            raise SolverFailed(self.name, ended.complaint())
        if not heard.exhausted and not heard.found:
            raise SolverFailed(self.name, f"it ended without a verdict: {ended.complaint()}")

    def _parse(self, text: str, document: MiniZincDocument) -> dict[Var, int]:
        """One answer, exactly as our output item prints it."""
        answer: dict[Var, int] = {}
        blocks = dict(_ASSIGNMENT.findall(text))
        if _ASSIGNMENT.sub("", text).strip() or list(blocks) != [array.name for array in document.layers]:
            raise SolverFailed(self.name, f"this is not an answer: {text.strip()[:300]}")
        for array in document.layers:
            words = re.split(r"[\s,|]+", blocks[array.name].strip(" \n|,"))
            if len(words) != len(array.slots):
                raise SolverFailed(self.name, f"'{array.name}' has {len(words)} values, not {len(array.slots)}")
            for var, word in zip(array.slots, words, strict=True):
                if var is not None:  # a place without a cell
                    answer[var] = self._value(word, array.is_bool)
        return answer

    def _value(self, word: str, is_bool: bool) -> int:
        if is_bool and word in ("true", "false"):
            return int(word == "true")
        if not is_bool and re.fullmatch(r"-?\d+", word, re.ASCII):
            return int(word)
        raise SolverFailed(self.name, f"'{word[:40]}' is not a value")


class _Heard:
    """What MiniZinc has said in a run."""

    def __init__(self, solver: str, statistics: Statistics) -> None:
        self.solver = solver
        self.statistics = statistics
        self.found = 0
        #: Whether it said that there are no further answers.
        self.exhausted = False

    def solution(self, line: str) -> str | None:
        """The text of an answer if the line has one; what else it says is noted."""
        from minizinc import MiniZincError  # late: it may be missing
        from minizinc.json import decode_json_stream  # late: it may be missing

        text = None
        try:
            with warnings.catch_warnings(action="ignore"):
                for message in decode_json_stream(line.encode()):
                    text = self._noted(message)
        except MiniZincError as error:
            raise SolverFailed(self.solver, str(error)) from None
        except (KeyError, TypeError, AttributeError):
            raise SolverFailed(self.solver, f"this is no message of MiniZinc: {line[:300]}") from None
        return text

    def _noted(self, message: Mapping[str, Any]) -> str | None:
        if message["type"] == "solution":
            self.found += 1
            return str(message["output"].get("default", ""))
        if message["type"] == "status":
            self._end(message["status"])
        elif message["type"] == "statistics":
            self._count(message["statistics"])
        return None

    def _end(self, status: str) -> None:
        if status in ("ALL_SOLUTIONS", "UNSATISFIABLE"):
            self.exhausted = True
        elif status != "SATISFIED":
            raise SolverFailed(self.solver, f"it ended with {status}")

    def _count(self, found: Mapping[str, Any]) -> None:
        self.statistics["nodes"] += int(found.get("nodes", 0))
        if "flatTime" in found:  # what was handed over; kinds of which there are none are not listed
            for size, kinds in _SIZES.items():  # of the first run: later ones also hold the answers that are known
                self.statistics.setdefault(size, sum(int(found.get(kind, 0)) for kind in kinds))
            self.statistics["seconds_flatten"] = self.statistics.get("seconds_flatten", 0.0) + found["flatTime"]


# ---------------------------------------------------------------- what is installed


def find_driver() -> Driver | None:
    """MiniZinc, if it and the package that knows it are installed."""
    executable = shutil.which("minizinc")
    return None if executable is None or find_spec("minizinc") is None else _driver(executable)


@lru_cache(maxsize=4)
def _driver(executable: str) -> Driver:
    with warnings.catch_warnings(action="ignore"):  # it says so if there is no MiniZinc
        from minizinc import ConfigurationError, Driver  # late: it may be missing, and takes a while

    try:
        return Driver(Path(executable))
    except ConfigurationError as error:
        raise SolverFailed("minizinc", str(error)) from None


def configuration(name: str) -> Solver | None:
    """What MiniZinc says about a solver, unless there is no program behind it."""
    driver = find_driver()
    listed = [] if driver is None else driver.available_solvers().get(name, [])
    return next((solver for solver in listed if solver.executable or solver.version != "<unknown version>"), None)


def found_solvers() -> dict[str, str]:
    """Names of the solvers that MiniZinc finds on this machine, each with its version; empty without MiniZinc."""
    driver = find_driver()
    everything = [] if driver is None else [s for listed in driver.available_solvers().values() for s in listed]
    names = {solver.id.rpartition(".")[2] for solver in everything} - set(_TOOLS)
    found = {name: configuration(name) for name in sorted(names)}
    return {name: str(solver.version) for name, solver in found.items() if solver is not None}
