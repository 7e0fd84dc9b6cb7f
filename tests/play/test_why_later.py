"""What is not asked yet, but is asked after an option: where that comes is known, and said."""

from shared_packs import shared_pack


def at_the_dice():
    game = shared_pack("daimyo").new_game(players=2, seed=3)
    while not any(ahead.leads and "Recruitment" in ahead.leads.en for _, ahead in _offered(game)):
        game.choose(0)
    return game


def _offered(game):
    options = game.decision.options
    return [(option, options.ahead(index)) for index, option in enumerate(options)]


def test_a_place_comes_after_the_die_that_leads_there():
    game = at_the_dice()
    ways = [option for option, ahead in _offered(game) if ahead.leads and "Recruitment" in ahead.leads.en]
    assert ways
    labels = list(dict.fromkeys(option.label.en for option in ways))
    said = f"`Recruitment` can be chosen after: {', '.join(labels)}."
    assert game.why("recruitment", "en") == said
    place = next(one.key for one in game.names.layout.things["space"] if one.key == "recruitment_space@2")
    assert game.why_thing("space", place, "en") == said
    numbered = game.why("recruitment", "en", {index: index + 1 for index in range(len(game.decision.options))})
    assert all(f"{game.decision.options.index(option) + 1} {option.label.en}" in numbered for option in ways)
    assert "is not part of this decision" in game.why("nonsense", "en")
