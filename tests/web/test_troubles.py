"""Whatever goes wrong inside a game is told to its players and in the log, and they can go on; all others notice nothing."""

import logging

import pytest
from tables import begun, hall_at, page_at, served

from interpreter.play.bots import BOTS
from interpreter.web import limits
from interpreter.web import mind as minds
from interpreter.web.errors import Troubles
from interpreter.web.room import Room
from interpreter.web.thinking import CannotThink, Elsewhere, Thinker

EVERY = [RecursionError, AssertionError, ZeroDivisionError, RuntimeError]


@pytest.fixture
def client():
    with served(hall_at()) as made:
        yield made


class Broken:
    """A bot that comes to harm."""

    def __init__(self, error):
        self.error = error

    def __call__(self):
        return self

    def pick(self, _game):
        raise self.error


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.ERROR, "rulewright.web")
    return lambda: [record.getMessage() for record in caplog.records]


class Scripted(Elsewhere):
    """What a process of bots answers, without one."""

    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def ask(self, task):
        return self.answer(task)


@pytest.mark.parametrize("error", EVERY)
def test_a_bot_that_comes_to_harm_says_so_and_thinks_on(monkeypatch, error):
    task = {"game": "g", "packs": [], "options": {}, "seats": 2, "seed": 7, "picks": [], "who": "greedy"}
    mind = minds.Mind()
    monkeypatch.setattr(minds.Mind, "_mirror", lambda _mind, _task: None)
    monkeypatch.setitem(BOTS, "greedy", Broken(error("said nowhere")))
    told = mind.answer(task)
    assert told["wrong"] == error.__name__
    assert "test_troubles.py" in told["where"]


@pytest.mark.parametrize("error", EVERY)
def test_where_a_bot_fails_the_players_are_told_and_go_on(error, lines):
    def wrong(_task):
        return {"wrong": error.__name__, "where": "somewhere"}

    with served(hall_at(), thinker=Thinker([Scripted(wrong)])) as client:
        game = begun(client, "tic_tac_toe", ["human", "random"])
        with (
            page_at(client, game["game"], game["seats"][0]) as one,
            page_at(client, game["game"], game["watch"]) as watch,
        ):
            assert one.answer(one.pick("cell_1_1"))["done"]
            for page in (one, watch):
                told = page.until("error")
                assert (told["code"], told["text"]) == ("bot_failed", error.__name__)
            assert any(game["game"] in line and error.__name__ in line for line in lines())
            # A person can take the pick back, choose something else, or sit down where the bot was.
            one.say("undo", rev=one.state["rev"], to=0)
            one.until("state", lambda state: state["step"] == 0)
            assert one.answer(one.pick("cell_2_2"))["done"]
            with page_at(client, game["game"], game["seats"][1]) as two:
                two.say("seat", who="human")
                two.until("presence", lambda told: told["seats"][1]["who"] == "human")
                assert two.answer(two.pick("cell_3_3"))["done"]


def test_a_process_of_bots_that_ends_is_started_again():
    mind = Elsewhere()
    task = {"game": "g", "packs": [], "options": {}, "seats": 2, "seed": 7, "picks": [], "who": "random"}
    try:
        assert "wrong" in mind.ask(task)
        mind._process.kill()
        mind._process.wait()
        assert "wrong" in mind.ask(task), "another one answers"
    finally:
        mind.end()


def test_a_bot_that_thinks_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(limits, "THINKING_SECONDS", 0.01)
    mind = Elsewhere()
    task = {"game": "g", "packs": [], "options": {}, "seats": 2, "seed": 7, "picks": [], "who": "random"}
    with pytest.raises(CannotThink, match="too long"):
        mind.ask(task)  # to start takes longer than that
    assert mind._process is None


@pytest.mark.parametrize("error", EVERY)
@pytest.mark.parametrize("what", ["log", "view"])
def test_what_cannot_be_shown_closes_no_page(client, monkeypatch, lines, error, what):
    """The board is shown, and one can take back what led there."""
    game = begun(client, "tic_tac_toe", ["human", "human"])
    other = begun(client, "tic_tac_toe", ["human", "human"])
    whole = getattr(Room, what)

    def wrong(self, *args, **more):
        if self.steps and self.record.id == game["game"]:
            raise error
        return whole(self, *args, **more)

    with page_at(client, game["game"], game["seats"][0]) as one, page_at(client, other["game"], other["watch"]) as two:
        monkeypatch.setattr(Room, what, wrong)
        assert one.answer(one.pick("cell_1_1"))["done"]
        state = one.until("state")
        assert state["step"] == 1 and state["view"]["places"] and state["undo"]["trail"]
        assert one.until("error")["code"] == "not_shown"
        assert [line for line in lines() if game["game"] in line]
        one.say("undo", rev=state["rev"], to=0)
        state = one.until("state")
        assert state["step"] == 0 and state["decision"]["options"], "it goes on"
        assert two.ask("frame", step=0)["frame"]
    with page_at(client, game["game"], game["seats"][0]) as again:
        assert again.state["step"] == 0


@pytest.mark.parametrize("error", EVERY)
def test_what_breaks_in_the_middle_of_a_pick_did_not_happen(client, monkeypatch, lines, error):
    game = begun(client, "pig", ["human", "human"])
    whole = Room._changed

    def wrong(_room, _now):
        raise error

    with page_at(client, game["game"], game["seats"][0]) as one:
        monkeypatch.setattr(Room, "_changed", wrong)
        told = one.answer(one.pick("roll"))
        assert (told["code"], told["text"]) == ("broken", error.__name__)
        assert [line for line in lines() if game["game"] in line]
        monkeypatch.setattr(Room, "_changed", whole)
        assert one.answer(one.pick("hold"))["done"]
        assert one.until("state", lambda state: state["step"] == 1)
    assert len(client.app.state.live.hall.store.read(game["game"]).picks) == 1


def test_what_a_request_breaks_is_told_in_json(client, monkeypatch, lines):
    monkeypatch.setattr("interpreter.web.app.rules_of", lambda *_: 1 // 0)
    answer = client.get("/api/rules", params={"pack": "pig"})
    assert (answer.status_code, answer.json()["error"]) == (500, "broken")
    assert lines() == ["game : /api/rules"] or "/api/rules" in lines()[0]


def test_no_game_fills_the_log(lines):
    troubles = Troubles(lambda: 1.0)
    for _ in range(100):
        assert troubles.note("a game", "it failed", ValueError()) == "ValueError"
    assert len(lines()) == limits.LINES[1]
    troubles.note("another", "it failed")
    assert len(lines()) == limits.LINES[1] + 1


def test_words_for_all_of_it_in_every_language(client):
    for lang in ("en", "fr", "de"):
        words = client.get("/api/words", params={"lang": lang}).json()
        for code in ("bot_failed", "broken", "not_shown", "damaged", "too_many_games"):
            assert words[code]
