"""A game and its second opinion: the engine plays along, and everything both know must agree."""

from interpreter.engine import Engine, Failed, Stopped, TooManyTrials
from interpreter.primitives.header import RANDOM


class Differs(AssertionError):
    """The printed program and the engine do not agree; the message names script and line."""


class Twin:
    """Follows a game: call `entered` or `chosen` after each thing that was done to it."""

    def __init__(self, game):
        self.game = game
        self.engine = Engine(game.machine.layout)
        self.position = self.engine.start(game.seed)
        self.due = self._run()
        self.history = []
        self.asked = "the start"

    def _run(self):
        try:
            return self.engine.run(self.position)
        except TooManyTrials:
            raise
        except (Failed, Stopped):
            return "stopped"

    def entered(self, routine, seat, given=()):
        """A routine was run beside the flow of the game."""
        board = self.position.s[: self.game.machine.layout.size]
        self.position = self.engine.enter(board, routine, seat, tuple(given))
        self.due = self._run()

    def chosen(self, value):
        """A value of the choice that was due was taken."""
        before = self.position.copy(), self.due
        self.due.choice.apply(self.position, value)
        self.due = self._run()
        if self.due == "stopped":
            self.position, self.due = before
            return False
        self.history.append(before)
        return True

    def undone(self):
        """The last choice was taken back."""
        self.position, self.due = self.history.pop()

    def compare(self):
        """Demand the same board, the same random numbers, and the same options for the same seat."""
        game, size, where = self.game, self.game.machine.layout.size, self._where()
        mine, other = list(game.state[RANDOM:size]), list(self.position.s[RANDOM:size])
        differing = [at + RANDOM for at, (a, b) in enumerate(zip(mine, other, strict=True)) if a != b]
        if differing:
            told = ", ".join(f"{self._cell(at)} is {game.state[at]}, not {self.position.s[at]}" for at in differing[:8])
            raise Differs(f"{where}: {told}")
        offered = None if game.pending is None else (game.pending.seat, list(game.pending.values))
        expected = None if self.due is None else (self.due.seat, list(self.due.values))
        if offered != expected:
            raise Differs(f"{where}: {offered} is offered, the engine says {expected}")

    def _where(self):
        pending = self.game.pending
        if pending is None:
            return f"after {len(self.game.picks)} picks, at the end, behind {self.asked}"
        span = self.game.machine.program.span_of(pending.ask.routine, pending.ask.at)
        self.asked = f"{pending.ask.routine} ({span.file}:{span.line})"
        return f"after {len(self.game.picks)} picks, {self.asked}"

    def _cell(self, at):
        """A cell in words: which var it is, or where in the state it lies."""
        layout = self.game.machine.layout
        for key, var in layout.vars.items():
            end = var.base + var.width * len(layout.things[var.decl.host])
            if var.base <= at < end:
                return f"{key}[{at - var.base}]"
        return f"cell {at}"
