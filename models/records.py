"""Classes that hold values: like dataclasses, frozen unless told otherwise, but cheap to declare.

`dataclasses` writes and compiles up to six methods for each class, a third of a millisecond that every start pays. Here
only the constructor is made for a class, when something is first made of it; the other methods are the same for all.
`replace`, `fields` and `field` of `dataclasses` work as they do there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, Final, NoReturn, TypeVar, dataclass_transform, overload

__all__ = ["field", "made_later", "record"]

_Class = TypeVar("_Class")

#: Where an argument was not given.
_ABSENT: Final = object()


@overload
def record(cls: type[_Class], /) -> type[_Class]: ...


@overload
def record(*, eq: bool = True, repr: bool = True, frozen: bool = True) -> Callable[[type[_Class]], type[_Class]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[_Class] | None = None, /, *, eq: bool = True, repr: bool = True, frozen: bool = True) -> Any:
    """The class with a constructor, and unless told otherwise compared and shown by its fields, which do not change."""

    def decorate(cls: type[_Class]) -> type[_Class]:
        cls.__doc__ = cls.__doc__ or cls.__name__  # else its signature is worked out, at great length
        made: Any = dataclass(init=False, repr=False, eq=False)(cls)
        declared = fields(made)
        made.__init__ = made_later(made, "__init__", lambda: _constructor(declared, hasattr(made, "__post_init__")))
        if frozen:
            made.__setattr__ = made.__delattr__ = _refuse
        own = vars(cls)  # what a class says itself, it means
        if eq and "__eq__" not in own:
            made.__eq__, made.__hash__ = _comparison([f.name for f in declared if f.compare])
            if not frozen:
                made.__hash__ = None
        if repr and "__repr__" not in own:
            made.__repr__ = _shown
        return cls

    return decorate if cls is None else decorate(cls)


def made_later(cls: Any, name: str, make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """A method of a class that is made when it is first called: most classes have nothing made of them in a run."""

    def first(self: object, *args: object, **options: object) -> Any:
        method = make()
        setattr(cls, name, method)
        return method(self, *args, **options)

    first.__name__, first.__qualname__ = name, f"{cls.__qualname__}.{name}"
    return first


def _constructor(declared: tuple[Field[Any], ...], is_finished: bool) -> Callable[..., None]:
    """Made as text, since constructors run often."""
    names: dict[str, Any] = {"_ABSENT": _ABSENT}
    parameters, lines = ["self"], ["own = self.__dict__"]
    for number, one in enumerate(declared):
        name, value = one.name, one.name
        if one.default_factory is not MISSING:
            names[f"_make{number}"] = one.default_factory
            parameters.append(f"{name}=_ABSENT")
            value = f"_make{number}() if {name} is _ABSENT else {name}"
        elif one.default is not MISSING:
            names[f"_default{number}"] = one.default
            parameters.append(f"{name}=_default{number}")
        else:
            parameters.append(name)
        lines.append(f"own[{name!r}] = {value}")
    if is_finished:
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n    " + "\n    ".join(lines), names)
    made: Callable[..., None] = names["__init__"]
    return made


def _comparison(names: list[str]) -> tuple[Callable[[Any, object], bool], Callable[[Any], int]]:
    key: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807 - a method of a class
        return key(self) == key(other) if type(other) is type(self) else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807 - a method of a class
        return hash(key(self))

    return __eq__, __hash__


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{name}: a {type(self).__name__} does not change")


@recursive_repr()
def _shown(self: Any) -> str:
    values = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({values})"
