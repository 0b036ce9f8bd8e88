"""Learning which solver to take: a shallow decision tree over features of models, written down as a list of rules.

The tree minimises PAR-2 directly, in seconds of all processors and with what a solver's package needs to be imported: a
leaf takes whatever cost least on the puzzles that reach it. A race of two solvers is charged twice the time of the
faster one, because it occupies two cores. The default solver may also be tried for a while before another one comes;
then both are paid. Whole genres are held out to see whether the rules help with puzzles of a kind that was never
measured.
"""

from __future__ import annotations

import itertools
import json
import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Final, NamedTuple

import yaml

from cluewright.laboratory.bench.analysis import Analysis, Cell
from cluewright.laboratory.bench.columns import Row
from cluewright.models.errors import CluewrightError, Problem
from cluewright.solvers.builtin import DEFAULT
from cluewright.solvers.features import Features

#: A leaf rests on at least so many puzzles and genres.
LEAST_PUZZLES: Final = 4
LEAST_GENRES: Final = 2
#: A question is asked only if it saves this share of the cost.
LEAST_GAIN: Final = 0.02
#: A race costs both of its cores.
RACE_COST: Final = 2.0
#: Seconds for which the default solver may be tried first.
PATIENCE: Final = (1, 3)

_NAMES: Final = tuple(Features.__dataclass_fields__)


@dataclass(frozen=True)
class Example:
    """A puzzle: its features, and what each solver cost (PAR-2, seconds of all processors)."""

    name: str
    genre: str
    features: dict[str, int]
    costs: dict[str, float]


class Plan(NamedTuple):
    """One arm, two in a race, or (with seconds) two of which the second comes when the first has not decided."""

    arms: tuple[str, ...]
    seconds: int | None = None

    def cost(self, example: Example) -> float:
        """What it costs on a puzzle."""
        costs = [example.costs[arm] for arm in self.arms]
        if self.seconds is not None:
            return costs[0] if costs[0] <= self.seconds else self.seconds + costs[1]
        return costs[0] if len(costs) == 1 else RACE_COST * min(costs)


@dataclass(frozen=True)
class Leaf:
    """What to do, and the puzzles that say so."""

    plan: Plan
    examples: tuple[Example, ...]

    def cost(self, example: Example) -> float:
        """What this choice costs on a puzzle."""
        return self.plan.cost(example)


@dataclass(frozen=True)
class Split:
    """A question: does this feature reach the threshold?"""

    feature: str
    threshold: int
    yes: Leaf | Split
    no: Leaf | Split
    #: What to take without asking.
    leaf: Leaf


Tree = Leaf | Split


@dataclass(frozen=True)
class Training:
    """The rules and how good they are: mean PAR-2 in seconds."""

    tree: Tree
    #: On the puzzles they were made from.
    trained: float
    #: On genres that were held out, each judged by rules made from the others.
    held_out: float
    #: The best single solver, chosen with hindsight, and how much it cost on the same puzzles.
    single: str
    single_cost: float
    virtual_best: float
    puzzles: int
    genres: list[str]
    rules: dict[str, object] = field(default_factory=dict)

    @property
    def beats_single(self) -> bool:
        """Whether the rules are better than the best single solver on genres that they never saw."""
        return self.held_out < self.single_cost

    def text(self) -> str:
        """The rules as a file."""
        head = "# Made by `cluewright bench train`; the first rule that fits decides. Features: solvers/features.py.\n"
        return head + yaml.safe_dump(self.rules, sort_keys=False, allow_unicode=True, width=120)


def train(analysis: Analysis, *, depth: int = 3, races: bool = True) -> Training:
    """Fit rules to results; raises CluewrightError if there is too little to learn from. Without `races` one solver is
    chosen for each puzzle."""
    examples = examples_of(analysis)
    genres = sorted({example.genre for example in examples})
    arms = [arm for arm in analysis.ranked if analysis.solver_of[arm] != "auto"]
    if len(examples) < 2 * LEAST_PUZZLES or len(genres) < 2 * LEAST_GENRES or len(arms) < 2:
        need = f"at least {2 * LEAST_PUZZLES} puzzles of {2 * LEAST_GENRES} genres on two solvers"
        raise CluewrightError(Problem(f"there is too little to learn from: {need} are needed, each tried by all"))
    choices = _choices(arms, races, [arm for arm in arms if arm == DEFAULT] if races else [])
    # fewer questions may do better on genres that were not seen; of equals the shorter rules win
    held_out, depth = min((cost, d) for d, cost in enumerate(held_out_costs(examples, choices, depth)))
    tree = cut(grown(examples, choices, depth), depth)
    single = min(arms, key=lambda arm: sum(example.costs[arm] for example in examples))
    found = Training(
        tree,
        fmean(decide(tree, example).cost(example) for example in examples),
        held_out,
        single,
        fmean(example.costs[single] for example in examples),
        fmean(min(example.costs.values()) for example in examples),
        len(examples),
        genres,
    )
    found.rules.update(_rules(found, analysis))
    return found


