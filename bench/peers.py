"""Our games beside those of other engines, in one run and in turns: `make bench-peers`.

The others live in a venv and a folder of their own (`.venv-peers`). What cannot be had there is left out, with a line
that says why.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import IO

import interpreter
from bench.measures import PerDecision, play_machine

HERE = Path(__file__).parent
PLACE = HERE.parent / ".venv-peers"
PYTHON_PEERS = ("open_spiel", "pettingzoo[classic]", "catanatron")
ROUNDS = 15
_START = 300


@dataclass(slots=True)
class Peer:
    """Somebody else's games, in a process of their own."""

    command: Sequence[str]
    folder: Path
    there: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    _asked: dict[str, int] = field(default_factory=dict)
    _process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Find out what is there."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(self.command, cwd=self.folder, text=True, **pipes)
        try:
            told = json.loads(_pipe(self._process.stdout).readline())
        except ValueError:
            self.missing[self.command[0]] = "does not start"
            return
        self.there, self.missing = told["there"], told["missing"]

    def measure(self, name: str, games: int) -> float:
        """Seconds per decision of some random games."""
        assert self._process is not None
        seed = self._asked[name] = self._asked.get(name, 0) + games
        to = _pipe(self._process.stdin)
        to.write(json.dumps([name, seed, games]) + "\n")
        to.flush()
        return float(_pipe(self._process.stdout).readline())

    def stop(self) -> None:
        """Let it go."""
        if self._process is not None:
            _pipe(self._process.stdin).close()
            self._process.wait()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


# ---- what is installed


def install() -> list[str]:
    """Install what can be had; gives a line for each that cannot."""
    lines = []
    python = PLACE / "bin" / "python"
    if not python.exists():
        _run([sys.executable, "-m", "venv", str(PLACE)], PLACE.parent)
    for package in PYTHON_PEERS:
        if problem := _run([str(python), "-m", "pip", "install", "-q", package], PLACE.parent):
            lines.append(f"{package}: cannot be installed ({problem})")
    folder = PLACE / "node"
    folder.mkdir(exist_ok=True)
    if not (folder / "node_modules" / "boardgame.io").exists() and (
        problem := _run(["npm", "install", "--silent", "--no-fund", "boardgame.io@0.50"], folder)
    ):
        lines.append(f"boardgame.io: cannot be installed ({problem})")
    return lines


def _run(command: list[str], folder: Path) -> str:
    """Run a command; gives what went wrong, in a line, or nothing."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_START, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"{type(problem).__name__}"
    last = (done.stderr.strip() or "it says nothing").splitlines()[-1]
    return "" if done.returncode == 0 else last[:100]


# ---- our games


class Batch:
    """Seconds per decision of whole games as `pack.batch` plays them, from Python."""

    def __init__(self, name: str, players: int, games: int) -> None:
        self._pack, self._players, self._games, self._seed = interpreter.load(name), players, games, 0
        self.engine = self._pack.batch(players=players, seeds=[0]).engine

    def __call__(self) -> float:
        """Play some games more."""
        seeds = range(self._seed, self._seed + self._games)
        self._seed = seeds.stop
        start = time.process_time()
        results = self._pack.batch(players=self._players, seeds=seeds)
        return (time.process_time() - start) / sum(results.decisions)


def ours() -> dict[str, Callable[[], float]]:
    """What we measure of our own."""
    made: dict[str, Callable[[], float]] = {}
    for name, players, games in (("tic_tac_toe", 2, 2000), ("connect_four", 2, 1000), ("daimyo", 4, 60)):
        pack = interpreter.load(name)
        batch = Batch(name, players, games)
        made[f"ours, batch in {batch.engine}: {name}"] = batch
        machine = pack.machine(players, pack.options())
        made[f"ours, Python's machine: {name}"] = PerDecision(partial(play_machine, machine), 1 if players > 2 else 5)
    return made


GAMES = {"Catanatron": 1, "PettingZoo": 3, "boardgame.io": 20}
"""How many games to play in one round; 100 of any other."""


def main() -> None:
    """Install, measure in turns, and print a table."""
    parser = argparse.ArgumentParser(prog="bench.peers", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each is measured")
    rounds: int = parser.parse_args().rounds
    left_out = install()
    peers = [
        Peer((str(PLACE / "bin" / "python"), str(HERE / "peer_games.py")), PLACE),
        Peer(("node", str(HERE / "peer_games.mjs")), PLACE / "node"),
    ]
    measures = dict(ours())
    for peer in peers:
        try:
            peer.start()
        except OSError as problem:
            peer.missing[peer.command[0]] = str(problem)
        left_out += [f"{name}: not there ({reason})" for name, reason in peer.missing.items()]
        for name in peer.there:
            measures[name] = partial(peer.measure, name, GAMES.get(name.split(" ", 1)[0], 100))
    taken = {name: list[float]() for name in measures}
    for number in range(rounds + 2):
        for name, measure in measures.items():
            figure = measure()
            if number >= 2:
                taken[name].append(figure)
    for peer in peers:
        peer.stop()
    _show(taken, left_out)


def _show(taken: dict[str, list[float]], left_out: list[str]) -> None:
    print(f"{datetime.now(UTC):%d %B %Y}, {platform.machine()}, Python {platform.python_version()}; random games")
    for name, figures in taken.items():
        game = next((one for one in ("tic_tac_toe", "connect_four") if one in name), "daimyo")
        own = next(
            figures for other, figures in taken.items() if other.startswith("ours, batch") and other.endswith(game)
        )
        ratio = median(one / two for one, two in zip(figures, own, strict=True))
        print(f"{name:45} {median(figures) * 1e6:9.2f} µs/decision {ratio:9.1f} times our batch")
    for line in left_out:
        print(f"left out: {line}")


if __name__ == "__main__":
    main()
