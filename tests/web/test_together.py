"""Several packs in one game in the browser: what fits is offered, what clashes is told in words, kept games know them."""

import json
import sys
import zipfile
from subprocess import run

import pytest
from browser import settle, window
from running import running
from tables import SHELF, Shelf, begun, page_at, served

from interpreter.web import limits
from interpreter.web import packs as reading
from interpreter.web.hall import Hall
from interpreter.web.packs import pins
from interpreter.web.store import Store

BOTH = ["daimyo_alliances", "daimyo_weather"]
ALL = ["daimyo", *BOTH]


@pytest.fixture
def client():
    with served(Hall(Store(":memory:"), SHELF, seed=lambda: 7)) as made:
        yield made


def expansion(name, kind):
    """A pack on tic-tac-toe with something of its own."""
    return {
        "pack.yaml": f"id: {name}\nversion: 0.1.0\ntitle: {{en: {name}, fr: {name}, de: {name}}}\n"
        'requires: {tic_tac_toe: ">=0.1, <1"}\n',
        "model.yaml": f"shared:\n  vars: {{{kind}: {{start: 1, max: 9}}}}\n",
    }


def written(folder, name, kind):
    for file, text in expansion(name, kind).items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / file).write_text(text, "utf-8")
    return str(folder / name)


def offers(client):
    return {one["name"]: one for one in client.get("/api/packs?lang=en").json()["packs"]}


def test_only_packs_that_fit_are_offered(client):
    found = offers(client)
    assert found["daimyo"]["fits"] == BOTH
    assert found["daimyo_weather"]["fits"] == ["daimyo_alliances"], "what it stands on is there anyway"
    assert found["five_kingdoms"]["fits"] == ["five_kingdoms_ruins"]
    assert found["pig"]["fits"] == []
    assert client.get("/api/packs?lang=en").json()["with"] == []


def test_what_can_be_chosen_is_that_of_all_packs(client):
    alone = offers(client)["daimyo"]
    both = client.get("/api/offer", params={"pack": "daimyo", "with": BOTH, "lang": "de"}).json()
    assert both["title"] == "Daimyo + Daimyo: Bündnisse + Daimyo: Wetter"
    assert (both["name"], both["fits"], both["lesson"]) == ("daimyo", alone["fits"], False)
    rules = client.get("/api/rules", params={"pack": "daimyo", "with": BOTH, "lang": "en"}).json()
    assert rules["chapters"] != client.get("/api/rules?pack=daimyo&lang=en").json()["chapters"]
    pieces = [client.get("/api/scene", params={"pack": "daimyo", "with": some}).json()["items"] for some in ([], BOTH)]
    assert len(json.dumps(pieces[1])) > len(json.dumps(pieces[0]))


def test_a_kept_game_knows_its_packs(tmp_path):
    path = str(tmp_path / "games.sqlite")
    with served(Hall(Store(path), SHELF, seed=lambda: 7)) as client:
        body = {"pack": "daimyo", "players": ["human", "random"], "options": {}, "with": BOTH}
        game = client.post("/api/games", json=body).json()
        with page_at(client, game["game"], game["seats"][0]) as page:
            if not page.options:
                page.until("state", lambda state: "decision" in state)
            page.answer(page.pick(page.options[0]["key"]))
            step = page.until("state", lambda state: state["step"] >= 1)["step"]
    again = Hall(Store(path), Shelf(), seed=lambda: 8)
    room = again.room(game["game"])
    assert [pin.id for pin in room.record.packs] == ALL
    assert len(room.steps) >= step
    assert [pin.id for pin in pins(room.game.pack)] == ALL


def test_a_file_of_such_a_game_is_opened(client):
    hall = client.app.state.live.hall
    room = hall.room(hall.begin("tic_tac_toe", ["human", "human"], {}).id)
    for pick in (0, 0, 0, 0, 0, 0, 0):
        if room.deciding is not None:
            room.pick_index(room.deciding, pick, "", 1.0)
    assert hall.packs.meant(room.record.packs).id == "tic_tac_toe"
    both = hall.packs.open("daimyo", BOTH)
    assert hall.packs.meant(pins(both)) is not None
    assert [pin.id for pin in pins(hall.packs.meant(pins(both)))] == ALL


def test_what_clashes_is_told_in_words(tmp_path):
    wind, rain = written(tmp_path, "wind", "gusts"), written(tmp_path, "rain", "gusts")
    mist = written(tmp_path, "mist", "dew")
    with served(Hall(Store(":memory:"), Shelf((wind, rain, mist)), seed=lambda: 7)) as client:
        assert client.get("/api/offer", params={"pack": "tic_tac_toe", "with": [wind, mist]}).status_code == 200
        refused = client.get("/api/offer", params={"pack": "tic_tac_toe", "with": [wind, rain]})
        assert refused.status_code == 400
        assert refused.json()["error"] == "packs_clash"
        assert "`rain` and `wind` both add" in refused.json()["text"]
        body = {"pack": "tic_tac_toe", "players": ["human", "human"], "options": {}, "with": [wind, rain]}
        assert client.post("/api/games", json=body).json()["error"] == "packs_clash"


