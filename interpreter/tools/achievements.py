"""What a player has achieved, in a file of the player's: one for each pack, in the folder for the user's data.

The first line names the format and seals what follows; the rest is JSON, one row for each achievement (and value of the
option it is counted by). A row lists the games that count for it, by identity: the same content, options, seed and
players are the same game, so taking choices back, resuming from an earlier step or playing it again counts once.
Where several people share the terminal, what any of them achieves counts.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path

from interpreter.check.vocabulary import Achievement
from interpreter.languages import in_words
from interpreter.play.game import Game
from interpreter.play.pack import Pack
from interpreter.play.save import SaveError, os_errors, remove_leftovers, write_whole
from interpreter.source.find import user_folder
from interpreter.tools.plain_files import demand_plain
from interpreter.tools.setting import spelled
from interpreter.tools.texts import say
from interpreter.tools.trouble import Trouble

FORMAT = 1
MAGIC = "rulewright-achievements"
MAX_BYTES = 16 * 1024 * 1024
PATIENCE = 10.0
"""Seconds to wait for another program that is writing the same file."""

Plain = bool | int | str


@dataclass(frozen=True, slots=True)
class Mark:
    """One row: what was achieved, when and how for the first time, and in which games."""

    achievement: str
    by: Plain | None
    date: str
    score: int
    seed: int
    options: Mapping[str, Plain]
    games: tuple[str, ...] = field(default=())

    @property
    def key(self) -> tuple[str, Plain | None]:
        """What makes two rows the same."""
        return self.achievement, self.by

    def title(self, pack: Pack, lang: str) -> str:
        """Name it to a person."""
        name = words(pack.vocabulary.achievements[self.achievement].name, lang, self.achievement)
        return name if self.by is None else f"{name}, {value_words(pack, self.by, lang)}"


@dataclass(frozen=True, slots=True)
class Recorded:
    """What recording did: each mark with how many games it has now and whether this game was news; what was set aside."""

    marks: tuple[tuple[Mark, int, bool], ...]
    aside: str | None = None


def value_words(pack: Pack, value: Plain, lang: str) -> str:
    """Name the value of an option to a person: by the pack's term, or else as it is typed."""
    if isinstance(value, bool):
        return say(lang, "yes" if value else "no")
    term = pack.vocabulary.terms.get(lang, {}).get(str(value))
    return term if isinstance(term, str) else spelled(value)


def words(texts: Mapping[str, str], lang: str, fallback: str) -> str:
    """Give a text of the pack in a language, or else in another one."""
    return in_words(texts, lang, fallback)


class Damaged(Trouble):
    """The file is not as it was written."""


# ------------------------------------------------------------------------------------------------------------- marks


def earned(game: Game, players: tuple[str, ...], people: Iterable[int]) -> list[Mark]:
    """Give a mark for everything that one of these seats has achieved in a finished game; the best score counts."""
    result = game.result
    assert result is not None
    options = {name: value for name, value in game.options.items() if isinstance(value, bool | int | str)}
    today = datetime.now().astimezone().date().isoformat()
    found: dict[str, Mark] = {}
    for seat in sorted(people, key=lambda seat: -result.scores[seat]):
        for one in game.achieved(seat):
            by = options[one.by] if one.by is not None else None
            mark = Mark(one.id, by, today, result.scores[seat], game.seed, options, (identity(game, players),))
            found.setdefault(one.id, mark)
    return list(found.values())


def identity(game: Game, players: tuple[str, ...]) -> str:
    """Name a game by what it is made of, apart from the choices."""
    parts = [game.pack.id, game.pack.digest, game.seed, list(players), sorted(game.options.items())]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def columns(pack: Pack, one: Achievement) -> tuple[Plain | None, ...]:
    """Give the values an achievement is counted by; a single None when it is counted once."""
    return pack.vocabulary.options[one.by].allowed if one.by is not None else (None,)


# -------------------------------------------------------------------------------------------------------------- file


def data_folder(lang: str = "en") -> Path:
    """Give the folder for the user's data, as the system has it; RULEWRIGHT_DATA names another."""
    folder = user_folder()
    if folder is None:
        raise Trouble(say(lang, "table_homeless"))
    return folder


def place(pack: str, lang: str = "en") -> str:
    """Give the file of a pack; an id is letters, digits and `_`, so it is safe in a name."""
    return str(data_folder(lang) / f"achievements-{pack}.rwa")


