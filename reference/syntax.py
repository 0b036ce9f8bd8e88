"""Expressions as trees, read by going down the levels of the grammar, the weakest operator first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from cluewright.reference.elements import fail

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[^\W\d]\w*)|(?P<text>'[^']*'|\"[^\"]*\")"
    r"|(?P<sign>\.\.|\*\*|//|==|!=|<=|>=|[-+*%<>=()\[\]{},:]))"
)
_KEYWORDS: Final = frozenset("and or not in if else for implies iff true false".split())
_COMPARISONS: Final = ("==", "!=", "<=", ">=", "<", ">")
_DEEPEST: Final = 120

#: A name, or several in parentheses: `x`, `(a, b)`.
Target: TypeAlias = "str | tuple[Target, ...]"


@dataclass(frozen=True)
class Known:
    """A number, a word, or a truth value."""

    value: bool | int | str


@dataclass(frozen=True)
class Name:
    name: str


@dataclass(frozen=True)
class Operation:
    """`+ - * // % ** ..`, `implies`, `iff`; `negative` and `not` have one operand, `and` and `or` any number."""

    sign: str
    operands: tuple[Node, ...]


@dataclass(frozen=True)
class Comparison:
    """A chain such as `a < b <= c`."""

    signs: tuple[str, ...]
    operands: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    """`first if condition else second`."""

    condition: Node
    first: Node
    second: Node


@dataclass(frozen=True)
class Items:
    """A list or, in braces, a set."""

    items: tuple[Node, ...]
    is_set: bool = False


@dataclass(frozen=True)
class Loop:
    """`for target in source if ... if ...`."""

    target: Target
    source: Node
    conditions: tuple[Node, ...]


@dataclass(frozen=True)
class Description:
    """A list, or a set, by description."""

    item: Node
    loops: tuple[Loop, ...]
    is_set: bool = False


@dataclass(frozen=True)
class Call:
    function: str
    arguments: tuple[Node, ...]
    options: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Lookup:
    """`table[place]`."""

    table: Node
    place: Node


@dataclass(frozen=True)
class Slice:
    """`list[start:stop:step]`."""

    table: Node
    parts: tuple[Node | None, Node | None, Node | None]


Node: TypeAlias = Known | Name | Operation | Comparison | Choice | Items | Description | Call | Lookup | Slice


def parse(text: str) -> Node:
    """A whole expression, which may be a description without brackets."""
    parser = _Parser(text)
    found = parser.described(parser.expression(), is_set=False)
    parser.end()
    return found


def parse_loops(text: str) -> tuple[Loop, ...]:
    """`x in things if ..., (a, b) in pairs`, as in `each`."""
    parser = _Parser(text)
    loops = [parser.loop()]
    while parser.take(","):
        loops.append(parser.loop())
    parser.end()
    return tuple(loops)


def is_loop(text: str) -> bool:
    """Whether a text starts like a loop: `x in` or `(a, b) in`."""
    return re.match(r"\s*([^\W\d]\w*|\([\s\w,()]*\))\s+in\b", text) is not None


def alternatives(text: str) -> list[str]:
    """The parts of a text between `or`s that stand in no bracket or quotes."""
    parts, depth, start = [], 0, 0
    for kind, token, at in _tokens(text):
        depth += (token in "([{") - (token in ")]}") if kind == "sign" else 0
        if kind == "name" and token == "or" and depth == 0:
            parts.append(text[start:at])
            start = at + 2
    return [part.strip() for part in [*parts, text[start:]]]


def _tokens(text: str) -> list[tuple[str, str, int]]:
    found, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            fail(f"cannot read {text[at:].strip()[:20]!r} in the expression {text!r}")
        found.append((match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)))
        at = match.end()
    return found


class _Parser:
    """Walks over the tokens; each method reads one level of the grammar."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [(kind, token) for kind, token, _ in _tokens(text)]
        self.at = 0
        self.depth = 0

    def peek(self, ahead: int = 0) -> tuple[str, str]:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ("end", "")

    def is_next(self, *tokens: str) -> bool:
        kind, token = self.peek()
        return kind in ("sign", "name") and token in tokens

    def take(self, *tokens: str) -> str | None:
        if not self.is_next(*tokens):
            return None
        self.at += 1
        return self.tokens[self.at - 1][1]

    def need(self, token: str) -> None:
        if not self.take(token):
            fail(f"expected '{token}' in the expression {self.text!r}")

    def end(self) -> None:
        if self.peek()[0] != "end":
            fail(f"cannot go on at '{self.peek()[1]}' in the expression {self.text!r}")

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > _DEEPEST:
            fail("the expression is nested too deep")
        first = self.implication()
        if self.take("if"):
            condition = self.implication()
            self.need("else")
            first = Choice(condition, first, self.expression())
        self.depth -= 1
        return first

    def implication(self) -> Node:
        first = self.joined("or", lambda: self.joined("and", self.negation))
        if sign := self.take("implies", "iff"):
            return Operation(sign, (first, self.implication()))
        return first

    def joined(self, word: str, part: Callable[[], Node]) -> Node:
        parts = [part()]
        while self.take(word):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Operation(word, tuple(parts))

    def negation(self) -> Node:
        if self.take("not"):
            return Operation("not", (self.negation(),))
        return self.comparison()

    def comparison(self) -> Node:
        operands, signs = [self.range()], []
        while True:
            if self.is_next("not") and self.peek(1) == ("name", "in"):
                self.at += 2
                signs.append("not in")
            elif sign := self.take(*_COMPARISONS, "in"):
                signs.append(sign)
            else:
                return operands[0] if not signs else Comparison(tuple(signs), tuple(operands))
            operands.append(self.range())

    def range(self) -> Node:
        first = self.chain(("+", "-"), lambda: self.chain(("*", "//", "%"), self.negative))
        if self.take(".."):
            return Operation("..", (first, self.chain(("+", "-"), lambda: self.chain(("*", "//", "%"), self.negative))))
        return first

    def chain(self, signs: tuple[str, ...], part: Callable[[], Node]) -> Node:
        found = part()
        while sign := self.take(*signs):
            found = Operation(sign, (found, part()))
        return found

    def negative(self) -> Node:
        if self.take("-"):
            return Operation("negative", (self.negative(),))
        base = self.looked_up()
        return Operation("**", (base, self.negative())) if self.take("**") else base

    def looked_up(self) -> Node:
        found = self.atom()
        while self.take("["):
            found = self.subscript(found)
            self.need("]")
        return found

    def subscript(self, table: Node) -> Node:
        parts: list[Node | None] = [None, None, None]
        colons = 0
        while not self.is_next("]"):
            if self.take(":"):
                colons += 1
                if colons > 2:
                    fail(f"a slice has at most two colons: {self.text!r}")
            elif parts[colons] is None:
                parts[colons] = self.expression()
            elif colons == 0 and self.is_next(","):
                items = [parts[0]]
                while self.take(","):
                    items.append(self.expression())
                parts[0] = Items(tuple(item for item in items if item is not None))
            else:
                fail(f"expected ']' in the expression {self.text!r}")
        if colons:
            return Slice(table, (parts[0], parts[1], parts[2]))
        if parts[0] is None:
            fail(f"nothing stands in the brackets of {self.text!r}")
        return Lookup(table, parts[0])

    def atom(self) -> Node:
        kind, token = self.peek()
        self.at += 1
        if kind == "number":
            return Known(int(token))
        if kind == "text":
            return Known(token[1:-1])
        if kind == "name":
            if token in ("true", "false"):
                return Known(token == "true")
            if token not in _KEYWORDS:
                return self.call(token) if self.take("(") else Name(token)
        if kind == "sign" and token in "([{":
            return self.bracket(token)
        return fail(f"expected a value{f' before {token!r}' if token else ''} in the expression {self.text!r}")

    def bracket(self, opening: str) -> Node:
        closing = {"(": ")", "[": "]", "{": "}"}[opening]
        if self.take(closing):
            return Items((), opening == "{")
        first = self.expression()
        if self.is_next("for"):
            found = self.described(first, opening == "{")
            self.need(closing)
            return found
        items, comma = [first], False
        while self.take(","):
            comma = True
            if self.is_next(closing):
                break
            items.append(self.expression())
        self.need(closing)
        return first if opening == "(" and not comma else Items(tuple(items), opening == "{")

    def described(self, item: Node, is_set: bool) -> Node:
        loops = []
        while self.take("for"):
            loops.append(self.loop())
        return Description(item, tuple(loops), is_set) if loops else item

    def loop(self) -> Loop:
        target = self.target()
        self.need("in")
        source = self.implication()
        conditions = []
        while self.take("if"):
            conditions.append(self.implication())
        return Loop(target, source, tuple(conditions))

    def target(self) -> Target:
        if self.take("("):
            targets = [self.target()]
            while self.take(","):
                targets.append(self.target())
            self.need(")")
            return tuple(targets)
        kind, token = self.peek()
        if kind != "name" or token in _KEYWORDS:
            fail(f"expected a name for a loop in the expression {self.text!r}")
        self.at += 1
        return token

    def call(self, function: str) -> Node:
        arguments: list[Node] = []
        options: list[tuple[str, Node]] = []
        while not self.take(")"):
            if self.peek()[0] == "name" and self.peek(1) == ("sign", "="):
                name = self.peek()[1]
                self.at += 2
                options.append((name, self.expression()))
            else:
                arguments.append(self.described(self.expression(), is_set=False))
            if not self.take(",") and not self.is_next(")"):
                fail(f"expected ')' in the expression {self.text!r}")
        return Call(function, tuple(arguments), tuple(options))
