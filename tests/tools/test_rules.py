"""`rulewright rules`, `rules` in a game, and the first turn explained at the terminal."""

import pytest
from shared_packs import shared_pack

from interpreter.play.glossary import told
from interpreter.play.tutorial import lesson_of, read_tutorial
from interpreter.tools.booklet import Booklet, Topic


def test_the_chapters_are_listed(rulewright):
    ran = rulewright("rules", "daimyo")
    assert ran.code == 0
    assert ran.out.startswith("Daimyo: rules\n  1  What you want\n")
    assert " 13  A first turn, step by step\n 14  Glossary\n" in ran.out


@pytest.mark.parametrize("wanted", [("2",), ("A", "turn"), ("a turn",), ("turn",)])
def test_a_chapter_by_number_title_or_id(rulewright, wanted):
    out = rulewright("rules", "pig", *wanted).out
    assert out.startswith("A turn\n")
    assert "  • A roll of 2 to 6 goes into the pot" in out
    assert "PIG-2" not in out, "ids are for authors"
    assert rulewright("rules", "pig", *wanted, "--ids").out == f"{out}Rules: PIG-2, PIG-3, PIG-4\n"


def test_a_chapter_in_another_language(rulewright):
    assert rulewright("rules", "pig", "ein zug", "--lang", "de").out.startswith("Ein Zug\n")
    assert rulewright("rules", "pig", "A turn", "--lang", "fr").out.startswith("Un tour\n")


def test_a_term_is_explained(rulewright):
    assert rulewright("rules", "pig", "pot").out == "pot: what you rolled this turn; it becomes points when you hold\n"
    assert rulewright("rules", "pig", "pips").out == "pips: a number, 1 to 6 (of: die)\n"


def test_the_glossary_has_the_words_of_the_game_and_of_every_game(rulewright):
    out = rulewright("rules", "pig", "glossary").out
    assert "Words of this game\n  player: somebody who plays\n" in out
    assert "Words of every game\n  gain: your number goes up" in out


def test_what_there_is_not_is_told_with_what_may_be_meant(rulewright):
    ran = rulewright("rules", "pig", "pott")
    assert ran.code == 2
    assert "No chapter and no term is called `pott`." in ran.out and "pot?" in ran.out


def test_tables_fit_the_screen(rulewright, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert "  Character                     when " in rulewright("rules", "five_kingdoms", "characters").out
    monkeypatch.setenv("COLUMNS", "80")
    assert "  • Popess (Religious) (any column reaches 4): 2 castles\n" in rulewright("rules", "five_kingdoms", 5).out


def test_a_pack_without_a_rule_book_has_a_glossary(rulewright):
    out = rulewright("rules", "pebbles").out
    assert out.startswith("Pebbles: rules\n") and "Glossary" in out


def test_rules_in_a_game(rulewright):
    out = rulewright(
        "play", "pig", "--seed", 1, "--players", "human,human", typed="rules\nrules 2\nrules pot\nrules foo\nquit\n"
    ).out
    assert "Pig: rules\n  1  What you want\n" in out
    assert "\nA turn\nAgain and again you choose: `Roll` or `Hold`.\n" in out
    assert "pot: what you rolled this turn" in out
    assert "No chapter and no term is called `foo`." in out
    assert "\nSpielarten" not in out


def test_rules_in_a_game_in_other_languages(rulewright):
    assert "Regeln\n  1  Das Ziel\n" in rulewright("play", "pig", "--lang", "de", typed="regeln\nende\n").out
    assert "règles\n  1  Le but du jeu\n" in rulewright("play", "pig", "--lang", "fr", typed="règles\nquitter\n").out


# ---- the first turn


def keys(name):
    return [step.pick for step in read_tutorial(shared_pack(name)).steps if step.seat == 0]


@pytest.mark.parametrize("name", ["daimyo", "five_kingdoms"])
@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_lesson_is_played_by_doing_what_it_says(rulewright, name, lang):
    typed = "\n".join([*keys(name), {"en": "quit", "fr": "quitter", "de": "ende"}[lang]]) + "\n"
    ran = rulewright("play", name, "--tutorial", "--lang", lang, typed=typed)
    known = lesson_of(shared_pack(name)).tutorial
    assert ran.code == 0
    for step in known.steps:
        if step.seat == 0:
            assert step.words.get(lang) in ran.out
    assert known.end.get(lang).split(".")[0] in ran.out
    assert f"{len(keys(name))}" in ran.out


def test_what_to_take_is_told_by_its_number(rulewright):
    out = rulewright("play", "five_kingdoms", "--tutorial", typed="quit\n").out
    assert "Step 1 of 4\n" in out
    assert "For the lesson take 2: column 3, row 3. Anything else leaves it.\n" in out


def test_anything_else_leaves_the_lesson(rulewright):
    out = rulewright("play", "five_kingdoms", "--tutorial", typed="cell_1_1\nquit\n").out
    assert "You have left the lesson; `undo` brings you back." in out
    assert "Step 2" not in out


def test_a_pack_without_a_lesson_says_so(rulewright):
    ran = rulewright("play", "pig", "--tutorial")
    assert ran.code == 2 and "Pig has no lesson." in ran.err


def test_the_tutorial_is_played_by_the_command_test(rulewright, home):
    import shutil
    from pathlib import Path

    shutil.copytree(Path(__file__).parents[2] / "content/pig", home / "pig")
    (home / "pig/tutorial.yaml").write_text("players: 2\nseed: 1\nsteps: [{pick: roll}, {pick: stop}]\nend: Go on.\n")
    ran = rulewright("test", "./pig")
    assert ran.code == 1
    assert (
        "FAIL  the tutorial\n      `stop` is not offered (offered: roll, hold)\n      --> pig/tutorial.yaml:3:"
        in ran.out
    )


def test_no_chapter_is_offered_that_is_not_there(monkeypatch):
    booklet = Booklet(shared_pack("pig"), "en")
    assert list(booklet.contents())[-1][0].startswith("`rules 2`")
    monkeypatch.setattr(booklet, "topics", lambda: [Topic("glossary", told("glossary"))])
    assert list(booklet.contents())[-1][0].startswith("`rules 1`")
