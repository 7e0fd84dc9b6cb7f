"""The referee finds faults: games are tampered with after they were played, or played with a rule that is wrong."""

import dataclasses
import random
import re
import shutil
from functools import cache
from pathlib import Path

import pytest

import interpreter

from . import adapter, referee
from .log import scratch
from .record import Decision, Sight

PACK = Path(__file__).parents[3] / "content" / "daimyo"
SEEDS = range(20)


@cache
def recorded(players, seed):
    return adapter.record(players, seed)


def tampered(players, change):
    """The first of a few games that the change applies to, changed; the game itself is kept."""
    for seed in SEEDS:
        game = recorded(players, seed)
        items = change(list(game.items))
        if items is not None:
            return dataclasses.replace(game, items=items)
    raise AssertionError("no game to tamper with")


def caught(game, *rules):
    difference = referee.judge(game)
    assert difference is not None, "the referee saw nothing"
    assert difference.rule in rules, str(difference)
    told = str(difference)
    assert f"{game.players} players, seed {game.seed}, tile_set=" in told
    assert f"step {difference.step}, {difference.rule}: " in told
    assert difference.expected != difference.found
    return difference


def event(items, *pattern, nth=0):
    """Where an event stands; None in the pattern is anything."""
    found = [
        at
        for at, item in enumerate(items)
        if isinstance(item, tuple) and all(p is None or p == e for p, e in zip(pattern, item, strict=False))
    ]
    return found[nth] if len(found) > nth else None


def altered(items, at, index, value):
    """The same log with one field of an event changed."""
    if at is None:
        return None
    one = list(items[at])
    one[index] = value(one[index]) if callable(value) else value
    return [*items[:at], tuple(one), *items[at + 1 :]]


def dropped(items, at):
    return None if at is None else items[:at] + items[at + 1 :]


def repeated(items, at):
    return None if at is None else [*items[: at + 1], items[at], *items[at + 1 :]]


def placed(items, zone, seat=None):
    """Where a piece first goes from beside the board into such a zone, in a turn."""
    start = event(items, "begin", None, "turn")
    for at in range(start, len(items)):
        item = items[at]
        if isinstance(item, tuple) and item[0] == "move" and item[3] is None and item[4] and item[4][0] == zone:
            if seat is None or f"@{seat}" in item[2]:
                return at
    return None


def decision(items, kind):
    """The first choice whose options are all of a kind, told by the beginning or end of their names."""
    start = event(items, "begin", None, "turn")
    for at in range(start, len(items)):
        if isinstance(items[at], Decision) and all(kind(key) for key in items[at].keys):
            return at
    return None


def with_keys(items, at, more=(), less=()):
    """The same choice with other options; what was picked stays."""
    if at is None:
        return None
    keys = tuple(key for key in (*items[at].keys, *more) if key not in less)
    return [*items[:at], dataclasses.replace(items[at], keys=keys), *items[at + 1 :]]


more = lambda amount: amount + 1


# ---- numbers


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_popularity_off_by_one(players):
    game = tampered(
        players, lambda items: altered(items, event(items, "gain", None, None, "popularity", None, "islands"), 4, more)
    )
    caught(game, "DA-INFL-5")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_points_to_the_wrong_player(players):
    def change(items):
        at = event(items, "gain", None, "player1", "popularity", None, "islands")
        return altered(items, at, 2, "player2")

    caught(tampered(players, change), "DA-INFL-5")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_points_that_are_missing(players):
    game = tampered(
        players, lambda items: dropped(items, event(items, "gain", None, None, "popularity", None, "islands"))
    )
    caught(game, "DA-INFL-5")


@pytest.mark.parametrize(
    ("line", "rule"),
    [("army", "DA-FINAL-7"), ("farms", "DA-FINAL-3"), ("towers", "DA-FINAL-4"), ("leftovers", "DA-FINAL-12")],
)
@pytest.mark.parametrize("players", [1, 3])
def test_a_line_of_the_final_scoring(players, line, rule):
    game = tampered(
        players, lambda items: altered(items, event(items, "gain", None, None, "popularity", None, line), 4, more)
    )
    caught(game, rule)


def test_wrong_ranks_scores_and_winners():
    game = recorded(3, 0)
    wrong = [rank % 3 + 1 for rank in game.ranks]
    caught(dataclasses.replace(game, ranks=wrong), "DA-FINAL-13")
    caught(dataclasses.replace(game, scores=[score + 1 for score in game.scores]), "DA-WIN-1")
    caught(dataclasses.replace(game, winners=[]), "DA-FINAL-15")
    sheet = [{**lines, "army": lines.get("army", 0) + 1} for lines in game.lines]
    caught(dataclasses.replace(game, lines=sheet), "DA-FINAL-13")


