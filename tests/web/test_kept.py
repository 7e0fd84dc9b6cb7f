"""Games outlive the server: nothing that was acknowledged is lost, whatever ends it."""

import signal
import sqlite3

import pytest
from running import running
from tables import begun, hall_at, page_at, served
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from interpreter.web.errors import Refused
from interpreter.web.hall import open_store


def test_a_killed_server_has_lost_nothing(tmp_path):
    with running(tmp_path) as server:
        game = server.begin("connect_four", ["human", "human"])
        with server.page(game["game"], game["seats"][0]) as one, server.page(game["game"], game["seats"][1]) as two:
            for step in range(6):
                page = (one, two)[step % 2]
                if page.state["step"] != step:
                    page.until("state", lambda state, step=step: state["step"] == step)
                assert page.answer(page.pick(page.options[step % 3]["key"]))["done"]
            one.until("state", lambda state: state["step"] == 6)
            before = one.state
            number = one.pick(one.options[0]["key"])
            assert one.answer(number)["done"]
            server.kill()
    with running(tmp_path) as server, server.page(game["game"], game["seats"][0]) as one:
        assert one.state["step"] == 7
        assert one.state["rev"] == before["rev"] + 1, "revisions go on where they were"
        one.pick("whatever", rev=before["rev"], number=number)
        assert one.answer(number)["done"] is False, "a pick that is sent again was carried out once, before the kill"


def test_a_connection_cut_before_the_answer(tmp_path):
    with running(tmp_path) as server:
        game = server.begin("pig", ["human", "human"])
        with server.page(game["game"], game["seats"][0]) as one:
            rev = one.state["rev"]
            one.pick("roll", number="cut")
        with server.page(game["game"], game["seats"][0]) as one:
            one.pick("roll", rev=rev, number="cut")
            one.answer("cut")
            assert one.state["step"] == 1 or one.until("state")["step"] == 1


def test_real_limits_of_a_real_server(tmp_path):
    with running(tmp_path) as server:
        url = f"ws://127.0.0.1:{server.port}/ws"
        with pytest.raises(InvalidStatus):
            connect(url, origin="http://evil.example")
        with connect(url, origin=server.base) as socket:
            socket.send("x" * 5000)
            with pytest.raises(ConnectionClosed):
                any(socket.recv(timeout=60) is None for _ in range(10))


def test_a_sleeping_game_is_made_again(tmp_path):
    hall = hall_at(tmp_path / "games.sqlite")
    with served(hall) as client:
        game = begun(client, "daimyo", ["human", "random", "random"])
        with page_at(client, game["game"], game["seats"][0]) as one:
            for _ in range(5):
                while not one.options:
                    one.until("state")
                one.answer(one.pick(one.options[0]["key"]))
                one.until("state")
            while not one.options:
                one.until("state")
            state = one.state
            log = one.log
        hall.forget(game["game"])
        with page_at(client, game["game"], game["seats"][0]) as again:
            for name in ("rev", "step", "view", "decision", "undo"):
                assert again.state[name] == state[name]
            assert again.log == log


def test_a_pack_that_changed_is_told(tmp_path):
    hall = hall_at(tmp_path / "games.sqlite")
    begun_game = hall.begin("pig", ["human", "human"], {})
    hall.store._db.execute("UPDATE games SET packs = replace(packs, substr(packs, -60, 8), '00000000')")
    hall.forget(begun_game.id)
    with pytest.raises(Refused) as refused:
        hall.enter(begun_game.id, begun_game.seats[0])
    assert refused.value.code == "pack_changed"


def test_a_pick_that_cannot_be_kept_did_not_happen(tmp_path):
    hall = hall_at(tmp_path / "games.sqlite")
    with served(hall) as client:
        game = begun(client, "pig", ["human", "human"])
        with page_at(client, game["game"], game["seats"][0]) as one:
            hall.store._db.execute("CREATE TRIGGER full BEFORE INSERT ON picks BEGIN SELECT RAISE(ABORT, 'disk'); END")
            assert one.answer(one.pick("roll"))["code"] == "not_kept"
            hall.store._db.execute("DROP TRIGGER full")
            assert one.answer(one.pick("roll"))["done"]
        assert len(hall.room(game["game"]).steps) == 1


