"""A game with a friend: seats by link from the set-up to the end, in browsers of their own, and who shares a screen."""

import contextlib

import pytest
from browser import LONGEST, READY, axe_findings, choose, over, settle, step_of, take, window

COVERS = "addEventListener('DOMContentLoaded', () => { window.covers = 0; new MutationObserver(() => { if (document.querySelector('dialog.cover')) window.covers++; }).observe(document.body, { subtree: true, childList: true }); })"
"""Counts how often a page had a cover, also for a moment."""
LINKS = "(game) => JSON.parse(localStorage.getItem(`rulewright.links.${game}`))"
PHONE = (375, 812)


@contextlib.contextmanager
def watched(browser, size=(1400, 900), **more):
    with window(browser, size, **more) as page:
        page.add_init_script(COVERS)
        yield page


def covers(page):
    return page.evaluate("window.covers")


def arrived(page):
    page.wait_for_selector("#bar .prompt, dialog.cover")


def first_page(server, page, lang="en"):
    """The first page; a server that has just begun reads all packs for it, which takes its time on a busy machine."""
    page.goto(f"{server.base}/?lang={lang}")
    page.wait_for_selector("#start", timeout=LONGEST * 1000)


def set_up(server, page, pack, seats, name="", lang="en"):
    """Begin a game as a person does; `seats`: who sits where."""
    first_page(server, page, lang)
    page.locator(f"[data-pack={pack}]").click()
    counts = page.locator("fieldset .counts button", has_text=str(len(seats)))
    if counts.count():
        counts.first.click()
    for seat, who in enumerate(seats):
        page.locator("fieldset select").nth(seat).select_option(who)
    if name:
        page.get_by_placeholder("Your name").fill(name)
    page.locator("#start").click()
    arrived(page)


def invitation(page, name="Player 2"):
    """The link that the table gives for a seat."""
    page.locator("#bar").get_by_role("button", name=f"Invite {name}").click()
    page.wait_for_selector("dialog .address")
    return page.locator("dialog .address").input_value()


def sit(page, link, name=""):
    page.goto(link)
    if name:
        page.locator("#name").fill(name)
    page.locator("#sit").click()
    page.wait_for_selector("#bar .prompt")


def play(one, two, most=400):
    """Both choose when it is their turn, until it is over or so many choices were made; how many there were."""
    for number in range(most):
        due = None
        while due is None:
            if over(one) and over(two):
                return number
            due = next((page for page in (one, two) if page.locator(READY).count()), None)
            if due is None:
                one.wait_for_timeout(10)
        before = step_of(due)
        take(due, "list", number)
        due.wait_for_function(
            "(was) => Number(document.querySelector('.history input')?.max ?? 0) !== was || document.querySelector('dialog .won')",
            arg=before,
        )
    return most


@pytest.mark.parametrize(
    ("pack", "seats"), [("reversi", ["me", "friend"]), ("sealed_bids", ["me", "friend", "random"])]
)
def test_two_browsers_play_to_the_end(server, browser, pack, seats):
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, pack, seats, "Ann")
        link = invitation(one)
        two.goto(link)
        two.wait_for_selector("#sit")
        assert two.locator("h1").inner_text().startswith("Ann invites you to ")
        assert one.locator("dialog .address").count() == 1, "nobody sits there who only reads the invitation"
        sit(two, link, "Ben")
        one.wait_for_selector("dialog .address", state="detached")
        one.wait_for_selector("#bar .invite", state="detached")
        play(one, two)
        for page in (one, two):
            page.wait_for_selector("dialog .won")
            told = " ".join(page.locator("dialog h3").all_inner_texts())
            assert "Ann" in told and "Ben" in told
            assert covers(page) == 0
            assert page.wrong == []


@pytest.mark.parametrize(
    ("pack", "seats"), [("hearts", ["me", "friend", "random", "random"]), ("daimyo", ["me", "friend"])]
)
def test_nobody_is_covered_by_a_seat_that_is_elsewhere(server, browser, pack, seats):
    with watched(browser) as one, watched(browser, PHONE, has_touch=True) as two:
        set_up(server, one, pack, seats)
        sit(two, invitation(one))
        assert play(one, two, 30) == 30
        assert covers(one) == covers(two) == 0
        one.reload()
        arrived(one)
        assert covers(one) == 0
        assert one.wrong == two.wrong == []


