"""Ways to tamper with the log of a game, and short names for what stands in it.

A sign tells what sort of thing an item is: `draw bag to tiles`, `gain popularity for islands`, `offer governor`, `sight`.
A way of tampering takes the items and the place of one of them and yields the items with that one thing wrong.
"""

import dataclasses
import re

from .record import Decision, Sight

GOODS = ("rice", "metal", "crystal")
WAYS = {}


def way(function):
    """Register a way of tampering under its name."""
    WAYS[function.__name__] = function
    return function


def sign(item):
    """What sort of thing an item of a log is."""
    if isinstance(item, Sight):
        return "sight"
    if isinstance(item, Decision):
        return f"offer {_sort(item.picked)}"
    if item[0] in ("move", "draw"):
        old, new = (place[0] if place else "box" for place in item[3:5])
        return f"{item[0]} {old} to {new}"
    if item[0] in ("gain", "lose", "pay", "set"):
        return f"{item[0]} {item[3]}" + (f" for {item[5]}" if len(item) > 5 and item[5] else "")
    return f"{item[0]} {item[2]}" if item[0] == "begin" else item[0]


def _sort(key):
    """The sort of an option: without numbers and owners; colours and heroes each count as one."""
    plain = re.sub(r"[@#].*|_\d$", "", key)
    if plain.startswith("relic_") and plain != "relic_space":
        return "tile"
    return re.sub(r"^(blue|red|yellow|purple|green|black)(?=$|_)", "hue", plain)


def instead(items, at, *new):
    """The items with others in the place of one."""
    return [*items[:at], *new, *items[at + 1 :]]


# ---- events


@way
def drop(items, at):
    if isinstance(items[at], tuple):
        yield instead(items, at)


@way
def repeat(items, at):
    if isinstance(items[at], tuple):
        yield instead(items, at, items[at], items[at])


@way
def swap(items, at):
    """The same with what follows, the other way round."""
    if isinstance(items[at], tuple) and at + 1 < len(items) and isinstance(items[at + 1], tuple):
        yield [*items[:at], items[at + 1], items[at], *items[at + 2 :]]


@way
def more(items, at):
    yield from _amount(items, at, 1)


@way
def less(items, at):
    yield from _amount(items, at, -1)


def _amount(items, at, change):
    item = items[at]
    if isinstance(item, tuple) and item[0] in ("gain", "lose", "pay"):
        yield instead(items, at, (*item[:4], item[4] + change, *item[5:]))


@way
def other_holder(items, at):
    """Somebody else gains or pays."""
    item = items[at]
    if isinstance(item, tuple) and item[0] in ("gain", "lose", "pay"):
        yield instead(items, at, (*item[:2], "player2" if item[2] == "player1" else "player1", *item[3:]))


@way
def other_value(items, at):
    """Something else of the same sort is set or turned up."""
    item = items[at]
    if isinstance(item, tuple) and item[0] == "set":
        found = {other[4] for other in items if isinstance(other, tuple) and other[0] == "set" and other[3] == item[3]}
        yield from (instead(items, at, (*item[:4], value)) for value in sorted(found - {item[4]}, key=str)[:2])
    elif isinstance(item, tuple) and item[0] == "begin":
        yield from (instead(items, at, (item[0], f"player{n}", item[2])) for n in (1, 2, 3) if item[1] != f"player{n}")
    elif isinstance(item, tuple) and item[0] == "roll":
        yield instead(items, at, (*item[:2], item[2][1:]))
        yield instead(items, at, (*item[:2], ((item[2][0][0], 7), *item[2][1:])))


@way
def other_place(items, at):
    """A piece goes somewhere else of the same sort, or into another zone."""
    item = items[at]
    if not isinstance(item, tuple) or item[0] not in ("move", "draw") or item[4] is None:
        return
    zone, host = item[4]
    hosts = {e[4][1] for e in items if isinstance(e, tuple) and e[0] in ("move", "draw") and e[4] and e[4][0] == zone}
    for other in sorted(hosts - {host})[:6]:
        yield instead(items, at, (*item[:4], (zone, other)))


