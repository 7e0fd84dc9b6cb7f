"""What an option says of itself, and what the table says when somebody looks at something."""

import re

import pytest
from shared_packs import shared_pack

from interpreter.play.bots import Dice, bot_named


@pytest.fixture
def recruiting():
    """Player 1 has taken two cards, looked at them and may recruit one."""
    game = shared_pack("five_kingdoms").new_game(players=2, seed=5)
    for _ in range(3):
        game.choose(0)
    return game


def test_a_card_that_only_reacts_has_a_text_to_show(recruiting):
    assert [option.card for option in recruiting.decision.options] == ["witch_felines", "queen_felines", None]


def test_who_looks_at_a_card_does_not_reveal_it(recruiting):
    mine, theirs = recruiting.log(0, "en"), recruiting.log(1, "en")
    assert "Player 1 looks at Queen of the Felines" in mine
    assert "Player 1 looks at a hidden card (Felines)" in theirs
    assert not any("reveals" in line for line in (*mine, *theirs))


def test_numbers_of_a_piece_have_words_unless_there_is_only_one():
    seen = set()
    for pack, players, seed in (("ancient_world", 2, 1), ("daimyo", 3, 1)):
        game, dice = shared_pack(pack).new_game(players=players, seed=seed), Dice(seed)
        while game.pending is not None:
            kinds = game.pending.ask.type
            if kinds is not None and kinds.name in ("military_card", "die"):
                seen |= {re.sub(r"\d", "#", option.label.en) for option in game.decision.options}
            game.choose(dice.below(len(game.pending.values)))
    assert any(label.startswith("Blue die (#") for label in seen)
    coins = [label for label in seen if "Coin" in label]
    assert coins
    assert not [label for label in coins if re.search(r"[(,] ?#[,)]", label)]


def test_a_question_names_a_card_that_nobody_knows_by_its_back():
    """Which card goes into a column is asked of several, and no face of them is known."""
    pack, bot = shared_pack("five_kingdoms"), bot_named("random")
    asked = set()
    for seed in range(12):
        game = pack.new_game(players=2, seed=seed)
        while game.decision is not None:
            asked.add(game.decision.prompt.en)
            game.choose(bot.pick(game))
    assert "Put a hidden card (Imperial Order) into one of your columns: choose a column" in asked
    assert not [prompt for prompt in asked if prompt.startswith("Put the card into")]


def test_a_bound_that_nobody_reaches_is_no_part_of_a_question():
    pack, bot = shared_pack("ancient_world"), bot_named("random")
    for seed in range(6):
        game = pack.new_game(players=2, seed=seed)
        while game.decision is not None:
            prompt = game.decision.prompt
            if prompt.en.startswith("Attack ") and "Army" in prompt.en:
                assert prompt.en.endswith(": choose an Army (1 or more)")
                assert prompt.get("fr").endswith("\xa0: choisissez une Armée (1 ou plus)")
                return
            game.choose(bot.pick(game))
    pytest.fail("nobody attacks in six games")
