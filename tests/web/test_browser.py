"""The page in a real browser: games by clicks, by keys and from the list, on a phone, over lost connections.

TWENTY says which test shows which of the twenty things that a table has to do; some need no browser.
"""

import json
import time
from pathlib import Path

import pytest
from browser import (
    PATIENCE,
    READY,
    address,
    axe_findings,
    choose,
    demand,
    over,
    seated,
    settle,
    standing,
    step_of,
    window,
)
from running import running

SMALL = ["tic_tac_toe", "connect_four", "reversi", "pig", "sealed_bids"]
LARGE = {"daimyo": 3, "ancient_world": 2, "five_kingdoms": 2, "hearts": 4}
PHONE = (375, 812)


TWENTY = {
    "each pack by clicks alone": "test_browser_whole.test_a_whole_game_by_clicks_or_from_the_list",
    "by keys alone": "test_browser_whole.test_a_whole_game_by_keys test_browser.test_regions_arrows_reading_and_history_by_keys",
    "from the list alone": "test_browser_whole.test_a_whole_game_by_clicks_or_from_the_list",
    "375×812: no sideways scroll": "test_browser.test_a_phone_needs_no_sideways_scrolling",
    "targets ≥44 px": "test_browser.test_a_phone_needs_no_sideways_scrolling",
    "boxes still through a game": "test_browser_whole.test_nothing_moves_through_a_game",
    "empty slots visible": "test_browser.test_empty_slots_are_drawn",
    "lit set = options": "test_browser.test_lit_things_are_the_options_and_labels_differ",
    "equal labels told apart": "test_browser.test_lit_things_are_the_options_and_labels_differ",
    "why-not on unlit": "test_browser.test_an_unlit_thing_says_why_not",
    "preview of a roll same for all seeds": "test_secrets.test_what_follows_from_a_roll_is_the_same_for_all_seeds",
    "swapped secrets: same bytes": "test_secrets.test_the_same_bytes_whatever_is_hidden",
    "double click: one pick": "test_browser.test_a_double_click_is_one_pick",
    "stale tab resynced": "test_browser.test_an_old_tab_is_brought_up_to_date",
    "cut before the answer: once": "test_browser.test_a_line_cut_before_the_answer",
    "kill -9": "test_browser.test_a_killed_server_comes_back test_kept.test_a_killed_server_has_lost_nothing",
    "foreign Origin refused": "test_server.test_a_foreign_name_or_page_is_refused",
    "markup in names inert, no CSP report": "test_browser.test_markup_in_names_is_text",
    "live regions: exact texts": "test_browser.test_turns_and_events_are_told",
    "axe, reduced motion": "test_browser.test_axe_finds_nothing_serious",
}


def test_all_twenty_are_there():
    assert len(TWENTY) == 20
    for names in TWENTY.values():
        for name in names.split():
            module, _, function = name.partition(".")
            assert f"def {function}(" in (Path(__file__).parent / f"{module}.py").read_text(), name


# 1, 3: whole games by clicks alone, and from the list alone


@pytest.mark.parametrize("pack", LARGE)
def test_a_large_game_by_clicks_and_a_bot_finishes_it(server, browser, pack):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        seated(server, page, pack, ["human"] + ["random"] * (LARGE[pack] - 1))
        for number in range(10):
            settle(page)
            choose(page, "click" if number % 3 else "list", number)
        page.locator("#menu").click()
        page.get_by_role("button", name="Let a bot play for me").click()
        page.get_by_role("button", name="Close").click()
        # A short game may be over before the menu is closed, and its result is then what was closed.
        page.locator("#bar .prompt", has_text="The game is over.").wait_for()
        assert page.wrong == []


# 2: keys alone


def test_regions_arrows_reading_and_history_by_keys(server, browser):
    with window(browser, (1600, 1000)) as page:
        seated(server, page, "daimyo", ["human", "random", "random"])
        settle(page)
        page.keyboard.press("b")
        first = page.evaluate("document.activeElement.dataset.key")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.dataset.key") != first
        page.keyboard.press(" ")
        page.wait_for_selector("dialog h2")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.keyboard.press("1")
        settle(page)
        if page.locator(".history").count():
            page.keyboard.press("[")
            page.wait_for_selector("text=Back to now")
            page.keyboard.press("]")
            page.wait_for_selector("text=Back to now", state="detached")
        assert page.wrong == []


# 4, 5: the phone


