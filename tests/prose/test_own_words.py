"""Words that an author writes on a card instead of those made from its scripts."""

import pytest
from tiny_pack import checked

from interpreter import prose

CARDS = """
card:
  - id: whole
    name: {en: Whole, fr: Entier}
    cost: 1
    source: designed
    text: {en: "Two coins, and that is all."}
    bonus: my.coins
    effect: gain 2 coins
  - id: part
    name: {en: Part, fr: Partie}
    cost: 1
    source: designed
    text: {bonus: {en: As many as you have coins., fr: Autant que vos pièces.}}
    bonus: my.coins
    effect: gain 2 coins
  - id: heard
    name: {en: Heard, fr: Entendu}
    cost: 1
    source: designed
    text: {when: {en: "Cheer twice or more: as many points."}}
    when: cheered_by where p is me and nth >= 2
    effect: gain nth points
  - id: "made_{n}"
    for_each: {n: [2, 3]}
    name: "Made {n}"
    cost: 1
    source: designed
    text: {effect: {en: "Here are {n} coins."}}
    effect: gain {n} coins
token:
  - id: two_sides
    source: designed
    shade: dark
    faces:
      - {name: {en: Front, fr: Avers}, effect: gain 1 coins, text: {en: A coin.}}
      - {name: {en: Back, fr: Revers}, effect: gain 1 points}
"""
TERMS = b"""terms:
  bonus: Bonus
  coins: {one: coin, many: coins}
  points: {one: point, many: points}
"""


def told(name, lang, upper=None):
    files = {"cards/more.yaml": CARDS.encode(), "text/en.yaml": TERMS}
    pack = checked(files, upper)
    assert [one for one in pack.diagnostics if one.code != "check/missing-term"] == []
    return prose.card_text(pack.vocabulary, pack.vocabulary.item_ids[name][0], lang)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("whole", "Two coins, and that is all."),
        ("part", "Gain 2 coins.\nBonus: As many as you have coins."),
        ("heard", "Cheer twice or more: as many points."),
        ("made_3", "Here are 3 coins."),
        ("two_sides", "Front: A coin.\nBack: Gain 1 point."),
    ],
)
def test_words_stand_in_place_of_those_that_are_made(name, words):
    assert told(name, "en") == words


def test_a_language_without_words_has_those_that_are_made():
    assert told("whole", "fr") == "Gagnez 2 pièces."


def test_a_pack_above_changes_words():
    change = b"card:\n  - change: whole\n    text: {en: Two coins. Nothing else.}\n"
    assert told("whole", "en", {"upper": {"cards/words.yaml": change}}) == "Two coins. Nothing else."


def test_a_pack_above_takes_words_away():
    change = b"card:\n  - change: whole\n    remove: text\n"
    assert told("whole", "en", {"upper": {"cards/words.yaml": change}}) == "Gain 2 coins.\nBonus: your coins."
