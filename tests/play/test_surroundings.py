"""Who is asked something is told what it is a part of, as far as that is not a turn of their own."""

import random

import pytest
from shared_packs import shared_pack


def first(words, pack="daimyo", players=3):
    """The first decision whose question begins so, in games played by their first options."""
    for seed in range(1, 4):
        game = shared_pack(pack).new_game(players=players, seed=seed)
        while game.decision is not None:
            if game.decision.prompt.en.startswith(words):
                return game.decision
            game.choose(0)
    raise AssertionError(f"nobody is asked: {words}")


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("en", "Finish the round › Revenue"),
        ("fr", "Terminer la manche › Revenu"),
        ("de", "Die Runde beenden › Einkommen"),
    ],
)
def test_what_is_asked_at_the_end_of_a_round_says_so(lang, wanted):
    assert first("Gain 1 good of your choice").during.get(lang) == wanted


@pytest.mark.parametrize("asked", ["Place a die: choose a die", "What do you do?", "Set up your clan"])
def test_a_turn_of_ones_own_and_the_set_up_need_no_words(asked):
    assert first(asked).during is None


def test_no_question_stands_below_nothing():
    """Of scripts that are all called as the one which asks, nothing is left to say: then there is no line for it."""
    pack, told = shared_pack("daimyo"), []
    for seed in (2, 3):
        game, chance = pack.new_game(players=3, seed=seed, options={"tile_set": "advanced"}), random.Random(seed)
        while game.decision is not None:
            told.append(game.decision.during)
            game.choose(chance.randrange(len(game.decision.options)))
    assert not [one for one in told if one is not None and not one.en]
