"""A game in progress: a pack, options, a seed and the picks so far; everything else follows from these."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.code.layout import FRAME, OVER, STATUS, WINNER
from interpreter.machine import Fault, State
from interpreter.play.decisions import Decision, Option, make_decision, option_key
from interpreter.play.errors import IllegalAction
from interpreter.play.imagine import shuffle_unknown
from interpreter.play.log import Event, Teller
from interpreter.play.reading import Reader
from interpreter.play.text import Text
from interpreter.play.views import View, make_view
from interpreter.play.why import Explainer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.check.vocabulary import Achievement
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.play.pack import Pack

__all__ = ["Decision", "Event", "Fault", "Game", "IllegalAction", "Option", "Result", "Text", "View"]


WON = 1_000_000
"""What a game won outright is worth."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `lines` is the score sheet of each seat: what points were for, and how many."""

    scores: list[int]
    ranks: list[int]
    winners: list[int]
    lines: list[list[tuple[Text, int]]]


@dataclass(slots=True)
class _Before:
    """What is needed to take a pick back."""

    state: State
    pending: Pending
    events: int
    fate: bool


class Game:
    """A game: read `decision`, call `choose`, until `decision` is None."""

    def __init__(
        self, pack: Pack, seats: int, seed: int, options: dict[str, object], machine: Machine | None = None
    ) -> None:
        self.pack, self.seats, self.seed, self.options = pack, seats, seed, options
        self.machine: Machine = machine if machine is not None else pack.machine(seats, options)
        self.names: Names = pack.names(self.machine)
        self.picks: list[int] = []
        self.events: list[Event] = []
        self._history: list[_Before] = []
        self._entered: int | None = None
        self._decision: Decision | None = None
        self._decided_at: Pending | None = None
        self.state = self.machine.start(seed)
        self.pending: Pending | None = None
        self._run()

    def _run(self) -> None:
        """Run on, collecting events."""
        machine = self.machine
        machine.log, machine.fate = self.events, False
        try:
            self.pending = machine.run(self.state)
        finally:
            machine.log = None

    def enter(self, routine: str, seat: int, locals_: Sequence[int] = ()) -> None:
        """Leave the flow of the game and run one routine as a seat: for scenarios and consoles."""
        self.machine.enter(self.state, routine, seat)
        first = self.state[FRAME] + 4
        for number, value in enumerate(locals_):
            self.state[first + number] = value
        self._history.clear()
        self._entered = seat
        self._run()

    def resume(self) -> None:
        """Work out anew what a resting state asks: for scenarios that changed the table under it."""
        self.pending = self.machine.pending(self.state)
        if self.pending is None:
            self._run()

    # ---- the protocol

    @property
    def decision(self) -> Decision | None:
        """The choice that is due; None when the game is over."""
        if self.pending is None:
            return None
        if self._decided_at is not self.pending:
            self._decision = make_decision(self.machine, self.names, self.state, self.pending)
            self._decided_at = self.pending
        return self._decision

    def choose(self, index: int) -> None:
        """Pick an option. Raises IllegalAction when there is no such option; a Fault leaves the game as it was."""
        pending = self.pending
        if pending is None:
            raise IllegalAction("the game is over")
        if type(index) is not int or not 0 <= index < len(pending.values):
            raise IllegalAction(f"pick a number from 0 to {len(pending.values) - 1}")
        before = _Before(self.state, pending, len(self.events), fate=False)
        self.state = self.state[:]
        try:
            self.machine.apply(self.state, pending.ask, pending.values[index])
            self._run()
        except Fault:
            self.state, self.pending = before.state, pending
            del self.events[before.events :]
            raise
        before.fate = self.machine.fate
        self._history.append(before)
        self.picks.append(index)

    def choose_key(self, key: str) -> None:
        """Pick an option by its meaning. Raises IllegalAction when it is not offered."""
        pending = self.pending
        keys = [option_key(self.names, pending, v) for v in pending.values] if pending else []
        if key not in keys:
            raise IllegalAction(f"`{key}` is not offered; offered: {', '.join(keys)}")
        self.choose(keys.index(key))

    @property
    def can_undo(self) -> bool:
        """Whether the last pick can be taken back: nothing was rolled, drawn or shown since."""
        return bool(self._history) and not self._history[-1].fate

    @property
    def last_picker(self) -> int | None:
        """Whose pick would be taken back; None when there is none."""
        return self._history[-1].pending.seat if self._history else None

    def undo(self) -> None:
        """Take the last pick back. Raises IllegalAction when it cannot be."""
        if not self._history:
            raise IllegalAction("there is nothing to take back")
        last = self._history[-1]
        if last.fate:
            raise IllegalAction("something was rolled, drawn or revealed since: it cannot be taken back")
        self._history.pop()
        self.picks.pop()
        self.state, self.pending = last.state, last.pending
        del self.events[last.events :]

    def clone(self) -> Game:
        """A copy that can be played on without touching this one; it cannot be undone past here."""
        other = object.__new__(Game)
        other.pack, other.seats, other.seed, other.options = self.pack, self.seats, self.seed, self.options
        other.machine, other.names = self.machine, self.names
        other.picks, other.events = self.picks[:], []
        other._history, other._entered = [], None
        other._decision, other._decided_at = self._decision, self._decided_at
        other.state, other.pending = self.state[:], self.pending
        return other

    # ---- what players and bots may know

    def view(self, seat: int | None) -> View:
        """The table as a seat sees it (None: a spectator)."""
        return make_view(self, seat)

    def log(self, seat: int | None, lang: str, since: int = 0) -> list[str]:
        """What happened, told to a seat (None: a spectator)."""
        teller = Teller(self.machine, self.names)
        told = (teller.tell(self.events[at], seat, picker) for at, picker in self._pickers(since))
        return [text.get(lang) for text in told if text is not None]

    def _pickers(self, since: int) -> Iterator[tuple[int, int | None]]:
        """The numbers of the events from there on, each with the player whose pick it follows, or who was made to act."""
        bounds = [before.events for before in self._history]
        for at in range(since, len(self.events)):
            last = bisect_right(bounds, at) - 1
            yield at, self._history[last].pending.seat if last >= 0 else self._entered

    def why(self, name: str, lang: str) -> str:
        """Why something is not offered now: the failing condition with its values."""
        return Explainer(self).why(name, lang)

    def read(self, name: str, seat: int | None, lang: str) -> list[str]:
        """What a thing is, does, and where it lies, as a seat may know it; nothing when nothing is called so."""
        return Reader(self, seat).read(name, lang)

    def estimate(self, seat: int) -> int:
        """What the pack says this position is worth to a seat."""
        return self.worth(self.state, seat)

    def worth(self, s: State, seat: int) -> int:
        """What the pack says a state of this game is worth to a seat."""
        winner = s[WINNER] - 1
        if winner >= 0:
            return WON if winner == seat else -WON
        return int(self.machine.names["R_estimate"](s, seat, -1))

    def imagine(self, seat: int, seed: int) -> Game:
        """A copy in which everything the seat cannot know has been drawn anew."""
        other = self.clone()
        shuffle_unknown(other.machine, other.state, seat, seed)
        if other.pending is not None and other.pending.seat == seat:
            other.pending = self.pending
        return other

    # ---- the end

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        if self.state[STATUS] != OVER:
            return None
        names = self.machine.names
        count = self.machine.layout.people if self.seats in self.pack.vocabulary.rivals else self.seats
        scores = [int(names["R_score"](self.state, seat, -1)) for seat in range(count)]
        ties = len(self.pack.vocabulary.ties)
        order = [
            (score, *(int(names[f"R_tie{i}"](self.state, seat, -1)) for i in range(ties)))
            for seat, score in enumerate(scores)
        ]
        winner = self.state[WINNER] - 1
        if winner >= 0:
            ranks = [1 if seat == winner else 2 for seat in range(count)]
        else:
            ranks = [1 + sum(other > mine for other in order) for mine in order]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return Result(scores, ranks, winners, self._sheets(scores))

    def achieved(self, seat: int) -> list[Achievement]:
        """What a player has achieved by the end; nothing while the game goes on."""
        if self.state[STATUS] != OVER:
            return []
        return [
            one
            for one in self.pack.vocabulary.achievements.values()
            if one.setting.fits(self.seats, self.options)
            and self.machine.names[f"R_achieved_{one.id}"](self.state, seat, -1)
        ]

    def _sheets(self, scores: list[int]) -> list[list[tuple[Text, int]]]:
        """Gains of the scored counter by reason, in the order they first came; the rest is "during play"."""
        sheets: list[dict[int, int]] = [{} for _ in scores]
        cell = self._score_cells()
        for event in self.events:
            if event[0] == "gain" and cell.get(event[2], len(sheets)) < len(sheets):
                sheet = sheets[cell[event[2]]]
                sheet[event[4]] = sheet.get(event[4], 0) + event[3]
        reasons = self.machine.program.reasons
        found = []
        for seat, sheet in enumerate(sheets):
            named = {r: n for r, n in sheet.items() if r >= 0}
            rest = scores[seat] - sum(named.values())
            lines = [(Text("during play", "en cours de partie"), rest)] if rest else []
            found.append(lines + [(self.names.term(reasons[r]), n) for r, n in sorted(named.items())])
        return found

    def _score_cells(self) -> dict[int, int]:
        """The cells of the counter that is the score, by seat; empty when the score is computed."""
        score = self.pack.vocabulary.score
        if score is None or score.value.op != "var":
            return {}
        place = self.machine.layout.vars[score.value.args[0]]
        return {place.base + seat: seat for seat in range(self.machine.layout.people)}

    @property
    def state_hash(self) -> str:
        """A hash of the whole state, the same on every machine."""
        return hashlib.sha256(array("q", self.state).tobytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Games are equal when their states are."""
        return isinstance(other, Game) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]
