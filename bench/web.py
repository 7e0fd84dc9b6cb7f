"""Load on the table: `make bench-web`. Many games, clients that pick every few seconds, watchers; how long answers take.

A real server in a process of its own, and sockets on this machine. Figures are told with the load of the machine: they
mean something on an idle one only.

`--beside` says how the same games do beside others that take whatever they get: three whose every pick burns all the fuel
there is and fails, at full speed, and eight in which four of the slowest bot think, all of them of the same visitor.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import websockets

from interpreter.web.messages import PROTOCOL

CONTENT = Path(__file__).parents[1] / "content"
BURN = """\
    repeat 5000:
      repeat 5000:
        let n = highest(cells, line(it, my.marked))
        gain n heat
        lose n heat
"""
LATE = 60.0
"""Seconds after the end for which answers are still waited for."""


def begin(base, pack, players):
    body = json.dumps({"pack": pack, "players": players}).encode()
    request = urllib.request.Request(f"{base}/api/games", body, {"content-type": "application/json", "origin": base})
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError:
            time.sleep(0.5)  # so many games at once are more than a person begins


def burner(folder):
    """A pack whose every pick, and every look at what it would bring, computes until it is stopped."""
    shutil.copytree(
        CONTENT / "tic_tac_toe", folder, ignore=shutil.ignore_patterns("scenarios", "rulebook", "*.txt", "eq*")
    )
    for name, was, now in (
        ("pack.yaml", "id: tic_tac_toe", "id: burner"),
        ("model.yaml", "  player: {}", "  player:\n    vars:\n      heat: {type: number, max: 9}"),
        ("rules/play.yaml", "    move first", f"{BURN}    move first"),
    ):
        text = (folder / name).read_text()
        assert was in text, f"{name} of tic_tac_toe has changed"
        (folder / name).write_text(text.replace(was, now))
    for path in (folder / "rules").iterdir():
        path.write_text(re.sub("  rule: .*", "  source: designed", path.read_text()))
    pack = folder / "pack.yaml"
    pack.write_text(pack.read_text().replace("source: rulebook", "source: designed"))
    return str(folder)


class Load:
    """All clients of a run, and what they measured."""

    def __init__(self, base, wait, seconds):
        self.base, self.wait, self.end = base, wait, time.monotonic() + seconds
        self.took, self.early, self.arrived, self.offered, self.idle = [], [], [], 0, 0
        self.awaited = 0
        self.picks, self.refused, self.unanswered, self.cut = 0, 0, 0, 0
        self.confirmed = set()

    async def table(self, game, *, watched):
        """A game: its players, perhaps somebody who watches, and a pace that is kept whoever is to choose.

        A person cannot choose while another thinks. So a game has as many picks in a while as its players would make there,
        and whoever is due makes the next one.
        """
        players = [Client(self, game["game"], secret) for secret in game["seats"]]
        everybody = [*players, *([Client(self, game["game"], game["watch"])] if watched else [])]
        self.awaited += len(everybody)
        await asyncio.gather(*(client.live() for client in everybody), self.pace(players))

    async def pace(self, players):
        apart = self.wait / len(players)
        due = time.monotonic() + random.random() * apart
        while due < self.end:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due += apart
            self.offered += 1
            ready = [client for client in players if client.may_pick]
            if ready:
                await random.choice(ready).pick()
            else:
                self.idle += 1  # the game is over, or the pick before is not answered yet


class Client:
    """A page: it hears everything, and picks when told to."""

    def __init__(self, load, game, secret):
        self.load, self.game, self.secret = load, game, secret
        self.socket, self.state, self.asked, self.reply, self.count = None, None, None, None, 0
        self.arriving = False

    @property
    def may_pick(self):
        return self.state is not None and "decision" in self.state and self.asked is None

    async def live(self):
        try:
            await self.hear()
        except (websockets.ConnectionClosed, OSError):
            self.load.cut += 1  # the server has sent it away: it took too long to listen, or the machine was too busy
        self.load.unanswered += self.asked is not None

    async def hear(self):
        load, url = self.load, self.load.base.replace("http", "ws") + "/ws"
        begun = time.monotonic()
        async with websockets.connect(url, origin=load.base, max_size=2**22, ping_interval=None) as self.socket:
            hello = {"type": "hello", "proto": PROTOCOL, "game": self.game, "secret": self.secret, "lang": "en"}
            await self.socket.send(json.dumps(hello))
            # Who still waits for an answer at the end hears on: late is not lost.
            while (now := time.monotonic()) < (load.end + LATE if self.asked else load.end):
                try:
                    text = await asyncio.wait_for(
                        self.socket.recv(), max(0.01, load.end - now) if now < load.end else 1
                    )
                except TimeoutError:
                    continue
                self.take(json.loads(text), begun)

    def take(self, message, begun):
        """Note a message. A pick is answered once its player can go on: it was confirmed, and the table is there."""
        if message["type"] == "state":
            if self.state is None:
                self.load.arrived.append(time.monotonic() - begun)
            self.state = message
        elif self.asked and message.get("id") == self.asked[0]:
            self.reply = message
        if self.reply is None or self.state["rev"] < self.reply.get("rev", 0):
            return
        (self.load.early if self.arriving else self.load.took).append(time.monotonic() - self.asked[1])
        if self.reply["type"] == "error":
            self.load.refused += 1
        else:
            self.load.confirmed.add(self.asked[0])
        self.asked = self.reply = None

    async def pick(self):
        self.count += 1
        self.load.picks += 1
        self.asked = (f"{self.secret}-{self.count}", time.monotonic())
        self.arriving = len(self.load.arrived) < self.load.awaited
        key = random.choice(self.state["decision"]["options"])["key"]
        with contextlib.suppress(websockets.ConnectionClosed):  # who listens notices it, too
            await self.socket.send(
                json.dumps({"type": "pick", "id": self.asked[0], "rev": self.state["rev"], "key": key})
            )


def computing(process):
    """Seconds that a process has computed for; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kept(path):
    """The messages whose picks are in the file of the games."""
    with sqlite3.connect(path) as db:
        return {mark.partition(":")[2] for (mark,) in db.execute("SELECT mark FROM picks WHERE mark <> ''")}


