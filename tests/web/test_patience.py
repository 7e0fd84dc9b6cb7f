"""Connections that say nothing, half of something or nonsense are not held, and nobody reads of them where the server runs."""

import json
import logging
import socket
import time

import pytest
from running import running

from interpreter.web import limits
from interpreter.web.patience import Calm

SHORT = "import interpreter.web.limits as limits\nlimits.IDLE_SECONDS, limits.ANSWERING_SECONDS = 0.5, 0.5"
HOST = "Host: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
SOCKET = (
    f"GET /ws HTTP/1.1\r\n{HOST}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
BODY = f"POST /api/mine HTTP/1.1\r\n{HOST}Content-Type: application/json\r\n"
SILENT = {
    "nothing": "",
    "half a head": f"GET / HTTP/1.1\r\n{HOST}X: ",
    "half a body": f"{BODY}Content-Length: 500\r\n\r\n{{",
    "a body without end": f"{BODY}Transfer-Encoding: chunked\r\n\r\nffffffffffff\r\n{{",
    "half a head after an answer": f"GET /page/nothing HTTP/1.1\r\n{HOST}\r\nGET / HTTP/1.1\r\nX: ",
    "a silent socket": SOCKET,
}
NONSENSE = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\xff\r\n\r\n",
    "no letters in a socket": SOCKET.encode() + b"\x81\x82\0\0\0\0\xff\xfe",
    "no frame": SOCKET.encode() + b"\xf1\x80\0\0\0\0",
    "a frame of a terabyte": SOCKET.encode() + b"\x81\xff" + (2**40).to_bytes(8, "big") + b"\0\0\0\0",
}


def told(connection):
    """Everything that is still said, up to the end of the connection, or the last word in a socket."""
    found = b""
    while part := connection.recv(65536):
        found += part
        if b"\r\n\r\n\x88" in found:
            break
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(tmp_path_factory.mktemp("served"), before=SHORT) as made:
        yield made


def connected(server, said):
    made = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    made.sendall(said if isinstance(said, bytes) else said.encode())
    return made


@pytest.mark.parametrize("name", SILENT)
def test_who_is_silent_is_not_waited_for(server, name):
    with connected(server, SILENT[name]) as silent:
        answer = told(silent)
    assert b"500 " not in answer
    if "body" in name:
        assert json.loads(answer.rpartition(b"\r\n\r\n")[2])["error"] == "too_slow"


def test_who_asks_and_plays_is_not_hurried(server):
    game = server.begin("pig", ["human", "human"])
    with server.page(game["game"], game["seats"][0]) as page:
        time.sleep(1.5)
        assert page.answer(page.pick("hold"))["done"]


def test_the_server_does_not_cry_out(tmp_path):
    """Nor where somebody leaves in the middle of a sentence."""
    with running(tmp_path, before=SHORT) as server:
        for said in NONSENSE.values():
            with connected(server, said) as nonsense:
                told(nonsense)
        for _ in range(3):
            connected(server, SILENT["half a body"]).close()
        server.begin("pig", ["human", "human"])
        server.process.terminate()
        said, _ = server.process.communicate(timeout=120)
    assert "Traceback" not in said
    assert len(said) < 2000


def test_nonsense_without_end_fills_no_log(tmp_path):
    upgrade = SOCKET.replace("Upgrade: websocket", "Upgrade: nonsense").encode()
    with running(tmp_path, before=SHORT) as server:
        for said in (NONSENSE["no HTTP"], upgrade):
            for _ in range(60):
                with connected(server, said) as nonsense:
                    nonsense.recv(1)
        server.process.terminate()
        said, _ = server.process.communicate(timeout=120)
    lines = said.splitlines()
    for line in ("Invalid HTTP request", "Unsupported upgrade"):
        assert 1 <= sum(line in one for one in lines) <= limits.LINES[1] + 2
    assert len(lines) < 30


def test_a_fault_of_ours_is_always_told_whole():
    calm, problem = Calm(lambda: 1.0), ValueError("of ours")
    for _ in range(50):
        record = logging.LogRecord("x", logging.ERROR, "", 0, "in the application", (), (ValueError, problem, None))
        assert calm.filter(record) and record.exc_info


def test_the_log_speaks_of_clients_again_after_a_while():
    now = [1.0]
    calm = Calm(lambda: now[0])

    def told_of(count):
        lines = [logging.LogRecord("x", logging.WARNING, "", 0, "nonsense", (), None) for _ in range(count)]
        return sum(map(calm.filter, lines))

    assert told_of(50) == limits.LINES[1]
    now[0] += 61
    assert told_of(50) == 1