def test_a_seat_that_is_opened_elsewhere_leaves_the_screen(server, browser):
    """Both were to sit at one screen, and one goes to another with the link."""
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, "hearts", ["me", "human", "random", "random"])
        game = one.url.rsplit("/", 1)[1]
        two.goto(f"{server.base}/g/{game}?lang=en#{one.evaluate(LINKS, game)['seats'][1]}")
        two.wait_for_selector("#bar .prompt")
        one.wait_for_selector(".person:nth-child(2) .dot.here")
        before = covers(one)
        play(one, two, 12)
        assert covers(one) == before == 0
        two.close()
        one.wait_for_selector(".person:nth-child(2) .dot.away")
        one.reload()
        arrived(one)
        assert covers(one) == 0, "also when nobody is there any more"


def test_a_screen_that_is_shared_has_covers_only_where_something_is_hidden(server, browser):
    with watched(browser) as page:
        set_up(server, page, "reversi", ["me", "human"], "Ann")
        for number in range(6):
            page.wait_for_function(
                "(seat) => document.querySelectorAll('.person')[seat].classList.contains('turn')", arg=number % 2
            )
            settle(page)
            assert page.title() == ("● Ann – Reversi" if number % 2 == 0 else "● Player 2 – Reversi")
            assert (
                page.locator("#mine .title")
                .first.inner_text()
                .strip()
                .startswith("Ann" if number % 2 == 0 else "Player 2")
            )
            choose(page, "click", number)
        assert covers(page) == 0
        assert page.wrong == []
        set_up(server, page, "sealed_bids", ["me", "human"])
        settle(page)
        choose(page, "list")
        page.wait_for_selector("dialog.cover")


def test_a_cover_gives_the_link_of_its_seat(server, browser):
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, "sealed_bids", ["me", "human"])
        settle(one)
        choose(one, "list", 1)
        one.wait_for_selector("dialog.cover")
        one.get_by_role("button", name="Player 2 plays elsewhere: make a link").click()
        link = one.locator("dialog.cover .address").input_value()
        assert "Player 1, press the button" in one.locator("dialog.cover h2").first.inner_text(), (
            "what lies there is still hidden"
        )
        sit(two, link)
        one.wait_for_selector("dialog.cover .address", state="detached")
        one.get_by_role("button", name="I am Player 1").click()
        one.wait_for_selector("dialog.cover", state="detached")
        settle(two)
        choose(two, "list", 0)
        settle(one)
        assert one.locator("#mine .title").first.inner_text().strip().startswith("Player 1")
        assert one.locator("dialog.cover").count() == 0


def test_a_cover_gives_the_links_of_those_who_have_not_come(server, browser):
    """The first to choose may be one of this screen: behind the cover somebody has to be invited all the same."""
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, "sealed_bids", ["friend", "me", "human"])
        assert covers(one) == 0
        sit(two, invitation(one, "Player 1"))
        settle(two)
        choose(two, "list")
        settle(one)
        choose(one, "list")
        one.wait_for_selector("dialog.cover >> text=Player 3, press the button")
        two.close()
        set_up(server, one, "hearts", ["human", "me", "friend", "random"])
        one.locator("dialog.cover .invite").click()
        one.wait_for_selector("dialog.cover .address")
        assert one.locator("dialog.cover .invite").count() == 0
        one.get_by_role("button", name="I am Player 1").click()
        settle(one)
        assert one.locator("#mine .title").first.inner_text().strip().startswith("Player 1")


def test_the_same_link_twice_and_the_friend_gone_and_back(server, browser):
    with watched(browser) as one, watched(browser) as two, watched(browser) as three:
        set_up(server, one, "reversi", ["me", "friend"], "Ann")
        link = invitation(one)
        sit(two, link, "Ben")
        three.goto(link)
        three.wait_for_selector("#sit")
        assert "This is the place of Ben." in three.locator("main").inner_text()
        assert "Somebody is there at this moment" in three.locator("main").inner_text()
        assert three.locator("#name").count() == 0
        three.locator("#sit").click()
        two.wait_for_selector("text=Your seat is open in another browser, too.")
        three.close()
        two.wait_for_selector("text=Your seat is open in another browser, too.", state="detached")
        settle(one)
        choose(one, "click")
        two.goto("about:blank")
        one.wait_for_selector(".person:nth-child(2) .dot.away")
        assert one.locator("#bar .invite").count() == 0, "who was there knows the way"
        two.goto(link)
        settle(two)
        assert two.url.endswith(f"/g/{one.url.rsplit('/', 1)[1]}"), "and is not asked again"
        one.wait_for_selector(".person:nth-child(2) .dot.here")
        choose(two, "click")
        settle(one)


