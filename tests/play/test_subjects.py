"""The cards a question is about are shown with it."""

import random

from shared_packs import shared_pack


def play_to(game, words):
    while words not in game.decision.prompt.en:
        assert game.decision.about == []
        game.choose(0)


def test_a_card_that_is_carried_out_after_the_choice():
    game = shared_pack("daimyo").new_game(players=1, seed=11)
    play_to(game, "choose a die for the empire")
    (subject,) = game.decision.about
    assert (subject.name.en, subject.card) == ("Border Post", "border_post")
    game.choose(0)
    assert game.decision.about == []  # the question of a verb inside is about something else


def test_an_action_that_goes_to_one_place_by_name_is_about_it():
    game = shared_pack("ancient_world").new_game(players=2, seed=3)
    while "rebuild" not in game.decision.options.keys:
        game.choose(0)
    offered = {option.key: option for option in game.decision.options}
    assert offered["rebuild"].place == ("space", "rebuild_space")
    assert offered["rebuild"].card == "rebuild_space", "what the place does is told under the option"
    assert offered["pass"].place is None
    assert "is offered" in game.why_thing("space", "rebuild_space", "en")
    assert "explore" not in offered
    assert game.why_thing("space", "explore_space", "en") == game.why("explore", "en"), "the reason of the action"


def test_an_action_with_one_way_names_the_card_of_ones_own_that_it_plays():
    """That others come to see it is no news to who plays it."""
    chance, game = random.Random(2), shared_pack("daimyo").new_game(players=2, seed=2)
    while "play_hero" not in game.decision.options.keys:
        game.choose(chance.randrange(len(game.decision.options)))
    index = game.decision.options.keys.index("play_hero")
    follows = [one.en for one in game.decision.options.ahead(index).follows]
    assert follows[:2] == ["Moss Gatherer → hero in play", "you gain 1 rice"]
