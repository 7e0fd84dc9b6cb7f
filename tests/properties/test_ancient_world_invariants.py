"""The Ancient World: what its checklist says always holds."""

from collections import Counter

import pytest
from pack_invariants import Invariants, contents, crown, decisions, must_notice, put, watch, write, zone

GAMES = 6
TRIBES = ("red", "green", "blue", "yellow", "purple")
TRIBE_POINTS = (0, 1, 2, 4, 6, 8, 11)
SEAT_POINTS = (0, 1, 1, 2, 2, 3)
TRIBAL_SEATS = {
    "citadel": "red",
    "elder_tree": "green",
    "sea_throne": "blue",
    "sun_palace": "yellow",
    "night_shrine": "purple",
}
ROW = {2: 4, 3: 5, 4: 6}
INVARIANTS = Invariants()


def turning(t):
    """Whether a player is about to take a turn: nothing is under way."""
    return t.game.pending is not None and t.game.pending.ask.menu == "turn"


def set_up(t):
    return t.var("shared.round") > 0


def icons(t, seat, name):
    """An icon over a player's undamaged Empire cards, Provinces and Titans; kinds without it give none."""
    total = 0
    for kind, key in (("empire_card", "tableau"), ("province", "lands"), ("titan", "trophies")):
        if name in t.layout.v.kinds[kind].fields:
            cards = [card for card in t.zone(f"player.{key}", seat) if kind != "empire_card" or not damaged(t, card)]
            total += sum(t.field(kind, card, name) for card in cards)
    return total


def damaged(t, card):
    return bool(t.var("empire_card.damaged", card))


def citizens(t, seat):
    """A player's Citizens in play."""
    return [citizen for citizen in t.own("citizen", seat) if t.place_of("citizen", citizen)]


def coins_on(t, card):
    return t.var("military_card.name_coins", card) + t.var("military_card.old_coins", card)


def name_of(t, kind, card):
    return t.layout.things[kind][card].item.id


# ---- components


@INVARIANTS.of("AW-G28", "AW-C04", "AW-C05", "AW-C06", "AW-C07", "AW-C08", "AW-C09")
def cards_are_conserved(t, _):
    n = t.game.seats
    eras = Counter(t.field("empire_card", card, "era") for card in range(t.count("empire_card")))
    assert sorted(eras.values()) == sorted([45, 47, 2 * n])
    starters = sum(t.field("military_card", card, "seat") > 0 for card in range(t.count("military_card")))
    assert (t.count("military_card") - starters, starters) == (25, 2 * n)
    assert (t.count("titan"), t.count("province")) == (20, 10)
    if set_up(t):
        assert not [kind for kind in ("empire_card", "military_card", "titan", "province") if t.aside(kind)]


@INVARIANTS.of("AW-G28", "AW-C03", "AW-A25", "AW-S13")
def citizens_are_at_most_5_and_come_in_order(t, before):
    for seat in t.seats if set_up(t) else ():
        ranks = sorted(t.field("citizen", citizen, "rank") for citizen in citizens(t, seat))
        assert ranks == list(range(1, len(ranks) + 1))
        assert 3 <= len(ranks) <= 5
        assert before is None or not set_up(before) or len(ranks) >= len(citizens(before, seat))


@INVARIANTS.of("AW-G28", "AW-Z01")
def citizens_stand_where_they_belong(t, _):
    """Each in one zone: at home, hungry, on the board, or on a card of its owner."""
    hosts = Counter(citizen for space in t.zones("space.workers") for citizen in space)
    for seat in t.seats:
        own = t.zone("player.plaza", seat) + t.zone("player.famine", seat)
        cards = [c for card in range(t.count("empire_card")) for c in t.zone("empire_card.worker", card)]
        own += [citizen for citizen in [*hosts, *cards] if t.owner("citizen", citizen) == seat]
        assert sorted(own) == sorted(citizens(t, seat))
        for card in range(t.count("empire_card")):
            for citizen in t.zone("empire_card.worker", card) if card in t.zone("player.tableau", seat) else ():
                assert t.owner("citizen", citizen) == seat, "AW-M03"


