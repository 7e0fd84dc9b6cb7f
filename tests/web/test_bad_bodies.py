"""Whatever is sent to the server, and whatever becomes of its file of games, it answers in words and goes on."""

import json
import sqlite3

import pytest
from starlette.websockets import WebSocketDisconnect
from tables import BASE, begun, hall_at, page_at, served

from interpreter.play.save import MAGIC, _Chain
from interpreter.web.messages import PROTOCOL
from interpreter.web.packs import pins

HALF = r"\ud800"
"""Half of a letter beyond the first 65,536: JSON can say it, nothing can keep it."""
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(tmp_path):
    with served(hall_at(tmp_path / "games")) as made:
        yield made


@pytest.mark.parametrize(
    "body",
    [
        f'{{"pack": "{HALF}", "players": ["human", "human"]}}',
        f'{{"pack": "pig", "players": ["human", "human"], "options": {{"{HALF}": 1}}}}',
        f'{{"pack": "pig", "players": ["human", "human"], "with": ["{HALF}"]}}',
        f'{{"pack": "{HALF}", "lesson": true}}',
        '{"pack": "\ud800", "lesson": true}'.encode("utf-8", "surrogatepass"),
        f'{{"pack": "{HALF}", "lesson": true}}'.encode("utf-16-le"),
        "[" * 60_000,
    ],
)
def test_no_game_is_begun_of_half_a_letter(client, body):
    answer = client.post("/api/games", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_message")


@pytest.mark.parametrize("path", ["/api/mine", "/api/branch", "/api/file"])
@pytest.mark.parametrize(("name", "secret"), [(HALF, "x"), ("{}", HALF)])
def test_no_secret_is_half_a_letter(client, path, name, secret):
    name = name.format(begun(client, "pig", ["human", "human"])["game"])
    one = f'{{"game": "{name}", "secret": "{secret}"}}'
    answer = client.post(path, content=f'{{"games": [{one}], "step": 0, "seat": 0, {one[1:]}', headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_message")


def test_who_greets_with_half_a_letter_is_sent_away(client):
    with client.websocket_connect("ws://127.0.0.1/ws", headers={"origin": BASE}) as socket:
        socket.send_text(f'{{"type":"hello","proto":{PROTOCOL},"game":"{HALF}","secret":"{HALF}","lang":"en"}}')
        assert json.loads(socket.receive_text())["code"] == "bad_message"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()


def forged(**head):
    """A file of a game as somebody may write it, with every seal as it must be."""
    chain = _Chain()
    lines = [f"{MAGIC.decode()} 3 0.1.0", f"head {json.dumps(head)}", "end 0 -"]
    return b"".join(chain.seal(line.encode()) for line in lines)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"packs": [["\ud800", "1.0.0", "x", "y"]]}, "no_such_pack"),
        ({"options": {"\ud800": 1}}, "wrong_option"),
        ({"options": {"fast": 10**4000}}, "wrong_option"),
        ({"seed": 2**63}, "no_game_file"),
    ],
)
def test_a_file_that_says_what_cannot_be(client, changed, code):
    packs = [
        [one.id, one.version, "/dev/zero", one.sha256] for one in pins(client.app.state.live.hall.packs.open("pig"))
    ]
    head = {"packs": packs, "options": {}, "seed": 5, "players": ["human", "human"], "lang": "en"}
    answer = client.post("/api/open", content=forged(**head), headers={"content-type": "application/octet-stream"})
    assert answer.status_code == 200, "sound but for the change"
    answer = client.post(
        "/api/open", content=forged(**head | changed), headers={"content-type": "application/octet-stream"}
    )
    assert (answer.status_code, answer.json()["error"]) == (400, code)


def hello(game, secret):
    return json.dumps({"type": "hello", "proto": PROTOCOL, "game": game, "secret": secret, "lang": "en"})


def test_a_file_of_games_that_somebody_else_holds(client, tmp_path):
    """Whoever waits is told so, and nothing is half done; afterwards everything goes on."""
    game = begun(client, "pig", ["human", "human"])
    store = client.app.state.live.hall.store
    store._db.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(tmp_path / "games", isolation_level=None)
    with page_at(client, game["game"], game["seats"][0]) as page:
        other.execute("BEGIN EXCLUSIVE")
        answer = client.post("/api/games", json={"pack": "pig", "players": ["human", "human"]})
        assert (answer.status_code, answer.json()["error"]) == (503, "not_kept")
        assert page.answer(page.pick("roll"))["code"] == "not_kept"
        other.execute("ROLLBACK")
        assert page.answer(page.pick("roll"))["done"]
    assert len(store.read(game["game"]).picks) == 1


def test_a_file_of_games_that_is_gone(client):
    game = begun(client, "pig", ["human", "human"])
    hall = client.app.state.live.hall
    with page_at(client, game["game"], game["seats"][0]) as page:
        hall.store.close()
        hall.forget(game["game"])
        assert page.answer(page.pick("roll"))["code"] == "not_kept"
        mine = {"games": [{"game": game["game"], "secret": game["watch"]}]}
        for path, body in (("/api/games", {"pack": "pig", "players": ["human"] * 2}), ("/api/mine", mine)):
            assert client.post(path, json=body).json()["error"] == "not_kept"
        with client.websocket_connect("ws://127.0.0.1/ws", headers={"origin": BASE}) as socket:
            socket.send_text(hello(game["game"], game["watch"]))
            with pytest.raises(WebSocketDisconnect) as left:
                socket.receive_text()
            assert left.value.code == 1013, "later, perhaps"
