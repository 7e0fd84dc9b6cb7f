"""The games in one SQLite file: what each is made of, who may sit where, and every pick. Nothing else is kept.

Write-ahead logging, and a pick is acknowledged only after its transaction: a killed server loses nothing it confirmed.
Secrets are kept as hashes; they have 128 random bits, so that no salt is needed. Several processes may share the file: a
step of a game is written once, whoever comes second is refused, and each can see that another has written.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from hmac import compare_digest
from pathlib import Path
from threading import RLock
from typing import Any

from interpreter.play.save import PackPin
from interpreter.web import limits

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, packs TEXT NOT NULL, options TEXT NOT NULL, seats INTEGER NOT NULL, seed INTEGER NOT NULL,
  watch BLOB NOT NULL, rev INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0,
  turn INTEGER, created REAL NOT NULL, touched REAL NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
  game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, seat INTEGER NOT NULL, secret BLOB NOT NULL,
  who TEXT NOT NULL, name TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, seat));
CREATE TABLE IF NOT EXISTS picks (
  game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, step INTEGER NOT NULL, pick INTEGER NOT NULL,
  seat INTEGER NOT NULL, mark TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, step)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS brought (
  file TEXT PRIMARY KEY, secret BLOB NOT NULL, created REAL NOT NULL);
"""
VERSION = 1
_COLUMNS = {
    "games": {"id", "packs", "options", "seats", "seed", "watch", "rev", "over", "turn", "created", "touched"},
    "seats": {"game", "seat", "secret", "who", "name"},
    "picks": {"game", "step", "pick", "seat", "mark"},
    "brought": {"file", "secret", "created"},
}
"""What our tables have: a file with others in it is somebody else's."""
_LOOK_AGAIN = 0.05
"""Seconds until somebody looks again whether the file is free."""


@dataclass(slots=True)
class SeatRecord:
    """Who sits at a seat: a person or a bot, and what its link is known by."""

    secret: bytes
    who: str
    name: str = ""


@dataclass(slots=True)
class GameRecord:
    """Everything that makes a game again."""

    id: str
    packs: tuple[PackPin, ...]
    options: dict[str, bool | int | str]
    seed: int
    watch: bytes
    seats: list[SeatRecord]
    rev: int = 0
    over: bool = False
    turn: int | None = None
    """Whose choice is due: so that a list of games need not make them again."""
    created: float = 0.0
    touched: float = 0.0
    picks: list[int] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)


class Damaged(Exception):
    """What was kept of a game is nothing that we wrote."""


def _demand_ours(path: str) -> None:
    """See that a file is one of ours, or empty, before anything is written to it. Raises sqlite3.Error when it is not."""
    if path == ":memory:" or not Path(path).exists():
        return
    with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            raise sqlite3.DatabaseError(f"the file is of format {version}; this program reads {VERSION}")
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")]
        foreign = [name for name in tables if name not in _COLUMNS]
        foreign += [
            name
            for name, columns in _COLUMNS.items()
            if name in tables and {row[1] for row in db.execute(f"PRAGMA table_info({name})")} != columns
        ]
        if foreign:
            raise sqlite3.DatabaseError(f"the file holds something else: `{foreign[0]}`")
        wrong = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if wrong != "ok":
            raise sqlite3.DatabaseError(f"the file is damaged: {wrong}")


