"""Runs printed modules with wasmtime, which is an extra: without it, games run in Python.

A `Compiled` is one program; an `Instance` of it has a memory of its own and plays games one after another. Calls run in
threads, so that whoever waits can be interrupted: a word in the memory says then that it is enough, and what runs stops
where the next routine is left. Between two of these looks lies no more work than a game may do between two choices.
"""

from __future__ import annotations

import atexit
import ctypes
import struct
import weakref
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from interpreter.primitives.header import WATCHING
from interpreter.records import record
from interpreter.source.machine_code import keep_code, recall_code
from interpreter.wasm.module import FAULTS, Module, Printed
from interpreter.wasm.offered import NotOffered

if TYPE_CHECKING:
    from collections.abc import Callable

    import wasmtime


_GAME = struct.Struct("<qiI")
GAME_BYTES = _GAME.size
"""A game that is to be played: its seed, and who looks ahead."""
SEARCHING = 12
"""So many seats may play the game out; how often they do so stands in the bits above."""
MOST_SEED = 1 << 63
"""Seeds are below this; longer ones are only hashed in Python."""
MISSING = "wasmtime is not installed: pip install 'rulewright[fast]'"
ENOUGH = 16
"""Where it is written that a game must stop."""
OVER, UNFINISHED = 0, 1
"""How a game ended; beyond these come the faults."""


@cache
def engine() -> wasmtime.Engine:
    """The engine all modules of this process share. Raises NotOffered where there is none."""
    try:
        import wasmtime  # noqa: PLC0415 - an extra
    except ImportError:
        raise NotOffered(MISSING) from None
    config = wasmtime.Config()
    try:
        config.wasm_exceptions = True
        config.memory_may_move = False  # whoever stops a game writes into its memory, from another thread
        made = wasmtime.Engine(config)
    except (AttributeError, wasmtime.WasmtimeError) as problem:
        raise NotOffered(f"this wasmtime cannot run our modules: {problem}") from None
    atexit.register(made.close)  # while there is still somebody to close it
    return made


def why_not() -> str:
    """Why nothing can run in WebAssembly here; empty when it can."""
    try:
        engine()
    except NotOffered as reason:
        return str(reason)
    return ""


class Interrupted(Exception):
    """A call was stopped from outside, or came to grief in a way of its own: Python must play these games."""


class NoRoom(Interrupted, NotOffered):
    """A process with little room for addresses (`ulimit -v`) cannot set aside what a module wants."""


@record(frozen=True, slots=True)
class Shape:
    """What whoever runs a module must know of its memory."""

    state_bytes: int
    wide_bytes: int
    result_bytes: int
    ranked: int
    parts: int
    thinks: int
    """Whether players can look ahead in it."""

    @staticmethod
    def of(printed: Printed) -> Shape:
        """The shape of a module that was just printed."""
        room = printed.state_bytes, printed.wide_bytes, printed.result_bytes
        return Shape(*room, printed.ranked, printed.parts, int(printed.thinks))


_SHAPE = struct.Struct("<6q")


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Compiled:
    """A program that can be run."""

    shape: Shape
    module: wasmtime.Module

    def __post_init__(self) -> None:
        """Let go of the module with the program, or at the end while there is still somebody to do it."""
        weakref.finalize(self, self.module.close)

    def instance(self) -> Instance:
        """A memory of its own to play in: one for each thread."""
        return Instance(self)


def compiled(module: Callable[[], Module], name: str = "") -> Compiled:
    """Compile a module, or recall what was compiled under this name. Raises NotOffered."""
    import wasmtime  # noqa: PLC0415 - an extra

    name = f"{name} wasmtime {version('wasmtime')}" if name else ""
    kept = recall_code(name) if name else None
    if kept is not None:
        try:
            return Compiled(
                Shape(*_SHAPE.unpack_from(kept)), wasmtime.Module.deserialize(engine(), kept[_SHAPE.size :])
            )
        except wasmtime.WasmtimeError:
            pass  # made for another computer: it is made again
    printed = module().printed()
    shape = Shape.of(printed)
    code = wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(printed.text)))
    if name:
        keep_code(name, _SHAPE.pack(*asdict(shape).values()) + bytes(code.serialize()))
    return Compiled(shape, code)


@record(frozen=True, slots=True)
class Outcome:
    """How one game went: `status` 0 is over, 1 that it went on for too long, beyond it a fault."""

    status: int
    decisions: int
    options: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    state: bytes = b""

    @property
    def fault(self) -> str:
        """Why it was stopped; empty when it was not."""
        return FAULTS[self.status - 2] if self.status > UNFINISHED else ""


