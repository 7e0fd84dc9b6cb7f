"""The C parser and the Python one give the same nodes, places and verdicts."""

import random
from pathlib import Path

import pytest
import yaml

from interpreter.source.compose import Budget, compose
from interpreter.source.loaders import FAST_LOADER, PURE_LOADER
from interpreter.source.text import decode
from interpreter.source.tree import Mapping, Scalar, Sequence

ROOT = Path(__file__).parent.parent.parent
SAMPLES = [
    "a: |2-\n    x\n   y\n",
    "a: >+\n  folded é text\n  here\n\n    more\n  𝄞 end\n\n\nb: 1\n",
    "a: 'it''s\n\n  two ''lines'''\n",
    'a: "x\\\n   y \\u00e9 \\n z\n\n  k"\n',
    "a: plain\n  text over\n\n  lines\n",
    "? a\n: b\n",
    "- - - a\n  - b\n- {a: [1,2], b: }\n",
    'a: {b: "c", d: [e?, f: g], ? h : i}\nj: Who is there? # note\n',
    "- a: 1\n  b:\n  - c\n  # comment\n- d\n-\n- {}\n",
]
LETTERS = " \n:-|>\"'{}[]#&*!%@`,?\\é日0a~\n  - : "


def described(node):
    if isinstance(node, Scalar):
        return (node.span, node.value, node.style)
    if isinstance(node, Sequence):
        return (node.span, [described(item) for item in node.items])
    assert isinstance(node, Mapping)
    return (node.span, [(described(key), described(value)) for key, value in node.entries])


def reading(text, loader):
    source, wrong = decode("x", text.encode())
    if wrong:
        return None
    composed = compose(source, Budget(), loader)
    problems = [one.diagnostic() for one in composed.problems]
    return (described(composed.root) if composed.root else None), problems


def agree(text):
    fast, pure = reading(text, FAST_LOADER), reading(text, PURE_LOADER)
    if fast is None or pure is None:
        assert fast == pure
    elif not fast[1] or not pure[1]:
        assert fast == pure, text
    # What is broken is refused by both; they may stop at different places of the same text.


def test_the_fast_loader_is_there():
    assert yaml.__with_libyaml__
    assert FAST_LOADER is yaml.CSafeLoader


@pytest.mark.parametrize("text", SAMPLES)
def test_samples(text):
    fast, pure = reading(text, FAST_LOADER), reading(text, PURE_LOADER)
    assert fast == pure
    assert fast[1] == []


@pytest.mark.parametrize("path", sorted((ROOT / "tests/cases/packs/bad").glob("*.yaml")), ids=lambda path: path.stem)
def test_bad_documents_give_the_same_report(path):
    text = path.read_text(encoding="utf-8")
    assert reading(text, FAST_LOADER) == reading(text, PURE_LOADER)


@pytest.mark.parametrize("folder", sorted((ROOT / "content").glob("*")), ids=lambda path: path.name)
def test_shipped_packs(folder):
    for path in folder.rglob("*.yaml"):
        agree(path.read_text(encoding="utf-8"))


def test_random_damage():
    chance = random.Random(11)
    for _ in range(3000):
        text = chance.choice(SAMPLES)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text) + 1)
            if chance.random() < 0.6:
                text = text[:at] + chance.choice(LETTERS) + text[at:]
            else:
                text = text[:at] + text[at + chance.randint(1, 4) :]
        agree(text)