@INVARIANTS.of("AW-G28", "AW-C02", "AW-Q47")
def tokens_never_run_short(t, _):
    treasure = [t.var("player.coins", seat) for seat in t.seats], [t.var("player.knowledge", seat) for seat in t.seats]
    assert min(treasure[0] + treasure[1]) >= 0
    if t.game.options["strict_supply"]:
        on_cards = sum(coins_on(t, card) for card in range(t.count("military_card")))
        assert sum(treasure[0]) + on_cards <= 67, "one of the 68 marks the Round"
        assert sum(treasure[1]) <= 16


# ---- limits


@INVARIANTS.of("AW-G28", "AW-A04", "AW-A05", "AW-P02")
def empire_cards_fit_the_capacity(t, _):
    for seat in t.seats:
        room = 4 + sum(t.field("province", card, "room") for card in t.zone("player.lands", seat))
        room += sum(t.field("titan", card, "room") for card in t.zone("player.trophies", seat))
        assert len(t.zone("player.tableau", seat)) <= room


@INVARIANTS.of("AW-G28", "AW-L02", "AW-D09", "AW-P04")
def armies_stay_within_the_limit(t, _):
    for seat in t.seats if turning(t) else ():
        assert len(t.zone("player.armies", seat)) <= 2 + icons(t, seat, "helmets")


@INVARIANTS.of("AW-A06")
def nobody_builds_a_card_twice(t, _):
    for seat in t.seats:
        names = [name_of(t, "empire_card", card) for card in t.zone("player.tableau", seat)]
        assert len(names) == len(set(names))


@INVARIANTS.of("AW-D07", "AW-D11")
def only_built_cards_are_damaged(t, _):
    built = {card for here in t.zones("player.tableau") for card in here}
    assert {card for card in range(t.count("empire_card")) if damaged(t, card)} <= built


@INVARIANTS.of("AW-L06", "AW-L07", "AW-L09", "AW-L10")
def demobilised_cards_show_their_legacy_and_hold_no_coins(t, _):
    under = {card for here in t.zones("military_card.legacies") for card in here}
    active = {card for here in t.zones("player.armies") for card in here}
    table = t.layout.tables["military_card"]
    for card in range(t.count("military_card")):
        assert t.s[table.face + card] == (card in under)
        assert card in active or not coins_on(t, card)
        assert card in active or not t.zone("military_card.legacies", card)


# ---- the board


@INVARIANTS.of("AW-Z03", "AW-Z04", "AW-Z05")
def citizens_outrank_those_before_them(t, _):
    for space, workers in enumerate(t.zones("space.workers")):
        ranks = [t.field("citizen", citizen, "rank") for citizen in workers]
        if name_of(t, "space", space) not in ("build_space", "recruit_space", "rebuild_space"):
            assert ranks == sorted(set(ranks))


@INVARIANTS.of("AW-Z06", "AW-R05", "AW-R06")
def covered_spaces_are_empty(t, _):
    opens = {"explore_space": 2, "repopulate_space": 3}
    for space, workers in enumerate(t.zones("space.workers")):
        assert not workers or t.var("shared.round") >= opens.get(name_of(t, "space", space), 1)


@INVARIANTS.of("AW-S06", "AW-S07", "AW-R09", "AW-R11", "AW-R13")
def rows_are_dealt_once_a_round(t, before):
    empire, military = t.zone("shared.empire_row"), t.zone("shared.military_row")
    assert len(empire) <= ROW[t.game.seats]
    assert len(military) <= t.game.seats
    if before is None:
        assert (len(empire), len(military)) == (ROW[t.game.seats], t.game.seats)
    elif t.var("shared.round") == before.var("shared.round"):
        assert set(empire) <= set(before.zone("shared.empire_row"))
        assert set(military) <= set(before.zone("shared.military_row"))


@INVARIANTS.of("AW-S04", "AW-S03", "AW-K13", "AW-A12", "AW-Q17")
def decks_show_their_top_card(t, _):
    if turning(t):
        for prey, pile in zip(t.zones("lair.prey"), t.zones("lair.pile"), strict=True):
            assert prey or not pile
        assert t.zone("shared.province_offer") or not t.zone("shared.province_deck")


@INVARIANTS.of("AW-R01", "AW-R03", "AW-R07", "AW-V01")
def six_rounds_one_after_the_other(t, before):
    number = t.var("shared.round")
    assert number in range(7)
    assert before is None or number - before.var("shared.round") in (0, 1)
    assert t.game.pending is not None or number == 6
    assert name_of(t, "era", t.var("shared.now")) == ("era_a" if number < 4 else "era_b")


