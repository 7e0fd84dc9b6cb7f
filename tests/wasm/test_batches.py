"""Many games at once: as arrays, side by side, in threads; however they are played, they are the same."""

import pytest
from random_games import pack

from interpreter import InvalidAction
from interpreter.play.bots import Dice


def figures(results):
    return (
        results.scores.tolist(),
        results.won.tolist(),
        list(results.decisions),
        list(results.options),
        results.faults,
    )


@pytest.mark.parametrize(("name", "players"), [("pig", 3), ("five_kingdoms", 2), ("connect_four", 2)])
def test_results_are_the_same_whatever_plays(name, players):
    inside = pack(name).batch(players=players, seeds=range(6), policy="random", engine="wasm")
    python = pack(name).batch(players=players, seeds=range(6), policy="random", engine="python")
    assert figures(inside) == figures(python)
    assert (inside.engine, python.engine) == ("wasm", "python")


def test_threads_leave_no_trace():
    one = pack("pig").batch(players=2, seeds=range(100), engine="wasm")
    assert figures(pack("pig").batch(players=2, seeds=range(100), engine="wasm", jobs=3)) == figures(one)


def test_results_are_arrays():
    results = pack("pig").batch(players=2, seeds=[5, 9, 5])
    assert results.scores.shape == (3, 2)
    assert [results.scores[0, seat] for seat in (0, 1)] == [results.scores[2, seat] for seat in (0, 1)]
    assert [sum(row) for row in results.won.tolist()] == [1, 1, 1]


def test_a_seed_of_many_digits_is_played_in_python():
    results = pack("pig").batch(players=2, seeds=[10**80])
    assert results.engine == "python"
    assert not results.faults


@pytest.mark.parametrize("engine", ["python", "wasm"])
@pytest.mark.parametrize(("name", "players"), [("pig", 2), ("five_kingdoms", 2), ("daimyo", 2)])
def test_games_side_by_side_are_stepped_as_one_by_one(name, players, engine):
    seeds, dice = [3, 4, 8], Dice(1)
    games = [pack(name).new_game(players=players, seed=seed) for seed in seeds]
    beside = pack(name).side_by_side(players=players, seeds=seeds, engine=engine)
    for _ in range(400):
        due = [game.pending for game in games]
        assert list(beside.waiting) == [int(one is not None) for one in due]
        for number, one in enumerate(due):
            if one is not None:
                assert beside.seats[number] == one.seat
                assert beside.values.tolist()[number][: beside.counts[number]] == list(one.values)
        if not any(due):
            break
        picks = [-1 if one is None or not dice.below(9) else dice.below(len(one.values)) for one in due]
        beside.step(picks)
        for game, pick in zip(games, picks, strict=True):
            if pick >= 0:
                game.choose(pick)
    for number, game in enumerate(games):
        if game.outcome is not None:
            assert beside.scores(number) == game.outcome.scores


@pytest.mark.parametrize("engine", ["python", "wasm"])
def test_picks_that_nobody_offered_are_refused(engine):
    beside = pack("pig").side_by_side(players=2, seeds=[1, 2], engine=engine)
    with pytest.raises(InvalidAction, match="game 1 has 2 options, none with the number 7"):
        beside.step([0, 7])
    with pytest.raises(InvalidAction, match="there are 2 games, and 1 picks"):
        beside.step([0])
    with pytest.raises(InvalidAction, match="game 0 is not over"):
        beside.scores(0)


def test_a_wrong_word_is_refused():
    with pytest.raises(InvalidAction, match="the engine is `python` or `wasm`, not `fast`"):
        pack("pig").batch(engine="fast")
    with pytest.raises(InvalidAction, match="the policy is one of greedy, random"):
        pack("pig").batch(policy="clever")
    with pytest.raises(InvalidAction, match="pig is for 2 to 4 players, not 9"):
        pack("pig").batch(players=9)