@pytest.mark.parametrize(("counter", "rules"), [("rice", ("DA-RECR-4",)), ("metal", ("DA-CONS-3", "DA-RELIC-10"))])
@pytest.mark.parametrize("players", [3, 4])
def test_a_wrong_price(players, counter, rules):
    def change(items):
        start = event(items, "begin", None, "turn")
        at = event(items[start:], "pay", None, None, counter)
        return altered(items, at and at + start, 4, lambda amount: amount + 1 if amount == 1 else amount - 1)

    caught(tampered(players, change), *rules)


def test_a_hero_for_nothing_or_for_less():
    def hired(items):
        for at, item in enumerate(items):
            if (
                isinstance(item, tuple)
                and item[0] == "move"
                and item[3] == ("market", "table")
                and item[4][0] == "hand"
            ):
                paid = next(n for n in range(at - 1, 0, -1) if isinstance(items[n], tuple))
                if items[paid][0] == "pay":
                    return paid
        return None

    caught(tampered(3, lambda items: altered(items, hired(items), 4, lambda gold: gold - 1)), "DA-HIRE-2")
    caught(tampered(3, lambda items: dropped(items, hired(items))), "DA-HIRE-2")


def test_wrong_income():
    tax = lambda items: _after_space(items, "tax_space")
    caught(tampered(3, lambda items: altered(items, tax(items), 4, more)), "DA-TAX-2")
    farm = lambda items: _after_space(items, "production_space")
    caught(tampered(3, lambda items: altered(items, farm(items), 4, more)), "DA-PROD-1")

    def revenue(items):
        at = event(items, "gain", None, None, "popularity", None, "islands")
        start = next(n for n in range(at, len(items)) if isinstance(items[n], Decision))
        gold = event(items[start:], "gain", None, None, "gold", 1)
        return altered(items, start + gold, 4, more)

    caught(tampered(3, revenue), "DA-REV-2")


def _after_space(items, space):
    """The first gain after a die was put on a space and nothing but the main action followed."""
    for at, item in enumerate(items):
        if isinstance(item, tuple) and item[0] == "move" and item[4] and item[4][0] == "placed":
            if item[4][1].startswith(space):
                menu = items[at + 1 : at + 6]
                picks = [one.picked for one in menu if isinstance(one, Decision)]
                main = next((n for n in range(at, at + 6) if isinstance(items[n], Decision)), at)
                if picks[:1] == ["main_action"] and isinstance(items[main + 2], tuple) and items[main + 2][0] == "gain":
                    return main + 2  # behind the note that the main action is done
    return None


def test_a_wrong_number_in_the_games_own_view():
    for counter, rule in (("gold", "DA-AMB-12"), ("popularity", "DA-WIN-1"), ("storage", "DA-STORE-1")):
        caught(tampered(4, lambda items, counter=counter: _seen(items, counter)), rule)

    def influence(items):
        at = _sight(items)
        players = {name: dict(seen) for name, seen in items[at].players.items()}
        row = players["player2"]["influence"]
        players["player2"]["influence"] = {isle: value + 1 for isle, value in row.items()}
        return [*items[:at], dataclasses.replace(items[at], players=players), *items[at + 1 :]]

    caught(tampered(4, influence), "DA-INFL-2")


def _sight(items):
    return [at for at, item in enumerate(items) if isinstance(item, Sight)][1]


def _seen(items, counter):
    at = _sight(items)
    players = {name: dict(seen) for name, seen in items[at].players.items()}
    players["player1"][counter] += 1
    return [*items[:at], dataclasses.replace(items[at], players=players), *items[at + 1 :]]


# ---- pieces


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_piece_from_two_places(players):
    caught(tampered(players, lambda items: repeated(items, placed(items, "governor"))), "DA-COMP-20")


def test_a_piece_that_is_not_in_the_box():
    game = tampered(3, lambda items: altered(items, placed(items, "governor"), 2, "governor@1#9"))
    caught(game, "DA-COMP-20")


def test_a_tile_that_vanishes():
    """A refill that never came: the island has two tiles."""
    game = tampered(4, lambda items: dropped(items, event(items, "draw", None, None, ("bag", "table"), None, nth=30)))
    caught(game, "DA-COMP-20", "DA-RELIC-4")


def test_a_piece_in_a_place_that_is_taken():
    def change(items):
        start = event(items, "begin", None, "turn")
        taken = next(item[4] for item in items[:start] if isinstance(item, tuple) and item[0] == "move" and item[4]
                     and item[4][0] == "governor")  # fmt: skip
        return altered(items, placed(items, "governor"), 4, taken)

    caught(tampered(3, change), "DA-ISLE-6")


