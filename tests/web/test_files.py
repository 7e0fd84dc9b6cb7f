"""A game as a file: kept from the table when it is over, opened there or at the terminal."""

import pytest
from tables import begun, hall_at, page_at, served

from interpreter.play.save import Save, encode
from interpreter.tools.cli import main
from interpreter.web import limits

BYTES = {"content-type": "application/octet-stream"}


@pytest.fixture
def client():
    with served(hall_at(seed=2**62 + 5)) as made:
        yield made


def finished(client, pack="connect_four"):
    game = begun(client, pack, ["random", "random"])
    with page_at(client, game["game"], game["watch"]) as watch:
        watch.until("state", lambda state: state["turn"] is None)
        return game, watch.state["result"]


def opened(client, data):
    return client.post("/api/open", content=data, headers=BYTES)


def test_a_game_goes_through_a_file_and_is_the_same(client):
    game, result = finished(client)
    answer = client.post("/api/file", json={"game": game["game"], "secret": game["watch"]})
    assert answer.headers["content-disposition"].startswith('attachment; filename="connect_four-')
    again = opened(client, answer.content).json()
    assert again["players"] == ["random", "random"]
    assert again["game"] != game["game"] and again["watch"] != game["watch"]
    with page_at(client, again["game"], again["watch"]) as watch:
        assert watch.state["result"] == result


def test_the_terminal_reads_it(client, tmp_path, capsys):
    game, _ = finished(client)
    answer = client.post("/api/file", json={"game": game["game"], "secret": game["watch"]})
    (tmp_path / "game.rws").write_bytes(answer.content)
    assert main(["replay", str(tmp_path / "game.rws")]) == 0
    assert "The game is over" in capsys.readouterr().out


def test_a_game_of_the_terminal_goes_on_here(client):
    from interpreter.web.packs import pins

    pack = client.app.state.live.hall.packs.open("connect_four")
    game = pack.new_game(2, 9)
    for pick in (3, 3, 2):
        game.choose(pick)
    save = Save(pins(pack), {}, 9, ("human", "greedy"), "en", (3, 3, 2), game.state_hash)
    again = opened(client, encode(save)).json()
    assert again["players"] == ["human", "greedy"]
    with page_at(client, again["game"], again["seats"][0]) as one:
        assert one.state["step"] >= 3
        assert [entry["n"] for entry in one.log[:4]] == [-1, 0, 1, 2]


def test_what_is_hidden_stays_so_until_the_end(client):
    game = begun(client, "hearts", ["human"] * 4)
    answer = client.post("/api/file", json={"game": game["game"], "secret": game["seats"][0]})
    assert answer.json()["error"] == "not_over"
    stranger = client.post("/api/file", json={"game": game["game"], "secret": "nobody"})
    assert stranger.json()["error"] == "no_entry"


def test_files_that_are_none(client, tmp_path):
    from interpreter.web.packs import pins

    pack = client.app.state.live.hall.packs.open("connect_four")
    [pin] = pins(pack)
    good = Save((pin,), {}, 9, ("human", "greedy"), "en", (3, 3))
    (tmp_path / "evil").mkdir()

    def changed(**facts):
        return encode(Save(**({name: getattr(good, name) for name in Save.__slots__} | facts)))

    for data, code in [
        (b"", "no_game_file"),
        (b"\x00" * 5000, "no_game_file"),
        (encode(good)[:60], "no_game_file"),
        (b"x" * (limits.FILE_BYTES + 1), "too_long"),
        (changed(packs=(type(pin)("nothing", "1", str(tmp_path / "evil"), "0" * 64),)), "no_such_pack"),
        (changed(packs=(type(pin)(pin.id, pin.version, str(tmp_path), "0" * 64),)), "pack_changed"),
        (changed(players=("human",)), "wrong_count"),
        (changed(options={"nothing": 3}), "wrong_option"),
        (changed(picks=(3, 99)), "unfit"),
        (changed(picks=(3,) * 2000), "unfit"),
    ]:
        answer = opened(client, data)
        assert (answer.status_code, answer.json()["error"]) == (400, code)
    assert client.post("/api/open", content=encode(good), headers={"content-type": "text/plain"}).status_code == 400
    assert (
        client.post("/api/open", content=encode(good), headers=BYTES | {"origin": "http://evil.example"}).status_code
        == 403
    )
    assert opened(client, encode(good)).status_code == 200
