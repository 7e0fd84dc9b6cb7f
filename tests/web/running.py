"""The real command in a process of its own, on a free port of this machine."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request

from tables import Page
from websockets.sync.client import connect

from interpreter.web.messages import PROTOCOL


class Running:
    """A server process; `kill` ends it without a word."""

    def __init__(self, folder, port=0, pace="0", more=(), before=""):
        """`before`: what the process does first."""
        self.folder = folder
        # Tests begin more games than a visitor may.
        whole = f"from interpreter.web import limits\nlimits.BEGUN = (2.0, 30.0)\n{before}\nfrom interpreter.tools.cli import main; raise SystemExit(main())"
        command = [sys.executable, "-c", whole, "serve"]
        command += ["--port", str(port), "--games", str(folder / "games.sqlite"), "--pace", pace, "--lang", "en", *more]
        environment = dict(os.environ, PYTHONUNBUFFERED="1", RULEWRIGHT_DATA=str(folder))
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        told = ""
        for line in self.process.stdout:
            told += line
            found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                self.base = f"http://127.0.0.1:{self.port}"
                return
        raise RuntimeError(told)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def begin(self, pack, players, options=None):
        body = json.dumps({"pack": pack, "players": players, "options": options or {}}).encode()
        headers = {"content-type": "application/json", "origin": self.base}
        request = urllib.request.Request(f"{self.base}/api/games", body, headers)
        end = time.monotonic() + 60
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if json.load(error)["error"] != "too_often" or time.monotonic() > end:
                    raise
                time.sleep(0.1)  # tests begin more games at once than people do

    @contextlib.contextmanager
    def page(self, game, secret, lang="en"):
        with connect(f"ws://127.0.0.1:{self.port}/ws", origin=self.base) as socket:
            page = Page(_Socket(socket))
            page.say("hello", proto=PROTOCOL, game=game, secret=secret, lang=lang)
            page.until("state")
            yield page


class _Socket:
    def __init__(self, socket):
        self.socket = socket

    def send_text(self, text):
        self.socket.send(text)

    def receive_text(self):
        return self.socket.recv(timeout=60)


@contextlib.contextmanager
def running(folder, **more):
    server = Running(folder, **more)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def within(seconds, test):
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not test():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