def test_a_file_that_is_none_of_ours(tmp_path):
    (tmp_path / "notes").write_text("not a database, but long enough to be read as one" * 100)
    with pytest.raises(Refused):
        open_store(str(tmp_path / "notes"))
    other = sqlite3.connect(tmp_path / "newer")
    other.execute("PRAGMA user_version=99")
    other.close()
    with pytest.raises(Refused):
        open_store(str(tmp_path / "newer"))


def test_two_servers_with_one_file(tmp_path):
    """Two processes serve the same games: each sees what the other wrote, and nothing is lost or done twice."""
    with running(tmp_path) as first, running(tmp_path) as second:
        game = first.begin("connect_four", ["human", "human"])
        with (
            first.page(game["game"], game["seats"][0]) as one,
            second.page(game["game"], game["seats"][1]) as two,
            second.page(game["game"], game["watch"]) as watch,
        ):
            for step in range(12):
                page = (one, two)[step % 2]
                while page.state["step"] < step or not page.options:
                    page.until("state")
                number = page.pick(page.options[step % 3]["key"])
                assert page.answer(number)["done"]
                if step == 5:
                    page.pick("whatever", rev=0, number=number)
                    assert page.answer(number)["done"] is False
            for page in (one, two, watch):
                while page.state["step"] < 12:
                    page.until("state")
            assert one.state["view"] == two.state["view"] == watch.state["view"]
            assert [entry["n"] for entry in watch.log] == list(range(-1, 12))


def test_the_same_step_through_two_processes_is_taken_once(tmp_path):
    first, second = (hall_at(tmp_path / "games.sqlite") for _ in range(2))
    game = first.begin("pig", ["human", "human"], {}).id
    early, late = first.room(game), second.room(game)
    assert second.catch_up() == []
    assert early.pick(0, "roll", "0:one", 5.0)
    with pytest.raises(sqlite3.IntegrityError):
        late.pick(0, "roll", "0:other", 6.0)
    assert second.catch_up() == [game], "what it has in memory is not what happened"
    again = second.room(game)
    assert again.record.picks == early.record.picks and again.rev == early.rev
    assert again.record.marks == ["0:one"]
    first.seat_at(early, 1, "random")
    assert second.catch_up() == [game]
    assert second.room(game).record.seats[1].who == "random"
    assert first.catch_up() == [] == second.catch_up(), "what one wrote oneself is no news"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_stops_a_server_is_told_nothing_of_its_inside(tmp_path, number):
    with running(tmp_path) as server:
        begun = server.begin("tic_tac_toe", ["human", "human"])
        with server.page(begun["game"], begun["seats"][0]):
            server.process.send_signal(number)
            said, _ = server.process.communicate(timeout=120)
    assert server.process.returncode == 0
    assert "Traceback" not in said and "Error" not in said


def test_who_stops_a_server_while_clients_wait_for_their_ration_is_told_nothing(tmp_path):
    """Nor while bots think, a rule computes, or somebody has said half of something."""
    with running(tmp_path, before="import interpreter.web.limits as limits\nlimits.OFTEN = (0.01, 2.0)") as server:
        game, other = server.begin("tic_tac_toe", ["human"] * 2), server.begin("daimyo", ["uct", "uct"])
        with (
            server.page(game["game"], game["seats"][0]) as one,
            server.page(game["game"], game["seats"][1]) as two,
            server.page(other["game"], other["watch"]),
        ):
            for page in (one, two):
                for number in range(5):
                    page.say("frame", id=f"n{number}", step=0)
                page.until("reply")
            server.process.send_signal(signal.SIGTERM)
            said, _ = server.process.communicate(timeout=120)
    assert server.process.returncode == 0
    assert "Traceback" not in said and "Error" not in said and "graceful" not in said, said
