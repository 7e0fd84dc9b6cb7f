"""All games of a server: begun, found again, put away. The only place that makes secrets and reads the clock."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
import weakref
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from itertools import zip_longest
from typing import TypeVar

from interpreter.play.bots import BOTS
from interpreter.play.errors import Fault, InvalidAction
from interpreter.play.game import Game
from interpreter.play.pack import Pack
from interpreter.play.save import PackPin, Save, SaveError, decode, encode
from interpreter.play.tutorial import LEARNER
from interpreter.web import limits
from interpreter.web.desk import Urgency, Whose
from interpreter.web.errors import Refused, Troubles
from interpreter.web.packs import Packs, pins
from interpreter.web.person_name import person_name
from interpreter.web.room import HUMAN, Room
from interpreter.web.store import Damaged, GameRecord, SeatRecord, Store, hashed
from interpreter.web.work import Work

T = TypeVar("T")
FOE = next(iter(BOTS))
KINDS = (HUMAN, *BOTS)
"""Who can sit at a seat."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A new game: its id, and the secrets that its links carry."""

    id: str
    seats: tuple[str, ...]
    watch: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a secret leads: a seat of a game, or (None) beside the table."""

    room: Room
    seat: int | None


def new_seed() -> int:
    """A seed that cannot be found by trying: the generator of a game has 64 bits, and SQLite 63."""
    return secrets.randbits(63)


@dataclass(slots=True)
class Hall:
    """The games of one file."""

    store: Store
    packs: Packs = field(default_factory=Packs)
    clock: Callable[[], float] = time.time
    seed: Callable[[], int] = new_seed
    awake: dict[str, Room] = field(default_factory=dict)
    busy: Callable[[str], bool] = lambda _game: False
    """Whether somebody is connected to a game, so that it is not put away."""
    keep: float = limits.KEPT_DAYS
    """For so many days games and packs of visitors are kept that nobody touches."""
    work: Work = field(default_factory=Work)
    """Where everything is done that computes."""
    troubles: Troubles = field(default_factory=Troubles)
    """What the log is told."""
    _waking: weakref.WeakValueDictionary[str, asyncio.Lock] = field(default_factory=weakref.WeakValueDictionary)

    async def read(self, whose: Whose, packs: Callable[[], T]) -> T:
        """Read packs beside the games, which go on meanwhile. Raises Refused."""
        return await self.work.do(whose, "reading", packs, Urgency.ARRIVING, long=True)

    async def do(
        self,
        whose: Whose,
        wanted: Sequence[PackPin],
        what: Callable[[], T],
        urgency: Urgency = Urgency.ASKED,
        *,
        long: bool = False,
    ) -> T:
        """Do something for a game of some packs when its turn comes; `long`: it takes a while. Raises what that raises."""
        return await self.work.do(whose, _together(wanted), what, urgency, long=long or self.packs.is_strange(wanted))

    def is_slow(self, wanted: Sequence[PackPin]) -> bool:
        """Whether what is done for a game of some packs is done beside all others."""
        return self.packs.is_strange(wanted) or self.work.is_slow(_together(wanted))

    def _record(self, game_id: str) -> GameRecord | None:
        """What is kept of a game. Raises Refused when that is damaged, and says so in the log."""
        try:
            return self.store.read(game_id)
        except Damaged as error:
            self.troubles.note(game_id, f"what was kept of it is damaged: {error}")
            raise Refused("damaged") from error

    def kept_until(self, record: GameRecord) -> float:
        """When a game goes, unless somebody touches it before."""
        played = record.over or record.rev or record.picks
        return record.touched + 86400 * (self.keep if played else min(self.keep, limits.UNPLAYED_DAYS))

    def tidy(self) -> int:
        """Put away games and packs of visitors that nobody has touched for long; gives how many games that were.

        Each goes to a file of the same kind first, which can be served as this one is, with the same links.
        """
        now = self.clock()
        unplayed = now - 86400 * min(self.keep, limits.UNPLAYED_DAYS)
        gone = [one for one in self.store.untouched(now - 86400 * self.keep, unplayed) if not self.busy(one)]
        if gone:
            with closing(Store(f"{self.store.path}-past" if self.store.path != ":memory:" else ":memory:")) as past:
                for one in gone:
                    self._put_away(one, past)
        if self.packs.uploads is not None:
            for place in self.packs.uploads.expire(now - 86400 * self.keep):
                self.packs.forget(place)
        return len(gone)

    def _put_away(self, game_id: str, past: Store) -> None:
        try:
            record = self.store.read(game_id)
        except Damaged as error:
            self.troubles.note(game_id, f"it is damaged and stays where it is: {error}")
            return
        if record is not None:
            with suppress(sqlite3.IntegrityError):  # it is there already
                past.begin(record)
            self.store.remove(game_id)
            self.forget(game_id)

    async def rouse(self, game_id: str, whose: Whose) -> Room:
        """A game by its id. If it slept it is made again from its picks, while others are served. Raises Refused."""
        async with self._waking.setdefault(game_id, asyncio.Lock()):
            while game_id not in self.awake:
                record = self._record(game_id)
                if record is None:
                    raise Refused("no_such_game")
                room = await self._roused(record, whose)
                if self.store.touched(game_id) == record.touched:  # another process may have gone on with it
                    self._keep_awake(room)
        return self.room(game_id)

    async def _roused(self, record: GameRecord, whose: Whose) -> Room:
        wanted = record.packs
        if not self.packs.are_read(wanted):
            await self.read(whose, lambda: self.packs.pinned(wanted))

        def begin() -> Room:
            pack = self.packs.pinned(wanted)
            return self._room(record, pack.new_game(len(record.seats), record.seed, record.options))

        room = await self.do(whose, wanted, begin, Urgency.ARRIVING, long=True)
        picks = room.replaying()

        def some() -> bool:
            end = time.perf_counter() + limits.SLICE_SECONDS
            return all(time.perf_counter() < end for _ in picks)

        while not await self.do(whose, wanted, some, Urgency.ARRIVING, long=True):
            pass
        return room

    def begin(
        self,
        pack_name: str,
        players: Sequence[str],
        options: Mapping[str, object],
        others: Sequence[str] = (),
        names: Sequence[str] = (),
    ) -> Begun:
        """Begin a game of a pack, with others to play with it. `names`: what those who sit there are called, by seat.

        Raises Refused when something does not fit.
        """
        pack = self.packs.open(pack_name, others)
        if any(who not in KINDS for who in players):
            raise Refused("no_such_player")
        if len(players) not in pack.players:
            raise Refused("wrong_count", f"{pack.players.start}–{pack.players.stop - 1}")
        return self._begin(pack, players, options, self.seed(), (), names)

    def teach(self, pack_name: str) -> Begun:
        """Begin the game of a pack's lesson: the learner against bots, who play their part of it. Raises Refused."""
        pack = self.packs.open(pack_name)
        lesson = self.packs.lesson(pack)
        if lesson is None:
            raise Refused("no_lesson")
        known = lesson.tutorial
        players = [HUMAN if seat == LEARNER else FOE for seat in range(known.players)]
        return self._begin(pack, players, known.options, known.seed, ())

    def _begin(
        self,
        pack: Pack,
        players: Sequence[str],
        options: Mapping[str, object],
        seed: int,
        picks: Sequence[int],
        names: Sequence[str] = (),
    ) -> Begun:
        if self.store.count() >= limits.GAMES:
            self.troubles.note("", f"there are {limits.GAMES} games; `--keep DAYS` keeps them for a shorter time")
            raise Refused("too_many_games")
        if self.packs.uploads is not None:
            self.packs.uploads.used(pins(pack)[-1].where, self.clock())
        try:
            chosen = pack.options(options)
        except (InvalidAction, TypeError) as error:
            raise Refused("wrong_option", str(error)) from error
        try:
            game = pack.new_game(len(players), seed, chosen)
        except Fault as fault:
            raise Refused("fault", str(fault)) from fault
        keys, watch = tuple(secrets.token_urlsafe(16) for _ in players), secrets.token_urlsafe(16)
        now = self.clock()
        record = GameRecord(
            secrets.token_urlsafe(12),
            pins(pack),
            {name: value for name, value in chosen.items() if isinstance(value, bool | int | str)},
            game.seed,
            hashed(watch),
            [
                SeatRecord(hashed(key), who, person_name(name))
                for key, who, name in zip_longest(keys, players, names, fillvalue="")
            ],
            created=now,
            touched=now,
            picks=list(picks),
            marks=[""] * len(picks),
        )
        room = self._room(record, game)
        room.replay()
        self.store.begin(record)
        self._keep_awake(room)
        return Begun(record.id, keys, watch)

    def written(self, room: Room, lang: str) -> bytes:
        """A game that is over as a file, for anybody: it holds the seed. Raises Refused while something is hidden."""
        record = room.record
        if not record.over:
            raise Refused("not_over")
        return encode(
            Save(
                record.packs,
                record.options,
                record.seed,
                tuple(one.who for one in record.seats),
                lang,
                tuple(record.picks),
                room.game.state_hash,
                stack=room.game.pack.digest if len(record.packs) > 1 else "",
            )
        )

    async def opened(self, data: bytes, whose: Whose) -> tuple[Begun, tuple[str, ...]]:
        """Begin a game that goes on where a file leaves it, and say who sits where. Raises Refused.

        A file says nothing about where packs are: those that are offered here are meant, if they are what they were.
        """
        try:
            save, _ = decode(data, "")
        except SaveError as error:
            raise Refused("no_game_file", error.code) from error
        pack = await self.read(whose, lambda: self.packs.meant(save.packs))
        await self.store.free()
        players = tuple(who if who in KINDS else FOE for who in save.players)
        if len(players) not in pack.players:
            raise Refused("wrong_count", f"{pack.players.start}–{pack.players.stop - 1}")

        def begin() -> Begun:
            return self._begin(pack, players, save.options, save.seed, save.picks)

        return await self.do(whose, pins(pack), begin, long=True), players

    def branch(self, room: Room, step: int, seat: int) -> Begun:
        """Begin a game at a step of one that is over, for one person against bots. Raises Refused."""
        record = room.record
        if not record.over:
            raise Refused("not_over")  # it would show what is still hidden
        if not 0 <= step <= len(record.picks) or not 0 <= seat < len(record.seats):
            raise Refused("no_such_step")
        players = [HUMAN if number == seat else FOE for number in range(len(record.seats))]
        return self._begin(room.game.pack, players, record.options, record.seed, record.picks[:step])

    def room(self, game_id: str) -> Room:
        """A game by its id, made again from its picks if it slept. Raises Refused."""
        room = self.awake.pop(game_id, None)
        if room is None:
            record = self._record(game_id)
            if record is None:
                raise Refused("no_such_game")
            pack = self.packs.pinned(record.packs)
            room = self._room(record, pack.new_game(len(record.seats), record.seed, record.options))
            room.replay()
        self._keep_awake(room)
        return room

    def _room(self, record: GameRecord, game: Game) -> Room:
        lesson = self.packs.lesson(game.pack, record.seed)
        return Room(record, game, self.store, lesson, strange=self.packs.is_strange(record.packs))

    def _keep_awake(self, room: Room) -> None:
        self.awake[room.record.id] = room
        if len(self.awake) > limits.AWAKE:
            asleep = next((one for one in list(self.awake) if one != room.record.id and not self.busy(one)), None)
            if asleep is not None:
                self.forget(asleep)

    def catch_up(self) -> list[str]:
        """The games that another process has changed: they are made again when they are next asked for."""
        if not self.store.written_by_others():
            return []
        stale = [name for name, room in list(self.awake.items()) if self.store.touched(name) != room.record.touched]
        for name in stale:
            self.forget(name)
        return stale

    def forget(self, game_id: str) -> None:
        """Drop what is in memory of a game: the file is the truth."""
        self.awake.pop(game_id, None)

    def enter(self, game_id: str, secret: str) -> Place:
        """Where a secret leads. Raises Refused when it leads nowhere, without saying whether there is such a game."""
        try:
            room = self.room(game_id)
        except Refused as refused:
            raise Refused("no_entry" if refused.code == "no_such_game" else refused.code, refused.note) from refused
        return Place(room, _seat_of(room.record, secret))

    async def enter_later(self, game_id: str, secret: str, whose: Whose) -> Place:
        """The same; a game that sleeps is made again, while others are served, for who may enter only. Raises Refused."""
        known = self.awake.get(game_id)
        record = known.record if known is not None else self._record(game_id)
        if record is None:
            raise Refused("no_entry")
        seat = _seat_of(record, secret)
        return Place(await self.rouse(game_id, whose), seat)

    def seat_at(self, room: Room, seat: int, who: str) -> None:
        """Hand a seat to a bot, or take it back."""
        if who not in KINDS:
            raise Refused("no_such_player")
        room.record.seats[seat].who = who
        room.record.touched = self.clock()
        self.store.set_seat(room.record, seat)

    def name_seat(self, room: Room, seat: int, name: str) -> None:
        """Call the person at a seat by a name."""
        record = room.record.seats[seat]
        record.name = person_name(name)
        room.record.touched = self.clock()
        self.store.set_seat(room.record, seat)

    def standing(self, game_id: str, secret: str) -> tuple[dict[str, object], tuple[PackPin, ...]]:
        """How one of a person's games stands, and its packs: without making it again if it sleeps."""
        record = self.awake[game_id].record if game_id in self.awake else self._record(game_id)
        if record is None:
            raise Refused("no_entry")
        seat = _seat_of(record, secret)
        found: dict[str, object] = {
            "game": game_id,
            "seat": seat,
            "pack": record.packs[-1].id,
            "turn": record.turn,
            "over": record.over,
            "touched": record.touched,
            "players": [one.who for one in record.seats],
            "names": [one.name for one in record.seats],
            "ago": max(0.0, self.clock() - record.touched),
            "until": self.kept_until(record),
        }
        return found, record.packs


def _seat_of(record: GameRecord, secret: str) -> int | None:
    """The seat that a secret is for; None: it is for watching. Raises Refused."""
    given, found = hashed(secret), -2
    for number, seat in enumerate(record.seats):
        if compare_digest(seat.secret, given):
            found = number
    if compare_digest(record.watch, given):
        found = -1
    if found == -2:
        raise Refused("no_entry")
    return found if found >= 0 else None


def _together(wanted: Sequence[PackPin]) -> Hashable:
    """What says whether two games share the machines of their packs."""
    return tuple(pin.sha256 for pin in wanted)


def open_store(path: str) -> Store:
    """Open the file of the games. Raises Refused when it is none of ours."""
    try:
        return Store(path)
    except sqlite3.Error as error:
        raise Refused("no_store", str(error)) from error
