"""Reads what is printed on cards and tiles, line by line, and holds the log against it.

A line is looked up in the phrase book below; heroes whose text is more than a list of such lines are in `heroes.py`.
"""

import re

from . import actions, content, influence, prices, relics
from . import reading as book
from .log_words import ANY, MARKET
from .record import Difference, same

_BOOK = []


def phrase(pattern):
    def add(reader):
        _BOOK.append((re.compile(pattern), reader))
        return reader

    return add


def perform(g, seat, effect):
    """Read everything an effect does."""
    for line in content.lines(effect):
        read_line(g, seat, line)


def read_line(g, seat, line):
    for pattern, reader in _BOOK:
        found = pattern.fullmatch(line)
        if found:
            reader(g, seat, *(int(part) if part and part.isdigit() else part for part in found.groups()))
            return
    raise LookupError(f"the referee cannot read `{line}`")


# ---- goods, gold, points, storage, cards


@phrase(r"gain (\d+) (rice|metal|crystal|gold|popularity)")
def _gain(g, seat, amount, counter):
    g.gain(book.TILE_TEXT, "what a card or tile gives", seat, counter, amount)


@phrase(r"pay (\d+) (rice|metal|crystal|gold)")
def _pay(g, seat, amount, counter):
    g.pay(book.TILE_TEXT, "what a card or tile asks for", seat, counter, amount)


@phrase(r"gain (\d+) goods? of choice")
def _choice(g, seat, amount):
    actions.any_goods(g, seat, amount)


@phrase(r"spend (\d+) goods? of choice")
def _spend(g, seat, amount):
    actions.any_goods(g, seat, amount, "pay", book.HERO_TEXT)


@phrase(r"raise storage by (\d+)")
def _storage(g, seat, amount):
    actions.raise_storage(g, seat, amount)


@phrase("draw a hero")
def _draw(g, seat):
    actions.draw(g, seat)


@phrase(r"draw (\d+) hero(?:es)?")
def _draws(g, seat, amount):
    actions.draw(g, seat, amount)


@phrase("give up a card")
def _give_up(g, seat):
    actions.give_up(g, seat, book.DISCARD)


@phrase(r"hire a hero paying (\d+) less")
def _hire(g, seat, discount):
    actions.hire(g, seat, discount)


@phrase(r"may: hire a hero paying (\d+) less")
def _may_hire(g, seat, discount):
    if g.may(book.TILE_TEXT, "hire a hero", bool(prices.hireable(g.t, seat, discount))):
        actions.hire(g, seat, discount)


# ---- units, buildings, dice


@phrase(r"recruit a unit paying (\d+) less")
def _recruit(g, seat, discount):
    actions.recruit(g, seat, discount)


@phrase(r"recruit a unit costing (\d+)")
def _recruit_for(g, seat, price):
    actions.recruit(g, seat, exact=price)


@phrase(r"hire a unit for (\d+) gold")
def _hire_unit(g, seat, price):
    actions.recruit(g, seat, exact=price, coin="gold")


@phrase(r"may: recruit a unit costing (\d+)")
def _may_recruit_for(g, seat, price):
    if g.may(book.TILE_TEXT, "recruit a unit", prices.can_recruit(g.t, seat, exact=price)):
        actions.recruit(g, seat, exact=price)


@phrase(r"may: recruit a (governor|shadow) paying (\d+) less")
def _may_recruit(g, seat, kind, discount):
    possible = prices.can_place(g.t, seat, kind) and prices.can_recruit(g.t, seat, discount)
    if g.may(book.HERO_TEXT, f"recruit a {kind}", possible):
        actions.recruit(g, seat, discount, kinds=(kind,))


@phrase("restart the track")
def _restart(g, seat):
    if g.t.count(seat, "recruit_cost") == 1:
        raise Difference(book.RESET, "a reset on the first space", "not offered", "done")
    actions.restart_track(g, seat)


@phrase("may: restart the track")
def _may_restart(g, seat):
    if g.may(book.TILE_TEXT, "reset the track", g.t.count(seat, "recruit_cost") > 1):
        _restart(g, seat)


@phrase("build a building")
def _build(g, seat):
    actions.build(g, seat)


@phrase(r"build a building paying (\d+) less")
def _build_less(g, seat, discount):
    actions.build(g, seat, discount)


@phrase(r"may: build (?:a building|one (farm|tower)) paying (\d+) less")
def _may_build(g, seat, sort, discount):
    sorts = (sort,) if sort else ("farm", "tower")
    if g.may(book.HERO_TEXT, "build", any(prices.can_build(g.t, seat, one, discount) for one in sorts)):
        actions.build(g, seat, discount, sorts=sorts)


@phrase("may: build a building with gold")
def _may_build_gold(g, seat):
    if g.may(
        book.TILE_TEXT, "build with gold", any(prices.can_build(g.t, seat, one, gold=True) for one in ("farm", "tower"))
    ):
        actions.build(g, seat, gold=True)


@phrase(r"(?:(repeat 2): )?move a governor collecting (\d+)")
def _move_governor(g, seat, twice, amount):
    for _ in range(2 if twice else 1):
        actions.move_governor(g, seat, amount)


@phrase(r"collect (\d+) from a governor")
def _harvest(g, seat, times):
    actions.harvest(g, seat, "governor", times)


@phrase(r"collect (\d+) from one (farm|tower)")
def _harvest_building(g, seat, times, sort):
    actions.harvest(g, seat, sort, times)


@phrase("produce")
def produce(g, seat):
    g.gains(book.PRODUCTION, "Production", seat, influence.production(g.t, seat))


