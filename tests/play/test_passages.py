"""What happened, choice by choice, as the page shows it under a heading with the player's name."""

import pytest
from shared_packs import shared_pack

from interpreter.play.log import Teller
from interpreter.play.views import Looker


def played(name, seats, picks):
    game = shared_pack(name).new_game(players=seats, seed=3)
    for _ in range(picks):
        game.choose(0)
    return game


def test_there_is_a_passage_for_every_choice_and_one_for_the_set_up():
    game = played("five_kingdoms", 2, 14)
    passages = game.passages(None)
    assert len(passages) == len(game.picks) + 1
    assert passages[0].seat is None and passages[0].action is None
    later = game.passages(None, 9)
    assert [[line.en for line in passage.lines] for passage in later] == [
        [line.en for line in passage.lines] for passage in passages[10:]
    ]


def test_who_chose_is_not_named_in_every_line():
    game = played("tic_tac_toe", 2, 1)
    [_, passage] = game.passages(None)
    assert passage.seat == 0
    assert not [line for line in passage.lines if "Player 1" in line.en]
    assert [line for line in game.log(None, "en") if "Player 1" in line]


def test_an_action_of_the_pack_is_named_where_it_begins():
    game = played("daimyo", 3, 40)
    named = [passage.action.en for passage in game.passages(None) if passage.action is not None]
    assert "Main action" in named
    assert len(named) < len(game.picks)


def test_what_follows_from_the_rules_alone_is_found_once_for_a_game():
    game = played("tic_tac_toe", 2, 0)
    one, other = Teller(game.machine, game.names), Teller(game.machine, game.names)
    assert one.cells is other.cells
    assert Looker(game, 0).names.looks("cell") is Looker(game, 1).names.looks("cell")


@pytest.mark.parametrize(("lang", "looks"), [("en", "looks at "), ("fr", "regarde "), ("de", "sieht sich ")])
def test_who_looks_at_something_is_not_named_again(lang, looks):
    game = shared_pack("five_kingdoms").new_game(players=2, seed=6)
    while not (found := [line for line in game.story(None) if looks in line.text.get(lang)]):
        game.choose(0)
    assert not [line for line in found if f" 1 {looks}" in line.text.get(lang) or f" 2 {looks}" in line.text.get(lang)]
