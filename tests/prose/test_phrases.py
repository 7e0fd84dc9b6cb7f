"""The table of phrases: each is used, and says the same things in both languages."""

import re
from pathlib import Path

import pytest

from interpreter import prose
from interpreter.prose.phrases import NOUNS, PHRASES

SOURCES = "".join(path.read_text() for path in Path(prose.__file__).parent.glob("*.py") if path.name != "phrases.py")
HOLE = re.compile(r"\{(?:\w+ )?(\w+)\}")


@pytest.mark.parametrize("key", PHRASES)
def test_both_languages_have_the_same_holes(key):
    english, french = PHRASES[key]
    assert set(HOLE.findall(english)) == set(HOLE.findall(french))


@pytest.mark.parametrize("key", [key for key in PHRASES if key not in ("one", "any", "order", "different")])
def test_phrases_are_used(key):
    assert (
        f'"{key}"' in SOURCES or f"'{key}'" in SOURCES or (key.endswith(" not") and key.removesuffix(" not") in PHRASES)
    )


@pytest.mark.parametrize("key", NOUNS)
def test_nouns_are_used(key):
    assert f'"{key}"' in SOURCES or f'"grid_{key}"' in SOURCES
