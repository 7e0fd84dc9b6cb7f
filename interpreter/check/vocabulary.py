"""What a pack declares, as plain data: the checker resolves names against it, the compiler lays it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.check.phrases import Phrase
    from interpreter.check.typed import Formula, Routine
    from interpreter.check.types import Type
    from interpreter.diagnostics import Span
    from interpreter.source import ScriptSource

Texts = dict[str, str]
"""Language to text."""


@dataclass(slots=True)
class EnumDecl:
    """Named values."""

    name: str
    plural: str
    values: list[str]
    span: Span


@dataclass(slots=True)
class FieldDecl:
    """A constant of each item."""

    name: str
    type: Type
    default: Any
    required: bool
    span: Span
    low: int | None = None
    high: int | None = None
    show: bool = False
    public: bool = False


@dataclass(slots=True)
class VarDecl:
    """A changing value of each thing of a kind (or of the table)."""

    name: str
    host: str
    type: Type
    each: str | None
    start: Any
    low: int | None
    high: int | None
    resets: str | None
    visible: str
    span: Span
    quiet: bool = False
    overflow: Routine | None = None
    overflow_source: ScriptSource | None = None

    @property
    def key(self) -> str:
        """A name unique in the pack."""
        return f"{self.host}.{self.name}"


@dataclass(slots=True)
class ZoneDecl:
    """A container of each thing of a kind (or of the table)."""

    name: str
    host: str
    holds: str
    ordered: bool
    capacity: int | None
    visible: str
    span: Span
    quiet: bool = False
    backs: str = "all"

    @property
    def key(self) -> str:
        """A name unique in the pack."""
        return f"{self.host}.{self.name}"

    @property
    def slot(self) -> bool:
        """Whether at most one piece fits, so that the zone can stand for the piece."""
        return self.capacity == 1


@dataclass(slots=True)
class Face:
    """What one face of an item says."""

    name: Texts
    values: dict[str, Any]
    scripts: dict[str, Routine | Formula] = field(default_factory=dict)
    sources: dict[str, ScriptSource] = field(default_factory=dict)


@dataclass(slots=True)
class Item:
    """A thing as declared in cards/ (or made from `per_player`), before copies and seats."""

    id: str
    kind: str
    count: int
    faces: list[Face]
    span: Span
    in_play: Formula | None = None
    in_play_source: ScriptSource | None = None
    parent: str | None = None
    owned: bool = False
    source: str = "rulebook"
    rules: tuple[str, ...] = ()
    when: Trigger | None = None
    places: dict[str, Span] = field(default_factory=dict)

    @property
    def name(self) -> Texts:
        """The name on the front."""
        return self.faces[0].name


@dataclass(slots=True)
class KindDecl:
    """A kind of thing."""

    name: str
    plural: str
    span: Span
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    vars: dict[str, VarDecl] = field(default_factory=dict)
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    faces: int = 1
    part_of: str | None = None
    per_player: int = 0
    rolls: str | None = None
    listens: str | None = None
    quiet: bool = False
    grid: tuple[int, int] | None = None
    zones_only: bool = False
    items: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class Verb:
    """A statement the pack defines."""

    name: str
    phrase: Phrase
    text: Texts
    source: ScriptSource
    span: Span
    rules: tuple[str, ...]
    routine: Routine | None = None


@dataclass(slots=True)
class ValueDecl:
    """A derived value."""

    name: str
    of: str | None
    params: list[tuple[str, Type]]
    source: ScriptSource
    span: Span
    rules: tuple[str, ...]
    show: bool = False
    formula: Formula | None = None
    busy: bool = False
    want: Type | None = None
    """The type it must have, where something else depends on that."""

    @property
    def key(self) -> str:
        """A name unique in the pack."""
        return f"{self.of}.{self.name}" if self.of else self.name


@dataclass(slots=True)
class Table:
    """Numbers looked up by a number or an enum value."""

    name: str
    by: str | None
    values: list[int]
    span: Span


@dataclass(slots=True)
class Action:
    """An entry of a menu."""

    id: str
    menu: str
    name: Texts
    limit: str | None
    times: int
    must: bool
    source: ScriptSource
    span: Span
    rules: tuple[str, ...]
    requires_source: ScriptSource | None = None
    requires: Formula | None = None
    routine: Routine | None = None


@dataclass(slots=True)
class Event:
    """Something a script can announce."""

    name: str
    phrase: Phrase
    span: Span


@dataclass(slots=True)
class Trigger:
    """A reaction to an event: of the rules, or of a card while it lies where its kind listens."""

    id: str
    span: Span
    when_source: ScriptSource | None = None
    source: ScriptSource | None = None
    event: str = ""
    cond: Formula | None = None
    routine: Routine | None = None


@dataclass(slots=True)
class Watch:
    """A state-based rule: when the condition holds, the effect happens."""

    id: str
    for_player: bool
    cond_source: ScriptSource
    source: ScriptSource
    span: Span
    cond: Formula | None = None
    routine: Routine | None = None


@dataclass(slots=True)
class OptionDecl:
    """Something the table agrees on before the game."""

    name: str
    values: list[str] | None
    default: Any
    text: Texts

    @property
    def allowed(self) -> tuple[bool | str, ...]:
        """What it may be set to."""
        return (True, False) if self.values is None else tuple(self.values)


@dataclass(slots=True)
class Setting:
    """For how many players something is meant, and with which options."""

    least: int
    most: int
    options: dict[str, bool | str]

    def fits(self, seats: int, options: Mapping[str, object]) -> bool:
        """Whether a game is set up like this."""
        return self.least <= seats <= self.most and all(options[name] == want for name, want in self.options.items())


@dataclass(slots=True)
class Mode:
    """A way to play under a name of its own."""

    name: str
    text: Texts
    setting: Setting


@dataclass(slots=True)
class Achievement:
    """Something a player can collect: a value of the player, judged when a game ends.

    With `by`, an option, it is collected once for each value of that option.
    """

    id: str
    name: Texts
    text: Texts
    setting: Setting
    by: str | None
    value: ValueDecl


@dataclass(slots=True)
class Vocabulary:
    """Everything a pack declares."""

    id: str = ""
    version: str = ""
    title: Texts = field(default_factory=dict)
    players: tuple[int, int] = (1, 1)
    neutrals: dict[int, int] = field(default_factory=dict)
    rivals: list[int] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    enums: dict[str, EnumDecl] = field(default_factory=dict)
    kinds: dict[str, KindDecl] = field(default_factory=dict)
    shared: KindDecl | None = None
    verbs: list[Verb] = field(default_factory=list)
    values: dict[str, ValueDecl] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    triggers: list[Trigger] = field(default_factory=list)
    watches: list[Watch] = field(default_factory=list)
    options: dict[str, OptionDecl] = field(default_factory=dict)
    modes: dict[str, Mode] = field(default_factory=dict)
    achievements: dict[str, Achievement] = field(default_factory=dict)
    terms: dict[str, dict[str, Any]] = field(default_factory=dict)
    start: Routine | None = None
    ready: str | None = None
    score: Formula | None = None
    ties: list[Formula] = field(default_factory=list)
    estimate: Formula | None = None
    digest: str = ""
    plurals: dict[str, str] = field(default_factory=dict)
    item_ids: dict[str, list[Item]] = field(default_factory=dict)
    reads: dict[str, set[str]] = field(default_factory=dict, compare=False, repr=False)
    """What derived values and scripts read, each from the first time somebody asks (`interpreter.code.reads`)."""

    def hosts(self) -> list[KindDecl]:
        """Everything that has vars and zones: the kinds and what is shared."""
        return [*self.kinds.values(), *([self.shared] if self.shared else [])]

    def kind(self, name: str) -> KindDecl:
        """The kind of that name; the table counts as one."""
        if name == "shared":
            assert self.shared is not None
            return self.shared
        return self.kinds[name]

    def menus(self) -> list[str]:
        """Names of the menus, sorted."""
        return sorted({action.menu for action in self.actions})
