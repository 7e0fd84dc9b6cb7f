"""What names mean inside one script: its locals, the element of each `where` around, `this` and `me`."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from interpreter.check import typed as ty
from interpreter.check.typed import At, Value
from interpreter.diagnostics import Problems
from interpreter.records import record

if TYPE_CHECKING:
    from interpreter.check.keys import Key
    from interpreter.check.types import Type
    from interpreter.diagnostics import Span
    from interpreter.source import ScriptSource

RESERVED = {
    *("if", "else", "and", "or", "not", "is", "in", "where", "none", "yes", "no", "mod", "empty", "printed"),
    *("me", "my", "it", "this", "option", "players", "opponents", "everyone", "neutral", "player_count"),
}
"""Names that scripts may not give to anything."""


@record(slots=True)
class Element:
    """The element a `where` or an `each` function looks at."""

    number: int
    type: Type
    alias: str | None

    def value(self, at: At) -> Value:
        """The element itself."""
        return ty.Element(self.type, self.number, at=at)


@record(slots=True)
class Scope:
    """One script being checked."""

    source: ScriptSource
    this: Type | None = None
    locals: list[tuple[str, Type]] = field(default_factory=list)
    visible: dict[str, int] = field(default_factory=dict)
    elements: list[Element] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    counter: int = 0
    used: set[int] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    lets: list[tuple[int, At]] = field(default_factory=list)
    hiding: Problems = field(default_factory=Problems)
    """Locals that hide something of the pack."""
    sets: dict[int, Value] = field(default_factory=dict)  # the sets that were given a name
    uses: list[tuple[int, str, At]] = field(default_factory=list)  # where those names stand
    before: Key | None = None
    """What `as before` means: the layer below."""
    params: int = 0
    """How many of the locals are parameters."""

    def span(self, at: At) -> Span:
        """Where an offset of the script stands in the YAML file."""
        return self.source.span(*at)

    def new_local(self, name: str, of: Type) -> int:
        """Make a local; a hidden one has a name no script can write."""
        self.locals.append((name, of))
        slot = len(self.locals) - 1
        if not name.startswith("("):
            self.visible[name] = slot
        return slot

    def new_element(self, of: Type, alias: str | None) -> Element:
        """Enter a `where`."""
        self.counter += 1
        element = Element(self.counter, of, alias)
        self.elements.append(element)
        return element