@way
def other_piece(items, at):
    """Another piece of the place it comes from, or its next copy."""
    item = items[at]
    if not isinstance(item, tuple) or item[0] not in ("move", "draw"):
        return
    found = {e[2] for e in items if isinstance(e, tuple) and e[0] in ("move", "draw") and e[4] and e[4] == item[3]}
    if item[3] is None:
        found = {e[2] for e in items if isinstance(e, tuple) and e[0] == "move" and e[3] is None and e[4] == item[4]}
    for other in sorted(found - {item[2]})[:60]:
        yield instead(items, at, (*item[:2], other, *item[3:]))


@way
def gone_again(items, at):
    """A piece is taken away right after it came."""
    item = items[at]
    if isinstance(item, tuple) and item[0] in ("move", "draw") and item[4]:
        yield instead(items, at, item, ("move", item[1], item[2], item[4], None))


@way
def with_a_good(items, at):
    """Somebody gets a good or gold with it, out of nowhere."""
    item = items[at]
    if isinstance(item, tuple):
        for seat in dict.fromkeys((item[1], "player1", "player2", "player3")):
            for counter, amount in ((good, 1) for good in (*GOODS, "gold", "popularity")):
                yield instead(items, at, item, ("gain", item[1], seat, counter, amount, None))


@way
def with_gold(items, at):
    """Two or three gold with it."""
    item = items[at]
    if isinstance(item, tuple):
        for amount in (1, 2, 3):
            yield instead(items, at, item, ("gain", item[1], item[1], "gold", amount, None))


@way
def with_a_point(items, at):
    """A point for an order that was done."""
    item = items[at]
    if isinstance(item, tuple):
        yield instead(items, at, item, ("gain", item[1], "player2", "popularity", 1, "shortfalls"))


@way
def other_helmet(items, at):
    """The Helmet changes hands before this."""
    item = items[at]
    if isinstance(item, tuple):
        for seat in ("player1", "player2", "player3", "player4"):
            yield instead(items, at, ("set", item[1], "table", "helmet", seat), item)


@way
def another_token(items, at):
    """Somebody puts a token on a goal."""
    goals = [e[2] for e in items if isinstance(e, tuple) and e[0] == "move" and e[4] == ("open_goals", "table")]
    for goal in goals:
        for seat in (1, 2, 3):
            for copy in (1, 2, 3, 4):
                token = ("move", f"player{seat}", f"goal_token@{seat}#{copy}", None, ("tokens", goal))
                yield instead(items, at, items[at], token)


@way
def late_purchase(items, at):
    """Somebody pays for a hero before this."""
    if isinstance(items[at], tuple):
        yield instead(items, at, ("pay", "player1", "player1", "gold", 1, None), items[at])


@way
def with_a_goal(items, at):
    """A goal card lies open."""
    if isinstance(items[at], tuple):
        yield instead(items, at, items[at], ("move", "player1", "iron_purse", None, ("open_goals", "table")))


@way
def guide_turned(items, at):
    """The guide shows its other side."""
    if isinstance(items[at], tuple):
        yield instead(items, at, items[at], ("flip", "player1", "guide", 1))


@way
def to_the_empire(items, at):
    """A card goes to the hand of the empire."""
    item = items[at]
    if isinstance(item, tuple) and item[0] in ("move", "draw"):
        yield instead(items, at, (*item[:4], ("hand", "player2")))


@way
def empire_first(items, at):
    """Whatever says who starts says the empire."""
    names = ("helmet", "start_player")
    if isinstance(items[at], tuple) and items[at][0] == "set" and items[at][3] in names:
        yield [
            (*e[:4], "player2") if isinstance(e, tuple) and e[0] == "set" and e[3] in names else e
            for e in items[: at + 2]
        ] + items[at + 2 :]


# ---- choices


@way
def without_one(items, at):
    """An option that was not picked is missing."""
    item = items[at]
    if isinstance(item, Decision):
        for key in item.keys:
            if key != item.picked:
                yield instead(items, at, dataclasses.replace(item, keys=tuple(k for k in item.keys if k != key)))
                return


