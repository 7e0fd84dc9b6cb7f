"""What the server says and does about who sits where: pages of other browsers, names at the start, seats by their links."""

import pytest
from starlette.testclient import TestClient
from tables import SHELF, begun, hall_at, page_at, served

from interpreter.web.app import make_app
from interpreter.web.guard import LOCAL
from interpreter.web.scene import scene_of

OPEN = {"reversi", "connect_four", "tic_tac_toe", "pig"}
"""Games in which nothing is ever hidden."""


@pytest.fixture
def client():
    with served(hall_at()) as made:
        yield made


def test_a_seat_is_elsewhere_for_another_browser_only(client):
    game = begun(client, "pig", ["human", "human", "human"])

    def elsewhere(said):
        return [seat["elsewhere"] for seat in said["seats"]]

    def at(seat, device):
        return page_at(client, game["game"], game["seats"][seat], device=device)

    with at(0, "a") as one, at(1, "a") as same, at(2, "b") as other:
        for page in (one, same):
            page.until("presence", lambda said: elsewhere(said) == [False, False, True])
        other.until("presence", lambda said: elsewhere(said) == [True, True, False])
        assert [seat["here"] for seat in other.presence["seats"]] == [True, True, True]


def test_names_of_the_set_up_are_kept_as_names_are(client):
    body = {"pack": "pig", "players": ["human", "random", "human"], "names": [" Ann\n", "", "B" * 99]}
    game = client.post("/api/games", json=body).json()
    with page_at(client, game["game"], game["seats"][0]) as page:
        page.until("presence")
        assert [seat["name"] for seat in page.presence["seats"]] == ["Ann", "", "B" * 40]
    for wrong in ("Ann", [1, 2, 3], ["a", "b", "c", "d"]):
        assert client.post("/api/games", json=body | {"names": wrong}).json()["error"] == "bad_message"


def test_who_has_the_link_of_a_seat_can_give_it_to_a_bot(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    room = client.app.state.live.hall.room(game["game"])
    with page_at(client, game["game"], game["seats"][0]) as page:
        page.say("seat", who="random", secret=game["seats"][1])
        page.until("presence", lambda said: [seat["who"] for seat in said["seats"]] == ["human", "random"])
        page.say("seat", who="human", secret="no such secret")
        assert page.until("error")["code"] == "no_entry"
        page.say("seat", who="human", secret=game["watch"])
        assert page.until("error")["code"] == "only_watching"
        assert [seat.who for seat in room.record.seats] == ["human", "random"]


def test_who_reads_an_invitation_sees_who_is_there(client):
    game = begun(client, "pig", ["human", "human"])
    asked = {"games": [{"game": game["game"], "secret": game["seats"][1]}]}
    with page_at(client, game["game"], game["seats"][0]):
        (found,) = client.post("/api/mine", json=asked).json()["games"]
    assert (found["seat"], found["here"]) == (1, [True, False])


@pytest.mark.parametrize(("text", "status"), [("http://127.0.0.1/join/a#b", 200), ("x" * 301, 400), (7, 400)])
def test_an_address_becomes_a_picture(client, text, status):
    pytest.importorskip("segno")
    answer = client.post("/api/qr", json={"text": text})
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["svg"].startswith("<svg ")


@pytest.mark.parametrize(
    ("host", "names", "wanted"),
    [
        ("127.0.0.1:8421", ("192.168.1.20", "table.example"), "192.168.1.20:8421"),
        ("localhost:8421", ("[2001:db8::7]",), "[2001:db8::7]:8421"),
        ("127.0.0.1:8421", ("table.example",), "127.0.0.1:8421"),  # a proxy may have another port, and TLS
        ("192.168.1.21:8421", ("192.168.1.20", "192.168.1.21"), "192.168.1.21:8421"),
    ],
)
def test_a_link_is_given_as_others_can_open_it(host, names, wanted):
    app = make_app(hall_at(), (*LOCAL, *names))
    with TestClient(app, base_url=f"http://{host}", headers={"origin": f"http://{host}"}) as client:
        given = client.post("/api/qr", json={"text": f"http://{host}/join/a#b.0"}).json()["text"]
        assert given == f"http://{wanted}/join/a#b.0"
        assert (
            client.post("/api/qr", json={"text": "https://other.example/"}).json()["text"] == "https://other.example/"
        )


def test_a_table_says_whether_anything_is_ever_hidden():
    for name in SHELF.names():
        pack = SHELF.open(name)
        assert scene_of(pack, max(pack.players), {}, "en")["secrets"] is (name not in OPEN), name
