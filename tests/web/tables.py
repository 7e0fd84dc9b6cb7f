"""A server for tests: an application with a hall of its own, and a page that talks to it as a browser would."""

import atexit
import itertools
import json
import sys
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parents[1] / "properties"))

from random_games import SHIPPED
from random_games import pack as loaded

from interpreter.web import limits
from interpreter.web.app import make_app
from interpreter.web.hall import Hall
from interpreter.web.messages import PROTOCOL
from interpreter.web.packs import Packs
from interpreter.web.store import Store
from interpreter.web.thinking import Elsewhere, Thinker

BASE = "http://127.0.0.1"


class Shelf(Packs):
    """Packs of which those in the box are opened once for all tests of a process."""

    def _load(self, places):
        if len(places) == 1 and places[0] in SHIPPED:
            self._loaded[places] = loaded(places[0])
        return super()._load(places)


class Kept(Elsewhere):
    """A process in which bots think, for all tests of a process: it knows the packs already."""

    def end(self):
        """Go on, until all tests are over."""


SHELF = Shelf()
MINDS = [Kept() for _ in range(limits.MINDS)]
for mind in MINDS:
    atexit.register(Elsewhere.end, mind)
NUMBERS = itertools.count()
"""Of messages: no page of a process says the same number twice, else it would be taken for the same message."""


def hall_at(path=":memory:", seed=7):
    return Hall(Store(str(path)), SHELF, seed=lambda: seed)


@contextmanager
def served(hall, pace=0.0, thinker=None):
    with TestClient(
        make_app(hall, pace=pace, thinker=thinker or Thinker(MINDS)), base_url=BASE, headers={"origin": BASE}
    ) as client:
        yield client


def begun(client, pack, players, options=None):
    answer = client.post("/api/games", json={"pack": pack, "players": players, "options": options or {}})
    assert answer.status_code == 200, answer.text
    return answer.json()


class Page:
    """One end of a socket, as the page in a browser is."""

    def __init__(self, socket):
        self.socket, self.count = socket, 0
        self.welcome = self.state = self.presence = None
        self.log = []
        self.sent = []

    def say(self, kind, /, **fields):
        self.socket.send_text(json.dumps({"type": kind, **fields}))

    def hear(self):
        """The next message, noted."""
        text = self.socket.receive_text()
        self.sent.append(text)
        message = json.loads(text)
        if message["type"] == "state":
            first = message["log_from"]
            del self.log[first + 1 if first >= 0 else 0 :]
            self.log += message["log"]
            self.state = message
        elif message["type"] in ("welcome", "presence"):
            setattr(self, message["type"], message)
        return message

    def until(self, kind, test=lambda _message: True):
        """Listen until such a message comes."""
        while True:
            message = self.hear()
            if message["type"] == kind and test(message):
                return message

    def pick(self, key, rev=None, number=None):
        self.count += 1
        number = number or f"n{next(NUMBERS)}"
        self.say("pick", id=number, rev=self.state["rev"] if rev is None else rev, key=key)
        return number

    def answer(self, number):
        """The reply or error to what was asked."""
        while True:
            message = self.hear()
            if message["type"] in ("reply", "error") and message.get("id") == number:
                return message

    def ask(self, kind, /, **fields):
        self.count += 1
        self.say(kind, id=f"a{self.count}", **fields)
        return self.answer(f"a{self.count}")

    @property
    def options(self):
        return self.state.get("decision", {}).get("options", [])


@contextmanager
def page_at(client, game, secret, lang="en", **more):
    with client.websocket_connect("ws://127.0.0.1/ws", headers={"origin": BASE}) as socket:
        page = Page(socket)
        page.say("hello", proto=PROTOCOL, game=game, secret=secret, lang=lang, **more)
        page.until("state")
        yield page
