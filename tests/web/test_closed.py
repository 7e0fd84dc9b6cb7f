"""Actions of a menu that cannot be chosen now stand below the choices; who asks is told why."""

import re

from browser import READY, choose, seated, window
from tables import begun, hall_at, page_at, served


def test_closed_actions_are_told_to_who_chooses_with_their_reasons():
    with served(hall_at()) as client:
        game = begun(client, "daimyo", ["human", "human"])
        with (
            page_at(client, game["game"], game["seats"][0]) as one,
            page_at(client, game["game"], game["seats"][1]) as two,
        ):
            for _ in range(200):
                seat = one if one.state.get("decision") else two
                decision = seat.state["decision"]
                if decision["form"] == "menu":
                    break
                assert decision["closed"] == []
                before = one.state["step"]
                seat.say("pick", id=f"c{before}", rev=seat.state["rev"], key=decision["options"][0]["key"])
                for page in (one, two):
                    page.until("state", lambda state, was=before: state["step"] > was)
            offered = {option["key"] for option in decision["options"]}
            closed = dict(map(tuple, decision["closed"]))
            assert closed["clan_ability"] == "Use the clan ability"
            assert not offered & closed.keys()
            said = seat.ask("why", kind="action", key="clan_ability")["text"]
            assert re.fullmatch(
                r"`Use the clan ability` is not offered: your dice total is less than 13 \(now \d+\)\.", said
            )


def test_a_closed_action_says_why_on_the_page(server, browser):
    with window(browser) as page:
        seated(server, page, "daimyo", ["human", "greedy"])
        for _ in range(60):
            page.wait_for_selector(READY)
            if page.locator("details.closed").count():
                break
            choose(page, "list")
        shown = page.locator("details.closed")
        assert not shown.locator("button").first.is_visible(), "folded until somebody wants it"
        shown.locator("summary").click()
        shown.locator("button", has_text="Use the clan ability").click()
        shown.locator(".why").wait_for()
        assert "your dice total is less than 13" in shown.locator(".why").inner_text()
        assert page.wrong == []
