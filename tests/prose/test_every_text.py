"""Every thing of every shipped pack can be read in every language of it, and its words speak of what its scripts do.

What a text mentions (numbers, so many of a counter, counters, kinds of things, that something may be done, that there are
two ways) is held against the typed scripts by `interpreter/check/words.py`, which `check` uses for the words of authors.
Here all texts are held against them, those that are made from scripts too: a phrase that swallows a number is noticed.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter import prose
from interpreter.check.facts import facts_of, scripts_of
from interpreter.check.words import judged

PACKS = sorted(path.parent.name for path in (Path(__file__).parents[2] / "content").glob("*/pack.yaml"))
NUMBER = re.compile(r"(?<![\w])\d+(?![\w])")


@cache
def vocabulary(pack):
    return shared_pack(pack).vocabulary


def texts(pack):
    v = vocabulary(pack)
    for lang in v.languages:
        for decl in v.kinds.values():
            for item in decl.items:
                yield lang, item, prose.card_text(v, item, lang)


def faults(v, item, text, lang):
    found = judged(v, item, facts_of(v, scripts_of(v, item)), text, lang)
    return [f"does not say {what}" for what in found.missing] + [f"says {what}" for what in found.strange]


@pytest.mark.parametrize("pack", PACKS)
def test_a_text_speaks_of_what_the_scripts_do(pack):
    v = vocabulary(pack)
    wrong = [
        f"{item.id} ({lang}): {fault} in {text!r}"
        for lang, item, text in texts(pack)
        for fault in faults(v, item, text, lang)
    ]
    assert wrong == []


@pytest.mark.parametrize("pack", PACKS)
def test_nothing_that_does_something_is_blank(pack):
    """Who has a script has words; who has none is at least called something."""
    v = vocabulary(pack)
    blank = [
        f"{item.id} ({lang})"
        for lang, item, text in texts(pack)
        if not text and (scripts_of(v, item) or not (item.name or item.kind in v.terms[lang]))
    ]
    assert blank == []


# ---- the test can fail


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("deserter_captain", ("2 gold", "3 gold")),
        ("deserter_captain", ("1 or 2", "1 or 4")),
        ("rice_broker", ("2 rice", "2 metal")),
        ("rice_broker", ("3 popularity points", "2 popularity points")),
        ("rice_broker", ("Pay 2 rice. ", "")),
        ("solder_kid", ("You may shift", "Shift")),
        ("field_gleaner", ("Gain", "You may gain")),
        ("harbour_twins", ("2 of these", "3 of these")),
        ("great_army", ("31", "30")),
        ("hush_money", ("shadows", "governors")),
        ("bone_gambler", ("add up to 7", "add up to 6")),
        ("harbour_twins", ("Choose 2 of these: ", "")),
    ],
)
def test_words_that_say_something_else_are_noticed(name, change):
    v = vocabulary("daimyo")
    item = v.item_ids[name][0]
    text = prose.card_text(v, item, "en")
    assert change[0] in text, text
    assert faults(v, item, text, "en") == []
    assert faults(v, item, text.replace(*change), "en") != [], "nobody notices"


def test_most_wrong_numbers_are_noticed():
    """Each number of each text, one higher: what stays unnoticed is a number that stands elsewhere on the same card."""
    changed = noticed = 0
    for pack in ("ancient_world", "daimyo", "five_kingdoms"):
        v = vocabulary(pack)
        for lang, item, text in texts(pack):
            for found in NUMBER.finditer(text) if lang == "en" else ():
                wrong = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
                changed += 1
                noticed += faults(v, item, wrong, lang) != []
    assert changed > 300
    assert noticed >= 0.8 * changed, f"{noticed} of {changed}"
