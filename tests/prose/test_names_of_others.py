"""A name of a script never takes the words of another thing: a parameter, a choice or a local is told by what it is."""

import pytest
from test_prose_scripts import well_written
from tiny_pack import checked, script, tiny_files
from told import pack

from interpreter.check import Checker
from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.check.keys import extra
from interpreter.check.types import NUMBER, kind
from interpreter.prose import card_text, question_text

LOOK = """\
- verb: look about
  text: {en: look about, fr: regardez}
  source: designed
  effect: |
    choose last_one from my.hand
    move last_one to display
"""
WORDS = "  last_one: second card\n  look: look\n"


def told(text, name, of, lang="en"):
    checker = Checker(pack().vocabulary)
    made = checker.routine(extra("case"), script(text), [(name, of)])
    assert not checker.problems
    return card_text(pack().vocabulary, made, lang)


@pytest.mark.parametrize("name", ["display", "leader", "purse", "wealth", "dark"])
def test_a_parameter_called_like_something_else_is_told_by_its_kind(name):
    assert told(f"gain {name}.cost points", name, kind("card")) == "Gain points equal to the card’s cost."
    assert told(f"gain {name} points", name, NUMBER) == f"Gain {{{name}}} points."


def test_a_parameter_called_like_its_kind_is_told_by_its_word():
    assert (
        told("gain card.cost points", "card", kind("card"), "fr")
        == "Gagnez un nombre de points égal au coût de la carte."
    )


def asked(files):
    """What the choice named `last_one` asks, in English."""
    base = {"text/en.yaml": tiny_files()["text/en.yaml"] + WORDS.encode(), **files.get("base", {})}
    made = checked(base, {"above": files["above"]} if "above" in files else None)
    verb = next(verb for verb in made.vocabulary.verbs if verb.name == "look about")
    at = next(one.at for one in walk(verb.routine.body) if isinstance(one, ty.Pick))
    return question_text(made.vocabulary, verb.routine, at, "en")


def test_a_choice_has_the_word_that_its_own_pack_has_for_it():
    assert asked({"base": {"rules/look.yaml": LOOK.encode()}}) == "Look about: choose a second card"


def test_a_choice_of_a_pack_above_does_not_have_the_word_of_another_choice():
    assert asked({"above": {"rules/look.yaml": LOOK.encode()}}) == "Look about: choose a card"


def test_a_choice_does_not_have_the_word_of_a_zone():
    look = LOOK.replace("last_one", "court").encode()
    assert asked({"base": {"rules/look.yaml": look}}) == "Look about: choose a card"


def test_a_text_with_such_names_is_written_well():
    well_written(told("gain pool.cost points\nmove pool to my.hand", "pool", kind("card")))
