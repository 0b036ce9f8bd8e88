"""A small reader of XCSP3 files that shares nothing with the writer: it finds all solutions by plain search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

from lxml import etree

Values = dict[str, int]
#: The variables of a constraint and whether values satisfy it.
Constraint = tuple[frozenset[str], Callable[[Values], bool]]

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda *a: sum(a),
    "sub": lambda a, b: a - b,
    "neg": lambda a: -a,
    "abs": abs,
    "dist": lambda a, b: abs(a - b),
    "min": min,
    "max": max,
    "div": lambda a, b: int(a / b),
    "mod": lambda a, b: a - b * int(a / b),
    "if": lambda c, a, b: a if c else b,
    "eq": lambda *a: len(set(a)) == 1,
    "iff": lambda *a: len(set(map(bool, a))) == 1,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "not": lambda a: not a,
    "and": lambda *a: all(a),
    "or": lambda *a: any(a),
    "set": lambda *a: a,
    "in": lambda a, b: a in b,
}


def _product(*args: int) -> int:
    result = 1
    for arg in args:
        result *= arg
    return result


_FUNCTIONS["mul"] = _product
_OPERATORS = {name: _FUNCTIONS[name] for name in ("eq", "ne", "lt", "le", "gt", "ge")}


class Instance:
    """The variables and constraints of a file."""

    def __init__(self, content: bytes) -> None:
        root = etree.fromstring(content)
        assert root.tag == "instance"
        assert root.get("format") == "XCSP3"
        self.domains: dict[str, list[int]] = {}
        self.shapes: dict[str, list[int]] = {}
        for array in root.iterfind("variables/array"):
            self._read_array(array)
        self.constraints: list[Constraint] = []
        self.tags: list[str] = []
        for node in root.find("constraints"):
            assert node.tag == "block"
            for child in node:
                self._read(child)

    def _read_array(self, array: Any) -> None:
        name, sizes = array.get("id"), [int(n) for n in re.findall(r"\[(\d+)\]", array.get("size"))]
        assert re.fullmatch(r"[A-Za-z]\w*", name)
        self.shapes[name] = sizes
        parts = array.findall("domain")
        names = self.expand(f"{name}{'[]' * len(sizes)}", known=False)
        if not parts:
            self.domains.update(dict.fromkeys(names, _numbers(array.text)))
        for part in parts:
            for var in self.expand(part.get("for"), known=False):
                assert var not in self.domains
                self.domains[var] = _numbers(part.text)
        assert parts or set(names) <= set(self.domains)  # where domains are listed, there may be holes

    def expand(self, text: str, known: bool = True) -> list[str]:
        """`x[0][] y[2..4]` as single identifiers."""
        found: list[str] = []
        for word in text.split():
            if re.fullmatch(r"-?\d+", word):
                found.append(word)
                continue
            name = word.partition("[")[0]
            ranges = []
            for size, index in zip(self.shapes[name], re.findall(r"\[([^\]]*)\]", word), strict=True):
                first, _, last = index.partition("..")
                ranges.append(range(size) if not index else range(int(first), int(last or first) + 1))
            found += [name + "".join(f"[{i}]" for i in place) for place in product(*ranges)]
        assert not known or all(var in self.domains or re.fullmatch(r"-?\d+", var) for var in found)
        return found

    def _read(self, node: Any) -> None:
        if node.tag != "group":
            self._add(node, lambda text: text)
            return
        template, *scopes = node
        for scope in scopes:
            args = self.expand(scope.text)
            texts = [template.text or "", *(part.text or "" for part in template)]
            used = 1 + max((int(m) for text in texts for m in re.findall(r"%(\d+)", text)), default=-1)
            rest = " ".join(args[used:])

            self._add(template, partial(_fill, args, rest))

    def _add(self, node: Any, fill: Callable[[str], str]) -> None:
        self.tags.append(node.tag)
        parts: dict[str, list[str]] = {"": [fill(node.text or "")]}
        for part in node:
            parts.setdefault(part.tag, []).append(fill(part.text or ""))
        lists = [self.expand(text) for text in (parts.get("list") or (parts[""] if node.tag != "intension" else []))]
        scope = [var for row in lists for var in row]
        self.constraints.append(getattr(self, f"_{node.tag}")(parts, lists, scope))

    def _intension(self, parts: dict[str, list[str]], _lists: Any, _scope: Any) -> Constraint:
        text = parts[""][0].strip()
        variables = frozenset(re.findall(r"[A-Za-z]\w*(?:\[\d+\])+", text))
        assert variables <= set(self.domains)
        return variables, lambda values: bool(_evaluate(text, values))

    def _extension(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        positive = "supports" in parts
        text = parts["supports" if positive else "conflicts"][0]
        if len(scope) == 1:
            rows = [(str(n),) for n in _numbers(text)]
        else:
            rows = [tuple(row.split(",")) for row in re.findall(r"\(([^)]*)\)", text)]
        assert positive or not any("*" in row for row in rows)
        assert all(len(row) == len(scope) for row in rows)
        assert len(set(scope)) == len(scope)

        def holds(values: Values) -> bool:
            word = [str(values[var]) for var in scope]
            return any(all(c in ("*", w) for c, w in zip(row, word, strict=True)) for row in rows) is positive

        return frozenset(scope), holds

    def _sum(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        coeffs = _numbers(parts["coeffs"][0]) if "coeffs" in parts else [1] * len(scope)
        assert len(coeffs) == len(scope)
        return self._conditioned(
            parts, scope, lambda values: sum(c * values[var] for c, var in zip(coeffs, scope, strict=True))
        )

    def _count(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        wanted = _numbers(parts["values"][0])
        return self._conditioned(parts, scope, lambda values: sum(values[var] in wanted for var in scope))

    def _minimum(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        return self._conditioned(parts, scope, lambda values: min(values[var] for var in scope))

    def _maximum(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        return self._conditioned(parts, scope, lambda values: max(values[var] for var in scope))

    def _conditioned(self, parts: dict[str, list[str]], scope: list[str], total: Callable[[Values], int]) -> Constraint:
        match = re.fullmatch(r"\s*\((\w+),(\S+)\)\s*", parts["condition"][0])
        assert match
        operator, limit = _OPERATORS[match[1]], match[2]
        variables = {*scope, limit} & set(self.domains)
        return frozenset(variables), lambda values: operator(total(values), _evaluate(limit, values))

    def _allDifferent(self, parts: dict[str, list[str]], lists: list[list[str]], scope: list[str]) -> Constraint:  # noqa: N802
        if "matrix" in parts:
            return self._matrix(parts["matrix"][0].strip())
        excepted = _numbers(parts["except"][0]) if "except" in parts else []

        def holds(values: Values) -> bool:
            if len(lists) > 1:
                words = [tuple(values[var] for var in row) for row in lists]
            else:
                words = [(values[var],) for var in scope if values[var] not in excepted]
            return len(set(words)) == len(words)

        return frozenset(scope), holds

    def _matrix(self, text: str) -> Constraint:
        """All different in each row and each column."""
        name = text.partition("[")[0]
        assert text == f"{name}[][]"
        height, width = self.shapes[name]
        rows = [[f"{name}[{r}][{c}]" for c in range(width)] for r in range(height)]
        lines = [*rows, *map(list, zip(*rows, strict=True))]

        def holds(values: Values) -> bool:
            return all(len({values[var] for var in line}) == len(line) for line in lines)

        return frozenset(var for row in rows for var in row), holds

    def _regular(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        steps = re.findall(r"\((\w+),(-?\d+),(\w+)\)", parts["transitions"][0])
        table = {(state, int(value)): following for state, value, following in steps}
        assert len(table) == len(steps), "the automaton is deterministic"
        assert len({tuple(self.domains[var]) for var in scope}) == 1

        def holds(values: Values) -> bool:
            state: str | None = parts["start"][0].strip()
            for var in scope:
                state = table.get((state or "", values[var]))
            return state in parts["final"][0].split()

        return frozenset(scope), holds

    def _lex(self, parts: dict[str, list[str]], lists: list[list[str]], scope: list[str]) -> Constraint:
        operator = _OPERATORS[parts["operator"][0].strip()]
        return frozenset(scope), lambda values: operator(*([values[var] for var in row] for row in lists))

    def _element(self, parts: dict[str, list[str]], lists: list[list[str]], scope: list[str]) -> Constraint:
        index, value = parts["index"][0].strip(), parts["value"][0].strip()
        variables = frozenset({*scope, index, value})
        return variables, lambda values: values[index] < len(scope) and values[scope[values[index]]] == values[value]

    def _circuit(self, _parts: Any, _lists: Any, scope: list[str]) -> Constraint:
        def holds(values: Values) -> bool:
            following = [values[var] for var in scope]
            touring = {i for i, j in enumerate(following) if i != j}
            seen: set[int] = set()
            place = min(touring, default=-1)
            while place >= 0 and place not in seen:
                seen.add(place)
                place = following[place]
            return bool(touring) and seen == touring and place == min(touring)

        return frozenset(scope), holds

    def _instantiation(self, parts: dict[str, list[str]], _lists: Any, scope: list[str]) -> Constraint:
        wanted = dict(zip(scope, _numbers(parts["values"][0]), strict=True))
        assert all(value in self.domains[var] for var, value in wanted.items())
        return frozenset(scope), lambda values: all(values[var] == value for var, value in wanted.items())

    def solutions(self) -> Iterator[Values]:
        """All solutions, by backtracking."""
        order = list(self.domains)
        due: list[list[Callable[[Values], bool]]] = [[] for _ in order]
        place = {var: i for i, var in enumerate(order)}
        for variables, holds in self.constraints:
            due[max(place[var] for var in variables)].append(holds)
        values: Values = {}

        def search(depth: int) -> Iterator[Values]:
            if depth == len(order):
                yield dict(values)
                return
            for value in self.domains[order[depth]]:
                values[order[depth]] = value
                if all(holds(values) for holds in due[depth]):
                    yield from search(depth + 1)

        return search(0)


def _fill(args: list[str], rest: str, text: str) -> str:
    return re.sub(r"%(\d+)", lambda m: args[int(m[1])], text.replace("%...", rest))


def _numbers(text: str) -> list[int]:
    found: list[int] = []
    for word in text.split():
        first, _, last = word.partition("..")
        found += range(int(first), int(last or first) + 1)
    return found


def _evaluate(text: str, values: Values) -> int:
    """The value of an expression in functional notation."""
    tokens = re.findall(r"[A-Za-z]\w*(?:\[\d+\])*|-?\d+|[(),]", text)
    stack: list[list[Any]] = [[]]
    names: list[str] = []
    for i, token in enumerate(tokens):
        if token == "(":
            stack.append([])
        elif token == ")":
            args = stack.pop()
            stack[-1].append(_FUNCTIONS[names.pop()](*args))
        elif i + 1 < len(tokens) and tokens[i + 1] == "(":
            names.append(token)
        elif token != ",":
            stack[-1].append(values[token] if token in values else int(token))
    (result,) = stack[0]
    return int(result)
