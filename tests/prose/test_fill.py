"""Templates: holes, optional parts, forms and agreement."""

import pytest

from interpreter.languages.en.grammar import English
from interpreter.languages.fr.grammar import French
from interpreter.languages.grammar import BASE, COMMAND, THIRD
from interpreter.languages.nouns import Noun, Np
from interpreter.prose.fill import Number, Template

CARD = Np(Noun("card", "cards", at="on"))
CARTE = Np(Noun("carte", "cartes", "f"))


def english(text, mood=COMMAND, **holes):
    return Template(English(), mood, {"big cards": "big card", "cards": "card"}).fill(text, holes)


def french(text, mood=COMMAND, **holes):
    return Template(French(), mood, {"cartes": "carte"}).fill(text, holes)


def test_optional_parts_are_left_out():
    assert english("hire[ for {n} less]", n=Number("2", 2)) == "hire for 2 less"
    assert english("hire[ for {n} less]", n=None) == "hire"


@pytest.mark.parametrize(("n", "made"), [(1, "draw 1 card(!)"), (2, "draw 2 cards(!)"), (0, "draw 0 cards(!)")])
def test_nouns_agree_with_numbers(n, made):
    assert english("draw {n} cards(!)", n=Number(str(n), n)) == made
    assert english("draw {n} card(s)(!)", n=Number(str(n), n)) == made


def test_the_longest_noun_agrees():
    assert english("draw {n} big cards", n=Number("1", 1)) == "draw 1 big card"


def test_french_zero_is_singular():
    assert french("piochez {n} cartes", n=Number("0", 0)) == "piochez 0 carte"


def test_forms_follow_the_mood():
    assert [english("{gain|gains} it", mood) for mood in (COMMAND, THIRD, BASE)] == ["gain it", "gains it", "gain it"]
    forms = [french("{gagnez|gagne|gagner}", mood) for mood in (COMMAND, THIRD, BASE)]
    assert forms == ["gagnez", "gagne", "gagner"]


def test_articles_and_places():
    assert english("{x}, {a x}, {one x}, {many x}, {all x}, {in x}", x=CARD) == (
        "the card, a card, card, cards, all cards, on the card"
    )
    assert french("{x}, {a x}, {one x}, {many x}, {all x}, {in x}", x=CARTE) == (
        "la carte, une carte, carte, cartes, toutes les cartes, dans la carte"
    )


def test_a_becomes_an():
    assert english("take a {x}", x="old card") == "take an old card"


def test_so_many_of_a_parameter():
    assert [english("build {n x}", n=Number(str(n), n), x=CARD) for n in (1, 2)] == ["build 1 card", "build 2 cards"]
    assert [french("posez {n x}", n=Number(str(n), n), x=CARTE) for n in (1, 2)] == ["posez 1 carte", "posez 2 cartes"]
    assert english("build {n x}", n=Number("{n}", short=True), x=CARD) == "build {n} cards"