@way
def with_another(items, at):
    """An option of an earlier choice of the same sort is offered, or to leave it."""
    item = items[at]
    if isinstance(item, Decision):
        near = [d for d in items if isinstance(d, Decision) and sign(d) == sign(item)]
        keys = dict.fromkeys(key for d in near for key in d.keys if key not in item.keys)
        for key in [*keys][:4] + (["done"] if "done" not in item.keys else []):
            yield instead(items, at, dataclasses.replace(item, keys=(*item.keys, key)))


MENU = ("main_action", "play_hero", "clan_ability", "slot_tile", "discard_hero", "reset_track", "done")


@way
def other_menu(items, at):
    """What a turn offers has one thing more or one less."""
    item = items[at]
    if isinstance(item, Decision) and set(item.keys) <= set(MENU):
        for key in MENU:
            if key not in item.keys:
                yield instead(items, at, dataclasses.replace(item, keys=(*item.keys, key)))
            elif key != item.picked:
                yield instead(items, at, dataclasses.replace(item, keys=tuple(k for k in item.keys if k != key)))


@way
def other_pick(items, at):
    """Something else was picked, though the same thing happens."""
    item = items[at]
    if isinstance(item, Decision):
        yield from (instead(items, at, dataclasses.replace(item, picked=k)) for k in item.keys if k != item.picked)


@way
def other_seat(items, at):
    """Somebody else is asked."""
    item = items[at]
    if isinstance(item, Decision):
        yield instead(items, at, dataclasses.replace(item, seat="player2" if item.seat == "player1" else "player1"))


# ---- what is seen


@way
def seen_counter(items, at):
    """One number of a player is off by one."""
    item = items[at]
    if isinstance(item, Sight):
        for seat, seen in item.players.items():
            for name, value in seen.items():
                if isinstance(value, int) and not isinstance(value, bool):
                    wrong = {**item.players, seat: {**seen, name: value + 1}}
                    yield instead(items, at, dataclasses.replace(item, players=wrong))


@way
def seen_influence(items, at):
    """One number of an influence track is wrong."""
    item = items[at]
    if isinstance(item, Sight):
        for seat, seen in item.players.items():
            for isle, value in seen["influence"].items():
                for change in (-2, -1, 1, 2):
                    row = {**seen["influence"], isle: value + change}
                    wrong = {**item.players, seat: {**seen, "influence": row}}
                    yield instead(items, at, dataclasses.replace(item, players=wrong))


@way
def seen_table(items, at):
    """The round or the Helmet of the table is another."""
    item = items[at]
    if isinstance(item, Sight):
        yield instead(items, at, dataclasses.replace(item, shared={**item.shared, "round": item.shared["round"] + 1}))
        yield instead(items, at, dataclasses.replace(item, shared={**item.shared, "helmet": "nobody"}))


@way
def seen_place(items, at):
    """A place is missing, lies in another order, hides what is open or shows what is hidden."""
    item = items[at]
    if not isinstance(item, Sight):
        return
    for place, seen in item.places.items():
        others = {name: pieces for name, pieces in item.places.items() if name != place}
        wrong = [others] if place[0] in ("scavengers", "governor", "building", "shadow", "pawn") else []
        if seen:
            wrong += [others | {place: changed} for changed in (seen[1:], seen[::-1], [None] * len(seen))]
            wrong.append(others | {place: [piece or "somebody" for piece in seen]})
        yield from (instead(items, at, dataclasses.replace(item, places=places)) for places in wrong)


@way
def seen_army(items, at):
    """The heroes of the neutral lie open, or all of them face down."""
    item = items[at]
    if isinstance(item, Sight):
        for place, seen in item.places.items():
            if place in (("deck", "player2"), ("deck", "player3")) and seen:
                for changed in ([piece or "somebody" for piece in seen], [None] * len(seen)):
                    yield instead(items, at, dataclasses.replace(item, places={**item.places, place: changed}))
