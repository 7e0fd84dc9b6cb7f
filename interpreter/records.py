"""Classes with named fields, declared as data classes are and cheap to declare.

Python's own decorator writes and compiles half a dozen functions for each class, half a millisecond of it: with some three
hundred classes that was half of the time it takes to start. Here all classes share their functions, and the one that must
be written for each, `__init__`, is written when the first object is made. `fields`, `replace` and `match` work as on any
data class, and to a type checker these are data classes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

__all__ = ["Hashed", "record", "replace"]
T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import Field, replace
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool = False, eq: bool = True, slots: bool) -> Callable[[type[T]], type[T]]:
        """Declare a class with named fields; the arguments mean what they mean for a data class."""
        assert slots

        def declared(cls: type[T]) -> type[T]:
            made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
            names = [field.name for field in fields(made) if field.compare]
            shared = {"__repr__": _repr, "_parts": attrgetter(*names) if names else _none}
            shared |= {"__getstate__": _state, "__setstate__": _restore}
            if eq:
                hashed = _hash_once if hasattr(cls, "_hashed") else _hash
                shared |= {"__eq__": _equal, "__hash__": hashed if frozen else None}
            if frozen:
                shared |= {"__setattr__": _refuse, "__delattr__": _refuse}
            for name, function in shared.items():
                if name not in vars(cls):
                    setattr(made, name, function)
            made.__init__ = _first
            made._open = not frozen  # noqa: SLF001 - a class of ours
            made._copied = None  # noqa: SLF001 - written when one is copied for the first time
            return made

        return declared

    def replace(one: T, /, **changed: Any) -> T:  # noqa: ANN401 - values of fields
        """The same record with other values for some of its fields: what `dataclasses.replace` gives, in half its time."""
        cls = one.__class__
        copied = cls._copied
        if copied is None:
            copied = cls._copied = _copy_of(cls)
        return copied(one, **changed)


class Hashed:
    """What records inherit from that are looked up often: they keep their hash."""

    __slots__ = ("_hashed",)


def _none(_record: object) -> tuple[()]:
    """What an attrgetter would be for no names."""
    return ()


def _first(self: Any, *given: Any, **named: Any) -> None:  # noqa: ANN401 - whatever the class takes
    """Make the first object of a class."""
    cls = type(self)
    cls.__init__ = written = _init_of(cls)
    written(self, *given, **named)


def _init_of(cls: type) -> Any:  # noqa: ANN401 - a function of what the class takes
    """Write the `__init__` of a class."""
    known: dict[str, Any] = {"MISSING": MISSING}
    in_order: list[str] = []
    by_name: list[str] = []
    body = []
    for field in fields(cls):
        name = field.name
        if not field.init:
            assert field.default is field.default_factory is MISSING  # it is filled by `__post_init__`, or later
            continue
        (by_name if field.kw_only else in_order).append(_parameter(field, known))
        if field.default_factory is not MISSING:
            body.append(f" if {name} is MISSING: {name} = new_{name}()")
        known[f"set_{name}"] = getattr(cls, name).__set__  # a slot, filled whether the class is frozen or not
        body.append(f" self.{name} = {name}" if cls._open else f" set_{name}(self, {name})")  # type: ignore[attr-defined]
    if hasattr(cls, "__post_init__"):
        body.append(" self.__post_init__()")
    taken = ", ".join(["self", *in_order, *(["*", *by_name] if by_name else [])])
    exec("\n".join([f"def __init__({taken}):", *(body or [" pass"])]), known)  # noqa: S102 - names of fields of ours
    return known["__init__"]


def _copy_of(cls: type) -> Any:  # noqa: ANN401 - a function of a record and some of its fields
    """Write what copies a record of a class."""
    known: dict[str, Any] = {"MISSING": MISSING, "new": cls.__new__, "cls": cls}
    names = [field.name for field in fields(cls) if field.init]
    body = [" made = new(cls)"]
    for name in names:
        known[f"set_{name}"] = getattr(cls, name).__set__
        body.append(f" set_{name}(made, self.{name} if {name} is MISSING else {name})")
    if hasattr(cls, "__post_init__"):
        body.append(" made.__post_init__()")
    taken = ", ".join(["self", "/", *(["*"] if names else []), *(f"{name}=MISSING" for name in names)])
    exec("\n".join([f"def copied({taken}):", *body, " return made"]), known)  # noqa: S102 - names of fields of ours
    return known["copied"]


def _parameter(field: Field[Any], known: dict[str, Any]) -> str:
    if field.default_factory is not MISSING:
        known[f"new_{field.name}"] = field.default_factory
        return f"{field.name}=MISSING"
    if field.default is MISSING:
        return field.name
    known[f"default_{field.name}"] = field.default
    return f"{field.name}=default_{field.name}"


def _repr(self: Any) -> str:  # noqa: ANN401 - a record
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _equal(self: Any, other: Any) -> bool:  # noqa: ANN401 - records
    cls = self.__class__
    if other.__class__ is not cls:
        return NotImplemented  # type: ignore[no-any-return]
    return cls._parts(self) == cls._parts(other)  # type: ignore[no-any-return]


def _hash(self: Any) -> int:  # noqa: ANN401 - a record
    return hash(self.__class__._parts(self))  # noqa: SLF001 - a class of ours


def _hash_once(self: Any) -> int:  # noqa: ANN401 - a record with room for its hash
    try:
        return self._hashed  # type: ignore[no-any-return]
    except AttributeError:
        made = hash(self.__class__._parts(self))  # noqa: SLF001 - a class of ours
        object.__setattr__(self, "_hashed", made)
        return made


def _refuse(self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change `{name}` of {type(self).__name__}")


def _state(self: Any) -> list[Any]:  # noqa: ANN401 - a record
    return [getattr(self, field.name) for field in fields(self)]


def _restore(self: Any, state: list[Any]) -> None:  # noqa: ANN401 - a record
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)
