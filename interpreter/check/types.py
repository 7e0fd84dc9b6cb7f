"""The static types of the language."""

from __future__ import annotations

from functools import cache

from interpreter.records import record


@record(frozen=True, slots=True)
class Type:
    """A type: `tag` is number, truth, enum, kind, set, zone, rank (values in a row, to be compared) or none.

    `name` is the enum or kind (of the element, for sets and zones). `enum_set` marks a set of enum values, `slot` a zone
    that holds one piece at most and so can stand for that piece.
    """

    tag: str
    name: str = ""
    enum_set: bool = False
    slot: bool = False

    @property
    def element(self) -> Type:
        """The type of what is inside a set or zone."""
        if self.name == "number":
            return NUMBER
        return enum(self.name) if self.enum_set else kind(self.name)

    def __str__(self) -> str:
        """Name the type for people."""
        if self.tag in ("number", "truth"):
            return self.tag
        if self.tag == "none":
            return "none"
        if self.tag == "set":
            return f"set of {self.name}"
        if self.tag == "zone":
            return f"zone of {self.name}"
        if self.tag == "rank":
            return f"row of {self.name} values"
        return self.name


NUMBER = Type("number")
TRUTH = Type("truth")
NONE = Type("none")
PLAYER = Type("kind", "player")


@cache
def enum(name: str) -> Type:
    """The type of one value of an enum."""
    return Type("enum", name)


@cache
def kind(name: str) -> Type:
    """The type of one thing of a kind."""
    return Type("kind", name)


def set_of(element: Type) -> Type:
    """The type of a set of such elements."""
    return _set("number" if element.tag == "number" else element.name, enum_set=element.tag == "enum")


@cache
def _set(name: str, *, enum_set: bool) -> Type:
    return Type("set", name, enum_set=enum_set)


def rank_of(values: int) -> Type:
    """The type of so many values in a row, compared from the first on."""
    return Type("rank", str(values))


@cache
def zone_of(kind_name: str, *, slot: bool = False) -> Type:
    """The type of a zone that holds such pieces."""
    return Type("zone", kind_name, slot=slot)
