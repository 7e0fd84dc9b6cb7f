"""The game's own view of its table against the referee's."""

from . import influence
from .box import GOODS
from .record import same


def compare(t, sight):
    """Counters, influence, board sums and every open place."""
    for seat, seen in sight.players.items():
        _player(t, seat, seen)
    same("DA-ROUND-2", "the round", t.round, sight.shared["round"])
    same("DA-SETUP-23", "the Helmet", t.helmet, sight.shared["helmet"])
    for (zone, host), seen in sight.places.items():
        _place(t, zone, host, seen)


def _player(t, seat, seen):
    for good in GOODS:
        same("DA-AMB-12", f"{good} of {seat}", t.count(seat, good), seen["stock"][good])
    for counter, rule in (
        ("gold", "DA-AMB-12"), ("popularity", "DA-WIN-1"), ("storage", "DA-STORE-1"), ("recruit_cost", "DA-RECR-5"),
    ):  # fmt: skip
        same(rule, f"{counter} of {seat}", t.count(seat, counter), seen[counter])
    for isle in t.box.islands:
        mine = influence.influence(t, seat, isle)
        same("DA-INFL-2", f"influence of {seat} on {isle}", mine, seen["influence"][isle])
    same("DA-REST-4", f"restored relics of {seat}", t.restored(seat), seen["restored"])
    same("DA-CLAN-1", f"board sum of {seat}", sum(pips for _, pips in t.board_dice(seat)), seen["board_sum"])


def _place(t, zone, host, seen):
    """Open pieces one by one; of hidden ones only how many there are."""
    mine = t.at(zone, host)
    same("DA-COMP-20", f"number of pieces in {zone} of {host}", len(mine), len(seen))
    if None not in seen:
        same("DA-COMP-20", f"pieces in {zone} of {host}", sorted(mine), sorted(seen))
