"""What a pack need not say again: where its things come from, what a verb is called, where the first real choice is made."""

import pytest
from tiny_pack import checked, tiny_files

from interpreter.diagnostics import Severity
from interpreter.play.scenario import run_scenarios
from interpreter.play.scenario_reading import read_scenarios
from interpreter.prose import card_text

PACK = "pack.yaml"


def errors(pack):
    return [one.code for one in pack.diagnostics if one.severity is Severity.ERROR]


def pack_file(*lines):
    return tiny_files()[PACK].decode() + "".join(f"{line}\n" for line in lines)


def changed(path, old, new):
    text = tiny_files()[path].decode()
    assert old in text
    return {path: text.replace(old, new).encode()}


# ---- `source`

CARD = "card:\n  - {id: x, name: Ex, cost: 1, effect: gain 1 points}\n"
RULE = "- verb: try it\n  effect: gain 1 points\n"


def test_a_pack_says_it_for_all():
    files = {PACK: pack_file("source: designed").encode(), "cards/x.yaml": CARD.encode(), "rules/x.yaml": RULE.encode()}
    assert errors(checked(files)) == []


def test_a_file_of_cards_says_it_for_its_cards():
    assert errors(checked({"cards/x.yaml": f"source: designed\n{CARD}".encode()})) == []
    files = {
        "cards/x.yaml": f"source: designed\n{CARD}".encode(),
        "cards/y.yaml": CARD.replace("id: x", "id: y").encode(),
    }
    found = [one for one in checked(files).diagnostics if one.severity is Severity.ERROR]
    assert [one.label.span.file for one in found] == ["case/cards/y.yaml"]


@pytest.mark.parametrize("files", [{"cards/x.yaml": CARD.encode()}, {"rules/x.yaml": RULE.encode()}])
def test_where_nobody_says_it_it_is_missing(files):
    (found,) = [one for one in checked(files).diagnostics if one.severity is Severity.ERROR]
    assert "source" in found.message


def test_a_thing_may_say_otherwise():
    """What is of a rulebook names its rule, also where the file says that all of it is designed."""
    card = CARD.replace("cost: 1", "cost: 1, source: rulebook")
    (found,) = [one for one in checked({"cards/x.yaml": f"source: designed\n{card}".encode()}).diagnostics
                if one.severity is Severity.ERROR]  # fmt: skip
    assert "rule" in found.message


# ---- the words of a verb


def told(text, lang):
    rules = f'- verb: "feed {{n: number}} (mouse|mice)"\n{text}  source: designed\n  effect: gain n points\n'
    card = "card:\n  - {id: x, name: Ex, cost: 1, source: designed, effect: feed 2 mice}\n"
    pack = checked({"rules/x.yaml": rules.encode(), "cards/x.yaml": card.encode()})
    assert errors(pack) == []
    return card_text(pack.vocabulary, pack.vocabulary.item_ids["x"][0], lang)


def test_english_is_the_phrase_unless_it_is_written():
    french = "  text: {fr: 'nourrissez {n} souris'}\n"
    assert told(french, "en") == "Feed 2 mice."
    assert told(french, "fr") == "Nourrissez 2 souris."
    assert told("  text: {en: 'give {n} mice a meal', fr: x}\n", "en") == "Give 2 mice a meal."


def test_without_any_text_what_it_does_is_told():
    assert told("", "en") == "Gain 2 points."


# ---- `ready`

ASKS = """\
- verb: prepare
  source: designed
  effect: |
    ask deeply
- verb: ask deeply
  source: designed
  effect: |
    choose good from goods
    gain 3 good
"""
SCENARIO = """\
- scenario: it starts where somebody is asked, two verbs below
  source: designed
  players: 2
  when:
    - p1: clay
  then:
    - p1.clay is 3
"""


@pytest.mark.parametrize("verb", ["prepare", "ask deeply"])
def test_the_first_choice_may_be_made_in_a_verb_below(verb):
    start = changed("rules/game.yaml", "    set leader to first(players)\n", "    as first(players): prepare\n")
    files = {**start, **changed(PACK, "ready: take a turn", f"ready: {verb}"), "rules/x.yaml": ASKS.encode()}
    pack = checked({**files, "scenarios/x.yaml": SCENARIO.encode()})
    assert errors(pack) == []
    (verdict,) = run_scenarios(pack, read_scenarios(pack))
    assert verdict.passed, verdict.why
