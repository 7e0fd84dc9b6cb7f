"""The tables of phrases: every language has every phrase, each is used, and each says the same things in all of them."""

import re
import string
from dataclasses import fields
from pathlib import Path

import pytest

import interpreter
from interpreter import prose
from interpreter.languages import FALLBACK, LANGUAGES, Language, language
from interpreter.play import log
from interpreter.play.bots import BOTS
from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.primitives.grids import DIRECTION, DIRECTIONS, NEAR
from interpreter.tools import games_page

ENGINE = Path(interpreter.__file__).parent
SOURCES = "".join(path.read_text() for path in Path(prose.__file__).parent.glob("*.py"))
ELSEWHERE = "".join(path.read_text() for part in ("play", "tools") for path in (ENGINE / part).rglob("*.py"))
HOLE = re.compile(r"\{(?:\w+ )?(\w+)(?::\w+)?\}")
TEMPLATES = ("prose", "statements", "levels", "functions", "over")
FORMATTED = ("play", "log", "why", "terminal", "saves", "rules")
RECOGNISED = ("yes", "no", "numerals", "leave", "either")
"""Words that are understood, not said: each language has its own, and as many as it has."""
PARTS = [part.name for part in fields(Language) if part.name not in ("code", "grammar", *RECOGNISED)]
OTHERS = [lang for lang in LANGUAGES if lang != FALLBACK]
MAY_LACK = {"clause", "whose", "which", "each", "element"}
"""What a language may leave out: it has other words for it, or needs none."""


def holes(part, text):
    if part in TEMPLATES:
        return set(HOLE.findall(text)) - MAY_LACK
    return {name for _, name, _, _ in string.Formatter().parse(text) if name} - MAY_LACK


def table_of(part, lang):
    """The file where a table of a language stands."""
    paths = sorted((ENGINE / "languages" / FALLBACK).glob("*.py"))
    name = next((path.name for path in paths if re.search(rf"^{part.upper()}\b", path.read_text(), re.MULTILINE)), "")
    return f"interpreter/languages/{lang}/{name}"


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("part", PARTS)
def test_a_language_has_every_phrase(lang, part):
    ours, theirs = getattr(language(FALLBACK), part), getattr(language(lang), part)
    assert [key for key in ours if key not in theirs] == [], f"{part.upper()} in {table_of(part, lang)}"
    assert [key for key in theirs if key not in ours] == [], f"not said in {FALLBACK}"


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("part", [*TEMPLATES, *FORMATTED])
def test_all_languages_tell_the_same_facts(lang, part):
    ours, theirs = getattr(language(FALLBACK), part), getattr(language(lang), part)
    assert [key for key in ours if holes(part, ours[key]) != holes(part, theirs.get(key, ours[key]))] == []


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("part", ["terminal", "saves", "why"])
def test_sentences_are_translated(lang, part):
    ours, theirs = getattr(language(FALLBACK), part), getattr(language(lang), part)
    assert [key for key in ours if ours[key] == theirs.get(key)] == [], f"still {FALLBACK} in {lang}/phrases.py"


@pytest.mark.parametrize(
    "part", ["prose", "nouns", "statements", "functions", "play", "log", "page", "rules", "meanings"]
)
@pytest.mark.parametrize("lang", OTHERS)
def test_most_phrases_are_translated(lang, part):
    """Some are the same in two languages; a table that was copied is not a translation."""
    ours, theirs = getattr(language(FALLBACK), part), getattr(language(lang), part)
    same = [key for key in ours if ours[key] == theirs.get(key)]
    assert len(same) <= len(ours) // 3, f"still {FALLBACK} in interpreter/languages/{lang}/: {', '.join(same)}"