def test_a_seat_is_taken_back_and_given_to_a_bot(server, browser):
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, "reversi", ["me", "friend"], "Ann")
        link = invitation(one)
        one.keyboard.press("Escape")
        settle(one)
        choose(one, "click")
        one.locator("#menu").click()
        one.get_by_role("button", name="Play on this screen").click()
        settle(one)
        assert one.locator("#mine .title").first.inner_text().strip().startswith("Player 2")
        choose(one, "click")
        one.wait_for_function("() => document.querySelector('#mine .title').innerText.trim().startsWith('Ann')")
        one.locator("#menu").click()
        one.locator("dialog .links li").nth(1).get_by_role("button", name="Invite").click()
        one.keyboard.press("Escape")
        one.wait_for_selector("#bar .invite")
        one.locator("#menu").click()
        one.get_by_role("button", name="Let a bot play", exact=True).click()
        one.wait_for_selector(".person:nth-child(2) .dot.bot")
        one.keyboard.press("Escape")
        assert one.locator("#bar .invite").count() == 0
        sit(two, link, "Ben")
        one.wait_for_selector(".person:nth-child(2) .dot.here")
        assert one.wrong == two.wrong == []


def test_the_host_opens_the_link_in_the_same_browser(server, browser):
    with watched(browser) as page:
        set_up(server, page, "reversi", ["me", "friend"], "Ann")
        page.goto(invitation(page))
        page.wait_for_selector("text=In this browser you already play here as Ann.")
        page.get_by_role("button", name="Back to the game").click()
        page.wait_for_selector("#bar .invite")
        assert page.locator("#mine .title").first.inner_text().strip().startswith("Ann")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_link_is_copied_also_where_a_page_may_not(server, browser, allowed):
    with watched(browser) as page:
        if allowed:
            page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        else:  # as on a page by http of another computer
            page.add_init_script(
                "Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false;"
            )
        set_up(server, page, "reversi", ["me", "friend"])
        link = invitation(page)
        assert page.locator("dialog .near").count() == 1, "it leads nowhere from another computer, and that is said"
        page.locator("dialog .copy").click()
        if allowed:
            page.wait_for_selector("dialog .copy:has-text('Copied')")
            assert page.evaluate("navigator.clipboard.readText()") == link
        else:
            page.wait_for_selector("text=The link is marked: copy it by hand.")
            marked = "(() => { const one = document.activeElement; return one.value.slice(one.selectionStart, one.selectionEnd); })()"
            assert page.evaluate(marked) == link
        assert page.wrong == []


def test_names_are_asked_once(server, browser):
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, "reversi", ["me", "friend"], "Ann")
        sit(two, invitation(one), "Ben")
        one.wait_for_selector("#others .called:has-text('Ben')")
        for page in (one, two):
            first_page(server, page)
        assert [page.get_by_placeholder("Your name").input_value() for page in (one, two)] == ["Ann", "Ben"]
        set_up(server, two, "pig", ["me", "friend"])
        link = invitation(two)
        one.goto(link)
        one.wait_for_selector("#sit")
        assert one.locator("h1").inner_text() == "Ben invites you to Pig"
        assert one.locator("#name").input_value() == "Ann"


def test_there_is_one_me(server, browser):
    with watched(browser) as page:
        first_page(server, page)
        page.locator("[data-pack=reversi]").click()
        seats = page.locator("fieldset select")
        assert [one.inner_text() for one in seats.nth(1).locator("option").all()][:3] == [
            "me",
            "here, on this screen",
            "a friend with a link",
        ]
        seats.nth(1).select_option("me")
        assert [seats.nth(seat).input_value() for seat in (0, 1)] == ["greedy", "me"]
        seats.nth(0).select_option("friend")
        page.locator("#start").click()
        arrived(page)
        assert page.locator("#mine .title").first.inner_text().strip().startswith("Player 2")
        page.wait_for_selector("#bar .invite:has-text('Player 1')")


