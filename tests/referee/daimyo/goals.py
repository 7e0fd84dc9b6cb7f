"""Goal cards: when they are reached, and what that gives."""

from . import content, faces
from . import reading as book
from .box import GOODS
from .record import Difference, same
from .table import TABLE


def met(t, seat, goal):
    """The condition on a card, worked out from the table."""
    governors, shadows = t.spots(seat, "governor"), t.spots(seat, "shadow")
    isle_of = t.box.isle_of
    built = {sort: len(t.spots(seat, sort)) for sort in ("farm", "tower")}
    loose = t.at("loose_tiles", seat)
    conditions = {
        "far_flung_rule": lambda: len({isle_of(s) for s in governors}) >= (5 if t.box.players == 4 else 4),
        "growing_host": lambda: len(governors) + len(shadows) >= 8,
        "full_granaries": lambda: built["farm"] >= 2 and t.count(seat, "rice") >= 5,
        "voices_in_the_air": lambda: built["tower"] >= 3,
        "treasure_hoard": lambda: len(loose) + len(t.at("restored_tiles", seat)) >= 9,
        "colourful_finds": lambda: len({t.box.hue[r] for r in loose}) >= (4 if t.box.players == 2 else 5),
        "deep_cellars": lambda: t.count(seat, "storage") == 9 and t.goods(seat) >= 10,
        "iron_purse": lambda: t.count(seat, "gold") >= 13,
        "well_stocked": lambda: all(t.count(seat, good) >= 5 for good in GOODS),
        "three_strongholds": lambda: len({isle_of(s) for s in shadows} & {isle_of(s) for s in governors}) >= 3,
        "great_army": lambda: sum(
            content.cost(h) for zone in ("hand", "deck", "discard") for h in t.at(zone, seat)
        ) >= 31,
        "master_builder": lambda: built["farm"] + built["tower"] >= 5,
    }  # fmt: skip
    return conditions[goal]()


def holders(t, goal):
    return [t.box.owner[token] for token in t.at("tokens", goal)]


def check_reached(t, seat):
    """A goal is reached the moment its condition holds."""
    for goal in t.at("open_goals"):
        if seat not in holders(t, goal) and met(t, seat, goal):
            raise Difference(
                book.GOAL_AT_ONCE, f"{goal}, whose condition {seat} meets", "reached at once", "not reached"
            )


def places(t, goal):
    """Gold and silver; only gold on an orange card and with two players."""
    return 1 if content.by_id("goal")[goal]["colour"] == "orange_goal" or t.box.players == 2 else 2


def achieve(g, seat):
    """A token, the points of its place, the bonus with gold, and the card closes when it is full."""
    event = g.peek()
    zone, goal = event[4]
    same(book.GOAL_CARDS, "where a goal token goes", "tokens", zone)
    if not g.goals_open:
        raise Difference(book.GOALS_LATER, f"{goal} before the first turn", "not reached", f"reached by {seat}")
    if g.t.where[goal] != ("open_goals", TABLE):
        raise Difference(book.ORANGE, goal, "closed", f"reached by {seat}")
    if seat in holders(g.t, goal):
        raise Difference(book.GREEN, f"{goal} for {seat}", "once", "twice")
    same(book.GOAL_AT_ONCE, f"the condition of {goal} for {seat}", True, met(g.t, seat, goal))
    card = content.by_id("goal")[goal]
    g.take(book.ORANGE, "the token of a goal", "move", seat, event[2], None, ("tokens", goal))
    first = len(g.t.at("tokens", goal)) == 1
    points = card["gold_points"] if first else card["silver_points"]
    g.gain(book.GOAL_TEXT if first else book.GREEN, f"points of {goal}", seat, "popularity", points, "goals")
    if first:
        faces.perform(g, seat, card.get("reward", ""))
    if len(g.t.at("tokens", goal)) == places(g.t, goal):
        g.take(book.GREEN, f"{goal} closes", "move", seat, goal, ("open_goals", TABLE), ("closed_goals", TABLE))
