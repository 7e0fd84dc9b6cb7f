"""Many games at once, for whoever works with numbers: results as arrays, or games side by side that a program steps.

Arrays are Python's own (`array`, `memoryview`), which every library of numbers can take as they are.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from interpreter.play.errors import Fault, InvalidAction
from interpreter.play.fast import compiled_for, fast_games
from interpreter.play.simulate import Played, play_out
from interpreter.wasm.engine import GAME_BYTES, MOST_SEED, OVER, Compiled, Figures, beginning
from interpreter.wasm.offered import PYTHON, WASM, NotOffered

if TYPE_CHECKING:
    from interpreter.play.game import Game
    from interpreter.play.pack import Pack

OPTIONS = 512
"""How many values a choice may offer in games that are stepped side by side, unless told otherwise."""
_DUE = 1


@dataclass(frozen=True, slots=True)
class Results:
    """How many games went, in the order of their seeds. A game with a fault has scores of 0 and nobody who won."""

    seeds: Sequence[int]
    players: int
    engine: str
    scores: memoryview
    """By game and seat: `results.scores[3, 0]`."""
    won: memoryview
    """By game and seat, 1 for who won, alone or with others."""
    decisions: array[int]
    options: array[int]
    """How many options there were in each game in all."""
    faults: dict[int, str]
    """What went wrong, by the number of the game."""


def play_batch(  # noqa: PLR0913 - what a game has, and who plays it where
    pack: Pack, seats: int, options: Mapping[str, object], seeds: Sequence[int], bots: tuple[str, ...], *,
    jobs: int = 1, engine: str | None = None,
) -> Results:  # fmt: skip
    """Play a game to its end for each seed."""
    known = max(map(abs, seeds), default=0) < MOST_SEED
    fast = fast_games(pack, seats, options, bots, jobs, engine) if known else None
    if fast is None:
        return _collected((play_out(pack.new_game(seats, seed, options), bots) for seed in seeds), seeds, seats, PYTHON)
    columns = _Columns(seats)
    for chunk, figures in fast.figures(seeds, bots):
        first = len(columns.decisions)
        statuses = [OVER + 1] * len(chunk) if figures is None else figures.statuses
        columns.add(figures, len(chunk))
        for at, status in enumerate(statuses if any(statuses) else ()):
            if status != OVER:
                columns.put(first + at, play_out(pack.new_game(seats, chunk[at], options), bots))
    return columns.results(seeds, WASM)


class _Columns:
    """Results of games that are being collected."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self.scores, self.won, self.decisions, self.options = array("q"), array("b"), array("q"), array("q")
        self.faults: dict[int, str] = {}

    def add(self, figures: Figures | None, games: int) -> None:
        """Add games whose figures are there; without any, room for them."""
        seats = self._seats
        scores, won = array("q", bytes(8 * games * seats)), array("b", bytes(games * seats))
        if figures is not None:
            for seat in range(seats):
                scores[seat::seats] = array("q", figures.scores(seat))
                won[seat::seats] = array("b", [int(rank == 1) for rank in figures.ranks(seat)])
        self.scores += scores
        self.won += won
        self.decisions.extend(figures.decisions if figures is not None else [0] * games)
        self.options.extend(figures.options if figures is not None else [0] * games)

    def put(self, number: int, game: Played) -> None:
        """Put a game into its place."""
        seats = self._seats
        first = number * seats
        self.scores[first : first + seats] = array("q", game.scores[:seats] or (0,) * seats)
        self.won[first : first + seats] = array("b", [int(seat in game.winners) for seat in range(seats)])
        self.decisions[number], self.options[number] = game.decisions, game.options
        if game.fault:
            self.faults[number] = game.fault

    def results(self, seeds: Sequence[int], engine: str) -> Results:
        """All that was collected."""
        shape = [len(self.decisions), self._seats]
        scores = memoryview(self.scores).cast("B").cast("q", shape) if self.scores else memoryview(self.scores)
        won = memoryview(self.won).cast("B").cast("b", shape) if self.won else memoryview(self.won)
        return Results(seeds, self._seats, engine, scores, won, self.decisions, self.options, self.faults)


def _collected(played: Iterable[Played], seeds: Sequence[int], seats: int, engine: str) -> Results:
    columns = _Columns(seats)
    for number, game in enumerate(played):
        columns.add(None, 1)
        columns.put(number, game)
    return columns.results(seeds, engine)


# ---- games side by side


class Stepped(Protocol):
    """Games side by side. A game waits as long as `waiting` is 1 for it; then `seats` decides among `counts` options.

    `values[game, option]` are the numbers on offer, -2147483648 for declining: of pieces, places or labelled options.
    """

    waiting: array[int]
    seats: array[int]
    counts: array[int]
    values: memoryview

    def step(self, picks: Sequence[int]) -> None:
        """Pick an option in each game by its number, and run on to the next choice; -1 leaves a game as it is."""

    def scores(self, game: int) -> list[int]:
        """The scores of a game that is over."""