def test_every_folder_is_a_language():
    folders = {path.parent.name for path in (ENGINE / "languages").glob("*/phrases.py")}
    assert folders == set(LANGUAGES), "LANGUAGES in interpreter/languages/table.py"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_language_can_be_chosen_in_the_browser(lang):
    page = ENGINE / "web" / "page"
    known = re.search(r"const LANGUAGES = \[(.*?)\]", (page / "app.js").read_text("utf-8"))[1]
    assert f'"{lang}"' in known, "LANGUAGES in interpreter/web/page/app.js"
    assert f'["{lang}", "' in (page / "home.js").read_text("utf-8"), "languageChoice in interpreter/web/page/home.js"


@pytest.mark.parametrize("lang", OTHERS)
def test_the_page_of_a_game_names_the_language(lang):
    assert lang in games_page.NAMES, "NAMES in interpreter/tools/games_page.py"


def test_every_bot_has_words():
    missing = set(BOTS) - set(language(FALLBACK).page)
    assert not missing, f"PAGE in interpreter/languages/{FALLBACK}/page.py: who sits at the table"


def test_every_statement_and_function_has_words():
    told = language(FALLBACK)
    phrases, rules = (f"interpreter/languages/{FALLBACK}/{name}.py" for name in ("phrases", "rules"))
    levels = {name for name, declared in STATEMENTS.items() if declared.levels}
    assert set(told.statements) == set(STATEMENTS), f"STATEMENTS in {phrases}: what a card says"
    assert set(told.levels) == levels, f"LEVELS in {phrases}: the same of a counter that is a level"
    assert set(told.meanings) == set(STATEMENTS), f"MEANINGS in {rules}: what the glossary says, empty if nothing"
    assert set(told.functions) == set(FUNCTIONS), f"FUNCTIONS in {phrases}: what a card says"
    assert set(told.over) <= set(FUNCTIONS), f"OVER in {phrases}"


def test_the_log_has_words_for_everything_it_tells():
    """What tellers say by name, as in `logged("flip", …)`."""
    root = Path(log.__file__).parents[1]
    said = {
        name for path in root.rglob("*.py") for name in re.findall(r'\blogged\(\s*"([^"]+)"', path.read_text("utf-8"))
    }
    missing = said - set(language(FALLBACK).log)
    assert not missing, f"LOG in interpreter/languages/{FALLBACK}/phrases.py"


def test_the_log_has_words_for_every_change_of_a_counter():
    """One that adds or takes; what a cell holds now is told in the words of `set`."""
    changing = {one.change.event for one in STATEMENTS.values() if one.change is not None and not one.change.tells_new}
    missing = changing - set(language(FALLBACK).log)
    assert not missing, f"LOG in interpreter/languages/{FALLBACK}/phrases.py"


BUILT = ("one", "any", "order", "different", *(f" {which}" for which in NEAR))


@pytest.mark.parametrize("key", [k for k in language(FALLBACK).prose if k not in BUILT])
def test_phrases_are_used(key):
    phrases = language(FALLBACK).prose
    assert (
        f'"{key}"' in SOURCES or f"'{key}'" in SOURCES or (key.endswith(" not") and key.removesuffix(" not") in phrases)
    )


@pytest.mark.parametrize("part", ["play", "log", "why", "saves", "rules"])
def test_other_phrases_are_used(part):
    written = ELSEWHERE + " ".join(f'"{declared.change.event}"' for declared in STATEMENTS.values() if declared.change)
    built = {"clause with", "cost with", "clause", "cost"}
    keys = [key for key in getattr(language(FALLBACK), part) if key not in built]
    assert [key for key in keys if f'"{key}"' not in written and f"'{key}'" not in written] == []


@pytest.mark.parametrize("key", [k for k in language(FALLBACK).nouns if k not in (DIRECTION, *DIRECTIONS)])
def test_nouns_are_used(key):
    assert f'"{key}"' in SOURCES


def test_whatever_lies_around_a_place_has_words():
    assert all(f" {which}" in language(FALLBACK).prose for which in NEAR)
    assert all(way in language(FALLBACK).nouns for way in (DIRECTION, *DIRECTIONS))
