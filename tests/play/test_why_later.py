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


def with_a_menu(seed, wanted):
    game = shared_pack("daimyo").new_game(players=2, seed=seed)
    for _ in range(400):
        if game.pending.ask.shape == "menu" and wanted(game):
            return game
        game.choose(0)
    raise AssertionError("it never came")


def held(game):
    return game.view(game.decision.seat).data["players"][game.decision.seat]["hand"]


def test_a_card_that_an_action_would_begin_with_says_why_not():
    """That it can be chosen after another action is not all: what one would like to do with it may be closed."""
    game = with_a_menu(3, lambda game: "play_hero" not in game.decision.options.keys and held(game))
    card = held(game)[0]
    for lang, said in (
        ("en", "`Play a hero` is not offered: no hero in your hand has a strength that your dice add up to"),
        ("de", "„Einen Helden spielen“ steht nicht zur Wahl, weil kein Held auf deiner Hand"),
    ):
        assert said in game.why_thing("hero", card, lang), game.why_thing("hero", card, lang)


def test_a_card_that_an_open_action_does_not_offer_says_why_not():
    game = with_a_menu(3, lambda game: "play_hero" in game.decision.options.keys and len(held(game)) > 1)
    said = [game.why_thing("hero", card, "en") for card in held(game)]
    assert any("is not among what `Play a hero` offers: " in one for one in said), said
    assert not all("is not among what `Play a hero` offers: " in one for one in said), "one of them can be played"


def taken_by_itself():
    """A menu whose action `play_hero` begins with the only hero it could."""
    for seed in range(1, 20):
        game = shared_pack("daimyo").new_game(players=2, seed=seed)
        for _ in range(120):
            keys = game.decision.options.keys
            if "play_hero" in keys and "discard_hero" in keys:
                index, cards = keys.index("play_hero"), held(game)
                playable = [card for card in cards if index in game.ways_to("hero", card)]
                if len(playable) == 1 and game.decision.options.ahead(index).asks is None:
                    return game, playable[0], index
            game.choose(len(keys) - 1 if len(game.picks) % 3 else 0)
    raise AssertionError("it never came")


def test_what_an_action_takes_by_itself_can_be_chosen_by_it():
    game, card, index = taken_by_itself()
    action = game.decision.options[index].label
    for lang, said in (("en", "can be chosen now: "), ("fr", "maintenant : "), ("de", "kann jetzt gewählt werden: ")):
        for told in (game.why_thing("hero", card, lang), game.why(card, lang)):
            assert said + action.get(lang) in told
    before = len(game.picks)
    game.choose(index)
    assert len(game.picks) == before + 1
    assert card in str(game.view(game.last_picker).data["players"][game.last_picker]["discard"])
