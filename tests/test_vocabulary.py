"""The engine knows no game: nothing in `interpreter/` is a word of a shipped pack, and no pack holds Python.

The words come from the packs themselves: every id they declare (kinds, values, vars, zones, items, actions …), and the words
that start several of their verbs. What the language itself is made of (grammar, statements, functions, schemas) is the engine's own. The
rest of the overlap is ordinary English, listed here with the reason; the list may only shrink or be argued for.
"""

import json
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest
from shared_packs import shared_pack

from interpreter.primitives import FUNCTIONS, STATEMENTS

ROOT = Path(__file__).parents[1]
PACKS = sorted(path.parent.name for path in ROOT.glob("content/*/pack.yaml"))
EXAMPLES = str(ROOT / "tests/fixtures/tiny")
JARGON = 3
OTHERS = [EXAMPLES, str(ROOT / "bench/euro")]

ALLOWED = {
    "ordinary verbs of prose and of code": """
        before beside build building builds built called calls closes collect completes drawn expand filled followers
        found laid leads learn looked mark marked marks met might moves now open opener opens pass passed placed restored second taken
        takes use waiting""",
    "ordinary nouns and adjectives of prose and of code": """
        basic character column corner damaged entry eyes goal knowledge lines nature plan post rank rival room seat size squares
        third unused usable weight welcome worker""",
    "words that any game at a table may share": "board played space spaces",
    "colours of a terminal": "colour colours green red yellow",
    "names of Python's own library": "active marshal",
    "the size of a picture": "height",
}
# A doc-string of the public face loads a shipped pack, as every user will.
NAMED_PACKS = {"interpreter/__init__.py"}


def pieces(identifier):
    """The words inside an identifier, in small letters: `MaxPiece_count` is max, piece, count."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", identifier)}


@cache
def ids_of(pack):
    """Every id a pack declares."""
    v = shared_pack(pack).vocabulary
    ids = {v.id, *v.options, *v.tables, *v.menus()}
    for enum in v.enums.values():
        ids |= {enum.name, enum.plural, *enum.values}
    for kind in (*v.kinds.values(), v.shared):
        ids |= {kind.name, kind.plural, *kind.fields, *kind.vars, *kind.zones, *kind.scripts}
        ids |= {item.id for item in kind.items}
    return ids | {named.name for named in (*v.values.values(), *v.events)} | {action.id for action in v.actions}


@cache
def jargon_of(pack):
    """Words that start several verbs of a pack: what its players do all the time."""
    heads = Counter(verb.phrase.head for verb in shared_pack(pack).vocabulary.spoken())
    return {head for head, count in heads.items() if count >= JARGON}


def vocabulary_of(pack):
    """What is this pack's own: its ids, and its jargon unless another pack talks like that too."""
    others = {head for other in (*PACKS, *OTHERS) if other != pack for head in jargon_of(other)}
    return ids_of(pack) | (jargon_of(pack) - others)


@cache
def words_of_the_language():
    """What the engine's own tables are made of."""
    found = set(re.findall(r"[a-z_]+", (ROOT / "grammar/effects.lark").read_text().lower()))
    for statement in STATEMENTS.values():
        found |= set(re.findall(r"[a-z_]+", statement.phrase)) | {statement.name}
    found |= set(FUNCTIONS)
    for schema in ROOT.glob("schemas/*.json"):
        found |= _keys(json.loads(schema.read_text()))
    return found | {word for one in found for word in pieces(one)}


def _keys(node):
    if isinstance(node, dict):
        return {*node, *(key for value in node.values() for key in _keys(value))}
    return {key for value in node for key in _keys(value)} if isinstance(node, list) else set()


@cache
def words_of_the_sources():
    """Every word of the engine's files (names, strings, comments, doc-strings), and where it stands."""
    found = defaultdict(set)
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for name in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", line):
                for word in {name.lower(), *pieces(name)}:
                    found[word].add(f"{where}:{number}")
    return found


@cache
def allowed():
    """Ordinary words, the language, and the fixture pack: doc-strings take their examples from it."""
    ordinary = {word for words in ALLOWED.values() for word in words.split()}
    return ordinary | words_of_the_language() | ids_of(EXAMPLES)


@pytest.mark.parametrize("pack", PACKS)
def test_the_engine_names_nothing_of_a_pack(pack):
    sources, ordinary = words_of_the_sources(), allowed()
    named = {}
    for word in sorted(vocabulary_of(pack) - ordinary):
        places = {place for place in sources.get(word, ()) if word != pack or place.split(":")[0] not in NAMED_PACKS}
        if places:
            named[word] = sorted(places)
    assert not named, "\n".join(f"{word}: {', '.join(places[:5])}" for word, places in named.items())


@pytest.mark.parametrize("pack", PACKS)
def test_the_ordinary_words_hide_little_of_a_pack(pack):
    """If most ids of a pack were ordinary words, the test above would prove nothing."""
    v = shared_pack(pack).vocabulary
    cells = {item.id for kind in v.kinds.values() if kind.grid for item in kind.items}
    things = {item.id for kind in v.kinds.values() for item in kind.items} | set(v.kinds) | {v.id}
    things -= cells
    assert len(things & allowed()) <= max(5, len(things) * 0.1), sorted(things & allowed())


def test_there_are_packs():
    assert PACKS


@pytest.mark.parametrize("pack", PACKS)
def test_content_items_that_need_python(pack):
    """A pack is data: documents, and pictures in the one folder for them."""
    folder = ROOT / "content" / pack
    other = [p for p in folder.rglob("*") if p.is_file() and p.suffix not in (".yaml", ".md", ".txt")]
    assert [p for p in other if p.suffix != ".png" or p.parent != folder / "assets"] == []
    v = shared_pack(pack).vocabulary
    assert sum(len(kind.items) for kind in v.kinds.values()) > 0