BELL = """window.rung = []; window.Notification = class { constructor(title, more) { window.rung.push([title, more.body]); }
  static permission = 'default'; static requestPermission() { window.asked = (window.asked ?? 0) + 1; this.permission = 'granted'; return Promise.resolve('granted'); } };"""


def test_the_tab_says_whose_turn_it_is_and_rings_when_wanted(server, browser):
    with watched(browser) as one, watched(browser) as two:
        one.add_init_script(BELL)
        set_up(server, one, "tic_tac_toe", ["me", "friend"], "Ann")
        sit(two, invitation(one), "Ben")
        settle(one)
        assert one.title() == "● Your turn – Tic-tac-toe"
        assert two.title() == "Waiting for Ann – Tic-tac-toe"
        choose(one, "click")
        assert one.title() == "Waiting for Ben – Tic-tac-toe"
        assert one.evaluate("window.asked") is None, "never by itself"
        one.locator("#bar .notify").click()
        one.wait_for_selector("#bar .notify", state="detached")
        one.evaluate("document.hasFocus = () => false")
        settle(two)
        choose(two, "click")
        one.wait_for_function("window.rung.length")
        assert one.evaluate("window.rung") == [["Tic-tac-toe", "Your turn"]]
        play(one, two)
        assert one.title() == two.title() == "Over – Tic-tac-toe"


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_a_phone_has_room_for_all_of_it(server, browser, lang):
    with (
        watched(browser, PHONE, has_touch=True, reduced_motion="reduce") as one,
        watched(browser, PHONE, has_touch=True) as two,
    ):
        for page in (one, two):
            page.set_default_timeout(20000)
        narrow = "document.documentElement.scrollWidth"
        first_page(server, one, lang)
        one.locator("[data-pack=hearts]").click()
        one.locator("fieldset select").nth(1).select_option("human")
        assert one.evaluate(narrow) <= PHONE[0]
        set_up(server, one, "hearts", ["me", "friend", "friend", "human"], lang=lang)
        one.locator("#bar .invite").first.click()
        link = one.locator("dialog .address").input_value()
        assert one.evaluate(narrow) <= PHONE[0]
        found = axe_findings(one)
        one.locator("dialog .close").click()
        one.locator("#menu").click()
        assert one.evaluate(narrow) <= PHONE[0]
        found += axe_findings(one)
        two.goto(link.replace("#", f"?lang={lang}#"))
        two.wait_for_selector("#sit")
        assert two.evaluate(narrow) <= PHONE[0]
        found += axe_findings(two)
        assert found == []
        assert one.wrong == two.wrong == []


def test_a_phone_reads_the_link_as_a_picture(server, browser):
    pytest.importorskip("segno")
    with watched(browser) as page:
        set_up(server, page, "pig", ["me", "friend"])
        invitation(page)
        page.wait_for_selector("dialog .qr svg path")
        assert page.wrong == []


@pytest.mark.parametrize("pack", ["tic_tac_toe", "sealed_bids"])
def test_who_is_at_the_screen_can_leave_it_for_another(server, browser, pack):
    """A seat is given away while it is shown; who stays goes on, behind a cover where something is hidden."""
    hides = pack == "sealed_bids"
    with watched(browser) as one, watched(browser) as two:
        set_up(server, one, pack, ["me", "human"])
        settle(one)
        one.locator("#menu").click()
        one.locator("dialog .links li").first.get_by_role("button", name="Invite").click()
        link = one.locator("dialog .address").input_value()
        assert (covers(one) > 0) is hides
        sit(two, link, "Ann")
        one.wait_for_selector("dialog .address", state="detached")
        if hides:
            one.get_by_role("button", name="I am Player 2").click()
        one.wait_for_selector("#mine .title:has-text('Player 2')")
        settle(two)
        choose(two, "list")
        settle(one)
        assert one.locator("dialog.cover").count() == 0
        assert one.wrong == two.wrong == []
