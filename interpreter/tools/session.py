"""A game at the terminal together with its file: kept after every choice, and resumable however it ends."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.play.game import Game
from interpreter.play.save import PackPin, Save, SaveError
from interpreter.tools.achievements import earned, record
from interpreter.tools.console import Console
from interpreter.tools.keeping import Keeper
from interpreter.tools.program import command
from interpreter.tools.restore import Restored
from interpreter.tools.setting import HUMAN, spelled
from interpreter.tools.terminal import Table, Terminal, everybody
from interpreter.tools.texts import LANGUAGES, say
from interpreter.tools.trouble import FINE, Trouble


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
    origin: Restored | None = None
    """What the game was resumed from; without a path it stays as it is, and the game gets a new file beside it."""
    _keeper: Keeper = field(init=False)

    def __post_init__(self) -> None:
        """Know where the game is kept."""
        self._keeper = Keeper(self._save, self._tell_branch, self.lang, self.path, self.origin)

    def play(self) -> int:
        """Play until the end or until the players leave, and say how to go on."""
        with self._keeper.held():
            self._greet()
            left = self._terminal().run()
            if left is None:
                self._keeper.settle()
                self._honour()
            else:
                self._leave(left)
        return FINE

    def show_result(self) -> None:
        """Show the score sheets and the winner of a finished game."""
        self._terminal().show_result()

    def _terminal(self) -> Terminal:
        table = Table(self.players, self.lang, self._keeper.keep, self._keeper.save, self.quiet)
        return Terminal(self.game, table, self.console)

    def _greet(self) -> None:
        key = "welcome" if HUMAN in self.players else "started"
        title = self.game.pack.title.get(self.lang)
        count = len(self.players)
        players = say(self.lang, "one_player") if count == 1 else say(self.lang, "many_players", count=count)
        self.console.line(say(self.lang, key, title=title, players=players, seed=self.game.seed), "bold")
        self.console.line(", ".join(everybody(self.game, self.players, self.lang)) + ".")
        self._warn_of_language()

    def _warn_of_language(self) -> None:
        """Say it when the pack does not speak the language asked for; in both, since its own may be the wrong one."""
        spoken = self.game.pack.vocabulary.languages
        if self.lang in spoken:
            return
        sentences = []
        for lang in sorted(LANGUAGES, key=lambda one: one != self.lang):
            names = ", ".join(say(lang, f"language_{one}") for one in spoken)
            sentences.append(say(lang, "only_in", title=self.game.pack.title.get(lang), languages=names))
        self.console.line(" / ".join(sentences), "yellow")

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

    def _tell_branch(self, origin: str, path: str) -> None:
        """Say that the game has left the save it was resumed from."""
        self.console.line(say(self.lang, "branched", path=path, old=origin), "yellow", whole=True)

    def _save(self) -> Save:
        game = self.game
        return Save(
            self.packs, _plain(game.options), game.seed, self.players, self.lang, tuple(game.picks), game.state_hash
        )

    def _leave(self, why: str) -> None:
        """Say that the game is left, keep it, and say how to go on."""
        self.console.line(say(self.lang, why))
        try:
            self._keeper.settle()
            place = self._keeper.place()
            if place is None and HUMAN in self.players and self.game.picks:
                place = shlex.quote(self._keeper.shelve())
        except SaveError as error:
            self.console.line(say(self.lang, "not_saved", cause=error.text(self.lang)), "red")
            place = None
        if place is None:
            self.console.line(say(self.lang, "again_with", command=self._command()), whole=True)
        else:
            self.console.line(say(self.lang, "resume_with", program=command(), path=place), whole=True)

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
