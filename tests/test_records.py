"""Records behave as frozen dataclasses do."""

import copy
import pickle
from dataclasses import dataclass, field, fields, replace

import pytest

from cluewright.models.records import record


@dataclass(frozen=True)
class Dataclass:
    """What a record is compared with."""

    name: str
    size: int = 3
    parts: list[int] = field(default_factory=list, compare=False)
    secret: str = field(default="", repr=False)


@record
class Record:
    """The same, declared as a record."""

    name: str
    size: int = 3
    parts: list[int] = field(default_factory=list, compare=False)
    secret: str = field(default="", repr=False)


@record(eq=False, repr=False)
class Plain:
    """Compared by identity."""

    name: str

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("no name")


@pytest.mark.parametrize("given", [("a",), ("a", 4), ("a", 4, [1]), ("a", 3, [2], "s")])
def test_a_record_is_made_shown_and_compared_like_a_frozen_dataclass(given):
    expected, found = Dataclass(*given), Record(*given)
    assert repr(found) == repr(expected).replace("Dataclass", "Record")
    assert vars(found) == vars(expected)
    assert [f.name for f in fields(found)] == [f.name for f in fields(expected)]
    for other in [("a",), ("a", 4, []), ("b",), ("a", 3, [2], "s")]:
        assert (found == Record(*other)) == (expected == Dataclass(*other))
        assert (hash(found) == hash(Record(*other))) == (hash(expected) == hash(Dataclass(*other)))
    assert found != expected
    assert replace(found, name="b") == Record("b", *given[1:])
    assert pickle.loads(pickle.dumps(found)) == found == copy.copy(found)


def test_a_record_does_not_change_and_shares_no_defaults():
    found = Record(name="a")
    with pytest.raises(AttributeError, match="size: a Record does not change"):
        found.size = 4
    with pytest.raises(AttributeError):
        del found.size
    assert found.parts is not Record("a").parts
    with pytest.raises(TypeError):
        Record()


def test_a_record_can_be_compared_by_identity_and_checks_itself():
    assert Plain("a") != Plain("a")
    assert "name=" not in repr(Plain("a"))
    with pytest.raises(ValueError, match="no name"):
        Plain("")


@record(frozen=False)
class Changing:
    """A record that is filled step by step."""

    name: str
    parts: list[int] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<{self.name}>"


def test_a_record_that_may_change_is_no_key_and_shows_itself():
    found = Changing("a")
    assert repr(found) == "<a>"
    found.name = "b"
    assert found == Changing("b") != Changing("b", [1])
    with pytest.raises(TypeError, match="unhashable"):
        hash(found)
