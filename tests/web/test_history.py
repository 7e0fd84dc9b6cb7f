"""Leafing through a game: every step is there, however long the game was and however few of its states are kept."""

import json
import random
import time

import pytest
from browser import window
from running import running
from tables import hall_at

from interpreter.play.game import KEPT, LANDMARK
from interpreter.web.errors import Refused
from interpreter.web.sight import Sight


def long_room(pack, players, least, seed=11):
    """A room in which so many picks at least were made by chance, and what a seat saw before each of them."""
    hall, chance = hall_at(seed=seed), random.Random(seed)
    room = hall.room(hall.begin(pack, ["human"] * players, {}).id)
    seen = []
    while room.game.pending is not None and len(room.steps) < least:
        seen.append(json.loads(Sight(room.game, 1, room._openly).table()))
        room.pick_index(room.deciding, chance.randrange(len(room.game.pending.values)), "", 1.0)
    return room, seen


def test_every_step_of_a_long_game_can_be_looked_at():
    room, seen = long_room("daimyo", 3, 400)
    assert len(seen) > 4 * KEPT, "states were forgotten"
    before = room.game.state_hash, list(room.game.picks), len(room.game.events)
    for step in [0, len(seen) - 1, *range(len(seen) - 1, -1, -7), *range(len(seen))]:
        frame = json.loads(room.frame(1, step))
        assert frame["step"] == step
        assert frame["view"] == seen[step], step
    assert (room.game.state_hash, list(room.game.picks), len(room.game.events)) == before, "nothing was touched"
    assert len(room._frames) <= 201


def test_few_states_are_kept_whole():
    room, seen = long_room("daimyo", 3, 400)
    whole = [at for at, one in enumerate(room.game._history) if len(one.state) == len(room.game.state)]
    assert len(whole) <= 2 * KEPT + len(seen) // LANDMARK + 1


def test_a_game_taken_back_is_leafed_through_as_it_is_now():
    room, _ = long_room("daimyo", 3, 300)
    while room.steps[-1].fate:
        room.pick_index(room.deciding, 0, "", 1.0)
    room.frame(1, len(room.steps) - 1)
    to = room.floor()
    room._take_back(to, 2.0)
    now = json.loads(Sight(room.game, 1, room._openly).table())
    assert json.loads(room.frame(1, to))["view"] == now
    with pytest.raises(Refused, match="no_such_step"):
        room.frame(1, to + 1)


def test_an_old_step_is_made_again_pick_by_pick_so_that_others_are_served_in_between():
    room, _ = long_room("daimyo", 3, 300)
    whole = room.frame(1, LANDMARK - 1)
    room._frames.clear()
    assert len(list(room.leafing(1, LANDMARK - 1))) == LANDMARK - 1
    assert room._frames[LANDMARK - 1, 1] == whole


def test_an_old_step_that_is_taken_back_meanwhile_is_not_shown():
    room, _ = long_room("daimyo", 3, 300)
    leafing = room.leafing(1, LANDMARK - 1)
    next(leafing)
    del room.steps[LANDMARK - 5 :]
    assert len(list(leafing)) < LANDMARK
    assert not room._frames


STANDS_AT = "(step) => document.querySelector('#bar').innerText.includes(`Step ${step} of 260`)"


def test_the_slider_goes_through_a_long_game(tmp_path, browser):
    hall, chance = hall_at(tmp_path / "games.sqlite"), random.Random(3)
    begun = hall.begin("daimyo", ["human"] * 3, {})
    room = hall.room(begun.id)
    while len(room.steps) < 260:
        room.pick_index(room.deciding, chance.randrange(len(room.game.pending.values)), "", time.time())
    hall.store.close()
    with running(tmp_path) as server, window(browser, (1600, 1000), reduced_motion="reduce") as page:
        page.goto(f"{server.base}/g/{begun.id}?lang=en#{begun.seats[0]}")
        page.wait_for_selector(".history input")
        page.mouse.move(2, 2)
        page.keyboard.press("?")
        page.wait_for_selector("#bar .error")
        now = page.locator("#board").inner_text()
        page.locator(".history input").focus()
        for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
            page.keyboard.press(key)
            page.wait_for_function(STANDS_AT, arg=step)
        page.wait_for_selector("#bar .error", state="detached")
        assert page.locator("#board").inner_text() != now
        page.keyboard.press("End")
        page.wait_for_selector("text=Back to now", state="detached")
        assert page.locator("#board").inner_text() == now
        assert page.wrong == []
