"""Many games of one pack, played in WebAssembly where that is installed: the same games as in Python, and much sooner.

What cannot be played there (a fault, whose message names script and line; a number of too many digits) is played again
in Python, so that nobody can tell from a result which way it came.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from interpreter.play.bots import iterations
from interpreter.play.simulate import MAX_DECISIONS, Played, Setup, play_out
from interpreter.wasm.engine import (
    MOST_SEED,
    OVER,
    SEARCHING,
    UNFINISHED,
    Compiled,
    Figures,
    Instance,
    Outcome,
    beginning,
    beginnings,
    compiled,
    why_not,
)
from interpreter.wasm.module import Module
from interpreter.wasm.offered import PYTHON, WASM, NotOffered
from interpreter.wasm.threads import Threads

if TYPE_CHECKING:
    from interpreter.machine import Machine
    from interpreter.play.game import Game
    from interpreter.play.pack import Pack

CHUNK = 16
"""Games in one call: few enough to be interrupted and to show how far it is, enough for the call not to count."""
MANY = 512
"""The same where nothing but results is asked for."""
CHANCE, THOUGHT = "random", "greedy"
"""The bots that play inside: one picks by chance, one looks ahead."""

Seated = tuple[int, tuple[str, ...]]
"""A game that is to be played: its seed, and the bots by seat."""


class FastGames:
    """Plays games of a pack for one number of players and set of options."""

    def __init__(self, pack: Pack, seats: int, options: Mapping[str, object], jobs: int = 1) -> None:
        self._pack, self._seats, self._options, self._jobs = pack, seats, dict(options), jobs
        self._program = compiled_for(pack, seats, self._options)

    def play(self, games: Iterable[Seated], *, states: bool = True) -> Iterator[Played]:
        """Play games, and give them in their order; without `states`, nothing is said of how each ended but its result."""

        def work(instance: Instance, chunk: list[Seated]) -> list[Outcome]:
            begun = [_begun(seed, bots) for seed, bots in chunk]
            return instance.play(begun, MAX_DECISIONS, states=states)

        for chunk, outcomes in Threads(self._program, self._jobs).share_out(work, _chunks(games)):
            for at, (seed, bots) in enumerate(chunk):
                yield self._played(seed, bots, outcomes[at] if outcomes is not None else None)

    def picks(self, seed: int, bots: tuple[str, ...]) -> list[int] | None:
        """What bots pick in a game; None when Python must find out."""
        (found,) = Threads(self._program).share_out(
            lambda instance, begun: instance.picks(begun, MAX_DECISIONS), [_begun(seed, bots)]
        )
        return found[1]

    def figures(self, seeds: Sequence[int], bots: tuple[str, ...]) -> Iterator[tuple[Sequence[int], Figures | None]]:
        """Play a game for each seed; gives the results of many at a time, None where they must be played in Python."""
        begun = _begun(0, bots)

        def work(instance: Instance, chunk: Sequence[int]) -> Figures:
            return instance.figures(beginnings(chunk, begun), MAX_DECISIONS)

        size = 1 if any(map(iterations, bots)) else CHUNK if THOUGHT in bots else MANY
        chunks = (seeds[at : at + size] for at in range(0, len(seeds), size))
        return Threads(self._program, self._jobs).share_out(work, chunks)

    def _played(self, seed: int, bots: tuple[str, ...], outcome: Outcome | None) -> Played:
        if outcome is None or outcome.status > UNFINISHED:
            return play_out(self._pack.new_game(self._seats, seed, self._options), bots)
        state = sha256(outcome.state).hexdigest() if outcome.state else ""
        if outcome.status != OVER:
            fault = f"not finished after {MAX_DECISIONS} decisions"
            return Played(seed, bots, (), (), outcome.decisions, outcome.options, state, fault)
        winners = tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
        return Played(seed, bots, outcome.scores, winners, outcome.decisions, outcome.options, state)


def _chunks(games: Iterable[Seated]) -> Iterator[list[Seated]]:
    waiting = iter(games)
    for first in waiting:
        long = any(map(iterations, first[1]))
        yield [first] if long else [first, *islice(waiting, CHUNK - 1)]


def games_of(setup: Setup) -> Iterator[Seated]:
    """The games of a set-up."""
    return ((setup.seed + number, setup.seats(number)) for number in range(setup.games))


def module_of(pack: Pack, machine: Machine, *, covered: bool = False) -> Module:
    """The module of a machine of a pack."""
    return Module(machine, pack.names(machine).backs, covered=covered)


def compiled_for(pack: Pack, seats: int, options: Mapping[str, object], *, covered: bool = False) -> Compiled:
    """The program of a pack, compiled once; with `covered`, for games that are watched.

    Raises NotOffered with the reason when it cannot be.
    """
    reason = why_not()
    if reason:
        raise NotOffered(reason)
    numbers = tuple(sorted(pack.option_numbers(options).items()))
    key = (seats, *numbers, *["covered"] * covered)
    if key not in pack.fast:
        name = f"{pack.digest} {seats} {numbers}" if pack.digest and not covered else ""  # those are not used again
        pack.fast[key] = compiled(lambda: module_of(pack, pack.machine(seats, options), covered=covered), name)
    return pack.fast[key]


def fast_games(
    pack: Pack, seats: int, options: Mapping[str, object], bots: Collection[str], jobs: int, engine: str | None = None
) -> FastGames | None:
    """What plays such games in WebAssembly; None where Python does.

    Raises NotOffered when it was asked for and cannot be.
    """
    if engine == PYTHON:
        return None
    try:
        _demand_known(pack, bots)
        return FastGames(pack, seats, options, jobs)
    except NotOffered:
        if engine == WASM:
            raise
        return None


def _demand_known(pack: Pack, bots: Collection[str]) -> None:
    times = {name: iterations(name) for name in bots}
    others = sorted(name for name in bots if name not in (CHANCE, THOUGHT) and not times[name])
    if others:
        raise NotOffered(f"the bot `{others[0]}` thinks in Python")
    if len({one for one in times.values() if one}) > 1:
        raise NotOffered("players who play out differently often do so in Python")
    if any(times.values()) and len(bots) > SEARCHING:
        raise NotOffered(f"no more than {SEARCHING} seats play the game out")
    if THOUGHT in bots and pack.vocabulary.estimate is None:
        raise NotOffered("the pack says nothing of what a position is worth")


def _begun(seed: int, bots: Sequence[str]) -> bytes:
    """What a game with these bots begins with."""
    thinking = sum(1 << seat for seat, bot in enumerate(bots) if bot == THOUGHT)
    searching = sum(1 << seat for seat, bot in enumerate(bots) if iterations(bot))
    return beginning(seed, thinking, searching, max(map(iterations, bots), default=0))


def pondered(game: Game, times: int) -> int | None:
    """What a player picks who plays a game out so many times, found out inside; None where Python must."""
    if abs(game.seed) >= MOST_SEED:
        return None
    try:
        program = compiled_for(game.pack, game.seats, game.options)
    except NotOffered:
        return None

    def work(instance: Instance, state: Sequence[int]) -> int | None:
        return instance.search(state, game.seed, len(game.picks), times)

    ((_, found),) = Threads(program).share_out(work, [game.state])
    return found
