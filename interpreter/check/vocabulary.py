"""What a pack declares, as plain data: the checker resolves names against it, the compiler lays it out."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.check import keys
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from interpreter.check.phrases import Phrase
    from interpreter.check.typed import Formula, Routine
    from interpreter.check.types import Type
    from interpreter.diagnostics import Span
    from interpreter.source import PackPart, ScriptSource

Texts = dict[str, str]
"""Language to text."""
Plain: TypeAlias = int | bool | str | None
"""A value as it is written in a pack: a number, yes or no, a name, or nothing."""


def printed_key(key: str) -> str:
    """What a value is found by without its standing changes."""
    of, dot, name = key.rpartition(".")
    return f"{of}{dot}(printed {name})"


def unprinted(name: str) -> str | None:
    """The name of a value that stands for what it is without its standing changes."""
    return name[len("(printed ") : -1] if name.startswith("(printed ") else None


@record(slots=True)
class EnumDecl:
    """Named values."""

    name: str
    plural: str
    values: list[str]
    span: Span
    places: dict[str, Span] = field(default_factory=dict)
    """Where values stand that are not written where the enum is, but in a pack above."""


@record(slots=True)
class FieldDecl:
    """A constant of each item."""

    name: str
    type: Type
    default: Plain
    required: bool
    span: Span
    low: int | None = None
    high: int | None = None
    show: bool = False
    public: bool = False
    combine: str = ""
    """Which of several standing changes that set it counts: the highest or the lowest."""


@record(slots=True)
class VarDecl:
    """A changing value of each thing of a kind (or of the table)."""

    name: str
    host: str
    type: Type
    each: str | None
    start: Plain
    low: int | None
    high: int | None
    resets: str | None
    visible: str
    span: Span
    quiet: bool = False
    overflow: Routine | None = None
    overflow_source: ScriptSource | None = None
    resets_at: Span | None = None
    """Where it is said when it resets: another pack may have changed that."""

    @property
    def key(self) -> str:
        """A name unique in the pack."""
        return f"{self.host}.{self.name}"


@record(slots=True)
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
    resets: str | None = None
    resets_at: Span | None = None

    @property
    def key(self) -> str:
        """A name unique in the pack."""
        return f"{self.host}.{self.name}"

    @property
    def slot(self) -> bool:
        """Whether at most one piece fits, so that the zone can stand for the piece."""
        return self.capacity == 1


@record(slots=True)
class OwnWords:
    """What an author writes on a card instead of the words made from its scripts, and where it is written."""

    text: Texts
    places: dict[str, Span] = field(default_factory=dict)


@record(slots=True)
class Face:
    """What one face of an item says."""

    name: Texts
    values: dict[str, int | str]
    scripts: dict[str, Routine | Formula] = field(default_factory=dict)
    sources: dict[str, ScriptSource] = field(default_factory=dict)
    words: dict[str, OwnWords] = field(default_factory=dict)
    """Words of its own instead of those made from a script, by the script; under `""` for all of the face."""


@record(slots=True)
class Standing:
    """A change that holds while its source is awake: of a value or field, or of whether an action is open.

    `how` is what it does: `set`, `add`, `times`, `at_least`, `at_most`, `forbid` or `allow`. Its scripts are values of the
    source, found by their keys; items that say the same share them.
    """

    kind: str
    ids: list[str]
    how: str
    target: str
    span: Span
    scripts: dict[str, ScriptSource] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    several: bool = False
    """Whether there may be several of its source."""


@record(slots=True)
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
    standing: list[Standing] = field(default_factory=list)
    places: dict[str, Span] = field(default_factory=dict)
    words: dict[str, OwnWords] = field(default_factory=dict)
    """Words of its own for all of it (`""`), for what it does `when` something happens, for its `standing` changes."""

    @property
    def name(self) -> Texts:
        """The name on the front."""
        return self.faces[0].name


@record(slots=True)
class KindDecl:
    """A kind of thing."""

    name: str
    plural: str
    span: Span
    fields: dict[str, FieldDecl] = field(default_factory=dict)
    vars: dict[str, VarDecl] = field(default_factory=dict)
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    script_spans: dict[str, Span] = field(default_factory=dict)
    faces: int = 1
    part_of: str | None = None
    per_player: int = 0
    rolls: str | None = None
    listens: str | None = None
    quiet: bool = False
    grid: tuple[int, int] | None = None
    zones_only: bool = False
    items: list[Item] = field(default_factory=list)


@record(slots=True)
class Verb:
    """A statement the pack defines."""

    name: str
    phrase: Phrase
    text: Texts
    source: ScriptSource
    span: Span
    rules: tuple[str, ...]
    routine: Routine | None = None
    begins: str = ""
    """The span it is: what resets with the span is reset first, and `end SPAN` leaves it."""
    begins_at: Span | None = None
    layer: keys.Key | None = None
    """Of a layer of a rule that scripts cannot say: what it is found by."""

    @property
    def key(self) -> keys.Key:
        """What its routine is found by."""
        return self.layer or keys.verb(self.name)


@record(slots=True)
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
    combine: str = ""
    """Which of several standing changes that set it counts: the highest or the lowest."""

    @property
    def key(self) -> str:
        """A name unique in the pack."""
        return f"{self.of}.{self.name}" if self.of else self.name

    @property
    def formula_key(self) -> keys.Key:
        """What its formula is found by."""
        return keys.value(self.of, self.name)


@record(slots=True)
class Table:
    """Numbers looked up by a number or an enum value."""

    name: str
    by: str | None
    values: list[int]
    span: Span


@record(slots=True)
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
    why: Texts = field(default_factory=dict)


@record(slots=True)
class Event:
    """Something a script can announce."""

    name: str
    phrase: Phrase
    span: Span


@record(slots=True)
class Trigger:
    """A reaction to an event: of the rules, or of a card while it lies where its kind listens."""

    id: str
    span: Span
    when_source: ScriptSource | None = None
    source: ScriptSource | None = None
    event: str = ""
    cond: Formula | None = None
    routine: Routine | None = None
    verb: str = ""
    """The verb it reacts to, if it does not hear an event of the pack."""
    names: list[str] = field(default_factory=list)
    """What it calls the parameters of that verb."""


@record(slots=True)
class Heard:
    """A verb that something reacts to: its layers, the event behind them, and a var for whether its own script ran."""

    layers: keys.Key
    event: str
    ran: str = ""


@record(slots=True)
class Watch:
    """A state-based rule: when the condition holds, the effect happens."""

    id: str
    for_player: bool
    cond_source: ScriptSource
    source: ScriptSource
    span: Span
    cond: Formula | None = None
    routine: Routine | None = None


@record(slots=True)
class OptionDecl:
    """Something the table agrees on before the game."""

    name: str
    values: list[str] | None
    default: bool | str
    text: Texts

    @property
    def allowed(self) -> tuple[bool | str, ...]:
        """What it may be set to."""
        return (True, False) if self.values is None else tuple(self.values)


@record(slots=True)
class Setting:
    """For how many players something is meant, and with which options."""

    least: int
    most: int
    options: dict[str, bool | str]

    def fits(self, seats: int, options: Mapping[str, object]) -> bool:
        """Whether a game is set up like this."""
        return self.least <= seats <= self.most and all(options[name] == want for name, want in self.options.items())


@record(slots=True)
class Mode:
    """A way to play under a name of its own."""

    name: str
    text: Texts
    setting: Setting


@record(slots=True)
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


@record(slots=True)
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
    terms: dict[str, dict[str, str | Texts]] = field(default_factory=dict)
    worded: dict[str, Span] = field(default_factory=dict)
    """Where the term of a name is written, in the first of the languages that have it."""
    start: Routine | None = None
    ready: str | None = None
    score: Formula | None = None
    lowest_wins: bool = False
    ties: list[Formula] = field(default_factory=list)
    estimate: Formula | None = None
    digest: str = ""
    packs: tuple[PackPart, ...] = ()
    """The packs it is made of, the lowest first."""
    below: dict[keys.Key, keys.Key] = field(default_factory=dict)
    """What `as before` means in a script: the layer below."""
    pairs: dict[keys.Key, tuple[keys.Key, keys.Key]] = field(default_factory=dict)
    """Layers that have no script of their own: one layer, then another."""
    standing: dict[str, list[Standing]] = field(default_factory=dict)
    """Standing changes by what they change: the key of a value, or `KIND.FIELD`."""
    permits: dict[str, list[Standing]] = field(default_factory=dict)
    """Standing changes of whether an action is open, by its id."""
    skipped: set[keys.Key] = field(default_factory=set)
    """Rules whose own script may be left out by what goes around them."""
    heard: dict[keys.Key, Heard] = field(default_factory=dict)
    """Verbs that something reacts to."""
    marks: dict[keys.Key, tuple[keys.Key, str]] = field(default_factory=dict)
    """Own scripts of rules that say in a var that they ran."""
    begins: dict[keys.Key, str] = field(default_factory=dict)
    """Own scripts of verbs that begin a span."""
    plurals: dict[str, str] = field(default_factory=dict)
    item_ids: dict[str, list[Item]] = field(default_factory=dict)
    reads: dict[tuple[str, ...], set[str]] = field(default_factory=dict, compare=False, repr=False)
    """What derived values and scripts read, each from the first time somebody asks (`interpreter.check.reads`)."""
    writes: dict[keys.Key, set[str]] = field(default_factory=dict, compare=False, repr=False)
    """What the scripts of verbs write, from the first time somebody asks (`interpreter.check.changing`)."""

    namings: dict[str, dict[tuple[str, str], list[Any]]] = field(default_factory=dict, compare=False, repr=False)
    """What depends on an item that it names, from the first time a text is told (`interpreter.prose.named`)."""

    def rated(self, score: int) -> int:
        """A score as something of which more is better."""
        return -score if self.lowest_wins else score

    def hosts(self) -> list[KindDecl]:
        """Everything that has vars and zones: the kinds and what is shared."""
        return [*self.kinds.values(), *([self.shared] if self.shared else [])]

    def all_items(self) -> Iterator[Item]:
        """Every item of every kind."""
        return (item for decl in self.kinds.values() for item in decl.items)

    def reactions(self) -> list[Trigger]:
        """Everything that reacts to an event or a verb: the rules, then the items."""
        return [*self.triggers, *(item.when for item in self.all_items() if item.when is not None)]

    def spans(self) -> list[str]:
        """Everything that can begin, sorted: what vars and zones reset with, and what verbs begin."""
        return sorted({*self.resetting(), *(verb.begins for verb in self.verbs if verb.begins)})

    def resetting(self) -> set[str]:
        """The spans with which vars go back to their start, or zones are emptied."""
        found = {var.resets for decl in self.hosts() for var in decl.vars.values()}
        found |= {zone.resets for decl in self.hosts() for zone in decl.zones.values()}
        return {span for span in found if span}

    def kind(self, name: str) -> KindDecl:
        """The kind of that name; the table counts as one."""
        if name == "shared":
            assert self.shared is not None
            return self.shared
        return self.kinds[name]

    def var(self, key: str) -> VarDecl:
        """The var of a key: whose it is, a dot, its name."""
        host, _, name = key.partition(".")
        return self.kind(host).vars[name]

    def zone(self, key: str) -> ZoneDecl:
        """The zone of a key."""
        host, _, name = key.partition(".")
        return self.kind(host).zones[name]

    def reference(self, item: Item) -> str:
        """How to name an item so that nothing else is meant: its id, with its kind where another kind has that id too."""
        return item.id if len(self.item_ids.get(item.id, ())) < 2 else f"{item.kind}.{item.id}"

    def referred(self, name: str) -> list[Item]:
        """The items that a name stands for: `id`, or `kind.id`."""
        kind, dot, own = name.rpartition(".")
        return [item for item in self.item_ids.get(own, ()) if not dot or item.kind == kind]

    def spoken(self) -> list[Verb]:
        """The verbs that scripts can say."""
        return [verb for verb in self.verbs if verb.layer is None]

    def named_values(self) -> list[ValueDecl]:
        """The values that scripts can say."""
        return [value for value in self.values.values() if not value.name.startswith("(")]

    def menus(self) -> list[str]:
        """Names of the menus, sorted."""
        return sorted({action.menu for action in self.actions})
