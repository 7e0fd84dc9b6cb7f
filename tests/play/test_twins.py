"""Options that are one to everybody: equal pieces, also where a pack declares them apart."""

import random
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from random_games import pack


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_dice_that_look_the_same_are_one_option(seed):
    game, chance, dice = pack("daimyo").new_game(3, seed, {}), random.Random(seed), 0
    for _ in range(160):
        decision = game.decision
        of = game.pending.ask.type
        if of is not None and of.name == "die":
            table = game.machine.layout.tables["die"]
            kept = [index for index, first in enumerate(decision.options.alike) if index == first]
            told = Counter(
                (decision.options[index].label.get("en"), game.state[table.loc + game.pending.values[index]])
                for index in kept
            )
            assert max(told.values()) == 1, told
            dice += len(kept) < len(decision.options)
        game.choose(chance.randrange(len(game.pending.values)))
    assert dice, "some were alike"


def test_cards_that_do_something_stay_themselves():
    from interpreter.play.twins import _look

    items = [item for kind in pack("daimyo").vocabulary.kinds.values() for item in kind.items]
    able = [one for one in items if any(face.scripts for face in one.faces)]
    assert able and len({_look(one) for one in able}) == len(able)
