"""Every statement, function and shape of the language in words: `cases.txt` holds scripts and what is told of them."""

import re
from typing import get_args

import pytest
from told import HERE, LANGUAGES, pack, routine, same

from interpreter.check import typed as ty
from interpreter.check.analysis import walk
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.prose import card_text
from interpreter.prose.uses import values_in

PATH = HERE / "cases.txt"
TOLD = re.compile(r"^(en|fr): .*\n?", re.MULTILINE)


def read():
    """The scripts by section; told lines are left out."""
    for section in re.split(r"^== (?=\w)", PATH.read_text(), flags=re.MULTILINE)[1:]:
        title, _, rest = section.partition("\n")
        yield title, [TOLD.sub("", part).strip("\n") for part in re.split(r"^==\n", rest, flags=re.MULTILINE)]


SCRIPTS = [text for _, scripts in read() for text in scripts]


def test_scripts_are_told(pytestconfig):
    parts = []
    for title, scripts in read():
        cases = []
        for text in scripts:
            made = routine(text)
            told = [f"{lang}: {card_text(pack().vocabulary, made, lang)}" for lang in LANGUAGES]
            cases.append("\n".join([text, *told]) + "\n")
        parts.append(f"== {title}\n" + "==\n".join(cases))
    head = PATH.read_text().partition("\n\n")[0]
    same(PATH, f"{head}\n\n" + "\n".join(parts), bless=pytestconfig.getoption("--bless"))


def statements():
    return [statement for text in SCRIPTS for statement in walk(routine(text).body)]


def test_every_statement_of_the_engine_is_told():
    used = {statement.primitive for statement in statements() if isinstance(statement, ty.Do)}
    assert used == set(STATEMENTS), "a script in tests/prose/cases.txt"


def test_every_shape_of_statement_is_told():
    shapes = set(get_args(ty.Statement))
    assert {type(statement) for statement in statements()} == shapes, "a script in tests/prose/cases.txt"


def test_every_function_is_told():
    found = [e for text in SCRIPTS for e in values_in(routine(text).body)]
    used = {e.function for e in found if isinstance(e, ty.Applied | ty.OverEach | ty.OnGrid)}
    used |= {"copies" for e in found if isinstance(e, ty.Copies)}
    assert used == set(FUNCTIONS), "a script in tests/prose/cases.txt"


@pytest.mark.parametrize("text", SCRIPTS)
def test_what_is_told_is_written_well(text):
    for lang in LANGUAGES:
        made = routine(text)
        told = card_text(pack().vocabulary, made, lang)
        for name, _ in made.params:
            told = told.replace(f"{{{name}}}", "7")
        well_written(told)


def well_written(told):
    for line in told.splitlines():
        assert "  " not in line
        assert not re.search(r"[{}|\[\]_]| [.,]", line), line
        assert line[0].isupper() or line[0].isdigit(), line
        assert line.endswith("."), line
        elided = r"(?<!-)\b(de|le|la|que) [aeiouéèêî]"  # behind a hyphen it is a pronoun: "gardez-la et"
        assert not re.search(rf"\b[Dd]e (le|les|du|des)\b|\b[Àà] (le|les)\b|{elided}", line), line


def test_french_marks_have_their_space():
    told = card_text(pack().vocabulary, routine("repeat 2: place a marker"), "fr")
    assert "\u00a0:" in told
    assert " :" not in told