@INVARIANTS.of("AW-A15", "AW-A16", "AW-E06")
def a_protected_tile_stays(t, before):
    same = before is not None and t.var("shared.round") == before.var("shared.round")
    if same and before.var("shared.hand_up") and t.game.pending is not None:
        assert t.var("shared.first_player") == before.var("shared.first_player")


@INVARIANTS.of("AW-T02", "AW-N02")
def who_has_passed_takes_no_turn(t, _):
    if turning(t):
        assert not t.var("player.passed", t.game.pending.seat)


@INVARIANTS.of("AW-F01", "AW-F02", "AW-F04", "AW-E05", "AW-P01")
def as_many_starve_as_lack_food(t, before):
    """When a Round has just begun and nobody has done anything yet."""
    fresh = before is not None and set_up(before) and t.var("shared.round") == before.var("shared.round") + 1
    if fresh and turning(t):
        for seat in t.seats:
            food = 1 + icons(t, seat, "food")
            assert len(t.zone("player.famine", seat)) == max(0, len(citizens(t, seat)) - food)
            assert len(t.zone("player.plaza", seat)) == min(len(citizens(t, seat)), food)


# ---- the end


@INVARIANTS.of("AW-V02", "AW-V03", "AW-V04", "AW-V05", "AW-V06", "AW-V07", "AW-V08", "AW-Y06", "AW-Y13", "AW-Q48")
def points_are_what_the_cards_say(t, _):
    if t.game.pending is not None:
        return
    for seat in t.seats:
        banners = Counter()
        for kind, key, names in (
            ("empire_card", "tableau", ("banner", "second")),
            ("titan", "trophies", ("banner", "second", "third")),
        ):
            for card in t.zone(f"player.{key}", seat):
                banners.update(t.field(kind, card, name) for name in names)
        points = sum(TRIBE_POINTS[min(banners[tribe], 6)] for tribe in TRIBES)
        for card in t.zone("player.tableau", seat):
            name = name_of(t, "empire_card", card)
            if name in TRIBAL_SEATS:
                points += SEAT_POINTS[min(banners[TRIBAL_SEATS[name]], 5)]
            elif name == "moon_festival":
                points += min(banners[tribe] for tribe in TRIBES)
        assert t.game.result.scores[seat] == points - 2 * len(t.zone("player.famine", seat))


@INVARIANTS.of("AW-V09", "AW-B01", "AW-B02", "AW-B03", "AW-B04", "AW-Q45", "AW-Q46")
def ties_are_broken_in_order(t, _):
    if t.game.pending is not None:
        return
    order = []
    for seat in t.seats:
        cards = sum(len(t.zone(f"player.{key}", seat)) for key in ("tableau", "lands", "trophies"))
        order.append((t.game.result.scores[seat], t.var("player.coins", seat), cards, t.var("player.knowledge", seat)))
    assert t.game.result.winners == [seat for seat in t.seats if order[seat] == max(order)]


# ---- the tests


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strict", [False, True])
def test_invariants_hold(players, strict):
    watch(INVARIANTS, "ancient_world", players, range(GAMES), strict_supply=strict, expansion_plus=strict)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("part", range(6))
def test_invariants_hold_for_long(players, part):
    seeds = range(1000 + 50 * part, 1050 + 50 * part)
    watch(INVARIANTS, "ancient_world", players, seeds, strict_supply=bool(part % 2), expansion_plus=bool(part % 3))


def send(kind, source, target=None, host=0, to=0):
    """Send the first piece of a zone elsewhere, when there is one."""

    def harm(game):
        here = contents(game, source, host)
        return bool(here) and put(game, kind, here[0], target, to)

    return harm


def in_round(number, harm, ask=None):
    def late(game):
        at = game.machine.layout.vars["shared.round"].base
        return (
            game.state[at] == number and (ask is None or (game.pending and game.pending.ask.menu == ask)) and harm(game)
        )

    return late


def turning_harm(harm):
    return lambda g: g.pending is not None and g.pending.ask.menu == "turn" and harm(g)


def space(game, name):
    return next(i for i, thing in enumerate(game.machine.layout.things["space"]) if thing.item.id == name)


def crowd(game):
    """More Empire cards than any Capacity."""
    era = contents(game, "era.deck")
    return len(era) > 20 and all(put(game, "empire_card", card, "player.tableau") for card in era[:20])


