"""Packs that visitors bring: off unless told, checked like archives and packs, kept apart, removable, never in the way."""

import asyncio
import io
import json
import stat
import struct
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from hostile import lessons
from pace import within
from tables import Shelf, begun, page_at, served

import interpreter
from interpreter.source.limits import ARCHIVE_PACKED_BYTES, EXPANDED_BYTES
from interpreter.tools.cli import main
from interpreter.tools.shelf import packed
from interpreter.web import limits
from interpreter.web import packs as reading
from interpreter.web import serve as serving
from interpreter.web.errors import Refused
from interpreter.web.examine import examined
from interpreter.web.hall import Hall
from interpreter.web.store import Store
from interpreter.web.uploads import MARK, Uploads

ROOT = Path(__file__).parents[2]
ZIP = {"content-type": "application/zip"}
MARKUP = "<img src=x onerror=alert(1)>"


def files(pack="tic_tac_toe", **changed):
    """The files of a shipped pack under another name, as a stranger might send them."""
    folder = ROOT / "content" / pack
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in (".yaml", ".txt") and path.name != "equivalent_mutants.yaml"
    }
    found["pack.yaml"] = found["pack.yaml"].replace(f"id: {pack}".encode(), b"id: strangers_own")
    return found | changed


def linked():
    """An archive with a link out of it."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files().items():
            archive.writestr(name, content)
        info = zipfile.ZipInfo("cards/link.yaml")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    return buffer.getvalue()


def bomb():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("assets/a.png", bytes(EXPANDED_BYTES + 1))
        archive.writestr("pack.yaml", files()["pack.yaml"])
    return buffer.getvalue()


def lying():
    made = bytearray(packed(files()))
    struct.pack_into("<I", made, made.find(b"PK\x01\x02") + 24, 5)
    return bytes(made)


@pytest.fixture
def uploads(tmp_path):
    return Uploads(tmp_path / "own-packs", Store(":memory:"))


@pytest.fixture
def client(uploads):
    hall = Hall(uploads.store, Shelf(uploads=uploads), seed=lambda: 7)
    with served(hall) as made:
        yield made


def bring(client, content):
    return client.post("/api/packs", content=content, headers=ZIP)


def left(uploads):
    return sorted(path.name for path in uploads.folder.rglob("*"))


@pytest.fixture
def begun_with(monkeypatch, tmp_path):
    """The table as `rulewright serve` with some flags would serve it, from the command line to the last switch."""

    def begin(*flags):
        apps = []

        class Server:
            unsaid = None

            def __init__(self, config, _started, _end):
                apps.append(config.app)

            async def serve(self, sockets):
                for one in sockets:
                    one.close()

        monkeypatch.setattr(serving, "_Server", Server)
        assert main(["serve", "--port", "0", "--games", str(tmp_path / "games"), *flags]) == 0
        return apps[0].state.live.hall.packs.uploads

    return begin


@pytest.mark.parametrize(("flags", "taking"), [((), False), (("--uploads",), True)])
def test_off_unless_told(begun_with, flags, taking):
    told = begun_with(*flags)
    assert told.taking is taking
    assert told.folder.exists() is taking
    store = Store(":memory:")
    uploads = Uploads(told.folder, store, taking=told.taking)
    with served(Hall(store, Shelf(uploads=uploads))) as client:
        assert client.get("/api/packs").json()["uploads"] is taking
        if not taking:  # what is brought where it is wanted is looked at below
            assert bring(client, packed(files())).json()["error"] == "no_uploads"
            assert bring(client, bytes(ARCHIVE_PACKED_BYTES + 1)).json()["error"] == "no_uploads", "none of it is read"
            with pytest.raises(Refused) as refused:
                asyncio.run(uploads.bring(packed(files()), 1.0))
            assert refused.value.code == "no_uploads"
            assert not uploads.folder.exists()


def test_what_was_brought_before_it_was_switched_off_is_neither_listed_nor_begun(client, uploads):
    name = bring(client, packed(files())).json()["name"]
    off = Uploads(uploads.folder, uploads.store, taking=False)
    with served(Hall(uploads.store, Shelf(uploads=off))) as other:
        assert not any(one["brought"] for one in other.get("/api/packs").json()["packs"])
        for body in ({"pack": name, "players": ["human", "human"]}, {"pack": name, "lesson": True}):
            assert other.post("/api/games", json=body).json()["error"] == "no_such_pack"
        for path in ("/api/scene", "/api/rules", "/api/offer", "/picture/x"):
            assert other.get(path, params={"pack": name}).json()["error"] == "no_such_pack"


def test_brought_listed_apart_played_and_taken_away(client, uploads, monkeypatch, tmp_path):
    monkeypatch.setenv("RULEWRIGHT_DATA", str(tmp_path / "mine"))
    answer = bring(client, packed(files()))
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["name"].startswith(MARK)
    assert not (tmp_path / "mine").exists(), "nothing comes near the packs of the user"
    offers = {one["name"]: one["brought"] for one in client.get("/api/packs").json()["packs"]}
    assert [name for name, brought in offers.items() if brought] == [told["name"]]
    game = begun(client, told["name"], ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as page:
        assert page.answer(page.pick("cell_1_1"))["done"]
        assert str(uploads.folder) not in "".join(page.sent), "nobody learns where it lies"
    assert bring(client, packed(files())).json()["error"] == "pack_known"

    wrong = client.post("/api/packs/remove", json={"name": told["name"], "key": "guess"})
    assert wrong.json()["error"] == "no_such_pack"
    gone = client.post("/api/packs/remove", json={"name": told["name"], "key": told["key"]})
    assert gone.status_code == 200
    assert not any(one["brought"] for one in client.get("/api/packs").json()["packs"])
    refused = client.post("/api/games", json={"pack": told["name"], "players": ["human", "human"], "options": {}})
    assert refused.json()["error"] == "no_such_pack"
    # The game that was begun goes on, also when it has to be made again.
    client.app.state.live.hall.forget(game["game"])
    with page_at(client, game["game"], game["seats"][1]) as page:
        assert page.answer(page.pick("cell_2_2"))["done"]
        for step, key in enumerate(["cell_1_2", "cell_3_3", "cell_1_3"]):
            with page_at(client, game["game"], game["seats"][step % 2]) as one:
                assert one.answer(one.pick(key))["done"]
    uploads.sweep()
    assert left(uploads) == [], "nobody needs it any more"


@pytest.mark.parametrize(
    ("content", "code", "said"),
    [
        (b"", "bad_pack", "packs are zip files"),
        (b"PK\x03\x04 and so on", "bad_pack", "not a complete zip archive"),
        (bomb(), "bad_pack", "expands beyond 32 MB"),
        (packed(files(**{"../evil.yaml": b"x: 1\n"})), "bad_pack", "unsafe path"),
        (packed(files(**{"/etc/evil.yaml": b"x: 1\n"})), "bad_pack", "absolute path"),
        (linked(), "bad_pack", "link not allowed"),
        (lying(), "bad_pack", "larger than the 5 bytes"),
        (packed(files(**{"text/EN.yaml": b"terms: {}\n"})), "bad_pack", "duplicate member"),
        (packed(files(**{"page.html": b"<script>"})), "bad_pack", "file type not allowed"),
        (packed(files(**{"table.yaml": b"nothing: {in: board}\n"})), "bad_pack", "unknown kind `nothing`"),
        (packed(files(**{"rules/more.yaml": b"- verb: loop\n  effect: |\n    fly away\n"})), "bad_pack", "error"),
        (packed(files() | {"pack.yaml": (ROOT / "content/tic_tac_toe/pack.yaml").read_bytes()}), "pack_name_taken", "tic_tac_toe"),
    ],
    ids=["empty", "cut", "bomb", "traversal", "absolute", "link", "lie", "clash", "type", "table", "rule", "name"],
)  # fmt: skip
def test_a_hostile_or_wrong_pack_leaves_nothing_behind(uploads, content, code, said):
    with pytest.raises(Refused) as refused:
        asyncio.run(uploads.bring(content, 1.0))
    assert refused.value.code == code
    assert said in refused.value.note
    assert str(uploads.folder) not in refused.value.note, "nobody learns where it lay"
    assert left(uploads) == [] and uploads.names() == []


def test_what_takes_too_long_is_ended(uploads, monkeypatch):
    monkeypatch.setattr(limits, "LOOKING_SECONDS", 0.01)
    with pytest.raises(Refused) as refused:
        asyncio.run(uploads.bring(packed(files()), 1.0))
    assert refused.value.code == "pack_too_hard"
    assert left(uploads) == []


def test_sizes_types_and_numbers_are_limited(client, uploads, monkeypatch):
    assert bring(client, bytes(ARCHIVE_PACKED_BYTES + 1)).json()["error"] == "too_long"
    plain = client.post("/api/packs", content=packed(files()), headers={"content-type": "text/plain"})
    assert plain.json()["error"] == "bad_message"
    foreign = client.post("/api/packs", content=packed(files()), headers=ZIP | {"origin": "http://evil.example"})
    assert foreign.status_code == 403
    for number in range(limits.BROUGHT):
        uploads.store.bring(f"{number:064x}", b"", float(number))
    assert bring(client, packed(files())).json()["error"] == "too_many_packs"
    codes = [bring(client, b"").json()["error"] for _ in range(6)]
    assert codes[-1] == "too_often"
    assert left(uploads) == []


def test_names_that_lead_out_of_the_folder(client, uploads, tmp_path):
    (tmp_path / "outside.zip").write_bytes(packed(files()))
    for name in (MARK + "../outside", MARK + "0" * 64, str(tmp_path / "outside.zip"), MARK, "../outside.zip"):
        answer = client.post("/api/games", json={"pack": name, "players": ["human", "human"], "options": {}})
        assert answer.json()["error"] == "no_such_pack"
        assert client.post("/api/packs/remove", json={"name": name, "key": ""}).json()["error"] == "no_such_pack"
    assert (tmp_path / "outside.zip").exists()


def test_a_server_that_was_killed_while_it_looked_leaves_nothing(uploads):
    (uploads.folder / "incoming-abc").mkdir()
    (uploads.folder / "incoming-abc/pack.zip").write_bytes(b"x")
    (uploads.folder / f"{'a' * 64}.zip").write_bytes(b"written, and killed before it was used")
    again = Uploads(uploads.folder, uploads.store)
    assert left(again) == []


def test_what_others_keep_in_the_folder_is_left_there(uploads):
    """It is called after the file of the games: somebody may have had one of that name."""
    (uploads.folder / "incoming-mail").mkdir()
    for name in ("my_heroes-0.1.0.zip", "incoming-mail/letter.txt", "incoming-list"):
        (uploads.folder / name).write_text("mine")
    before = left(uploads)
    Uploads(uploads.folder, uploads.store)
    assert left(uploads) == before


def test_a_game_goes_on_where_nothing_is_taken_any_more(client, uploads):
    name = bring(client, packed(files())).json()["name"]
    game = begun(client, name, ["human", "human"])
    closed = Uploads(uploads.folder, uploads.store, taking=False)
    with served(Hall(uploads.store, Shelf(uploads=closed))) as later:
        assert later.get("/api/packs").json()["uploads"] is False
        assert not any(one["brought"] for one in later.get("/api/packs").json()["packs"])
        with page_at(later, game["game"], game["seats"][0]) as page:
            assert page.answer(page.pick("cell_1_1"))["done"]
            assert later.app.state.live.hall.room(game["game"]).strange


def test_a_file_of_such_a_game_is_opened_again(client):
    name = bring(client, packed(files())).json()["name"]
    game = begun(client, name, ["random", "random"])
    with page_at(client, game["game"], game["watch"]) as watch:
        watch.until("state", lambda state: state["turn"] is None)
    kept = client.post("/api/file", json={"game": game["game"], "secret": game["watch"]}).content
    again = client.post("/api/open", content=kept, headers={"content-type": "application/octet-stream"})
    assert again.status_code == 200


def in_front(client):
    """How many things were done where everybody else waits for them."""
    return client.app.state.live.hall.work.front._given


def test_nothing_of_such_a_game_is_done_where_others_wait_for_it(client):
    """Whatever computes: a set-up, a pick, a view, an old step, why not, all picks made again, the layout of a table."""
    name, hall = bring(client, packed(files())).json()["name"], client.app.state.live.hall
    before, body = in_front(client), {"pack": name, "players": ["human", "human"], "options": {}}
    game, other = begun(client, name, ["human", "human"]), begun(client, name, ["random", "random"])
    with page_at(client, other["game"], other["watch"]) as watch:
        watch.until("state", lambda state: state["turn"] is None)
    over = {"game": other["game"], "secret": other["watch"]}
    kept = client.post("/api/file", json=over).content
    hall.forget(game["game"])
    octets = {"content-type": "application/octet-stream"}
    asked = [
        client.post("/api/games", json=body),
        client.post("/api/branch", json=over | {"step": 1, "seat": 0}),
        client.post("/api/open", content=kept, headers=octets),
        *(client.get(path, params={"pack": name}) for path in ("/api/scene", "/api/rules", "/api/offer", "/api/packs")),
    ]
    assert {answer.status_code for answer in asked} == {200}
    assert client.post("/api/games", json={"pack": name, "lesson": True}).json()["error"] == "no_lesson"
    assert client.get("/picture/none", params={"game": game["game"]}).status_code == 404
    with page_at(client, game["game"], game["seats"][0]) as page:
        page.say("lang", lang="fr")
        page.until("ahead")
        assert page.answer(page.pick("cell_1_1"))["done"]
        page.until("state", lambda state: state["step"] == 1)
        assert page.ask("frame", step=0)["frame"]
        assert page.ask("read", kind="cell", key="cell_1_1")["lines"]
        assert page.ask("why", kind="cell", key="cell_1_1")["code"] == "not_your_turn"
        page.say("undo", rev=page.state["rev"], to=0)
        page.until("state", lambda state: state["step"] == 0)
    assert in_front(client) == before
    own = begun(client, "tic_tac_toe", ["human", "human"])
    with page_at(client, own["game"], own["seats"][0]) as page:
        assert page.answer(page.pick("cell_1_1"))["done"]
    assert in_front(client) > before, "games of our own are played in front"


def test_others_play_while_a_rule_of_such_a_pack_computes(client, monkeypatch):
    name = bring(client, packed(files())).json()["name"]
    game, own = begun(client, name, ["human", "human"]), begun(client, "tic_tac_toe", ["human", "human"])
    begins, answered = Event(), Event()
    with (
        page_at(client, game["game"], game["seats"][0]) as strange,
        page_at(client, own["game"], own["seats"][0]) as page,
    ):
        room = client.app.state.live.hall.room(game["game"])
        play = type(room)._play

        def slowly(self, index):
            if self is room:
                begins.set()
                assert answered.wait(20), "nobody was answered"
            return play(self, index)

        monkeypatch.setattr(type(room), "_play", slowly)
        number = strange.pick("cell_1_1")
        assert begins.wait(20)
        assert page.answer(page.pick("cell_1_1"))["done"]
        page.until("state", lambda state: state["step"] == 1)
        answered.set()
        assert strange.answer(number)["done"]


@pytest.mark.parametrize(
    "what",
    ["begin", "lesson", "scene", "rules", "picture", "list", "wake", "scene of a game", "branch", "keep", "open"],
)
def test_others_play_while_such_a_pack_is_read(client, monkeypatch, what):
    """The first time it is used since the server runs: from then on it is in memory."""
    name, hall = bring(client, packed(files())).json()["name"], client.app.state.live.hall
    done, own = begun(client, name, ["random", "random"]), begun(client, "tic_tac_toe", ["human", "human"])
    with page_at(client, done["game"], done["watch"]) as watch:
        watch.until("state", lambda state: state["turn"] is None)
    over = {"game": done["game"], "secret": done["watch"]}
    kept = client.post("/api/file", json=over).content
    hall.packs._loaded.clear()
    hall.forget(done["game"])
    begins, answered, alone = Event(), Event(), []

    def slowly(where):
        begins.set()
        alone.append(not answered.wait(10))
        return interpreter.load(where)

    def woken():
        with page_at(client, done["game"], done["watch"]) as page:
            return page.state["step"] > 0

    octets = {"content-type": "application/octet-stream"}
    asks = {
        "begin": lambda: client.post("/api/games", json={"pack": name, "players": ["human"] * 2}),
        "lesson": lambda: client.post("/api/games", json={"pack": name, "lesson": True}),
        "scene": lambda: client.get("/api/scene", params={"pack": name}),
        "rules": lambda: client.get("/api/rules", params={"pack": name}),
        "picture": lambda: client.get("/picture/none", params={"pack": name}),
        "list": lambda: client.get("/api/packs"),
        "wake": woken,
        "scene of a game": lambda: client.get("/api/scene", params={"game": done["game"]}),
        "branch": lambda: client.post("/api/branch", json=over | {"step": 1, "seat": 0}),
        "keep": lambda: client.post("/api/file", json=over),
        "open": lambda: client.post("/api/open", content=kept, headers=octets),
    }
    with ThreadPoolExecutor() as pool, page_at(client, own["game"], own["seats"][0]) as page:
        monkeypatch.setattr(reading, "load", slowly)
        asked = pool.submit(asks[what])
        assert begins.wait(20)
        assert page.answer(page.pick("cell_1_1"))["done"]
        answered.set()
        told = asked.result()
    expected = {"picture": 404, "lesson": 400}.get(what, 200)  # there is no such picture, and no lesson of this game
    assert told is True or told.status_code == expected, told
    assert alone == [False], "nobody is answered while it is read"


def test_what_options_bring_is_told_piece_by_piece(client):
    name = bring(client, packed(files("connect_four"))).json()["name"]
    game = begun(client, name, ["human", "human"])
    with page_at(client, game["game"], game["seats"][0]) as page:
        assert not any("effect" in one or "price" in one for one in page.options)
        ahead = page.until("ahead")
        assert len(ahead["options"]) == len(page.options)
        assert page.answer(page.pick(page.options[0]["key"]))["done"]


def test_it_is_checked_as_check_does_it(tmp_path):
    from interpreter.play.findings import everything_wrong

    (tmp_path / "pack.zip").write_bytes(packed(files(**{"table.yaml": b"regions: {shop: {group: [nothing]}}\n"})))
    found = everything_wrong(str(tmp_path / "pack.zip")).diagnostics
    assert [one.code for one in found] == ["check/unknown-name"]
    assert found[0].message in examined(str(tmp_path / "pack.zip"))["wrong"]
    (tmp_path / "pack.zip").write_bytes(packed(files()))
    assert json.dumps(examined(str(tmp_path / "pack.zip"))) == '{"wrong": ""}'


@pytest.mark.parametrize("name", lessons.LESSONS)
def test_at_a_table_nobody_waits_for_a_lesson(client, name):
    effect, steps, _ = lessons.LESSONS[name]
    own = lessons.files(effect, steps)
    own["pack.yaml"] = own["pack.yaml"].replace(b"id: tiny", b"id: strangers_own")
    pack = bring(client, packed(own)).json()["name"]
    before = in_front(client)
    with within(2.0):
        answer = client.post("/api/games", json={"pack": pack, "lesson": True})
    assert (answer.status_code, answer.json()["error"]) == (400, "no_lesson")
    assert in_front(client) == before
    assert client.get("/api/rules", params={"pack": pack}).status_code == 200
