"""The games of a plan in WebAssembly: all of them are played and watched inside, and some again in Python.

Inside, every game is held against all invariants after every decision, and what it comes to is noted, as in Python; the
picks are the same. Python plays those games again in which options are tried, picks taken back and secrets exchanged, and
both must end in the same state; and those that went wrong inside, for Python has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from interpreter.play.fast import compiled_for
from interpreter.play.verify import games
from interpreter.play.verify.branches import branches_of
from interpreter.play.verify.games import INVARIANT, Played, Player, Wrong, play_games, table_of
from interpreter.wasm.engine import MOST_SEED, OVER, UNFINISHED, Compiled, Instance
from interpreter.wasm.module import FAULTS
from interpreter.wasm.offered import PYTHON, WASM, NotOffered
from interpreter.wasm.threads import Threads
from interpreter.wasm.watched import Seen, Watcher, Watching

if TYPE_CHECKING:
    from interpreter.play.pack import Pack
    from interpreter.play.verify.branches import Branch
    from interpreter.play.verify.games import Plan, Table

BLOCK = 40
"""So many games are played inside before what came of them is looked at."""
CHUNK = 4
"""Games in one call of a thread."""
TOO_MUCH = (UNFINISHED, UNFINISHED + 1 + FAULTS.index("PUNT"))
"""How a game ended that takes too many steps, which are counted a little otherwise, or is too large for the inside."""


def engine_for(pack: Pack, plan: Plan) -> str:
    """Which engine plays the games of a plan. Raises NotOffered when one was asked for that cannot."""
    if plan.engine == PYTHON:
        return PYTHON
    try:
        _demand_offered(pack, plan)
    except NotOffered:
        if plan.engine == WASM:
            raise
        return PYTHON
    return WASM


def _demand_offered(pack: Pack, plan: Plan) -> None:
    if max(abs(plan.seed), abs(plan.seed + plan.games)) >= MOST_SEED:
        raise NotOffered("the seed has too many digits")
    compiled_for(pack, pack.players[0], pack.options(), covered=True)


@dataclass(slots=True)
class _Program:
    """What plays and watches games of one number of players and set of options."""

    compiled: Compiled
    branches: dict[int, Branch]
    places: int
    pieces: int
    watchers: dict[Instance, Watcher] = field(default_factory=dict)

    def watcher(self, instance: Instance) -> Watcher:
        """Whoever watches an instance: what they have seen once is not told again."""
        if instance not in self.watchers:
            self.watchers[instance] = Watcher(instance, self.places, self.pieces)
        return self.watchers[instance]


class Inside:
    """Plays the games of a plan inside, and again in Python what Python must see."""

    def __init__(self, pack: Pack, plan: Plan) -> None:
        self._pack, self._plan = pack, plan
        self._programs: dict[tuple[object, ...], _Program] = {}
        self._python: Player | None = None
        self.again = 0
        """How many games were played in Python, too."""

    def play(self, opener: Callable[[], Pack], total: int) -> Generator[Played, None, None]:
        """Play all games, in their order."""
        dear = [number for number in range(total) if self._table(number).dear]
        close = play_games(opener, self._plan, dear)
        try:
            for first in range(0, total, BLOCK):
                numbers = range(first, min(first + BLOCK, total))
                seen = self._block(numbers)
                for number in numbers:
                    yield self._judged(number, seen[number], close)
        finally:
            close.close()

    def _table(self, number: int) -> Table:
        return table_of(self._pack, self._plan, number)

    def _judged(self, number: int, seen: Seen | None, close: Iterator[Played]) -> Played:
        """What is told of a game: what was seen inside, and what Python says of it if it was asked."""
        table = self._table(number)
        inside = self._played(number, table, seen) if seen is not None and seen.status == OVER else None
        if inside is not None and not table.dear:
            return inside
        self.again += 1
        python = next(close) if table.dear else self._in_python(number)
        if python.wrong is None and seen is not None:
            python = replace(python, wrong=_parted(seen, python))
        return python if inside is None else replace(python, reached=inside.reached)

    def _played(self, number: int, table: Table, seen: Seen) -> Played:
        branches = self._program(table).branches
        reached = tuple((branches[place], step) for place, step in seen.reached if place in branches)
        return Played(number, seen.decisions, seen.work, reached, 0)

    def _in_python(self, number: int) -> Played:
        self._python = self._python or Player(self._pack, self._plan)
        return self._python(number)

    # ---- inside

    def _program(self, table: Table) -> _Program:
        key = (table.seats, table.options)
        if key not in self._programs:
            options = dict(table.options)
            machine = self._pack.machine(table.seats, options)
            compiled = compiled_for(self._pack, table.seats, options, covered=True)
            pieces = max((one.size for one in machine.layout.tables.values()), default=0)
            self._programs[key] = _Program(compiled, branches_of(machine), len(machine.flow.points), pieces)
        return self._programs[key]

    def _block(self, numbers: range) -> dict[int, Seen | None]:
        """Play some games; None for one that could not be played here."""
        tables: dict[tuple[object, ...], list[int]] = {}
        for number in numbers:
            table = self._table(number)
            tables.setdefault((table.seats, table.options), []).append(number)
        seen: dict[int, Seen | None] = {}
        for alike in tables.values():
            program = self._program(self._table(alike[0]))
            chunks = [alike[at : at + CHUNK] for at in range(0, len(alike), CHUNK)]
            for chunk, found in Threads(program.compiled, self._plan.jobs).share_out(self._watching(program), chunks):
                seen |= zip(chunk, found if found is not None else [None] * len(chunk), strict=True)
            program.watchers.clear()
        return seen

    def _watching(self, program: _Program) -> Callable[[Instance, Sequence[int]], list[Seen]]:
        def work(instance: Instance, numbers: Sequence[int]) -> list[Seen]:
            watcher = program.watcher(instance)
            return [self._watched(watcher, self._table(number)) for number in numbers]

        return work

    def _watched(self, watcher: Watcher, table: Table) -> Seen:
        bold = games.BOLD if table.bold else 0
        return watcher.watch(table.seed, Watching(bold, games.MAX_DECISIONS, games.MAX_WORK))


def _parted(seen: Seen, python: Played) -> Wrong | None:
    """What is wrong with a game of which Python has nothing to say: that it was another one inside."""
    if seen.status in TOO_MUCH:
        return None
    if seen.status != OVER:
        why = FAULTS[seen.status - UNFINISHED - 1].lower()
        return Wrong(INVARIANT, f"a game goes wrong in WebAssembly ({why}), and not in Python")
    if (seen.decisions, sha256(seen.state).hexdigest()) != (python.decisions, python.state):
        return Wrong(INVARIANT, "a game in WebAssembly ends in another state than in Python")
    return None
