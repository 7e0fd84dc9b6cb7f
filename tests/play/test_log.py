"""What the log and the board say of whose a piece is, and of who did something."""

import pytest

import interpreter
from interpreter.play.log import gathered
from interpreter.play.text import french_of


@pytest.fixture
def game():
    """A two-player Daimyo with the mercenaries, up to the first choice."""
    return interpreter.load("daimyo").new_game(players=2, seed=3)


def told(game, lang="en"):
    return game.log(None, lang)


def test_what_the_table_does_is_nobodys(game):
    lines = told(game)
    assert "Wreck Diver → the hero deck" in lines
    assert not [line for line in lines if line.startswith("Player 1")]


def test_what_a_player_does_with_their_own_pieces_is_theirs(game):
    while not [line for line in told(game) if "governor of Player 2 →" in line]:
        game.choose(0)
    assert [line for line in told(game) if line.startswith("Player 2: governor of Player 2 → ")]
    assert [line for line in told(game, "fr") if line.startswith("Joueur 2 : gouverneur du joueur 2 → ")]


def test_a_piece_with_a_name_says_whose_it_is_where_that_is_not_clear(game):
    names, things = game.names, game.machine.layout.things["building"]
    tower = next(i for i, thing in enumerate(things) if thing.owner == 2 and thing.key.startswith("tower"))
    assert names.thing("building", tower).en == "Radio tower"
    assert names.owned("building", tower).en == "Radio tower of the Mercenaries"
    assert names.owned("building", tower).fr == "Tour radio du camp des mercenaires"


@pytest.mark.parametrize(
    ("name", "made"),
    [("Joueur 1", "du joueur 1"), ("Les Loups", "des Loups"), ("le Mort", "du Mort"), ("la Banque", "de la Banque")],
)
def test_a_name_after_de(name, made):
    assert french_of(name) == made


def test_who_has_just_chosen_is_named_even_if_the_pieces_are_nobodys():
    """In Five Kingdoms cards lie on a board of all; the one who takes from it is named."""
    game = interpreter.load("five_kingdoms").new_game(players=2, seed=1)
    dealt = len(game.events)
    assert [line for line in game.log(None, "en") if "→ column" in line and not line.startswith("Player")]
    first = game.decision.seat + 1
    game.choose(0)
    while game.decision is not None and game.decision.seat + 1 == first:
        game.choose(0)
    acts = [line for line in game.log(None, "en", dealt) if "→" in line]
    assert acts
    assert all(line.startswith("Player ") for line in acts)


def test_what_a_neutral_player_does_is_not_told_as_a_deed_of_another():
    game = interpreter.load("daimyo").new_game(players=1, seed=11)
    while not [line for line in told(game) if "governor of the Empire →" in line]:
        game.choose(0)
    assert not [line for line in told(game) if line.startswith("Player 1: governor of the Empire")]


def test_counters_of_the_table_are_told_by_how_far_they_move(game):
    game.choose(0)
    assert "round +1" not in told(game)
    while "round +1" not in told(game):
        game.choose(0)
    assert "manche +1" in told(game, "fr")


def test_the_same_line_several_times_is_told_once():
    assert gathered(["a", "a", "b", "a"]) == ["a (×2)", "b", "a"]
