"""A game in Python and the same in WebAssembly, side by side: the first difference is named with script and line."""

import struct
from array import array

from twin import Twin

from interpreter.play.fast import compiled_for
from interpreter.wasm.engine import Compiled, Shape, engine
from interpreter.wasm.module import BEGIN, FAULTS, Module

MOST = 4096


class Differs(AssertionError):
    """The two do not agree."""


class Beside:
    """A game that is stepped in WebAssembly, following one in Python."""

    def __init__(self, game):
        self.game = game
        self.instance = compiled_for(game.pack, game.seats, game.options).instance()
        self.state = self.instance.room("state", self.instance.shape.state_bytes)
        self.row = self.instance.room("row", self.instance.shape.wide_bytes)
        self.out = self.instance.room("out", 16 + 4 * MOST)
        self.instance.call("start", self.state, game.seed)
        self._step(BEGIN)

    def _step(self, value):
        self.status = self.instance.call("step", self.state, value, self.out, MOST)
        _, _, self.seat, count = struct.unpack("<4i", self.instance.read(self.out, 16))
        self.values = list(struct.unpack(f"<{count}i", self.instance.read(self.out + 16, 4 * count)))

    def chosen(self, value):
        """The game has taken a value."""
        self._step(value)

    def cells(self):
        """The whole state as Python has it."""
        self.instance.call("widened", self.state, self.row)
        return array("q", self.instance.row(self.row))

    def compare(self):
        """Demand the same state, random numbers included, and the same options for the same seat."""
        game, pending = self.game, self.game.pending
        offered = (0, 0, []) if pending is None else (1, pending.seat, list(pending.values))
        here = (self.status, self.seat if self.status else 0, self.values)
        if here != offered:
            raise Differs(f"{self._where()}: {offered} is offered, in WebAssembly {here}")
        mine, other = list(game.state), list(self.cells())
        differing = [at for at, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b]
        if differing or len(mine) != len(other):
            raise Differs(f"{self._where()}: cells {differing[:8]} differ, {len(mine)} and {len(other)} in all")

    def _where(self):
        game, pending = self.game, self.game.pending
        if pending is None:
            return f"{game.pack.id}, seed {game.seed}, after {len(game.picks)} picks, at the end"
        span = game.machine.program.span_of(pending.ask.routine, pending.ask.at)
        place = f"{pending.ask.routine} ({span.file}:{span.line})"
        return f"{game.pack.id}, seed {game.seed}, after {len(game.picks)} picks, {place}"


class Inside(Twin):
    """Follows a game twice: in the engine, and in WebAssembly."""

    def __init__(self, game):
        import wasmtime

        super().__init__(game)
        printed = Module(game.machine, game.names.backs, every=True).printed()
        program = Compiled(Shape.of(printed), wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(printed.text))))
        self.instance, self.program = program.instance(), program
        self.state = self.instance.room("state", program.shape.state_bytes)
        self.wide = self.instance.room("row", program.shape.wide_bytes)
        self.out = self.instance.room("out", 16 + 4 * MOST)
        self.rows = []
        self.write(game.machine.start(game.seed))
        self.step(BEGIN)

    def step(self, value):
        self.status = self.instance.call("step", self.state, value, self.out, MOST)
        _, _, self.seat, count = array("i", self.instance.read(self.out, 16))
        self.values = list(array("i", self.instance.read(self.out + 16, 4 * count)))
        if self.status >= 2:
            assert FAULTS[self.status - 2] != "PUNT", "left to Python"

    def row(self):
        self.instance.call("widened", self.state, self.wide)
        return array("q", self.instance.row(self.wide))

    def write(self, row):
        """Put a state of Python's into the memory."""
        cells = [cell - (1 << 32) if cell >= 1 << 31 else cell for cell in row]
        cells[9] = row[8] >> 32
        self.instance.write(self.state, array("i", [len(cells), 0, *cells]).tobytes())

    def entered(self, routine, seat, given=()):
        row, machine = list(self.row()), self.game.machine
        machine.enter(row, routine.key, seat)
        for number, value in enumerate(given):
            row[row[0] + 4 + number] = value
        self.write(row)
        self.step(BEGIN)
        super().entered(routine, seat, given)

    def chosen(self, value):
        row = self.row()
        out = self.instance.read(self.out, 16 + 4 * len(self.values))
        self.step(value)
        went_on = super().chosen(value)
        assert went_on == (self.status < 2), f"in WebAssembly: {self.status}"
        if went_on:
            self.rows.append((row, out))
        else:
            self.back(row, out)
        return went_on

    def back(self, row, out):
        self.write(row)
        self.instance.write(self.out, out)
        self.status, _, self.seat, _ = array("i", out[:16])
        self.values = list(array("i", out[16:]))

    def undone(self):
        super().undone()
        self.back(*self.rows.pop())

    def compare(self):
        super().compare()
        pending = self.game.pending
        offered = (0, []) if pending is None else (1, list(pending.values))
        if (self.status, self.values) != offered:
            raise Differs(f"{self._where()}: {offered} is offered, in WebAssembly {(self.status, self.values)}")
        mine, other = list(self.game.state), list(self.row())
        differing = [at for at, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b]
        if differing or len(mine) != len(other):
            raise Differs(f"{self._where()}: cells {differing[:8]} differ, {len(mine)} and {len(other)} in all")


def follow(games):
    """Play along with a game that is given at its start and after every pick."""
    beside, values = None, []
    for game in games:
        if beside is None:
            beside = Beside(game)
        else:
            beside.chosen(values[game.picks[-1]])
        beside.compare()
        values = list(game.pending.values) if game.pending is not None else []
