"""Rules that choose a solver by features of the model. They are data: shipped, trained, or the user's own."""

import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final

from cluewright.models.documents import Line, Names
from cluewright.models.errors import CluewrightError, Place, Problem
from cluewright.models.loading import read_text, validate
from cluewright.models.parts import Convert, Field, Part
from cluewright.models.source import Document, read_documents
from cluewright.solvers.configured import config_file
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
    because: Line = Field(default="nothing else fits", description="the reason, for people")


class Rule(Part):
    """If all conditions hold, this solver is taken, or these are raced."""

    when: Names = Field(description="conditions such as `graphs >= 1` or `unknowns < 200`")
    use: ChoiceEntry | None = Field(default=None, description="the solver")
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
    """What the rules say about a model: one solver, or several to race."""

    choices: tuple[Choice, ...]
    reason: str


def user_file() -> Path:
    """Where rules of the user's own are kept."""
    return config_file().with_name("selection.yaml")


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
    return found


def choose(selection: Selection, features: Features) -> Chosen:
    """What the first rule that fits says."""
    values = asdict(features)
    for rule in selection.rules:
        if all(holds(text, values) for text in rule.when):
            choices = [rule.use] if rule.use is not None else rule.race or []
            return Chosen(tuple(choices), rule.because)
    return Chosen((selection.otherwise.use,), selection.otherwise.because)


def holds(condition: str, values: dict[str, Any]) -> bool:
    """Whether a condition is true of these features."""
    match = _CONDITION.fullmatch(condition)
    assert match is not None
    value = values[match[1]]
    return bool(value >= int(match[3]) if match[2] == ">=" else value < int(match[3]))
