"""One run of a campaign: ground the puzzle, solve it within limits, judge the answers, and say everything about it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from dataclasses import asdict
from typing import cast

from cluewright.compiler.backends.json_model import write_json
from cluewright.compiler.ground import CompiledPuzzle, compile_puzzle
from cluewright.compiler.model import Model
from cluewright.laboratory.bench.by_strategies import run_strategies
from cluewright.laboratory.bench.columns import Measured
from cluewright.laboratory.bench.expand import Job
from cluewright.laboratory.bench.machine import made_here
from cluewright.laboratory.bench.store import pack_answers
from cluewright.models.errors import CluewrightError
from cluewright.models.loading import load_text
from cluewright.solvers.compare import judge_outcome, outcome_data
from cluewright.solvers.contract import prepare
from cluewright.solvers.features import features
from cluewright.solvers.isolated import Outcome, Task, failed, start
from cluewright.solvers.registry import get_solver


def execute(job: Job, text: str) -> Measured:
    """The run, as the columns of a row. It is made in a process of its own; this one waits."""
    began = time.process_time()
    if job.task != "strategies":
        with contextlib.suppress(CluewrightError):  # the run says so itself
            prepare(get_solver(job.solver, job.encodings, job.options))
    imports = time.process_time() - began
    where: Measured = {**made_here(job.solver), "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    try:
        if job.task == "strategies":
            return {**where, **_by_strategies(job, text)}
        solver = get_solver(job.solver, job.encodings, job.options)
        started, spent = time.monotonic(), time.process_time()
        puzzle = compile_puzzle(load_text(text))
        ground, ground_cpu = time.monotonic() - started, time.process_time() - spent
        load = os.getloadavg()[0]
        run = start(
            puzzle.model,
            solver,
            cast(Task, job.task),
            timeout=job.timeout,
            limit=job.limit,
            memory_mb=job.memory_mb,
            cpu=job.cpu_limit,
        )
        outcome = run.result()
        judge_outcome(puzzle.model, outcome)
        told = {"ground_cpu_s": round(ground_cpu, 4), "import_s": round(imports, 4), "load": round(load, 2)}
    except CluewrightError as error:
        return {**where, "status": failed(job.solver, error).status, "verdict": "", "message": str(error)}
    return {**where, **_measured(outcome, ground, told), **_described(puzzle), **_answered(outcome)}


def _by_strategies(job: Job, text: str) -> Measured:
    """Strategies look at the clock themselves, so they need no process of their own."""
    started = time.monotonic()
    puzzle = compile_puzzle(load_text(text))
    ground = time.monotonic() - started
    measured = run_strategies(puzzle, job.options, job.timeout)
    return {**measured, **_described(puzzle), "ground_s": ground, "total_s": ground + (measured["run_s"] or 0.0)}


def unfinished(status: str, message: str, seconds: float) -> Measured:
    """A run that did not live to tell."""
    return {"status": status, "verdict": "unknown", "message": message, "run_s": seconds, "total_s": seconds}


def _measured(outcome: Outcome, ground: float, told: dict[str, float]) -> Measured:
    """`import_s` is what a solver's package costs before anything begins: from the shell, every puzzle pays it."""
    data = outcome_data(outcome)
    statistics = outcome.statistics
    also = {"cpu_s": data["seconds_cpu"], **told}
    return {
        "status": outcome.status,
        "verdict": outcome.verdict,
        "message": outcome.message,
        "ground_s": ground,
        "build_s": statistics.get("seconds_build", statistics.get("seconds_encode")),
        "solve_s": statistics.get("seconds_solve"),
        "run_s": outcome.seconds,
        "total_s": ground + outcome.seconds,
        "memory_mb": max(outcome.memory_mb, statistics.get("memory_mb", 0.0)),
        "nodes": statistics.get("nodes"),
        "conflicts": statistics.get("conflicts"),
        "variables": data["variables"],
        "constraints": data["constraints"],
        "statistics": json.dumps({**statistics, **also}, sort_keys=True),
    }


def _described(puzzle: CompiledPuzzle) -> Measured:
    model = puzzle.model
    return {
        "genre": "+".join(e if isinstance(e, str) else e.rules for e in puzzle.loaded.puzzle.puzzle),
        "unknowns": len(model.variables),
        "rules": len(model.constraints),
        "features": json.dumps(asdict(features(model)), sort_keys=True),
        "model_hash": model_hash(model),
    }


def _answered(outcome: Outcome) -> Measured:
    kept = pack_answers(outcome.values)
    one = json.dumps(outcome.values[0]).encode() if outcome.values else b""
    return {"answers": kept, "answer_hash": hashlib.sha256(one).hexdigest()[:16] if one else None}


def model_hash(model: Model) -> str:
    """The same for the same model: unknowns, constraints, rules and their places."""
    return hashlib.sha256(write_json(model).encode()).hexdigest()[:16]