def examples_of(analysis: Analysis) -> list[Example]:
    """The puzzles that every solver was tried on."""
    arms = [arm for arm in analysis.ranked if analysis.solver_of[arm] != "auto"]
    found = []
    for puzzle in analysis.common:
        if set(_NAMES) <= puzzle.features.keys():
            features = {name: int(puzzle.features[name]) for name in _NAMES}
            costs = {arm: _whole_cost(analysis.cells[puzzle.id, arm]) for arm in arms}
            found.append(Example(puzzle.name, puzzle.genre, features, costs))
    return found


def _whole_cost(cell: Cell) -> float:
    """What a run costs at a shell: all processors, and the imports. Where only the clock is known, it counts."""
    return cell.cpu + cell.imports if cell.solved and cell.cpu else cell.par


def held_out_costs(examples: Sequence[Example], choices: Sequence[Plan], depth: int) -> list[float]:
    """The mean cost if the rules for each genre are made without that genre, for 0, 1, ... questions in a row."""
    costs: list[list[float]] = [[] for _ in range(depth + 1)]
    for genre in dict.fromkeys(example.genre for example in examples):
        whole = grown([example for example in examples if example.genre != genre], choices, depth)
        for questions, found in enumerate(costs):
            tree = cut(whole, questions)
            found += [decide(tree, example).cost(example) for example in examples if example.genre == genre]
    return [fmean(found) for found in costs]


def decide(tree: Tree, example: Example) -> Leaf:
    """The leaf that a puzzle reaches."""
    while isinstance(tree, Split):
        tree = tree.yes if example.features[tree.feature] >= tree.threshold else tree.no
    return tree


# ---------------------------------------------------------------- growing


def _choices(arms: Sequence[str], races: bool, first: Sequence[str]) -> list[Plan]:
    """Single solvers; races; and the default one for a while, then another."""
    pairs = list(itertools.combinations(arms, 2)) if races else []
    turns = [Plan((one, arm), seconds) for one in first for arm in arms if arm != one for seconds in PATIENCE]
    return [*(Plan((arm,)) for arm in arms), *map(Plan, pairs), *turns]


def grown(examples: Sequence[Example], choices: Sequence[Plan], depth: int) -> Tree:
    """A tree of so many questions in a row, by asking each time the question that lowers the total cost most."""
    costs = {id(example): [plan.cost(example) for plan in choices] for example in examples}
    return _grown(tuple(examples), choices, costs, depth)


def cut(tree: Tree, depth: int) -> Tree:
    """The same tree with fewer questions."""
    if isinstance(tree, Leaf):
        return tree
    if depth == 0:
        return tree.leaf
    yes, no = cut(tree.yes, depth - 1), cut(tree.no, depth - 1)
    if isinstance(yes, Leaf) and isinstance(no, Leaf) and yes.plan == no.plan:
        return tree.leaf
    return Split(tree.feature, tree.threshold, yes, no, tree.leaf)


def _grown(examples: tuple[Example, ...], choices: Sequence[Plan], costs: dict[int, list[float]], depth: int) -> Tree:
    totals = [sum(column) for column in zip(*(costs[id(example)] for example in examples), strict=True)]
    leaf = Leaf(choices[totals.index(min(totals))], examples)
    question = _best_question(examples, costs, totals) if depth else None
    if question is None or question[0] > min(totals) * (1 - LEAST_GAIN):
        return leaf
    _, feature, threshold = question
    yes = tuple(e for e in examples if e.features[feature] >= threshold)
    no = tuple(e for e in examples if e.features[feature] < threshold)
    sides = [_grown(side, choices, costs, depth - 1) for side in (yes, no)]
    return Split(feature, threshold, sides[0], sides[1], leaf)