def test_a_relic_that_is_not_restored():
    def change(items):
        at = next((n for n, item in enumerate(items) if isinstance(item, tuple) and item[0] == "move"
                   and item[4] and item[4][0] == "restored_tiles"), None)  # fmt: skip
        return None if at is None else items[:at] + items[at + 4 :]

    caught(tampered(1, change), "DA-REST-1")


def test_a_pawn_on_the_second_best_altar():
    def change(items):
        for at, item in enumerate(items):
            if isinstance(item, tuple) and item[0] == "move" and item[4] and item[4][0] == "pawn" and "@2" in item[2]:
                if item[4][1].endswith("_3"):
                    return altered(items, at, 4, ("pawn", item[4][1][:-1] + "1"))
        return None

    caught(tampered(1, change), "DA-AMB-58")


def test_a_goal_that_is_reached_too_late():
    def change(items):
        at = next((n for n, item in enumerate(items) if isinstance(item, tuple) and item[0] == "move"
                   and item[4] and item[4][0] == "tokens"), None)  # fmt: skip
        return None if at is None else items[:at] + items[at + 2 :]

    caught(tampered(3, change), "DA-GOAL-6")


def test_the_helmet_by_itself():
    game = tampered(3, lambda items: dropped(items, event(items, "set", None, "table", "helmet", nth=1)))
    caught(game, "DA-VILL-6", "DA-START-2", "DA-SETUP-23")


def test_turns_in_the_wrong_order():
    def change(items):
        at = event(items, "begin", None, "turn", nth=1)
        return altered(items, at, 1, items[event(items, "begin", None, "turn")][1])

    caught(tampered(4, change), "DA-TURN-1")


def test_a_roll_that_forgets_a_die():
    caught(tampered(4, lambda items: altered(items, event(items, "roll"), 2, lambda dice: dice[1:])), "DA-DICE-1")
    seven = lambda dice: ((dice[0][0], 7), *dice[1:])
    caught(tampered(4, lambda items: altered(items, event(items, "roll"), 2, seven)), "DA-DISC-3")


# ---- what is offered

spaces = lambda key: "_space@" in key
dice = lambda key: "_die" in key
sites = lambda key: re.fullmatch(r"(blue|red|yellow|purple|green|black)_[1-5]", key) is not None
alleys = lambda key: "_alley_" in key


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_space_of_another_colour_offered(players):
    def change(items):
        at = decision(items, spaces)
        if at is None:
            return None
        number = items[at].keys[0][-1]
        taken = {key.split("@")[0] for key in items[at].keys}
        wrong = next(s for s in ("villagers_space", "production_space", "recruitment_space") if s not in taken)
        return with_keys(items, at, more=[f"{wrong}@{number}"])

    caught(tampered(players, change), "DA-TURN-2")


@pytest.mark.parametrize(
    ("kind", "rules"),
    [
        (spaces, ("DA-TURN-2",)),
        (dice, ("DA-DICE-5", "DA-MERC-5", "DA-SOLO-2")),
        (sites, ("DA-RECR-12", "DA-CONS-10", "DA-CLAN-3", "DA-MERC-14", "DA-MERC-16", "DA-SOLO-5", "DA-SOLO-7")),
        (alleys, ("DA-SHAD-1", "DA-MERC-18", "DA-AMB-126")),
    ],
    ids=["spaces", "dice", "sites", "alleys"],
)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_legal_place_not_offered(players, kind, rules):
    def change(items):
        at = decision(items, kind)
        if at is None:
            return None
        return with_keys(items, at, less=[next(key for key in items[at].keys if key != items[at].picked)])

    caught(tampered(players, change), *rules)


def test_a_site_offered_that_is_taken():
    def change(items):
        at = decision(items, sites)
        start = event(items, "begin", None, "turn")
        taken = [item[4][1] for item in items[:start] if isinstance(item, tuple) and item[0] == "move" and item[4]
                 and item[4][0] == "governor"]  # fmt: skip
        fresh = [site for site in taken if at is not None and site not in items[at].keys]
        return with_keys(items, at, more=fresh[:1]) if fresh else None

    caught(tampered(4, change), "DA-RECR-12", "DA-CONS-10", "DA-CLAN-3")


@pytest.mark.parametrize(("extra", "rules"), [("clan_ability", ("DA-BONUS-2",)), ("slot_tile", ("DA-TILE-1",))])
def test_a_bonus_action_offered_too_soon(extra, rules):
    def change(items):
        at = decision(items, lambda key: key in ("main_action", "discard_hero"))
        return with_keys(items, at, more=[extra])

    caught(tampered(3, change), *rules)


# ---- the neutrals


def test_an_incomplete_order_unpaid():
    game = tampered(1, lambda items: dropped(items, event(items, "gain", None, None, "popularity", 1, "shortfalls")))
    caught(game, "DA-SOLO-9")