@dataclass(slots=True)
class _Arrays:
    """What is due in each game."""

    games: int
    most: int
    waiting: array[int] = field(init=False)
    seats: array[int] = field(init=False)
    counts: array[int] = field(init=False)
    values: memoryview = field(init=False)

    def __post_init__(self) -> None:
        """Make the arrays."""
        nothing = bytes(4 * self.games)
        self.waiting, self.seats, self.counts = array("i", nothing), array("i", nothing), array("i", nothing)
        row = array("i", bytes(4 * self.games * self.most))
        self.values = memoryview(row).cast("B").cast("i", [self.games, self.most])

    def demand(self, picks: Sequence[int]) -> None:
        """Refuse picks that nobody offered. Raises InvalidAction."""
        if len(picks) != self.games:
            raise InvalidAction(f"there are {self.games} games, and {len(picks)} picks")
        for game, pick in enumerate(picks):
            if pick >= 0 and (not self.waiting[game] or pick >= self.counts[game]):
                raise InvalidAction(f"game {game} has {self.counts[game]} options, none with the number {pick}")


class SteppedInPython(_Arrays):
    """Games side by side, in Python."""

    def __init__(self, start: Callable[[int], Game], seeds: Sequence[int], most: int) -> None:
        super().__init__(len(seeds), most)
        self._games = [start(seed) for seed in seeds]
        for number in range(len(seeds)):
            self._show(number)

    def _show(self, number: int) -> None:
        pending = self._games[number].pending
        self.waiting[number] = int(pending is not None)
        self.counts[number] = len(pending.values) if pending is not None else 0
        if pending is None:
            return
        if len(pending.values) > self.most:
            raise InvalidAction(_too_many(len(pending.values), self.most))
        self.seats[number] = pending.seat
        for at, value in enumerate(pending.values):
            self.values[number, at] = value

    def step(self, picks: Sequence[int]) -> None:
        """Pick in each game."""
        self.demand(picks)
        for number, pick in enumerate(picks):
            if pick >= 0:
                self._games[number].choose(pick)
                self._show(number)

    def scores(self, game: int) -> list[int]:
        """The scores of a game that is over."""
        outcome = self._games[game].outcome
        if outcome is None:
            raise InvalidAction(f"game {game} is not over")
        return outcome.scores


class SteppedInside(_Arrays):
    """Games side by side, in WebAssembly: one call for a step of all of them."""

    def __init__(self, program: Compiled, seeds: Sequence[int], most: int) -> None:
        super().__init__(len(seeds), most)
        self._instance, self._stride = program.instance(), 16 + 4 * most
        count = self.games
        self._outs = self._instance.room("outs", self._stride * count)
        self._picks = self._instance.room("picks", 4 * count)
        self._result = self._instance.room("result", program.shape.result_bytes)
        self._states = self._instance.room("states", program.shape.state_bytes * count)
        games = self._instance.room("games", GAME_BYTES * count)
        self._instance.write(games, b"".join(map(beginning, seeds)))
        self._instance.call("begin_all", self._states, games, self._outs, self._stride, count, most)
        self._read()

    def step(self, picks: Sequence[int]) -> None:
        """Pick in each game."""
        self.demand(picks)
        self._instance.write(self._picks, array("i", picks).tobytes())
        count = self.games
        self._instance.call("step_all", self._states, self._picks, self._outs, self._stride, count, self.most)
        self._read()

    def _read(self) -> None:
        content = self._instance.read(self._outs, self._stride * self.games)
        words = memoryview(content).cast("i")
        wide = self._stride // 4
        statuses = words[::wide]
        self.waiting = array("i", (int(status == _DUE) for status in statuses))
        self.seats, self.counts = array("i", words[2::wide]), array("i", words[3::wide])
        flat = self.values.cast("B").cast("i")
        for game, status in enumerate(statuses):
            if status > _DUE:
                raise Fault(f"game {game} cannot go on here: play it by itself, with `new_game`", None)
            first = game * wide + 4
            flat[game * self.most : game * self.most + self.counts[game]] = words[first : first + self.counts[game]]

    def scores(self, game: int) -> list[int]:
        """The scores of a game that is over."""
        if self.waiting[game]:
            raise InvalidAction(f"game {game} is not over")
        shape = self._instance.shape
        self._instance.call("result", self._states + game * shape.state_bytes, self._result)
        return list(self._instance.result(self._instance.read(self._result, shape.result_bytes), 0)[0])


def _too_many(count: int, most: int) -> str:
    return f"a choice offers {count} options, and there is room for {most}: say `most={count}` or more"


def step_batch(
    pack: Pack, seats: int, options: Mapping[str, object], seeds: Sequence[int], *, most: int, engine: str | None = None
) -> Stepped:
    """Begin games that somebody steps."""
    if engine != PYTHON and max(map(abs, seeds), default=0) < MOST_SEED:
        try:
            return SteppedInside(compiled_for(pack, seats, options), seeds, most)
        except NotOffered:
            if engine == WASM:
                raise
    return SteppedInPython(lambda seed: pack.new_game(seats, seed, options), seeds, most)
