"""Where one game is kept: no file is ever replaced that holds anything this game does not go on from."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from pathlib import Path

from interpreter.diagnostics import shown
from interpreter.play.save import Damage, Save, SaveError, check_target, hold, os_errors, read_save, write_save
from interpreter.records import record
from interpreter.tools import core
from interpreter.tools.program import command, typed
from interpreter.tools.restore import Restored
from interpreter.tools.texts import say
from interpreter.tools.trouble import Trouble

_MOST_GAMES = 1000
"""How many unfinished games of one pack and seed are kept, and how many may go on from one save."""


@record(slots=True)
class Keeper:
    """The file of a game at the terminal, and the others it was written to."""

    snapshot: Callable[[], Save]
    """Gives the game as it stands."""
    branched: Callable[[str, str], None]
    """Told when the game has left the save it was resumed from for a file of its own: the old path, the new one."""
    lang: str
    path: str | None
    """Where the game is kept; None: nowhere, or nowhere yet."""
    origin: Restored | None = None
    """What the game was resumed from. Without a path it stays as it is, and the first choice begins a new file."""
    name: str = ""
    """What the file is called by, behind the pack, when the player named none."""
    _step: int = 0
    _written: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _locks: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep the file for this game alone. Raises SaveError or Trouble before anything is said or written."""
        with self._locks:
            self._step = len(self.snapshot().picks)
            if self.path is not None:
                check_target(self.path)
                self._locks.enter_context(hold(self.path))
                self._begin(self.path)
            yield

    def _begin(self, path: str) -> None:
        """Write a new game once, so that a file that cannot be written is known before an hour has gone."""
        if self.origin is None:
            self._demand_free(path, self.snapshot())
        elif self.origin.damage is None:
            # All of it is there already: who only looks changes nothing.
            self._written[_place(path)] = self.origin.save.picks
            return
        self._write(path, self.snapshot())

    def keep(self) -> None:
        """Write what a choice has changed."""
        self._keep_beyond(self._step)

    def settle(self) -> None:
        """Write what is not written yet, such as what bots did since the last choice."""
        self._keep_beyond(None)

    def save(self, path: str | None) -> str | None:
        """Write the game to a file, or to where it is kept; gives the path, None when it is kept nowhere."""
        save = self.snapshot()
        if path is not None and not self._is_kept_in(path):
            check_target(path)
            with hold(path):
                self._demand_free(path, save)
                self._write(path, save)
            return path
        if self.path is not None:
            self._write(self.path, save)
        elif self.origin is not None:
            self._branch(self.origin, save)
        return self.path

    def shelve(self) -> str:
        """Put a game whose player named no file where unfinished games are kept, beside every other game there."""
        save = self.snapshot()
        return self._put(
            _shelf(save.packs[-1].id, self.name or str(save.seed)), save, lambda path: _goes_on(path, save)
        )

    def place(self) -> str | None:
        """Give what is typed behind `resume` to go on from here; None when the game is kept nowhere."""
        if self.path is not None:
            return typed(self.path)
        if self.origin is not None:
            return f"{typed(self.origin.path)} --step {len(self.snapshot().picks)}"
        return None

    def last_place(self) -> str | None:
        """Give what is typed to go on from what was last written; None when nothing was, or it is gone."""
        if self.path is None or not os.path.lexists(self.path) or _place(self.path) not in self._written:
            return None
        return typed(self.path)

    # ------------------------------------------------------------------------------------------------------- writing

    def _keep_beyond(self, step: int | None) -> None:
        """Write the game where it is kept; one that goes on from an earlier step begins its file behind that step."""
        save = self.snapshot()
        if self.path is not None:
            if save.picks != self._written.get(_place(self.path)):
                self._write(self.path, save)
        elif self.origin is not None and not _begins(save.picks, self.origin.save.picks[:step]):
            self._branch(self.origin, save)

    def _branch(self, origin: Restored, save: Save) -> None:
        self.path = self._put(_beside(origin.path), save, lambda path: not os.path.lexists(path))
        self.branched(origin.path, self.path)

    def _put(self, paths: Iterator[str], save: Save, fits: Callable[[str], bool]) -> str:
        """Write to the first file that fits and that no other game is using, and hold it from now on."""
        for path in paths:
            try:
                with contextlib.ExitStack() as lock:
                    lock.enter_context(hold(path))
                    if fits(path):
                        self._write(path, save)
                        self._locks.push(lock.pop_all())
                        return path
            except SaveError as error:
                if error.code != "save/in-use":
                    raise
        raise SaveError("save/refused", path=path, cause="too many games of this name")

    def _write(self, path: str, save: Save) -> None:
        write_save(path, save)
        self._written[_place(path)] = save.picks

    def _is_kept_in(self, path: str) -> bool:
        return self.path is not None and _place(path) == _place(self.path)

    def _demand_free(self, path: str, save: Save) -> None:
        """Raise Trouble when something would be lost: the file holds what this game neither wrote nor goes on from."""
        try:
            there, damage = read_save(path)
        except SaveError as error:
            if error.code == "save/missing" or _is_empty(path):
                return
            raise Trouble(say(self.lang, "occupied_unread", cause=error.text(self.lang))) from error
        if _goes_on_from(there, damage, save):
            return
        if _same_game(there, save) and damage is None and there.picks == self._written.get(_place(path)):
            return
        facts = {"title": _title(there, self.lang), "step": len(there.picks), "program": command()}
        raise Trouble(say(self.lang, "occupied", path=shown(path), file=typed(path), **facts))


