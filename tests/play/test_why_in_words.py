"""`why` answers in words: no script of a pack, whatever is asked, wherever a game stands."""

import random

import pytest
from shared_packs import shared_pack
from tiny_pack import checked, tiny_files

GAMES = {
    "ancient_world": 2,
    "connect_four": 2,
    "daimyo": 2,
    "five_kingdoms": 2,
    "hearts": 4,
    "pig": 2,
    "reversi": 2,
    "sealed_bids": 2,
    "tic_tac_toe": 2,
}
SCRIPT = ("`", "my.", "any(", "count(", " >= ", " is not none", "_")
NO_WORDS = {
    "en": "the rules do not allow it now",
    "fr": "les règles ne le permettent pas maintenant",
    "de": "die Regeln es jetzt nicht erlauben",
}
ASKED = 5  # things of a position; there may be hundreds


def missing(game, chance):
    """Names of things that this choice is not offering, although it could be among them."""
    pending = game.pending
    ask, layout = pending.ask, game.machine.layout
    if ask.shape == "menu":
        names = list(ask.labels)
    elif ask.values is not None and ask.type is not None and ask.type.tag == "kind":
        names = [thing.key for thing in layout.things[ask.type.name]]
    else:
        return []
    offered = set(game.decision.options.keys)
    left = [name for name in names if name not in offered]
    return chance.sample(left, min(ASKED, len(left)))


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_has_a_script_in_it(name):
    chance, pack = random.Random(7), shared_pack(name)
    game, asked, plain = pack.new_game(players=GAMES[name], seed=2), 0, 0
    for _ in range(100):
        if game.decision is None:
            break
        if chance.random() < 0.15:
            for thing in missing(game, chance):
                for lang in pack.vocabulary.languages:
                    said = game.why(thing, lang)
                    reason = said.rpartition("` ")[2]
                    assert not [mark for mark in SCRIPT if mark in reason], said
                    plain += NO_WORDS[lang] in said
                    asked += 1
        game.choose(chance.randrange(len(game.decision.options)))
    assert asked or name in ("pig", "sealed_bids")
    assert not plain, "a condition without words: give its term `is` and `not`, or the action a `why`"


def asked(requires, why=b""):
    rules = tiny_files()["rules/game.yaml"].replace(
        b"  requires: my.coins >= 1\n", b"  requires: " + requires + b"\n" + why
    )
    pack = checked({"rules/game.yaml": rules})
    assert not pack.diagnostics
    return pack.new_game(players=2, seed=1)


def test_a_condition_is_told_with_its_present_values():
    game = asked(b"round >= 2")
    assert game.why("trade", "en") == "`Trade` is not offered: the round is less than 2 (now 1)."


def test_the_author_may_say_it():
    game = asked(b"round >= 2", b"  why: {en: the market opens in Round 2, fr: le marche ouvre a la manche 2}\n")
    assert game.why("trade", "en") == "`Trade` is not offered: the market opens in Round 2."
    assert "le marche ouvre" in game.why("trade", "fr")


def test_every_way_that_fails_is_told():
    """Who can pay neither way is not told of the first one alone."""
    rules = tiny_files()["rules/game.yaml"].replace(b"  requires: my.coins >= 1\n", b"")
    ways = b"choose one:\n      merry: pay 30 coins\n      pale: pay 2 points"
    pack = checked({"rules/game.yaml": rules.replace(b"pay 1 coins", ways, 1)})
    assert not pack.diagnostics
    said = pack.new_game(players=2, seed=1).why("trade", "en")
    assert (
        said == "`Trade` is not offered: you have fewer than 30 coins (now 2) and you have fewer than 2 points (now 1)."
    )


def test_a_card_of_a_set_by_cases_is_told_what_drops_it_now():
    """Whoever must follow suit hears of the suit, and not that the card may not be played."""
    game, told = shared_pack("hearts").new_game(players=4, seed=2), set()
    while game.decision is not None and len(game.picks) < 60:
        if len(game.decision.options) < 6:
            offered = set(game.decision.options.keys)
            keys = [thing.key for thing in game.machine.layout.things["card"]]
            told |= {game.why(key, "en").rpartition("’s ")[2] for key in keys if key not in offered}
        game.choose(0)
    assert {"suit is not clubs.", "suit is not spades."} <= told


def test_a_value_with_words_of_its_own_is_not_told_by_its_formula():
    game = shared_pack("five_kingdoms").new_game(players=2, seed=1)
    assert game.why("cell_0_0", "en") == "`column 1, row 1` is not offered: this cell lies beside no card."


def test_a_set_of_several_of_somebodys_zones_says_whose_it_is():
    chance, game = random.Random(36), shared_pack("five_kingdoms").new_game(players=2, seed=36)
    while "to destroy" not in game.decision.prompt.en:
        game.choose(chance.randrange(len(game.decision.options)))
    told = [game.why(thing.key, "en") for thing in game.machine.layout.things["card"]]
    assert "`Colonel` is not offered: Colonel is not one of your rival’s Characters and Titans." in told