def _best_question(
    examples: Sequence[Example], costs: dict[int, list[float]], totals: list[float]
) -> tuple[float, str, int] | None:
    """The least cost, feature and threshold; of equals the earlier feature and the lower threshold."""
    best: tuple[float, str, int] | None = None
    for feature in _NAMES:
        ordered = sorted(examples, key=lambda example: example.features[feature])
        below = [0.0] * len(totals)
        genres_below: Counter[str] = Counter()
        genres_above = Counter(example.genre for example in examples)
        for count, (example, following) in enumerate(itertools.pairwise(ordered), 1):
            below = [total + cost for total, cost in zip(below, costs[id(example)], strict=True)]
            genres_below[example.genre] += 1
            genres_above[example.genre] -= 1
            if not genres_above[example.genre]:
                del genres_above[example.genre]
            threshold = following.features[feature]
            enough = LEAST_PUZZLES <= count <= len(ordered) - LEAST_PUZZLES
            if threshold == example.features[feature] or not enough:
                continue
            if len(genres_below) < LEAST_GENRES or len(genres_above) < LEAST_GENRES:
                continue
            cost = min(below) + min(map(operator.sub, totals, below))
            if best is None or cost < best[0]:
                best = (cost, feature, threshold)
    return best


# ---------------------------------------------------------------- writing


def _rules(training: Training, analysis: Analysis) -> dict[str, object]:
    choices = {row["arm"]: _choice(row) for row in analysis.rows}
    rules: list[dict[str, object]] = []
    for conditions, leaf in _paths(training.tree, []):
        taken, seconds = [choices[arm] for arm in leaf.plan.arms], leaf.plan.seconds
        what = {"use": taken[0]} if len(taken) == 1 else {"race": taken}
        if seconds is not None:
            what = {"use": taken[0], "seconds": seconds, "then": taken[1]}
        rules.append({"when": conditions, **what, "because": _reason(leaf)})
    *rules, last = rules
    about = (
        f"Mean PAR-2 on {training.puzzles} puzzles of {len(training.genres)} genres, limit {analysis.limit_text}: "
        f"{training.held_out:.3f} s on genres held out of training, {training.trained:.3f} s in training, "
        f"{training.single_cost:.3f} s for the best single solver ({training.single}), "
        f"{training.virtual_best:.3f} s for the virtual best."
    )
    # the last rule is reached by whatever no other fits, so it needs no conditions; a race cannot be a last resort
    if "race" in last:
        rules.append(last)
        last = {"use": choices[training.single], "because": "it is the best single solver"}
    otherwise = {key: value for key, value in last.items() if key != "when"}
    return {"selection": "trained", "about": about, "rules": rules, "otherwise": otherwise}


def _paths(tree: Tree, conditions: list[str]) -> Iterable[tuple[list[str], Leaf]]:
    if isinstance(tree, Leaf):
        yield conditions, tree
        return
    yield from _paths(tree.yes, [*conditions, f"{tree.feature} >= {tree.threshold}"])
    yield from _paths(tree.no, [*conditions, f"{tree.feature} < {tree.threshold}"])


def _reason(leaf: Leaf) -> str:
    """How it did on the puzzles that the rule rests on, and who came next."""
    arms = leaf.examples[0].costs
    means = {arm: fmean(example.costs[arm] for example in leaf.examples) for arm in arms}
    mine = fmean(leaf.cost(example) for example in leaf.examples)
    rest = sorted((cost, arm) for arm, cost in means.items() if (arm,) != leaf.plan.arms)
    genres = len({example.genre for example in leaf.examples})
    next_best = f", {rest[0][1]} {rest[0][0]:.2f} s" if rest else ""
    kind = " (both cores counted)" if len(leaf.plan.arms) > 1 and leaf.plan.seconds is None else ""
    return f"on {len(leaf.examples)} such puzzles of {genres} genres PAR-2 was {mine:.2f} s{kind}{next_best}"


def _choice(row: Row) -> object:
    encodings, options = json.loads(row["encodings"] or "{}"), json.loads(row["options"] or "{}")
    if not encodings and not options:
        return row["solver"]
    return {
        "solver": row["solver"],
        **({"encodings": encodings} if encodings else {}),
        **({"options": options} if options else {}),
    }


__all__ = ["Training", "cut", "decide", "examples_of", "grown", "held_out_costs", "train"]
