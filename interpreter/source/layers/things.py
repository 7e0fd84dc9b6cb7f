"""What there is to change: every named thing of every pack, who made it, who took it away, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from interpreter.records import record
from interpreter.source.layers.writes import ELEMENT, Path, Writes
from interpreter.source.templates import MOST, Made
from interpreter.source.tree import Mapping, Node, Scalar, Sequence

RULES: dict[str, tuple[str, ...]] = {
    "verb": ("effect",),
    "value": ("is",),
    "table": (),
    "action": ("effect", "requires"),
    "event": (),
    "whenever": ("effect",),
    "when": ("effect",),
    "achievement": ("is",),
}
"""What rules there are, by the key that each begins with, and the scripts of each that packs may put theirs around."""
_HOLE = re.compile(r"\{([a-z_][a-z0-9_]*): *[^{}]*\}")


@record(slots=True, eq=False)
class Event:
    """A pack makes a thing (`node`), or takes it away (no `node`)."""

    pack: str
    at: Node
    node: Node | None
    template: Path | None = None
    holes: dict[str, str] | None = None
    """For a thing made by a template: which one, and what stands in its holes."""


class Things:
    """Every thing by its path."""

    def __init__(self, writes: Writes) -> None:
        self.writes = writes
        self.events: dict[Path, list[Event]] = {}
        self.names: dict[Path, dict[str, None]] = {}
        self.templates: dict[Path, dict[str, Made]] = {}
        """What each template makes."""
        self._places: dict[Mapping, Path] = {}
        self._alike: dict[Path, int] = {}
        self._siblings: dict[tuple[Path, frozenset[str]], Names] = {}

    def few(self) -> bool:
        """Whether there are no more things than a game may have: what comes beyond is refused, and not looked at."""
        return len(self.events) <= MOST

    def place(self, parent: Path, item: Mapping, *, apart: bool = False) -> Path:
        """Return the path of an item of a list; `apart`: one that is called as another one is gets a path of its own."""
        known = self._places.get(item)
        if known is not None:
            return known
        path = first = (*parent, named(parent, item))
        if apart and path in self.events:
            self._alike[first] = self._alike.get(first, 0) + 1
            path = (*parent, f"{path[-1]}\n{self._alike[first]}")
        self._places[item] = path
        return path

    def note(self, path: Path, event: Event) -> None:
        """Keep that a thing was made or taken away."""
        for key in [key for key in self._siblings if event.pack in key[1]]:
            del self._siblings[key]
        self.events.setdefault(path, []).append(event)
        self.names.setdefault(path[:-1], {})[path[-1]] = None

    def visible(self, path: Path, seen: frozenset[str]) -> Event | None:
        """Return what made a thing, if the packs that are seen have it."""
        for count in range(2, len(path)):
            around = self.latest(path[:count], seen)
            if around is not None and around.node is None:
                return None  # what it was part of is gone
        event = self.latest(path, seen)
        return event if event is not None and event.node is not None else None

    def latest(self, path: Path, seen: frozenset[str]) -> Event | None:
        """Return what happened last to a thing among the packs that are seen."""
        return next((one for one in reversed(self.events.get(path, ())) if one.pack in seen), None)

    def siblings(self, parent: Path, seen: frozenset[str]) -> Names:
        """Return the names of all things below a path that are there."""
        known = self._siblings.get((parent, seen))
        if known is None:
            there = tuple(name for name in self.names.get(parent, ()) if self.visible((*parent, name), seen))
            known = self._siblings[parent, seen] = Names(parent[-1], there)
        return known

    def current(self, thing: Path, rest: Path, seen: frozenset[str]) -> Node | None:
        """Return what a key of a thing says below, as the packs that are seen have it."""
        event = self.visible(thing, seen)
        node = event.node if event is not None else None
        for count in range(len(rest) + 1):
            if count:
                node = step(node, rest[count - 1])
            write = self.writes.last((*thing, *rest[:count]), seen)
            if write is not None:
                node = write.value
        return self._lengthened((*thing, *rest), node, seen)

    def _lengthened(self, path: Path, node: Node | None, seen: frozenset[str]) -> Node | None:
        """Put behind the maps of a list those that packs have added."""
        if not isinstance(node, Sequence):
            return node
        steps = (one for one in self.writes.children.get(path, ()) if one.startswith(f"{ELEMENT}\n"))
        found = (self.writes.last((*path, one), seen) for one in steps)
        more = tuple(one.value for one in found if one is not None and one.value is not None)
        return Sequence(node.origin, node.start, node.stop, (*node.items, *more)) if more else node


def step(node: Node | None, name: str) -> Node | None:
    """Go one step into a node: to a key of a map, or to an item of a list by its number from 1."""
    if isinstance(node, Mapping):
        return node.get(name)
    if isinstance(node, Sequence) and name.isdigit() and 0 < int(name) <= len(node):
        return node.items[int(name) - 1]
    return None


# --- the names of rules -----------------------------------------------------------------


def rule_word(item: Mapping) -> str | None:
    """Return what kind of rule this is."""
    return next((word for word in RULES if word in item), None)


def rule_name(word: str, item: Mapping) -> str:
    """Return the name of a rule among those of its kind: a phrase, an id, or for a reaction its condition."""
    head = _text(item.get(word))
    if word in ("when", "whenever"):
        return _text(item.get("id")) or _plain_phrase(head)
    if word == "event":
        return (head.split() or [""])[0]
    if word == "verb":
        return _plain_phrase(head)
    of = _text(item.get("of"))
    return f"{of}.{head}" if word == "value" and of else head


def named(parent: Path, item: Mapping) -> str:
    """Return the name of an item among those of its list: of cards or of rules."""
    return rule_name(parent[1], item) if parent[0] == "rules" else _text(item.get("id") or item.get("replace"))


class Names:
    """The names of rules of a kind, found by what packs may call them: the very name, or one without types or owner."""

    def __init__(self, word: str, known: tuple[str, ...]) -> None:
        self.known, self._all = known, frozenset(known)
        self._whole = _by(known, lambda one: one.partition("\n")[0])
        self._loose = [_by(known, how) for how in _LOOSE.get(word, ())]

    def said(self) -> tuple[str, ...]:
        """Return all that the rules may be called, for who has made a slip."""
        return tuple(dict.fromkeys((*self.known, *(one for index in self._loose for one in index))))

    def fitting(self, name: str) -> list[str]:
        """Return the known names that may be meant."""
        wanted = _plain_phrase(name)
        if wanted in self._all:
            return self._whole[wanted]
        return next((found for index in self._loose if (found := index.get(wanted))), [])


def _by(known: Iterable[str], how: Callable[[str], str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in known:
        found.setdefault(how(one), []).append(one)
    return found


def _words(phrase: str) -> str:
    """Return the words of a phrase up to its first hole or bracket."""
    return re.split(r"[\[{]", phrase, maxsplit=1)[0].strip()


def _plain_phrase(text: str) -> str:
    return " ".join(text.split())


def _text(node: Node | None) -> str:
    return node.text if isinstance(node, Scalar) and node.value is not None else ""


_LOOSE: dict[str, tuple[Callable[[str], str], ...]] = {
    "value": (lambda name: name.rpartition(".")[2],),
    "verb": (lambda name: _HOLE.sub(r"{\1}", name), _words),
}
"""How a name may be said with less, by the kind of rule."""