@pytest.mark.parametrize("pack", [*SMALL, *LARGE])
def test_a_phone_needs_no_sideways_scrolling(server, browser, pack):
    with window(browser, PHONE, has_touch=True) as page:
        seated(server, page, pack, ["human"] + ["random"] * (LARGE.get(pack, 2) - 1), "fr")
        settle(page)
        for tab in page.locator(".tabs button").all():
            tab.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        small = page.evaluate(
            """() => [...document.querySelectorAll('#bar button, .tabs button, button.thing, .top button')]
               .filter((one) => one.offsetParent).map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
               .filter(([box]) => box.width < 43.5 || box.height < 43.5).map(([box, html]) => `${box.width}x${box.height} ${html}`)"""
        )
        assert small == []


# 7: empty places are there


def test_empty_slots_are_drawn(server, browser):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random", "random"])
        settle(page)
        assert page.locator("#board .place .slot:visible").count() > 30


# 8, 9: what is lit is what is offered; equal labels are told apart


def newest(page, states):
    """The state that the page shows; the driver may hear of it a moment after the page."""
    drawn, end = step_of(page), time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for text in reversed(states):
            if text.startswith('{"type":"state"'):
                state = json.loads(text)
                if state["step"] == drawn and "decision" in state:
                    return state
        page.wait_for_timeout(5)
    raise AssertionError(f"no state came for step {drawn}")


def test_lit_things_are_the_options_and_labels_differ(server, browser):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        states = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda text: states.append(text)))  # noqa: PLW0108 - a plain function is asked for
        seated(server, page, "daimyo", ["human", "random", "random"])
        for number in range(8):
            settle(page)
            offered = newest(page, states)["decision"]["options"]
            wanted = {tuple(one) for option in offered for one in option.get("touches", ())}
            shown = page.evaluate(
                "[...document.querySelectorAll('.lit[data-key]')].map((one) => [one.dataset.kind, one.dataset.key])"
            )
            assert {tuple(one) for one in shown} == wanted & {
                tuple(one)
                for one in page.evaluate(
                    "[...document.querySelectorAll('[data-key]')].map((one) => [one.dataset.kind, one.dataset.key])"
                )
            }
            labels = [one.inner_text() for one in page.locator("#bar .option .label").all()]
            assert len(labels) == len(offered)
            assert len(set(labels)) == len(labels)
            choose(page, "list", number)


# 10: why not


def test_an_unlit_thing_says_why_not(server, browser):
    with window(browser) as page:
        seated(server, page, "tic_tac_toe", ["human", "random"])
        settle(page)
        choose(page, "click")
        settle(page)
        page.locator("button.cell:not(.lit)").first.click()
        page.wait_for_selector("dialog .why")
        said = page.locator("dialog .why").inner_text()
        assert said and "`" not in said
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(2, 2)
        page.keyboard.press("?")
        assert page.locator("#bar .error").inner_text().startswith("Point at something")
        page.locator("button.cell:not(.lit)").first.hover()
        page.keyboard.press("?")
        page.wait_for_selector("dialog .why")


# 13, 14, 15, 16: once, also over double clicks, old tabs, cut lines and a killed server


def test_a_double_click_is_one_pick(server, browser):
    with window(browser) as page:
        seated(server, page, "connect_four", ["human", "human"])
        settle(page)
        page.locator(READY).first.dblclick()
        page.wait_for_selector(".turn-of")
        page.keyboard.press("[")
        page.wait_for_selector("text=Back to now")  # the answer to what was asked after both clicks
        assert step_of(page) == 1


def test_an_old_tab_is_brought_up_to_date(server, browser):
    with window(browser) as one, window(browser) as two:
        game = seated(server, one, "pig", ["human", "random"])
        two.goto(address(server, game))
        settle(one)
        settle(two)
        one.locator(READY).first.click()
        two.wait_for_selector(".turn-of")
        assert step_of(two) >= 1
        assert one.wrong == two.wrong == []


def test_a_line_cut_before_the_answer(server, browser):
    with window(browser) as page:
        cut = {"now": False, "count": 0}

        def through(route):
            upstream = route.connect_to_server()

            def outward(message):
                upstream.send(message)
                if '"pick"' in message and not cut["count"]:
                    cut["now"], cut["count"] = True, 1

            def inward(message):
                if cut["now"]:
                    cut["now"] = False
                    route.close()
                    return
                route.send(message)

            route.on_message(outward)
            upstream.on_message(inward)

        page.route_web_socket("**/ws", through)
        seated(server, page, "connect_four", ["human", "human"])
        settle(page)
        page.locator(READY).first.click()
        page.wait_for_selector(".turn-of")
        assert step_of(page) == 1
        assert cut["count"] == 1


