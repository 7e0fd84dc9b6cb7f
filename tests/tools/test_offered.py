"""Options as a person meets them: prices, what follows, the same thing once, numbers that stay, names in any spelling."""

import random
import re
from itertools import groupby

import pytest
from shared_packs import shared_pack

from interpreter.play.bots import GreedyBot
from interpreter.play.numbering import DECLINING
from interpreter.tools.offered import Offered
from interpreter.web.openly import Openly
from interpreter.web.sight import Sight

TWO = ("--players", "human,human")


def at(pack, wanted, players=3, seed=3):
    """A game, played by its first options, at the first decision that is wanted, as it is offered."""
    game = shared_pack(pack).new_game(players=players, seed=seed)
    while game.decision is not None:
        if wanted(game.decision):
            return Offered(game.decision, "en")
        game.choose(0)
    raise AssertionError("there is no such decision")


def asks(words):
    return lambda decision: words in decision.prompt.en


def test_a_price_is_told_with_what_one_has():
    offered = at("daimyo", asks("recruit a unit?"))
    (yes, done) = offered.rows
    (price,) = offered.decision.options.ahead(0).prices
    assert offered.label(yes) == f"Yes: costs {price.amount} rice (you have {price.have})"
    assert 0 < price.amount <= price.have
    assert offered.label(done) == "Done"
    assert "Recruitment track +1" in offered.follows(yes)


def test_a_citizen_that_costs_a_coin_says_so():
    offered = at("ancient_world", lambda one: any(one.options.ahead(i).prices for i in range(len(one.options))))
    assert any("costs" in offered.label(row) and "(you have" in offered.label(row) for row in offered.rows)


def test_what_the_label_says_and_what_comes_anyway_is_not_said_again():
    offered = at("daimyo", asks("Place a governor: choose a site"))
    assert all(not offered.follows(row) for row in offered.rows)
    assert offered.decision.options.ahead(0).follows


def test_dice_that_are_the_same_are_offered_once():
    offered = at("daimyo", asks("Place a die: choose a die"))
    assert len(offered.rows) < len(offered.decision.options)
    assert sum(row.times for row in offered.rows) == len(offered.decision.options)
    assert any("×" in offered.label(row) for row in offered.rows)


def test_a_number_means_a_column_all_through_the_game():
    game = shared_pack("connect_four").new_game(players=2, seed=1)
    for _ in range(6):
        offered = Offered(game.decision, "en")
        assert [row.number for row in offered.rows] == [1, 2, 3, 4, 5, 6, 7]
        (row,) = offered.meant("4")
        assert game.decision.options.column(row.index) == 4
        game.choose(row.index)
    offered = Offered(game.decision, "en")
    assert [row.number for row in offered.rows] == [1, 2, 3, 5, 6, 7]
    assert offered.meant("4") == []


@pytest.mark.parametrize("name", ["five_kingdoms", "reversi"])
def test_places_that_only_happen_to_lie_in_different_columns_are_counted_through(name):
    game, chance, found = shared_pack(name).new_game(players=2, seed=1), random.Random(1), 0
    while game.decision is not None and found < 12:
        columns = [game.decision.options.column(index) for index in range(len(game.decision.options))]
        if None not in columns and len(columns) == len(set(columns)) and columns != [*range(1, len(columns) + 1)]:
            assert [row.number for row in Offered(game.decision, "en").rows] == [*range(1, len(columns) + 1)]
            found += 1
        game.choose(chance.randrange(len(game.decision.options)))
    assert found > 2


def test_the_parts_of_a_thing_are_offered_one_after_another():
    """The sites of an island stand together, in their order, whatever lies between them in the pack."""
    offered = at("daimyo", asks("Place a governor: choose a site"))
    islands = [re.search(r"\((.*)\)", offered.called(row))[1] for row in offered.rows]
    assert len(set(islands)) > 2
    assert [island for island, _ in groupby(islands)] == list(dict.fromkeys(islands))
    assert [row.number for row in offered.rows] == list(range(1, len(islands) + 1))
    assert [row.index for row in offered.rows] != sorted(row.index for row in offered.rows)
    assert all(offered.meant(str(row.number)) == [row] for row in offered.rows)