class Burning:
    """Somebody who chooses as fast as one is answered."""

    def __init__(self, base, game, end):
        self.base, self.game, self.end, self.picks = base, game, end, 0

    async def live(self):
        url = self.base.replace("http", "ws") + "/ws"
        async with websockets.connect(url, origin=self.base, max_size=2**22, ping_interval=None) as socket:
            seat = {"game": self.game["game"], "secret": self.game["seats"][0], "lang": "en"}
            await socket.send(json.dumps({"type": "hello", "proto": PROTOCOL, **seat}))
            while time.monotonic() < self.end:
                with contextlib.suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(socket.recv(), 1))
                    if message["type"] == "state":
                        state = message
                    if message["type"] in ("state", "error") and "decision" in state:
                        self.picks += 1
                        key = state["decision"]["options"][0]["key"]
                        asked = {"type": "pick", "id": f"{self.picks}", "rev": state["rev"], "key": key}
                        await socket.send(json.dumps(asked))


async def watching(base, game, end):
    """Somebody looks on, so that bots think."""
    async with websockets.connect(base.replace("http", "ws") + "/ws", origin=base, max_size=2**22) as socket:
        seat = {"game": game["game"], "secret": game["watch"], "lang": "en"}
        await socket.send(json.dumps({"type": "hello", "proto": PROTOCOL, **seat}))
        steps = 0
        while time.monotonic() < end:
            with contextlib.suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(socket.recv(), 1))
                steps = message["step"] if message["type"] == "state" else steps
    return steps


async def drive(base, games, watchers, wait, seconds, others):
    burning, thinking = others
    load = Load(base, wait, seconds)
    fires = [Burning(base, game, load.end) for game in burning]
    bots = asyncio.gather(*(watching(base, game, load.end) for game in thinking))
    await asyncio.gather(
        *(load.table(game, watched=number < watchers) for number, game in enumerate(games)),
        *(fire.live() for fire in fires),
    )
    if burning:
        print(f"beside: {[fire.picks for fire in fires]} picks that burn all fuel, {await bots} picks of bots")
    return load


def slowest(took, share):
    """Within how long so large a share was answered."""
    return f"{1000 * took[min(len(took) - 1, int(share * len(took)))]:.0f} ms"


def shares(took):
    return (
        f"half within {slowest(took, 0.5)}, 95 % within {slowest(took, 0.95)}, "
        f"99 % within {slowest(took, 0.99)}, the last {slowest(took, 1)}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--pack", default="daimyo")
    parser.add_argument(
        "--wait", type=float, default=5.0, help="seconds between two picks of a client, if all were always due"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--beside", action="store_true", help="50 games beside three that burn fuel and eight of bots")
    args = parser.parse_args()
    if args.beside:
        args.games, args.watchers = 50, 0
    with tempfile.TemporaryDirectory() as folder:
        # So many games at once are more than a visitor may begin.
        program = "from interpreter.web import limits; limits.BEGUN = (1e6, 1e6)\n"
        program += "from interpreter.tools.cli import main; raise SystemExit(main())"
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--games", f"{folder}/g.sqlite"]
        command += [burner(Path(folder) / "burner")] if args.beside else []
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        try:
            base = re.search(r"http://127\.0\.0\.1:\d+", next(line for line in server.stdout if "http" in line))[0]
            games = [begin(base, args.pack, ["human", "human"]) for _ in range(args.games)]
            others = [[], []]
            if args.beside:
                others[0] = [begin(base, f"{folder}/burner", ["human"] * 2) for _ in range(3)]
                others[1] = [begin(base, "daimyo", ["uct"] * 4) for _ in range(8)]
            before, worked = os.times(), computing(server.pid)
            load = asyncio.run(drive(base, games, args.watchers, args.wait, args.seconds, others))
            after, worked = os.times(), computing(server.pid) - worked
        finally:
            server.kill()  # without a word: what was confirmed has to be in the file all the same
            server.wait()
        lost = len(load.confirmed - kept(f"{folder}/g.sqlite"))
    took, early, arrived = (sorted(some) or [0.0] for some in (load.took, load.early, load.arrived))
    print(
        f"{args.games} games of {args.pack}, {2 * args.games} clients, {args.watchers} watchers, {args.seconds:.0f} s"
    )
    print(
        f"asked for {load.offered / args.seconds:.0f} picks a second, made {load.picks / args.seconds:.0f} ({load.picks} in all); "
        f"{load.idle} times nobody was due: the game was over, or its last pick not answered yet"
    )
    print(f"refused {load.refused}, unanswered {load.unanswered}, cut off {load.cut}, confirmed and lost {lost}")
    print(f"answers with the table after them ({len(took)}): {shares(took)}")
    print(f"all {len(arrived)} pages arriving at once, the first table of each: {shares(arrived)}")
    print(f"answers to picks made while pages still arrived ({len(load.early)}): {shares(early)}")
    print(f"load of the machine: {os.getloadavg()}, clients used {after.user - before.user:.0f} s of a core")
    print(f"the server computed for {worked:.1f} s, {1000 * worked / max(1, load.picks):.1f} ms for a pick")


if __name__ == "__main__":
    main()
