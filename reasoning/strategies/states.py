"""A board with its candidates as a short text, and back.

Layer by layer in order: `digit 1 .*5 2/3` says that the first unknown is 1, of the next five nothing is known, and the
one after is 2 or 3. A word is given by its number in the model, a truth value by 0 or 1; `-` means that nothing is
left.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

from cluewright.compiler.ir import Var
from cluewright.compiler.model import Model
from cluewright.models.errors import CluewrightError, Problem
from cluewright.reasoning.facts import Known

_RUN: Final = re.compile(r"(\.|[-\d/]+)(?:\*(\d{1,6}))?")


def state_text(model: Model, known: Known) -> str:
    """The text of a board."""
    layers = model.unknowns.items()
    return "; ".join(f"{name} {_line(list(layer.variables.values()), known)}" for name, layer in layers)


def _line(variables: list[Var], known: Known) -> str:
    words = [_word(var, known.candidates[var]) for var in variables]
    runs = [(word, len(list(same))) for word, same in groupby(words)]
    return " ".join(word if length == 1 else f"{word}*{length}" for word, length in runs)


def _word(var: Var, left: tuple[int, ...]) -> str:
    if len(left) == len(var.domain) and len(left) != 1:
        return "."
    return "/".join(map(str, left)) or "-"


def read_state(model: Model, text: str) -> Known:
    """The board of a text; raises CluewrightError if it is not one of this puzzle."""
    known = Known.of(model)
    lines = {words[0]: words[1:] for part in text.split(";") if (words := part.split())}
    for name in lines:
        if name not in model.unknowns:
            raise _mistake(f"there are no unknowns '{name}'")
    for name, layer in model.unknowns.items():
        variables = list(layer.variables.values())
        words = [word for token in lines.get(name, []) for word in _repeated(token)]
        if len(words) != len(variables):
            raise _mistake(f"'{name}' has {len(variables)} unknowns, not {len(words)}")
        for var, word in zip(variables, words, strict=True):
            if word != ".":
                known.candidates[var] = _values(word, var)
    return known


def _repeated(token: str) -> list[str]:
    match = _RUN.fullmatch(token)
    if match is None:
        raise _mistake(f"'{token}' says nothing about an unknown")
    return [match[1]] * int(match[2] or 1)


def _values(word: str, var: Var) -> tuple[int, ...]:
    if word == "-":
        return ()
    try:
        found = {int(part) for part in word.split("/")}
    except ValueError:
        raise _mistake(f"'{word}' says nothing about an unknown") from None
    strange = found - set(var.domain)
    if strange:
        raise _mistake(f"{var.name} cannot be {min(strange)}")
    return tuple(v for v in var.domain if v in found)


def _mistake(message: str) -> CluewrightError:
    return CluewrightError(Problem(message, hint="a state is written as state_text writes it: digit 1 .*5 2/3"))