# ------------------------------------------------------------------------------------------------------------- names


def shelf_folder() -> Path:
    """Give the folder that unfinished games are kept in when their players named no file."""
    home = os.environ.get("XDG_STATE_HOME")
    return (Path(home) if home else Path.home() / ".local" / "state") / "rulewright"


def _shelf(pack: str, name: str) -> Iterator[str]:
    """Give the files an unfinished game may be put in when its player named none, the best name first."""
    folder = shelf_folder()
    with _as_save_error(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    yield str(folder / f"{pack}-{name}.rws")
    yield from _beside(str(folder / f"{pack}-{name}.rws"))


def _beside(path: str) -> Iterator[str]:
    """Give names beside a save: `game-2.rws` and so on for `game.rws`."""
    place = Path(path)
    for number in range(2, _MOST_GAMES):
        yield str(place.with_stem(f"{place.stem}-{number}"))


def _place(path: str) -> str:
    """The file a path leads to, however it is written."""
    with os_errors(path):
        return os.path.realpath(path)


def _title(save: Save, lang: str) -> str:
    """What a save is a game of; the id where the pack is not to be found."""
    try:
        return core.load(core.place(save.packs)).title.get(lang)
    except Trouble:
        return shown(save.packs[-1].id)


# -------------------------------------------------------------------------------------------------- what goes on from


def _goes_on(path: str, save: Save) -> bool:
    """Whether nothing is lost when a save takes this place: it is free, or holds the beginning of the same game."""
    try:
        there, damage = read_save(path)
    except SaveError as error:
        return error.code == "save/missing"
    return _goes_on_from(there, damage, save)


def _goes_on_from(there: Save, damage: Damage | None, save: Save) -> bool:
    return damage is None and _same_game(there, save) and _begins(there.picks, save.picks)


def _same_game(there: Save, save: Save) -> bool:
    """Whether two saves are of one game, wherever they stand in it and in whatever language."""
    return replace(there, lang=save.lang, picks=save.picks, state=save.state) == save


def _begins(picks: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return picks == others[: len(picks)]


def _is_empty(path: str) -> bool:
    with os_errors(path):
        return Path(path).stat().st_size == 0


@contextlib.contextmanager
def _as_save_error(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SaveError("save/refused", path=path, cause=error.strerror or "unknown") from error
