"""What somebody who has never played needs at first stands on the first screen, and can be clicked there."""

import pytest
from browser import choose, seated, settle, step_of, window

TOP = "document.querySelector('#mine').getBoundingClientRect().top"
PLACES = "[...document.querySelectorAll('.place.lit[data-kind=space]')].map((one) => one.dataset.key)"


def test_an_action_is_its_space_on_the_table(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human", "random"])
        settle(page)
        choose(page, "list")
        settle(page)
        assert page.evaluate(TOP) < 500, "one's own things begin on the first screen"
        zone = "#mine [data-zone=tableau]"
        assert page.locator(zone).bounding_box()["y"] < 700
        lit, offered = page.evaluate(PLACES), page.locator("#bar .option .label").all_inner_texts()
        assert "rebuild_space" in lit and len(lit) == len(offered) - 1, "all but passing"
        assert "Action: Repair up to 2 cards" in page.locator("#bar .option", has_text="Rebuild").inner_text()
        page.locator("[data-key=explore_space]").first.click()
        page.wait_for_selector("dialog .why")
        assert "the Round is less than Explore’s opening Round" in page.locator("dialog .why").inner_text()
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        before = step_of(page)
        page.locator(".place[data-key=labour_space]").click()
        page.wait_for_function("(was) => Number(document.querySelector('.history input')?.max ?? 0) > was", arg=before)
        assert "Labour" in page.locator("#bar").inner_text()


def test_many_small_pieces_stay_in_their_place(server, browser):
    inside = """(key) => { const box = document.querySelector(`.place[data-key=${key}]`).getBoundingClientRect();
        return [...document.querySelectorAll(`.place[data-key=${key}] .piece`)].map((one) => one.getBoundingClientRect())
            .every((one) => one.right <= box.right + 1 && one.left >= box.left - 1); }"""
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human", "random"])
        settle(page)
        choose(page, "list")
        settle(page)
        page.evaluate("""() => { const zone = document.querySelector('.place[data-key=labour_space] .zone');
            for (let n = 0; n < 6; n++) zone.insertAdjacentHTML('beforeend', '<span class="piece token"><svg class="shape" viewBox="0 0 24 24"></svg></span>'); }""")
        assert page.evaluate(inside, "labour_space")


def test_what_others_play_lies_in_the_middle_where_there_is_no_board(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "hearts", ["human", "random", "random", "random"])
        settle(page)
        played = page.locator("#others [data-zone=played]")
        assert played.count() == 3
        bar = page.locator("#bar").bounding_box()
        for one in played.all():
            box = one.bounding_box()
            assert box["y"] + box["height"] < 768 and box["x"] + box["width"] < bar["x"]
        hand = [
            int(one.rpartition("_")[2])
            for one in page.evaluate(
                "[...document.querySelectorAll('#mine [data-zone=hand] .piece')].map((one) => one.dataset.key).filter((key) => key.startsWith('hearts'))"
            )
        ]
        assert hand == sorted(hand), "from low to high"
        page.set_viewport_size({"width": 375, "height": 812})
        bar = page.locator("#bar").bounding_box()
        hand = page.locator("#mine [data-zone=hand] .piece").first.bounding_box()
        for one in played.all():
            box = one.bounding_box()
            assert box["y"] + box["height"] <= hand["y"] < bar["y"], "above one's own cards on a phone"
        assert page.locator("#others [data-zone=hand]:visible").count() == 0, "the rest is behind its tab"
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        page.locator(".tabs button", has_text="Others").click()
        assert page.locator("#others [data-zone=hand]:visible").count() == 3


def test_the_first_page_is_no_wider_than_a_phone(server, browser):
    for lang in ("en", "fr", "de"):
        with window(browser, (375, 812)) as page:
            page.goto(server.base + f"/?lang={lang}")
            page.wait_for_selector("#start")
            assert page.evaluate("document.documentElement.scrollWidth") <= 375, lang


def test_the_name_of_a_lit_place_leaves_what_it_does_to_be_read(server, browser):
    free = """() => [...document.querySelectorAll('#mine .panel > .title.lit')].map((title) => {
        const style = getComputedStyle(title); return [style.outlineStyle, style.boxShadow]; })"""
    with window(browser, (1440, 900), reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random"])
        for _ in range(40):
            settle(page)
            if page.locator("#mine .panel.lit").count():
                break
            choose(page, "list")
        shown = page.evaluate(free)
        assert shown and all(one == ["none", "none"] for one in shown)
        trail = page.locator(".trail")
        assert not trail.count() or trail.bounding_box()["height"] < 60, "what can be taken back takes one line"


def test_a_step_of_the_past_shows_what_others_had_then_and_what_had_happened(server, browser):
    with window(browser, (1400, 900), reduced_motion="reduce") as page:
        seated(server, page, "pig", ["human", "greedy"])
        for number in range(30):
            settle(page)
            if page.locator("dialog .won").count() or "points 0" not in page.locator(".other summary").inner_text():
                break
            choose(page, "list", number % 2)
        assert "points 0" not in page.locator(".other summary").inner_text()
        page.locator(".history input").focus()
        page.keyboard.press("Home")
        page.wait_for_function("() => document.querySelector('.other summary').innerText.includes('points 0')")
        assert page.locator("#log .turn-of").count() == 0


def test_a_back_has_the_colour_that_it_shows(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "five_kingdoms", ["human", "random"])
        settle(page)
        backs = page.evaluate(
            "[...document.querySelectorAll('#board .card.back')].map((one) => [one.querySelector('.backside b').innerText, one.className.match(/c-[a-z]+/)?.[0]])"
        )
        assert len(backs) > 3
        assert all(colour for _, colour in backs)
        assert len(dict(backs)) == len(set(map(tuple, backs))), "a kingdom has one colour"


# Rows as full as they can be, whatever others took before it was this seat's turn, and which of their cards are covered then.
# All of it is one step: nothing that arrives in between can draw the rows anew.
FILLED = """(rows) => {
    const all = Object.entries(rows).map(([zone, count]) => {
        const lies = document.querySelector(`#board [data-zone=${zone}] > .lies`);
        while (lies.childElementCount < count) lies.append(lies.firstElementChild.cloneNode(true));
        return lies;
    });
    dispatchEvent(new Event('resize'));
    const covered = [...document.querySelectorAll('#board .zone.open > .lies')].flatMap((lies) => {
        const boxes = [...lies.children].map((one) => one.getBoundingClientRect());
        return boxes.filter((one, n) => boxes.some((other, m) => m > n && other.left < one.right - 1)).map(() => lies.parentElement.dataset.zone);
    });
    return [covered, all.map((lies) => lies.lastElementChild.offsetWidth), document.querySelector('#mine')?.getBoundingClientRect().top]; }"""


@pytest.mark.parametrize(("players", "lang"), [(2, "en"), (3, "de"), (4, "fr"), (4, "en")])
def test_cards_of_a_row_are_not_covered_by_each_other(server, browser, players, lang):
    with window(browser, (1440, 900), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human"] + ["random"] * (players - 1), lang)
        settle(page)
        for size in ((1440, 900), (1366, 768)):
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            page.wait_for_function(f"innerWidth === {size[0]}")
            covered, _, top = page.evaluate(FILLED, {"military_row": players, "empire_row": players + 2})
            assert covered == []
            assert top < 480


def test_cards_become_narrower_before_they_cover_each_other(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human", "random", "random", "random"])
        settle(page)
        covered, (wide,), _ = page.evaluate(FILLED, {"military_row": 5})
        assert 90 < wide < 124
        assert covered == []
        covered, (wide,), _ = page.evaluate(FILLED, {"military_row": 7})
        assert wide == 124
        assert covered, "what is too narrow to be read lies over each other"


def test_a_phone_sweeps_a_row_of_cards_and_covers_none(server, browser):
    with window(browser, (375, 812), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human", "random", "random", "random"])
        settle(page)
        covered, wide, _ = page.evaluate(FILLED, {"military_row": 4, "empire_row": 6})
        assert covered == []
        assert min(wide) > 90
        row = page.locator("#board [data-zone=empire_row] > .lies")
        assert row.evaluate("(one) => one.scrollWidth > one.clientWidth")
        assert page.evaluate("document.documentElement.scrollWidth") <= 375


DICE = (
    "[...document.querySelectorAll('[data-zone=center] .piece.cube')].map((one) => one.getBoundingClientRect().bottom)"
)


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (375, 812)])
@pytest.mark.parametrize("players", [2, 4])
def test_dice_stand_on_the_first_screen_with_the_question(server, browser, size, players):
    with window(browser, size, reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human"] + ["random"] * (players - 1))
        for _ in range(12):
            settle(page)
            if page.locator("[data-zone=center] .piece.lit").count():
                break
            choose(page, "list")
        dice = page.evaluate(DICE)
        assert len(dice) > 3
        assert page.locator("[data-zone=center] .piece.lit").count() > 1
        under = page.locator("#bar").bounding_box()["y"] if size[0] < 600 else size[1] / 4
        assert max(dice) < under
        assert page.evaluate("scrollY") == 0


IN_SIGHT = """() => [...document.querySelectorAll('button.thing.lit')].filter((one) => one.offsetParent).some((one) => {
    const box = one.getBoundingClientRect(), bar = document.querySelector('#bar').getBoundingClientRect();
    return box.top >= 0 && box.bottom <= (bar.width > innerWidth / 2 ? bar.top : innerHeight); })"""


@pytest.mark.parametrize("size", [(1366, 768), (375, 812)])
def test_a_button_leads_to_what_can_be_chosen_off_the_screen(server, browser, size):
    with window(browser, size, reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random"])
        button = page.locator(".faraway:visible")
        for _ in range(40):  # until there is a villager to use
            settle(page)
            if page.locator("#below .lit").count():
                break
            assert not page.locator("[data-zone=center] .lit").count() or button.count() == 0, "dice are in sight"
            labels = page.locator("#bar .option:not([disabled]) .label").all_inner_texts()
            way = ("Help from the Villagers", "Main action", "Blue die")
            wanted = [n for name in way for n, label in enumerate(labels) if label.startswith(name)]
            choose(page, "list", wanted[0] if wanted else 0)
        assert page.locator("#below .lit").count()
        button.wait_for()
        assert not page.evaluate(IN_SIGHT)
        button.click()
        button.wait_for(state="detached")
        assert page.evaluate(IN_SIGHT)
        assert page.evaluate("document.activeElement.matches('#below .lit')")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.wrong == []


def test_an_empty_square_says_nothing(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "reversi", ["human", "random"])
        settle(page)
        shown = page.evaluate("[...document.querySelectorAll('.grid .cell .shown')].map((one) => one.innerText.trim())")
        assert len(shown) == 64
        assert set(shown) == {""}
        last = page.locator(".grid .cell").last.bounding_box()
        assert last["y"] + last["height"] < 768, "the whole board is on one screen"


def test_a_person_with_a_name_is_called_by_it_in_the_log(server, browser):
    with window(browser) as page:
        seated(server, page, "five_kingdoms", ["human", "random"])
        settle(page)
        page.locator("#menu").click()
        page.locator("dialog input[maxlength]").fill("Ada $& <b>")
        page.locator("dialog input[maxlength]").press("Tab")
        page.keyboard.press("Escape")
        page.wait_for_selector("#mine .title:has-text('Ada')")
        for number in range(20):
            settle(page)
            choose(page, "list", number)
            if page.locator("#log li", has_text="Ada $& <b>").count():
                break
        assert page.locator("#log li", has_text="Ada $& <b>").count()
        assert "Player 1" not in page.locator("#log .turn-of").first.inner_text()


def test_lit_pieces_leave_each_other_and_the_name_of_their_zone_to_be_seen(server, browser):
    apart = """() => { const zone = document.querySelector('#mine [data-zone=plaza]'), title = zone.querySelector('h4').getBoundingClientRect();
        const lit = [...zone.querySelectorAll('.piece')].map((one) => { one.classList.add('lit'); return one.getBoundingClientRect(); });
        return [lit.length, Math.min(...lit.slice(1).map((one, n) => one.left - lit[n].right)), lit[0].top - title.top]; }"""
    with window(browser, (1440, 900), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human", "random", "random"])
        settle(page)
        while page.locator("#mine [data-zone=plaza] .piece").count() < 2:
            choose(page, "list")
            settle(page)
        count, between, below = page.evaluate(apart)
        assert count >= 2
        assert between >= 11, "two frames of 6 pixels"
        assert below >= 16 + 6


def test_the_gallery_names_each_thing_once_and_leads_back_to_the_game(server, browser):
    with window(browser, (1440, 900), reduced_motion="reduce") as page:
        game = seated(server, page, "daimyo", ["human", "random"])
        settle(page)
        page.locator("#menu").click()
        page.locator("dialog a[href^='/pieces/']").click()
        page.wait_for_selector(".gallery figure")
        sites = page.locator("figure[data-item=blue_1]")
        assert sites.inner_text().strip() == "Paddy 1 (blue)"
        assert sites.bounding_box()["height"] < 60
        links = page.locator("header a")
        assert links.all_inner_texts() == ["Back to the game"]
        links.click()
        page.wait_for_selector("#bar .prompt")
        assert game["game"] in page.url
        page.goto(server.base + "/pieces/daimyo?lang=en")
        page.wait_for_selector(".gallery figure")
        assert page.locator("header a").all_inner_texts() == ["All games"]


def test_a_flag_takes_no_room_on_a_phone(server, browser):
    gap = "document.querySelector('.tabs').getBoundingClientRect().top - document.querySelector('.top .counters > .counter:nth-last-child(2)').getBoundingClientRect().bottom"
    with window(browser, (375, 812), reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random", "random"])
        settle(page)
        assert page.locator(".flags .badge-on.off").count() == page.locator(".flags .badge-on").count() > 0
        before = page.evaluate(gap)
        assert before < 12
        page.evaluate("document.querySelector('.flags .badge-on').classList.remove('off')")
        assert page.evaluate(gap) == before
        box = page.locator(".flags .badge-on").bounding_box()
        assert box["x"] > 0 and box["x"] + box["width"] <= 375
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
