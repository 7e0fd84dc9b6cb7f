"""What an error knows, as named fields: written like a data class, and made without generating code.

There are hundreds of errors and a run needs few of them. A data class for each would be a third of the time it takes to
start a game.
"""

from __future__ import annotations

from typing import ClassVar, Self, dataclass_transform


@dataclass_transform(frozen_default=True)
class Facts:
    """The fields of a class and of those it comes from, in their order; one with a value may be left out."""

    fields: ClassVar[dict[str, str]] = {}
    """The names of the fields, and their types as they are written."""

    def __init_subclass__(cls) -> None:
        """Find the fields."""
        own = {name: str(kind) for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar")}
        cls.fields = {**cls.fields, **own}

    def __init__(self, *values: object, **named: object) -> None:
        """Take the values by order or by name. Raises TypeError when one is missing or too many."""
        given = dict(zip(self.fields, values, strict=False), **named)
        missing = [name for name in self.fields if name not in given and not hasattr(self, name)]
        if missing or len(values) > len(self.fields) or not given.keys() <= self.fields.keys():
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(self.fields)}")
        self.__dict__.update(given)

    def but(self, **changed: object) -> Self:
        """The same facts with some of them changed."""
        return type(self)(**{**vars(self), **changed})

    def __eq__(self, other: object) -> bool:
        """Compare class and fields."""
        return isinstance(other, Facts) and type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        """Equal facts have equal hashes."""
        return hash((type(self), *self._values()))

    def _values(self) -> list[object]:
        return [getattr(self, name) for name in self.fields]

    def __repr__(self) -> str:
        """Write it as it is made."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"
