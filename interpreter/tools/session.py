"""A game at the terminal together with its file: kept after every choice, and resumable however it ends."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.play.game import Game
from interpreter.play.save import PackPin, Save, SaveError
from interpreter.play.tutorial import Lesson
from interpreter.tools import core
from interpreter.tools.achievements import earned, record
from interpreter.tools.console import Console
from interpreter.tools.keeping import Keeper
from interpreter.tools.printing import Unwritable
from interpreter.tools.program import command, typed, typed_all
from interpreter.tools.restore import Restored
from interpreter.tools.secrecy import Secrecy
from interpreter.tools.setting import HUMAN, spelled
from interpreter.tools.signals import Terminated, shielded
from interpreter.tools.terminal import Table, Terminal, everybody
from interpreter.tools.texts import say
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
    secrecy: Secrecy = field(default_factory=Secrecy)
    lesson: Lesson | None = None
    """The first turn explained, where the game is one to learn from."""
    reseals: bool = False
    """Whether the save is to be sealed that has told its seed until now."""
    _keeper: Keeper = field(init=False)

    def __post_init__(self) -> None:
        """Know where the game is kept."""
        name = self.secrecy.file_name(self.game.seed)
        self._keeper = Keeper(self._save, self._tell_branch, self.lang, self.path, self.origin, name)

    def play(self) -> int:
        """Play until the end or until the players leave, and say how to go on.

        Raises Unwritable when nothing can be told any more; its note then says where the game is.
        """
        with self._keeper.held():
            try:
                self._greet()
                if self.reseals and self.path is not None:
                    self._keeper.save(None)
                left = self._terminal().run()
                if left is None:
                    self._keeper.settle()
                    self._honour()
                    return FINE
            except Terminated:
                left = "terminated"
            except KeyboardInterrupt:
                left = "interrupted"
            except Unwritable as lost:
                lost.note = self._stay()
                raise
            self._leave(left)
        return FINE

    def show_result(self) -> None:
        """Show the score sheets and the winner of a finished game."""
        self._terminal().show_result()

    def _terminal(self) -> Terminal:
        keeper = self._keeper
        table = Table(
            self.players, self.lang, keeper.keep, keeper.save, self._told_seed, quiet=self.quiet, lesson=self.lesson
        )
        return Terminal(self.game, table, self.console)

    def _greet(self) -> None:
        key = "welcome" if HUMAN in self.players else "started"
        title = self.game.pack.title.get(self.lang)
        count = len(self.players)
        players = say(self.lang, "one_player") if count == 1 else say(self.lang, "many_players", count=count)
        if self.secrecy.shown:
            players = f"{players}, {self._told_seed()}"
        self.console.line(say(self.lang, key, title=title, players=players), "bold")
        self.console.line(", ".join(everybody(self.game, self.players, self.lang)) + ".")
        self._warn_of_language()

    def _told_seed(self) -> str:
        """The seed, for who asks; of a sealed game only when nothing is hidden any more."""
        if self.secrecy.seal and self.game.result is None:
            return say(self.lang, "seed_sealed")
        return say(self.lang, "seed", seed=self.game.seed)

    def _warn_of_language(self) -> None:
        """Say it when the pack does not speak the language asked for; in that, and in one that the pack speaks."""
        spoken = self.game.pack.vocabulary.languages
        if self.lang in spoken:
            return
        sentences = []
        for lang in (self.lang, spoken[0]):
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
            say_it(say(self.lang, "achieved_aside", path=typed(recorded.aside)), "red")
        packs = typed_all(core.words(self.packs))
        say_it(say(self.lang, "achieved_table", program=command(), pack=packs), whole=True)

    # ----------------------------------------------------------------------------------------------------- the file

    def _tell_branch(self, origin: str, path: str) -> None:
        """Say that the game has left the save it was resumed from."""
        self.console.line(say(self.lang, "branched", path=path, old=origin), "yellow", whole=True)

    def _save(self) -> Save:
        game = self.game
        return Save(
            packs=self.packs,
            options=_plain(game.options),
            seed=game.seed,
            players=self.players,
            lang=self.lang,
            picks=tuple(game.picks),
            state=game.state_hash,
            stack=game.pack.digest if len(self.packs) > 1 else "",
            seal=self.secrecy.seal,
        )

    def _leave(self, why: str) -> None:
        """Keep the game, say that it is left, and say how to go on."""
        with shielded():
            trouble: SaveError | None = None
            try:
                place = self._kept()
            except SaveError as error:
                place, trouble = self._rescued(), error
        try:
            self.console.line(say(self.lang, why))
            if trouble is not None:
                self.console.line(say(self.lang, "not_saved", cause=trouble.text(self.lang)), "red")
            self.console.line(self._go_on(place), whole=True)
        except Unwritable as lost:
            lost.note = self._go_on(place)
            raise

    def _stay(self) -> str:
        """Keep a game that nothing can be told about any more, and give what should be said."""
        with shielded():
            try:
                return self._go_on(self._kept())
            except SaveError as error:
                return f"{say(self.lang, 'not_saved', cause=error.text(self.lang))} {self._go_on(self._rescued())}"

    def _kept(self) -> str | None:
        """Keep the game as it stands; gives what is typed to resume it, None when there is nothing to resume."""
        self._keeper.settle()
        place = self._keeper.place()
        if place is None and HUMAN in self.players and self.game.picks:
            place = typed(self._keeper.shelve())
        return place

    def _rescued(self) -> str | None:
        """Keep a game whose own file cannot be written where unfinished games are; else it is there as last written."""
        if HUMAN in self.players and self.game.picks:
            with contextlib.suppress(SaveError):
                return typed(self._keeper.shelve())
        return self._keeper.last_place()

    def _go_on(self, place: str | None) -> str:
        if place is None:
            return say(self.lang, "again_with" if self._seed_is_told else "anew_with", command=self._command())
        return say(self.lang, "resume_with", program=command(), path=place)

    @property
    def _seed_is_told(self) -> bool:
        return self.secrecy.shown and not self.secrecy.seal

    def _command(self) -> str:
        words = ["play", *core.words(self.packs), "--players", ",".join(self.players)]
        if self._seed_is_told:
            words += ["--seed", str(self.game.seed)]
        for name, value in _plain(self.game.options).items():
            if value != self.game.pack.vocabulary.options[name].default:
                words += ["--option", f"{name}={spelled(value)}"]
        return f"{command()} {typed_all(words)}"


def _plain(options: Mapping[str, object]) -> dict[str, bool | int | str]:
    """Give the options as what they are: yes or no, a number, or a word."""
    return {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
