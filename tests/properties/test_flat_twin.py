"""A stack of packs is the game that one pack with everything written into it would be: `bench/stack.py` makes that pack."""

import pytest

import interpreter
from bench.stack import OPTIONS, SEATS, STACK, flatten
from interpreter.play.bots import RandomBot


@pytest.mark.parametrize("seed", [1, 2])
def test_a_stack_plays_the_games_of_its_twin(tmp_path, seed):
    stack = interpreter.load(STACK[0], with_=list(STACK[1:]))
    flat = interpreter.load(str(flatten(STACK, tmp_path / "flat")))
    ends = []
    for pack in (stack, flat):
        pack.guarded = True
        game, bot = pack.new_game(players=SEATS, seed=seed, options=OPTIONS), RandomBot()
        while game.pending is not None:
            game.choose(bot.pick(game))
        ends.append((game.picks, game.result.scores))
    assert ends[0] == ends[1]
