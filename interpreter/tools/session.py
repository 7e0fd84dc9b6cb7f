"""A game at the terminal together with its file: kept after every choice, and resumable however it ends."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter.play.game import Game
from interpreter.play.save import PackPin, Save, SaveError, hold, read_save, write_save
from interpreter.tools.achievements import earned, record
from interpreter.tools.console import Console
from interpreter.tools.program import command
from interpreter.tools.setting import HUMAN, spelled
from interpreter.tools.terminal import Table, Terminal, everybody
from interpreter.tools.texts import say
from interpreter.tools.trouble import FINE, Trouble

_MOST_GAMES = 1000
"""How many unfinished games of one pack and seed are kept."""


@dataclass(slots=True)
class Session:
    """What `play` and `resume` have in common."""

    game: Game
    packs: tuple[PackPin, ...]
    players: tuple[str, ...]
    lang: str
    path: str | None
    quiet: bool = False
    console: Console = field(default_factory=Console)

    def play(self) -> int:
        """Play until the end or until the players leave, and say how to go on."""
        with self._held():
            self._greet()
            # Written once at the start, so that a file that cannot be written is known before an hour has gone.
            self._keep(None)
            left = self._terminal().run()
            if left is None:
                self._keep(None)
                self._honour()
            else:
                self._leave(left)
        return FINE

    def show_result(self) -> None:
        """Show the score sheets and the winner of a finished game."""
        self._terminal().show_result()

    def _terminal(self) -> Terminal:
        return Terminal(self.game, Table(self.players, self.lang, self._keep, self.quiet), self.console)

    def _held(self) -> contextlib.AbstractContextManager[None]:
        return hold(self.path) if self.path is not None else contextlib.nullcontext()

    def _greet(self) -> None:
        key = "welcome" if HUMAN in self.players else "started"
        title = self.game.pack.title.get(self.lang)
        count = len(self.players)
        players = say(self.lang, "one_player") if count == 1 else say(self.lang, "many_players", count=count)
        self.console.line(say(self.lang, key, title=title, players=players, seed=self.game.seed), "bold")
        self.console.line(", ".join(everybody(self.game, self.players, self.lang)) + ".")

    def _honour(self) -> None:
        """Tell the people at the terminal what they have achieved, and record it in the file of the player."""
        game, people = self.game, [seat for seat, name in enumerate(self.players) if name == HUMAN]
        possible = any(one.setting.fits(game.seats, game.options) for one in game.pack.vocabulary.achievements.values())
        if not people or not possible:
            return
        found = earned(game, self.players, people)
        say_it = self.console.line
        say_it()
        say_it(say(self.lang, "achieved" if found else "achieved_none"), "bold")
        try:
            recorded = record(game.pack.id, found, self.lang) if found else None
        except (SaveError, Trouble) as error:
            cause = error.text(self.lang) if isinstance(error, SaveError) else str(error)
            for mark in found:
                say_it(f"  {mark.title(game.pack, self.lang)}")
            say_it(say(self.lang, "achieved_unwritten", cause=cause), "red")
            return
        for mark, games, news in recorded.marks if recorded is not None else ():
            name = mark.title(game.pack, self.lang)
            key = "achieved_counted" if not news else "achieved_new" if games == 1 else "achieved_again"
            say_it(say(self.lang, key, name=name, count=games), "green" if games == 1 and news else None)
        if recorded is not None and recorded.aside:
            say_it(say(self.lang, "achieved_aside", path=shlex.quote(recorded.aside)), "red")
        say_it(say(self.lang, "achieved_table", program=command(), pack=shlex.quote(self.packs[-1].where)), whole=True)

    # ----------------------------------------------------------------------------------------------------- the file

    def _keep(self, path: str | None) -> str | None:
        """Write the game to a file, or to where it is kept; gives the path, None when it is kept nowhere."""
        target = path or self.path
        if target is None:
            return None
        write_save(target, self._save())
        return target

    def _save(self) -> Save:
        game = self.game
        return Save(
            self.packs, _plain(game.options), game.seed, self.players, self.lang, tuple(game.picks), game.state_hash
        )

    def _leave(self, why: str) -> None:
        """Say that the game is left, keep it, and say how to go on."""
        self.console.line(say(self.lang, why))
        if self.path is None and not (HUMAN in self.players and self.game.picks):
            self.console.line(say(self.lang, "again_with", command=self._command()), whole=True)
            return
        try:
            path = self._keep(None) or self._shelve()
        except SaveError as error:
            self.console.line(say(self.lang, "not_saved", cause=error.text(self.lang)), "red")
            self.console.line(say(self.lang, "again_with", command=self._command()), whole=True)
        else:
            self.console.line(say(self.lang, "resume_with", program=command(), path=shlex.quote(path)), whole=True)

    def _shelve(self) -> str:
        """Put a game whose player named no file where unfinished games are kept, beside every other game there."""
        save = self._save()
        for path in _shelf(self.packs[-1].id, self.game.seed):
            try:
                with hold(path):
                    if _goes_on(path, save):
                        write_save(path, save)
                        return path
            except SaveError as error:
                if error.code != "save/in-use":
                    raise
        raise SaveError("save/refused", path=path, cause="too many games of this seed")

    def _command(self) -> str:
        words = ["play", self.packs[-1].where, "--players", ",".join(self.players)]
        words += ["--seed", str(self.game.seed)]
        for name, value in _plain(self.game.options).items():
            if value != self.game.pack.vocabulary.options[name].default:
                words += ["--option", f"{name}={spelled(value)}"]
        return f"{command()} {shlex.join(words)}"


def _plain(options: Mapping[str, object]) -> dict[str, bool | int | str]:
    """Give the options as what they are: yes or no, a number, or a word."""
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}


def _shelf(pack: str, seed: int) -> Iterator[str]:
    """Give the files an unfinished game may be put in when its player named none, the best name first."""
    home = os.environ.get("XDG_STATE_HOME")
    folder = (Path(home) if home else Path.home() / ".local" / "state") / "rulewright"
    with _as_save_error(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    yield str(folder / f"{pack}-{seed}.rws")
    for number in range(2, _MOST_GAMES):
        yield str(folder / f"{pack}-{seed}-{number}.rws")


def _goes_on(path: str, save: Save) -> bool:
    """Whether nothing is lost when a save takes this place: it is free, or holds the beginning of the same game."""
    try:
        there, damage = read_save(path)
    except SaveError as error:
        return error.code == "save/missing"
    same = replace(there, lang=save.lang, picks=save.picks, state=save.state) == save
    return damage is None and same and save.picks[: len(there.picks)] == there.picks


@contextlib.contextmanager
def _as_save_error(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SaveError("save/refused", path=path, cause=error.strerror or "unknown") from error
