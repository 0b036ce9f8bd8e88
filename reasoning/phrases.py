"""Predicates: what is said of one thing, made to fit several, to deny, or to stand behind `can`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: First words of a predicate: for one thing, for several, and both denied.
_VERBS: Final = {
    "is": ("is", "are", "is not", "are not"),
    "has": ("has", "have", "does not have", "do not have"),
}
_BASES: Final = {"is": "be", "has": "have"}
#: What is denied twice is said plainly.
DENIALS: Final = ("no ", "not ")


def truth(name: str, value: bool) -> str:
    """What is said of an element that has, or has not, what a layer is named after."""
    word = name.replace("_", " ")
    if word.endswith("ed"):  # shaded, painted, filled
        return f"is {'' if value else 'not '}{word}"
    return f"has {('an ' if word[0] in 'aeiou' else 'a ') if value else 'no '}{word}"


def conjugated(phrase: str, several: bool, holds: bool) -> str:
    """A predicate for one thing, made to fit several or to deny."""
    verb, _, rest = phrase.partition(" ")
    if not holds and rest.startswith(DENIALS):
        denial, _, rest = rest.partition(" ")
        holds, rest = True, f"{'at least one ' if verb == 'has' else 'a '}{rest}" if denial == "no" else rest
    elif not holds and " no " in rest:  # on no line
        holds, rest = True, rest.replace(" no ", " a ", 1)
    base = base_of(verb)
    forms = _VERBS.get(verb, (verb, base, f"does not {base}", f"do not {base}"))
    return f"{forms[several + 2 * (not holds)]} {rest}".strip()


def base_of(verb: str) -> str:
    """A verb as it stands behind `can`."""
    if verb in _BASES:
        return _BASES[verb]
    return verb.removesuffix("es") if verb.endswith(("oes", "ches", "shes", "sses", "xes")) else verb.removesuffix("s")


def common_start(phrases: Sequence[str]) -> str:
    """The words with which all phrases begin; the first one at least."""
    split = [phrase.split(" ") for phrase in phrases]
    number = 0
    while number < min(map(len, split)) - 1 and len({tuple(words[: number + 1]) for words in split}) == 1:
        number += 1
    return "".join(word + " " for word in split[0][:number])


def common_end(phrases: Sequence[str]) -> str:
    """The words with which all phrases end, but for one of each at least."""
    backwards = [" ".join(reversed(phrase.split(" "))) for phrase in phrases]
    return "".join(" " + word for word in reversed(common_start(backwards).split()))


def ranges(ends: list[str]) -> list[str]:
    """Numbers that follow each other, if they are many, as the first and the last one: 6 to 16."""
    if not all(end.isdigit() for end in ends):
        return ends
    runs: list[list[str]] = []
    for end in ends:
        if runs and int(end) == int(runs[-1][-1]) + 1:
            runs[-1].append(end)
        else:
            runs.append([end])
    return [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 3 else run)]
