"""Taking back what lies behind a choice of another person: the page offers to ask, the others agree or refuse."""

import pytest
from browser import address, choose, settle, window
from tables import begun, hall_at, page_at, served


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


def test_people_at_one_screen_are_asked_one_after_another(server, browser):
    with window(browser) as page:
        page.goto(f"{server.base}/?lang=en")
        page.locator("[data-pack=tic_tac_toe]").click()
        page.locator("fieldset select").nth(1).select_option("human")
        page.locator("#start").click()
        for _ in range(2):
            settle(page)
            choose(page, "click")
            page.locator("dialog.cover button").click()
        settle(page)
        page.locator(".ask-back").click()
        page.locator("dialog.cover button").click()
        page.get_by_role("button", name="Agree", exact=True).click()
        page.locator("dialog.cover button").click()
        settle(page)
        assert page.locator("#bar .option").count() == 9