SPELLINGS = ["Dune Courier", "dune courier", "dune_courier", "Dune-Courier", "  DUNE  courier", "the Dune Courier"]


@pytest.mark.parametrize("typed", SPELLINGS)
def test_a_name_in_any_spelling(typed):
    offered = at("daimyo", lambda one: any("Dune Courier" in option.label.en for option in one.options))
    assert [row.option.name.en for row in offered.meant(typed)] == ["Dune Courier"]


def test_signs_that_are_names_tell_cards_apart():
    """Of a playing card the sign is half of its name: `A♥` is no other ace."""
    offered = at("hearts", lambda one: len(one.options) > 12, players=4)
    for row in offered.rows:
        assert [found.number for found in offered.meant(offered.called(row))] == [row.number]


def test_who_types_what_several_are_called_is_told_which_ones_there_are(rulewright):
    out = rulewright("play", "tic_tac_toe", *TWO, "--seed", 1, typed="cell\n3/1\n").out
    assert "`cell` may mean 1 (cell 1/1), 2 (cell 2/1), 3 (cell 3/1)," in out
    assert "9 (cell 3/3). Type the number." in out
    assert "Player 2, it is up to you." in out, "the rest of a name is enough"


def test_an_option_that_begins_like_a_command_is_chosen_by_its_name(rulewright, pebbles):
    rules = pebbles / "rules" / "play.yaml"
    rules.write_text(rules.read_text().replace("Take pebbles", "Log pebbles"))
    out = rulewright("play", pebbles, *TWO, "--seed", 1, typed="log pebbles\n1\nlog\n").out
    assert out.count("Log pebbles: pile −1") == 2, "it was chosen, and `log` alone is the command"


@pytest.mark.parametrize(("lang", "yes", "no"), [("en", "y", "n"), ("fr", "o", "non"), ("fr", "y", "no")])
def test_yes_and_no(lang, yes, no):
    decision = at("daimyo", asks("recruit a unit?")).decision
    offered = Offered(decision, lang)
    assert [offered.meant(word)[0].index for word in (yes, no)] == [0, 1]
    assert offered.meant("x") == []


def test_an_empty_line_and_its_word_show_the_question_again(rulewright):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed="\noptions\nlook\n").out
    assert out.count("  1  Take pebbles\n") == 4


def test_a_name_that_is_nearly_right_is_suggested(rulewright):
    typed = "read the Mercenaries\nread shadoww\nread mercenary\nread techno farms\n"
    out = rulewright("play", "daimyo", "--players", "human,greedy", "--seed", 7, typed=typed).out
    assert "With `the Mercenaries` in the name: Relics (mercenaries)," in out
    assert "Did you mean `the Mercenary band`?" in out
    assert "Nothing is called `shadoww`.\nDid you mean `shadow`?" in out
    assert "read mercenary\nthe Mercenary band\n  rice 0" in out
    assert "\ntechno-farm: a building" in out


def test_the_last_lines_of_the_log(rulewright):
    typed = "1\n1\n1\n1\nlog 1\n"
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=typed).out
    told = out[out.index("log 1\n") :].splitlines()[1:4]
    assert told[:2] == ["Player 2", "  Take pebbles: pile −1; pebble +1 (Pebbles taken)"]
    assert told[2].startswith("Your choice")


@pytest.mark.parametrize("wrong", ["x", "0", "-3", "1 2", "9" * 5000])
def test_a_number_of_lines_that_is_none(rulewright, wrong):
    out = rulewright("play", "pebbles", *TWO, "--seed", 1, typed=f"1\nlog {wrong}\n").out
    assert out.count("Give the number of lines: `log 5`.") == 1
    assert out.count("Take pebbles: ") == 1, "nothing but the news is told"


def test_the_board_is_shown_when_the_game_is_over(rulewright):
    out = rulewright("play", "tic_tac_toe", *TWO, "--seed", 1, typed="1\n2\n3\n1\n1\n1\n1\n1\n").out
    end = out[out.rindex("Your choice") :]
    assert end.index("column") < end.rindex("The game is over")


