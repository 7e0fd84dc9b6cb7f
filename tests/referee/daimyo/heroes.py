"""Playing a hero: when it may be played, and what the heroes do whose text is more than a list of phrases."""

from itertools import combinations

from . import actions, content, faces, influence, prices, relics, tiles
from . import reading as book
from .box import GOODS
from .log_words import ANY
from .record import Difference, same

_SPECIAL = {}


def special(hero):
    def add(reader):
        _SPECIAL[hero] = reader
        return reader

    return add


# ---- when


def adds_up(dice, strength):
    """Some set of one or more dice totals exactly this."""
    pips = [value for _, value in dice]
    return any(sum(some) == strength for size in range(1, len(pips) + 1) for some in combinations(pips, size))


def feasible(g, seat, hero):
    """Whether the cost part of a card can be paid."""
    others = [card for card in g.t.at("hand", seat) if card != hero]
    needs = {
        "rust_alchemist": g.t.goods(seat) > 0,
        "rice_broker": g.t.count(seat, "rice") >= 2,
        "deserter_captain": bool(others),
        "blind_antiquarian": bool(g.t.at("loose_tiles", seat)),
        "fence": bool(g.t.at("loose_tiles", seat)),
    }
    return needs.get(hero, True)


def playable(g, seat, by_strength=True):
    """Cards in hand that may be played now; none twice in a turn."""
    dice = g.t.board_dice(seat)
    return {
        hero
        for hero in g.t.at("hand", seat)
        if hero not in g.played
        and feasible(g, seat, hero)
        and (not by_strength or adds_up(dice, content.strength(hero)))
    }


def play(g, seat, by_strength=True, rule=book.STRENGTH):
    """A card from hand: its effect first, then the discard pile."""
    can = playable(g, seat, by_strength)
    event = g.take(book.RESOLVING, "a hero is played", "move", ANY, ANY, ("hand", seat), ("resolving", seat))
    hero = event[2]
    if hero in g.played:
        raise Difference(book.NOT_TWICE, "a hero in this turn", "once", hero)
    g.compare(rule, "the hero to play", can, hero, g.last_asked)
    g.played.add(hero)
    effect(g, seat, hero)
    g.actor = seat
    g.take(book.PLAYED_HERO, "a played hero", "move", ANY, hero, ("resolving", seat), ("discard", seat))


def effect(g, seat, hero):
    if content.by_id("hero")[hero].get("aggressive"):
        g.actor = None  # a victim may have a choice
    if hero in _SPECIAL:
        _SPECIAL[hero](g, seat)
    else:
        faces.perform(g, seat, content.by_id("hero")[hero]["effect"])


def clan_ability(g, seat, clan):
    """What the dice of thirteen or more allow, by clan."""
    if clan == "tech":
        actions.raise_storage(g, seat, 1, book.TECH)
        actions.draw(g, seat, rule=book.TECH)
    elif clan == "nomad":
        actions.move_governor(g, seat, 2, book.NOMAD)
    elif clan == "nature":
        actions.any_goods(g, seat, 2, rule=book.NATURE)
    else:
        play(g, seat, by_strength=False, rule=book.NOBLE)


def ability_works(g, seat, clan):
    """The Noble ability needs a card to play; the others always do what they can."""
    return clan != "noble" or bool(playable(g, seat, by_strength=False))


def opponents(g, seat):
    return [other for other in g.t.players_from(seat) if other != seat]


# ---- cost 2


@faces.phrase(r"rob an opponent of (\d+) goods?")
def _rob_goods(g, seat, amount):
    rich = [p for p in opponents(g, seat) if g.t.goods(p) > 0]
    if rich:
        _take_goods(g, seat, rich, amount)


def _take_goods(g, seat, victims, amount):
    for _ in range(amount):
        event = g.take(book.HERO_TEXT, "a good is taken", "lose", ANY, ANY, ANY, 1)
        same(book.HERO_TEXT, "whose good it is", True, event[2] in victims)
        victims = [event[2]]
        g.gain(book.HERO_TEXT, "the good taken", seat, event[3], 1)
        if not g.t.goods(event[2]):
            return


@special("veiled_matchmaker")
def _matchmaker(g, seat):
    """Perhaps the open card on top of the deck, for 2 less."""
    paid = 0
    if g.sees("pay", ANY, seat, "gold"):
        paid = g.next()[4]
    if paid or g.sees("move", ANY, ANY, ("hero_deck", "table"), ("hand", seat)):
        event = g.take(book.HERO_TEXT, "the open card", "move", ANY, ANY, ("hero_deck", "table"), ("hand", seat))
        same(book.HIRE, f"the price of {event[2]}", max(0, content.cost(event[2]) - 2), paid)


