"""Every write of a game lies where the statement that made it may write, and the guard that says so can fail."""

import itertools
from dataclasses import replace

import pytest
from random_games import daily, pack, play
from shared_packs import EVERY
from tiny_pack import checked, indented

from interpreter.check.keys import verb
from interpreter.machine.guard import Astray, Guard
from interpreter.primitives import STATEMENTS

PICKS = 60


@pytest.mark.parametrize(("name", "players"), daily())
def test_games_keep_to_the_layout(name, players):
    for game in itertools.islice(play(name, players, seed=1 + EVERY * players), PICKS):
        assert game.machine.guard is not None
        assert Guard.awake
    assert game.picks


def test_one_game_in_four_is_played_under_guard():
    begun = [pack("pig").new_game(players=2, seed=seed) and Guard.awake for seed in range(8)]
    assert begun == [False, True, False, False] * 2


def test_a_guard_that_sleeps_looks_at_nothing(monkeypatch):
    monkeypatch.setattr(Guard, "awake", False)
    run("flip first(tokens)", flip=flips_the_generator)


def run(script, **wrong):
    """Run a script as player 1 under guard, with some statements behaving wrongly."""
    effect = f"- verb: try it\n  source: designed\n  effect: |\n    {indented(script)}\n"
    pack = checked({"rules/case.yaml": effect.encode()})
    assert not any(one.severity.name == "ERROR" for one in pack.diagnostics)
    pack.guarded = True
    right = {name: STATEMENTS[name] for name in wrong}
    STATEMENTS.update({name: replace(right[name], behaviour=behaviour) for name, behaviour in wrong.items()})
    try:
        pack.new_game(players=2, seed=1).enter(verb("try it"), 0)
    finally:
        STATEMENTS.update(right)


def test_what_is_right_passes():
    run("roll dice\nflip first(tokens)\nmove sage to my.hand\nremove sage\nshuffle my.deck\nbegin turn\nwin the game")


def flips_the_generator(m, s, me, k, piece):
    s[3] = (s[3] + 1) % 7


def flips_beyond(m, s, me, k, piece):
    s[k.face + piece] = k.faces


def rolls_too_high(m, s, me, k, dice):
    for die in dice:
        s[k.rolls + die] = k.roll_high + 1


def rolls_the_stack_away(m, s, me, k, dice):
    del s[len(s) // 2 :]


def forgets_the_zone(m, s, me, k, piece, zone):
    s[k.loc + piece] = zone
    return True


def moves_without_a_place(m, s, me, k, piece, zone):
    s[zone] += 1
    s[zone + s[zone]] = piece
    return True


def counts_what_is_not_there(m, s, me, k, piece, zone):
    s[zone + 2] = piece
    return True


def removes_twice(m, s, me, k, piece):
    zones = [zone for zone, kind in m.zone_kind.items() if kind is k and s[zone] < m.capacity[zone]]
    for zone in zones[:2]:
        s[zone] += 1
        s[zone + s[zone]] = piece


def ends_the_game_for_nobody(m, s, me, reason):
    s[6] = 99


def wins_the_table(m, s, me, reason):
    del s[20:]


@pytest.mark.parametrize(
    ("script", "wrong", "told"),
    [
        ("flip first(tokens)", {"flip": flips_the_generator}, "the random generator"),
        ("flip first(tokens)", {"flip": flips_beyond}, "goes from 0 to 1"),
        ("roll dice", {"roll": rolls_too_high}, "the var die.pips"),
        ("roll dice", {"roll": rolls_the_stack_away}, "outside of the state"),
        ("win the game", {"win_game": wins_the_table}, "has lost"),
        ("move sage to my.hand", {"move": forgets_the_zone}, "not where it says it is"),
        ("move sage to my.hand", {"move": moves_without_a_place}, "where it says"),
        ("move sage to my.hand", {"move": counts_what_is_not_there}, "holds more than it counts"),
        ("remove sage", {"remove": removes_twice}, "lies in two places"),
        ("win the game", {"win_game": ends_the_game_for_nobody}, "the winner"),
    ],
)
def test_what_is_wrong_is_caught(script, wrong, told):
    with pytest.raises(Astray, match=told):
        run(script, **wrong)
