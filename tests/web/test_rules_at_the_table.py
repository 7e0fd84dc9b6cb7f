"""The rule book and the lesson at the table: the same data as at the terminal, and a lesson that can be left and found again."""

import json
import re

import pytest
from tables import begun, hall_at, page_at, served

from interpreter.play.tutorial import lesson_of
from interpreter.source.layers.known import known_packs

TYPED = re.compile(r"--\w+|`(?:rulewright|read|why|rules|help|undo|lire|pourquoi|règles|lies|warum|regeln)\b[^`]*`")
PACKS = [one.name for one in known_packs() if not one.installed]


@pytest.fixture
def client():
    with served(hall_at()) as made:
        yield made


@pytest.mark.parametrize("pack", PACKS)
def test_every_pack_has_its_rules_in_every_language(client, pack):
    told = {lang: client.get("/api/rules", params={"pack": pack, "lang": lang}).json() for lang in ("en", "fr", "de")}
    for one in told.values():
        assert one["chapters"] and all(chapter["title"] and chapter["parts"] for chapter in one["chapters"])
        assert len(one["glossary"]["game"][1]) > 2
        assert not TYPED.findall(json.dumps(one, ensure_ascii=False)), "a page has no command line"
    assert len({one["title"] for one in told.values()}) == 3
    assert [one["id"] for one in told["en"]["chapters"]] == [one["id"] for one in told["de"]["chapters"]]


def test_rules_of_nothing(client):
    assert client.get("/api/rules", params={"pack": "../daimyo"}).json()["error"] == "no_such_pack"


def taught(client, pack):
    answer = client.post("/api/games", json={"pack": pack, "lesson": True})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("pack", ["daimyo", "five_kingdoms"])
def test_a_lesson_to_its_end(client, pack):
    game = taught(client, pack)
    lesson = lesson_of(client.app.state.live.hall.packs.open(pack))
    numbers = []
    with page_at(client, game["game"], game["seats"][0], "fr") as one:
        while "lesson" not in one.state or "key" in one.state["lesson"]:
            if "decision" in one.state and "lesson" in one.state:
                said = one.state["lesson"]
                numbers.append((said["number"], said["count"]))
                one.answer(one.pick(said["key"]))
            one.until("state")
        assert one.state["lesson"] == {"words": lesson.tutorial.end.get("fr")}
    assert numbers == [(n, len(numbers)) for n in range(1, len(numbers) + 1)]
    assert numbers[0][1] == sum(step.seat == 0 for step in lesson.tutorial.steps)


def test_who_picks_something_else_has_left_and_undo_brings_back(client):
    game = taught(client, "five_kingdoms")
    with page_at(client, game["game"], game["seats"][0]) as one:
        while "decision" not in one.state:
            one.until("state")
        before, key = one.state["lesson"], one.state["lesson"]["key"]
        other = next(option["key"] for option in one.options if option["key"] != key)
        one.answer(one.pick(other))
        one.until("state")
        assert one.state["lesson"] == {"left": True}
        one.say("undo", rev=one.state["rev"], to=one.state["undo"]["trail"][-1]["step"])
        one.until("state")
        assert one.state["lesson"] == before


def test_a_game_that_is_no_lesson(client):
    assert client.post("/api/games", json={"pack": "pig", "lesson": True}).json()["error"] == "no_lesson"
    game = begun(client, "daimyo", ["human", "random"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        assert "lesson" not in one.state