@pytest.mark.parametrize("path", ["/picture/none", "/api/scene", "/api/rules", "/api/offer"])
def test_packs_that_have_to_be_put_together_are_rationed(client, monkeypatch, path):
    """There are more ways to put packs together than are kept in memory, and each takes a while."""
    hall = client.app.state.live.hall
    hall.clock = lambda: 1.0
    packs = {one: hall.packs.open("daimyo", [one]) for one in BOTH}
    hall.packs._loaded.clear()
    hall.packs.open("daimyo")
    read = []

    def opened(together):
        read.append(together)
        return packs[together.others[0]]

    monkeypatch.setattr(reading, "load", opened)
    monkeypatch.setattr(limits, "STACKS", 1)
    answers = [client.get(path, params={"pack": "daimyo", "with": BOTH[n % 2 :][:1]}) for n in range(50)]
    assert answers[0].status_code == (404 if "picture" in path else 200)
    assert answers[-2].json()["error"] == "too_often", "and the last of those read is still there"
    assert len(read) == 30
    assert client.get("/api/rules", params={"pack": "daimyo"}).status_code == 200, "what is in memory is for everybody"


@pytest.mark.parametrize(
    ("others", "code"),
    [
        (["no_such"], "no_such_pack"),
        (["../content/daimyo_weather"], "no_such_pack"),
        (["five_kingdoms_ruins"], "packs_clash"),
        ("daimyo_weather", "bad_message"),
        ([3], "bad_message"),
        (["daimyo_weather"] * 9, "bad_message"),
    ],
)
def test_a_client_names_packs_never_paths(client, others, code):
    body = {"pack": "daimyo", "players": ["human", "human"], "options": {}, "with": others}
    assert client.post("/api/games", json=body).json()["error"] == code
    begun(client, "tic_tac_toe", ["human", "human"])


# ---- the command


def test_with_needs_a_pack_and_packs_that_go_together(tmp_path):
    command = [sys.executable, "-c", "from interpreter.tools.cli import main; raise SystemExit(main())", "serve"]
    alone = run([*command, "--with", "daimyo_weather"], capture_output=True, text=True, check=False, timeout=120)
    assert alone.returncode == 2 and "name the pack first" in alone.stderr
    others = ["pig", "--with", "daimyo_weather", "--games", str(tmp_path / "g")]
    other = run([*command, *others], capture_output=True, text=True, check=False, timeout=120)
    assert other.returncode == 2 and "daimyo_weather" in other.stderr and "Traceback" not in other.stderr


# ---- the page


def test_packs_are_ticked_on_the_first_page(tmp_path, browser):
    (tmp_path / "packs").mkdir()
    for name in ("rain", "wind"):
        with zipfile.ZipFile(tmp_path / "packs" / f"{name}.zip", "w") as made:
            for file, text in expansion(name, "gusts").items():
                made.writestr(file, text)
    more = ("daimyo", "--with", "daimyo_weather")
    with running(tmp_path, more=more) as server, window(browser) as page:
        page.goto(f"{server.base}/?lang=en")
        page.wait_for_selector("[data-with=daimyo_weather]:checked")
        assert not page.locator("[data-with=daimyo_alliances]").is_checked()
        page.locator("[data-with=daimyo_alliances]").check()
        page.wait_for_selector("a[href='/rules/daimyo?with=daimyo_weather&with=daimyo_alliances']")
        page.locator("#start").click()
        settle(page)
        assert page.title().endswith(" – Daimyo + Daimyo: Alliances + Daimyo: Weather")
        page.goto(f"{server.base}/?lang=en")
        page.wait_for_selector("[data-with=daimyo_weather]:checked")
        assert "Daimyo: Weather" in page.locator(".games a").inner_text()
        page.locator("[data-pack=pig]").click()
        assert page.locator("[data-with]").count() == 0
        page.locator("[data-pack=tic_tac_toe]").click()
        page.locator("[data-with=wind]").check()
        page.wait_for_selector("#start:not([disabled])")
        page.locator("[data-with=rain]").click()
        page.wait_for_selector("[role=alert].error")
        said = page.locator("[role=alert].error").inner_text()
        assert said.startswith("These packs do not go together: rain and wind both add")
        assert [page.locator(f"[data-with={one}]").is_checked() for one in ("wind", "rain")] == [True, False]
        assert [one for one in page.wrong if "400" not in one] == []
