"""The generated pages are fresh, and every example in them is good language: parsed and checked against a small pack."""

import inspect
import re
import textwrap

import pytest

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.check.statements import engine_words, primitive_phrases
from interpreter.check.types import NUMBER, PLAYER, kind
from interpreter.diagnostics import Severity
from interpreter.languages import LANGUAGES, language
from interpreter.play.pack import check_source
from interpreter.primitives import STATEMENTS
from interpreter.source import ScriptSource, read_pack
from interpreter.syntax import forms
from interpreter.syntax.grammar import grammar_text
from interpreter.tools import manual, reference

TINY = reference.ROOT / "tests/fixtures/tiny"
# What the examples take for granted: things they name without having chosen them.
THINGS = {"card", "marker", "token", "spot", "place", "cell"}


@pytest.fixture(scope="module")
def vocabulary():
    pack = check_source(read_pack(TINY))
    assert pack.diagnostics == []
    return pack.vocabulary


def names(vocabulary):
    return [("p", PLAYER), ("excess", NUMBER), *((name, kind(name)) for name in sorted(THINGS & set(vocabulary.kinds)))]


def problems(vocabulary, script, *, warnings=False):
    """What is wrong with statements."""
    checker = Checker(vocabulary)
    checker.routine(extra("example"), ScriptSource.from_text(script), names(vocabulary), this=kind("card"))
    return codes(checker, warnings=warnings)


def value_problems(vocabulary, value):
    checker = Checker(vocabulary)
    checker.formula(extra("example"), ScriptSource.from_text(value), names(vocabulary), this=kind("card"))
    return codes(checker)


def codes(checker, *, warnings=False):
    return [d.code for d in checker.problems if warnings or d.severity is Severity.ERROR]


@pytest.mark.parametrize("page", reference.PAGES)
def test_a_generated_page_is_what_its_tables_say(page):
    assert (reference.ROOT / page).read_text("utf-8") == reference.PAGES[page](), f"{page} is old: run `make docs`"


def test_every_form_of_the_grammar_is_explained():
    head, _, values = grammar_text().partition("// ---- values")
    parts = {"item", "item_where", "item_either", "word"}  # of a command
    assert set(re.findall(r"-> (\w+)", head)) - parts == {f.alias for f in forms.written()} - {""}, (
        "interpreter/syntax/forms.py: how each is written, under its alias"
    )
    assert set(re.findall(r"-> (\w+)", values)) == {f.alias for f in forms.VALUES}, (
        "VALUES in interpreter/syntax/forms.py"
    )


def test_every_statement_of_the_engine_is_explained():
    heads = {phrase.head for phrase in primitive_phrases().values()}
    assert engine_words() - heads == {form.alias for form in reference.SPECIAL} - heads


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=lambda one: one.name)
def test_the_words_of_a_statement_stand_behind_it(statement):
    _, _, section = reference.language_page().partition(f"### `{statement.phrase}`")
    said = re.search(r"^On cards: (.*)$", section.partition("\n### ")[0], re.MULTILINE)[1]
    for code in LANGUAGES:
        words = re.search(rf"{code}: \*([^*]+)\*", said)[1]
        assert words.split()[0] in language(code).statements[statement.name]
        assert "|" not in words


@pytest.mark.parametrize("form", [*forms.written(), *reference.SPECIAL], ids=lambda form: form.form)
def test_the_example_of_a_form_is_good(vocabulary, form):
    assert [one for one in problems(vocabulary, form.example) if one not in form.only_there] == []


@pytest.mark.parametrize(
    "example",
    [*(f.example for f in forms.VALUES if not f.only_there), *(w.example for w in (*manual.NAMES, *manual.DOTS))],
)
def test_the_example_of_a_value_is_good(vocabulary, example):
    assert value_problems(vocabulary, example) == []


# ---- errors

ERRORS = [one for _, module in reference.STAGES for one in reference.error_classes(module)]
# Errors about files and declarations: a script alone cannot show them.
NOT_A_SCRIPT = {
    "syntax/empty-script",
    "syntax/joined-lines",
    "check/duplicate",
    "check/two-meanings",
    "check/missing-rows",
    "check/uneven-table",
    "check/not-offered",
    "check/cycle",
    "check/no-verb",
    "check/standing-circle",  # this one and the next two are about what items declare
    "check/both-set",
    "check/source-depends",
    "check/after-itself",
    "check/nothing-before",  # this one and the next two need a pack on a pack
    "check/around-itself",
    "check/both-leave-out",
    "check/beyond-limit",  # this one and the next five are found when the whole pack is looked at
    "check/not-in-block",
    "check/secret-asked",
    "check/secret-option",
    "check/secret-path",
    "check/secret-shown",
    "check/secret-said",
    "check/bad-phrase",
    "check/one-or-many",  # it needs a verb of its own
    "check/missing-field",
} | {
    "check/bad-value",
    "check/incomplete-pack",
    "check/missing-name",
    "check/same-id",
    "check/left-out",
    "check/same-on-both-sides",  # a warning
    "check/taken-word",
    "check/missing-term",
    "check/spelled-out",
    "check/missing-words",  # this one and the next are about the rule book
    "check/uneven-rows",
    "check/undeclared-language",
    "check/nothing-to-word",
    "check/words-lack",
    "check/words-add",
    "check/borrowed-term",  # this one and the next two need a pack on a pack
    "check/words-of-below",
    "check/silent-in",
    "check/cost-after-reveal",
    "check/too-costly",
    "check/unused",
}


def examples(one):
    _, _, rest = inspect.cleandoc(one.__doc__).partition("\n\nExample:\n")
    bad, _, good = rest.partition("\nUse instead:\n")
    return textwrap.dedent(bad).strip(), textwrap.dedent(good).strip()


@pytest.mark.parametrize("one", ERRORS, ids=lambda one: one.__name__)
def test_an_error_has_a_message_and_two_examples(one):
    assert reference.sample(one).diagnostic().message
    assert all(examples(one))


@pytest.mark.parametrize(
    "one",
    [
        e
        for e in ERRORS
        if not e.code.startswith("pack/") and e.code not in NOT_A_SCRIPT and e.__name__ != "UnknownField"
    ],
    ids=lambda one: one.__name__,
)
def test_the_examples_of_an_error_show_it(vocabulary, one, monkeypatch):
    if one.code != "check/ambiguous-name":  # the fixture has `dark` in two enums on purpose
        monkeypatch.setattr(vocabulary.enums["mood"], "values", ["gloomy", "merry"])
    bad, good = examples(one)
    assert one.code in problems(vocabulary, bad, warnings=True) + value_problems(vocabulary, bad)
    assert problems(vocabulary, good) == [] or value_problems(vocabulary, good) == []
