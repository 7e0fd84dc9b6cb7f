"""Writes of keys by packs, and the conflicts among them.

A key is a path: which document, which thing, which of its keys. A pack is above another one only if it requires it, also
through others; a section that says `with other` stands above that pack, too. What a higher pack writes overwrites what
a lower one wrote; whatever is left more than once, and not the same, is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.records import record
from interpreter.source.errors import Conflict
from interpreter.source.tree import Node, Scalar, plain

Path = tuple[str, ...]
SCRIPTS = ("effect", "is")
"""Keys of a rule that its `text` tells in words: two packs may not change one each."""
ELEMENT = "*"
"""Begins the step to an element of a list that is a set."""
WRAPS = ("around", "before", "after")
"""What can be done with a script so that it is still there."""
APPENDED = "*+"
"""The step to what is put behind the last row of a table."""
OFTEN = 20
"""So many times a pack may write one key before only what is needed to tell the conflict is kept."""


@record(slots=True, eq=False)
class Write:
    """One pack says what a key is to be, or what goes around a script that is there."""

    path: Path
    op: str
    """`add` (it was not there), `set`, `remove`, or `around`, `before` and `after` what is there."""
    pack: str
    above: frozenset[str]
    at: Node
    value: Node | None = None
    spread: bool = False
    """Whether it was said of a template, and so of everything that the template makes."""

    @property
    def wraps(self) -> bool:
        """Say whether it leaves what is below in place."""
        return self.op in WRAPS

    def stands_on(self, other: Write) -> bool:
        """Say whether this one is above the other, and not the other above this one as well.

        Within a pack, what is said of one thing stands above what is said of all that its template makes.
        """
        if self.pack == other.pack and self.above == other.above:
            return other.spread and not self.spread
        return other.pack in self.above and self.pack not in other.above


class Writes:
    """All writes of a stack, by path, in the order of the packs."""

    def __init__(self) -> None:
        self.by_path: dict[Path, list[Write]] = {}
        self._solid: set[Path] = set()
        """The paths that are written, not only gone around."""
        self.children: dict[Path, dict[str, None]] = {}
        """The steps below a path that lead to writes, in the order they were first taken."""

    def add(self, write: Write) -> None:
        """Keep a write, unless its pack has said so much about the key that it tells nothing new."""
        there = self.by_path.setdefault(write.path, [])
        if not write.wraps:
            if len(there) >= OFTEN and _tells_nothing(write, there):
                return
            self._solid.add(write.path)
        there.append(write)
        for count in range(len(write.path)):
            self.children.setdefault(write.path[:count], {})[write.path[count]] = None

    def take(self, path: Path) -> list[Write]:
        """Take away the writes at and below a path, as when they go to other paths."""
        taken = self.by_path.pop(path, [])
        for step in self.children.pop(path, {}):
            taken += self.take((*path, step))
        return taken

    def touched(self, path: Path) -> bool:
        """Say whether anything is written at or below a path."""
        return path in self.by_path or path in self.children

    def under(self, path: Path) -> Iterator[Write]:
        """Yield the writes at and below a path."""
        yield from self.by_path.get(path, ())
        for step in self.children.get(path, ()):
            yield from self.under((*path, step))

    def is_contested(self, path: Path, seen: frozenset[str]) -> bool:
        """Say whether one of the packs that are seen takes a thing away of which another, beside it, writes something."""
        there = [one for one in self.under(path) if one.pack in seen]
        removals = [one for one in there if one.path == path and one.op == "remove"]
        return any(one.op != "remove" and not one.stands_on(gone) for gone in removals for one in there)

    def is_doubled(self, path: Path, seen: frozenset[str]) -> bool:
        """Say whether packs beside each other, of those that are seen, both bring in a thing of one name."""
        added = [one for one in self.by_path.get(path, ()) if one.pack in seen and one.op == "add"]
        return any(_clash(one, other) for number, one in enumerate(added) for other in added[:number])

    def last(self, path: Path, seen: frozenset[str]) -> Write | None:
        """Return the highest write of a path by the packs that are seen, but for what goes around it."""
        written = reversed(self.by_path.get(path, ()) if path in self._solid else ())
        return next((one for one in written if one.pack in seen and not one.wraps), None)

    def all(self) -> Iterator[Write]:
        """Yield every write."""
        for writes in self.by_path.values():
            yield from writes

    def settle(self) -> list[Conflict]:
        """Drop what higher packs overwrite: nothing is left of it; return the conflicts among the rest, each once."""
        left: dict[Path, list[Write]] = {}
        for path, writes in self.by_path.items():
            around = [one for count in range(len(path) + 1) for one in self.by_path.get(path[:count], ())]
            covering = [one for one in around if not one.wraps]
            left[path] = [one for one in writes if not any(other.stands_on(one) for other in covering)]
        self.by_path = left
        return _conflicts(self)


def _tells_nothing(write: Write, there: list[Write]) -> bool:
    """Say whether the same pack has written the key often, and what is kept already says this, or is in conflict."""
    own = [one for one in there if one.pack == write.pack and (one.op, one.spread) == (write.op, write.spread)]
    own = [one for one in own if one.above == write.above]
    return len(own) >= OFTEN and any(same(write.value, one.value) or not same(own[0].value, one.value) for one in own)


def _scripts_of(path: Path) -> list[Path]:
    """Return the keys that are bound to a text written by hand: the scripts it tells about."""
    if path[:1] == ("rules",) and len(path) > 3 and path[3] == "text":
        return [(*path[:3], script) for script in SCRIPTS]
    return []


def _conflicts(writes: Writes) -> list[Conflict]:
    found: dict[tuple[object, ...], Conflict] = {}
    for path, own in writes.by_path.items():
        wider = [one for count in range(len(path)) for one in writes.by_path.get(path[:count], ())]
        bound = [one for other in _scripts_of(path) for one in writes.by_path.get(other, ())]
        solid = [one for one in own if not one.wraps]  # what goes around a key is never in the way of others that do
        at_odds = [one for one in solid if any(_clash(one, other) for other in solid if other is not one)]
        for one in own:
            beside = solid if one.wraps else own
            told = (other for other in bound if other.pack != one.pack)  # who writes both knows of both
            clashing = [other for other in (*beside, *wider, *told) if other is not one and _clash(one, other)]
            if clashing:
                if one in at_odds:  # some of the others may agree with it: the key is told once, with all of them
                    clashing += [other for other in at_odds if other is not one and other not in clashing]
                _keep(found, [one, *clashing])
    return list(found.values())


def _keep(found: dict[tuple[object, ...], Conflict], clashing: list[Write]) -> None:
    """Keep one conflict for a key; a thing that is removed while others change it is told once for each of them."""
    clashing.sort(key=lambda one: (one.pack, one.at.span))
    widest = min((one.path for one in clashing), key=len)
    packs = tuple(one.pack for one in clashing)
    key = (widest, tuple(sorted(set(packs))))
    if key in found:
        return
    same_key = all(one.path == widest for one in clashing)
    doing = tuple(_doing(one, whole=one.path == widest and len(widest) == 3 and not same_key) for one in clashing)
    places = [one.at.span for one in clashing]
    found[key] = Conflict(places[0], packs, doing, named(widest), tuple(places[1:]), widest[0] in ("cards", "rules"))


def _doing(write: Write, *, whole: bool) -> str:
    if write.op == "set":
        return "replace" if whole else "change"
    if write.wraps:
        return "wrap"
    return write.op


def _clash(one: Write, other: Write) -> bool:
    if one.stands_on(other) or other.stands_on(one):
        return False
    if one.path != other.path:
        return True
    if one.op == other.op == "remove":
        return False
    if one.wraps or other.wraps:  # how they nest is seen in the scripts; only what is gone cannot be wrapped
        return "remove" in (one.op, other.op)
    return not (_agreeing(one, other) and same(one.value, other.value))


def _agreeing(one: Write, other: Write) -> bool:
    """Say whether equal values agree: two that set the same do, two that invent the same thing do not."""
    both_words = one.path[0] == "text" or one.path[:2] == ("pack", "languages")
    return both_words or (one.op == other.op == "set" and isinstance(one.value, Scalar))


def same(one: Node | None, other: Node | None) -> bool:
    """Say whether two nodes say the same."""
    if one is None or other is None:
        return one is other
    return repr(plain(one)) == repr(plain(other))


def named(path: Path) -> str:
    """Call a key by its name, for a message."""
    steps = [step.removeprefix(ELEMENT) if step != APPENDED else "the rows" for step in path]
    document, *rest = steps
    if document in ("cards", "rules"):
        kind, name, *keys = (part.partition("\n")[0] for part in rest)
        if keys[:1] == ["faces"] and len(keys) > 1:
            face, *inner = keys[1:]
            return f"{_dotted(inner)}face {face} of {kind} `{name}`"
        return f"{_dotted(keys)}{kind} `{name}`"
    if document == "text":
        return f"the term `{rest[2] if len(rest) > 2 else rest[-1]}` in {rest[0]}"
    return f"`{'.'.join(rest)}` of {document}.yaml"


def _dotted(keys: list[str]) -> str:
    return f"`{'.'.join(keys)}` of " if keys else ""
