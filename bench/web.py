"""Load on the table: `make bench-web`. Many games, clients that pick every few seconds, watchers; how long answers take.

A real server in a process of its own, and sockets on this machine. Figures are told with the load of the machine: they
mean something on an idle one only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import websockets

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


class Load:
    """All clients of a run, and what they measured."""

    def __init__(self, base, wait, seconds):
        self.base, self.wait, self.end = base, wait, time.monotonic() + seconds
        self.took, self.picks, self.refused, self.unanswered, self.cut = [], 0, 0, 0, 0
        self.confirmed = set()

    async def client(self, game, secret, *, watches=False):
        try:
            await self.play(game, secret, watches=watches)
        except (websockets.ConnectionClosed, OSError):
            self.cut += 1  # the server has sent it away: it took too long to listen, or the machine was too busy

    async def play(self, game, secret, *, watches):
        url = self.base.replace("http", "ws") + "/ws"
        async with websockets.connect(url, origin=self.base, max_size=2**22, ping_interval=None) as socket:
            hello = {"type": "hello", "proto": 1, "game": game, "secret": secret, "lang": "en"}
            await socket.send(json.dumps(hello))
            state, asked, count = None, None, 0
            due = time.monotonic() + random.random() * self.wait
            # Who still waits for an answer at the end hears on: late is not lost.
            while time.monotonic() < (self.end + LATE if asked else self.end):
                until = self.end + LATE if asked and due >= self.end else min(due, self.end)
                try:
                    text = await asyncio.wait_for(socket.recv(), max(0.01, until - time.monotonic()))
                except TimeoutError:
                    text = None
                if text is not None:
                    message = json.loads(text)
                    if message["type"] == "state":
                        state = message
                    elif asked and message.get("id") == asked[0]:
                        self.took.append(time.monotonic() - asked[1])
                        if message["type"] == "error":
                            self.refused += 1
                        else:
                            self.confirmed.add(asked[0])
                        asked = None
                now = time.monotonic()
                if now >= self.end:
                    continue
                if watches or now < due or asked or not state:
                    due = max(due, now + 0.05) if watches or asked or not state else due
                    continue
                due = now + self.wait
                if "decision" not in state:
                    continue
                count += 1
                asked = (f"{secret}-{count}", now)
                key = random.choice(state["decision"]["options"])["key"]
                self.picks += 1
                await socket.send(json.dumps({"type": "pick", "id": asked[0], "rev": state["rev"], "key": key}))
            self.unanswered += asked is not None


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


async def drive(base, games, watchers, wait, seconds):
    load = Load(base, wait, seconds)
    jobs = [load.client(game["game"], secret) for game in games for secret in game["seats"]]
    jobs += [load.client(game["game"], game["watch"], watches=True) for game in games[:watchers]]
    await asyncio.gather(*jobs)
    return load


def slowest(took, share):
    """Within how long so large a share was answered."""
    return f"{1000 * took[min(len(took) - 1, int(share * len(took)))]:.0f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--pack", default="daimyo")
    parser.add_argument("--wait", type=float, default=5.0, help="seconds between two picks of a client")
    parser.add_argument("--seconds", type=float, default=30.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = "from interpreter.tools.cli import main; raise SystemExit(main())"
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--games", f"{folder}/g.sqlite"]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        try:
            base = re.search(r"http://127\.0\.0\.1:\d+", next(line for line in server.stdout if "http" in line))[0]
            games = [begin(base, args.pack, ["human", "human"]) for _ in range(args.games)]
            before, worked = os.times(), computing(server.pid)
            load = asyncio.run(drive(base, games, args.watchers, args.wait, args.seconds))
            after, worked = os.times(), computing(server.pid) - worked
        finally:
            server.kill()  # without a word: what was confirmed has to be in the file all the same
            server.wait()
        lost = len(load.confirmed - kept(f"{folder}/g.sqlite"))
    took = sorted(load.took) or [0.0]
    print(
        f"{args.games} games of {args.pack}, {2 * args.games} clients, {args.watchers} watchers, {args.seconds:.0f} s"
    )
    print(
        f"picks: {load.picks} ({load.picks / args.seconds:.0f} a second), refused {load.refused}, "
        f"unanswered {load.unanswered}, cut off {load.cut}, confirmed and lost {lost}"
    )
    print(
        f"answers: half within {slowest(took, 0.5)}, 95 % within {slowest(took, 0.95)}, 99 % within {slowest(took, 0.99)}, the last {slowest(took, 1)}"
    )
    print(f"load of the machine: {os.getloadavg()}, clients used {after.user - before.user:.0f} s of a core")
    print(f"the server computed for {worked:.1f} s, {1000 * worked / max(1, load.picks):.1f} ms for a pick")


if __name__ == "__main__":
    main()
