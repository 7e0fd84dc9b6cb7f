"""What the engine remembers of a position is what it would work out, and counts as much work as working it out."""

import random

import pytest
from hostile import attacks
from random_games import daily, pack
from tiny_pack import checked, indented, tiny_files

from interpreter.check.keys import verb
from interpreter.diagnostics import Severity
from interpreter.engine import Engine, Stopped
from interpreter.engine.layout import Layout
from interpreter.engine.values import MOST_PARTS, Values

PICKS = 40


def engine_of(pack, seats):
    return Engine(Layout(pack.vocabulary, seats, pack.option_numbers(pack.options())))


def plain(found):
    return found if isinstance(found, int | tuple) else list(found)


@pytest.fixture
def doubted(monkeypatch):
    """Whenever a value of the pack is asked, it is worked out once more from nothing. Gives how often both were compared."""
    asked, compared = Values._derived, []

    def derived(self, value, scope):
        fn = asked(self, value, scope)

        def both(s, x):
            found, kept, parts = fn(s, x), self.kept, self.parts
            self.kept = [{} for _ in kept]
            again = fn(s, x)
            self.kept, self.parts = kept, parts
            assert plain(found) == plain(again), f"`{value.key}` was remembered, and something it reads has changed"
            compared.append(value.key)
            return found

        return both

    monkeypatch.setattr(Values, "_derived", derived)
    return compared


def played(engine, seed, picks=PICKS):
    """Random play: each choice that is due, with its position."""
    chance, position = random.Random(seed), engine.start(seed)
    due = engine.run(position)
    for _ in range(picks):
        if due is None:
            return
        yield position, due
        due.choice.apply(position, chance.choice(due.values))
        due = engine.run(position)


@pytest.mark.parametrize(("name", "players"), daily())
def test_what_is_remembered_is_what_would_be_worked_out(name, players, doubted):
    assert list(played(engine_of(pack(name), players), 6))
    assert doubted or name != "daimyo", "values were asked"


@pytest.mark.parametrize(("name", "players"), daily())
def test_work_does_not_depend_on_what_is_remembered(name, players):
    """A game that goes on and one that was just resumed come to a limit at the same place, or not at all."""
    warm, cold = engine_of(pack(name), players), engine_of(pack(name), players)
    spent = []
    for engine in (warm, cold):
        of = []
        for position, _ in played(engine, 3):
            of.append((engine.most_steps - engine.fuel, MOST_PARTS - engine.values.parts))
            if engine is cold:
                engine.values.forget(position.s)
        spent.append(of)
    assert spent[0] == spent[1]
    assert any(steps for steps, _ in spent[0])


# ---- dear and deep values


def run(text, terms=""):
    """Carry out `try it` of the fixture pack with these rules; gives the position, or why it was stopped."""
    words = {
        f"text/{lang}.yaml": tiny_files()[f"text/{lang}.yaml"]
        .decode()
        .replace("terms:\n", f"terms:\n{terms}", 1)
        .encode()
        for lang in ("en", "fr")
    }
    made = checked({attacks.CASE: text.encode(), **words})
    assert not [one for one in made.diagnostics if one.severity is Severity.ERROR]
    engine = engine_of(made, 2)
    position = engine.start(1)
    engine.run(position)
    routine = next(one.routine for one in made.vocabulary.verbs if one.key == verb("try it"))
    entered = engine.enter(position.s, routine, 0)
    try:
        engine.run(entered)
    except Stopped as stopped:
        return str(stopped)
    return entered


def value(name, formula):
    return f"- value: {name}\n  of: player\n  source: designed\n  is: {formula}\n"


def try_it(text):
    return f"- verb: try it\n  source: designed\n  effect: |\n    {indented(text)}\n"


def test_values_as_deep_as_the_checker_lets_them_be():
    terms = "".join(f"  v{n}: v{n}\n" for n in range(31))
    rules = value("v0", "my.coins") + "".join(value(f"v{n}", f"my.v{n - 1}" + " + 1" * 60) for n in range(1, 31))
    assert not isinstance(run(rules + try_it("gain my.v30 coins"), terms), str)


@pytest.mark.parametrize(
    "script",
    [
        "gain count(range(1, 200) where count(range(1, 200) as b where count(range(1, 200) as c where c > b) > 2) > it) coins",
        "if adds_up(range(1, 40), it * it * it * it, 7): gain 1 coins",
    ],
)
def test_what_has_no_end_in_sight_is_stopped(script):
    why = run(try_it(script))
    assert isinstance(why, str), "it was carried out"
    assert why == "this takes too many steps" or "totals" in why
