"""A turn: the die, the menu, and the actions of a Clan board."""

from . import actions, content, faces, heroes, mercenaries, prices, relics, tiles
from . import reading as book
from .box import GOODS, SPACES
from .log_words import ANY
from .record import Difference, same


def turn(g, seat):
    if not g.sees("begin", ANY, "turn"):
        raise Difference(book.THREE_TURNS, f"one of three turns of {seat}", "begins", g.peek())
    g.take(book.CLOCKWISE, "whose turn begins", "begin", seat, "turn")
    g.played, g.actor = set(), seat
    if g.t.box.players == 2 and len(mercenaries.dice(g.t)) < 3:
        mercenaries.lead(g, seat)
    space = place_die(g, seat)
    Turn(g, seat, space).read()


def spaces_for(t, seat, die):
    """Free main-action spaces of the die's colour, and Tax."""
    number = seat.removeprefix("player")
    return {
        f"{space}@{number}"
        for space, hue in SPACES.items()
        if hue in ("any", t.box.hue[die]) and not t.at("placed", f"{space}@{number}")
    }


def place_die(g, seat):
    """Any die that fits somewhere; where none fits, any die, beside the board."""
    center = g.t.at("center")
    fitting = {die for die in center if spaces_for(g.t, seat, die)}
    event = g.take(book.OWN_SPACE, "a die is taken", "move", seat, ANY, ("center", "table"), ANY)
    die = event[2]
    g.compare(book.OWN_SPACE, "the die", fitting or {*center, die}, die, g.last_asked)
    if not fitting:
        same(book.NO_SPACE, "where a die goes that fits nowhere", ("beside", seat), event[4])
        return None
    same(book.OWN_SPACE, "where the die goes", ("taken_die", seat), event[4])
    legal = spaces_for(g.t, seat, die)
    event = g.take(book.OWN_SPACE, "the die is placed", "move", seat, die, ("taken_die", seat), ANY)
    same(book.OWN_SPACE, "where the die goes", "placed", event[4][0])
    g.compare(book.OWN_SPACE, "the space of the die", legal, event[4][1], g.last_asked)
    return event[4][1]


BLAME = {
    "done": book.MAIN_ACTION,
    "main_action": book.MAIN_ACTION,
    "slot_tile": book.TILE_USE,
    "clan_ability": book.ABILITY_13,
    "play_hero": book.STRENGTH,
    "discard_hero": book.DISCARD,
    "reset_track": book.RESET,
}


