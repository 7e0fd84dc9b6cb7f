# ruff: noqa: PLC0415 - what is not installed is left out
"""Random games of other engines, played in a venv of their own: asked by a line on the input, seconds per decision come back.

Nothing of ours is imported here. `python peer_games.py` lists what is there, then answers `NAME SEED GAMES` lines.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

Play = Callable[[int], int]
"""Plays a random game with a seed; gives how many decisions it had."""


def open_spiel(name: str) -> Play:
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 - makes them known
    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        pick, state, decisions = random.Random(seed).random, game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return play


def petting_zoo(name: str) -> Play:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def play(seed: int) -> int:
        pick, decisions = random.Random(seed).random, 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            actions = [action for action, fits in enumerate(seen["action_mask"]) if fits]
            env.step(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return play


def catanatron(_: str) -> Play:
    from catanatron import Color, Game, RandomPlayer

    def play(seed: int) -> int:
        random.seed(seed)
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
        game.play()
        records = getattr(game.state, "action_records", None)
        return len(game.state.actions if records is None else records)

    return play


PEERS: dict[str, tuple[Callable[[str], Play], str]] = {
    "OpenSpiel C++ tic_tac_toe": (open_spiel, "tic_tac_toe"),
    "OpenSpiel C++ connect_four": (open_spiel, "connect_four"),
    "OpenSpiel Python tic_tac_toe": (open_spiel, "python_tic_tac_toe"),
    "PettingZoo tic_tac_toe": (petting_zoo, "tictactoe_v3"),
    "PettingZoo connect_four": (petting_zoo, "connect_four_v3"),
    "Catanatron four players": (catanatron, ""),
}


def main() -> None:
    there: dict[str, Play] = {}
    missing: dict[str, str] = {}
    for name, (make, what) in PEERS.items():
        try:
            there[name] = make(what)
            there[name](1)
        except Exception as problem:  # noqa: BLE001 - whatever a package of somebody else does
            there.pop(name, None)
            missing[name] = f"{type(problem).__name__}: {problem}".splitlines()[0][:80]
    print(json.dumps({"there": list(there), "missing": missing}), flush=True)
    for line in sys.stdin:
        name, seed, games = json.loads(line)
        start = time.thread_time()
        decisions = sum(there[name](number) for number in range(seed, seed + games))
        print((time.thread_time() - start) / decisions, flush=True)


if __name__ == "__main__":
    main()
