"""Many pieces at once: what is done to a whole set is what is done to its pieces one after the other."""

from array import array
from string import ascii_lowercase

import pytest
from tiny_pack import checked, indented

from interpreter.check.keys import verb
from interpreter.engine.faults import Fault
from interpreter.primitives.pieces import random_below, random_order, seed_random

FIRST = 10
SETS = ("cards", "cards where cost > 1")
ASIDE = "for each one in cards:\n  remove one\n"
BEFORE = ("", "move sage to my.hand\nremove sage\n", "move sage to my.hand\n", "move sage to my.deck\nremove sage\n")
ZONES = ("deck", "pile", "display", "my.hand", "my.deck", "my.discard", "my.court")
CONDITIONS = ("count(my.discard) > 1", "count(pile) > 1", "first(cards) in pile")
RULES = (
    "",
    *(f"- whenever: {one} and my.coins < 9\n  source: designed\n  effect: gain 1 coins\n" for one in CONDITIONS),
)


@pytest.mark.parametrize("make", [list, lambda cells: array("q", cells)])
@pytest.mark.parametrize("size", [2, 11, 12, 512, 513, 514, 1025, 1600])
def test_a_shuffle_draws_one_number_for_each_piece(size, make):
    at_once, one_by_one = (make(range(FIRST + size)) for _ in range(2))
    for s in (at_once, one_by_one):
        seed_random(s, size)
    random_order(at_once, FIRST, FIRST + size - 1)
    for n in range(size, 1, -1):
        i, j = FIRST + n - 1, FIRST + random_below(one_by_one, n)
        one_by_one[i], one_by_one[j] = one_by_one[j], one_by_one[i]
    assert at_once == one_by_one


def outcomes(scripts, rules, *, guarded):
    """The board and what is told after each script; under guard every piece moves by itself."""
    names = [f"try {letter} now" for letter in ascii_lowercase[: len(scripts)]]
    for name, script in zip(names, scripts, strict=True):
        rules += f"- verb: {name}\n  source: designed\n  effect: |\n    {indented(script)}\n"
    pack = checked({"rules/case.yaml": rules.encode()})
    assert not any(one.severity.name == "ERROR" for one in pack.diagnostics), pack.diagnostics
    pack.guarded = guarded
    return [outcome(pack, verb(name)) for name in names]


def outcome(pack, routine):
    game = pack.new_game(players=2, seed=1)
    try:
        game.enter(routine, 0)
    except Fault as full:
        return str(full)
    return list(game.state[: game.machine.layout.size]), game.events


@pytest.mark.parametrize("rules", RULES, ids=("no rule", *CONDITIONS))
@pytest.mark.parametrize("zone", ZONES)
def test_a_walk_that_moves_all_pieces_moves_each(zone, rules):
    walks = [f"for each one in {among}:\n  move one to {zone}\ngain 1 wood\n" for among in SETS]
    scripts = [ASIDE + before + walk for before in BEFORE for walk in walks]
    assert outcomes(scripts, rules, guarded=False) == outcomes(scripts, rules, guarded=True)
