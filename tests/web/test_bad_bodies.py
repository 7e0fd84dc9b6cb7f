"""Whatever is sent to the server, and whatever becomes of its file of games, it answers in words and goes on."""

import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from running import within
from starlette.websockets import WebSocketDisconnect
from tables import BASE, begun, hall_at, page_at, served

from interpreter.play.save import MAGIC, _Chain
from interpreter.web import limits
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


@contextmanager
def held(path):
    """The file of the games, while another program writes to it and takes its time."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield
    other.execute("ROLLBACK")
    other.close()


def test_a_file_of_games_that_somebody_else_holds(client, tmp_path, monkeypatch):
    """Whoever waits is told so, and nothing is half done; afterwards everything goes on."""
    game = begun(client, "pig", ["human", "human"])
    store = client.app.state.live.hall.store
    monkeypatch.setattr(limits, "LOCKED_SECONDS", 0.2)
    with page_at(client, game["game"], game["seats"][0]) as page:
        with held(tmp_path / "games"):
            answer = client.post("/api/games", json={"pack": "pig", "players": ["human", "human"]})
            assert (answer.status_code, answer.json()["error"]) == (503, "not_kept")
            assert page.answer(page.pick("roll"))["code"] == "not_kept"
        assert page.answer(page.pick("roll"))["done"]
    assert len(store.read(game["game"]).picks) == 1


def test_a_lock_that_comes_after_one_has_looked_is_not_waited_for_long(client, tmp_path, monkeypatch):
    game = begun(client, "pig", ["human", "human"])
    store = client.app.state.live.hall.store
    monkeypatch.setattr(type(store), "is_held", lambda _store: False)
    with page_at(client, game["game"], game["seats"][0]) as page:
        with held(tmp_path / "games"):
            asked = time.monotonic()
            assert page.answer(page.pick("roll"))["code"] == "not_kept"
            assert time.monotonic() - asked < 3, "nobody is answered in this time"
        assert page.answer(page.pick("roll"))["done"]


@pytest.mark.parametrize("what", ["pick", "undo", "seat", "name"])
def test_while_one_waits_for_the_file_the_others_are_answered(client, tmp_path, what):
    waiting, other = (begun(client, "tic_tac_toe", ["human", "human"]) for _ in range(2))
    with (
        page_at(client, waiting["game"], waiting["seats"][0]) as one,
        page_at(client, other["game"], other["seats"][0]) as two,
    ):
        if what == "undo":
            one.answer(one.pick("cell_1_1"))
            one.until("state", lambda state: state["step"] == 1)
        sent = {
            "pick": {"id": "x", "rev": one.state["rev"], "key": "cell_1_1"},
            "undo": {"rev": one.state["rev"], "to": 0},
            "seat": {"who": "greedy"},
            "name": {"name": "Ann"},
        }
        with held(tmp_path / "games"):
            one.say(what, **sent[what])
            assert two.ask("frame", step=0)["frame"]
            one.say("frame", id="later", step=99)  # what one asks for is answered in its order: that comes later
        if what == "pick":
            assert one.answer("x")["done"]
        assert one.answer("later")["code"] == "no_such_step"
        assert not [text for text in one.sent if "not_kept" in text]


def test_while_a_bot_waits_for_the_file_the_others_are_answered(client, tmp_path):
    waiting, other = begun(client, "tic_tac_toe", ["random", "human"]), begun(client, "tic_tac_toe", ["human"] * 2)
    with page_at(client, other["game"], other["seats"][0]) as two, held(tmp_path / "games"):
        opened = page_at(client, waiting["game"], waiting["seats"][1])
        one = opened.__enter__()
        assert two.ask("frame", step=0)["frame"]
    one.until("state", lambda state: state["step"] == 1)
    opened.__exit__(None, None, None)


def test_while_a_game_is_begun_the_others_are_answered(client, tmp_path):
    other = begun(client, "tic_tac_toe", ["human", "human"])
    body = {"pack": "pig", "players": ["human", "human"]}
    with ThreadPoolExecutor() as pool, page_at(client, other["game"], other["seats"][0]) as two:
        with held(tmp_path / "games"):
            begins = pool.submit(client.post, "/api/games", json=body)
            within(20, client.app.state.live.hall.store.waiting.locked)
            assert two.ask("frame", step=0)["frame"]
        assert begins.result().status_code == 200


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
