"""The machine of an earlier commit, out of the repository's own history, measured in turns with what there is now.

What is wanted of WebAssembly was said against the Python of that commit; today's Python is faster, so that a ratio to it
says how far the two are apart, and nothing about what was wanted.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

COMMIT = "1873afb"
ROOT = Path(__file__).parent.parent
PLAYER = """
import gc, random, sys, time
import interpreter
from interpreter.play.simulate import play_out

assert interpreter.__file__.startswith(sys.argv[1]), interpreter.__file__
pack = interpreter.load("daimyo")
bare = pack.machine(4, pack.options())
four = interpreter.load("connect_four")
few = four.machine(2, four.options())

def played(on, seed):
    pick = random.Random(seed).random
    state = on.start(seed)
    pending = on.run(state)
    decisions = 0
    while pending is not None:
        on.apply(state, pending.ask, pending.values[int(pick() * len(pending.values))])
        pending = on.run(state)
        decisions += 1
    return decisions

def machine(seed):
    return played(bare, seed)

def small(seed):
    return played(few, seed)

def loop(seed):
    return play_out(pack.new_game(players=4, seed=seed), ("random",) * 4).decisions

def greedy(seed):
    return play_out(pack.new_game(players=4, seed=seed), ("greedy",) * 4).decisions

for line in sys.stdin:
    way, seed = line.split()
    gc.collect()
    start = time.thread_time()
    decisions = globals()[way](int(seed))
    print((time.thread_time() - start) / decisions, flush=True)
"""


class Unavailable(Exception):
    """The earlier machine cannot be had here."""


class Earlier:
    """Plays Daimyo for four, and Connect Four, as they were played at that commit, in a process of its own."""

    def __init__(self, asked: IO[str], told: IO[str]) -> None:
        self._asked, self._told = asked, told

    def per_decision(self, way: str, seed: int) -> float:
        """Seconds of computing for a decision of one game: `machine`, `loop` (that of `simulate`) or `greedy`; `small`."""
        self._asked.write(f"{way} {seed}\n")
        self._asked.flush()
        line = self._told.readline()
        if not line:
            raise Unavailable(f"the machine of {COMMIT} does not run here")
        return float(line)


class PerDecisionEarlier:
    """Seconds per decision, another game in each round."""

    def __init__(self, earlier: Earlier, way: str) -> None:
        self._earlier, self._way, self._seed = earlier, way, 0

    def __call__(self) -> float:
        self._seed += 1
        return self._earlier.per_decision(self._way, self._seed)


@contextmanager
def earlier() -> Iterator[Earlier]:
    """The machine of the commit. Raises Unavailable where the repository or its history is not there."""
    try:
        packed = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise Unavailable(f"commit {COMMIT} is not in the history that is here") from None
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.realpath(folder)
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(place, filter="data")
        variables = {**os.environ, "PYTHONPATH": place, "XDG_CACHE_HOME": f"{place}/cache"}
        with subprocess.Popen(
            [sys.executable, "-c", PLAYER, place],
            cwd=place,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                yield Earlier(process.stdin, process.stdout)
            finally:
                process.stdin.close()
                process.terminate()
