"""Whatever a pack asks for, it is refused, stopped or played in little time and room; nothing is left half done."""

import itertools
import re
import time

import pytest
import yaml
from expensive.measured import fate_of
from pace import allowed
from pack_grower import grow
from test_fuzz import LARGE, SLOW, stays_small

from interpreter.primitives import FUNCTIONS, STATEMENTS
from interpreter.syntax.by_lark import parser

GROWN, SOAK, PARTS = 60, 10_000, 20


def hold(seed):
    """Grow a pack, see what becomes of it, and how long that takes."""
    start = time.process_time()
    fate, words = fate_of(*grow(seed))
    spent = time.process_time() - start
    # each of the picks, and each look at the table, is a piece of work by itself
    limit = SLOW if fate == "refused" else 4 * SLOW
    assert spent < limit or spent < allowed(limit), f"seed {seed}: {fate} after {spent:.1f} s: {words}"
    return fate


@pytest.mark.parametrize("part", range(4))
def test_expensive_packs(part):
    fates = {hold(seed) for seed in range(part * GROWN // 4, (part + 1) * GROWN // 4)}
    assert "refused" in fates


def test_what_is_grown_is_worth_its_name():
    """Some are refused, some stopped, some played."""
    assert {fate_of(*grow(seed))[0] for seed in range(1000, 1030)} == {"refused", "stopped", "played"}


def test_every_form_is_grown():
    """A form, statement or function that nobody grows could cost what it likes: a new one has to be put into the grower."""
    forms = {str(rule.alias) for rule in parser().rules if rule.alias is not None}
    words = {" ".join(phrase_words(one.name)) for one in STATEMENTS.values()} | {f"{name}(" for name in FUNCTIONS}
    for seed in range(400):
        files, upper = grow(seed)
        for start, text in itertools.chain(*(scripts(one) for one in (files, *(upper or {}).values()))):
            forms -= {str(tree.data) for tree in parser().parse(f"{text.strip()}\n", start=start).iter_subtrees()}
            words = {one for one in words if one not in text}
        if not forms | words:
            return
    assert not forms | words


def phrase_words(phrase):
    """The words a statement begins with."""
    return itertools.takewhile(str.isalpha, phrase.split())


def scripts(files):
    """The scripts of a grown pack's rules, each with what the grammar calls it."""
    for name, content in files.items():
        if name.startswith("rules/"):
            for item in yaml.safe_load(content):
                for key, text in item.items():
                    if key in ("effect", "before"):
                        yield "script", re.sub(r"\{\w+\}", "x", text)
                    elif key in ("is", "whenever"):
                        yield "expression", str(text)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_many_expensive_packs(part):
    for seed in range(GROWN + part * SOAK // PARTS, GROWN + (part + 1) * SOAK // PARTS):
        hold(seed)
    stays_small()


__all__ = ["LARGE"]