def test_a_killed_server_comes_back(browser, tmp_path):
    demand()
    with running(tmp_path) as server, window(browser) as page:
        seated(server, page, "connect_four", ["human", "random"])
        settle(page)
        choose(page, "click")
        settle(page)
        steps, port = step_of(page), server.port
        server.kill()
        page.wait_for_selector("#bar .error")
        assert page.locator("#board .cell").count() == 42, "the board stays"
        with running(tmp_path, port=port):
            page.wait_for_selector("#bar .error", state="detached")
            settle(page)
            assert step_of(page) == steps
            choose(page, "click")


# 18, 19, 20: markup stays text, what is read aloud, and what axe says


def test_markup_in_names_is_text(server, browser):
    with window(browser) as page:
        seated(server, page, "pig", ["human", "random"])
        page.locator("#menu").click()
        page.get_by_label("Your name").fill("<img src=x onerror=alert(1)>")
        page.get_by_label("Your name").press("Tab")
        page.get_by_role("button", name="Close").click()
        page.wait_for_selector("text=<img src=x onerror=alert(1)>")
        assert page.locator("img").count() == 0
        assert page.wrong == []


def test_turns_and_events_are_told(server, browser):
    with window(browser) as page:
        seated(server, page, "pig", ["human", "human"])
        settle(page)
        assert (
            page.locator("#assertive").inner_text()
            == "Your turn: Roll as often as you dare, then bank the pot: choose one"
        )
        with window(browser) as other:
            game = server.begin("tic_tac_toe", ["human", "human"])
            page.goto(address(server, game, 0))
            other.goto(address(server, game, 1))
            settle(page)
            other.wait_for_selector("text=Waiting for Player 1")
            choose(page, "list")
            settle(other)
            assert other.locator("#polite").inner_text().startswith("Player 1: marks cell 1/1")
            assert other.locator("#assertive").inner_text().startswith("Your turn: ")


@pytest.mark.parametrize(
    ("pack", "size"), [("daimyo", (1600, 1000)), ("ancient_world", PHONE), ("connect_four", PHONE)]
)
def test_axe_finds_nothing_serious(server, browser, pack, size):
    with window(browser, size, reduced_motion="reduce") as page:
        seated(server, page, pack, ["human", "random", "random"][: 3 if pack == "daimyo" else 2])
        settle(page)
        choose(page, "list")
        settle(page)
        assert page.evaluate("document.getAnimations().length") == 0
        found = axe_findings(page)
        page.locator("#menu").click()
        found += axe_findings(page)
        page.goto(server.base + "/?lang=de")
        page.wait_for_selector("#start")
        found += axe_findings(page)
        assert found == []


def test_begin_a_game_from_the_first_page(server, browser):
    with window(browser) as page:
        page.goto(server.base + "/?lang=en")
        page.get_by_role("button", name="Tic-tac-toe").click()
        page.locator("#start").click()
        settle(page)
        assert page.title() == "● Your turn – Tic-tac-toe"
        assert "#" not in page.url, "the secret does not stay in the address"
        page.goto(server.base + "/")
        page.wait_for_selector(".games li")
        assert page.locator(".games .turn").inner_text() == "your turn"
        assert page.locator(".games .who").inner_text() == "you, bot"
        assert page.locator(".games .soft").inner_text() == "last move now"
        page.locator(".games a").first.click()
        settle(page)


def test_two_people_at_one_screen_with_a_cover(server, browser):
    with window(browser) as page:
        page.goto(server.base + "/?lang=en")
        page.get_by_role("button", name="Hearts").click()
        for seat in (1,):
            page.locator("fieldset select").nth(seat).select_option("human")
        page.locator("#start").click()
        for _ in range(3):
            settle(page)
            choose(page, "list")
        page.wait_for_selector("dialog.cover")
        page.get_by_role("button", name="I am Player 2").click()
        settle(page)
        assert page.locator("#mine .title").first.inner_text().strip().startswith("Player 2")


def test_the_pieces_of_every_pack_are_shown(server, browser):
    with window(browser) as page:
        for pack in LARGE:
            page.goto(f"{server.base}/pieces/{pack}?lang=fr")
            page.wait_for_selector("figure")
            assert page.locator("figure").count() > 20
        page.get_by_role("searchbox").fill("zzzz")
        page.wait_for_selector("figure", state="detached")
        assert page.wrong == []


