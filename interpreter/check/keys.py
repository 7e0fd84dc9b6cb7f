"""What a checked script is found by.

Ids are unique only among their like: a card and a verb, or two cards of different kinds, may share one. So nothing is ever
looked up by an id, or by a text made from ids: a key says of what sort a thing is, and keeps the names it has apart. No
pack can write a key, and so no pack can take a word that the engine uses inside.
"""

from __future__ import annotations

from interpreter.records import record


@record(frozen=True, slots=True)
class Key:
    """The sort of a thing, and the names that tell it from its like."""

    sort: str
    names: tuple[str | int, ...] = ()

    def __lt__(self, other: Key) -> bool:
        """Stand before another key, so that a set of keys is always written down in one order."""
        return (self.sort, tuple(map(repr, self.names))) < (other.sort, tuple(map(repr, other.names)))

    def __str__(self) -> str:
        """Name the thing for people, shortly: two things may read alike."""
        match self.sort, self.names:
            case "script", (_, item, name, face):
                return f"{item}.{name}" if face == -1 else f"{item}.{name} {face}"
            case "listener", (_, item):
                return f"{item}.when"
            case "overflow", (host, var):
                return f"{host}.{var} overflow"
            case "layer", (_, *names, side, _):
                return f"{side or 'as before in'} {'.'.join(str(name) for name in names if name)}"
            case (("verb" | "value" | "scripts" | "extra"), names):
                return ".".join(str(name) for name in names if name)
            case sort, names:
                return " ".join(map(str, (sort, *names)))


START = Key("start")
SCORE = Key("score")
ESTIMATE = Key("estimate")


def verb(phrase: str) -> Key:
    """A verb of the pack."""
    return Key("verb", (phrase,))


def action(name: str) -> Key:
    """The effect of an action."""
    return Key("action", (name,))


def requirement(name: str) -> Key:
    """The condition of an action."""
    return Key("requires", (name,))


def overflow(host: str, var: str) -> Key:
    """What happens to what a counter cannot hold."""
    return Key("overflow", (host, var))


def script(kind: str, item: str, name: str, face: int = -1) -> Key:
    """A script of an item, on one of its faces if it has several."""
    return Key("script", (kind, item, name, face))


def in_play(kind: str, item: str) -> Key:
    """The condition under which an item is in the box."""
    return Key("in play", (kind, item))


def reaction(number: int) -> Key:
    """A reaction among the rules, by its place."""
    return Key("when", (number,))


def hearing(kind: str, item: str) -> Key:
    """The reaction of an item."""
    return Key("hearing", (kind, item))


def listener(kind: str, item: str) -> Key:
    """The reaction of an item together with its condition."""
    return Key("listener", (kind, item))


def whenever(number: int) -> Key:
    """The effect of a state-based rule, by its place."""
    return Key("whenever", (number,))


def watch(number: int) -> Key:
    """What carries a state-based rule out until it holds for nobody."""
    return Key("watch", (number,))


def condition(of: Key) -> Key:
    """What must hold for a reaction, or for a state-based rule."""
    return Key("condition", (of.sort, *of.names))


def event(name: str) -> Key:
    """Everything that happens when an event is announced."""
    return Key("event", (name,))


def value(of: str | None, name: str) -> Key:
    """A derived value."""
    return Key("value", (of or "", name))


def layer(of: Key, number: int, side: str = "") -> Key:
    """What a rule was below the packs that go around it, or what one of them does before or after it."""
    return Key("layer", (of.sort, *of.names, side, number))


def tie(number: int) -> Key:
    """A tie-break, by its place."""
    return Key("tie", (number,))


def extra(*names: str | int) -> Key:
    """A script that is no part of the pack: of a scenario, a study, a console."""
    return Key("extra", names)


def scripts(kind: str, name: str) -> Key:
    """The table of a script of a kind: the routine of each thing."""
    return Key("scripts", (kind, name))


def listeners(kind: str, event_name: str) -> Key:
    """The table of the cards of a kind that hear an event."""
    return Key("listeners", (kind, event_name))


__all__ = ["ESTIMATE", "SCORE", "START", "Key"]
