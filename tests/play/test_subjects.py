"""The cards a question is about are shown with it."""

from shared_packs import shared_pack


def play_to(game, words):
    while words not in game.decision.prompt.en:
        assert game.decision.about == []
        game.choose(0)


def test_a_card_that_is_carried_out_after_the_choice():
    game = shared_pack("daimyo").new_game(players=1, seed=11)
    play_to(game, "Put a die on the current solo card")
    (subject,) = game.decision.about
    assert (subject.name.en, subject.card) == ("Border Post", "border_post")
    game.choose(0)
    assert game.decision.about == []  # the question of a verb inside is about something else
