"""Helpers for the tests of the generator: the fixture pack with words of its own, and golden files that can be blessed."""

from functools import cache
from pathlib import Path

from tiny_pack import checked, script

from interpreter.check import Checker
from interpreter.check.keys import extra
from interpreter.check.types import NUMBER, kind

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")


@cache
def pack():
    words = {f"text/{lang}.yaml": (HERE / f"terms_{lang}.yaml").read_bytes() for lang in LANGUAGES}
    made = checked(words)
    assert not made.diagnostics, made.diagnostics
    return made


def routine(text, this=None):
    """Check a script against the fixture pack, with a card, a player and a number as parameters."""
    checker = Checker(pack().vocabulary)
    params = [("card", kind("card")), ("who", kind("player")), ("n", NUMBER)]
    made = checker.routine(extra("case"), script(text), params, kind(this) if this else None)
    assert not checker.problems, (text, [problem.message for problem in checker.problems])
    return made


def same(path, text, *, bless):
    """Hold a text against a golden file, or write it."""
    if bless:
        path.write_text(text)
    assert text == path.read_text(), f"{path.name} is not what comes out; --bless rewrites it"