def test_two_people_and_one_who_watches(server, browser):
    with window(browser) as one, window(browser) as two, window(browser) as watch:
        game = server.begin("tic_tac_toe", ["human", "human"])
        one.goto(address(server, game, 0))
        two.goto(address(server, game, 1, "fr"))
        watch.goto(f"{server.base}/g/{game['game']}?lang=de#{game['watch']}")
        watch.wait_for_selector("text=Du schaust zu.")
        for number in range(9):
            page = (one, two)[number % 2]
            settle(page)
            if over(page):
                break
            choose(page, "click", number)
        for page in (one, two, watch):
            page.wait_for_selector("dialog .won")
            assert page.wrong == []
        assert watch.locator("#mine").count() == 0
        assert watch.locator(READY).count() == 0


def test_rules_and_a_first_turn_step_by_step(server, browser):
    with window(browser, (1400, 900), reduced_motion="reduce") as page:
        page.goto(server.base + "/?lang=en")
        page.get_by_role("button", name="Five Kingdoms", exact=False).first.click()
        page.locator("#lesson").click()
        page.wait_for_selector(".lesson")
        page.locator("#rules").click()
        page.wait_for_selector("dialog .rules")
        page.locator("#rules-search").fill("castle")
        page.locator("dialog [data-chapter=glossary] dt", has_text="castle").first.wait_for()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        for _ in range(100):
            page.wait_for_selector("#bar .lesson ~ .options .option:not([disabled])")
            advised = page.locator("#bar .option.advised:not([disabled])")
            if not advised.count():
                break
            before = step_of(page)
            advised.click()
            standing(page, after=before)
        else:
            pytest.fail("the lesson has no end")
        page.goto(f"{server.base}/rules/five_kingdoms?lang=de")
        page.wait_for_selector(".rules")
        assert axe_findings(page) == []
        assert page.wrong == []


def test_a_finished_game_is_kept_as_a_file_opened_again_and_played_on_from_a_step(server, browser, tmp_path):
    with window(browser) as page:
        seated(server, page, "connect_four", ["human", "random"])
        for number in range(42):
            settle(page)
            if over(page):
                break
            choose(page, "list", number)
        with page.expect_download() as coming:
            page.locator("dialog .keep").click()
        coming.value.save_as(tmp_path / "game.rws")
        steps = step_of(page)
        page.goto(server.base + "/?lang=en")
        page.locator("#file").set_input_files(tmp_path / "game.rws")
        page.wait_for_selector("dialog .won")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert step_of(page) == steps
        page.keyboard.press("[")
        page.wait_for_selector("#branch")
        page.locator(".history input").fill("2")
        page.wait_for_selector("text=Step 2 of")
        page.locator("#branch").click()
        page.wait_for_function("(was) => Number(document.querySelector('.history input')?.max ?? was) < was", arg=steps)
        settle(page)
        assert 2 <= step_of(page) < steps
        (tmp_path / "none.rws").write_bytes(b"nothing of ours")
        page.goto(server.base + "/?lang=en")
        page.locator("#file").set_input_files(tmp_path / "none.rws")
        page.wait_for_selector("text=This is no file with a game")
        assert [one for one in page.wrong if "400" not in one] == []


def test_secret_choices_wait_for_everybody(server, browser):
    with window(browser) as one, window(browser) as two:
        game = server.begin("sealed_bids", ["human", "human"])
        one.goto(address(server, game, 0))
        two.goto(address(server, game, 1))
        settle(one)
        one.wait_for_selector("#bar .secret")
        choose(one, "list", 1)
        one.wait_for_selector("#bar .secret")
        assert "All choose in secret. Waiting for Player 2" in one.locator("#bar .secret").inner_text()
        settle(two)
        lines = two.locator("#log .turn-of li").all_inner_texts()
        assert not any(any(sign.isdigit() for sign in line) for line in lines), "what was bid is not told"
        choose(two, "list", 0)
        for page in (one, two):
            page.locator("#log .part-of", has_text="All have chosen").wait_for()
            shown = page.locator("#log .part-of").first.inner_text()
            assert "Player 1: bid 0" in shown and "Player 2: bid 0" in shown
            assert page.wrong == []


def test_what_the_game_is_about_is_told_until_one_has_chosen(server, browser):
    with window(browser) as page:
        seated(server, page, "pig", ["human", "human"])
        aim = page.locator("#bar .aim")
        assert "Whoever first has 100 points" in aim.inner_text()
        assert aim.locator("b").inner_text() == "100 points"
        choose(page, "list", 0)
        assert aim.count() == 0
        assert "100 points" in page.locator("#log .aim").inner_text()
        assert page.wrong == []
