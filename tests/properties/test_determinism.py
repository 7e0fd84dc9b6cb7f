"""The same game everywhere: in another process, under another hash seed, with any order of sets and dicts of strings."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from random_games import FIXTURES, SHIPPED, pack

HERE = Path(__file__).parent
PROGRAM = """
import hashlib
import sys

sys.path[:0] = [{here!r}, {above!r}]
from random_games import play

for players in {players}:
    chain = hashlib.sha256()
    for game in play({name!r}, players, seed=7, adventurous=True):
        chain.update(game.state_hash.encode())
        chain.update(repr(game.view(0).data).encode() if len(game.picks) % 50 == 0 else b"")
    print(players, len(game.picks), chain.hexdigest(), game.result.scores)
"""


def chain(name, hash_seed):
    program = PROGRAM.format(here=str(HERE), above=str(HERE.parent), name=name, players=list(pack(name).players))
    root = str(HERE.parents[1])
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": root}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("name", [*SHIPPED, *FIXTURES])
def test_hash_seeds_change_nothing(name):
    first = chain(name, "1")
    assert first.count("\n") == len(pack(name).players)
    assert chain(name, "2") == first


@pytest.mark.soak
@pytest.mark.parametrize("name", [*SHIPPED, *FIXTURES])
@pytest.mark.parametrize("hash_seed", ["0", "3", "4242", "random"])
def test_more_hash_seeds_change_nothing(name, hash_seed):
    assert chain(name, hash_seed) == chain(name, "1")