# ---- cost 3


@special("stilt_acrobat")
def _acrobat(g, seat):
    g.gain(book.HERO_TEXT, "Stilt Acrobat", seat, "gold", 2)
    if g.sees("set", ANY, ANY, "pips"):
        event = g.peek()
        dice = dict(g.t.board_dice(seat))
        same(book.HERO_TEXT, "an own die", True, event[2] in dice)
        g.take(book.HERO_TEXT, "a die turned over", "set", ANY, event[2], "pips", 7 - dice[event[2]])
        g.compare(book.HERO_TEXT, "the die to turn over", dice, event[2], g.last_asked, optional=True)


@special("village_elder")
def _elder(g, seat):
    """Up to two villagers are turned, then one is used: the flips before the last are the turning."""
    turned = []
    while len(turned) < 2 and g.sees("flip") and _flips_ahead(g) > 1:
        turned.append(g.next()[2])
    same(book.HERO_TEXT, "different villagers turned", len(set(turned)), len(turned))
    faces.use_villager(g, seat)


def _flips_ahead(g):
    """Flips from here to the end of this card."""
    count = 0
    for item in g.items[g.at :]:
        if isinstance(item, tuple):
            if item[0] == "flip":
                count += 1
            elif item[0] == "move" and item[4] and item[4][0] == "discard" and item[3] and item[3][0] == "resolving":
                break
    return count


@special("deserter_captain")
def _captain(g, seat):
    count = 0
    while count < 2 and g.sees("move", ANY, ANY, ("hand", seat), ("discard", seat)):
        actions.give_up(g, seat, book.HERO_TEXT, optional=count > 0)
        g.gain(book.HERO_TEXT, "Captain of Deserters", seat, "gold", 2)
        count += 1
    same(book.HERO_TEXT, "cards given up for gold", True, count > 0)


@special("blind_antiquarian")
def _antiquarian(g, seat):
    tile = faces.give_up_tile(g, seat)
    g.gain(book.HERO_TEXT, "what the tile fetches", seat, "gold", g.t.box.number[tile] + 1)


@special("canteen_mother")
def _canteen(g, seat):
    for other in opponents(g, seat):
        g.gain(book.HERO_TEXT, "rice for the others", other, "rice", 1)
    if g.t.box.players == 1:
        g.gain(book.HERO_TEXT, "a point for the empire", g.t.box.neutral, "popularity", 1)
    g.gain(book.HERO_TEXT, "Canteen Mother", seat, "popularity", 3)


@special("reef_smuggler")
def _smuggler(g, seat):
    for _ in range(2):
        if not g.sees("pay", ANY, seat, "gold", 1):
            return
        asked_tiles = relics.legal(g.t, seat, g.t.at("black_market"))
        asked = list(g.asked)
        g.next()
        taken = relics.take(g, seat, g.t.at("black_market"), book.HERO_TEXT, offered=False)
        g.compare(book.HERO_TEXT, "the tile to buy", asked_tiles, taken, asked, optional=True)


@special("relic_cantor")
def _cantor(g, seat):
    g.gain(book.HERO_TEXT, "Relic Cantor", seat, "popularity", g.t.restored(seat) + 1)


@special("granary_raider")
def _raider(g, seat):
    for other in opponents(g, seat):
        if g.t.goods(other):
            _take_goods(g, seat, [other], 1)


@special("bone_gambler")
def _gambler(g, seat):
    mine = {die for die, _ in g.t.board_dice(seat)}
    event = g.take(book.HERO_TEXT, "dice rolled again", "roll")
    same(book.HERO_TEXT, "the dice rolled again", mine, {die for die, _ in event[2]})
    g.gain(book.HERO_TEXT, "Bone Gambler", seat, "gold", 5 if adds_up(g.t.board_dice(seat), 7) else 2)


@special("many_faced_mime")
def _mime(g, seat):
    """The Clan ability of an opponent, with own pieces; perhaps none."""
    working = [other for other in opponents(g, seat) if ability_works(g, seat, g.t.name(other, "clan"))]
    if not g.may(book.HERO_TEXT, "copy an ability", bool(working)):
        return
    picked = [d for d in g.asked if d.picked in opponents(g, seat)]
    whose = picked[-1].picked if picked else working[0]
    g.compare(book.HERO_TEXT, "whose ability to copy", working, whose)
    clan_ability(g, seat, g.t.name(whose, "clan"))