class Turn:
    """What follows the die: the main action and bonus actions in any order."""

    def __init__(self, g, seat, space):
        self.g, self.seat, self.space = g, seat, space
        self.main_due = space is not None
        self.once = {"play_hero", "clan_ability"}
        self.slots_used = set()

    def read(self):
        """Until the player is done; a menu with one way is not asked."""
        g = self.g
        while True:
            event = g.peek()
            item = g.items[g.at] if g.at < len(g.items) else None
            if event is None and item is not None:
                self._menu(set(item.keys))
                g.at += 1
                g.step += 1
                g.asked = []
                if item.picked == "done":
                    return
                self._do(item.picked)
            elif self.main_due:
                same(book.MAIN_ACTION, "a menu with the main action alone", {"main_action"}, self.allowed())
                self._do("main_action")
            else:
                same(book.ANY_ORDER, "a menu with nothing in it", set(), self.allowed())
                return

    # ---- what may be done

    def allowed(self):
        """Everything the menu must offer now, apart from ending the turn."""
        t, seat, found = self.g.t, self.seat, set()
        if self.main_due:
            found.add("main_action")
        if "play_hero" in self.once and heroes.playable(self.g, seat):
            found.add("play_hero")
        if (
            "clan_ability" in self.once
            and self._sum() >= 13
            and heroes.ability_works(self.g, seat, t.name(seat, "clan"))
        ):
            found.add("clan_ability")
        if self.ready_tiles():
            found.add("slot_tile")
        if t.at("hand", seat) and t.board_dice(seat):
            found.add("discard_hero")
        if prices.can_reset(t, seat):
            found.add("reset_track")
        return found

    def _menu(self, offered):
        wanted = self.allowed() | (set() if self.main_due else {"done"})
        if offered != wanted:
            raise Difference(self._blame(offered ^ wanted), f"what {self.seat} may do", sorted(wanted), sorted(offered))

    def _blame(self, apart):
        """The sentence about what is offered wrongly, or wrongly not."""
        for option, rule in BLAME.items():
            if option in apart:
                return book.ONCE_A_TURN if option in ("play_hero", "clan_ability") and option not in self.once else rule
        return book.ANY_ORDER

    def _sum(self):
        return sum(pips for _, pips in self.g.t.board_dice(self.seat))

    def ready_tiles(self):
        """The tile beside this turn's die and, at 13, the one beside the Clan ability."""
        t, number = self.g.t, self.seat.removeprefix("player")
        slots = {self.space} if self.space else set()
        if self._sum() >= 13:
            slots.add(f"ability_space@{number}")
        laid = [tile for slot in slots - self.slots_used for tile in t.at("bonus", slot)]
        return {tile for tile in laid if tiles.works(t, self.seat, tile)}

    # ---- what is done

    def _do(self, action):
        g, seat = self.g, self.seat
        if action == "main_action":
            self.main_due = False
            main_action(g, seat, self.space.split("@")[0])
        elif action == "play_hero":
            self.once.remove(action)
            heroes.play(g, seat)
        elif action == "clan_ability":
            self.once.remove(action)
            heroes.clan_ability(g, seat, g.t.name(seat, "clan"))
        elif action == "slot_tile":
            self._slot_tile()
        elif action == "discard_hero":
            actions.give_up(g, seat)
            actions.shift_die(g, seat)
        else:
            actions.reset_track(g, seat)

    def _slot_tile(self):
        g, ready = self.g, self.ready_tiles()
        g.peek()
        picked = [decision for decision in g.asked if decision.picked in ready]
        if picked:
            same(book.TILE_USE, "bonus tiles to use", ready, set(picked[0].keys))
            tile = picked[0].picked
        else:
            same(book.TILE_USE, "bonus tiles to use", 1, len(ready))
            tile = next(iter(ready))
        self.slots_used.add(g.t.where[tile][1])
        faces.perform(g, self.seat, content.by_id("bonus_tile")[tile]["effect"])


def main_action(g, seat, space):
    """The action of a space, done as a whole."""
    if space == "tax_space":
        g.gain(book.TAX, "Tax", seat, "gold", 2)
    elif space == "production_space":
        faces.produce(g, seat)
    elif space == "villagers_space":
        villagers(g, seat)
    elif space == "relic_space":
        for _ in range(2):
            relics.stop(g, seat)
    elif space == "recruitment_space":
        while actions.another(g, seat, prices.can_recruit(g.t, seat), book.MANY_UNITS, actions.recruits_next):
            actions.recruit(g, seat)
            _brings_nothing(g, seat, book.GOVERNOR_COLLECTS_NOT)
    else:
        while actions.another(g, seat, prices.can_build_any(g.t, seat), book.MANY_BUILDINGS, actions.builds_next):
            actions.build(g, seat)
            _brings_nothing(g, seat, book.FARM_COLLECTS_NOT)


def _brings_nothing(g, seat, rule):
    """Whoever was just placed collects nothing."""
    if g.sees("gain", ANY, seat) and g.peek()[3] in GOODS:
        raise Difference(rule, "goods with a new piece", "none", g.peek())


def villagers(g, seat):
    """Storage, a card, the Helmet for the first of the round, a villager."""
    actions.raise_storage(g, seat, 1)
    actions.draw(g, seat)
    faces.claim_helmet(g, seat)
    g.village_visited = True
    faces.use_villager(g, seat)
