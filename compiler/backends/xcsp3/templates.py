"""Constraints of a file without their variables: those that differ only in these share one group and one table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from cluewright.compiler.automata import Automaton
from cluewright.compiler.ir import Table, Var
from cluewright.compiler.model import Rule

#: What stands in the places of a template: variables, and numbers where constraints of one form differ in these.
Scope = tuple[Var | int, ...]

#: The number that a sum or a count is compared with.
_LIMIT: Final = re.compile(r"\((\w+),(-?\d+)\)")
#: A sum of two variables as a condition, and how a sum of more is compared in the same way: with what, and with how
#: much more.
_PAIR: Final = re.compile(r"(eq|ne|le|ge|lt|gt)\(add\(%0,%1\),(-?\d+)\)")
_SAME: Final = {"lt": ("le", -1), "gt": ("ge", 1)}
#: A number in a condition, but not that of a place.
_NUMBER: Final = re.compile(r"(?<![%\w.])-?\d+")


class Template(NamedTuple):
    """A constraint with %0, %1, ... (or %... for the whole list) in the places of its variables."""

    tag: str
    text: str | None
    parts: tuple[tuple[str, str], ...] = ()


#: All variables differ; in each row and in each column of an array they do.
ALL_DIFFERENT: Final = Template("allDifferent", "%...")
MATRIX: Final = Template("allDifferent", None, (("matrix", "%..."),))


@dataclass(eq=False)
class Block:
    """The constraints of one rule, by template."""

    rule: Rule
    groups: dict[Template, list[Scope]] = field(default_factory=dict)
    #: Variables with the value that they must have.
    fixed: dict[Var, int] = field(default_factory=dict)

    def post(self, template: Template, variables: Sequence[Var | int]) -> None:
        self.groups.setdefault(template, []).append(tuple(variables))

    def join_counts(self) -> None:
        """Where several values are counted exactly among the same variables, `cardinality` says it at once."""
        counted: dict[Scope, dict[str, str]] = {}
        for template, scopes in self.groups.items():
            if (exact := _exact_count(template)) is not None:
                for scope in scopes:
                    counted.setdefault(scope, {}).setdefault(*exact)
        joined = {scope: occurs for scope, occurs in counted.items() if len(occurs) > 1}
        if not joined:
            return
        groups, self.groups = self.groups, {}
        for template, scopes in groups.items():
            exact = _exact_count(template)
            for scope in scopes:
                if exact is None or joined.get(scope, {}).get(exact[0]) != exact[1]:
                    self.post(template, scope)
        for scope, occurs in joined.items():
            parts = (("list", "%..."), ("values", " ".join(occurs)), ("occurs", " ".join(occurs.values())))
            self.post(Template("cardinality", None, parts), scope)

    def join_pairs(self) -> None:
        """Where longer lists of a rule add up to something, pairs are said like them: one form for one rule, and cosoco
        needs longer to read the other. (Two that differ stay a condition: as a list they cost Choco its way.)"""
        groups, self.groups = self.groups, {}
        limits = {_limited(template) for template in groups}
        for template, scopes in groups.items():
            alike = _like_longer(template)
            said = alike if alike is not None and _limited(alike) in limits else template
            self.groups.setdefault(said, []).extend(scopes)

    def join_numbers(self) -> None:
        """Constraints that differ in numbers only become one group, with the numbers among its arguments."""
        forms = {template: _without_numbers(template) for template in self.groups}
        often = Counter(form[0] for form in forms.values() if form is not None)
        groups, self.groups = self.groups, {}
        for template, scopes in groups.items():
            form = forms[template]
            if form is None or often[form[0]] < 2:
                self.groups.setdefault(template, []).extend(scopes)
                continue
            joined, numbers = form
            before = numbers if joined.text is None else ()
            after = () if joined.text is None else numbers
            self.groups.setdefault(joined, []).extend((*before, *scope, *after) for scope in scopes)


def _like_longer(template: Template) -> Template | None:
    """A sum of two variables in the form of a list of variables."""
    match = _PAIR.fullmatch(template.text or "") if template.tag == "intension" else None
    if match is None:
        return None
    operator, more = _SAME.get(match[1], (match[1], 0))
    return Template("sum", None, (("list", "%..."), ("condition", f"({operator},{int(match[2]) + more})")))


def _limited(template: Template) -> str | None:
    """How a sum without factors is compared with its limit."""
    if template.tag != "sum" or [tag for tag, _ in template.parts] != ["list", "condition"]:
        return None
    match = _LIMIT.fullmatch(template.parts[1][1])
    return None if match is None else match[1]


def _without_numbers(template: Template) -> tuple[Template, tuple[int, ...]] | None:
    """A constraint with places for its numbers too, and the numbers: the limit of a sum or count comes first, because
    its list takes all that is left, those of a condition last."""
    if template.tag == "intension" and template.text is not None:
        if "set(" in template.text:
            return None  # as many numbers as there are
        places = len(set(re.findall(r"%\d+", template.text)))
        numbers = list(dict.fromkeys(_NUMBER.findall(template.text)))
        text = _NUMBER.sub(lambda m: f"%{places + numbers.index(m[0])}", template.text)
        return (template._replace(text=text), tuple(map(int, numbers))) if numbers else None
    limits = [_LIMIT.fullmatch(text) for tag, text in template.parts if tag == "condition"]
    if template.tag not in ("sum", "count") or limits == [None]:
        return None
    (limit,) = limits
    assert limit is not None
    parts = tuple((tag, f"({limit[1]},%0)" if tag == "condition" else text) for tag, text in template.parts)
    return template._replace(parts=parts), (int(limit[2]),)


def _exact_count(template: Template) -> tuple[str, str] | None:
    """The value that a `count` counts and how often it occurs, where both are known."""
    if template.tag != "count":
        return None
    parts = dict(template.parts)
    operator, _, limit = parts["condition"].strip("()").partition(",")
    return None if operator != "eq" or "%" in limit or " " in parts["values"] else (parts["values"], limit)


def table_of(rows: list[tuple[int, ...]], truths: list[int]) -> Template | bool:
    """A table of the rows that are true or of those that are false, whichever is shorter."""
    allowed = sum(truths)
    if allowed in (0, len(rows)):
        return allowed > 0
    positive = allowed <= len(rows) - allowed
    chosen = [row for row, truth in zip(rows, truths, strict=True) if bool(truth) is positive]
    return _extension(len(rows[0]), chosen, positive)


def table_rows(template: Template) -> int:
    """How many rows a table has."""
    return sum(text.count("(") or len(text.split()) for tag, text in template.parts if tag in ("supports", "conflicts"))


def _extension(width: int, rows: Sequence[tuple[int | None, ...]], positive: bool) -> Template:
    places = " ".join(f"%{i}" for i in range(width))
    return Template("extension", None, (("list", places), ("supports" if positive else "conflicts", spell_rows(rows))))


def spell_rows(rows: Sequence[tuple[int | None, ...]]) -> str:
    """Rows of a table; rows of one column are plain numbers."""
    if rows and len(rows[0]) == 1:
        return " ".join(str(row[0]) for row in sorted(rows))
    return "".join("(" + ",".join("*" if v is None else str(v) for v in row) + ")" for row in rows)


def rows_template(node: Table, columns: list[tuple[Var, bool]]) -> Template | bool:
    """The table over its variables; where two columns are one variable, rows that contradict themselves go."""
    variables = list(dict.fromkeys(var for var, _ in columns))
    domains = [frozenset(var.domain) for var in variables]
    order = {var: place for place, var in enumerate(variables)}
    places = [(position, order[var], flipped) for position, (var, flipped) in enumerate(columns)]
    kept: dict[tuple[int | None, ...], None] = {}
    for row in node.rows:
        fitted = _fit(row, places, domains)
        if fitted is not None:
            kept[fitted] = None
    if not kept:
        return not node.positive
    if not variables or (None,) * len(variables) in kept:
        return node.positive
    return _extension(len(variables), list(kept), node.positive)


def _fit(
    row: Sequence[int | None], places: list[tuple[int, int, bool]], domains: list[frozenset[int]]
) -> tuple[int | None, ...] | None:
    """A row over the variables, or None if no values of theirs fit it."""
    fitted: list[int | None] = [None] * len(domains)
    for position, index, flipped in places:
        value = row[position]
        if value is None:
            continue
        if flipped:
            value = 1 - value
        if value not in domains[index] or fitted[index] not in (None, value):
            return None
        fitted[index] = value
    return tuple(fitted)


def automaton_template(automaton: Automaton, alphabet: Sequence[int]) -> Template | bool:
    steps = sorted((s, value, t) for (s, value), t in automaton.transitions.items() if value in alphabet)
    if not automaton.accepting or not steps:
        return False
    transitions = "".join(f"(q{s},{value},q{t})" for s, value, t in steps)
    final = " ".join(f"q{state}" for state in sorted(automaton.accepting))
    parts = (("list", "%..."), ("transitions", transitions), ("start", f"q{automaton.start}"), ("final", final))
    return Template("regular", None, parts)
