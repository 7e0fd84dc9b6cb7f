"""A pack ready to play: checked once, compiled for each number of players and set of options when first asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from interpreter.check.vocabulary import Vocabulary
from interpreter.play.bots import BOTS, is_bot
from interpreter.play.errors import InvalidAction, PackError
from interpreter.play.names import Names
from interpreter.play.pipeline import Opened, checked, has_errors, opened, running
from interpreter.play.tables import headings_of, moves_of
from interpreter.play.text import Text, named
from interpreter.source import Together, gather, read_pack, read_sound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import PurePath  # noqa: TID251 - only the type of a path

    from interpreter.check.keys import Key
    from interpreter.diagnostics import Diagnostic
    from interpreter.machine import Machine
    from interpreter.play.batch import Results, Stepped
    from interpreter.play.feats import Move
    from interpreter.play.game import Game
    from interpreter.source import Asked, PackSource
    from interpreter.wasm.engine import Compiled


class Pack:
    """A game as content."""

    def __init__(
        self,
        where: Asked,
        vocabulary: Vocabulary,
        diagnostics: list[Diagnostic],
        source: PackSource | None = None,
        *,
        keeps: bool = False,
    ) -> None:
        self.where, self.vocabulary, self.diagnostics = where, vocabulary, diagnostics
        self._source, self._keeps = source, keeps
        self._machines: dict[tuple[Any, ...], Machine] = {}
        self.fast: dict[tuple[Any, ...], Compiled] = {}
        """Its programs in WebAssembly, as far as somebody asked for them (`interpreter.play.fast`)."""
        self._names: WeakKeyDictionary[Machine, Names] = WeakKeyDictionary()
        self.guarded = False
        """Whether its machines watch over every write (`interpreter.machine.guard`): for tests, many times slower."""
        self.fired: set[Key] | None = None
        """A set put here before the first game: its games note in it which scripts of things they looked at."""

    @property
    def source(self) -> PackSource:
        """The documents; read when asked for, since playing does not need them."""
        if self._source is None:
            self._source = read_pack(self.where)
        return self._source

    @cached_property
    def headings(self) -> dict[int, Text]:
        """What the log has headings for, by the number of the span that begins."""
        return headings_of(self)

    @cached_property
    def moves(self) -> list[Move]:
        """What the log calls moves of pieces."""
        return moves_of(self)

    @cached_property
    def headed(self) -> frozenset[str]:
        """The names of the spans that have headings."""
        spans = list(self.vocabulary.spans())
        return frozenset(spans[number] for number in self.headings)

    @cached_property
    def counted(self) -> frozenset[int]:
        """The spans whose headings count them and with which something starts anew, like rounds: by their number."""
        spans, anew = list(self.vocabulary.spans()), self.vocabulary.resetting()
        return frozenset(one for one, head in self.headings.items() if "{n}" in head.en and spans[one] in anew)

    @property
    def id(self) -> str:
        """The name of the pack."""
        return self.vocabulary.id

    @property
    def version(self) -> str:
        """Its version."""
        return self.vocabulary.version

    @property
    def title(self) -> Text:
        """Its title."""
        return named(self.vocabulary.title, self.id)

    @property
    def digest(self) -> str:
        """The SHA-256 of its content."""
        return self.vocabulary.digest

    @property
    def players(self) -> range:
        """The numbers of players it can be played with."""
        return range(self.vocabulary.players[0], self.vocabulary.players[1] + 1)

    def options(self, given: Mapping[str, object] | None = None) -> dict[str, object]:
        """All options with their values: those given, and the defaults of the others. Raises InvalidAction."""
        made: dict[str, object] = {o.name: o.default for o in self.vocabulary.options.values()}
        for name, value in (given or {}).items():
            declared = self.vocabulary.options.get(name)
            if declared is None:
                raise InvalidAction(f"there is no option `{name}`")
            allowed = declared.values if declared.values is not None else [True, False]
            if value not in allowed:
                raise InvalidAction(f"option `{name}` is one of {', '.join(map(str, allowed))}")
            made[name] = value
        return made

    def machine(self, seats: int, options: Mapping[str, object]) -> Machine:
        """The machine for so many players and these options."""
        numbers = self.option_numbers(options)
        key = (seats, *sorted(numbers.items()))
        if key not in self._machines:
            covered = self.fired is not None
            made = running(self.vocabulary, seats, numbers, guarded=self.guarded, covered=covered, keeps=self._keeps)
            made.fired = self.fired
            self._machines[key] = made
        return self._machines[key]

    def option_numbers(self, options: Mapping[str, object]) -> dict[str, int]:
        """Options as the numbers the program knows."""
        numbers = {}
        for name, value in options.items():
            values = self.vocabulary.options[name].values
            numbers[name] = values.index(str(value)) if values is not None else int(bool(value))
        return numbers

    def names(self, machine: Machine) -> Names:
        """The names of the things in a game; games on the same machine share them."""
        names = self._names.get(machine)
        if names is None:
            names = self._names[machine] = Names(machine.layout)
            names.parts = self.headed - self.vocabulary.resetting()
        return names

    def new_game(self, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None) -> Game:
        """Start a game. Raises InvalidAction when the number of players or an option does not fit."""
        from interpreter.play.game import Game  # noqa: PLC0415 - a game needs its pack

        return Game(self, self._seats(players), seed, self.options(options))

    def batch(
        self,
        players: int | None = None,
        seeds: Iterable[int] = range(100),
        policy: str | Sequence[str] = "random",
        options: Mapping[str, object] | None = None,
        *,
        jobs: int = 1,
        engine: str | None = None,
    ) -> Results:
        """Let bots play a game for each seed, and give the results as arrays.

        `policy` is one bot for all seats or one for each; `engine` is `wasm` or `python`, and what is there if left out.
        """
        from interpreter.play.batch import play_batch  # noqa: PLC0415 - a batch needs its pack

        seats = self._seats(players)
        bots = (policy,) * seats if isinstance(policy, str) else tuple(policy)
        unknown = [one for one in bots if not is_bot(one)]
        if unknown or len(bots) != seats:
            raise InvalidAction(f"the policy is one of {', '.join(BOTS)}, for all seats or one for each of {seats}")
        return play_batch(self, seats, self.options(options), list(seeds), bots, jobs=jobs, engine=_engine(engine))

    def side_by_side(
        self,
        players: int | None = None,
        seeds: Iterable[int] = range(100),
        options: Mapping[str, object] | None = None,
        *,
        most: int = 512,
        engine: str | None = None,
    ) -> Stepped:
        """Begin a game for each seed, to be stepped side by side; no choice may offer more than `most` options."""
        from interpreter.play.batch import step_batch  # noqa: PLC0415 - a batch needs its pack

        seats = self._seats(players)
        return step_batch(self, seats, self.options(options), list(seeds), most=most, engine=_engine(engine))

    def _seats(self, players: int | None) -> int:
        seats = players if players is not None else self.players.start
        if seats not in self.players:
            raise InvalidAction(
                f"{self.id} is for {self.players.start} to {self.players.stop - 1} players, not {seats}"
            )
        return seats


def _engine(engine: str | None) -> str | None:
    if engine not in (None, "python", "wasm"):
        raise InvalidAction(f"the engine is `python` or `wasm`, not `{engine}`")
    return engine


def load(where: Asked, with_: Iterable[str | PurePath] = ()) -> Pack:
    """Load a pack by name, folder or zip, with others to play with it, in any order.

    Raises PackError with everything that is wrong with it.
    """
    others = tuple(with_)
    if others:
        main = where if isinstance(where, Together) else Together(where)
        where = Together(main.main, (*main.others, *others))
    pack = open_pack(where)
    if has_errors(pack.diagnostics):
        raise PackError(pack.diagnostics, pack.source.lines)
    return pack


def open_pack(where: Asked) -> Pack:
    """Read and check a pack, or recall what was found the last time if nothing has changed since."""
    found = opened(gather(where))
    return Pack(where, found.vocabulary, found.diagnostics, found.source, keeps=not found.diagnostics)


def open_sound(where: Asked) -> tuple[Pack, dict[str, list[Diagnostic]]]:
    """Open what is left of a pack whose documents have mistakes, and tell by name what was left out, and why.

    Its diagnostics are those of what is left: it may speak of something that is gone.
    """
    sound = read_sound(where)
    whole = all(sound.source.of_kind(kind) for kind in ("pack", "model"))
    found = checked(sound.source) if whole else Opened(Vocabulary(), [])
    return Pack(where, found.vocabulary, found.diagnostics, sound.source), sound.left_out


def check_source(source: PackSource, where: Asked | None = None) -> Pack:
    """Check a pack that has been read; its diagnostics say whether it is fit to play."""
    found = checked(source)
    return Pack(where if where is not None else source.where, found.vocabulary, found.diagnostics, source)
