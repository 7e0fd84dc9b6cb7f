"""Games and packs that nobody touches any more go; files that are damaged or somebody else's are refused in words."""

import logging
import os
import sqlite3

import pytest
from running import running
from tables import begun, hall_at, page_at, served

from interpreter.web import limits
from interpreter.web.addresses import own_addresses, written
from interpreter.web.errors import Refused
from interpreter.web.hall import Hall, open_store
from interpreter.web.packs import Packs
from interpreter.web.store import Store
from interpreter.web.uploads import MARK, Uploads

DAY = 86400.0


@pytest.fixture
def timed(tmp_path):
    made, now = hall_at(tmp_path / "games"), [1000 * DAY]
    made.clock = lambda: now[0]
    return made, now


def played(hall):
    game = hall.begin("pig", ["human", "human"], {})
    hall.room(game.id).pick(0, "roll", "0:a", hall.clock())
    return game


def test_a_game_that_nobody_touches_goes_and_can_be_had_again(timed, tmp_path):
    hall, now = timed
    game, other = played(hall), played(hall)
    now[0] += hall.keep * DAY - 1
    hall.name_seat(hall.room(other.id), 0, "Ann")
    now[0] += 2
    assert hall.tidy() == 1
    with pytest.raises(Refused, match="no_such_game"):
        hall.room(game.id)
    assert hall.room(other.id).record.seats[0].name == "Ann"
    past = Hall(Store(str(tmp_path / "games-past")), hall.packs)
    assert past.enter(game.id, game.seats[0]).seat == 0, "the same links lead to it"
    assert len(past.room(game.id).steps) == 1


def test_what_nobody_has_played_goes_sooner_and_what_is_open_stays(timed):
    hall, now = timed
    begun_only, started = hall.begin("pig", ["human", "human"], {}), played(hall)
    now[0] += limits.UNPLAYED_DAYS * DAY + 1
    hall.busy = lambda game: game == begun_only.id
    assert hall.tidy() == 0, "somebody looks at it"
    hall.busy = lambda _game: False
    assert hall.tidy() == 1
    assert hall.room(started.id)
    with pytest.raises(Refused):
        hall.room(begun_only.id)


def test_how_long_a_game_is_kept_is_told_before(timed):
    hall, now = timed
    hall.keep = 3.0
    with served(hall) as client:
        game = begun(client, "pig", ["human", "human"])
        asked = {"games": [{"game": game["game"], "secret": game["seats"][0]}]}
        (found,) = client.post("/api/mine", json=asked).json()["games"]
        assert found["until"] == now[0] + 3 * DAY
        assert client.get("/api/packs").json()["kept_days"] == 3.0


def test_a_game_that_was_put_away_half_is_put_away_whole(timed, tmp_path):
    hall, now = timed
    game = played(hall)
    past = Store(str(tmp_path / "games-past"))
    past.begin(hall.store.read(game.id))  # and then the server was killed
    past.close()
    now[0] += (hall.keep + 1) * DAY
    assert hall.tidy() == 1
    assert hall.store.count() == 0


def test_one_visitor_uses_up_nobody_elses_ration(monkeypatch):
    monkeypatch.setattr(limits, "BEGUN", (0.0001, 2.0))
    body = {"pack": "pig", "players": ["human", "human"]}
    with served(hall_at()) as client:
        monkeypatch.setattr("interpreter.web.app.visitor", lambda request: request.headers.get("x-from", "one"))
        codes = [client.post("/api/games", json=body).status_code for _ in range(3)]
        assert codes == [200, 200, 400]
        assert client.post("/api/games", json=body, headers={"x-from": "two"}).status_code == 200


def test_a_file_full_of_games_says_what_to_do(monkeypatch, caplog):
    caplog.set_level(logging.ERROR, "rulewright.web")
    monkeypatch.setattr(limits, "GAMES", 1)
    with served(hall_at()) as client:
        begun(client, "pig", ["human", "human"])
        answer = client.post("/api/games", json={"pack": "pig", "players": ["human", "human"]})
        assert answer.json()["error"] == "too_many_games"
        assert "go by themselves" in client.get("/api/words", params={"lang": "en"}).json()["too_many_games"]
    assert "--keep" in caplog.text


def test_who_begins_without_end_does_not_fill_the_file():
    rate, at_once = limits.BEGUN
    assert at_once + rate * limits.UNPLAYED_DAYS * DAY < limits.GAMES


# ---- packs of visitors


def test_a_pack_that_nobody_plays_goes_and_its_memory_is_given_back(tmp_path):
    store = Store(":memory:")
    uploads = Uploads(tmp_path / "own-packs", store)
    hall = Hall(store, Packs(uploads=uploads))
    now = [1000 * DAY]
    hall.clock = lambda: now[0]
    for number in (1, 2):
        (uploads.folder / f"{number:064x}.zip").write_bytes(b"")
        store.bring(f"{number:064x}", b"", now[0])
    place = str(uploads.folder / f"{1:064x}.zip")
    hall.packs._loaded[(place,)] = hall.packs.open("pig")
    now[0] += hall.keep * DAY - 1
    uploads.used(str(uploads.folder / f"{2:064x}.zip"), now[0])
    now[0] += 2
    hall.tidy()
    assert uploads.names() == [MARK + f"{2:064x}"]
    assert [path.stem for path in uploads.folder.glob("*.zip")] == [f"{2:064x}"]
    assert (place,) not in hall.packs._loaded
    assert hall.packs.forgotten


