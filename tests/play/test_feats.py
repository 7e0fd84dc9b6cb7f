"""What players did in the words of their pack, what they paid for it, and who it was."""

from itertools import pairwise

import pytest
from shared_packs import shared_pack

from interpreter.play.bots import GreedyBot, bot_named
from interpreter.play.story import in_short


@pytest.fixture(scope="module")
def daimyo():
    """Two rounds of Daimyo between two bots."""
    game = shared_pack("daimyo").new_game(players=2, seed=3)
    bots = [GreedyBot(7), GreedyBot(8)]
    while game.decision is not None and sum(line.depth < 0 for line in game.story(None)) < 3:
        game.choose(bots[game.decision.seat].pick(game))
    return game


def headings(game, lang="en"):
    return [line.did.get(lang) for line in game.story(None) if line.did is not None]


@pytest.mark.parametrize(
    ("lang", "who", "built", "placed"),
    [
        ("en", "Player ", "; builds on ", "places the red die on "),
        ("fr", "Joueur ", " ; construit sur ", "pose le dé rouge sur "),
        ("de", "Spieler ", "; baut auf ", "legt den roten Würfel auf "),
    ],
)
def test_a_heading_says_what_a_player_did_and_what_it_cost(daimyo, lang, who, built, placed):
    [one, *_] = [line for line in headings(daimyo, lang) if built in line]
    assert one.startswith(who)
    assert placed in one
    behind = one.partition(built)[2].partition(";")[0].rstrip()
    assert {"en": " for 1 ", "fr": " pour 1 ", "de": " für 1 "}[lang] in behind
    assert behind.endswith({"en": ": Radio tower", "fr": " : Tour radio", "de": ": Funkturm"}[lang])


def test_what_is_paid_in_one_action_is_for_that_one(daimyo):
    assert not [
        line for line in headings(daimyo) for feat in line.split("; ") if "discards" in feat and " for " in feat
    ]


def test_a_search_costs_something_and_not_the_way_there():
    """The metal that a search costs stood behind the scavenger's next move."""
    searched = 0
    for seed in range(8):
        game, bot = shared_pack("daimyo").new_game(players=3, seed=seed), bot_named("random")
        while game.decision is not None and not searched:
            game.choose(bot.pick(game))
            if game.decision is not None and not len(game.picks) % 40:
                feats = [feat for line in headings(game) for feat in line.split("; ")]
                assert not [feat for feat in feats if "sends the scavenger" in feat and " for " in feat]
                searched += sum("into the black market for 1 " in feat for feat in feats)
    assert searched


def test_a_neutral_player_is_named_with_what_it_does(daimyo):
    beside = [line for line in headings(daimyo) if "Mercenary" in line]
    assert beside
    for line in beside:
        own, _, others = line.partition(". ")
        assert "Mercenary" not in own, "a sentence speaks of one"
        assert others.startswith("The Mercenary band ")
    told = [feat.en for passage in daimyo.passages(None) for feat in passage.besides]
    assert told
    assert all(feat.startswith("the Mercenary band ") for feat in told)


def test_the_page_is_told_the_same_deeds_pick_by_pick(daimyo):
    whole = [feat.en for passage in daimyo.passages(None) for feat in passage.feats]
    single = [feat.en for step in range(-1, len(daimyo.picks)) for feat in daimyo.passages(None, step)[0].feats]
    assert single == whole
    assert [feat for feat in whole if " for " in feat]


def test_a_seat_is_told_nothing_it_does_not_know(daimyo):
    drawn = "draws a hidden hero"
    assert [line for line in headings(daimyo) if drawn in line]
    own = [line.did.en for line in daimyo.story(0) if line.did is not None and line.seat == 0]
    assert not [line for line in own if drawn in line]


def test_where_there_is_little_room_others_are_told_in_a_sentence(daimyo):
    story = daimyo.story(0)
    short = in_short(story, 0)
    assert len(short) < len(story)
    assert all(line.did is None for line in short if line.seat == 0)
    assert [line for line in short if line.seat == 1 and line.did is not None]


def test_who_gets_something_does_it_whoever_made_the_last_choice():
    game = shared_pack("hearts").new_game(players=4, seed=3)
    while not [line for line in game.story(None) if "takes" in line.text.en]:
        game.choose(0)
    [line] = [line.text.en for line in game.story(None) if "takes" in line.text.en]
    taker = next(seat for seat, cards in enumerate(game.view(None).data["players"]) if cards["tricks_taken"])
    last = game.passages(None)[-1].seat
    assert (f"Player {taker + 1} takes" in line) == (taker != last)


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_islands_are_named_where_they_are_scored(daimyo, lang):
    wanted = {"en": "Blue Island is scored", "fr": "Décompte : Île bleue", "de": "Wertung: Insel Blau"}[lang]
    assert [line for line in daimyo.story(None) if wanted in line.text.get(lang)]


def played(name, seats, seed, bot="random"):
    game, player = shared_pack(name).new_game(players=seats, seed=seed), bot_named(bot)
    while game.decision is not None:
        game.choose(player.pick(game))
    return game


def test_the_last_mark_that_nobody_chooses_is_told_as_the_others_are():
    """It is the first player's, in whose name the table does things as well."""
    game = played("tic_tac_toe", 2, 12)
    assert game.story(None)[-1].text.en == (
        "marks cell 3/1; Player 1 marks cell 3/3; the game is over: all cells are marked"
    )


def test_who_stands_above_is_named_again_behind_somebody_else():
    lines = [line.text.en for line in played("hearts", 4, 11).story(None) if line.depth > 0]
    unclear = [
        part
        for line in lines
        for before, part in pairwise(line.split("; "))
        if before.startswith("Player ") and part.startswith(("plays ", "takes ", "point"))
    ]
    assert [line for line in lines if "; Player 1: points +" in line or "; Player 2: points +" in line]
    assert unclear == []


def test_what_somebody_else_loses_is_told_with_whose_it_was():
    for seed in range(40):
        lines = [line.text.en for line in played("five_kingdoms", 2, seed).story(None)]
        taken = [part for line in lines for part in line.split("; ") if part.startswith(("discards ", "destroys "))]
        if any(part.endswith((" of Player 1", " of Player 2")) for part in taken):
            assert not [part for part in taken if part.startswith("destroys ") and " of Player " not in part]
            return
    pytest.fail("nobody loses a Character in forty games")
