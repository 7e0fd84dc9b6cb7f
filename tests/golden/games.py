"""Stored games: how they are found, kept and played again.

`python tests/golden/games.py PACK [GAMES]` looks for games of a pack, for every number of players, until every script of
every card, tile and place has run in one of them, and writes them to tests/golden/<pack>.jsonl. Picks prefer what has been
picked least so far, so rare cards turn up soon. What such games do not reach is looked for in games of greedy bots that
follow another purpose than winning: tests/golden/<pack>.purpose.txt is an expression of the pack's language.
`python tests/golden/games.py --rehash PACK` keeps the games and writes their hashes anew.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from array import array
from collections import Counter
from functools import cache
from pathlib import Path

import interpreter
from interpreter.check.keys import Key
from interpreter.play.bots import GreedyBot
from interpreter.primitives.header import RANDOM
from interpreter.primitives.pieces import random_below, seed_random

HERE = Path(__file__).parent
MAX_SEEDS = 400
MAX_PURPOSEFUL = 40
MAX_BARREN = 20
"""After so many games in a row that show nothing new the search goes on elsewhere."""


def named(scripts) -> list[str]:
    """Scripts by name, in order."""
    return sorted(map(str, scripts))


def scripts_of(machine) -> set[Key]:
    """All scripts of things that this machine can run."""
    return {key for row in machine.program.runs.values() for key in row if key is not None}


@cache
def shipped(pack_id: str) -> interpreter.Pack:
    """A pack; one that others stand on is asked for again, and its machines are dear."""
    return interpreter.load(pack_id)


def below(pack) -> list[interpreter.Pack]:
    """The packs that a pack stands on."""
    return [shipped(part.id) for part in pack.vocabulary.packs[:-1]]


def settings_of(pack) -> list[tuple[int, dict]]:
    """Every number of players, with the usual options and with each other value of those that change what is in the box.

    Of a pack on others few will do: other options only with all players, and its own that are yes or no as well.
    """
    known = {name for one in below(pack) for name in one.vocabulary.options}
    declared = pack.vocabulary.options.values()
    other = [{o.name: value} for o in declared for value in o.values or () if value != o.default]
    if not known:
        return [(seats, options) for seats in pack.players for options in [{}, *other]]
    other += [{o.name: not o.default} for o in declared if not o.values and o.name not in known]
    return [*((seats, {}) for seats in pack.players), *((pack.players[-1], options) for options in other)]


def wanted_of(pack) -> set[str]:
    """The scripts that stored games have to run: those of a pack itself, not of the packs it stands on."""
    known: set[str] = set().union(*(wanted_of(one) for one in below(pack)))
    return set().union(*(scripts_of(pack.machine(n, pack.options(o))) for n, o in settings_of(pack))) - known


def play_curious(game, counts: Counter, dice: list[int]) -> None:
    """Play to the end, picking what was picked least; chance settles the rest."""
    while game.pending is not None:
        keys = [key.split("#")[0].split("@")[0] for key in game.decision.options.keys]
        fewest = min(counts[key] for key in keys)
        rare = [i for i, key in enumerate(keys) if counts[key] <= fewest + 1]
        index = rare[random_below(dice, len(rare))] if random_below(dice, 4) else random_below(dice, len(keys))
        counts[keys[index]] += 1
        game.choose(index)


def board_hash(game) -> str:
    """The board and the generator, without the cells that say where in the program the game rests."""
    return hashlib.sha256(array("q", game.state[RANDOM : game.machine.layout.size]).tobytes()).hexdigest()


def record(pack, seats: int, options: dict, seed: int, counts: Counter) -> tuple[dict, set[Key]]:
    """Play one game and describe it."""
    game = pack.new_game(players=seats, seed=seed, options=options)
    game.machine.fired = set()
    dice = [0] * 5
    seed_random(dice, seed)
    play_curious(game, counts, dice)
    fired = set(game.machine.fired)
    game.machine.fired = None
    kept = {"players": seats, "options": options, "seed": seed, "scores": game.result.scores, "hash": board_hash(game)}
    return {**kept, "picks": game.picks}, fired


def purpose_of(pack_id: str) -> str:
    """What bots pursue in the games that show what usual games do not."""
    kept = HERE / f"{pack_id}.purpose.txt"
    return kept.read_text().strip() if kept.exists() else ""


@cache
def purposeful(pack_id: str) -> interpreter.Pack:
    """The pack with another estimate of positions: the same game, but greedy bots play it differently."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(HERE.parents[1] / "content" / pack_id, Path(folder) / pack_id)
        declared = copy / "pack.yaml"
        lines = [line for line in declared.read_text().splitlines() if not line.startswith("  estimate:")]
        if "result:" in lines:
            lines.insert(lines.index("result:") + 1, f"  estimate: {purpose_of(pack_id)}")
        else:  # a pack on another one
            lines.append(f"change: {{result: {{estimate: {purpose_of(pack_id)}}}}}")
        declared.write_text("\n".join(lines) + "\n")
        return interpreter.load(copy)