def test_who_types_a_number_means_that_number():
    offered = at("sealed_bids", lambda one: one.options[0].key == "0")
    assert [row.number for row in offered.rows] == [int(row.option.key) for row in offered.rows]
    assert (offered.first, offered.last) == (0, len(offered.rows) - 1)
    assert [row.option.key for typed in ("0", "3", "03") for row in offered.meant(typed)] == ["0", "3", "3"]


def test_the_beginning_of_a_word_is_enough_where_it_is_the_only_one():
    offered = at("pig", lambda _decision: True, players=2)
    assert [row.option.key for row in offered.meant("h")] == ["hold"]
    assert [row.option.key for row in offered.meant("ROL")] == ["roll"]
    assert offered.meant("y") == offered.meant("no") == offered.meant("x") == []


def test_who_types_something_else_is_told_what_there_is(rulewright):
    out = rulewright("play", "pig", *TWO, "--seed", 1, typed="y\n").out
    assert "`y` is not on offer. Type 1 (Roll), 2 (Hold), or `help`." in out
    assert "Did you mean" not in out


def test_what_the_game_is_about_is_told_over_a_pipe_too(rulewright):
    out = rulewright("play", "pig", *TWO, "--seed", 1, typed="2\n1\n").out
    assert out.count("Whoever first has 100 points") == 2, "once to each person"


def test_a_die_says_where_it_can_go():
    offered = at("daimyo", asks("Place a die: choose a die"))
    told = {offered.called(row): offered.follows(row) for row in offered.rows}
    assert all(words.startswith("then: ") and words.endswith("Tax") for words in told.values())
    assert len(set(told.values())) > 1, "dice of different colours go to different places"


def test_what_one_would_get_is_told_in_words():
    game = shared_pack("pig").new_game(players=2, seed=5)
    game.choose_key("roll")
    offered = Offered(game.decision, "de")
    assert offered.follows(offered.rows[1]) == f"du erhältst {game.view(0).data['players'][0]['pot']} Punkte"


def told_of_both(decision):
    if len(decision.options) != 2 or decision.options[1].label not in DECLINING:
        return False
    one, other = ({text.en for text in decision.options.ahead(index).follows} for index in range(2))
    return bool(one & other)


def test_what_comes_of_declining_as_well_is_not_told():
    offered = at("daimyo", told_of_both)
    one, other = (offered.decision.options.ahead(row.index).follows for row in offered.rows)
    both = {text.en for text in one} & {text.en for text in other}
    assert not any(words in offered.follows(row) for words in both for row in offered.rows)


def test_an_action_of_a_place_is_shown_with_what_it_does():
    offered = at("ancient_world", asks("What do you do?"), players=2)
    row = next(one for one in offered.rows if one.option.key == "labour")
    assert row.option.card == "labour_space"
    passing = next(one for one in offered.rows if one.option.key == "pass")
    assert passing.option.card is None
    assert offered.follows(passing) == "you are out for this Round"


def test_french_has_its_spaces():
    game = shared_pack("daimyo").new_game(players=3, seed=3)
    while "recruit a unit?" not in game.decision.prompt.en:
        game.choose(0)
    offered = Offered(game.decision, "fr")
    assert offered.label(offered.rows[0]).startswith("Oui : coûte ")


def test_all_that_an_option_surely_brings_is_told_and_ones_own_first():
    """Nothing is left out: a good that brings three others must not look worse than one that brings two."""
    game, bot = shared_pack("daimyo").new_game(players=2, seed=1), GreedyBot()
    while len(game.picks) < 139:
        game.choose(bot.pick(game))
    offered = Offered(game.decision, "en")
    told = {offered.called(row): offered.follows(row) for row in offered.rows}
    assert told == {
        "rice": "you gain 2 rice; you gain 1 gold; you gain 1 metal",
        "metal": "you gain 2 metal; you gain 1 gold; you gain 1 rice",
        "crystal": "you gain 1 crystal; you gain 1 gold; you gain 1 rice; you gain 1 metal",
    }, "but for what comes of each of them"
    sent = Sight(game, game.decision.seat, Openly(game)).decision("en")["options"]
    assert ["; ".join(one["effect"]) for one in sent] == list(told.values())
