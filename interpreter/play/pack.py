"""A pack ready to play: checked once, compiled for each number of players and set of options when first asked."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from interpreter.check import check
from interpreter.code import compile_pack
from interpreter.diagnostics import Severity
from interpreter.machine import Machine
from interpreter.play.errors import InvalidAction, PackError
from interpreter.play.names import Names
from interpreter.play.text import Text
from interpreter.source import keep, pack_digest, read_pack, recall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import PurePath  # noqa: TID251 - only the type of a path

    from interpreter.check.vocabulary import Vocabulary
    from interpreter.diagnostics import Diagnostic
    from interpreter.play.game import Game
    from interpreter.source import PackSource


class Pack:
    """A game as content."""

    def __init__(
        self,
        where: str | PurePath,
        vocabulary: Vocabulary,
        diagnostics: list[Diagnostic],
        source: PackSource | None = None,
    ) -> None:
        self.where, self.vocabulary, self.diagnostics = where, vocabulary, diagnostics
        self._source = source
        self._machines: dict[tuple[Any, ...], Machine] = {}

    @property
    def source(self) -> PackSource:
        """The documents; read when asked for, since playing does not need them."""
        if self._source is None:
            self._source = read_pack(self.where)
        return self._source

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
        return Text(
            self.vocabulary.title.get("en", self.id),
            self.vocabulary.title.get("fr", self.vocabulary.title.get("en", self.id)),
        )

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
            self._machines[key] = Machine(compile_pack(self.vocabulary, seats, numbers))
        return self._machines[key]

    def option_numbers(self, options: Mapping[str, object]) -> dict[str, int]:
        """Options as the numbers the program knows."""
        numbers = {}
        for name, value in options.items():
            values = self.vocabulary.options[name].values
            numbers[name] = values.index(str(value)) if values is not None else int(bool(value))
        return numbers

    def names(self, machine: Machine) -> Names:
        """The names of the things in a game."""
        return Names(machine.layout)

    def new_game(self, players: int | None = None, seed: int = 0, options: Mapping[str, object] | None = None) -> Game:
        """Start a game. Raises InvalidAction when the number of players or an option does not fit."""
        from interpreter.play.game import Game  # noqa: PLC0415 - a game needs its pack

        seats = players if players is not None else self.players.start
        if seats not in self.players:
            raise InvalidAction(
                f"{self.id} is for {self.players.start} to {self.players.stop - 1} players, not {seats}"
            )
        return Game(self, seats, seed, self.options(options))


def load(where: str | PurePath) -> Pack:
    """Load a pack by name, folder or zip. Raises PackError with everything that is wrong with it."""
    pack = open_pack(where)
    if any(d.severity is Severity.ERROR for d in pack.diagnostics):
        raise PackError(pack.diagnostics, pack.source.lines)
    return pack


def open_pack(where: str | PurePath) -> Pack:
    """Read and check a pack, or recall what was found the last time if nothing has changed since."""
    digest, label = pack_digest(where)
    with _nothing_thrown_away():
        known = recall(digest, label) if digest else None
        if known is not None:
            vocabulary, diagnostics = known
            return Pack(where, vocabulary, diagnostics)
        pack = check_source(read_pack(where, game_only=True), where)
        if pack.diagnostics:
            return check_source(read_pack(where), where)  # then everything that is wrong is told
    if digest:
        keep(digest, label, (pack.vocabulary, pack.diagnostics))
    return Pack(where, pack.vocabulary, [])


@contextmanager
def _nothing_thrown_away() -> Iterator[None]:
    """Let nobody look for garbage: nearly everything that is made while a pack is read stays, and there is much of it."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def check_source(source: PackSource, where: str | PurePath | None = None) -> Pack:
    """Check a pack that has been read; its diagnostics say whether it is fit to play."""
    problems = list(source.diagnostics)
    place = where if where is not None else source.where
    if any(d.severity is Severity.ERROR for d in problems):
        from interpreter.check.vocabulary import Vocabulary  # noqa: PLC0415 - only for a broken pack

        return Pack(place, Vocabulary(), problems, source)
    vocabulary, found = check(source)
    return Pack(place, vocabulary, [*problems, *found], source)