# ---- cost 4


@special("harbour_twins")
def _twins(g, seat):
    """Two different of four."""
    left = {"rice": 2, "gold": 2}
    storage = die = True
    for _ in range(2):
        event = g.peek()
        if event is not None and event[0] == "gain" and event[2] == seat and event[3] in left:
            g.gain(book.HERO_TEXT, "Harbour Twins", seat, event[3], left.pop(event[3]))
        elif event is not None and event[0] == "set" and event[3] == "pips":
            same(book.HERO_TEXT, "a die turned once, to 6", (True, 6), (die, event[4]))
            die = False
            g.next()
        elif event is not None and event[0] == "gain" and event[3] in ("storage", "popularity"):
            same(book.HERO_TEXT, "storage raised once", True, storage)
            storage = False
            actions.raise_storage(g, seat, 2)
        else:  # a die to 6 where all show 6 does nothing
            same(book.HERO_TEXT, "all dice show 6", {6}, {pips for _, pips in g.t.board_dice(seat)})


@special("courteous_blackmailer")
def _blackmailer(g, seat):
    if not opponents(g, seat):
        return
    event = g.peek()
    if event[0] == "pay":
        same(book.HERO_TEXT, "who pays", True, event[2] in opponents(g, seat))
        g.pay(book.HERO_TEXT, "hush money", event[2], "gold", 2)
        g.gain(book.HERO_TEXT, "hush money", seat, "gold", 2)
        return
    if event[0] != "lose":  # a victim without points had the choice to lose none
        same(book.HERO_TEXT, "an opponent without points", True, any(not _face(g, p) for p in opponents(g, seat)))
        return
    lost = min(3, _face(g, event[2]))
    g.take(book.HERO_TEXT, "lost face", "lose", ANY, event[2], "popularity", lost)
    g.gain(book.HERO_TEXT, "the others' face", seat, "popularity", lost)


def _face(g, seat):
    return g.t.count(seat, "popularity")


@special("glass_samurai")
def _samurai(g, seat):
    hues = {g.t.box.hue[tile] for tile in g.t.at("loose_tiles", seat)}
    g.gains(book.HERO_TEXT, "Glass Samurai", seat, {"popularity": len(hues)})
    actions.draw(g, seat)


@special("static_whisperer")
def _whisperer(g, seat):
    for other in opponents(g, seat):
        if len(g.t.at("hand", other)) >= 3:
            g.take(book.HERO_TEXT, "a card is lost", "move", ANY, ANY, ("hand", other), ("discard", other))
            g.gain(book.HERO_TEXT, "Static Whisperer", seat, "gold", 1)


@special("barter_queen")
def _barter(g, seat):
    g.gain(book.HERO_TEXT, "Barter Queen", seat, "gold", 2)
    while g.sees("pay", ANY, seat, "gold", 1):
        g.next()
        actions.any_goods(g, seat, 2)


@special("judge_of_exiles")
def _judge(g, seat):
    """2 gold of an opponent, then a rival governor is moved."""
    if any(g.t.count(other, "gold") for other in opponents(g, seat)):
        event = g.take(book.HERO_TEXT, "gold is taken", "lose", ANY, ANY, "gold", ANY)
        had = g.t.count(event[2], "gold") + event[4]
        same(book.HERO_TEXT, "gold taken", (True, min(2, had)), (event[2] in opponents(g, seat), event[4]))
        g.gain(book.HERO_TEXT, "the gold taken", seat, "gold", event[4])
    victims = [
        p for other in g.t.box.everyone if other != seat for p in g.t.box.pieces("governor", other) if g.t.where[p]
    ]
    free = [site for site in g.t.box.sites if not g.t.at("governor", site)]
    if victims and free:
        event = g.take(book.HERO_TEXT, "a governor is driven off", "move", ANY, ANY, ANY, ANY)
        g.compare(book.HERO_TEXT, "the governor to move", victims, event[2], g.last_asked)
        g.compare(book.FREE_SPACE, "its new site", free, event[4][1], g.last_asked)


# ---- cost 5


@special("mirror_monk")
def _monk(g, seat):
    """The effect of a hero of the market, or nothing; a copied hero may ask for a hero of the market itself."""
    g.peek()
    picked = [d for d in g.asked if d.picked in g.t.market]
    if picked:
        offered = set(picked[0].keys) - {"done", "no"}
        same(book.HERO_TEXT, "heroes that can be copied", {h for h in g.t.market if feasible(g, seat, h)}, offered)
        effect(g, seat, picked[0].picked)


