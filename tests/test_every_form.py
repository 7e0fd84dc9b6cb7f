"""Every form of the language has cases, is told in every language, and is proved or tried for a reason that is written down.

That it stands in docs/language.md is held by `docs/test_generated.py`, that grown scripts and expensive packs have it in
them by `properties/test_fuzz.py` and `properties/test_expensive_packs.py`.
"""

import re
from functools import cache
from pathlib import Path

import case_files
import pytest
from tiny_pack import checked, indented, script, tiny_files

from interpreter.check.keys import verb
from interpreter.code import program as pr
from interpreter.code.expr import UNKNOWN, Name
from interpreter.diagnostics import Severity
from interpreter.languages import LANGUAGES
from interpreter.prose import card_text
from interpreter.syntax import forms
from interpreter.syntax.parse import forms_written

HERE = Path(__file__).parent
DECISION = HERE.parent / "docs" / "decisions" / "0003-state-and-proofs.md"
STATEMENTS = [form for form in (*forms.CONTROL, *forms.CHOICES) if not form.only_there]
WRITTEN = [one for form in STATEMENTS for one in (form, *form.parts) if not one.only_there]
GERMAN = b"""terms: {card: {one: Karte, many: Karten, gender: f}}"""
"""Enough for a pack to speak German; other ids are told as they are written."""


@cache
def written_in_cases():
    """The forms in the scripts of all cases that are played."""
    found = set()
    for folder in ("run", "statements", "regression"):
        for path in (HERE / "cases" / folder).glob("*.md"):
            for case in case_files.read_cases(path.read_text()):
                for block in case.all("effect"):
                    found |= {*forms_written(script(block.text))}
    return found


def verb_with(text):
    """The fixture pack, which speaks every language, with a verb that has this script."""
    begins = "  begins: turn\n" if "end turn" in text else ""  # what ends a turn must have begun one
    written = f"- verb: try it\n  source: designed\n{begins}  effect: |\n    {indented(text)}\n"
    files = {"rules/case.yaml": written.encode(), "text/de.yaml": GERMAN}
    files["pack.yaml"] = tiny_files()["pack.yaml"].replace(b"[en, fr]", b"[en, fr, de]")
    return checked(files)


def sound(pack):
    return not any(one.severity is Severity.ERROR for one in pack.diagnostics)


@pytest.mark.parametrize("form", STATEMENTS, ids=lambda form: form.alias)
def test_a_form_has_cases(form):
    assert form.alias in written_in_cases(), (
        f"no case in tests/cases/run/ is played that has `{form.form}` in its script"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.form)
def test_a_form_is_told_in_every_language(form, lang):
    pack = verb_with(form.example)
    assert sound(pack)
    routine = next(one.routine for one in pack.vocabulary.verbs if one.name == "try it")
    told = card_text(pack.vocabulary, routine, lang)
    assert told
    assert not re.search(r"[{}_\ue000-\uf8ff]|\bNone\b", told)
    if lang != "en":
        assert told != card_text(pack.vocabulary, routine, "en")


def behind_it(text, demand):
    """An option with a script and, if that may be, a demand behind it; gives whether there is a proof for it."""
    lines = [*text.rstrip("\n").split("\n"), *([demand] if demand else [])]
    pack = verb_with("may:\n" + "".join(f"  {line}\n" for line in lines))
    if not sound(pack):
        return None
    machine = pack.new_game(players=pack.players[-1], seed=1).machine
    asked = next(node for node in machine.program.routines[verb("try it")].body.nodes if isinstance(node, pr.Ask))
    return machine.printed.proofs.condition(asked, 0, to_the_end=False, chosen=Name("v")) != UNKNOWN


def reasons():
    """The forms that are tried, and why, as the decision has them."""
    table = DECISION.read_text().partition("| tried | because |")[2].partition("\n\n")[0]
    return {row[1]: row[2] for row in re.finditer(r"^\| `(.+?)` \| (.+) \|$", table, re.MULTILINE)}


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.form)
def test_a_form_is_proved_or_tried_for_a_reason(form):
    """A demand stands behind it that reads nothing it changes; where none may stand there, it is proved by itself."""
    proved = behind_it(form.example, "require my.secret > 2")
    if proved is None:
        proved = behind_it(form.example, "")
    assert proved is not None
    assert proved != (form.form in reasons()), "proved, and yet a reason is written down" if proved else "no proof"


def test_reasons_are_of_forms_that_are_there():
    assert {*reasons()} <= {form.form for form in WRITTEN}
    assert all(reasons().values())
