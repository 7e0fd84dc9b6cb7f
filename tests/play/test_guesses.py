"""What an option is said to bring is no guess at what is hidden, however few things it may be."""

import pytest
from hostile.attacks import replaced
from tiny_pack import checked, indented

from interpreter.check.keys import verb
from interpreter.diagnostics import Severity

PRIVATE = "secret: {visible: owner}"
KINDS = {
    "any number": ({}, 7),
    "a number in bounds": (replaced("model.yaml", PRIVATE, "secret: {visible: owner, max: 1}"), 1),
    "yes or no": (replaced("model.yaml", PRIVATE, "secret: {type: truth, visible: owner}"), 1),
    "one of two": (replaced("model.yaml", PRIVATE, "secret: {type: shade, visible: owner, start: dark}"), 1),
    "a player": (replaced("model.yaml", PRIVATE, "secret: {type: player, visible: owner}"), 1),
}
ASKED = "if my.left.secret is my.secret: gain 5 points"
TO_TWO_CARDS = "remove fool\nremove baker\nremove crier\nput sage under deck\nput rich_baker under deck\n"


def choosing(effect, files=None, secret=0):
    """A game in which somebody chooses between this and a coin; the other one's private number is known to us."""
    whole = f"{effect[0]}choose one:\n  few:\n    {indented(effect[1])}\n  many: gain 1 coins"
    rule = f"- verb: try it\n  source: designed\n  effect: |\n    {indented(whole)}\n"
    pack = checked({**(files or {}), "rules/case.yaml": rule.encode()})
    assert not [one.message for one in pack.diagnostics if one.severity is Severity.ERROR]
    game = pack.new_game(players=2, seed=1)
    game.state[game.machine.layout.vars["player.secret"].base + 1] = secret
    game.enter(verb("try it"), 0)
    return game


def told(game):
    ahead = game.decision.options.ahead(0)
    return [one.en for one in ahead.follows], ahead.certain, ahead.idle


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("alike", [False, True])
def test_what_somebody_else_has_in_secret_is_not_guessed(kind, alike):
    files, other = KINDS[kind]
    game = choosing(("", ASKED), files, secret=other)
    if alike:
        base = game.machine.layout.vars["player.secret"].base
        game.state[base + 1] = game.state[base]
    assert told(game) == ([], False, False)


@pytest.mark.parametrize("read", ["if my.left.secret > my.secret: gain 5 points", "gain my.left.secret points"])
def test_a_number_without_bounds_may_be_more_or_less(read):
    for own in (0, 3, 5_000):
        assert told(choosing((f"set my.secret to {own}\n", read), secret=4)) == ([], False, False)


def test_which_of_two_cards_is_on_top_is_not_guessed():
    """Whatever chance drew, with one turned on from game to game there are both."""
    for seed in range(8):
        game = choosing((TO_TWO_CARDS, "gain top(deck).cost points"))
        game.state[3] = seed
        assert told(game) == ([], False, False)


def test_what_is_known_is_told():
    assert told(choosing(("gain 1 coins\n", "gain my.coins points"))) == (["you gain 3 points"], True, False)
