"""Packs with large boards: groups of places, and values that are shown of every place."""

from expensive.packs import case, effect, replaced, stopped, value
from expensive.stacks import CASES
from interpreter.source import meter


def board(side, files):
    """The fixture pack with a board of so many columns and rows, and these files."""
    return {**replaced("model.yaml", "columns: 3, rows: 2", f"columns: {side}, rows: {side}"), **files}


def shown(formula, name="reach", of="cell"):
    return value(name, formula, of, "  show: yes\n")


GROUP = "count(connected(this, cells where stone is empty))"

case("groups shown of every place", board(100, effect("gain 1 points", shown(GROUP))), meter.SHOWN)
case("groups shown of fewer places", board(40, effect("gain 1 points", shown(GROUP))), meter.SHOWN)
case("groups shown of every place of a small board", board(20, effect("gain 1 points", shown(GROUP))))
case(
    "many shown values, none of them much work",
    board(60, effect("gain 1 points", *(shown(f"count(cells where column > {n})", f"reach_{n}") for n in range(20)))),
    meter.SHOWN,
)
case(
    "a shown value of each of thousands of cards",
    {
        **effect(
            "gain 1 points", shown("sum(cards as other, other.cost * count(cards where cost is other.cost))", of="card")
        ),
        "cards/more.yaml": b"card:\n  - {id: 'page_{n}', for_each: {n: [1, 2, 3, 4, 5]}, count: 40, source: designed, cost: 1, "
        b"name: {en: 'Page {n}', fr: 'Page {n}'}}\n",
    },
    meter.SHOWN,
)
GROUPS = "gain count(cells as a where count(connected(a, cells as b where count(connected(b, cells)) > 2)) > 2) points"

case("groups of groups", board(30, effect(GROUPS)), meter.VALUE_AT_WORST)
stopped(
    "groups of groups of a smaller board",
    board(20, effect(GROUPS)),
)
stopped(
    "groups of every place, again and again",
    board(30, effect("repeat 200:\n  gain sum(cells as a, count(connected(a, cells where stone is empty))) points")),
)

__all__ = ["CASES"]
