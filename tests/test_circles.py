"""What is found out about things that lead to each other is all of it, whatever circles they make and whoever is asked first."""

import random

import pytest

from interpreter.engine.circles import Circles


def graphs(number):
    """Small ones, most of them with circles in circles: what each has of its own, and where it leads."""
    for seed in range(number):
        chance = random.Random(seed)
        size = chance.randrange(2, 8)
        leads = [[chance.randrange(size) for _ in range(chance.choice((0, 1, 1, 2, 2, 3)))] for _ in range(size)]
        yield chance, leads


def reached(leads, start):
    found, waiting = {start}, [start]
    while waiting:
        waiting += (fresh := set(leads[waiting.pop()]) - found)
        found |= fresh
    return found


def test_sets_are_those_of_everything_that_is_reached():
    for chance, leads in graphs(400):
        circles = Circles(least=frozenset(), most=None)

        def of(key, leads=leads, circles=circles):
            return circles.of(key, lambda: frozenset({key}).union(*map(of, leads[key])))

        asked = [chance.randrange(len(leads)) for _ in range(10)]
        assert [of(key) for key in asked] == [reached(leads, key) for key in asked]


def test_what_holds_for_one_holds_for_all_that_lead_there():
    for chance, leads in graphs(400):
        circles, hard = Circles(least=False, most=True), chance.randrange(len(leads))

        def of(key, leads=leads, circles=circles, hard=hard):
            return circles.of(key, lambda: any(map(of, leads[key])) or key == hard)

        asked = [chance.randrange(len(leads)) for _ in range(10)]
        assert [of(key) for key in asked] == [hard in reached(leads, key) for key in asked]


def test_where_all_ways_must_fail_the_answer_is_the_least_that_fits():
    """Some need only one of those they lead to, some all of them: as choices fail when each of their options does."""
    for chance, leads in graphs(400):
        size = len(leads)
        hard = set(chance.sample(range(size), chance.randrange(1, size)))
        every = {key for key in range(size) if chance.random() < 0.4 and leads[key]}
        circles = Circles(least=False, most=True)

        def of(key, leads=leads, circles=circles, hard=hard, every=every):
            return circles.of(key, lambda: key in hard or (all if key in every else any)(map(of, leads[key])))

        known = set(hard)
        for _ in range(size):
            known |= {k for k in range(size) if (all if k in every else any)(one in known for one in leads[k])}
        asked = [chance.randrange(size) for _ in range(10)]
        assert [of(key) for key in asked] == [key in known for key in asked]


def test_what_was_interrupted_is_found_anew():
    circles = Circles(least=0, most=9)

    def broken():
        circles.of("inner", lambda: circles.of("outer", lambda: 1))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        circles.of("outer", broken)
    assert circles.of("inner", lambda: circles.of("outer", lambda: 5)) == 5
