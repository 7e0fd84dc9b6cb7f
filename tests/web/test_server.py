"""The server core: games begun, seats kept apart, picks once, undo, bots, what is refused."""

import json
import time

import pytest
from starlette.websockets import WebSocketDisconnect
from tables import BASE, begun, hall_at, page_at, served

from interpreter.web import limits, sockets
from interpreter.web.messages import PROTOCOL


@pytest.fixture
def client():
    with served(hall_at()) as made:
        yield made


def test_a_game_has_a_secret_for_each_seat_and_one_for_watching(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    keys = [*game["seats"], game["watch"]]
    assert len(set(keys)) == 3
    assert all(len(key) == 22 for key in keys), "128 bits in base64"
    stored = client.app.state.live.hall.store.read(game["game"])
    assert not any(key.encode() in seat.secret for key in keys for seat in stored.seats), "secrets are kept as hashes"


def test_two_people_play_and_one_watches(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with (
        page_at(client, game["game"], game["seats"][0]) as one,
        page_at(client, game["game"], game["seats"][1]) as two,
        page_at(client, game["game"], game["watch"]) as watch,
    ):
        assert (one.welcome["you"], two.welcome["you"], watch.welcome["you"]) == (0, 1, None)
        players = [one, two]
        for step, key in enumerate(("cell_1_1", "cell_1_2", "cell_2_1", "cell_2_2", "cell_3_1")):
            player = players[step % 2]
            assert key in [option["key"] for option in player.options]
            assert not players[1 - step % 2].options and not watch.options
            assert player.answer(player.pick(key))["done"]
            for other in (one, two, watch):
                other.until("state", lambda state, step=step: state["step"] == step + 1)
        result = watch.state["result"]
        assert result["winners"] == [0] and one.state["result"] == result
        assert one.state["turn"] is None
        assert [entry.get("did") for entry in watch.log][1:] == [entry.get("did") for entry in two.log][1:]
        assert len(watch.log) == 6


def test_the_others_turn_is_not_mine(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with page_at(client, game["game"], game["seats"][1]) as two:
        assert two.answer(two.pick("cell_1_1"))["code"] == "not_your_turn"
        assert two.ask("why", kind="cell", key="cell_1_1")["code"] == "not_your_turn"
    with page_at(client, game["game"], game["watch"]) as watch:
        assert watch.answer(watch.pick("cell_1_1"))["code"] == "only_watching"


def test_an_option_that_is_not_offered(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        assert one.answer(one.pick("cell_9_9"))["code"] == "not_offered"
        assert one.answer(one.pick("cell_1_1"))["done"]


def test_the_same_message_twice_is_carried_out_once(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        rev = one.state["rev"]
        one.pick("cell_1_1", rev, "same")
        one.pick("cell_1_1", rev, "same")
        assert one.answer("same")["done"] is True
        assert one.answer("same")["done"] is False
        one.pick("cell_2_2", rev, "other")
        assert one.answer("other")["code"] == "stale"
    room = client.app.state.live.hall.room(game["game"])
    assert len(room.steps) == 1


def test_a_stale_page_gets_the_state_again(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with (
        page_at(client, game["game"], game["seats"][0]) as one,
        page_at(client, game["game"], game["seats"][0]) as again,
    ):
        old = again.state["rev"]
        one.answer(one.pick("cell_1_1"))
        again.until("state", lambda state: state["rev"] > old)
        number = again.pick("cell_2_2", rev=old)
        assert again.until("error")["code"] == "stale"
        assert number
        assert again.until("state")["step"] == 1, "it is sent the state it should have had"


def test_undo_of_ones_own_and_with_consent(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with (
        page_at(client, game["game"], game["seats"][0]) as one,
        page_at(client, game["game"], game["seats"][1]) as two,
    ):
        one.answer(one.pick("cell_1_1"))
        one.until("state")
        assert [step["step"] for step in one.state["undo"]["trail"]] == [0]
        one.say("undo", rev=one.state["rev"], to=0)
        state = one.until("state")
        assert state["step"] == 0 and len(one.log) == 1
        assert state["rev"] == 2, "a revision never falls"
        one.answer(one.pick("cell_1_1"))
        two.until("state", lambda state: state["rev"] == 3)
        two.answer(two.pick("cell_2_2"))
        one.until("state", lambda state: state["step"] == 2)
        assert one.state["undo"]["trail"] == []
        one.say("undo", rev=one.state["rev"], to=0)
        asked = two.until("state", lambda state: "asked" in state)["asked"]
        assert asked == {"by": 0, "to": 0, "missing": [1]}
        two.say("agree", yes=False)
        assert "asked" not in two.until("state", lambda state: state["rev"] == 6)
        one.until("state", lambda state: state["rev"] == 6)
        one.say("undo", rev=one.state["rev"], to=0)
        two.until("state", lambda state: "asked" in state)
        two.say("agree", yes=True)
        assert one.until("state", lambda state: state["step"] == 0)["step"] == 0
        assert len(one.log) == 1


def test_a_roll_stands(client):
    game = begun(client, "pig", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        one.answer(one.pick("roll"))
        one.until("state", lambda state: state["step"] == 1)
        one.say("undo", rev=one.state["rev"], to=0)
        assert one.until("error")["code"] == "undo_fate"
        assert one.state["undo"] == {"trail": [], "why": "undo_fate"}


def test_bots_move_and_a_seat_can_be_handed_over_and_back(client):
    game = begun(client, "connect_four", ["human", "random"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        one.answer(one.pick(one.options[0]["key"]))
        one.until("state", lambda state: state["step"] == 2)
        assert one.state["turn"] == 0
        one.say("seat", who="random")
        state = one.until("state", lambda state: state["turn"] is None)
        assert state["result"] is not None
        assert one.presence["seats"][0]["who"] == "random"
        one.say("seat", who="human")
        assert one.until("presence")["seats"][0]["who"] == "human"
        one.say("seat", who="wizard")
        assert one.until("error")["code"] == "no_such_player"


def test_why_and_read_and_frames(client):
    game = begun(client, "daimyo", ["human", "random", "random"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        while not one.options:
            one.until("state")
        told = one.ask("why", kind="hero", key="crane_rider")["text"]
        assert "Crane Rider" in told and "crane_rider" not in told, "a thing that is not asked for is told by its name"
        assert one.state["decision"]["prompt"] in told, "and what is asked for"
        assert one.ask("read", kind="hero", key="crane_rider")["lines"][0].startswith("Crane Rider")
        assert one.ask("read", kind="player", key="player2")["lines"][0] == "Player 2"
        assert one.ask("read", kind="player", key="player9")["lines"] == []
        frame = one.ask("frame", step=0)["frame"]
        assert frame["step"] == 0 and frame["view"]["players"][0]["id"] == "player1"
        assert one.ask("frame", step=99)["code"] == "no_such_step"


def test_a_page_in_another_language(client):
    game = begun(client, "pig", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0], "fr") as one:
        assert one.options[0]["label"] == "Lancer"
        one.say("lang", lang="en")
        assert one.until("state")["decision"]["options"][0]["label"] == "Roll"


NAMES = {
    "Zoe\u0308": "Zoe\u0308",
    "e" + "\u0301" * 20: "e" + "\u0301" * 4,
    "\u0301\u0301Bob": "Bob",
    "\u05d3\u05e0\u05d4 1": "\u2068\u05d3\u05e0\u05d4 1\u2069",
}
"""What people call themselves, and what others read: it covers no other line, and turns nothing around it."""


def test_presence_and_names(client):
    game = begun(client, "pig", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        one.until("presence")
        assert [seat["here"] for seat in one.presence["seats"]] == [True, False]
        with page_at(client, game["game"], game["seats"][1]) as two:
            one.until("presence", lambda told: told["seats"][1]["here"])
            two.say("name", name="<b>Ada</b>\n" + "x" * 100)
            told = one.until("presence", lambda told: told["seats"][1]["name"])
            assert told["seats"][1]["name"] == ("<b>Ada</b>" + "x" * 100)[: limits.NAME_LETTERS]
            for given, kept in NAMES.items():
                two.say("name", name=given)
                one.until("presence", lambda told, kept=kept: told["seats"][1]["name"] == kept)
        one.until("presence", lambda told: not told["seats"][1]["here"])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '"hello"',
        '{"type":"state"}',
        '{"type":"pick","id":"a","rev":"0","key":"roll"}',
        '{"type":"pick","id":"a","rev":true,"key":"roll"}',
        '{"type":"pick","id":"a","rev":1e9,"key":"roll"}',
        '{"type":"pick","id":"a","rev":0}',
        '{"type":"frame","id":"a","step":-5}',
        '{"type":"hello","proto":1,"game":"a","secret":"b","lang":"en"}',
        json.dumps({"type": "why", "id": "a", "kind": "die", "key": "x" * 300}),
        "[" * 2000,
        r'{"type":"pick","id":"\ud800","rev":0,"key":"roll"}',
        r'{"type":"frame","id":"\uDFFF","step":0}',
    ],
)
def test_a_message_that_is_none(client, text):
    game = begun(client, "pig", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        one.socket.send_text(text)
        assert one.until("error")["code"] == "bad_message"
        assert one.answer(one.pick("roll"))["done"], "nothing has happened"


def test_who_picks_fast_is_heard_later_and_loses_nothing(client, monkeypatch):
    monkeypatch.setattr(limits, "OFTEN", (100.0, 5.0))
    game = begun(client, "pig", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one, page_at(client, game["game"], game["seats"][1]) as two:
        begin = time.monotonic()
        for number in range(60):
            page = (one, two)[number % 2]
            assert page.answer(page.pick("hold"))["done"], "not one is refused"
            for each in (one, two):
                each.until("state", lambda state, number=number: state["step"] == number + 1)
        assert time.monotonic() - begin >= (30 - 5) / 100, "each of the two waited"
        for number in range(20):
            one.say("read", id=f"r{number}", kind="die", key="the_die")
        assert [one.until("reply")["id"] for _ in range(20)] == [f"r{number}" for number in range(20)]
        assert time.monotonic() - begin >= (30 + 20 - 5) / 100


def test_too_long_and_without_an_end(client, monkeypatch):
    monkeypatch.setattr(limits, "OFTEN", (100.0, 5.0))
    monkeypatch.setattr(limits, "HASTE", 50)
    game = begun(client, "pig", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        one.socket.send_text("x" * (limits.MESSAGE_BYTES + 1))
        assert one.until("error")["code"] == "too_long"
        for _ in range(200):
            one.say("lang", lang="en")
        with pytest.raises(WebSocketDisconnect):
            one.until("never")
        assert client.app.state.live.clients == {}


def test_who_has_no_secret_gets_nothing(client):
    game = begun(client, "pig", ["human", "human"])
    for name, secret in ((game["game"], "x" * 22), ("nowhere", game["seats"][0])):
        with client.websocket_connect("ws://127.0.0.1/ws", headers={"origin": BASE}) as socket:
            socket.send_text(
                json.dumps({"type": "hello", "proto": PROTOCOL, "game": name, "secret": secret, "lang": "en"})
            )
            assert json.loads(socket.receive_text())["code"] == "no_entry"
            with pytest.raises(WebSocketDisconnect):
                socket.receive_text()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"pack": "nothing", "players": ["human"]}, "no_such_pack"),
        ({"pack": "../content/pig", "players": ["human", "human"]}, "no_such_pack"),
        ({"pack": "pig", "players": ["human"]}, "wrong_count"),
        ({"pack": "pig", "players": ["human", "wizard"]}, "no_such_player"),
        ({"pack": "pig", "players": []}, "bad_message"),
        ({"pack": "pig", "players": ["human", 3]}, "bad_message"),
        ({"pack": "daimyo", "players": ["human"] * 3, "options": {"nothing": 1}}, "wrong_option"),
        ({"pack": "daimyo", "players": ["human"] * 3, "options": {"tile_set": ["basic"]}}, "wrong_option"),
        ({"pack": 3, "players": ["human"]}, "bad_message"),
        ([], "bad_message"),
    ],
)
def test_a_game_that_cannot_be_begun(client, body, code):
    answer = client.post("/api/games", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == code


def test_the_list_of_ones_games(client):
    game = begun(client, "pig", ["human", "human"])
    wanted = [
        {"game": game["game"], "secret": game["seats"][1]},
        {"game": game["game"], "secret": "wrong"},
        "nonsense",
    ]
    told = client.post("/api/mine", json={"games": wanted}).json()["games"]
    assert told[0]["seat"] == 1 and told[0]["turn"] == 0 and told[0]["pack"] == "pig"
    assert told[1:] == [None, None]


def test_a_branch_only_of_a_game_that_is_over(client):
    game = begun(client, "connect_four", ["random", "random"])
    body = {"game": game["game"], "secret": game["watch"], "step": 3, "seat": 1}
    assert client.post("/api/branch", json=body).json()["error"] == "not_over"
    with page_at(client, game["game"], game["watch"]) as watch:
        watch.until("state", lambda state: state["turn"] is None)
    other = client.post("/api/branch", json=body).json()
    with page_at(client, other["game"], other["seats"][1]) as page:
        assert page.state["step"] == 3
        assert page.presence is None or page.presence["seats"][1]["who"] == "human"


def test_everything_the_page_needs_is_served_and_nothing_else(client):
    page = client.get("/")
    assert page.status_code == 200 and "text/html" in page.headers["content-type"]
    assert "'unsafe-inline'" not in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    for path in ("/page/../app.py", "/page/%2e%2e/app.py", "/page/app.py", "/page/nothing.js"):
        assert client.get(path).status_code == 404
    assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304


def test_a_foreign_name_or_page_is_refused(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403
    assert client.get("/", headers={"host": "127.0.0.1:9"}).status_code == 200
    foreign = client.post("/api/games", json={}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    for origin in ("http://evil.example", "null", "http://127.0.0.1.evil.example"):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("ws://127.0.0.1/ws", headers={"origin": origin}),
        ):
            pass
    form = client.post("/api/games", content="{}", headers={"content-type": "text/plain"})
    assert form.json()["error"] == "bad_message"


def test_a_long_body_is_refused(client):
    answer = client.post(
        "/api/mine",
        content=b'{"games": "' + b"x" * limits.BODY_BYTES + b'"}',
        headers={"content-type": "application/json"},
    )
    assert answer.json()["error"] == "too_long"


def test_a_busy_server_tells_what_options_bring_a_moment_later(client, monkeypatch):
    game = begun(client, "five_kingdoms", ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as one, page_at(client, game["game"], game["seats"][1]) as two:
        page = next(page for page in (one, two) if page.options)
        told = [{name: option.get(name) for name in ("price", "effect", "idle")} for option in page.options]
        assert any(one["effect"] for one in told)
    monkeypatch.setattr(sockets, "CALM", 0)
    seat = (one, two).index(page)
    with page_at(client, game["game"], game["seats"][seat]) as later:
        assert not any("effect" in option or "price" in option for option in later.options)
        ahead = later.until("ahead")
        assert ahead["rev"] == later.state["rev"]
        found = [{name: option.get(name) for name in ("price", "effect", "idle")} for option in ahead["options"]]
        assert found == told
        assert later.answer(later.pick(later.options[0]["key"]))["done"]


def test_what_follows_is_more_than_what_is_chosen(client):
    game = begun(client, "daimyo", ["human", "random", "random"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        while not one.options:
            one.until("state")
        assert one.state["decision"]["prompt"].endswith("choose a clan")
        assert not any("effect" in option for option in one.options), "a clan that is chosen is one's clan"
