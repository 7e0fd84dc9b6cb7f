"""What pages of the table are sent: a server in a process of its own, games opened from saves, and its protocol.

A save gives a game its seed, so that every position comes out the same. Games, secrets and times are the server's own: of these
only that they are there is held.
"""

import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from functools import cache
from pathlib import Path
from typing import NamedTuple

from websockets.sync.client import connect

from tests.held import saves
from tests.held.commands import environment
from tests.held.games import LANGUAGES, ROOT, Setting, picks, settings

PROTOCOL = 2
MANY = 200
"""Positions, over all packs, players and options."""
AT_ONCE = 25
"""Games that are opened on one server: it lets nobody begin many more in a short time."""
PATIENCE = 30
"""Seconds for which something is asked for again that is asked for too often."""


FORESEEN = {"price", "effect", "own", "then", "idle"}
"""What is told of options about what they bring."""
LATER = 5.0
"""Seconds in which that comes where it does not come at once."""


class Position(NamedTuple):
    """The first game of a setting after so many picks: `at` of `many` positions between its beginning and its end."""

    setting: Setting
    at: int
    many: int


@cache
def positions():
    """Where pages look: so many steps of the first game of every setting, from its beginning to its end."""
    every = list(settings())
    share, more = divmod(MANY, len(every))
    found = []
    for number, setting in enumerate(every):
        many = share + (number < more)
        found += [Position(setting, at, many) for at in range(many)]
    return found


class Server:
    """The command `serve`, on a free port."""

    def __init__(self, folder):
        words = ("serve", "--port", "0", "--games", str(Path(folder) / "games.sqlite"), "--pace", "0", "--lang", "en")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "interpreter.tools", *words],
            cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        for line in self.process.stdout:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.base = f"http://127.0.0.1:{found[1]}"
                return
        raise RuntimeError("the server does not say where it is")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def asked(self, path, body=None, kind="application/json"):
        """An answer; what comes too often is asked again, as pages do."""
        headers = {"origin": self.base} | ({"content-type": kind} if body is not None else {})
        end = time.monotonic() + PATIENCE
        while True:
            try:
                request = urllib.request.Request(self.base + path, body, headers)
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                said = error.read().decode()
                if "too_often" not in said or time.monotonic() > end:
                    return {"status": error.code, "said": said}
                time.sleep(0.2)

    def sent(self, game, secret, lang):
        """What a page is sent until it has the state: welcome, who is there, and the table with its log and question."""
        with connect(self.base.replace("http", "ws") + "/ws", origin=self.base, max_size=None) as socket:
            hello = {"type": "hello", "proto": PROTOCOL, "game": game, "secret": secret, "lang": lang}
            socket.send(json.dumps(hello))
            heard = {}
            while "error" not in heard and not {"state", "presence"} <= {*heard}:
                message = json.loads(socket.recv(timeout=60))
                heard[message["type"]] = message
            options = heard.get("state", {}).get("decision", {}).get("options", [])
            if options and not any(FORESEEN & {*one} for one in options):
                self._hear_more(socket, options)
            return heard

    @staticmethod
    def _hear_more(socket, options):
        """What options bring is told with them, or, where others wait, a moment later: it is all the same to who reads it."""
        end = time.monotonic() + LATER
        with contextlib.suppress(TimeoutError):
            while True:
                message = json.loads(socket.recv(timeout=max(end - time.monotonic(), 0.01)))
                if message["type"] == "ahead":
                    for option, told in zip(options, message["options"], strict=True):
                        option.update(told)
                    return


@contextlib.contextmanager
def server():
    with tempfile.TemporaryDirectory(prefix="held") as folder:
        made = Server(folder)
        try:
            yield made
        finally:
            made.close()


def looked_at_all(some, digests):
    """Positions one after another, on servers of their own."""
    for first in range(0, len(some), AT_ONCE):
        with server() as served:
            for position in some[first : first + AT_ONCE]:
                yield f"{position.setting} players"
                yield from looked_at(served, position, digests)


def looked_at(served, position, digests):
    """One position: a mark of what each seat and a watcher are sent, each in another language."""
    setting, at, many = position
    made = picks(setting, 1)
    step = len(made) * at // max(many - 1, 1)
    opened = served.asked("/api/open", saves.written(setting, 1, made[:step]), "application/octet-stream")
    if "game" not in opened:
        raise RuntimeError(f"{setting.pack} {setting} is not opened at step {step}: {opened}")
    lines = []
    for number, (who, secret) in enumerate([("watcher", opened["watch"]), *_seats(opened)]):
        lang = LANGUAGES[(number + at) % len(LANGUAGES)]
        heard = served.sent(opened["game"], secret, lang)
        lines.append(f"step {step} {who} {lang} {digests(f'step {step} {who} {lang}.json', _without(heard))}")
    return lines


def _seats(opened):
    return [(f"p{seat + 1}", secret) for seat, secret in enumerate(opened["seats"])]


def _without(heard):
    """What was heard, without what belongs to this server and this moment alone: its name of the game, and who is there."""
    told = {kind: message for kind, message in heard.items() if kind != "presence"}
    if "presence" in heard:
        told["presence"] = [{"who": one["who"], "name": one["name"]} for one in heard["presence"]["seats"]]
    whole = json.dumps(told)
    return json.loads(whole.replace(json.dumps(heard["welcome"]["game"]), '"GAME"') if "welcome" in heard else whole)


def about_pack(served, names, lang, digests):
    """What a page is told about a pack before anybody plays: what is offered, how its table is laid out, its rules."""
    many = "&".join([f"pack={names[0]}", *(f"with={one}" for one in names[1:])])
    asked = {what: f"/api/{what}?{many}&lang={lang}" for what in ("offer", "scene", "rules")}
    return _answered(served, asked, lang, digests)


def about_house(served, lang, digests):
    """The same of the first page: the packs there are, and all words of the page."""
    return _answered(served, {what: f"/api/{what}?lang={lang}" for what in ("packs", "words")}, lang, digests)


def _answered(served, asked, lang, digests):
    lines = []
    for what, path in asked.items():
        text = re.sub(r'"[0-9a-f]{64}"', '"HASH"', json.dumps(served.asked(path)))  # of content: every word changes it
        lines.append(f"{what} {lang} {digests(f'{what} {lang}.json', json.loads(text))}")
    return lines