def read_marks(pack: str, lang: str) -> list[Mark]:
    """Read what was achieved in a pack; nothing where there is no file.

    Raises Trouble when the file is damaged or newer than this program, SaveError when it cannot be read at all.
    """
    path = place(pack, lang)
    with os_errors(path):
        try:
            data = _content(path)
        except FileNotFoundError:
            return []
    marks = decode(data, pack)
    if marks is None:
        made = re.match(rf"{MAGIC} ([0-9]{{1,6}}) ".encode(), data)
        if made and int(made[1]) > FORMAT:
            raise Trouble(say(lang, "table_newer", path=path))
        raise Damaged(say(lang, "table_damaged", path=path))
    return marks


def _content(path: str) -> bytes:
    demand_plain(path)
    with Path(path).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def record(pack: str, marks: Iterable[Mark], lang: str) -> Recorded:
    """Add marks to the file, together with what other programs added meanwhile.

    A damaged file is never written over: it is renamed and a new one begun. Raises Trouble or SaveError.
    """
    path = place(pack, lang)
    with os_errors(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    with _alone(path):
        remove_leftovers(path)
        aside = None
        try:
            rows = {row.key: row for row in read_marks(pack, lang)}
        except Damaged:
            rows, aside = {}, _set_aside(path)
        told = []
        for mark in marks:
            row = rows.get(mark.key)
            news = row is None or mark.games[0] not in row.games
            if row is None:
                rows[mark.key] = row = mark
            elif news:
                rows[mark.key] = row = replace(row, games=(*row.games, *mark.games))
            told.append((row, len(row.games), news))
        if any(news for _, _, news in told):
            with os_errors(path):
                write_whole(path, encode(pack, rows.values()))
    return Recorded(tuple(told), aside)


def _set_aside(path: str) -> str:
    with os_errors(path):
        number = 1
        while (kept := Path(f"{path}.damaged-{number}")).exists():
            number += 1
        Path(path).rename(kept)
    return str(kept)


@contextlib.contextmanager
def _alone(path: str) -> Iterator[None]:
    """Keep other programs from reading and writing between our reading and our writing."""
    with os_errors(path):
        handle = os.open(f"{path}.lock", os.O_CREAT | os.O_RDWR | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        patience = time.monotonic() + PATIENCE
        while not _locked(handle):
            if time.monotonic() > patience:
                raise SaveError("save/in-use", path=path)
            time.sleep(0.02)
        yield
    finally:
        os.close(handle)  # which also gives the lock back


def _locked(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - only there

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - everywhere else

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# ------------------------------------------------------------------------------------------------------------ format


def encode(pack: str, marks: Iterable[Mark]) -> bytes:
    """Write rows as bytes."""
    rows = [asdict(mark) for mark in sorted(marks, key=lambda mark: (mark.achievement, str(mark.by)))]
    body = json.dumps({"pack": pack, "marks": rows}, ensure_ascii=False, indent=1).encode() + b"\n"
    return f"{MAGIC} {FORMAT} {hashlib.sha256(body).hexdigest()}\n".encode() + body


def decode(data: bytes, pack: str) -> list[Mark] | None:
    """Read rows from bytes; None when anything about them is not as it was written."""
    head, _, body = data.partition(b"\n")
    seal = f"{MAGIC} {FORMAT} {hashlib.sha256(body).hexdigest()}".encode()
    if head != seal or len(data) > MAX_BYTES:
        return None
    try:
        content = json.loads(body)
        if content["pack"] != pack:
            return None
        return [_row(row) for row in content["marks"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _row(row: object) -> Mark:
    """Read one row. Raises ValueError when it is not one."""
    if not isinstance(row, dict) or set(row) != set(_FIELDS):
        raise ValueError("not a row")
    for name, allowed in _FIELDS.items():
        if not isinstance(row[name], allowed):
            raise ValueError(name)  # noqa: TRY004 - for the caller, one kind of wrong
    if not row["games"] or not all(isinstance(game, str) for game in row["games"]):
        raise ValueError("games")
    if not all(isinstance(value, bool | int | str) for value in row["options"].values()):
        raise ValueError("options")
    return Mark(**{**row, "games": tuple(row["games"])})


_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "achievement": str,
    "by": (bool, int, str, type(None)),
    "date": str,
    "score": int,
    "seed": int,
    "options": dict,
    "games": list,
}
