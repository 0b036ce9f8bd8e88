"""Which signs a form uses, so that others can be told from them."""

from __future__ import annotations

from typing import Any, Final

from cluewright.exchange.pzpr.forms import SIGNS, FirstOf, Table, Tuples
from cluewright.exchange.pzpr.sheet import DecodeError

#: What may follow a first sign: enough for every form that is long.
_REST: Final = "0" * 8


def known_signs(form: Any) -> list[str]:
    """The signs of a table, or of several tables."""
    if isinstance(form, FirstOf):
        return [sign for item in form.forms for sign in known_signs(item)]
    return list(form.values) if isinstance(form, (Table, Tuples)) else []


def first_signs(form: Any) -> set[str]:
    """The digits and small letters that a value may start with in an address."""
    if isinstance(form, FirstOf):
        return {sign for item in form.forms for sign in first_signs(item)}
    if isinstance(form, (Table, Tuples)):
        return {sign[0] for sign in form.values if sign}
    return {sign for sign in SIGNS if _starts(form, sign)}


def _starts(form: Any, sign: str) -> bool:
    try:
        found = form.read(sign + _REST, 0)
    except DecodeError:  # a value that goes on in another way
        return True
    return found is not None and found[1] > 0
