"""A game in progress: a pack, options, a seed and the picks so far; everything else follows from these."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.faults import Fault
from interpreter.play.decisions import Decision, Option, make_decision, option_key
from interpreter.play.ending import TieBreak, ended_by, lasting, score_sheets, tie_breaks
from interpreter.play.errors import IllegalAction
from interpreter.play.imagine import imagined
from interpreter.play.log import Event, Teller
from interpreter.play.ranking import first, ranks
from interpreter.play.reading import Reader
from interpreter.play.story import Line, Passage, Step, passages, told
from interpreter.play.text import Text
from interpreter.play.views import View, make_view
from interpreter.primitives.header import FRAME, FRAME_LOCALS, OVER, STATUS, THIS, WINNER
from interpreter.primitives.tables import State
from interpreter.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from interpreter.check.keys import Key
    from interpreter.check.vocabulary import Achievement
    from interpreter.machine import Machine, Pending
    from interpreter.play.names import Names
    from interpreter.play.pack import Pack

__all__ = ["Decision", "Event", "Fault", "Game", "IllegalAction", "Option", "Result", "Text", "View"]


LOOKED_BACK = 12
"""So many choices back something may have been paid for what is told now."""
KEPT = 64
"""So many states are kept whole to which nobody can go back: for bots, which look at what they have just done."""
LANDMARK = 32
"""Of older states one in so many stays whole: whoever leafs through a game gets from there to any other in a few picks."""
ROOM = 12_000_000
"""Numbers that the past of a game may take, about eight bytes each: far more than whole games of the shipped packs need,
but a game may be endless, and its table large."""
EVENT = 16
"""So many numbers an event counts for."""
GONE: Event = ("",)
"""What stands in the place of an event that is not remembered any more."""
WON = 1_000_000
"""What a game won outright is worth."""


@record(frozen=True, slots=True)
class Result:
    """How a game ended.

    `lines` is the score sheet of each seat: what points were for, and how many. `ties` is what was compared between equal
    scores; `why` is the rule that ended the game, in words, where there are any.
    """

    scores: list[int]
    ranks: list[int]
    winners: list[int]
    lines: list[list[tuple[Text, int]]]
    ties: list[TieBreak]
    why: Text | None


class Outcome(NamedTuple):
    """Who has how many points, which place, and who has won."""

    scores: list[int]
    ranks: list[int]
    winners: list[int]


class _Before(NamedTuple):
    """What is needed to take a pick back."""

    state: State
    pending: Pending
    events: int
    fate: bool


_NONE: list[int] = []
_before = tuple.__new__  # half the time of calling the class, and there is one for every pick


class Game:
    """A game: read `decision`, call `choose`, until `decision` is None."""

    def __init__(
        self,
        pack: Pack,
        seats: int,
        seed: int,
        options: dict[str, object],
        machine: Machine | None = None,
        *,
        blank: bool = False,
    ) -> None:
        """Start a game and run it to its first choice; `blank`: leave the table untouched, as scenarios like it."""
        self.pack, self.seats, self.seed, self.options = pack, seats, seed, options
        self.machine: Machine = machine if machine is not None else pack.machine(seats, options)
        self.names: Names = pack.names(self.machine)
        self.picks: list[int] = []
        self.events: list[Event] = []
        self._history: list[_Before] = []
        self._floor = 0  # how many of these cannot be taken back: a copy was made, or a scenario has stepped in
        self._whole = 0  # where the states begin that are kept whole
        self._lost = 0  # how many behind the floor are not remembered any more, nor what came of them
        self._told_from = 0  # the first event that is remembered
        self._entered: int | None = None
        self._decision: Decision | None = None
        self._decided_at: Pending | None = None
        self.state = self.machine.start(seed)
        self._span = max(ROOM // len(self.state), KEPT // 2)  # so many states have room
        self._long, self._many = self._span, ROOM // EVENT  # beyond so many picks or events the oldest are forgotten
        self.pending: Pending | None = None
        if not blank:
            self._run()

    def _run(self) -> None:
        """Run on, collecting events."""
        machine = self.machine
        machine.log, machine.fate = self.events, False
        try:
            self.pending = machine.run(self.state)
        finally:
            machine.log = None

    def enter(self, routine: Key, seat: int, locals_: Sequence[int] = (), this: int = -1) -> None:
        """Leave the flow of the game and run one routine as a seat: for scenarios and consoles.

        `this` is the thing whose script it is.
        """
        self.machine.enter(self.state, routine, seat)
        self.state[self.state[FRAME] + THIS] = this
        first = self.state[FRAME] + FRAME_LOCALS
        for number, value in enumerate(locals_):
            self.state[first + number] = value
        self._history.clear()
        self._floor = self._whole = self._lost = 0
        self._long = self._span
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
        pending = self.pending
        if pending is None:
            return None
        if self._decided_at is not pending:
            self._decision = make_decision(self.machine, self.names, self.state, pending)
            self._decided_at = pending
        return self._decision

    def choose(self, index: int) -> None:
        """Pick an option. Raises IllegalAction when there is no such option; a Fault leaves the game as it was."""
        pending = self.pending
        if pending is None:
            raise IllegalAction("the game is over")
        values = pending.values
        if type(index) is not int or not 0 <= index < len(values):
            raise IllegalAction(f"pick a number from 0 to {len(values) - 1}")
        before, machine, events = self.state, self.machine, self.events
        happened = len(events)
        self.state = state = before[:]
        machine.log, machine.fate = events, False
        try:
            machine.apply(state, pending.ask, values[index])
            self.pending = machine.run(state)
        except Fault:
            self.state = before
            del events[happened:]
            raise
        finally:
            machine.log = None
        self._history.append(_before(_Before, (before, pending, happened, machine.fate)))
        self.picks.append(index)
        if machine.fate and len(self._history) - self._whole >= 2 * KEPT:
            self._forget()
        if len(self._history) > self._long or happened > self._many:
            self._lose()

    def go_on(self, pick: Callable[[int, int, int], int], limit: int) -> int:
        """Play on where nobody looks on or back, until so many picks are made: nothing of what was before is kept.

        `pick` is given the seat, the number of the pick and how many options there are; gives how many there were in
        all. After a Fault the game is of no use any more.
        """
        machine, state, picks, pending, options = self.machine, self.state, self.picks, self.pending, 0
        while pending is not None and len(picks) < limit:
            values = pending.values
            options += len(values)
            index = pick(pending.seat, len(picks), len(values))
            machine.apply(state, pending.ask, values[index])
            pending = machine.run(state)
            picks.append(index)
        self.pending = pending
        return options

    def anew(self) -> Game:
        """The same game at its start."""
        return Game(self.pack, self.seats, self.seed, self.options, self.machine)

    def _forget(self) -> None:
        """Keep of states that nobody can go back to only what the log asks of them: who knew which piece."""
        until = self.machine.layout.zones_from
        for at in range(self._whole, len(self._history) - KEPT):
            if at % LANDMARK == 0:
                continue
            self._history[at] = self._history[at]._replace(state=self._history[at].state[:until])
        self._whole = len(self._history) - KEPT

    def _lose(self) -> None:
        """Remember the older half of the past no more: nobody can go back there, and the log does not tell it."""
        first = self._floor + self._lost
        until = (first + len(self._history)) // 2
        for at in range(first, until):
            pending = self._history[at].pending
            pending = pending.but(_NONE, pending.unknown)
            self._history[at] = _Before(_NONE, pending, self._history[at].events, fate=True)
        last = self._history[until].events
        self.events[self._told_from : last] = lasting(self, self.events[self._told_from : last], GONE)
        self._lost, self._told_from, self._whole = until - self._floor, last, max(self._whole, until)
        self._long, self._many = until + self._span, last + ROOM // EVENT

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
        return len(self._history) > self._floor and not self._history[-1].fate

    @property
    def last_news(self) -> int:
        """The number of the first event that came of the last pick."""
        return self._history[-1].events if self._history else 0

    @property
    def last_picker(self) -> int | None:
        """Whose pick would be taken back; None when there is none."""
        return self._history[-1].pending.seat if len(self._history) > self._floor else None

    def before(self, step: int) -> tuple[State, Pending] | None:
        """The state before a pick and the choice it answered; None when that is not kept."""
        at = step - len(self.picks) + len(self._history)
        return (self._history[at].state, self._history[at].pending) if self._whole <= at < len(self._history) else None

    def landmark(self, step: int) -> Game:
        """A copy that stands before the nearest pick, at or before a step, whose state is kept whole.

        The picks from there to the step are not made yet: who wants to stand there makes them. Raises IllegalAction when
        the step is none of this game's.
        """
        if step == len(self.picks):
            return self.clone()
        at = step - len(self.picks) + len(self._history)
        if not 0 <= at < len(self._history):
            raise IllegalAction("there is no such step")
        at = at if at >= self._whole else at - at % LANDMARK
        if not len(self._history[at].state):
            raise IllegalAction("this step is not remembered any more")
        return self._copy(at, self._history[at].state, self._history[at].pending)

    def undo(self) -> None:
        """Take the last pick back. Raises IllegalAction when it cannot be."""
        if len(self._history) <= self._floor:
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
        return self._copy(len(self._history), self.state, self.pending)

    def _copy(self, at: int, state: State, pending: Pending | None) -> Game:
        """A copy that remembers so many picks, and stands at a state."""
        other = object.__new__(Game)
        other.pack, other.seats, other.seed, other.options = self.pack, self.seats, self.seed, self.options
        other.machine, other.names = self.machine, self.names
        other.picks, other.events = self.picks[: len(self.picks) - len(self._history) + at], []
        other._history, other._floor, other._entered = self._history[:at], at, None
        other._whole, other._lost, other._told_from, other._span = min(self._whole, at), 0, 0, self._span
        other._long, other._many = at + self._span, ROOM // EVENT
        other._decision, other._decided_at = self._decision, self._decided_at
        other.state, other.pending = state[:], pending
        return other

    # ---- what players and bots may know

    def view(self, seat: int | None) -> View:
        """The table as a seat sees it (None: a spectator)."""
        return make_view(self, seat)

    def log(self, seat: int | None, lang: str, since: int = 0) -> list[str]:
        """What happened, told to a seat (None: a spectator)."""
        teller = Teller(self.machine, self.names)
        told = (
            teller.tell(self.events[at], seat, picker, self._masks(teller, self.events[at], state))
            for at, picker, state in self._occasions(since)
        )
        return [text.get(lang) for text in told if text is not None]

    def story(self, seat: int | None, since: int = 0) -> list[Line]:
        """What happened from an event on, with a shape: who acted, what was chosen, and what came of it."""
        return told(self, seat, list(self._steps(since)))

    def passages(self, seat: int | None, first: int = -1) -> list[Passage]:
        """What happened, by choice: from one on (-1: how the table was laid comes before), as it is told to a seat."""
        skip = max(first + 1 - len(self.picks) + len(self._history) - self._floor, 0)
        before = islice(self._steps(-1, max(skip - LOOKED_BACK, 0)), min(skip, LOOKED_BACK))
        return passages(self, seat, self._steps(-1, skip), before)

    def _steps(self, since: int, skip: int = 0) -> Iterator[Step]:
        """The choices that are remembered, each with the events behind it; before the first, how the table was laid."""
        kept = self._history[self._floor :]
        bounds = [0, *(before.events for before in kept), len(self.events)]
        states = [*(before.state for before in kept), self.state]
        first = len(self.picks) - len(kept)
        for number, (begin, end) in enumerate(pairwise(bounds[skip:]), skip):
            before = kept[number - 1] if number else None
            if end > since or (before is not None and before.events >= since):
                seat = before.pending.seat if before is not None else self._entered
                start = max(begin, since)
                if self._lost and number <= self._lost:
                    yield Step(seat, None, [], self.state, start)
                    continue
                action = None if before is None else self._action(before, self.picks[first + number - 1])
                yield Step(seat, action, self.events[start:end], states[number], start)

    def deeds(self) -> Iterator[tuple[int, int, list[tuple[str, int]]]]:
        """The actions that are remembered, as the numbers of their events, each with the things that were chosen in it."""
        kept = self._history[self._floor + self._lost :]
        first = len(self.picks) - len(kept)
        begin, chosen, seat = (kept[0].events if kept else 0), list[tuple[str, int]](), -1
        for number, before in enumerate(kept):
            ask, value = before.pending.ask, before.pending.values[self.picks[first + number]]
            if ask.shape == "menu" or before.pending.seat != seat:
                if before.events > begin:
                    yield begin, before.events, chosen
                begin, chosen, seat = before.events, [], before.pending.seat
            if ask.values is not None and ask.type is not None and ask.type.tag == "kind" and value >= 0:
                chosen.append((ask.type.name, value))
        yield begin, len(self.events), chosen

    def _action(self, before: _Before, pick: int) -> Text | None:
        """What a choice is called in the story, if it is one between actions of the pack."""
        if before.pending.ask.shape != "menu" or before.pending.values[pick] < 0:
            return None
        return make_decision(self.machine, self.names, before.state, before.pending).options.told(pick)

    def _occasions(self, since: int) -> Iterator[tuple[int, int | None, State]]:
        """The numbers of the events from there on.

        Each with the player whose pick it follows, or who was made to act, and with the state that this pick led to.
        """
        told = self._history[self._floor :]
        bounds = [before.events for before in told]
        for at in range(max(since, self._told_from), len(self.events)):
            last = bisect_right(bounds, at) - 1
            state = told[last + 1].state if last + 1 < len(told) else self.state
            yield at, told[last].pending.seat if last >= 0 else self._entered, state

    def _masks(self, teller: Teller, event: Event, state: State) -> dict[tuple[str, int], int]:
        """Who knew the pieces an event touches when all it belongs to was over: later it may be others."""
        machine = self.machine
        return {
            (kind, piece): machine.knowers(state, machine.layout.tables[kind], piece)
            for kind, piece in teller.touched(event)
        }

    def why(self, name: str, lang: str, numbers: Mapping[int, int] | None = None) -> str:
        """Why something is not offered now: the failing condition with its values.

        `numbers`: what the options are numbered by for who asks, where that is not their order.
        """
        from interpreter.play.why import Explainer  # noqa: PLC0415 - most games are played without asking

        return Explainer(self, numbers).why(name, lang)

    def why_thing(self, kind: str, key: str, lang: str) -> str:
        """Why a thing that somebody points at is not offered now."""
        from interpreter.play.why import Explainer  # noqa: PLC0415 - most games are played without asking

        return Explainer(self).why_thing(kind, key, lang)

    def ways_to(self, kind: str, key: str) -> list[int]:
        """The options that take a thing somebody points at, or that ask for it next."""
        from interpreter.play.why import Explainer  # noqa: PLC0415 - most games are played without asking

        return Explainer(self).ways(kind, key)

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
        return int(self.machine.estimate(s, seat, -1))

    def imagine(self, seat: int, seed: int) -> Game:
        """A copy in which everything the seat cannot know has been drawn anew."""
        other = self.clone()
        if other.pending is not None:
            other.state, other.pending = self.imagine_state(self.state, other.pending, seat, seed)
        else:
            imagined(self.machine, self.names, other.state, None, seat, seed)
        return other

    def imagine_state(self, state: State, pending: Pending, seat: int, seed: int) -> tuple[State, Pending]:
        """A state of this game, and the choice it stands at, with everything the seat cannot know drawn anew."""
        other = state[:]
        asked = imagined(self.machine, self.names, other, pending, seat, seed)
        assert asked is not None
        return other, asked

    # ---- the end

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        outcome = self.outcome
        if outcome is None:
            return None
        return Result(*outcome, score_sheets(self, outcome.scores), tie_breaks(self, outcome), ended_by(self))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, without the score sheets; None while it goes on."""
        return self.standing(self.state) if self.state[STATUS] == OVER else None

    def standing(self, s: State) -> Outcome:
        """How the game would have ended if it were over in this state."""
        machine = self.machine
        count = self.machine.layout.people if self.seats in self.pack.vocabulary.rivals else self.seats
        scores = [int(machine.score(s, seat, -1)) for seat in range(count)]
        order = [
            (self.pack.vocabulary.rated(score), *(int(tie(s, seat, -1)) for tie in machine.ties))
            for seat, score in enumerate(scores)
        ]
        places = ranks(order, s[WINNER] - 1)
        return Outcome(scores, places, first(places))

    def achieved(self, seat: int) -> list[Achievement]:
        """What a player has achieved by the end; nothing while the game goes on."""
        if self.state[STATUS] != OVER:
            return []
        return [
            one
            for one in self.pack.vocabulary.achievements.values()
            if one.setting.fits(self.seats, self.options) and self.machine.achieved(one.id)(self.state, seat, -1)
        ]

    @property
    def state_hash(self) -> str:
        """A hash of the whole state, the same on every machine."""
        return hashlib.sha256(array("q", self.state).tobytes()).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Games are equal when their states are."""
        return isinstance(other, Game) and self.state == other.state

    __hash__ = None  # type: ignore[assignment]
