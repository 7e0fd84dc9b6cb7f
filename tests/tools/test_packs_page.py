"""What docs/packs.md counts: every statement, form and function of the language is noticed where a script uses it."""

import pytest
from tiny_pack import script, tiny

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.check.types import NUMBER, PLAYER, kind
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.syntax import forms
from interpreter.tools import packs_page, reference

THINGS = ("card", "marker", "token", "spot", "place", "cell")


def used(text):
    checker = Checker(tiny().vocabulary)
    params = [("p", PLAYER), ("excess", NUMBER), *((name, kind(name)) for name in THINGS)]
    made = checker.routine(extra("example"), script(text), params, this=kind("card"))
    return list(packs_page._used(made))


@pytest.mark.parametrize("form", [one for one in forms.written() if one.alias][1:], ids=lambda form: form.alias)
def test_a_form_is_noticed(form):
    assert form.alias in used(form.example)


@pytest.mark.parametrize("form", reference.SPECIAL, ids=lambda form: form.alias)
def test_the_statements_of_the_checker_are_noticed(form):
    names = {"do": "run script", "announce": "announce", "end": "end"}
    assert names[form.alias] in used(form.example)


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_noticed(name):
    assert f"do {name}" in used(STATEMENTS[name].example)


def test_uses_inside_blocks_and_values_are_counted():
    found = used("if count(my.hand) > 1:\n  repeat max(1, count(my.hand)):\n    gain min(1, 2) wood\n    gain 1 wood")
    assert [found.count(name) for name in ("count()", "max()", "min()", "do gain", "if_statement")] == [2, 1, 1, 2, 1]
    assert found.count("repeat") == 1


def test_every_function_is_a_row_and_most_are_used_by_a_pack():
    page = (reference.ROOT / "docs/packs.md").read_text("utf-8")  # fresh, as tests/docs/test_generated.py shows
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| `") and "()`" in line]
    assert [row[1].strip(" `()") for row in rows] == list(FUNCTIONS)
    assert sum(any(cell.strip() for cell in row[2:-1]) for row in rows) > len(rows) / 2


def test_a_template_is_written_once(tmp_path):
    v = tiny().vocabulary
    scripts = packs_page._scripts(v)
    assert len(packs_page._once([*scripts, *scripts])) == len(packs_page._once(scripts)) <= len(scripts)


def test_lines_are_those_with_something_on_them():
    assert packs_page._lines(["a: 1", "", "  # note", "   ", "b: 2  # note"]) == 2


def test_the_lines_of_a_card_are_its_own():
    pack = tiny()
    for card in packs_page._cards(pack):
        text = packs_page._text_of(pack, card)
        assert sum(line.lstrip().startswith("- id") for line in text[1:]) == 0, text
        assert text[-1].strip()
