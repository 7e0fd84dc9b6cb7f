"""Random games of a pack under all invariants: what fails, what is reached, what is shown that should not be.

Game number i of a table has the seed `seed + i`; its picks follow from that. Every second game is played with the options
as they come, the others with other values, so that each value of each option is in some of them; every second player by
chance is one who rarely declines, so that rare things happen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from interpreter.engine.knowledge import DECLINE
from interpreter.machine import Machine
from interpreter.play.bots import by_chance
from interpreter.play.errors import Fault
from interpreter.play.game import Game
from interpreter.play.pipeline import running
from interpreter.play.share import share_out
from interpreter.play.verify.branches import branches_of
from interpreter.play.verify.chance import Chance
from interpreter.play.verify.invariants import Broken, Invariants, demand
from interpreter.play.verify.secrets import leak
from interpreter.wasm.watched import DARING

if TYPE_CHECKING:
    from interpreter.diagnostics import Span
    from interpreter.machine import Pending
    from interpreter.play.pack import Pack
    from interpreter.play.verify.branches import Branch
    from interpreter.primitives.tables import State

MAX_DECISIONS = 20_000
MAX_WORK = 5_000_000
"""Steps of one game: the shipped ones take a twentieth of it."""
EVERY = 25
"""How many decisions lie between the dear checks: all options tried, views compared, a pick taken back."""
SAMPLE = 10
"""The dear checks are made in one of so many games."""
BOLD = 10
"""A player who rarely declines does so once in so many times."""

INVARIANT, FAULT, ENDLESS, SECRET = "invariant", "fault", "endless", "secret"


@dataclass(frozen=True, slots=True)
class Table:
    """How one game is set up."""

    seats: int
    seed: int
    options: tuple[tuple[str, bool | str], ...]
    bold: bool
    dear: bool

    def told(self, defaults: Mapping[str, object]) -> str:
        """Say how to get this game: players, seed, and the options that are not as they come."""
        other = [f"{name} {value}" for name, value in self.options if defaults[name] != value]
        return ", ".join([f"{self.seats} players", f"seed {self.seed}", *other])


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that went wrong in a game."""

    sort: str
    words: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """One game: how long it was, what it was the first to reach (with the number of the decision), what went wrong."""

    number: int
    decisions: int
    work: int
    reached: tuple[tuple[Branch, int], ...]
    compared: int
    wrong: Wrong | None = None
    state: str = ""
    """The hash of its last state."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: so many games for each number of players, from which seed, shared out how, and where.

    `engine` is `wasm` or `python`, and what is there if left out.
    """

    games: int = 200
    seed: int = 1
    jobs: int = 1
    engine: str | None = None


