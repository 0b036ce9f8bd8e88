"""Rules that choose a solver: learnt from made-up results, judged on genres held out, and followed by `auto`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from test_bench_report import made_up

from cluewright.laboratory.bench.analysis import analyse
from cluewright.laboratory.bench.expand import Instance, Job, Plan
from cluewright.laboratory.bench.store import MEASURED, Store
from cluewright.laboratory.bench.train import train
from cluewright.models.errors import CluewrightError
from cluewright.solvers.builtin import DEFAULT
from cluewright.solvers.engines.auto import PATIENCE
from cluewright.solvers.features import Features
from cluewright.solvers.selection import SHIPPED, choose, load_selection

SMALL = Path(__file__).parent.parent / "puzzles" / "library" / "sudoku" / "small.yaml"


PLAIN, HEAVY = ("plain", "flat", "even"), ("heavy", "full", "thick")


def results(genres: int = 3, **costs: Any) -> list[dict[str, Any]]:
    """Two puzzles of each genre, without and with sums. A cost is a function of (has sums, number)."""
    rows = []
    for genre in (*PLAIN[:genres], *HEAVY[:genres]):
        for i in range(2):
            features = json.dumps(asdict(Features(unknowns=10 + i, sums=9 * (genre in HEAVY), graphs=1)))
            for arm, cost in costs.items():
                total = cost(genre in HEAVY, i)
                rows.append(made_up(f"{genre} {i}", arm, total, features=features, encodings="{}", options="{}"))
    return rows


def test_the_tree_finds_what_matters() -> None:
    rows = results(sat=lambda heavy, i: 8.0 if heavy else 1.0, clingo=lambda heavy, i: 2.0 if heavy else 4.0)
    found = train(analyse(rows), races=False)
    assert found.rules["rules"] == [{**found.rules["rules"][0], "when": ["sums >= 9"], "use": "clingo"}]
    assert found.rules["otherwise"]["use"] == "sat"
    assert found.trained == found.held_out == found.virtual_best == pytest.approx(1.5)
    assert (found.single, found.single_cost) == ("clingo", pytest.approx(3.0))
    assert found.beats_single


def test_held_out_genres_are_really_held_out() -> None:
    """Of two genres with sums one is held out, and a leaf needs two genres: nothing can be learnt about sums."""
    costs = {"sat": lambda heavy, i: 9.0 if heavy else 1.0, "clingo": lambda heavy, i: 2.0 if heavy else 4.0}
    found = train(analyse(results(2, **costs)), races=False)
    # without any one genre clingo is the best single choice of the rest
    assert found.held_out == found.single_cost == pytest.approx(3.0)
    assert found.rules["rules"] == []  # so no question is worth asking
    assert not found.beats_single


def test_a_race_is_charged_for_both_cores() -> None:
    rows = results(ace=lambda heavy, i: 9.0 if i else 1.0, clingo=lambda heavy, i: 1.0 if i else 9.0)
    for row in rows:
        row["features"] = json.dumps(asdict(Features(unknowns=5)))  # nothing tells the puzzles apart
    found = train(analyse(rows))
    assert found.rules["rules"] == [
        {"when": [], "race": ["ace", "clingo"], "because": found.rules["rules"][0]["because"]}
    ]
    assert found.trained == pytest.approx(2.0)
    assert found.beats_single
    alone = train(analyse(rows), races=False)
    assert alone.rules["rules"] == []
    assert not alone.beats_single


def test_the_default_solver_may_go_first(tmp_path: Path) -> None:
    """It is paid until the other one comes, and imports count: what is quick by the default solver stays with it."""
    rows = results(sat=lambda heavy, i: 9.0 if heavy else 0.1, ace=lambda heavy, i: 0.5)
    for row in rows:
        row["features"] = json.dumps(asdict(Features(unknowns=5)))
        row["statistics"] = json.dumps({"cpu_s": row["total_s"], "import_s": 0.4 if row["arm"] == "ace" else 0.0})
    found = train(analyse(rows))
    assert found.trained == found.single_cost == pytest.approx(0.9)  # (0.1 + 1 + 0.9) / 2 is no better
    dear = [{**row, "statistics": row["statistics"].replace("0.4", "1.4")} for row in rows]
    found = train(analyse(dear))
    assert found.rules["rules"] == []
    assert (found.rules["otherwise"]["use"], found.rules["otherwise"]["then"]) == ("sat", "ace")
    assert found.trained == pytest.approx((0.1 + 1 + 1.9) / 2)
    file = tmp_path / "rules.yaml"
    file.write_text(found.text(), "utf-8")
    chosen = choose(load_selection(str(file)), Features())
    assert ([choice.solver for choice in chosen.choices], chosen.seconds) == (["sat", "ace"], 1)


def test_too_little_is_said() -> None:
    with pytest.raises(CluewrightError, match="too little to learn from"):
        train(analyse([made_up("maze 1", "sat", 1.0), made_up("maze 1", "clingo", 1.0)]))


def test_written_rules_are_read_again(tmp_path: Path) -> None:
    rows = results(sat=lambda heavy, i: 8.0 if heavy else 1.0, clingo=lambda heavy, i: 2.0 if heavy else 4.0)
    for row in rows:
        if row["arm"] == "clingo":
            row["encodings"], row["options"] = '{"loop": "rank"}', '{"arguments": ["--seed=1"]}'
    file = tmp_path / "rules.yaml"
    file.write_text(train(analyse(rows), races=False).text(), "utf-8")
    selection = load_selection(str(file))
    chosen = choose(selection, Features(sums=9))
    assert [(c.solver, c.encodings, c.options) for c in chosen.choices] == [
        ("clingo", {"loop": "rank"}, {"arguments": ["--seed=1"]})
    ]
    assert "PAR-2" in chosen.reason
    assert [c.solver for c in choose(selection, Features(sums=8)).choices] == ["sat"]


def test_shipped_rules_are_fine() -> None:
    selection = load_selection(str(SHIPPED))
    assert choose(selection, Features()).choices
    for rule in selection.rules:
        assert rule.because
    # without rules of the user's own, the default solver begins before they are read
    for last in (*selection.rules, selection.otherwise):
        assert last.use is not None
        assert (last.use.solver, last.seconds) == (DEFAULT, PATIENCE)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("{when: [sum >= 3], use: sat, because: x}", ":2:16: 'sum >= 3' is no condition"),
        ("{when: [sums >= 3], because: x}", ":2:9: expected either `use` or `race`"),
        ("{when: [sums >= 3], use: sat, then: ace, because: x}", "`then` and `seconds` go together"),
        ("{when: [sums >= 3], use: {solvr: sat}, because: x}", ":2:35: unknown key 'solvr' (did you mean 'solver'?)"),
    ],
)
def test_mistakes_in_rules_have_a_place(tmp_path: Path, rules: str, message: str) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(f"selection: mine\nrules: [{rules}]\notherwise: {{use: sat}}\n", "utf-8")
    with pytest.raises(CluewrightError) as caught:
        load_selection(str(file))
    assert message in str(caught.value)


def test_the_command_line_trains_and_auto_follows(tmp_path: Path) -> None:
    rows = results(sat=lambda heavy, i: 9.0 if i else 1.0, clingo=lambda heavy, i: 2.0)
    file = tmp_path / "r.sqlite"
    write_results(file, rows)
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")}
    cluewright = [sys.executable, "-m", "cluewright"]
    command = [*cluewright, "bench", "train", str(file), "--use", "--no-races", "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    data = json.loads(done.stdout)
    assert data["best_single"] == "clingo"
    assert done.returncode == (0 if data["par2"]["held_out"] < data["par2"]["single"] else 1)
    assert (tmp_path / "config" / "cluewright" / "selection.yaml").is_file()
    rules = tmp_path / "config" / "cluewright" / "selection.yaml"
    rules.write_text("selection: mine\notherwise: {use: clingo, because: I like it}\n", "utf-8")
    check = [*cluewright, "check", str(SMALL), "--solver", "auto"]
    done = subprocess.run(check, env=environment, capture_output=True, text=True, check=True)
    assert "auto chose clingo: I like it" in done.stdout
    done = subprocess.run([*check, "--json"], env=environment, capture_output=True, text=True, check=True)
    data = json.loads(done.stdout)
    assert (data["solver"], data["chosen"], data["reason"]) == ("auto", "clingo", "I like it")


def write_results(file: Path, rows: list[dict[str, Any]]) -> None:
    """A results file with these rows."""
    instances = {r["instance"]: Instance(r["instance"], r["puzzle"], r["family"], None, None, str) for r in rows}
    jobs = [Job(r["instance"], r["solver"], r["arm"], {}, {}, "check", None, 10.0, 1000, 1) for r in rows]
    with Store(file) as store:
        store.begin(Plan("made up", list(instances.values()), jobs), "campaign: made up\n")
        for row in rows:
            claimed = store.claim("made up")
            assert claimed is not None
            assert (claimed.job.instance, claimed.job.arm) == (row["instance"], row["arm"])
            store.finish(claimed, {name: row.get(name) for name in MEASURED})
        assert store.claim("made up") is None
