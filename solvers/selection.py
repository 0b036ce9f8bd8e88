"""Rules that choose a solver by features of the model. They are data: shipped, trained, or the user's own."""

import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from cluewright.models.documents import Line, Names
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.folders import user_folder
from cluewright.models.loading import read_text, validate
from cluewright.models.parts import Convert, Field, Part
from cluewright.models.source import Document, read_documents
from cluewright.solvers.features import Features

#: The rules that come with the package.
SHIPPED: Final = Path(__file__).with_name("selection.yaml")

_CONDITION: Final = re.compile(r"\s*([a-z_]+)\s*(>=|<)\s*(\d+)\s*")
_NAMES: Final = tuple(Features.__dataclass_fields__)


def solver_entry(value: object) -> object:
    """A name alone is a solver without options."""
    return {"solver": value} if isinstance(value, str) else value


class Choice(Part):
    """A solver with encodings and options."""

    solver: str = Field(description="its name")
    encodings: dict[str, str] = Field(default_factory=dict, description="encodings in place of its own")
    options: dict[str, Any] = Field(default_factory=dict, description="options, as in a campaign")


ChoiceEntry = Annotated[Choice, Convert(solver_entry)]


class Otherwise(Part):
    """What is done if no rule fits."""

    use: ChoiceEntry = Field(description="the solver")
    seconds: int | None = Field(default=None, description="how long it may take, if another one comes after it")
    then: ChoiceEntry | None = Field(default=None, description="the solver that comes after it")
    because: Line = Field(default="nothing else fits", description="the reason, for people")


class Rule(Part):
    """If all conditions hold, this solver is taken, or these are raced."""

    when: Names = Field(description="conditions such as `graphs >= 1` or `unknowns < 200`")
    use: ChoiceEntry | None = Field(default=None, description="the solver")
    seconds: int | None = Field(default=None, description="how long it may take, if another one comes after it")
    then: ChoiceEntry | None = Field(default=None, description="the solver that comes after it")
    race: list[ChoiceEntry] | None = Field(default=None, description="solvers that are raced")
    because: Line = Field(description="the reason, for people")


class Selection(Part):
    """All rules, in order."""

    selection: Line = Field(description="where the rules come from")
    about: Line | None = Field(default=None, description="what they were trained on and how good they are")
    rules: list[Rule] = Field(default_factory=list)
    otherwise: Otherwise = Field(description="what is done if no rule fits")


@dataclass(frozen=True)
class Chosen:
    """What the rules say about a model: one solver, several to race, or two of which the second comes when the first
    has not decided within some seconds."""

    choices: tuple[Choice, ...]
    reason: str
    seconds: int | None = None


def user_file() -> Path:
    """Where rules of the user's own are kept."""
    return user_folder("XDG_CONFIG_HOME", ".config") / "selection.yaml"


def current_selection() -> Selection:
    """The user's own rules if there are any, otherwise the shipped ones."""
    own = user_file()
    return load_selection(str(own if own.is_file() else SHIPPED))


@cache
def load_selection(path: str) -> Selection:
    """Read rules; raises CluewrightError with places."""
    documents = read_documents(read_text(path), path)
    if len(documents) != 1 or not isinstance(documents[0].data, dict):
        raise CluewrightError(Problem("expected one list of rules in this file", Place(path)))
    document = documents[0]
    found = validate(Selection, document)
    problems = [p for i, rule in enumerate(found.rules) for p in _mistakes(document, rule, i)]
    problems += _half_said(document, found.otherwise, ("otherwise",))
    if problems:
        raise CluewrightError(*problems)
    return found


def _mistakes(document: Document, rule: Rule, index: int) -> list[Problem]:
    path = ("rules", index)
    found = []
    for text in rule.when:
        match = _CONDITION.fullmatch(text)
        if match is None or match[1] not in _NAMES:
            hint = f"write `FEATURE >= NUMBER` or `FEATURE < NUMBER`; features are {', '.join(_NAMES)}"
            found.append(document.problem(f"'{text[:40]}' is no condition", (*path, "when"), hint))
    if (rule.use is None) == (rule.race is None) or rule.race == []:
        found.append(document.problem("expected either `use` or `race`", path))
    return found + _half_said(document, rule, path)


def _half_said(document: Document, rule: Rule | Otherwise, path: tuple[str | int, ...]) -> list[Problem]:
    """Who comes after another solver has to know when."""
    if (rule.then is None) != (rule.seconds is None) or (rule.then is not None and rule.use is None):
        return [document.problem("`then` and `seconds` go together, after `use`", path)]
    return []


def choose(selection: Selection, features: Features) -> Chosen:
    """What the first rule that fits says."""
    values = asdict(features)
    for rule in selection.rules:
        if all(holds(text, values) for text in rule.when):
            if rule.use is not None:
                return Chosen(_after_each_other(rule.use, rule.then), rule.because, rule.seconds)
            return Chosen(tuple(rule.race or ()), rule.because)
    last = selection.otherwise
    return Chosen(_after_each_other(last.use, last.then), last.because, last.seconds)


def _after_each_other(use: Choice, then: Choice | None) -> tuple[Choice, ...]:
    return (use,) if then is None else (use, then)


def holds(condition: str, values: dict[str, Any]) -> bool:
    """Whether a condition is true of these features."""
    match = _CONDITION.fullmatch(condition)
    assert match is not None
    value = values[match[1]]
    return bool(value >= int(match[3]) if match[2] == ">=" else value < int(match[3]))