# ---- files that are damaged or not ours


def foreign(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE letters (id INTEGER PRIMARY KEY, text TEXT)")
        db.execute("INSERT INTO letters (text) VALUES ('mine')")
    db.close()


def namesake(path):
    """Another program's file, with a table that is called like one of ours."""
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE games (title TEXT, score INTEGER)")
    db.close()


def torn(path):
    store = Store(str(path))
    for number in range(200):
        store.bring(f"{number:064x}", b"x" * 200, 1.0)
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    content = bytearray(path.read_bytes())
    for at in range(8192, len(content) - 600, 4096):
        content[at : at + 600] = b"\xff" * 600
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (foreign, "something else: `letters`"),
        (namesake, "something else: `games`"),
        (torn, "damaged"),
        (lambda path: path.write_bytes(b"no database at all" * 300), "not a database"),
        (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000), ""),
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_left_as_it_is(tmp_path, make, said):
    path = tmp_path / "games.sqlite"
    make(path)
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        open_store(str(path))
    assert said in refused.value.note
    assert path.read_bytes() == before
    beside = {"games.sqlite-wal", "games.sqlite-shm"} if make is torn else set()  # to read one of ours takes these
    assert set(os.listdir(tmp_path)) - beside == {"games.sqlite"}


def test_a_file_of_ours_and_an_empty_one_are_taken(tmp_path):
    (tmp_path / "empty").touch()
    for _ in range(2):
        open_store(str(tmp_path / "empty")).close()


ROWS = {
    "packs": "UPDATE games SET packs = 'no json' WHERE id = ?",
    "packs of another form": "UPDATE games SET packs = '[[1, 2, 3, 4]]' WHERE id = ?",
    "options": "UPDATE games SET options = '[]' WHERE id = ?",
    "a seed": "UPDATE games SET seed = 'seed' WHERE id = ?",
    "a pick": "UPDATE picks SET pick = 'roll' WHERE game = ?",
    "a time": "UPDATE games SET touched = 'yesterday' WHERE id = ?",
    "a turn": "UPDATE games SET turn = 7 WHERE id = ?",
    "a name": "UPDATE seats SET name = x'ff' WHERE game = ?",
    "no seats": "DELETE FROM seats WHERE game = ?",
}


@pytest.mark.parametrize("what", ROWS)
def test_a_damaged_row_is_told_and_in_nobody_elses_way(tmp_path, caplog, what):
    caplog.set_level(logging.ERROR, "rulewright.web")
    hall = hall_at(tmp_path / "games")
    with served(hall) as client:
        bad, good = played(hall), played(hall)
        hall.forget(bad.id)
        hall.store._db.execute(ROWS[what], (bad.id,))
        games = [{"game": one.id, "secret": one.seats[0]} for one in (bad, good)]
        told = client.post("/api/mine", json={"games": games}).json()["games"]
        assert [one is not None for one in told] == [False, True]
        assert any(bad.id in record.getMessage() for record in caplog.records)
        over = client.post("/api/file", json=games[0])
        assert (over.status_code, over.json()["error"]) == (400, "damaged")
        assert client.get("/api/scene", params={"game": bad.id}).json()["error"] == "damaged"
        with page_at(client, good.id, good.seats[0]) as page:
            assert page.state["step"] == 1
        hall.keep = -1.0
        hall.store.needs("nowhere")
        hall.tidy()
        assert hall.store._db.execute("SELECT count(*) FROM games WHERE id = ?", (bad.id,)).fetchone() == (1,)


# ---- where it listens


def test_addresses_of_this_machine(monkeypatch):
    assert own_addresses("192.0.2.7") == ("192.0.2.7",)
    monkeypatch.setattr(
        "socket.getaddrinfo", lambda *_: [(0, 0, 0, "", (one, 0)) for one in ("127.0.1.1", "192.0.2.7")]
    )
    found = own_addresses("0.0.0.0")
    assert found[-1] == "192.0.2.7"
    assert not any(one.startswith("127.") for one in found)
    assert written("2001:db8::7") == "[2001:db8::7]"


def test_listening_everywhere_it_answers_at_its_own_addresses_and_prints_them(tmp_path):
    import urllib.request

    with running(tmp_path, more=("--host", "0.0.0.0")) as server:
        own = [f"http://{one}:{server.port}/" for one in own_addresses("0.0.0.0")]
        for address in (f"{server.base}/", *own):
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert answer.status == 200
        server.process.terminate()
        server.process.wait(timeout=60)
        with server.process.stdout as told:
            said = told.read()
        assert all(address in said for address in own), said