def table_of(pack: Pack, plan: Plan, number: int) -> Table:
    """Say how the game of a number is set up."""
    which, game = divmod(number, plan.games)
    variants = _variants(pack)
    variant = variants[1 + game // 2 % (len(variants) - 1)] if game % 2 and len(variants) > 1 else variants[0]
    return Table(pack.players[which], plan.seed + game, variant, bold=game % 4 >= 2, dear=game % SAMPLE == 0)


def _variants(pack: Pack) -> list[tuple[tuple[str, bool | str], ...]]:
    """Sets of options: first as they come, then so that every value of every option is in one of them."""
    options = list(pack.vocabulary.options.values())
    rows = []
    for turn in range(max((len(one.allowed) for one in options), default=1)):
        row = []
        for one in options:
            first = one.allowed.index(one.default)
            row.append((one.name, one.allowed[(first + turn) % len(one.allowed)]))
        rows.append(tuple(row))
    return rows


def play_games(opener: Callable[[], Pack], plan: Plan, numbers: Sequence[int]) -> Generator[Played, None, None]:
    """Play the games of these numbers in Python, in their order."""
    yield from share_out(partial(_worker, opener, plan), numbers, plan.jobs)


def _worker(opener: Callable[[], Pack], plan: Plan) -> Callable[[int], Played]:
    return Player(opener(), plan)


@dataclass(slots=True)
class _Ready:
    """A machine that notes what it comes to, and what is known about it."""

    machine: Machine
    invariants: Invariants
    branches: dict[int, Branch]


@dataclass(slots=True)
class _Watched:
    """A game that is being played, and what was counted so far."""

    game: Game
    ready: _Ready
    table: Table
    work: int = 0
    compared: int = 0
    noted: bytearray = field(default_factory=bytearray)
    reached: list[tuple[Branch, int]] = field(default_factory=list)


class Player:
    """Plays single games; what it has reached once is not told again."""

    def __init__(self, pack: Pack, plan: Plan) -> None:
        self._pack, self._plan = pack, plan
        self._ready: dict[tuple[object, ...], _Ready] = {}
        self._known: set[Branch] = set()

    def __call__(self, number: int) -> Played:
        """Play the game of a number."""
        table = table_of(self._pack, self._plan, number)
        ready = self._machine(table)
        ready.machine.reached[:] = bytes(len(ready.machine.reached))
        wrong, watched = None, None
        try:
            game = Game(self._pack, table.seats, table.seed, dict(table.options), ready.machine)
            watched = _Watched(game, ready, table)
            self._play(watched)
        except Fault as fault:
            wrong = Wrong(FAULT, fault.why, fault.span)
        except Broken as broken:
            wrong = Wrong(INVARIANT, str(broken))
        except _Found as found:
            wrong = found.wrong
        if watched is None:
            return Played(number, 0, ready.machine.work_done, (), 0, wrong)
        self._note(watched)
        decisions, reached = len(watched.game.picks), tuple(watched.reached)
        return Played(number, decisions, watched.work, reached, watched.compared, wrong, watched.game.state_hash)

    def _machine(self, table: Table) -> _Ready:
        key = (table.seats, table.options)
        if key not in self._ready:
            numbers = self._pack.option_numbers(dict(table.options))
            machine = running(self._pack.vocabulary, table.seats, numbers, covered=True)
            self._ready[key] = _Ready(machine, Invariants(machine), branches_of(machine))
        return self._ready[key]

    def _play(self, at: _Watched) -> None:
        """Play to the end, looking at everything after every decision."""
        game, before = at.game, None
        while True:
            at.work += at.ready.machine.work_done
            at.ready.invariants.check(game, before)
            self._note(at)
            if game.pending is None:
                break
            if len(game.picks) >= MAX_DECISIONS or at.work > MAX_WORK:
                limit = f"{MAX_DECISIONS} decisions" if len(game.picks) >= MAX_DECISIONS else f"{MAX_WORK} steps"
                raise _Found(Wrong(ENDLESS, f"a game is not over after {limit}"))
            if at.table.dear and len(game.picks) % EVERY == 0:
                self._look_closely(at)
            before = game.state
            game.choose(_pick(game, game.pending, bold=at.table.bold))
        if at.table.dear:
            self._again(at)

    def _note(self, at: _Watched) -> None:
        """Note which branches were reached for the first time."""
        marks = at.ready.machine.reached
        if marks == at.noted:
            return
        before = at.noted or bytes(len(marks))
        at.noted = marks[:]
        step = len(at.game.picks)
        for number, branch in at.ready.branches.items():
            if marks[number] > before[number] and branch not in self._known:
                self._known.add(branch)
                at.reached.append((branch, step))

    # ---- dear checks

    def _look_closely(self, at: _Watched) -> None:
        """Try every option on a copy, take a pick back, and exchange what a seat does not know."""
        marks = at.ready.machine.reached
        kept = marks[:]
        try:
            self._options(at)
            self._undo(at.game)
            seat = len(at.game.picks) // EVERY % at.game.seats
            found = leak(at.game, seat, Chance(at.table.seed, at.table.seats, len(at.game.picks)).below(1 << 30))
            at.compared += 1
        finally:
            marks[:] = kept
        if found is not None:
            raise _Found(Wrong(SECRET, found.words, found.span))

    def _options(self, at: _Watched) -> None:
        game = at.game
        assert game.pending is not None
        before: State = game.state[:]
        for index in range(len(game.pending.values)):
            other = game.clone()
            other.choose(index)
            at.work += at.ready.machine.work_done
            at.ready.invariants.check(other, game.state)
        demand(game.state == before, "a copy that is played on changes the game")

    def _undo(self, game: Game) -> None:
        if not game.can_undo or not game.picks:
            return
        pick, after = game.picks[-1], game.state[:]
        game.undo()
        game.choose(pick)
        demand(game.state == after, "a pick that is taken back and made again gives another position")

    def _again(self, at: _Watched) -> None:
        """Play the same picks again: it must be the same game."""
        same = Game(self._pack, at.game.seats, at.game.seed, dict(at.table.options), at.ready.machine)
        for pick in at.game.picks:
            same.choose(pick)
        demand(same.state == at.game.state, "the same picks give another game")


def _pick(game: Game, pending: Pending, *, bold: bool) -> int:
    """Any option; who is bold rarely declines. In WebAssembly it is the same one (`picked_by_chance`)."""
    seat, step, count = pending.seat, len(game.picks), len(pending.values)
    if bold and pending.values[-1] == DECLINE and by_chance(game.seed, seat, step + DARING, BOLD):
        count -= 1
    return by_chance(game.seed, seat, step, count)


class _Found(Exception):
    def __init__(self, wrong: Wrong) -> None:
        super().__init__(wrong.words)
        self.wrong = wrong
