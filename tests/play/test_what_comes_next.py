"""What is known to come after an option of a menu: the question behind an action, or who goes on after the end."""

from shared_packs import shared_pack


def until(game, wanted):
    for _ in range(400):
        labels = [option.label.en for option in game.decision.options]
        if wanted(labels):
            return labels
        game.choose(0)
    raise AssertionError("it never came")


def lead(game, label, lang="en"):
    labels = [option.label.en for option in game.decision.options]
    ahead = game.decision.options.ahead(labels.index(label))
    return ahead.leads.get(lang) if ahead.leads is not None else None


def test_an_action_says_what_it_asks_and_the_end_of_a_turn_whose_turn_it_is():
    game = shared_pack("daimyo").new_game(players=2, seed=3)
    until(game, lambda labels: "Discard a hero to shift a die" in labels and "Done" in labels)
    assert lead(game, "Discard a hero to shift a die") == "then: Discard a hero from your hand: choose a hero"
    other = 2 - game.decision.seat
    assert lead(game, "Done") == f"then: Player {other}"
    assert lead(game, "Done", "de") == f"danach: Spieler {other}"


def test_what_a_place_does_stands_on_the_place():
    game = shared_pack("ancient_world").new_game(players=2, seed=3)
    until(game, lambda labels: "Labour" in labels)
    assert lead(game, "Labour") is None
    assert lead(game, "Pass") is None, "what follows is told instead"
