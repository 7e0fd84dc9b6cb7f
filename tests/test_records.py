"""Records are data classes in all that anybody asks of them; facts of errors have their fields and no more."""

import copy
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from interpreter.diagnostics import Facts
from interpreter.records import Hashed, record
from interpreter.records import replace as copied


@record(frozen=True, slots=True)
class Base:
    at: int = field(default=0, kw_only=True)


@record(frozen=True, slots=True)
class Leaf(Base):
    name: str
    rest: tuple[int, ...] = ()


@record(frozen=True, slots=True)
class Known(Hashed):
    name: str


@record(slots=True)
class Open:
    name: str
    found: list[int] = field(default_factory=list)

    def __post_init__(self):
        self.name = self.name.strip()


def test_a_record_is_made_compared_changed_and_shown():
    leaf = Leaf("a", at=3)
    assert [one.name for one in fields(leaf)] == ["at", "name", "rest"]
    assert leaf == Leaf("a", (), at=3) != Leaf("a") and hash(leaf) == hash(Leaf("a", at=3))
    assert replace(leaf, rest=(1,)) == Leaf("a", (1,), at=3)
    assert repr(leaf) == "Leaf(at=3, name='a', rest=())"
    assert copy.deepcopy(leaf) == pickle.loads(pickle.dumps(leaf)) == leaf
    with pytest.raises(FrozenInstanceError):
        leaf.name = "b"
    with pytest.raises(TypeError):
        Leaf()
    match leaf:
        case Leaf(name=name):
            assert name == "a"


def test_an_open_record_can_change_and_shares_nothing():
    one, other = Open(" a "), Open("a")
    assert one == other
    one.found.append(1)
    assert one != other and other.found == []
    with pytest.raises(TypeError):
        hash(one)
    with pytest.raises(AttributeError):
        one.more = 1


class Wrong(Facts):
    code = "x"
    span: int
    name: str = "somebody"


def test_facts_have_their_fields_and_no_others():
    assert Wrong(1) == Wrong(span=1, name="somebody") != Wrong(2)
    assert Wrong(1, "a").but(span=2) == Wrong(2, name="a") and hash(Wrong(1, "a")) == hash(Wrong(1, "a"))
    assert list(Wrong.fields) == ["span", "name"]
    for given in ((), (1, "a", 2)):
        with pytest.raises(TypeError):
            Wrong(*given)
    with pytest.raises(TypeError):
        Wrong(1, nobody=2)


@record(slots=True)
class Filled:
    name: str
    length: int = field(init=False)
    seen: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self):
        self.length = len(self.name)


def test_a_field_may_be_filled_later_or_not_compared():
    one = Filled("abc", ["x"])
    assert one.length == 3 and one == Filled("abc") != Filled("ab")
    with pytest.raises(TypeError):
        Filled("abc", length=2)


def test_a_copy_differs_in_what_is_said_and_is_made_as_any_other():
    leaf = Leaf("a", (1,), at=3)
    assert copied(leaf, name="b") == replace(leaf, name="b") == Leaf("b", (1,), at=3)
    assert copied(leaf) == leaf
    assert copied(leaf) is not leaf
    assert copied(Open("a"), name=" b ").name == "b"
    assert copied(copied(Base(at=1)), at=2) == Base(at=2)
    with pytest.raises(TypeError):
        copied(leaf, more=1)


def test_a_kept_hash_is_that_of_the_record_and_not_of_its_copy():
    one = Known("a")
    assert hash(one) == hash(one) == hash(Known("a"))
    assert hash(copied(one, name="b")) == hash(Known("b"))