@special("harvest_marshal")
def _marshal(g, seat):
    faces.produce(g, seat)
    g.gain(book.HERO_TEXT, "Harvest Marshal", seat, "popularity", 2)


@faces.phrase("eliminate a governor")
def _eliminate(g, seat):
    actions.eliminate(g, [other for other in g.t.box.everyone if other != seat])


@special("relic_thief")
def _thief(g, seat):
    g.gain(book.HERO_TEXT, "Relic Thief", seat, "popularity", 2)
    victims = [other for other in opponents(g, seat) if g.t.at("loose_tiles", other)]
    if victims:
        chosen = [d.picked for d in _asked(g) if d.picked in victims]
        whose = chosen[-1] if chosen else victims[0]
        if not chosen and len(victims) > 1:
            raise Difference(book.HERO_TEXT, "whom to rob", victims, "not asked")
        relics.take(g, seat, list(g.t.at("loose_tiles", whose)), book.HERO_TEXT)
    relics.take(g, seat, g.t.at("black_market"), book.HERO_TEXT)


def _asked(g):
    g.peek()
    return g.asked


@special("usurper_daimyo")
def _usurper(g, seat):
    g.peek()
    picked = [d for d in g.asked if d.picked in g.t.box.islands]
    same(book.HERO_TEXT, "islands to usurp", set(g.t.box.islands), set(picked[-1].keys) if picked else set())
    isle = picked[-1].picked
    actions.eliminate(g, [other for other in g.t.box.everyone if other != seat], isle)
    free = {site for site in prices.free_sites(g.t) if g.t.box.isle_of(site) == isle}
    if free and g.t.idle(seat, "governor"):  # a unit recruited by a hero moves the pawn like any other
        actions.advance(g, seat)
        actions.place_governor(g, seat, isle)
    g.gain(book.HERO_TEXT, "Usurper", seat, "popularity", min(4, influence.influence(g.t, seat, isle)))


# ---- clan heroes


@special("orchard_keeper")
def _orchard(g, seat):
    g.gains(book.HERO_TEXT, "Orchard Keeper", seat, {good: 1 for good in GOODS if g.t.count(seat, good) < 2})


@special("antler_druid")
def _druid(g, seat):
    picked = [d for d in _asked(g) if d.picked in g.t.box.islands]
    same(book.HERO_TEXT, "islands of the druid", set(g.t.box.islands), set(picked[-1].keys) if picked else set())
    wanted = dict.fromkeys(GOODS, 0)
    for site in g.t.spots(seat, "governor"):
        if g.t.box.isle_of(site) == picked[-1].picked:
            wanted[g.t.box.sites[site]] += 2
    g.gains(book.HERO_TEXT, "Antler Druid", seat, wanted)


@special("old_engineer")
def _engineer(g, seat):
    """1 crystal, and perhaps any gray tile on the own board."""
    g.gain(book.HERO_TEXT, "Old Engineer", seat, "crystal", 1)
    useful = [tile for tile in tiles.laid(g.t, seat, "gray") if tiles.works(g.t, seat, tile)]
    if not g.may(book.HERO_TEXT, "use a gray tile", bool(useful)):
        return
    picked = [decision.picked for decision in _asked(g) if decision.picked in useful]
    tile = picked[0] if picked else useful[0]
    g.compare(book.HERO_TEXT, "the gray tile to use", useful, tile)
    faces.perform(g, seat, content.by_id("bonus_tile")[tile]["effect"])


@special("court_archivist")
def _archivist(g, seat):
    g.gain(book.HERO_TEXT, "Court Archivist", seat, "rice", 2)
    for _ in range(2):
        if g.sees("move", ANY, ANY, ("discard", seat), ("hand", seat)):
            pile = list(g.t.at("discard", seat))
            card = g.next()[2]
            g.compare(book.HERO_TEXT, "the card to take back", pile, card, g.last_asked, optional=True)


@special("census_taker")
def _census(g, seat):
    held = {g.t.box.isle_of(site) for site in g.t.spots(seat, "governor")}
    g.gain(book.HERO_TEXT, "Census Taker", seat, "rice", len(held))
    g.gain(book.HERO_TEXT, "Census Taker", seat, "gold", sum(content.cost(h) for h in g.t.at("hand", seat)) // 4)


@special("helmet_squire")
def _squire(g, seat):
    if g.t.helmet == seat:
        g.gain(book.HERO_TEXT, "Helmet Squire", seat, "popularity", 3)
    else:
        faces.take_helmet(g, seat)