def record_purposeful(pack, seats: int, options: dict, seed: int) -> tuple[dict, set[Key]]:
    """Let bots with that purpose play a game, and describe it as one of the pack itself."""
    game = purposeful(pack.id).new_game(players=seats, seed=seed, options=options)
    bots = [GreedyBot(30) for _ in range(seats)]
    while game.decision is not None:
        game.choose(bots[game.decision.seat].pick(game))
    same, fired = replay(pack, {"players": seats, "seed": seed, "options": options, "picks": game.picks})
    kept = {"players": seats, "options": options, "seed": seed, "scores": same.result.scores, "hash": board_hash(same)}
    return {**kept, "picks": same.picks}, fired


def replay(pack, kept: dict) -> tuple[interpreter.Game, set[Key]]:
    """Play a stored game again; the scripts that ran."""
    game = pack.new_game(players=kept["players"], seed=kept["seed"], options=kept["options"])
    game.machine.fired = set()
    for pick in kept["picks"]:
        game.choose(pick)
    fired = set(game.machine.fired)
    game.machine.fired = None
    return game, fired


def load(pack_id: str) -> list[dict]:
    """The stored games of a pack."""
    return [json.loads(line) for line in (HERE / f"{pack_id}.jsonl").read_text().splitlines()]


def silent(pack_id: str) -> list[str]:
    """The scripts no stored game runs yet: the exceptions, by name."""
    return (HERE / f"{pack_id}.silent.txt").read_text().splitlines()


def find(pack_id: str, least: int) -> None:
    """Look for games and write those that show something new, at least so many in all."""
    pack = interpreter.load(pack_id)
    settings = settings_of(pack)
    wanted = wanted_of(pack)
    counts: Counter = Counter()
    kept, seen = [], set()
    share = -(-least // len(settings))
    for seats, options in settings:
        mine = scripts_of(pack.machine(seats, pack.options(options))) & wanted
        own = barren = 0
        for seed in range(1, MAX_SEEDS):
            game, fired = record(pack, seats, options, seed, counts)
            fired &= wanted
            barren = 0 if fired - seen else barren + 1
            if fired - seen or own < share:
                kept.append(game)
                seen |= fired
                own += 1
            if own >= share and (mine <= seen or barren >= MAX_BARREN):
                break
        print(seats, options, own, "games;", len(wanted - seen), "scripts still silent", flush=True)
    for seats, options in reversed(settings):  # the more players, the more there is to see
        for seed in range(MAX_SEEDS, MAX_SEEDS + MAX_PURPOSEFUL):
            if scripts_of(pack.machine(seats, pack.options(options))) & wanted <= seen or not purpose_of(pack_id):
                break
            game, fired = record_purposeful(pack, seats, options, seed)
            fired &= wanted
            if fired - seen:
                kept.append(game)
                seen |= fired
                print(seats, options, "on purpose:", named(wanted - seen), flush=True)
    (HERE / f"{pack_id}.jsonl").write_text("".join(json.dumps(game, separators=(",", ":")) + "\n" for game in kept))
    (HERE / f"{pack_id}.silent.txt").write_text("".join(f"{name}\n" for name in named(wanted - seen)))
    print(len(kept), "games; silent:", named(wanted - seen))


def rehash(pack_id: str) -> None:
    """Write down anew what the states of the stored games come to: for a change of how a state is kept, not of the rules."""
    pack, kept = interpreter.load(pack_id), load(pack_id)
    for stored in kept:
        game, _ = replay(pack, stored)
        assert game.result is not None and game.result.scores == stored["scores"], "another game: look for new ones"
        stored["hash"] = board_hash(game)
    (HERE / f"{pack_id}.jsonl").write_text("".join(json.dumps(game, separators=(",", ":")) + "\n" for game in kept))


if __name__ == "__main__" and sys.argv[1] == "--rehash":
    rehash(sys.argv[2])
elif __name__ == "__main__":
    find(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4)
