"""Scripts are parsed by our own driver of the grammar's tables; what it makes is what Lark makes."""

import hashlib
from dataclasses import replace

import pytest

from interpreter.source import keep, recall
from interpreter.syntax import tables
from interpreter.syntax.build import build
from interpreter.syntax.by_lark import parser
from interpreter.syntax.grammar import grammar_text
from interpreter.syntax.quick import NotSound, Quick
from interpreter.syntax.tables import read_from

SCRIPTS = [
    "gain 2 wood\n",
    "if (my.coins >= 3) and not any(cards where cost < 2):\n  gain 1 coins\nelse:\n  lose 1 coins\n",
    "choose 1 to 2 heroes from my.hand:\n  move hero to my.discard\n  gain 2 gold\n",
    "repeat 3:\n  may:\n    pay 1 coins\n    # a note\n\n    gain 1 wood\ngain (1 +\n   2) wood\n",
]
BROKEN = [
    "gain 2 +\n",
    "if x:\ngain 1 wood\n",
    "gain (1 wood\n",
    "gain 1 wood)\n",
    "if x:\n    gain 1 a\n  gain 1 b\n",
    "\n",
]


@pytest.fixture(scope="module")
def quick():
    return Quick(read_from(parser()))


@pytest.mark.parametrize("text", SCRIPTS)
def test_a_tree_is_the_one_that_lark_gives_with_every_place(quick, text):
    assert quick.parse(text, "script") == build(parser().parse(text, start="script"))


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_not_sound_is_left_to_lark(quick, text):
    with pytest.raises(NotSound):
        quick.parse(text, "script")


def test_an_expression_ends_where_it_should(quick):
    assert quick.parse("1 + 2 * x\n", "expression") == build(parser().parse("1 + 2 * x\n", start="expression"))
    with pytest.raises(NotSound):
        quick.parse("gain 1 wood\n", "expression")


# --- the tables are shipped


def test_shipped_tables_are_those_that_lark_makes_of_the_grammar(monkeypatch):
    monkeypatch.setattr(tables, "read_from", None)  # nothing is worked out
    shipped = tables.tables()
    monkeypatch.undo()
    assert shipped == read_from(parser())


def test_tables_of_another_grammar_are_not_used(monkeypatch):
    others = tables.tables_text().replace(hashlib.sha256(grammar_text().encode()).hexdigest(), "0" * 64)
    monkeypatch.setattr(tables, "tables_text", lambda: others.replace('"script":1', '"script":0'))
    assert tables.tables() == read_from(parser())


# --- where the grammar is another one, its tables are kept


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "tables_text", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE", raising=False)


def test_tables_that_are_kept_come_back_as_they_were(own_cache, monkeypatch):
    made = tables.tables()
    monkeypatch.setattr(tables, "read_from", None)  # nothing is worked out again
    assert tables.tables() == made == read_from(parser())


@pytest.mark.parametrize(
    "changes",
    [
        {"patterns": {"NAME": "(a+)+b"}},
        {"starts": {"script": 99_999}},
        {"words_of": (0,)},
        {"reductions": ()},
        {"patterns": {}},
    ],
    ids=lambda one: next(iter(one)),
)
def test_tables_that_are_not_ours_are_not_used(own_cache, changes):
    made = tables.tables()
    digest = hashlib.sha256(grammar_text().encode()).hexdigest()
    keep(digest, "grammar", replace(made, **changes), tables._shape())
    assert recall(digest, "grammar", tables._shape()) != made
    assert tables.tables() == made


def test_tables_that_somebody_else_made_are_not_used(own_cache, tmp_path, monkeypatch):
    """They could be of the right form and mean something else: `more` for `less`, or a loop without end."""
    made = tables.tables()
    less, more = (next(one for one in made.reductions if one.made == name) for name in ("less", "more"))
    turned = {less: replace(less, made="more"), more: replace(more, made="less")}
    others = replace(made, reductions=tuple(turned.get(one, one) for one in made.reductions))
    assert tables._fits(others)
    digest = hashlib.sha256(grammar_text().encode()).hexdigest()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "somebody"))
    keep(digest, "grammar", others, tables._shape())
    assert tables.tables() == others
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "me"))
    assert tables.tables() == made
