"""A screen in one language does no work in another."""

import ast
import subprocess
import sys

import pytest

import interpreter
from interpreter.languages import FALLBACK, LANGUAGES, table
from interpreter.prose import words
from interpreter.prose.words import Words

GAMES = ["five_kingdoms", "pig", "connect_four"]


@pytest.fixture(autouse=True, scope="module")
def checked():
    """Packs that are known: the first time, texts are checked in all their languages."""
    for name in GAMES:
        interpreter.load(name)


@pytest.fixture
def spoken(monkeypatch):
    """The languages that are looked up from here on."""
    asked = set()
    real = table._read
    monkeypatch.setattr(table, "_read", lambda code: asked.add(code) or real(code))
    started = words.Words.__init__

    def counting(self, vocabulary, lang):
        asked.add(lang)
        started(self, vocabulary, lang)

    monkeypatch.setattr(words.Words, "__init__", counting)
    return asked


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_playing_in_one_language_makes_no_words_of_another(spoken, name, lang):
    game = interpreter.load(name).new_game(players=2, seed=5)
    shown = []
    for step in range(12):
        decision = game.decision
        if decision is None:
            break
        shown.append(game.view(decision.seat).text(lang))
        shown.append(decision.prompt.get(lang))
        for index, option in enumerate(decision.options):
            shown.append(option.label.get(lang))
            note = decision.options.note(index)
            shown += [note.get(lang)] if note is not None else []
        game.choose(step % len(decision.options))
        shown += game.log(decision.seat, lang)
    assert len("".join(shown)) > 1000
    assert spoken == {lang}


def test_only_the_language_asked_for_is_read():
    """A fresh program that shows a card in English has not imported another language."""
    script = """
import sys
import interpreter
from interpreter.prose import card_text
v = interpreter.load("five_kingdoms").vocabulary
print(card_text(v, v.kinds["card"].items[0], "en"))
print([name for name in sys.modules if name.startswith("interpreter.languages.") and name.count(".") == 3])
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    told, modules = ran.stdout.splitlines()[-2:]
    assert told
    assert sorted(ast.literal_eval(modules)) == [
        f"interpreter.languages.en.{one}" for one in ("grammar", "page", "phrases", "rules")
    ]


def test_a_view_shows_the_moment_it_was_taken_whenever_it_is_read():
    game = interpreter.load("connect_four").new_game(players=2, seed=1)
    early, late = game.view(0), game.view(0)
    before = early.text("en")
    game.choose(0)
    assert late.text("en") == before
    assert late.text("fr") != before
    assert game.view(0).text("en") != before


@pytest.mark.parametrize("lang", ["nl", "xx"])
def test_a_pack_asked_for_a_language_it_lacks_is_told_in_the_fallback(lang):
    """Not in whichever of its files comes first."""
    assert next(iter(interpreter.load("tic_tac_toe").vocabulary.terms)) != FALLBACK, "the pack shows nothing here"
    assert Words(interpreter.load("tic_tac_toe").vocabulary, lang).lang == FALLBACK