def _read_row(game_id: str, row: tuple[Any, ...], seats: list[Any], picks: list[Any]) -> GameRecord:
    """A game from what was kept of it. Raises Damaged when we have not written that."""
    try:
        packs = tuple(PackPin(*pin) for pin in json.loads(row[0]))
        record = GameRecord(
            game_id,
            packs,
            json.loads(row[1]),
            row[2],
            row[3],
            [SeatRecord(*one) for one in seats],
            rev=row[4],
            over=bool(row[5]),
            turn=row[6],
            created=row[7],
            touched=row[8],
            picks=[pick for pick, _ in picks],
            marks=[mark for _, mark in picks],
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise Damaged(str(error)) from error
    numbers = (record.seed, record.rev, *record.picks, *([] if record.turn is None else [record.turn]))
    texts = (*(one.who for one in record.seats), *(one.name for one in record.seats), *record.marks)
    texts += tuple(text for pin in packs for text in (pin.id, pin.version, pin.where, pin.sha256))
    secrets = (record.watch, *(one.secret for one in record.seats))
    if not (
        packs
        and record.seats
        and type(record.options) is dict
        and all(type(one) is int for one in numbers)
        and all(isinstance(one, str) for one in texts)
        and all(isinstance(one, bytes) for one in secrets)
        and all(isinstance(one, float) for one in (record.created, record.touched))
        and (record.turn is None or 0 <= record.turn < len(record.seats))
    ):
        raise Damaged("a value is of another kind")
    return record


def hashed(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


class Store:
    """The file. Raises sqlite3.Error when it cannot be read or written: then nothing was acknowledged."""

    def __init__(self, path: str) -> None:
        """Open or make the file; `:memory:` keeps nothing. Raises sqlite3.Error when it is damaged or not ours."""
        _demand_ours(path)
        self.path = path
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
        self._db.execute("PRAGMA journal_mode=WAL")
        # Not on the disk at every pick: that takes 2 to 70 ms, in which everybody waits. docs/table.md says what it costs.
        self._db.execute("PRAGMA synchronous=1")
        self._db.execute("PRAGMA foreign_keys=ON")
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA user_version={VERSION}")
        self._wait_at_most(limits.BLOCKED_SECONDS)
        self._seen = self._data_version()
        self._writing = RLock()
        """One transaction at a time: games are played in two threads."""
        self.waiting = asyncio.Lock()
        """Who waits for the file: one looks, the others stand behind."""

    def _wait_at_most(self, seconds: float) -> None:
        self._db.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")

    def is_held(self) -> bool:
        """Whether another program writes to the file, so that nothing can be kept just now."""
        if not self._writing.acquire(blocking=False):
            return False  # we do ourselves
        try:
            self._wait_at_most(0)
            with self._whole():
                return False
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return True
        finally:
            with suppress(sqlite3.Error):
                self._wait_at_most(limits.BLOCKED_SECONDS)
            self._writing.release()

    async def free(self) -> None:
        """Wait until something can be kept, while all others go on. Raises sqlite3.Error where that takes too long."""
        try:
            async with asyncio.timeout(limits.LOCKED_SECONDS), self.waiting:
                while self.is_held():  # noqa: ASYNC110 - who holds the file tells nobody here
                    await asyncio.sleep(_LOOK_AGAIN)
        except TimeoutError as error:
            raise sqlite3.OperationalError("another program holds the file") from error

    def _data_version(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def written_by_others(self) -> bool:
        """Whether another process has written to the file since this was last asked."""
        before, self._seen = self._seen, self._data_version()
        return before != self._seen

    def touched(self, game_id: str) -> float | None:
        """When a game was last changed, by whomever."""
        row = self._db.execute("SELECT touched FROM games WHERE id = ?", (game_id,)).fetchone()
        return None if row is None else float(row[0])

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _whole(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing."""
        with self._writing:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def count(self) -> int:
        """How many games there are."""
        return int(self._db.execute("SELECT count(*) FROM games").fetchone()[0])

    def begin(self, game: GameRecord) -> None:
        """Keep a new game."""
        packs = json.dumps([[pin.id, pin.version, pin.where, pin.sha256] for pin in game.packs])
        row = (game.id, packs, json.dumps(game.options), len(game.seats), game.seed, game.watch)
        with self._whole() as db:
            db.execute(
                "INSERT INTO games (id, packs, options, seats, seed, watch, rev, over, turn, created, touched)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, game.rev, game.over, game.turn, game.created, game.touched),
            )
            for number, seat in enumerate(game.seats):
                row_of_seat = (game.id, number, seat.secret, seat.who, seat.name)
                db.execute("INSERT INTO seats (game, seat, secret, who, name) VALUES (?, ?, ?, ?, ?)", row_of_seat)
            db.executemany(
                "INSERT INTO picks (game, step, pick, seat) VALUES (?, ?, ?, -1)",
                [(game.id, step, pick) for step, pick in enumerate(game.picks)],
            )

    def read(self, game_id: str) -> GameRecord | None:
        """A game by its id. Raises Damaged when what was kept of it is nothing that we wrote."""
        row = self._db.execute(
            "SELECT packs, options, seed, watch, rev, over, turn, created, touched FROM games WHERE id = ?", (game_id,)
        ).fetchone()
        if row is None:
            return None
        seats = self._db.execute("SELECT secret, who, name FROM seats WHERE game = ? ORDER BY seat", (game_id,))
        picks = self._db.execute("SELECT pick, mark FROM picks WHERE game = ? ORDER BY step", (game_id,)).fetchall()
        return _read_row(game_id, row, seats.fetchall(), picks)

    def untouched(self, since: float, unplayed: float) -> list[str]:
        """Games that nobody has touched since a time; those in which nobody has chosen anything, since another one."""
        rows = self._db.execute(
            "SELECT id FROM games WHERE touched < ? OR (touched < ? AND NOT over AND rev = 0"
            " AND NOT EXISTS (SELECT 1 FROM picks WHERE game = id)) ORDER BY touched LIMIT 100",
            (since, unplayed),
        )
        return [row[0] for row in rows]

    def remove(self, game_id: str) -> None:
        """Keep a game no longer."""
        with self._whole() as db:
            db.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def add_pick(self, game: GameRecord, step: int, pick: int, seat: int, mark: str) -> None:
        """Keep one more pick, and how the game stands with it."""
        with self._whole() as db:
            row = (game.id, step, pick, seat, mark)
            db.execute("INSERT INTO picks (game, step, pick, seat, mark) VALUES (?, ?, ?, ?, ?)", row)
            self._stand(db, game)

    def drop_picks(self, game: GameRecord, first: int) -> None:
        """Forget picks that were taken back."""
        with self._whole() as db:
            db.execute("DELETE FROM picks WHERE game = ? AND step >= ?", (game.id, first))
            self._stand(db, game)

    @staticmethod
    def _stand(db: sqlite3.Connection, game: GameRecord) -> None:
        row = (game.rev, game.over, game.turn, game.touched, game.id)
        db.execute("UPDATE games SET rev = ?, over = ?, turn = ?, touched = ? WHERE id = ?", row)

    def set_seat(self, game: GameRecord, seat: int) -> None:
        """Keep who sits at a seat now."""
        record = game.seats[seat]
        row = (record.who, record.name, game.id, seat)
        with self._whole() as db:
            db.execute("UPDATE seats SET who = ?, name = ? WHERE game = ? AND seat = ?", row)
            self._stand(db, game)

    # ---- packs of visitors

    def brought(self) -> list[str]:
        """The packs of visitors that are listed, by the hash of their bytes."""
        return [row[0] for row in self._db.execute("SELECT file FROM brought ORDER BY created, file")]

    def bring(self, file: str, secret: bytes, now: float) -> None:
        """List a pack of a visitor, and keep what its key is known by."""
        with self._whole() as db:
            db.execute("INSERT INTO brought (file, secret, created) VALUES (?, ?, ?)", (file, secret, now))

    def unlist(self, file: str, secret: bytes) -> bool:
        """Take a pack off the list, if this is its key."""
        row = self._db.execute("SELECT secret FROM brought WHERE file = ?", (file,)).fetchone()
        if row is None or not compare_digest(row[0], secret):
            return False
        with self._whole() as db:
            db.execute("DELETE FROM brought WHERE file = ?", (file,))
        return True

    def needs(self, place: str) -> bool:
        """Whether a game that is not over is played with the pack at a place."""
        # As it stands in the file: a row that is damaged is not in the way of the others.
        rows = self._db.execute("SELECT 1 FROM games WHERE over = 0 AND instr(packs, ?) LIMIT 1", (json.dumps(place),))
        return rows.fetchone() is not None

    def brought_before(self, then: float) -> list[str]:
        """The packs of visitors that nobody has used since a time."""
        return [row[0] for row in self._db.execute("SELECT file FROM brought WHERE created < ?", (then,))]

    def use(self, file: str, now: float) -> None:
        """Note that a pack of a visitor is played."""
        with self._whole() as db:
            db.execute("UPDATE brought SET created = ? WHERE file = ?", (now, file))

    def drop(self, file: str) -> None:
        """List a pack of a visitor no longer."""
        with self._whole() as db:
            db.execute("DELETE FROM brought WHERE file = ?", (file,))
