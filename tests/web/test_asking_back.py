"""Taking back what lies behind a choice of another person: the page offers to ask, the others agree or refuse."""

import pytest
from browser import address, choose, settle, step_of, window
from tables import begun, hall_at, page_at, served

from interpreter.web.room import Request


@pytest.fixture
def client():
    with served(hall_at()) as made:
        yield made


def test_ones_last_pick_behind_one_of_another_can_be_asked_for(client):
    game = begun(client, "tic_tac_toe", ["human", "human"])
    with (
        page_at(client, game["game"], game["seats"][0]) as one,
        page_at(client, game["game"], game["seats"][1]) as two,
    ):
        assert one.state["undo"] == {"trail": [], "why": "nothing_to_undo"}
        one.answer(one.pick("cell_1_1"))
        two.until("state", lambda state: state["step"] == 1)
        assert two.state["undo"] == {"trail": [], "why": "nothing_to_undo"}, "nothing of one's own"
        two.answer(two.pick("cell_2_2"))
        one.until("state", lambda state: state["step"] == 2)
        asked = one.state["undo"]["ask"]
        assert asked["step"] == 0 and asked["label"]
        one.say("undo", rev=one.state["rev"], to=asked["step"])
        state = one.until("state", lambda state: "asked" in state)
        assert state["asked"] == {"by": 0, "to": 0, "missing": [1]}
        one.say("agree", yes=True)
        assert one.until("error")["code"] == "nothing_asked", "nobody agrees with oneself"
        one.say("agree", yes=False)
        assert "asked" not in one.until("state", lambda state: "asked" not in state), "but one may think better of it"
        assert one.state["step"] == 2


def both_choose(one, two):
    """Play the first picks of two people."""
    one.answer(one.pick(one.options[0]["key"]))
    two.until("state", lambda state: state["step"] == 1)
    two.answer(two.pick(two.options[0]["key"]))


def asked_of(page, client, game):
    """Ask for the first pick back, behind which somebody else has chosen."""
    page.say("undo", rev=client.app.state.live.hall.room(game["game"]).rev, to=0)
    return page.until("state", lambda state: "asked" in state)["asked"]["missing"]


def test_a_bot_in_the_place_of_who_is_asked_has_nothing_against_it(client):
    """Or bots would wait for ever: they do not move while something is asked, and nobody answers for one."""
    game = begun(client, "connect_four", ["human", "human"])
    with (
        page_at(client, game["game"], game["seats"][0]) as one,
        page_at(client, game["game"], game["seats"][1]) as two,
    ):
        both_choose(one, two)
        one.until("state", lambda state: state["step"] == 2)
        one.answer(one.pick(one.options[0]["key"]))
        assert asked_of(one, client, game) == [1]
        two.say("seat", who="random")
        assert one.until("state", lambda state: "asked" not in state)["step"] == 0
        assert one.log[-1]["n"] == -1
        one.answer(one.pick(one.options[0]["key"]))
        assert one.until("state", lambda state: state["step"] == 2)["turn"] == 0, "the bot plays on"
    assert len(client.app.state.live.hall.store.read(game["game"]).picks) == 2


def test_who_asked_and_leaves_the_seat_to_a_bot_asks_no_more(client):
    game = begun(client, "connect_four", ["human", "human"])
    with (
        page_at(client, game["game"], game["seats"][0]) as one,
        page_at(client, game["game"], game["seats"][1]) as two,
    ):
        both_choose(one, two)
        assert asked_of(one, client, game) == [1]
        one.say("seat", who="random")
        assert two.until("state", lambda state: state["step"] == 3)["turn"] == 1, "the bot plays on"
        assert "asked" not in two.state


def test_the_others_are_still_asked_where_one_leaves_the_seat_to_a_bot(client):
    game = begun(client, "pig", ["human", "human", "human"])
    room = client.app.state.live.hall.room(game["game"])
    room.request = Request(0, 0, {1, 2})
    with page_at(client, game["game"], game["seats"][1]) as one:
        one.say("seat", who="random")
        assert one.until("state", lambda state: state["asked"]["missing"] != [1, 2])["asked"]["missing"] == [2]
        one.say("seat", who="human")
        one.say("agree", yes=True)
        assert one.until("error")["code"] == "nothing_asked"