@record(frozen=True, slots=True)
class Figures:
    """How many games went, column by column."""

    shape: Shape
    words: memoryview[int]

    def _column(self, number: int) -> memoryview[int]:
        return self.words[number :: self.shape.result_bytes // 8]

    @property
    def statuses(self) -> list[int]:
        """How each ended."""
        return [word & 0xFFFFFFFF for word in self._column(0)]

    @property
    def decisions(self) -> list[int]:
        """How many picks each had."""
        return [word >> 32 for word in self._column(0)]

    @property
    def options(self) -> list[int]:
        """How many options there were in each in all."""
        return self._column(1).tolist()

    def scores(self, seat: int) -> list[int]:
        """What a seat scored in each."""
        return self._column(2 + seat * self.shape.parts).tolist()

    def ranks(self, seat: int) -> list[int]:
        """Which place a seat came to in each."""
        return self._column(2 + self.shape.ranked * self.shape.parts + seat).tolist()


class Instance:
    """A memory and the functions that play in it."""

    def __init__(self, program: Compiled) -> None:
        import wasmtime  # noqa: PLC0415 - an extra

        self.shape = program.shape
        self._store = wasmtime.Store(engine())
        try:
            self._exports = wasmtime.Instance(self._store, program.module, []).exports(self._store)
        except wasmtime.WasmtimeError as problem:
            raise NoRoom(str(problem)) from None
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._enough = ctypes.c_int32.from_address(ctypes.addressof(memory.data_ptr(self._store).contents) + ENOUGH)
        self._room: dict[str, tuple[int, int]] = {}

    def call(self, function: str, *given: int) -> Any:  # noqa: ANN401 - a number or nothing
        """Call an exported function. Raises Interrupted when it was stopped."""
        import wasmtime  # noqa: PLC0415 - an extra

        made = self._exports[function]
        assert isinstance(made, wasmtime.Func)
        try:
            return made(self._store, *given)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as problem:
            raise Interrupted(str(problem)) from None

    def stop(self) -> None:
        """Stop what runs here, from any thread; nothing runs here any more after that."""
        self._enough.value = 1

    def room(self, what: str, size: int) -> int:
        """Room in memory for something; the same again as long as it is large enough."""
        address, have = self._room.get(what, (0, 0))
        if have < size:
            address = self.call("set_aside", size)
            self._room[what] = (address, size)
        return address

    def read(self, address: int, size: int) -> bytes:
        """Bytes of the memory."""
        return bytes(self._memory.read(self._store, address, address + size))

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into the memory."""
        self._memory.write(self._store, content, address)

    def figures(self, begun: bytes, most: int) -> Figures:
        """Play each of these games to its end (see `beginnings`); gives all that came of it as columns."""
        outs = self._played(begun, most, 0)
        size = self.shape.result_bytes * (len(begun) // GAME_BYTES)
        return Figures(self.shape, memoryview(self.read(outs, size)).cast("q"))

    def _played(self, begun: bytes, most: int, rows: int) -> int:
        count = len(begun) // GAME_BYTES
        games = self.room("games", len(begun))
        outs = self.room("outs", self.shape.result_bytes * count)
        self.write(games, begun)
        self.call("play", games, outs, rows, count, most)
        return outs

    def play(self, begun: Sequence[bytes], most: int, *, states: bool = False) -> list[Outcome]:
        """Play each of these games to its end (see `beginning`); with `states`, each gives its last state."""
        count, shape = len(begun), self.shape
        rows = self.room("rows", shape.wide_bytes * count) if states else 0
        outs = self._played(b"".join(begun), most, rows)
        results = self.read(outs, shape.result_bytes * count)
        return [self._outcome(results, number, rows) for number in range(count)]

    def search(self, row: Sequence[int], seed: int, step: int, times: int) -> int | None:
        """What a player who plays out picks in a state of Python's; None when it cannot be told here."""
        state = self.room("searched", self.shape.state_bytes)
        self.write(state, narrowed(row))
        found: int = self.call("search", state, seed, step, times)
        return found if found >= 0 else None

    def picks(self, begun: bytes, most: int) -> list[int] | None:
        """The picks of one game, played to its end; None when it cannot be."""
        noted = self.room("picks", 4 * most)
        self.call("note_picks", noted)
        outcome = self.play([begun], most)[0]
        self.call("note_picks", 0)
        if outcome.status != OVER:
            return None
        return list(struct.unpack(f"<{outcome.decisions}i", self.read(noted, 4 * outcome.decisions)))

    def _outcome(self, results: bytes, number: int, rows: int) -> Outcome:
        shape = self.shape
        status, decisions, options = struct.unpack_from("<iiq", results, number * shape.result_bytes)
        parts = self.result(results, number * shape.result_bytes + 16)
        return Outcome(status, decisions, options, *parts, self.row(rows + number * shape.wide_bytes) if rows else b"")

    def result(self, content: bytes, at: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Scores and ranks as they were written."""
        shape = self.shape
        figures = struct.unpack_from(f"<{shape.ranked * (shape.parts + 1)}q", content, at)
        ranks = figures[shape.ranked * shape.parts :]
        return figures[: shape.ranked * shape.parts : shape.parts], ranks

    def row(self, address: int) -> bytes:
        """A state as it was written, 64 bits for each cell."""
        (cells,) = struct.unpack("<q", self.read(address, 8))
        return self.read(address + 8, 8 * cells)


def beginning(seed: int, thinking: int = 0, searching: int = 0, times: int = 0) -> bytes:
    """What a game begins with; `thinking` has a bit for each seat that looks ahead, `searching` for who plays out."""
    return _GAME.pack(seed, thinking, searching | times << SEARCHING)


def beginnings(seeds: Sequence[int], begun: bytes) -> bytes:
    """What many games begin with, which differ from one that has begun by their seeds alone."""
    words = array("q", begun) * len(seeds)
    words[::2] = array("q", seeds)
    return words.tobytes()


def narrowed(row: Sequence[int]) -> bytes:
    """A state of Python's as it is laid down inside: 32 bits for each cell, the rules under way in two of them."""
    cells = [cell - (1 << 32) if cell >= 1 << 31 else cell for cell in row]
    watching = row[WATCHING]
    cells[WATCHING : WATCHING + 2] = struct.unpack("<ii", struct.pack("<q", watching))
    return struct.pack(f"<ii{len(cells)}i", len(cells), 0, *cells)
