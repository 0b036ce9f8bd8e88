"""Nodes by declaration: a class states its fields once, and everything that treats all nodes alike follows from that.

The type of a field says what it holds: one child, several, a sum of them, or plain data. From it come the constructor,
the children, rebuilding with other children, printing and the JSON of a model. The constructor and `children` are made
as text and compiled once for each class, when first needed: they run millions of times.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple, TypeVar, dataclass_transform

from cluewright.models.records import made_later

#: Bounds that every intermediate value must keep, so that all back ends can represent it.
MAX_VALUE: Final = 2**31 - 1

#: From a child to what takes its place.
Change = Callable[[Any], Any]


class Role(NamedTuple):
    """What a field holds: how its children are listed, and how it looks when each of them is changed."""

    listed: str
    mapped: Callable[[Any, Change], Any]


DATA: Final = Role("", lambda value, change: value)
_SEVERAL: Final = Role("*{}", lambda values, change: tuple(change(value) for value in values))
#: The roles of children, by the type that a field is declared with.
CHILDREN: Final = {
    "Expr": Role("{}", lambda value, change: change(value)),
    "Value": Role("{}", lambda value, change: change(value)),
    "tuple[Expr, ...]": _SEVERAL,
    "tuple[Value, ...]": _SEVERAL,
    "tuple[Value, ...] | None": Role(
        "*({} or ())", lambda values, change: None if values is None else _SEVERAL.mapped(values, change)
    ),
    "tuple[Value | None, ...]": Role(
        "*[v for v in {} if v is not None]",
        lambda values, change: tuple(None if value is None else change(value) for value in values),
    ),
    "tuple[tuple[int, Expr], ...]": Role(
        "*[term for _, term in {}]", lambda terms, change: tuple((factor, change(term)) for factor, term in terms)
    ),
    "tuple[tuple[Value, ...], ...]": Role(
        "*[item for row in {} for item in row]",
        lambda rows, change: tuple(_SEVERAL.mapped(row, change) for row in rows),
    ),
}
_OF_CHILDREN: Final = re.compile(r"\b(Expr|Value|Var)\b")


class Field(NamedTuple):
    """One field of a node."""

    name: str
    role: Role
    #: Its type, as it is written.
    type: str


#: All kinds of nodes that are declared.
KINDS: Final[list[type[Any]]] = []

_Kind = TypeVar("_Kind")


@dataclass_transform(eq_default=False)
def declared(cls: type[_Kind]) -> type[_Kind]:
    """The class with what follows from its fields. (No class of classes: it would slow down every `isinstance`.)"""
    namespace = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    own = [
        Field(name, _role(cls.__name__, written), written)
        for name, written in namespace.get("__annotations__", {}).items()
        if not written.startswith("ClassVar")
    ]
    defaults = {field.name: namespace.pop(field.name) for field in own if field.name in namespace}
    fields = (*getattr(cls, "fields", ()), *own)
    slots = tuple(field.name for field in own)
    made: Any = type(cls.__name__, cls.__bases__, {**namespace, "__slots__": slots, "fields": fields})
    made.__init__ = made_later(made, "__init__", lambda: _constructor(fields, defaults, made.limits))
    made.children = made_later(made, "children", lambda: _children(fields))
    KINDS.append(made)
    kind: type[_Kind] = made
    return kind


def _role(owner: str, written: str) -> Role:
    role = CHILDREN.get(written, DATA)
    if role is DATA and _OF_CHILDREN.search(written):
        raise TypeError(f"{owner}: children of type {written} are not known")
    return role


def _constructor(
    fields: tuple[Field, ...], defaults: dict[str, object], limits: tuple[int, int] | None
) -> Callable[..., None]:
    names = [field.name for field in fields]
    lines = [f"self.{name} = {name}" for name in names]
    if limits is None:
        lines += [
            "lo, hi = self.bounds()",
            f"if lo < {-MAX_VALUE} or hi > {MAX_VALUE}: self.refuse(lo, hi)",
            "self.lo = lo",
            "self.hi = hi",
        ]
    else:
        lines += [f"self.lo = {limits[0]}", f"self.hi = {limits[1]}"]
    parameters = [f"{name}=_defaults[{name!r}]" if name in defaults else name for name in names]
    return _compiled("__init__", ["self", *parameters], ["self._not = None", *lines], {"_defaults": defaults})


def _children(fields: tuple[Field, ...]) -> Callable[..., None]:
    parts = [field.role.listed.format(f"self.{field.name}") for field in fields if field.role is not DATA]
    if len(parts) == 1 and parts[0].startswith("*"):
        result = parts[0][1:]
    else:
        result = f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    return _compiled("children", ["self"], [f"return {result}"], {})


def _compiled(name: str, parameters: list[str], lines: list[str], names: dict[str, Any]) -> Callable[..., None]:
    body = "".join(f"    {line}\n" for line in lines)
    exec(f"def {name}({', '.join(parameters)}):\n{body}", names)
    function: Callable[..., None] = names[name]
    return function


class Node:
    """What all nodes can do because their fields are declared."""

    __slots__ = ()
    fields: ClassVar[tuple[Field, ...]] = ()
    #: The least and greatest value, where they are the same for all nodes of a class; else `bounds` works them out.
    limits: ClassVar[tuple[int, int] | None] = None

    def parts(self, change: Change = lambda child: child) -> tuple[object, ...]:
        """The arguments of the constructor, with changed children."""
        return tuple([field.role.mapped(getattr(self, field.name), change) for field in self.fields])

    def __repr__(self) -> str:
        return _shown(self, 3)


def _shown(value: object, depth: int) -> str:
    """A node as text, but not much of it: expressions may be thousands of levels deep."""
    if not isinstance(value, Node) or not value.fields:
        return repr(value)
    if depth == 0:
        return "..."
    shown: list[str] = []
    for field in value.fields:
        part = getattr(value, field.name)
        if field.role is DATA:
            shown.append(_cut(repr(part)))
        else:
            shown.append(_cut(_listed(part, depth)))
    return f"{type(value).__name__}({', '.join(shown)})"


def _listed(part: object, depth: int) -> str:
    if not isinstance(part, tuple):
        return _shown(part, depth - 1)
    inside = ", ".join(_listed(item, depth) for item in part[:5])
    return f"({inside}{', ...' if len(part) > 5 else ',' if len(part) == 1 else ''})"


def _cut(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "..."
