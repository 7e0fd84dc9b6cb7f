"""The end of the game: all conditions read one frozen table (checklist, sections 9 to 11)."""

from .cards import IMPERIAL, KINGDOMS
from .table import SEATS

FIGHTERS = ("warrior", "monk")


def kingdoms_led(table, seat):
    """Kingdoms in which a player has strictly more influences (FK-X20, FK-B02, FK-Q29)."""
    mine, theirs = table.heights(seat), table.heights(1 - seat)
    return sum(mine[kingdom] > theirs[kingdom] for kingdom in KINGDOMS)


def officers(table, seat):
    return sum(card.banner == IMPERIAL for card in table.at("council", seat))


def fighters(table, seat):
    return sum(card.role in FIGHTERS for card in table.at("council", seat))


def titans(table, seat):
    return len({card.face for card in table.at("titans", seat)})


def most(table, seat, count):
    """A strict majority (FK-B02)."""
    return count(table, seat) > count(table, 1 - seat)


def bequest(table, seat, card):
    """Castles a Character or Titan brings at the end, and the rule that says so."""
    if card.role == "king":
        led = table.height(seat, card.banner) > table.height(1 - seat, card.banner)
        return 3 * led, "FK-X02"
    if card.role == "colonel":
        return 2 * (table.lines(seat) > table.lines(1 - seat)), "FK-X19"
    if card.role == "captain":
        return kingdoms_led(table, seat), "FK-X21"
    if card.role == "marshal":
        return 3 * most(table, seat, officers), "FK-X22"
    if card.role == "gaia":
        return 1 * most(table, seat, titans), "FK-X15"
    return 0, "FK-X24"


def end_effects(table):
    """Castle changes of the end, in order, as (seat, more, rule): all gains, then the steals (FK-Q24)."""
    gains = [(seat, *bequest(table, seat, card)) for seat in SEATS for card in table.followers(seat)]
    castles = list(table.castles)
    for seat, more, _ in gains:
        castles[seat] += more
    steals = []
    for seat in SEATS:
        monk = any(card.role == "monk" for card in table.at("council", seat))
        if monk and most(table, seat, fighters):
            loot = min(2, castles[1 - seat])  # FK-Q20
            steals += [(1 - seat, -loot, "FK-X14"), (seat, loot, "FK-X14")]
            castles[seat] += loot
            castles[1 - seat] -= loot
    return [change for change in gains + steals if change[1]]
