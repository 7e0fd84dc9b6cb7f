"""Looking once at what scenarios say alike finds what reading each of them finds: at least that there is something."""

import json
import random
import re
from dataclasses import fields, is_dataclass

import pytest
from shared_packs import shared_pack

from interpreter.check.reading import items, maps, text
from interpreter.play.given_settings import seats_of
from interpreter.play.said_alike import _Said, scenarios_are_sound
from interpreter.play.scenario import read_scenario
from interpreter.source.compose import Budget, compose
from interpreter.source.tree import ScriptSource, SourceText
from interpreter.syntax import parse_expression, parse_script
from interpreter.syntax.parse import most_parts
from interpreter.tools.reference import ROOT

PACKS = sorted(path.parent.name for path in (ROOT / "content").glob("*/scenarios"))
CHANGED = 250
"""Scenarios with a changed script, for each pack."""


def scenario(given=(), run="", then=(), players=2):
    """A scenario as a document has it."""
    whole = {"scenario": "a", "players": players, "given": list(given), "then": list(then)} | (
        {"run": run} if run else {}
    )
    return compose(SourceText("a.yaml", json.dumps(whole)), Budget()).root


def scenarios(pack):
    return [node for document in pack.source.of_kind("scenario") for node in maps(document.root)]


def found(pack, node):
    return [one.code for one in read_scenario(pack, node).diagnostics]


@pytest.mark.parametrize("name", PACKS)
def test_no_scenario_of_a_shipped_pack_is_read_twice(name):
    assert scenarios_are_sound(shared_pack(name))


@pytest.mark.parametrize("name", PACKS)
def test_a_changed_word_is_noticed_as_by_reading(name):
    pack, chance = shared_pack(name), random.Random(name)
    said = _Said(pack.vocabulary)
    nodes = [node for node in scenarios(pack) if every_script(node)]
    assert all(said.is_sound(node, seats_of(node, pack)) for node in nodes)
    words = sorted({word for node in nodes for one in every_script(node) for word in re.findall(r"[a-z0-9_]+", one)})
    words += [*pack.vocabulary.item_ids, *pack.vocabulary.kinds, "p1", "p2", "p3", "p4", "1", "2", "7", "nobody_knows"]
    noticed = wrong = 0
    for _ in range(CHANGED):
        node = chance.choice(nodes)
        part = chance.choice([part for part in ("given", "run", "then") if list(items(node.get(part)))])
        scripts = [text(one) for one in items(node.get(part))]
        at = chance.randrange(len(scripts))
        scripts[at] = changed(scripts[at], words, chance)
        made = scenario(players=seats_of(node, pack), **{part: scripts[0] if part == "run" else scripts})
        expected = found(pack, made)
        wrong += bool(expected)
        if not said.is_sound(made, seats_of(made, pack)):
            noticed += 1
        else:
            assert not expected, scripts
    assert noticed >= wrong
    assert wrong > CHANGED / 4


def every_script(node):
    return [text(one) for part in ("given", "run", "then") for one in items(node.get(part))]


def changed(said, words, chance):
    """A script with another word in one place, or two lines of it changed for each other, or one left out."""
    lines = said.split("\n")
    if len(lines) > 2 and chance.random() < 0.3:
        one, two = chance.sample(range(len(lines)), 2)
        lines[one], lines[two] = lines[two], lines[one]
        return "\n".join(lines[chance.randrange(2) :])
    places = list(re.finditer(r"[a-z0-9_]+", said))
    if not places:
        return said
    place = chance.choice(places)
    return said[: place.start()] + chance.choice(words) + said[place.end() :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param({"given": ["set p1.gold to 1"]}, {"given": ["set p3.gold to 1"]}, id="somebody who does not play"),
        pytest.param(
            {"given": ["let n = 2\nset p1.gold to n", "set p1.gold to 2"]},
            {"given": ["set p1.gold to n"]},
            id="a name given elsewhere",
        ),
        pytest.param(
            {"given": ["set p1.gold to 1"]},
            {"given": ["let helmet = 1\nset p1.gold to 1"]},
            id="a name that hides another and is not used",
        ),
        pytest.param({"run": "gain 2 gold"}, {"run": "gain 2 gold\n  gain 2 gold"}, id="a line that is set in"),
        pytest.param({"run": "gain 2 gold"}, {"run": "gain 2 gold\nelse: gain 2 gold"}, id="an else behind nothing"),
        pytest.param({"run": "gain 2 gold"}, {"run": "# gain 2 gold"}, id="a comment alone"),
        pytest.param({"run": "gain 2 gold"}, {"run": "gain 2 gold\n" * 200}, id="too much of it"),
        pytest.param({"run": "gain 2 gold"}, {"run": "gain 2 gold" + " " * 5_000 + "# end"}, id="too long a line"),
        pytest.param({"then": ["p1.gold is 2"]}, {"then": ["p1.gold is 1000001"]}, id="too large a number"),
        pytest.param({"then": ["p1.gold is 2"]}, {"then": ["p1.gold is 2 + yes"]}, id="what only begins as a number"),
        pytest.param({"then": ["p1.gold is 2"]}, {"then": ["p1.gold is #"]}, id="a sign that stands for no number"),
        pytest.param(
            {"then": ["deserter_captain in p1.hand"]},
            {"then": ["hero in p1.hand"]},
            id="a kind in the place of a thing",
        ),
        pytest.param(
            {"then": ["count(p1.hand where strength is cost) is 0"]},
            {"then": ["count(p1.hand where cost is cost) is 0"]},
            id="the same on both sides",
        ),
        pytest.param(
            {"then": ["count(heroes where it is deserter_captain and not deserter_captain in p1.hand) is 0"]},
            {"then": ["count(heroes where deserter_captain is deserter_captain and not mirror_monk in p1.hand) is 0"]},
            id="the same thing on both sides",
        ),
    ],
)
def test_what_is_wrong_is_never_taken_for_something_alike(before, after):
    pack = shared_pack("daimyo")
    said = _Said(pack.vocabulary)
    first, second = scenario(**before), scenario(**after)
    assert found(pack, first) == []
    assert said.is_sound(first, 2)
    assert found(pack, second)
    assert not said.is_sound(second, 2)


@pytest.mark.parametrize("name", PACKS)
def test_no_script_has_more_parts_than_can_be_told_from_its_words(name):
    for said in {said for node in scenarios(shared_pack(name)) for said in every_script(node)}:
        assert parts(parsed(said)) <= most_parts(said)


def parsed(said):
    source = ScriptSource.from_text(said)
    tree = parse_script(source)
    return parse_expression(source) if isinstance(tree, list) else tree


def parts(tree):
    """How many nodes a tree has."""
    if isinstance(tree, tuple):
        return sum(map(parts, tree))
    return 1 + sum(parts(getattr(tree, one.name)) for one in fields(tree)) if is_dataclass(tree) else 0


def test_what_is_said_of_another_thing_is_not_looked_at_again(monkeypatch):
    pack = shared_pack("daimyo")
    said = _Said(pack.vocabulary)
    looked = []
    look = said._is_found
    monkeypatch.setattr(said, "_is_found", lambda *about, **how: looked.append(about[1].text) or look(*about, **how))
    given = "move {} to p{}.hand\nset p{}.gold to 2"
    for number, hero in enumerate(("deserter_captain", "mirror_monk", "relic_thief")):
        node = scenario(
            [given.format(hero, number % 2 + 1, number % 2 + 1)], then=[f"{hero} in p1.hand and p1.gold is {number}"]
        )
        assert said.is_sound(node, 2)
    assert len(looked) == 3
