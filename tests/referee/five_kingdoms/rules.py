"""The game itself, played along: a generator that asks what the rules ask and keeps the table by the rules.

`Rules.play()` yields questions and is sent the answers. What it does to the table it also notes in `expected`, each with
the rule that wants it, so that the stream can be held against it. Two points are read from the stream, since no rule
settles them: what the shuffles gave, and which of several Imperial cards is put first (`ahead`).

The order of one pool belongs to its owner (FK-I05). Castles and extra turns are counted before the deeds: nobody can
gain by having them later, and they are never asked about.
"""

from collections import Counter
from dataclasses import dataclass

from .cards import IMPERIAL, RELIGIOUS
from .scoring import end_effects, kingdoms_led
from .square import RING, connected, legal_cells, neighbour_banners, of_banner
from .table import ASIDE, DISCARD, DRAWN, NOTHING, PILE, SEATS, Table

BOTH = frozenset(SEATS)
COUNCIL = 4
ENOUGH_TITANS = 5


@dataclass(frozen=True)
class Question:
    """What the rules ask now."""

    seat: int
    name: str
    options: frozenset
    rule: str


class Won(Exception):
    """Five different Titans: everything under way is over (FK-R15, FK-E06)."""


class Rules:
    """One game."""

    def __init__(self, shuffled, rooms, first, open_discard):
        self.table = Table(pile=list(reversed(shuffled)))
        self.rooms, self.first, self.open_discard = rooms, first, open_discard
        self.expected = []
        self.ahead = []
        self.pools = []
        self.winner = None
        self.turns = 0
        self.fired = Counter()

    # ---- changes, each with its rule

    def note(self, happening, rule):
        self.expected.append((happening, rule))
        self.fired[rule] += 1

    def move(self, card, to, rule):
        t = self.table
        self.note(("move", card, t.places[card], to), rule)
        t.places[card] = to
        if to[0] in ("council", "titans"):
            t.knows[card] = BOTH

    def castles(self, seat, more, rule):
        if more:
            self.table.castles[seat] += more
            self.note(("gain", seat, more) if more > 0 else ("lose", seat, -more), rule)

    def show(self, card, seats, rule):
        self.table.knows[card] |= seats
        self.note(("show", card, frozenset(seats)), rule)

    def draw(self, to, rule):
        self.move(self.table.pile.pop(), to, rule)

    def discard(self, card, rule):
        for pool in self.pools:
            self.fired["FK-Q15"] += pool.pop(card, 0)  # a trigger whose Character leaves is lost
        self.move(card, DISCARD, rule)
        if self.open_discard:
            self.show(card, BOTH, "FK-Q11")

    def ask(self, seat, name, options, rule):
        """Ask when there is something to choose; a single way is taken."""
        options = frozenset(options)
        self.fired[rule] += 1
        if len(options) == 1:
            return next(iter(options))
        return (yield Question(seat, name, options, rule))

    # ---- the game: FK-S, FK-T, FK-E

    def play(self):
        self.set_up()
        try:
            while self.table.pile:
                seat = self.table.active
                yield from self.turn(seat)
                if self.table.extra[seat]:
                    self.table.extra[seat] -= 1  # FK-Q21
                else:
                    self.table.active = 1 - seat
        except Won:
            return
        self.fired["FK-Q22"] += sum(self.table.extra)
        for seat, more, rule in end_effects(self.table):
            self.castles(seat, more, rule)

    def set_up(self):
        t = self.table
        for card in t.pile:
            t.places[card] = ASIDE
            self.move(card, PILE, "FK-S01")
        t.rooms, t.active = list(self.rooms), self.first
        self.lay_ring("FK-S06")

    def lay_ring(self, rule):
        """Fill the ring as far as the pile goes (FK-Q31)."""
        taken = self.table.square
        for cell in RING:
            if cell not in taken and self.table.pile:
                self.draw(("cell", *cell), rule)

    def turn(self, seat):
        t = self.table
        self.turns += 1
        self.draw(DRAWN, "FK-T02")
        (card,) = t.at(*DRAWN)
        cell = yield from self.ask(seat, "place", legal_cells(t.square), "FK-P02")
        self.move(card, ("cell", *cell), "FK-T03")
        yield from self.take(seat, cell)
        yield from self.use(seat)
        self.tidy()

    def tidy(self):
        left = list(self.table.square.values())
        if len(left) > 1:
            return
        for survivor in left:
            self.move(survivor, ("cell", *RING[0]), "FK-T08")
        self.lay_ring("FK-T09")

    # ---- taking: FK-K

    def take(self, seat, cell):
        square = self.table.square
        banners = neighbour_banners(square, cell)
        if square[cell].banner in banners:
            cells, rule = connected(square, cell), "FK-K02"
        else:
            banner = yield from self.ask(seat, "banner", banners, "FK-K04")
            cells, rule = of_banner(square, banner), "FK-K05"
        for each in cells:
            self.move(square[each], ("taken", seat), rule)

    def use(self, seat):
        taken = self.table.at("taken", seat)
        ways = {"recruit"} | ({"influence"} if all(self.can_influence(seat, card) for card in taken) else set())
        if (yield from self.ask(seat, "use", ways, "FK-T05")) == "influence":
            yield from self.influence(seat)
        else:
            yield from self.look(seat, taken)

    # ---- recruiting: FK-R

    def can_recruit(self, seat, card):
        return card.face not in {one.face for one in self.table.followers(seat)}

    def look(self, seat, taken):
        for card in taken:
            self.show(card, {seat}, "FK-R01")
        newcomers = {card for card in taken if self.can_recruit(seat, card)}
        newcomer = yield from self.ask(seat, "newcomer", newcomers | {NOTHING}, "FK-R04")
        if newcomer != NOTHING:
            yield from self.recruit(seat, newcomer)
        for card in taken:
            if card != newcomer:
                self.discard(card, "FK-R10")

    def recruit(self, seat, card):
        t = self.table
        if card.is_titan:
            self.move(card, ("titans", seat), "FK-R07")
            self.castles(seat, 1, "FK-X10")
            if len({one.face for one in t.at("titans", seat)}) >= ENOUGH_TITANS:
                self.fired["FK-R15"] += 1
                self.winner = seat
                raise Won
            return
        council = t.at("council", seat)
        if len(council) == COUNCIL:
            leaver = yield from self.ask(seat, "leaver", council, "FK-R06")
            self.discard(leaver, "FK-R06")
        self.move(card, ("council", seat), "FK-R03")
        if card.role == "captain":
            self.castles(seat, kingdoms_led(t, seat), "FK-X20")
        elif card.role == "monk":
            yield from self.attack(seat, "FK-X13")

    def attack(self, seat, rule):
        """Steal 1 castle or destroy somebody, whichever is possible (FK-Q19)."""
        t, rival = self.table, 1 - seat
        victims = t.followers(rival)
        ways = {way for way, can in (("steal", t.castles[rival] > 0), ("destroy", victims)) if can}
        if not ways:
            self.fired["FK-Q19"] += 1
            return
        if (yield from self.ask(seat, "attack", ways, rule)) == "steal":
            self.castles(rival, -1, "FK-X08")
            self.castles(seat, 1, "FK-X08")
        else:
            victim = yield from self.ask(seat, "victim", victims, "FK-X09")
            self.discard(victim, "FK-X09")

    # ---- influencing: FK-I

    def hosts(self, seat, card):
        """The columns a card may join (FK-I01, FK-I09, FK-I12, FK-I14)."""
        if card.banner == RELIGIOUS:
            return set()
        if card.banner == IMPERIAL:
            return {kingdom for kingdom, height in self.table.heights(seat).items() if height}
        return {card.banner}

    def can_influence(self, seat, card):
        return bool(self.hosts(seat, card))

    def influence(self, seat):
        t = self.table
        before, lines = t.heights(seat), t.lines(seat)
        while held := t.at("taken", seat):
            if held[0].banner == IMPERIAL:
                kingdom = yield from self.ask(seat, "column", self.hosts(seat, held[0]), "FK-I10")
                self.move(self.first_put(seat, held, kingdom), ("column", seat, kingdom), "FK-I09")
            else:
                self.move(held[0], ("column", seat, held[0].banner), "FK-I01")
        pool = self.listen(seat, before, t.lines(seat) - lines)
        yield from self.settle(seat, pool)
        room = t.rooms[seat]
        if room not in t.spent and t.height(seat, room) >= 3:
            t.spent.add(room)
            self.castles(seat, 2, "FK-X25")

    def first_put(self, seat, held, kingdom):
        """Which of the Imperial cards goes first: they are alike to everybody, so whichever the stream has moved."""
        for happening in self.ahead:
            if happening[0] == "move" and happening[1] in held and happening[3] == ("column", seat, kingdom):
                return happening[1]
        return held[0]

    def listen(self, seat, before, new_lines):
        """What the Council says to the new heights and lines: castles and extra turns now, deeds into a pool."""
        pool = Counter()
        ordinals = [
            (kingdom, nth)
            for kingdom, height in self.table.heights(seat).items()
            for nth in range(before[kingdom] + 1, height + 1)
        ]
        for card in self.table.at("council", seat):
            for kingdom, nth in ordinals:
                self.react(seat, card, kingdom, nth, pool)
            if card.role == "colonel":
                for _ in range(new_lines):
                    self.castles(seat, 1, "FK-X18")
            elif card.role == "general" and new_lines:
                self.table.extra[seat] += new_lines
                self.fired["FK-X23"] += new_lines
        self.fired["FK-X17"] += new_lines
        return pool

    def react(self, seat, card, kingdom, nth, pool):
        if card.role == "popess" and nth == 4:
            self.castles(seat, 2, "FK-X12")
        if card.banner != kingdom:
            return
        if card.role == "queen" and nth in (3, 4, 5):
            self.castles(seat, 1, "FK-X03")
        elif (card.role == "witch" and nth in (3, 5)) or (card.role == "warrior" and nth == 4):
            pool[card] += 1

    def settle(self, seat, pool):
        """Deeds, one at a time, in the owner's order; one that starts another influence waits for its end (FK-Q14)."""
        self.pools.append(pool)
        if len(self.pools) > 1:
            self.fired["FK-Q14"] += 1
        while pool:
            card = yield from self.ask(seat, "deed", pool, "FK-I05")
            pool[card] -= 1
            if not pool[card]:
                del pool[card]
            if card.role == "witch":
                yield from self.search(seat)
            else:
                yield from self.attack(seat, "FK-X07")
        self.pools.pop()

    def search(self, seat):
        """A Witch opens the discard pile (FK-X05, FK-X06)."""
        pile = self.table.at(*DISCARD)
        for card in pile:
            self.show(card, {seat}, "FK-X05")
        usable = {card for card in pile if self.can_recruit(seat, card) or self.can_influence(seat, card)}
        found = yield from self.ask(seat, "find", usable | {NOTHING}, "FK-X06")
        if found == NOTHING:
            return
        able = (("recruit", self.can_recruit(seat, found)), ("influence", self.can_influence(seat, found)))
        if (yield from self.ask(seat, "find_use", {way for way, can in able if can}, "FK-Q18")) == "recruit":
            yield from self.recruit(seat, found)
        else:
            self.move(found, ("taken", seat), "FK-X06")
            yield from self.influence(seat)