def test_the_mercenaries_take_another_hero():
    def change(items):
        for at, item in enumerate(items):
            if isinstance(item, tuple) and item[0] == "move" and item[3] == ("market", "table"):
                if item[4] == ("deck", "player3"):
                    return altered(items, at, 2, "midnight_blade" if item[2] != "midnight_blade" else "fence")
        return None

    caught(tampered(2, change), "DA-AMB-115", "DA-COMP-20")


# ---- any change at all


def telling(items):
    """Events that say something: no notes of the pack, no die that is moved to where it lies."""
    return [
        at
        for at, item in enumerate(items)
        if isinstance(item, tuple) and not scratch(item) and not (item[0] == "move" and item[3] == item[4])
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_event_counts(players):
    game, chance = recorded(players, 1), random.Random(players)
    items = game.items
    for at in chance.sample(telling(items), 12):
        assert referee.judge(dataclasses.replace(game, items=dropped(items, at))), f"dropped: {items[at]}"
    for at in chance.sample([at for at in telling(items) if items[at][0] != "set"], 8):
        assert referee.judge(dataclasses.replace(game, items=repeated(items, at))), f"repeated: {items[at]}"
    counted = [at for at in telling(items) if items[at][0] in ("gain", "lose", "pay")]
    for at in chance.sample(counted, 12):
        change = chance.choice((-1, 1))
        wrong = altered(items, at, 4, lambda amount, change=change: amount + change)
        assert referee.judge(dataclasses.replace(game, items=wrong)), f"changed by {change}: {items[at]}"


# ---- wrong rules, played by the interpreter itself

WRONG = {
    "tax": ("rules/tax.yaml", "effect: gain 2 gold", "effect: gain 3 gold", 3, ("DA-TAX-2",)),
    "gold_standard": ("rules/influence.yaml", "[0, 2, 3, 4, 5, 6]", "[0, 2, 3, 4, 5, 7]", 3, ("DA-INFL-5",)),
    "shadows_in_ties": ("rules/influence.yaml", "else 10 * my.influence(isle) + count", "else 10 * my.influence(isle) - count", 4, ("DA-INFL-5",)),
    "tower_influence": ("rules/influence.yaml", "2 * count(my.buildings", "1 * count(my.buildings", 3, ("DA-INFL-2", "DA-INFL-5")),
    "surcharge": ("rules/construction.yaml", "plan.main_cost + my.built(sort)", "plan.main_cost", 3, ("DA-CONS-3",)),
    "spaces": ("rules/turn.yaml", "(hue is none or hue is candidate.hue)", "(hue is none or hue is not blue)", 3, ("DA-TURN-2", "DA-DICE-5")),
    "storage": ("rules/storage.yaml", "+ my.restored < my.storage", "< my.storage", 1, ("DA-STORE-5", "DA-STORE-4")),
    "twins": ("rules/storage.yaml", "hue is tile.hue and number is tile.number", "number is tile.number and hue is none", 3, ("DA-RELIC-8", "DA-RELIC-3", "DA-RELIC-9", "DA-RELIC-13", "DA-AMB-66", "T19", "T10")),
    "army": ("rules/scoring.yaml", "100 * my.army - count(my.own_heroes)", "100 * my.army + count(my.own_heroes)", 4, ("DA-FINAL-7",)),
    "revenue": ("rules/end_of_round.yaml", "    gain 1 gold\n", "    gain 2 gold\n", 3, ("DA-REV-2",)),
    "mercenaries": ("rules/mercenaries.yaml", "pips) >= 13", "pips) >= 12", 2, ("DA-MERC-24", "DA-INFL-5", "DA-INFL-8")),
    "strikes": ("rules/orders.yaml", "is before: fall short", "is not before: fall short", 1, ("DA-SOLO-9", "DA-SOLO-17")),
    "advantage": ("rules/orders.yaml", " and not any(hues where within_reach(it, isle, left - 1))", "", 1, ("DA-SOLO-6",)),
}  # fmt: skip
QUICK = ("surcharge",)


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.soak) for n in WRONG])
def test_a_wrong_rule_is_found(name, tmp_path):
    path, right, wrong, players, rules = WRONG[name]
    pack = tmp_path / "daimyo"
    shutil.copytree(PACK, pack, ignore=shutil.ignore_patterns("scenarios"))
    text = (pack / path).read_text(encoding="utf-8")
    assert right in text
    (pack / path).write_text(text.replace(right, wrong), encoding="utf-8")
    loaded = interpreter.load(pack)
    for seed in range(40):
        difference = referee.judge(adapter.record(players, seed, of=loaded))
        if difference is not None:
            assert difference.rule in rules, str(difference)
            return
    raise AssertionError(f"nobody noticed: {name}")