def test_what_was_rolled_by_another_stands_and_says_so(client):
    game = begun(client, "pig", ["human", "human"])
    room = client.app.state.live.hall.room(game["game"])
    with page_at(client, game["game"], game["seats"][0]) as one:
        one.answer(one.pick("roll"))
        while room.deciding == 0:
            room.pick_index(0, [*room.game.decision.options.keys].index("hold"), "", 1.0)
        room.pick_index(1, 0, "", 1.0)
        assert room._undo(0, "en") == {"trail": [], "why": "undo_fate"}


@pytest.mark.parametrize("answer", ["Agree", "Refuse"])
def test_two_pages_agree_or_not(server, browser, answer):
    game = server.begin("tic_tac_toe", ["human", "human"])
    with window(browser) as one, window(browser) as two:
        one.goto(address(server, game, 0))
        two.goto(address(server, game, 1))
        settle(one)
        choose(one, "click")
        settle(two)
        assert two.locator(".ask-back").count() == 0, "two has chosen nothing yet"
        choose(two, "click")
        settle(one)
        assert one.locator(".crumb").count() == 1
        assert one.locator(".ask-back").inner_text().startswith("↶ Ask to take back: ")
        if answer == "Agree":
            one.locator(".ask-back").click()
        else:
            one.keyboard.press("u")
        one.wait_for_selector("text=Waiting for the others to agree.")
        assert one.locator(".ask-back").count() == 0
        two.get_by_role("button", name=answer, exact=True).click()
        if answer == "Agree":
            one.wait_for_selector(".history", state="detached")
            two.wait_for_selector(".history", state="detached")
            assert one.locator("#bar .option").count() == 9
            assert one.locator("#polite").inner_text().strip() == "Taken back."
        else:
            one.wait_for_selector("text=The others would rather leave it as it is.")
            assert one.locator("#bar .option").count() == 7
            assert one.locator(".ask-back").count() == 1
        assert one.wrong == [] and two.wrong == []


def test_who_asked_can_think_better_of_it(server, browser):
    game = server.begin("tic_tac_toe", ["human", "human"])
    with window(browser) as one, window(browser) as two:
        one.goto(address(server, game, 0))
        two.goto(address(server, game, 1, "de"))
        for page in (one, two):
            settle(page)
            choose(page, "click")
        settle(one)
        one.locator(".ask-back").click()
        two.wait_for_selector("#bar >> text=möchte etwas zurücknehmen")
        one.get_by_role("button", name="Never mind").click()
        two.wait_for_selector("#bar >> text=möchte etwas zurücknehmen", state="detached")
        assert "rather leave" not in one.locator("#bar").inner_text()
        settle(one)
        choose(one, "click")


@pytest.mark.parametrize(("pack", "turns", "hides"), [("tic_tac_toe", [1, 1], False), ("daimyo", [1, 1, 2, 2], True)])
def test_people_at_one_screen_are_asked_one_after_another(server, browser, pack, turns, hides):
    """Each comes to the screen in turn: behind a cover, unless the game hides nothing."""
    with window(browser) as page:

        def comes(seat):
            if hides:
                page.get_by_role("button", name=f"I am Player {seat}").click()
            page.wait_for_selector(f"#mine .title:has-text('Player {seat}')")
            assert page.locator("dialog.cover").count() == 0

        page.goto(f"{server.base}/?lang=en")
        page.locator(f"[data-pack={pack}]").click()
        page.locator("fieldset select").nth(1).select_option("human")
        page.locator("#start").click()
        for number, choices in enumerate(turns):
            for _ in range(choices):
                settle(page)
                choose(page, "list")
            comes(2 - number % 2)
        settle(page)
        steps = step_of(page)
        page.locator(".ask-back").click()
        comes(2)
        page.get_by_role("button", name="Agree", exact=True).click()
        comes(1)
        settle(page)
        assert step_of(page) == steps - turns[-1] - 1