def mobilise(game):
    """More Armies than any number of Helmets allows."""
    some = [*contents(game, "shared.military_row"), *contents(game, "shared.military_deck")[:8]]
    return len(some) > 8 and all(put(game, "military_card", card, "player.armies") for card in some)


def twin(game):
    here = contents(game, "era.deck")
    grove = [card for card in here if game.machine.layout.things["empire_card"][card].item.id == "olive_grove"]
    return len(grove) == 2 and all(put(game, "empire_card", card, "player.tableau") for card in grove)


def topple(game):
    """Two Citizens side by side, the lower one after the higher one."""
    place = zone(game, "space.workers", space(game, "labour_space"))
    home = contents(game, "player.plaza")
    return (
        len(home) > 1
        and not game.state[place]
        and all(
            put(game, "citizen", citizen, "space.workers", space(game, "labour_space")) for citizen in reversed(home)
        )
    )


def shift_tile(game):
    """After somebody else's turn, so that the tile was protected one decision before too."""
    layout = game.machine.layout.vars
    up, holder = (game.state[layout[f"shared.{name}"].base] for name in ("hand_up", "first_player"))
    after = game.pending is not None and game.pending.ask.menu == "turn" and (game.pending.seat - holder) % 3 == 2
    between = game.state[layout["player.passed"].base + (holder + 1) % 3]
    return bool(up) and after and not between and write(game, "shared.first_player", (holder + 1) % 3)


def skip_citizen(game):
    """The fifth Citizen before the fourth."""
    aside = [c for c in range(5) if not game.state[game.machine.layout.tables["citizen"].loc + c]]
    return (
        len(aside) == 2 and bool(contents(game, "player.plaza")) and put(game, "citizen", max(aside), "player.famine")
    )


def starve(game):
    """Everybody of one player hungers, as a Round begins: nobody is on the board yet."""
    busy = any(contents(game, "space.workers", space) for space in range(9))
    late = game.state[game.machine.layout.vars["shared.round"].base] > 1
    if busy or not late or game.pending is None or game.pending.ask.menu != "turn":
        return False
    return all(put(game, "citizen", each, "player.famine") for each in contents(game, "player.plaza"))


HARMS = {
    "cards_are_conserved": turning_harm(send("titan", "lair.pile")),
    "citizens_are_at_most_5_and_come_in_order": turning_harm(skip_citizen),
    "citizens_stand_where_they_belong": send("citizen", "player.plaza", "player.famine", to=1),
    "tokens_never_run_short": lambda g: write(g, "player.coins", 68),
    "empire_cards_fit_the_capacity": crowd,
    "armies_stay_within_the_limit": turning_harm(mobilise),
    "nobody_builds_a_card_twice": twin,
    "only_built_cards_are_damaged": lambda g: write(g, "empire_card.damaged", 1, contents(g, "shared.empire_row")[0]),
    "demobilised_cards_show_their_legacy_and_hold_no_coins": lambda g: write(
        g, "military_card.old_coins", 1, contents(g, "shared.military_deck")[0]
    ),
    "citizens_outrank_those_before_them": topple,
    "covered_spaces_are_empty": lambda g: in_round(
        1, send("citizen", "player.plaza", "space.workers", to=space(g, "explore_space"))
    )(g),
    "rows_are_dealt_once_a_round": turning_harm(send("empire_card", "era.deck", "shared.empire_row")),
    "decks_show_their_top_card": turning_harm(send("titan", "lair.prey", "player.trophies")),
    "six_rounds_one_after_the_other": lambda g: bool(g.picks) and write(g, "shared.round", 5),
    "a_protected_tile_stays": shift_tile,
    "who_has_passed_takes_no_turn": turning_harm(lambda g: write(g, "player.passed", 1, g.pending.seat)),
    "as_many_starve_as_lack_food": starve,
    "points_are_what_the_cards_say": lambda g: g.result is not None and write(g, "player.points", 77),
    "ties_are_broken_in_order": crown,
}


@pytest.mark.parametrize("name", INVARIANTS)
def test_an_invariant_notices_harm(name):
    games = (each for seed in range(6) for each in decisions("ancient_world", 3, seed, strict_supply=True))
    must_notice(INVARIANTS[name], HARMS[name], games)