@phrase(r"gain count\(my.placed_shadows\)( \+ 1)? (gold|popularity)")
def _per_shadow(g, seat, more, counter):
    g.gain(book.TILE_TEXT, "by own shadows", seat, counter, len(g.t.spots(seat, "shadow")) + bool(more))


@phrase("repeat 2: raise a die")
def _raise_dice(g, seat):
    actions.shift_if_any(g, seat, up=True)
    actions.shift_if_any(g, seat, up=True)


@phrase("lower a die")
def _lower_die(g, seat):
    actions.shift_if_any(g, seat, up=False)


@phrase("may: shift a die")
def _may_shift(g, seat):
    if g.may(book.DISCARD, "shift a die", bool(g.t.board_dice(seat))):
        actions.shift_die(g, seat)


# ---- tiles


@phrase("move the scavenger")
def _scavenger(g, seat):
    relics.move_scavenger(g, seat)


@phrase("take a tile here")
def _take_here(g, seat):
    relics.take_here(g, seat)


@phrase(r"take up to (\d+) tiles? here")
def _take_up_to(g, seat, amount):
    relics.take_up_to(g, seat, amount)


@phrase(r"(?:(repeat 2): )?take a tile from the board")
def _from_board(g, seat, twice):
    for _ in range(2 if twice else 1):
        relics.take(g, seat, relics.on_land(g.t), book.HERO_TEXT)


@phrase("take a tile from the black market")
def _from_market(g, seat):
    relics.take(g, seat, g.t.at("black_market"), book.TILE_TEXT)


@phrase(r"return (\d+) tiles? to the bag")
def _return(g, seat, amount):
    for _ in range(min(amount, len(g.t.at("loose_tiles", seat)))):
        mine = list(g.t.at("loose_tiles", seat))
        event = g.take(
            book.TILE_TEXT, "a tile back into the bag", "move", ANY, ANY, ("loose_tiles", seat), ("bag", "table")
        )
        g.compare(book.TILE_TEXT, "the tile to return", mine, event[2], g.last_asked)


def give_up_tile(g, seat):
    """A loose tile goes to the black market. Says which."""
    mine = list(g.t.at("loose_tiles", seat))
    tile = g.take(book.HERO_TEXT, "a tile given up", "move", ANY, ANY, ("loose_tiles", seat), MARKET)[2]
    g.compare(book.HERO_TEXT, "the tile to give up", mine, tile, g.last_asked)
    return tile


@phrase("give up a tile")
def _give_tile(g, seat):
    give_up_tile(g, seat)


@phrase("may: clear 2 tiles here")
def _may_clear(g, seat):
    isle = relics.scavenger_isle(g.t, seat)
    if g.may(book.SEARCH, "clear tiles away", bool(g.t.at("tiles", isle))):
        relics.clear(g, isle)


@phrase("draw a tile")
def _blind(g, seat):
    relics.draw_blind(g, seat)


@phrase(r"repeat (\d+): (?:make a stop|scout an island)")
def _stops(g, seat, count):
    for _ in range(count):
        relics.stop(g, seat, shops=False)


# ---- villagers


@phrase("use a villager")
def use_villager(g, seat):
    """One of the three: its visible face, then it is turned over. Which one, the flip at the end tells."""
    villager = _villager_ahead(g)
    face = content.by_id("villager")[villager]["faces"][g.t.face[villager]]
    g.compare(book.VILLAGER, "the villager", g.t.at("village"), villager)
    if "choose one:" in face["effect"]:  # V1: 1 gold or 1 rice
        legal = {line.strip().split(":")[0] for line in face["effect"].strip().splitlines()[1:]}
        event = g.take(book.VILLAGER_FACES, "what the tile gives", "gain", ANY, seat, ANY, 1)
        g.compare(book.VILLAGER_FACES, "what the tile gives", legal, event[3], g.last_asked)
    else:
        perform(g, seat, face["effect"])
    g.take(book.VILLAGER, "the tile is turned over", "flip", ANY, villager)


def _villager_ahead(g):
    g.peek()
    for item in g.items[g.at :]:
        if isinstance(item, tuple) and item[0] == "flip":
            return item[2]
    raise Difference(book.VILLAGER, "a villager is turned over", "a flip", "none")


@phrase("take two steps of the villagers")
def two_steps(g, seat):
    """Two different steps out of four, in their order."""
    g.peek()
    steps = ("storage", "draw_hero", "claim_helmet", "use_villager")
    picked = [d.picked for d in g.asked if d.picked in steps]
    if len(picked) < 2:  # the second is asked after the first was done; after the Helmet only the villager is left
        first = picked[0] if picked else None
        same(book.TILE_STEPS, "the first step", True, first in steps[:3])
        _step(g, seat, first)
        g.peek()
        later = [d.picked for d in (*g.last_asked, *g.asked) if d.picked in steps and d.picked != first]
        second = later[0] if later else "use_villager"
        same(book.TILE_STEPS, f"a step after {first}", True, steps.index(second) > steps.index(first))
        _step(g, seat, second)
        return
    for step in picked[:2]:
        _step(g, seat, step)


def _step(g, seat, step):
    if step == "storage":
        actions.raise_storage(g, seat, 1)
    elif step == "draw_hero":
        actions.draw(g, seat)
    elif step == "claim_helmet":
        claim_helmet(g, seat)
    else:
        use_villager(g, seat)


def claim_helmet(g, seat):
    """The first to use a blue die this round takes it."""
    if not g.village_visited:
        take_helmet(g, seat)


@phrase("take the helmet")
def take_helmet(g, seat):
    if g.t.helmet != seat:
        g.take(book.BLUE_HELMET, "the Helmet", "set", ANY, "table", "helmet", seat)
