"""Campaigns: what they ask for, that nothing is lost or done twice, and mistakes in their files."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import cluewright
from cluewright.compiler.backends.json_model import write_json
from cluewright.laboratory.bench.campaign import load_campaign, loads_campaign
from cluewright.laboratory.bench.expand import expand
from cluewright.laboratory.bench.store import Store, unpack_answers
from cluewright.models.errors import CluewrightError
from cluewright.solvers.builtin import built_in

QUEENS = """
  - puzzle: {puzzle: n-queens, board: {rows: $size, columns: $size}}
    sizes: {size: 4..6}
"""


ONE = """
  - puzzle: {puzzle: n-queens, board: {rows: 4, columns: 4}}
"""


def campaign_file(folder: Path, solvers: str = "[sat]", puzzles: str = QUEENS, **keys: Any) -> Path:
    """A campaign file."""
    lines = [f"{key}: {value}" for key, value in {"task": "solve", "timeout": 20, **keys}.items()]
    file = folder / "campaign.yaml"
    file.write_text("\n".join(["campaign: trial", *lines, f"solvers: {solvers}", f"puzzles:{puzzles}"]), "utf-8")
    return file


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "cluewright", "bench", *map(str, arguments)]


def sleeper(folder: Path, seconds: float = 0.4, says: str = "UNKNOWN", does: str = "sleep") -> dict[str, str]:
    """An environment with a solver `slow` that takes its time, notes each call in a file, and finds nothing."""
    program = folder / "slow.sh"
    program.write_text(f"#!/bin/sh\necho call >> {folder}/calls\n{does} {seconds}\necho 's {says}'\n", "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    config = folder / "config" / "cluewright"
    config.mkdir(parents=True)
    (config / "solvers.json").write_text(json.dumps({"solvers": {"slow": {"xcsp3": f"{program} {{file}}"}}}), "utf-8")
    return {**os.environ, "XDG_CONFIG_HOME": str(folder / "config")}


def calls(folder: Path) -> int:
    file = folder / "calls"
    return file.read_text().count("call") if file.exists() else 0


def rows(file: Path) -> list[dict[str, Any]]:
    with Store(file, create=False) as store:
        return store.rows()


# ---------------------------------------------------------------- what a campaign asks for


def test_all_sources_of_puzzles(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    for name in ("a", "b"):
        text = f"puzzle: n-queens\ntitle: {name}\nboard: {{rows: 4, columns: 4}}\n"
        (tmp_path / "boards" / f"{name}.yaml").write_text(text, "utf-8")
    puzzles = """
  - files: [boards/*.yaml, "https://puzz.link/p?slither/4/4/1d1d1d1d"]
  - library: hitori
    family: Hitori
  - puzzle: {puzzle: n-queens, title: $size queens, board: {rows: $size, columns: $size}}
    sizes: {size: 4..8 step 2}
  - generate: {puzzle: latin-square, board: {rows: $size, columns: $size}}
    sizes: {size: [4]}
    seeds: 1..2
    keep: {digit: 40%}
"""
    plan = expand(load_campaign(str(campaign_file(tmp_path, "[sat, clingo]", puzzles, repetitions=2))))
    names = [instance.name for instance in plan.instances]
    assert names[:2] == ["boards/a", "boards/b"]
    assert names[2].startswith("slitherlink")
    assert names[-5:] == ["n-queens 4", "n-queens 6", "n-queens 8", "latin-square 4 #1", "latin-square 4 #2"]
    assert len(plan.jobs) == len(names) * 2 * 2 == len({job.key for job in plan.jobs})
    assert {i.family for i in plan.instances if i.name.startswith("hitori")} == {"Hitori"}
    texts = [instance.make() for instance in plan.instances[-2:]]
    assert texts[0] != texts[1]
    assert texts[0] == plan.instances[-2].make()  # the same seed gives the same puzzle
    puzzle = cluewright.compile(cluewright.loads(texts[0]))
    assert len(puzzle.clues["digit"]) == 6
    assert cluewright.solve(puzzle).status == "satisfied"


def test_clues_derived_from_a_random_picture(tmp_path: Path) -> None:
    puzzles = """
  - generate: {puzzle: nonogram, board: {rows: 3, columns: $size}}
    sizes: {size: 4}
    seeds: 7
    define:
      starts(line): "[i for i in 0..len(line) - 1 if shaded[line[i]] and not any(shaded[line[i - 1:i]])]"
      ends(line): "[i for i in 0..len(line) - 1 if shaded[line[i]] and not any(shaded[line[i + 1:i + 2]])]"
    derive:
      runs:
        each: line in rows + columns
        value: "[e - s + 1 for (s, e) in zip(starts(line), ends(line))] + ([] if any(shaded[line]) else [0])"
"""
    (instance,) = expand(load_campaign(str(campaign_file(tmp_path, puzzles=puzzles)))).instances
    puzzle = cluewright.compile(cluewright.loads(instance.make()))
    runs = {str(line): list(numbers) for line, numbers in puzzle.clues["runs"].items()}
    assert set(runs) == {"row1", "row2", "row3", "column1", "column2", "column3", "column4"}
    assert (
        sum(sum(v) for k, v in runs.items() if k[0] == "r") == sum(sum(v) for k, v in runs.items() if k[0] == "c") > 0
    )
    assert cluewright.solve(puzzle).status == "satisfied"


def test_clues_drawn_from_another_puzzle(tmp_path: Path) -> None:
    puzzles = """
  - generate: {puzzle: latin-square, board: {rows: 3, columns: 3}}
    drawn_from:
      puzzle: {rules: noise, board: {grid: square}, unknowns: {noise: {over: cells, values: bool}}}
      board: {rows: 3, columns: 3}
    seeds: 1..4
    derive: {digit: {each: "c in cells if noise[c]", value: "(row(c) + column(c)) % 3 + 1"}}
"""
    given = []
    for instance in expand(load_campaign(str(campaign_file(tmp_path, puzzles=puzzles)))).instances:
        puzzle = cluewright.compile(cluewright.loads(instance.make()))
        given.append({(c.row, c.column): v for c, v in puzzle.clues["digit"].items()})
        assert all(v == (r + c) % 3 + 1 for (r, c), v in given[-1].items())
    assert len({frozenset(clues) for clues in given}) > 1


def test_the_campaigns_of_the_project_are_fine() -> None:
    folder = Path(__file__).parent.parent / "benchmarks" / "campaigns"
    files = sorted(folder.glob("*.yaml"))
    assert files
    for file in files:
        plan = expand(load_campaign(str(file)))
        assert plan.jobs
        assert {job.solver for job in plan.jobs} <= set(built_in())
        for family in {i.family for i in plan.instances if i.seed is not None}:
            smallest = next(i for i in plan.instances if i.family == family and i.seed is not None)
            assert cluewright.solve(cluewright.loads(smallest.make()), timeout=30).status == "satisfied"


def test_encodings_and_options_make_solvers_of_their_own(tmp_path: Path) -> None:
    solvers = (
        "[sat, {solver: ace, options: {seed: 3}, encodings: [{}, {connected: rank}]}, {solver: clingo, name: asp}]"
    )
    file = campaign_file(tmp_path, solvers, encodings="[{}, {loop: rank}]")
    arms = list(dict.fromkeys(job.arm for job in expand(load_campaign(str(file))).jobs))
    assert arms == ["sat", "ace (seed 3)", "ace (seed 3) connected=rank", "asp", "asp loop=rank"]
    puzzles = "\n  - {library: hitori, encodings: [{}, {connected: rank}]}" + QUEENS
    jobs = expand(load_campaign(str(campaign_file(tmp_path, "[sat, ace]", puzzles)))).jobs
    queens = {i.id for i in expand(load_campaign(str(campaign_file(tmp_path, puzzles=QUEENS)))).instances}
    assert {job.arm for job in jobs if job.instance in queens} == {"sat", "ace"}
    assert {job.arm for job in jobs if job.instance not in queens} == {"sat", "ace", "ace connected=rank"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("solvers: [sat", "campaign.yaml:4:8: not valid YAML"),
        ("solvers: [minisat]", "3:11: there is no solver 'minisat'"),
        ("solvers: [{solver: sat, sede: 1}]", "3:25: unknown key 'sede'"),
        (
            "solvers: [{solver: clingo, options: {sede: 1}}]",
            "3:37: clingo has no option 'sede' (options are arguments)",
        ),
        ("solvers: [{solver: ace, encodings: {connected: rnk}}]", "3:48: there is no encoding 'rnk' of 'connected'"),
        ("task: slove", "3:7: expected 'solve', 'check', 'count' or 'strategies'"),
        ("timeout: soon", "3:10: "),
        ("timeout: 0", "3:10: 'timeout' must be more than 0"),
        ("cpu: 0", "3:6: 'cpu' must be more than 0"),
        ("puzzles: [{library: all, every: 0}]", "3:33: 'every' must be at least 1"),
        ("puzzles: [{files: a.yaml, of_each: 1}]", "3:27: 'of_each' means nothing for files"),
        ("cores: 0", "3:8: 'cores' must be at least 1"),
        ("limit: 5", "3:1: 'limit' is for `task: count`"),
        ("puzzles: [{library: hitory}]", "3:21: the library has no puzzles of 'hitory' (did you mean 'hitori'?)"),
        ("puzzles: [{files: nothing/*.yaml}]", "3:19: no file is called"),
        ("puzzles: [{files: a.yaml, library: all}]", "3:11: expected exactly one of"),
        ("puzzles: [{library: all, seeds: 1..3}]", "3:26: 'seeds' means nothing for library"),
        ("puzzles: [{puzzle: {puzzle: n-queens}, sizes: {n: 3-4}}]", "3:51: '3-4' is no range"),
        ("puzzles: [{puzzle: {puzzle: n-quens}}]", "3:20: there is no rulebook 'n-quens' (did you mean 'n-queens'?)"),
        ("puzzles: [{puzzle: {puzzle: n-queens, title: $n}}]", "3:46: '$n' speaks of a size that is not listed"),
        ("puzzles: [{generate: {puzzle: n-queens}, keep: {queen: half}}]", "3:56: 'half' is no share"),
        ("puzzles: []", "3:1: 'puzzles' is empty"),
    ],
)
def test_mistakes_are_shown_with_their_place(tmp_path: Path, change: str, message: str) -> None:
    lines = {"solvers": "solvers: [sat]", "puzzles": "puzzles: [{library: hitori}]"}
    lines.pop(change.partition(":")[0], None)
    text = "\n".join(["campaign: trial", "repetitions: 1", change, *lines.values()]) + "\n"
    with pytest.raises(CluewrightError) as caught:
        expand(loads_campaign(text, str(tmp_path / "campaign.yaml")))
    assert message in str(caught.value)


def test_the_command_line_shows_mistakes_and_plans(tmp_path: Path) -> None:
    file = campaign_file(tmp_path, "[sat, clingo]")
    done = subprocess.run(command("run", file, "--plan", "--json"), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["runs"] == 6
    file.write_text("campaign: x\npuzzls: []\n", "utf-8")
    done = subprocess.run(
        command("run", file, "-o", tmp_path / "r.sqlite"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"{file}:2:1: unknown key 'puzzls' (did you mean 'puzzles'?)" in done.stderr
    assert not (tmp_path / "r.sqlite").exists()
    (tmp_path / "no.sqlite").write_text("this is no database, but long enough to be taken for one" * 20, "utf-8")
    campaign_file(tmp_path)
    done = subprocess.run(
        command("run", file, "-o", tmp_path / "no.sqlite"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no.sqlite:1:1: this is no results file" in done.stderr


# ---------------------------------------------------------------- running


def test_a_row_says_everything(tmp_path: Path) -> None:
    file = campaign_file(tmp_path, "[sat, clingo]", task="check")
    result = cluewright.bench_run(file, tmp_path / "r.sqlite", cores=2)
    assert (result.total, result.done, result.made, result.disagreements) == (6, 6, 6, [])
    found = rows(tmp_path / "r.sqlite")
    assert [(r["puzzle"], r["arm"], r["verdict"]) for r in found] == [
        (f"n-queens {size}", arm, verdict)
        for size, verdict in ((4, "several"), (5, "several"), (6, "several"))
        for arm in ("sat", "clingo")
    ]
    for row in found:
        assert row["status"] == "satisfied"
        assert 0 < row["ground_s"] < row["total_s"]
        assert row["build_s"] > 0
        assert row["memory_mb"] > 5
        assert row["variables"] > 0
        assert row["constraints"] > 0
        assert row["unknowns"] == row["size"] ** 2
        assert json.loads(row["machine"])["cores"] == os.cpu_count()
        assert set(json.loads(row["versions"])) == {"cluewright", "python", row["solver"]}
        program = shlex.split(row["command"])[0]
        assert program == Path(program).name, "where a program lies on this machine is nothing for a report"
        assert row["genre"] == "n-queens"
        assert json.loads(row["features"])["unknowns"] == row["unknowns"]
    assert len({row["model_hash"] for row in found}) == 3
    answers = unpack_answers(found[0]["answers"])
    assert len(answers) == 2
    assert all(sum(answer) == 4 for answer in answers)


def test_nothing_is_done_twice_and_errors_can_be_retried(tmp_path: Path) -> None:
    environment = sleeper(tmp_path, 0.0, "UNSATISFIABLE")
    file = campaign_file(tmp_path, "[slow]", ONE, repetitions=2)
    run = command("run", file, "-o", tmp_path / "r.sqlite", "--json")
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["made"] == calls(tmp_path) == 2
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["made"] == 0
    assert calls(tmp_path) == 2
    (tmp_path / "slow.sh").write_text("#!/bin/sh\nexit 3\n", "utf-8")
    campaign_file(tmp_path, "[slow]", ONE, repetitions=3)
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["made"] == 1
    assert [r["status"] for r in rows(tmp_path / "r.sqlite")] == ["unsatisfiable", "unsatisfiable", "error"]
    done = subprocess.run([*run, "--retry"], env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["made"] == 1


def test_what_was_not_decided_is_not_repeated(tmp_path: Path) -> None:
    environment = sleeper(tmp_path, 0.0)
    run = command("run", campaign_file(tmp_path, "[slow, sat]", ONE, repetitions=3), "-o", tmp_path / "r.sqlite")
    for _ in range(2):
        done = subprocess.run([*run, "--json"], env=environment, capture_output=True, text=True, check=True)
        assert (json.loads(done.stdout)["done"], json.loads(done.stdout)["total"]) == (4, 4)
    assert calls(tmp_path) == 1
    assert [row["solver"] for row in rows(tmp_path / "r.sqlite")] == ["slow", "sat", "sat", "sat"]


def test_cpu_seconds_can_be_limited(tmp_path: Path) -> None:
    """Of all that a run starts; the clock alone ends what sleeps."""
    environment = sleeper(tmp_path, does="while :; do :; done; sleep")
    file = campaign_file(tmp_path, "[slow, sat]", ONE, cpu=0.4, timeout=60)
    subprocess.run(command("run", file, "-o", tmp_path / "r.sqlite"), env=environment, capture_output=True, check=True)
    slow, sat = rows(tmp_path / "r.sqlite")
    assert (slow["status"], sat["verdict"]) == ("unknown", "satisfied")
    assert slow["message"] == "it was not ready in 0.4 CPU seconds and was ended"
    assert 0.4 <= json.loads(slow["statistics"])["cpu_s"] < 5
    analysis = cluewright.bench_analysis(tmp_path / "r.sqlite")
    assert (analysis.by_cpu, analysis.limit_text) == (True, "0.4 CPU s")
    assert [score.par for score in analysis.scores() if score.arm == "slow"] == [0.8]


def test_a_part_of_the_library(tmp_path: Path) -> None:
    def genres(entry: str) -> list[str]:
        plan = expand(load_campaign(str(campaign_file(tmp_path, puzzles=f"\n  - {entry}\n"))))
        return [instance.family for instance in plan.instances]

    some = genres("{library: [hitori, masyu], of_each: 1}")
    assert some == ["hitori", "masyu"]
    everything = genres("{library: all, of_each: 1}")
    assert len(set(everything)) == len(everything) > 300
    assert genres("{library: all, every: 50, of_each: 1}") == everything[::50]


def test_results_from_before_cpu_limits(tmp_path: Path) -> None:
    results = tmp_path / "r.sqlite"
    file = campaign_file(tmp_path)
    assert cluewright.bench_run(file, results).made == 3
    with sqlite3.connect(results) as db:
        db.execute("DROP VIEW results")
        for table in ("jobs", "runs"):
            db.execute(f"ALTER TABLE {table} DROP COLUMN cpu_limit")
    assert cluewright.bench_run(file, results).made == 0
    assert {row["cpu_limit"] for row in rows(results)} == {None}
    campaign_file(tmp_path, cpu=5)
    assert cluewright.bench_run(file, results).made == 3
    assert {row["cpu_limit"] for row in rows(results)} == {5.0}


def test_a_solver_that_is_not_installed_is_waited_for(tmp_path: Path) -> None:
    environment = sleeper(tmp_path, 0.0)
    (tmp_path / "slow.sh").rename(tmp_path / "away.sh")
    run = command("run", campaign_file(tmp_path, "[slow, sat]", ONE), "-o", tmp_path / "r.sqlite", "--json")
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    data = json.loads(done.stdout)
    assert (done.returncode, data["done"], data["total"]) == (3, 1, 2)
    assert "not installed" in data["missing"]["slow"]
    (tmp_path / "away.sh").rename(tmp_path / "slow.sh")
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["done"] == 2


def wait_for(condition: Any, seconds: float = 40.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def finished(file: Path) -> int:
    if not file.exists():
        return 0
    try:
        with sqlite3.connect(file, timeout=10) as db:
            return int(db.execute("SELECT count(*) FROM runs").fetchone()[0])
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0


def test_a_killed_campaign_goes_on_where_it_stopped(tmp_path: Path) -> None:
    environment = sleeper(tmp_path, says="UNSATISFIABLE")
    results = tmp_path / "r.sqlite"
    run = command("run", campaign_file(tmp_path, "[slow]", ONE, repetitions=4), "-o", results, "--json")
    first = subprocess.Popen(run, env=environment, stdout=subprocess.DEVNULL)
    wait_for(lambda: finished(results) >= 1)
    first.send_signal(signal.SIGKILL)
    first.wait()
    kept = {row["key"]: row["started"] for row in rows(results)}
    assert 1 <= len(kept) < 4
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {**json.loads(done.stdout), "made": 4 - len(kept), "done": 4, "total": 4}
    after = {row["key"]: row["started"] for row in rows(results)}
    assert len(after) == 4
    assert kept.items() <= after.items()
    assert calls(tmp_path) <= 5  # only the run that was killed may have been started twice


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    environment = sleeper(tmp_path, 30.0)
    results = tmp_path / "r.sqlite"
    run = command("run", campaign_file(tmp_path, "[slow]"), "-o", results)
    process = subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: calls(tmp_path) == 1)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 130
    with sqlite3.connect(results) as db:
        assert db.execute("SELECT count(*) FROM claims").fetchone()[0] == 0
    shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path / "slow.sh") not in shown


def test_two_processes_share_the_work(tmp_path: Path) -> None:
    environment = sleeper(tmp_path, says="UNSATISFIABLE")
    results = tmp_path / "r.sqlite"
    run = command("run", campaign_file(tmp_path, "[slow]", ONE, repetitions=5), "-o", results, "--json")
    both = [subprocess.Popen(run, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    made = [json.loads(process.communicate(timeout=60)[0])["made"] for process in both]
    assert sum(made) == calls(tmp_path) == 5
    assert min(made) > 0
    assert len({row["owner"] for row in rows(results)}) == 2


def test_a_contradiction_is_loud(tmp_path: Path) -> None:
    environment = sleeper(tmp_path)
    (tmp_path / "slow.sh").write_text("#!/bin/sh\necho 's UNSATISFIABLE'\n", "utf-8")
    run = command("run", campaign_file(tmp_path, "[sat, slow]", ONE), "-o", tmp_path / "r.sqlite")
    done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr.count("SOLVERS DISAGREE on n-queens") == 1
    assert "satisfied: sat; unsatisfiable: slow" in done.stderr


def test_sets_and_orders_of_strategies(tmp_path: Path) -> None:
    sets = "[all, {name: pair, use: [naked single, hidden single], orders: 1}, {name: one, use: [x-wing]}]"
    file = tmp_path / "strategies.yaml"
    file.write_text(
        f"campaign: trial\ntask: strategies\ntimeout: 600\nstrategies: {sets}\n"
        "puzzles:\n  - puzzle: {puzzle: sudoku, title: Tiny, parameters: {size: 4, box: [2, 2]}, "
        "clues: {digit: {r1c1: 1, r2c4: 3, r3c3: 2, r4c2: 4}}}\n",
        "utf-8",
    )
    assert [job.arm for job in expand(load_campaign(str(file))).jobs] == ["all", "pair", "pair, order 1", "one"]
    results = tmp_path / "results.sqlite"
    cluewright.bench_run(file, results)
    found = {row["arm"]: row for row in rows(results)}
    assert [found[arm]["verdict"] for arm in ("all", "pair", "pair, order 1", "one")] == ["solved"] * 3 + ["stuck"]
    told = json.loads(found["pair"]["statistics"])
    assert told["rounds"] <= told["steps"] == sum(told["used"].values())
    assert told["open"] == 0 < json.loads(found["one"]["statistics"])["open"]
    analysis = cluewright.bench_analysis(results)
    scores = {score.arm: score for score in analysis.strategies()}
    assert (scores["all"].solved, scores["one"].solved, scores["one"].puzzles) == (1, 0, 1)
    assert scores["pair"].rounds > 0 < scores["pair, order 1"].rounds
    assert not analysis.contradictions
    cluewright.bench_report(results, tmp_path / "report")
    assert "pair, order 1" in (tmp_path / "report" / "strategies.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("task: strategies\nsolvers: [sat]\nstrategies: [all]", "'solvers' means nothing for `task: strategies`"),
        ("task: strategies", "'strategies' is missing"),
        ("task: solve\nsolvers: [sat]\nstrategies: [all]", "'strategies' means nothing for `task: solve`"),
        ("task: strategies\nstrategies: [{name: a, orders: 2}]", "other orders need a list of strategies"),
    ],
)
def test_mistakes_about_strategies(text: str, message: str) -> None:
    with pytest.raises(CluewrightError, match=message):
        loads_campaign(f"campaign: trial\npuzzles: [{{library: sudoku}}]\n{text}\n")


def test_a_capsule_can_be_run_again(tmp_path: Path) -> None:
    """Instances in the formats of others, checksums, and a campaign over the files alone that plans the same runs."""
    puzzles = """
  - generate: {puzzle: latin-square, board: {rows: 3, columns: 3}}
    seeds: 1..2
    keep: {digit: 40%}
"""
    made = campaign_file(tmp_path, "[sat, clingo]", puzzles, repetitions=2)
    results = tmp_path / "results.sqlite"
    cluewright.bench_run(made, results)
    capsule = cluewright.bench_export(results, tmp_path / "capsule")
    assert not capsule.left_out
    done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=capsule.folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    for ending, folder in (("xml", "instances/MainCSP"), ("mzn", "minizinc"), ("yaml", "puzzles")):
        assert len(list((capsule.folder / folder / "latin-square").glob(f"*.{ending}"))) == 2
    again = cluewright.bench_plan(capsule.folder / "campaign.yaml")
    assert len(again.jobs) == len(rows(results)) == 8
    texts = {instance.make() for instance in again.instances}
    with Store(results, create=False) as store:
        models = {
            cluewright.compile(cluewright.loads(store.puzzle_text(row["instance"]))).model for row in rows(results)
        }
    assert {write_json(cluewright.compile(cluewright.loads(text)).model) for text in texts} == set(
        map(write_json, models)
    )
    with pytest.raises(CluewrightError, match="not empty"):
        cluewright.bench_export(results, capsule.folder)
