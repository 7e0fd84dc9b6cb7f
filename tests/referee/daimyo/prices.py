"""What things cost."""

from . import content
from .box import GOODS

BUILDING = {"farm": {"metal": 2, "crystal": 1}, "tower": {"crystal": 2, "metal": 1}}
SURCHARGED = {"farm": "metal", "tower": "crystal"}


def building(t, seat, sort):
    """Base price and 1 more of the double good for each building of the type that stands already."""
    price = dict.fromkeys(GOODS, 0) | BUILDING[sort]
    price[SURCHARGED[sort]] += len(t.spots(seat, sort))
    return price


def can_build(t, seat, sort, discount=0, gold=False):
    """There is a building, a free place, and enough goods when `discount` of them need not be paid, or enough gold."""
    if not t.idle(seat, sort) or not free_plots(t):
        return False
    price = building(t, seat, sort)
    if gold:
        return t.count(seat, "gold") >= sum(price.values())
    return sum(max(0, price[good] - t.count(seat, good)) for good in GOODS) <= discount


def can_build_any(t, seat, discount=0):
    return can_build(t, seat, "farm", discount) or can_build(t, seat, "tower", discount)


def recruit(t, seat, discount=0):
    """Rice for the next unit: what the track shows."""
    return max(0, t.count(seat, "recruit_cost") - discount)


def can_recruit(t, seat, discount=0, exact=None, coin="rice"):
    """A unit can be placed and paid, perhaps after a reset of the track."""
    if not can_place_unit(t, seat):
        return False
    rice = t.count(seat, coin)
    if exact is not None:
        return rice >= exact
    return rice >= recruit(t, seat, discount) or (can_reset(t, seat) and rice >= max(0, 1 - discount))


def can_reset(t, seat):
    return t.count(seat, "recruit_cost") == 3 and t.count(seat, "gold") >= 2


def can_place_unit(t, seat):
    return can_place(t, seat, "governor") or can_place(t, seat, "shadow")


def can_place(t, seat, kind):
    """There is a piece in supply and a free place for it."""
    return bool(t.idle(seat, kind) and (free_sites(t) if kind == "governor" else free_alleys(t)))


def hire(hero, discount=0):
    return max(0, content.cost(hero) - discount)


def hireable(t, seat, discount=0):
    """Heroes of the market that a player can pay."""
    return {hero for hero in t.market if hire(hero, discount) <= t.count(seat, "gold")}


# ---- room on the board


def free_sites(t):
    return {site for site in t.box.sites if not t.at("governor", site)}


def free_plots(t):
    return {site for site in t.box.sites if not t.at("building", site)}


def free_alleys(t):
    return {alley for alley in t.box.alleys if not t.at("shadow", alley)}


def free_altars(t, isle):
    return {altar for altar in t.box.altars if t.box.isle_of(altar) == isle and not t.at("pawn", altar)}
