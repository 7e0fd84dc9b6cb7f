"""A second table kept from the happenings alone, so that what was told can be held against what was done."""

from .table import PILE, Table


class Ledger:
    """Replays happenings; `wrong` are those that cannot have happened to this table, as (rule, expected, found)."""

    def __init__(self, shuffled):
        self.table = Table()
        self.shuffled = list(reversed(shuffled))
        self.wrong = []

    def enter(self, happening):
        getattr(self, "_" + happening[0])(*happening[1:])

    def _move(self, card, old, new):
        t = self.table
        if t.places[card] != old:
            self.wrong.append(("FK-G23", f"{card} lies in {t.places[card]}", f"it leaves {old}"))
        t.places[card] = new
        if old == PILE:
            top = t.pile.pop() if t.pile else None
            if top != card:
                self.wrong.append(("FK-T02", f"{top} on top of the pile", f"{card} is drawn"))
        if new == PILE:
            t.pile.append(card)

    def _shuffle(self, place):
        t = self.table
        if place != PILE or set(self.shuffled) != set(t.pile):
            self.wrong.append(("FK-S01", f"{len(self.shuffled)} cards of the pile shuffled", f"{place} shuffled"))
        t.pile = list(self.shuffled)

    def _gain(self, seat, castles):
        self.table.castles[seat] += castles

    def _lose(self, seat, castles):
        self.table.castles[seat] -= castles
        if self.table.castles[seat] < 0:
            self.wrong.append(("FK-Q20", "0 castles or more", f"{self.table.castles[seat]}"))

    def _show(self, card, seats):
        self.table.knows[card] |= seats

    def _room(self, kingdom, seat):
        t = self.table
        if kingdom in t.rooms or t.rooms[seat] is not None:
            self.wrong.append(("FK-S03", f"one Throne Room each, held: {t.rooms}", f"{kingdom} to seat {seat}"))
        t.rooms[seat] = kingdom

    def _spent(self, kingdom):
        if kingdom in self.table.spent:
            self.wrong.append(("FK-I07", f"the Throne Room of the {kingdom} is spent", "it is spent again"))
        self.table.spent.add(kingdom)

    def _active(self, seat):
        self.table.active = seat

    def _extra(self, seat, more):
        self.table.extra[seat] += more
