"""The packs that can be played here, loaded when they are first asked for, and loaded again when their files changed."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.diagnostics import Severity
from interpreter.play.errors import PackError
from interpreter.play.pack import Pack, load
from interpreter.play.save import PackPin
from interpreter.play.text import Text
from interpreter.play.tutorial import Lesson, NoLesson, Tutorial, lesson_of, read_tutorial
from interpreter.source import Together
from interpreter.source.layers.known import known_packs
from interpreter.source.layers.stack import find_stack
from interpreter.web import limits
from interpreter.web.errors import Refused
from interpreter.web.uploads import Uploads


def pins(pack: Pack) -> tuple[PackPin, ...]:
    """The exact content of each pack of a game, the lowest first, and where to find it again."""
    return tuple(PackPin(one.id, one.version, one.place or one.where, one.digest) for one in pack.vocabulary.packs)


@dataclass(slots=True)
class Packs:
    """Loaded packs by what they were asked for. Everything else is refused: a client names packs, never paths."""

    offered: tuple[str, ...] = ()
    """What may be begun here besides every shipped and installed pack that is sound, also those on another."""
    uploads: Uploads | None = None
    """What visitors have brought."""
    together: tuple[str, ...] = ()
    """What the page offers to play with the pack that it offers first."""
    forgotten: bool = False
    """Whether something of what was in memory is needed no more."""
    _offered: set[str] = field(default_factory=set)
    """Names that were found among those offered."""
    _loaded: dict[tuple[str, ...], Pack] = field(default_factory=dict)
    _titles: dict[tuple[str, ...], Text] = field(default_factory=dict)
    """What packs together are called, by their hashes: a list of games need not open them again."""
    _tutorials: dict[str, Tutorial | None] = field(default_factory=dict)
    _lessons: dict[str, Lesson | None] = field(default_factory=dict)
    _below: dict[str, list[str]] = field(default_factory=dict)
    """The packs that a pack stands on, the game first, and itself; nothing where they do not fit each other."""

    def names(self) -> list[str]:
        """The packs that are offered, by name or place."""
        known = [one.name for one in known_packs() if one.sound and (one.players is not None or one.requires)]
        return known + [one for one in self.offered if one not in known]

    def brought(self) -> list[str]:
        """The packs of visitors, as the page calls them."""
        return self.uploads.names() if self.uploads is not None else []

    def open(self, name: str, others: Sequence[str] = ()) -> Pack:
        """A pack that is offered, with others of those to play with it, or one that a visitor brought. Raises Refused."""
        place = self.uploads.place(name) if self.uploads is not None else None
        if place is not None and others:
            raise Refused("no_such_pack", others[0][:80])  # what visitors bring is looked at by itself
        for one in (*((name,) if place is None else ()), *others):
            self._demand_offered(one)
        return self._load((place or name, *sorted(set(others))))

    def is_read(self, name: str, others: Sequence[str] = ()) -> bool:
        """Whether packs that are asked for by name are in memory."""
        place = self.uploads.place(name) if self.uploads is not None else None
        return (place or name, *sorted(set(others))) in self._loaded

    def are_read(self, wanted: Sequence[PackPin]) -> bool:
        """Whether the packs of a kept game are in memory."""
        return tuple(pin.where for pin in reversed(wanted)) in self._loaded

    def _demand_offered(self, name: str) -> None:
        if name not in self._offered:
            if name not in self.names():  # which looks at every pack there is
                raise Refused("no_such_pack", name[:80])
            self._offered.add(name)

    def fitting(self, name: str) -> list[str]:
        """The packs on the same game that can be played with one, as far as their manifests say."""
        if self.uploads is not None and self.uploads.place(name) is not None:
            return []
        own = self._stack(name)
        return [
            one
            for one in self.names()
            if len(other := self._stack(one)) > 1
            and other[:1] == own[:1]
            and other[-1] not in own
            and not find_stack(Together(name, (one,))).problems
        ]

    def _stack(self, name: str) -> list[str]:
        if name not in self._below:
            stack = find_stack(name)
            self._below[name] = [] if stack.problems else [layer.id for layer in stack.layers]
        return self._below[name]

    def meant(self, wanted: Sequence[PackPin]) -> Pack:
        """The packs that a file of a game means: those offered here, if they are what they were. Raises Refused."""
        name, names = wanted[-1].id, self.names()
        offered: list[tuple[str, ...]] = [(name,)] if name in names else [(one,) for one in self.brought()]
        if len(wanted) > 1 and all(pin.id in names for pin in wanted):
            offered.append(tuple(pin.id for pin in wanted))
        for one, *others in offered:
            pack = self.open(one, others)
            if [pin.sha256 for pin in pins(pack)] == [pin.sha256 for pin in wanted]:
                return pack
        raise Refused("pack_changed" if name in names else "no_such_pack", name[:80])

    def is_strange(self, wanted: Sequence[PackPin]) -> bool:
        """Whether a game is played by rules that a visitor brought."""
        return any(self._is_brought(pin.where) for pin in wanted)

    def pinned(self, wanted: Sequence[PackPin]) -> Pack:
        """The packs of a kept game. Raises Refused when they are not what they were."""
        pack = self._load(tuple(pin.where for pin in reversed(wanted)))
        if [pin.sha256 for pin in pins(pack)] != [pin.sha256 for pin in wanted]:
            raise Refused("pack_changed", wanted[-1].id)
        return pack

    def known_title(self, wanted: Sequence[PackPin]) -> Text | None:
        """What the packs of a kept game are called together, if that is known without opening them."""
        return self._titles.get(tuple(pin.sha256 for pin in wanted))

    def title(self, wanted: Sequence[PackPin]) -> Text:
        """What the packs of a kept game are called together. Raises Refused when they are not what they were."""
        found = self.known_title(wanted)
        if found is None:
            while len(self._titles) >= limits.TITLES:
                del self._titles[next(iter(self._titles))]
            found = self._titles[tuple(pin.sha256 for pin in wanted)] = self.pinned(wanted).title
        return found

    def _is_brought(self, place: str) -> bool:
        return self.uploads is not None and self.uploads.holds(place)

    def forget(self, place: str) -> None:
        """Keep nothing in memory of a pack that is gone."""
        self.forgotten = True
        for places in [one for one in self._loaded if place in one]:
            digest = self._loaded.pop(places).digest
            self._lessons.pop(digest, None)
            self._tutorials.pop(digest, None)

    def keep_only(self, most: int) -> None:
        """Keep so many packs in memory only, those that were read last."""
        while len(self._loaded) > most:
            del self._loaded[next(iter(self._loaded))]

    def lesson(self, pack: Pack, seed: int | None = None) -> Lesson | None:
        """The first turn explained of a pack; with a seed only if that is the game of the lesson."""
        if pack.digest not in self._tutorials:
            self._tutorials[pack.digest] = read_tutorial(pack)
        tutorial = self._tutorials[pack.digest]
        if tutorial is None or seed not in (None, tutorial.seed):
            return None
        if pack.digest not in self._lessons:
            self._lessons[pack.digest] = None
            with contextlib.suppress(NoLesson):  # `rulewright test` says what is wrong with it
                self._lessons[pack.digest] = lesson_of(pack)
        return self._lessons[pack.digest]

    def _load(self, places: tuple[str, ...]) -> Pack:
        pack = self._loaded.get(places)
        if pack is None:
            others = places[1:]
            try:
                pack = load(Together(places[0], others) if others else places[0])
            except PackError as error:
                if others:
                    raise Refused("packs_clash", _told(error)) from error
                raise Refused("no_such_pack", places[0][:80]) from error
            self._loaded[places] = pack
            leaving = [one for one in self._loaded if len(one) > 1 or self._is_brought(one[0])]
            for one in leaving[: -limits.STACKS]:
                del self._loaded[one]
        return pack


def _told(error: PackError) -> str:
    """The first things that are wrong, in words."""
    wrong = [one.message for one in error.diagnostics if one.severity is Severity.ERROR]
    return "; ".join(dict.fromkeys(wrong[:3]))
