"""The log as a text that is read from front to back: what is next, and what it has to be.

Two things may happen in the middle of anything else, because they happen the moment a condition holds: a relic is
restored and a goal is reached. They are read where they stand and demanded where they are missing.
"""

import itertools

from . import goals, relics, sights
from . import reading as book
from .log_words import ANY
from .record import Decision, Difference, Sight
from .table import ASIDE, SCRATCH, Table

MENU = {"main_action", "play_hero", "clan_ability", "slot_tile", "discard_hero", "reset_track", "done"}
DECLINE = {"done", "no"}


class Log:
    """Reads the items of a game and keeps the table."""

    def __init__(self, game):
        self.game, self.items = game, game.items
        self.t = Table(game.players, game.options)
        self.at = self.step = 0
        self.asked: list[Decision] = []
        self.last_asked: list[Decision] = []
        self.goals_open = False
        self.dirty: set[str] = set()
        self._inside = False
        # notes of the referee about the turn and round under way
        self.village_visited = False
        self.played: set[str] = set()
        self.actor: str | None = None
        self.order = book.SOLO_OTHER_TWO

    # ---- looking ahead

    def peek(self):
        """The next event; None where the menu of a turn is offered, or at the end."""
        while self.at < len(self.items):
            item = self.items[self.at]
            if isinstance(item, Decision):
                self._asks(item)
                if self.is_menu(item):
                    self._settled()
                    return None
                self.asked.append(item)
                self.step += 1
                self.at += 1
            elif isinstance(item, Sight):
                sights.compare(self.t, item)
                self.at += 1
            elif scratch(item):
                self._note(item)
                self.at += 1
            elif aside(item):
                self.t.apply(item)
                self.at += 1
            elif self._inside or not self._interrupt(item):
                self._settled()
                return item
        return None

    def _asks(self, decision):
        """Only who has the turn is asked; during set-up and some cards that is not one player alone."""
        if self.actor is not None and decision.seat != self.actor:
            raise Difference(book.OWN_TURN, f"who chooses among {decision.keys}", self.actor, decision.seat)

    def is_menu(self, item):
        return item.rule == "DA-TURN-2" and set(item.keys) <= MENU

    def _note(self, item):
        if item[3] == "goals_count":
            self.goals_open, self.dirty = True, set(self.t.box.seats)

    def _interrupt(self, event):
        """Read a restored relic or a reached goal, if that is what comes next."""
        if event[0] != "move":
            return False
        piece, old, new = event[2:]
        if self.t.box.kind.get(piece) == "goal_token":
            reader, seat = goals.achieve, self.t.box.owner[piece]
        elif old and new and (old[0], new[0]) == ("loose_tiles", "restored_tiles"):
            reader, seat = relics.restore, old[1]
        else:
            return False
        self._inside = True
        try:
            reader(self, seat)
        finally:
            self._inside = False
        return True

    def _settled(self):
        """Whatever had to happen at once has happened."""
        if self._inside or not self.dirty:
            return
        for seat in sorted(self.dirty):
            relics.check_restored(self.t, seat)
            if self.goals_open and seat in self.t.box.seats:
                goals.check_reached(self.t, seat)
        self.dirty.clear()

    # ---- reading on

    def next(self):
        """Read the next event and carry it out on the referee's table."""
        event = self.peek()
        if event is None:
            raise Difference(book.MAIN_ACTION, "what happens next", "an event", "none")
        self.t.apply(event)
        self.at += 1
        self.last_asked, self.asked = self.asked, []
        self._touch(event)
        asked = self.last_asked
        self._at_once()
        self.last_asked = asked
        return event

    def _at_once(self):
        """What an event sets off stands right behind it; read that before anybody looks at the table."""
        while self.at < len(self.items) and not self._inside:
            item = self.items[self.at]
            if not isinstance(item, tuple):
                return
            if scratch(item):
                self._note(item)
                self.at += 1
            elif aside(item):
                self.t.apply(item)
                self.at += 1
            elif not self._interrupt(item):
                return

    def _touch(self, event):
        """Remember whose things have changed."""
        if event[0] in ("gain", "lose", "pay"):
            self.dirty.add(event[2])
        elif event[0] in ("move", "draw"):
            owner = self.t.box.owner[event[2]]
            self.dirty |= {host for host in (owner, event[3] and event[3][1], event[4] and event[4][1]) if host}
        self.dirty &= set(self.t.box.everyone)

    def sees(self, *pattern):
        """Whether the next event is like this."""
        event = self.peek()
        return event is not None and _like(event, pattern)

    def coming(self, ahead, *pattern):
        """Whether an event further ahead is like this; nothing is read."""
        items = (item for item in self.items[self.at :] if isinstance(item, tuple))
        events = (item for item in items if not scratch(item) and not aside(item))
        event = next(itertools.islice(events, ahead, None), None)
        return event is not None and _like(event, pattern)

    def take(self, rule, what, *pattern):
        """Read an event that has to be like this."""
        event = self.peek()
        if event is None or not _like(event, pattern):
            raise Difference(rule, what, _shown(pattern), event if event is not None else "nothing")
        return self.next()

    # ---- choices

    def offered(self, key, asked=None, optional=False):
        """What could be picked instead of this; a choice with one way is never asked."""
        for decision in reversed(self.asked if asked is None else asked):
            if decision.picked == key:
                return set(decision.keys) - (DECLINE if optional else set())
        return {key}

    def compare(self, rule, what, legal, key, asked=None, optional=False):
        """The options of a choice are exactly what the rules allow; only what is optional may be declined."""
        offered = self.offered(key, asked, optional)
        if offered != set(legal):
            more, less = sorted(offered - set(legal)), sorted(set(legal) - offered)
            found = ", ".join([*(f"also {k}" for k in more), *(f"without {k}" for k in less)])
            raise Difference(rule, f"options for {what}", f"{sorted(legal)}", found)

    def may(self, rule, what, possible):
        """Whether something optional is done: it is asked exactly when it is possible, and the answer counts."""
        if not possible:
            return False
        self.peek()
        for decision in self.asked:
            if set(decision.keys) == {"yes", "no"}:
                self.asked.remove(decision)
                return decision.picked == "yes"
        raise Difference(rule, f"whether to {what}", "asked", "not asked")

    # ---- counters

    def gain(self, rule, what, seat, counter, amount, reason=ANY):
        """A gain of exactly so much; none of 0 is told."""
        if amount > 0:
            self.take(rule, what, "gain", ANY, seat, counter, amount, reason)

    def pay(self, rule, what, seat, counter, amount):
        if amount > 0:
            self.take(rule, what, "pay", ANY, seat, counter, amount)

    def gains(self, rule, what, seat, wanted):
        """Several gains that together come to this, in any order and grouping."""
        left = {counter: amount for counter, amount in wanted.items() if amount}
        while left:
            event = self.peek()
            if event is None or event[0] != "gain" or event[2] != seat or event[3] not in left:
                raise Difference(rule, f"{what} of {seat}", f"{left} more", event)
            left[event[3]] -= event[4]
            if left[event[3]] < 0:
                raise Difference(rule, f"{what} of {seat}", wanted, f"{-left[event[3]]} {event[3]} too many")
            if not left[event[3]]:
                del left[event[3]]
            self.next()


def scratch(event):
    return event[0] in ("set", "gain", "lose", "pay") and event[3] in SCRATCH


def aside(event):
    """Heroes that step out of the row and back into it while a gap is filled: they do not go anywhere."""
    return event[0] == "move" and ASIDE in event[3:5]


def _like(event, pattern):
    return len(event) >= len(pattern) and all(p is ANY or p == e for p, e in zip(pattern, event, strict=False))


def _shown(pattern):
    return tuple("…" if part is ANY else part for part in pattern)
