"""Cards as authors of expansions write them who have only read the docs: what is told of them, in every language.

The packs lie in `expansions/`, the texts in `expansions/told.txt`. They are to read as if they were printed on a card.
"""

from functools import cache

import pytest
from told import HERE, same

from interpreter.play.pack import load
from interpreter.prose import card_text

FOLDER = HERE / "expansions"
PATH = FOLDER / "told.txt"
PACKS = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


@cache
def cards(name):
    """The cards that a pack brings, with their vocabulary."""
    pack = load(FOLDER / name)
    v = pack.vocabulary
    return v, [item for kind in v.kinds.values() for item in kind.items if pack.source.owner(item.span.file) == name]


def texts():
    for name in PACKS:
        v, items = cards(name)
        yield f"== {name}\n"
        for item in items:
            yield item.id
            yield from (f"{lang}: {line}" for lang in v.languages for line in card_text(v, item, lang).splitlines())
            yield ""


def test_what_is_told(pytestconfig):
    same(PATH, "\n".join(texts()).rstrip() + "\n", bless=pytestconfig.getoption("--bless"))


@pytest.mark.parametrize("name", PACKS)
def test_nothing_is_said_clumsily(name):
    v, items = cards(name)
    clumsy = (
        "always",
        "it is not true",
        "equal to the number of",
        "toujours",
        "il est faux",
        "immer",
        "es nicht stimmt",
        ": :",
    )
    for item in items:
        for lang in v.languages:
            text = card_text(v, item, lang)
            assert not [words for words in clumsy if words in text], (item.id, text)
