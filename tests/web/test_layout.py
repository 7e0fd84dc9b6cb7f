"""What stands on the page can be read: names are not squeezed, pieces neither cut nor laid over each other without need."""

import json
from itertools import pairwise

import pytest
from browser import READY, choose, seated, settle, standing, window

SCREEN = (1280, 800)


def altered(page, change):
    """Let a page be told something else of each state than the server says."""

    def told(text):
        message = json.loads(text)
        if message["type"] == "state" and message.get("decision"):
            change(message)
        return json.dumps(message)

    def routed(socket):
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(told(text)))

    page.route_web_socket("**/ws", routed)


def width(page, what):
    return page.locator(what).first.bounding_box()["width"]


def test_a_price_leaves_the_name_its_room(server, browser):
    def dear(state):
        option = state["decision"]["options"][0]
        option |= {"label": "Blind Antiquarian (cost 3, strength 4)", "name": "Blind Antiquarian"}
        option["price"] = ["costs 3 gold (you have 4)"]

    with window(browser, SCREEN) as page:
        altered(page, dear)
        seated(server, page, "tic_tac_toe", ["human", "random"])
        assert width(page, "#bar .option .label") > 0.8 * width(page, "#bar .option")
        assert page.locator("#bar .option .label small").first.inner_text().strip() == "(cost 3, strength 4)"


def test_goals_lie_side_by_side_and_dice_are_whole(server, browser):
    with window(browser, SCREEN) as page:
        game = server.begin("daimyo", ["human", "random"])
        page.goto(f"{server.base}/g/{game['game']}?lang=en#{game['seats'][0]}")
        page.wait_for_selector("#bar .prompt")
        cards = page.locator("[data-zone=open_goals] .card").all()
        boxes = sorted((card.bounding_box() for card in cards), key=lambda box: box["x"])
        assert len(boxes) == 4
        assert all(one["x"] + one["width"] <= two["x"] for one, two in pairwise(boxes))
        slots = page.locator("[data-region=post] .slot").all()
        assert slots and all(slot.bounding_box()["width"] > 26 for slot in slots)
        line = page.locator("#bar .stand").inner_text().split()
        assert "gold" in line and "hand" in line, "what one has is in sight beside the choices"
        inside = "(one) => one.getBoundingClientRect().right <= one.closest('.place').getBoundingClientRect().right + 1"
        assert all(slot.evaluate(inside) for slot in slots)


def test_a_page_that_is_not_there_yet_says_so(server, browser):
    with window(browser, SCREEN) as page:
        held = []
        page.route("**/api/rules*", lambda route: held.append(route))  # noqa: PLW0108 - a plain function is asked for
        with page.expect_request("**/api/rules*"):
            page.goto(f"{server.base}/rules/pig?lang=en")
        assert page.locator("#loading").is_visible()
        held[0].continue_()
        page.wait_for_selector("main .rules")
        assert not page.locator("#loading").is_visible()


SMALL = """() => [...document.querySelectorAll('#log button, #log summary, #log input, .since summary, .since button')]
    .filter((one) => one.offsetParent).map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 120)])
    .filter(([box]) => box.width < 43.5 || box.height < 43.5).map(([box, html]) => `${box.width}x${box.height} ${html}`)"""


def test_a_finger_finds_what_stands_in_the_log(server, browser):
    with window(browser, (375, 812), has_touch=True, is_mobile=True) as page:
        seated(server, page, "ancient_world", ["human", "random"])
        for number in range(40):
            settle(page)
            if page.locator("#log .turn-of .link").count() > 3:
                break
            choose(page, "list", number)
        page.locator(".tabs button", has_text="Log").click()
        assert page.locator("#log .turn-of .link:visible").count() > 3
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        for fold in page.locator(".since:not([open]) summary").all():
            fold.click()
        assert page.evaluate(SMALL) == []
        page.locator("#log .turn-of .link:visible").first.tap()
        page.wait_for_selector("dialog h2")


SEEN = """(what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect())
    .map((box) => [box.left, box.top, box.right, box.bottom])"""


# What lies on an island, and whether it is whole.
PARTS = """() => [...document.querySelectorAll('[data-kind=island].panel')].flatMap((island) => {
    const frame = island.getBoundingClientRect();
    return [...island.querySelectorAll('.place.compact')].map((one) => [one.dataset.key, one.getBoundingClientRect().bottom <= frame.bottom]); })"""


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
def test_question_islands_and_ones_own_board_stand_on_one_screen(server, browser, size, lang):
    """Who plays Daimyo decides by all three: nobody should have to scroll between them."""
    with window(browser, size) as page:
        seated(server, page, "daimyo", ["human", "random", "random", "random"], lang)
        settle(page)
        islands, spaces = page.evaluate(SEEN, "[data-kind=island].panel"), page.evaluate(SEEN, "#mine .own .panel")
        assert len(islands) == 6 and len(spaces) == 9
        assert max(bottom for *_, bottom in islands) < min(top for _, top, _, _ in spaces)
        assert max(bottom for *_, bottom in spaces) <= size[1]
        sites = page.evaluate(PARTS)
        assert len(sites) == 6 * (5 + 3 + 3)
        assert all(inside for _, inside in sites), [name for name, inside in sites if not inside]
        (bar,) = page.evaluate(SEEN, "#bar .prompt")
        assert bar[3] < size[1]
        (below,) = page.evaluate(SEEN, "#below")
        assert below[1] > max(bottom for *_, bottom in spaces)


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
def test_a_square_of_cards_leaves_room_for_ones_own_columns(server, browser, size):
    with window(browser, size) as page:
        seated(server, page, "five_kingdoms", ["human", "random"])
        settle(page)
        cells, columns = page.evaluate(SEEN, "#board .cell"), page.evaluate(SEEN, "#mine .own .panel")
        assert len(cells) == 25 and len(columns) == 5
        assert max(bottom for *_, bottom in cells + columns) <= size[1]
        assert min(right - left for left, _, right, _ in cells) >= 80, "names on the cards can be read"


def test_a_hand_of_thirteen_takes_one_line(server, browser):
    with window(browser, (1366, 768)) as page:
        seated(server, page, "hearts", ["human", "random", "random", "random"])
        settle(page)
        hand = page.evaluate(SEEN, "#mine [data-zone=hand] .piece")
        assert len(hand) == 13
        assert len({top for _, top, _, _ in hand}) == 1
        (played,) = page.evaluate(SEEN, "#mine [data-zone=played] > .lies")
        assert played[3] <= 768


def test_the_name_of_a_rival_stands_there_once(server, browser):
    with window(browser, (1440, 900)) as page:
        seated(server, page, "pig", ["human", "random"])
        settle(page)
        rival = page.locator("#others .other")
        assert rival.inner_text().count("Player 2") == 1
        assert rival.locator("button.title").get_attribute("aria-label") == "Player 2"


# Words of names of cards and places that are cut in two.
CUT = """() => [...document.querySelectorAll('#board .card .name, #board .tag > span')].flatMap((name) => {
    const text = [...name.childNodes].find((one) => one.nodeType === 3 && one.data.trim()), range = document.createRange();
    return [...text.data.matchAll(/[^\\s–-]+/g)].filter((word) => {
        range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
    }).map((word) => word[0]); })"""


@pytest.mark.parametrize("size", [(1440, 900), (375, 812)])
def test_long_words_on_cards_are_not_cut(server, browser, size):
    long = ["carpenters_shed", "rangers_camp", "bronze_armoury", "twin_obelisks"]

    def laid(state):
        state["view"]["shared"]["empire_row"] = long

    with window(browser, size, reduced_motion="reduce") as page:
        altered(page, laid)
        seated(server, page, "ancient_world", ["human", "random"], "de")
        settle(page)
        assert page.locator("#board [data-zone=empire_row] .card").count() == len(long)
        assert page.evaluate(CUT) == []


# Texts on cards that end in the middle of a line, and those that are cut although there is room for another line.
LINES = """() => [...document.querySelectorAll('.zone .card .says')].filter((one) => one.offsetParent && one.textContent).map((one) => {
    const card = one.closest('.card').getBoundingClientRect(), box = one.getBoundingClientRect(), line = parseFloat(getComputedStyle(one).lineHeight);
    return [one.textContent.slice(0, 40), box.bottom <= card.bottom + 1, one.scrollHeight <= one.clientHeight + 1 || card.bottom - box.bottom < line + 9]; })"""


@pytest.mark.parametrize(("pack", "players"), [("daimyo", 2), ("five_kingdoms", 2), ("ancient_world", 2)])
def test_texts_on_cards_fill_them_and_end_with_a_whole_line(server, browser, pack, players):
    with window(browser, (1440, 900), reduced_motion="reduce") as page:
        seated(server, page, pack, ["human"] + ["random"] * (players - 1), "fr")
        for number in range(8):
            settle(page)
            choose(page, "list", number)
        settle(page)
        texts = page.evaluate(LINES)
        assert texts
        assert [text for text, whole, _ in texts if not whole] == []
        assert [text for text, _, full in texts if not full] == []


def test_points_on_a_score_sheet_are_whole(server, browser):
    with window(browser, (375, 812), reduced_motion="reduce") as page:
        seated(server, page, "tic_tac_toe", ["human", "random"])
        for number in range(9):
            if standing(page)["over"]:
                break
            choose(page, "list", number)
        lines = page.evaluate("""() => { const sheet = document.querySelector('dialog .sheet');
            sheet.insertAdjacentHTML('beforeend', `<table><tr><th>${'Paintings (Old Sailor 7, Ford at Dusk 2, Harbour Fire 11) '.repeat(3)}</th><td>133</td></tr></table>`);
            const range = document.createRange(); range.selectNodeContents(sheet.querySelector('td:last-child')); return range.getClientRects().length; }""")
        assert lines == 1


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
def test_many_dice_and_tiles_stay_in_their_line(server, browser, size):
    full = """([zone, count]) => { const lies = document.querySelector(`#board [data-zone=${zone}] > .lies`);
        while (lies.childElementCount < count) lies.append(lies.firstElementChild.cloneNode(true));
        dispatchEvent(new Event('resize'));
        const box = lies.getBoundingClientRect(), last = lies.lastElementChild.getBoundingClientRect();
        return [last.right <= box.right + 1, lies.scrollWidth <= lies.clientWidth + 1]; }"""
    with window(browser, size, reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random", "random", "random"])
        settle(page)
        assert page.evaluate(full, ["black_market", 7]) == [True, True]


@pytest.mark.parametrize("pack", ["reversi", "five_kingdoms", "connect_four"])
def test_all_of_a_lattice_stands_above_the_question_on_a_phone(server, browser, pack):
    with window(browser, (375, 812), reduced_motion="reduce") as page:
        seated(server, page, pack, ["human", "random"])
        for _ in range(3):
            settle(page)
            choose(page, "list")
        settle(page)
        (bar,) = page.evaluate(SEEN, "#bar")
        assert max(bottom for *_, bottom in page.evaluate(SEEN, "#board .cell")) <= bar[1] + 1
        assert page.locator(READY).first.bounding_box()["y"] < 812 - 60, "something of the list is seen"


def test_a_tab_begins_at_its_top(server, browser):
    with window(browser, (375, 812), reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random"])
        settle(page)
        page.evaluate("scrollTo(0, 900)")
        page.locator(".tabs button", has_text="Mine").click()
        assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("lang", ["fr", "de"])
def test_the_field_for_files_speaks_the_language_of_the_page(server, browser, lang):
    with window(browser, locale="en-US") as page:
        page.goto(server.base + f"/?lang={lang}")
        page.wait_for_selector("#start")
        field = page.locator("#file").bounding_box()
        assert field["width"] <= 1 and field["height"] <= 1, "the browser's own words are not shown"
        button = page.locator("label.file")
        assert button.bounding_box()["height"] >= 44
        page.locator("#file").focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        assert button.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid", (
            "who comes by keys sees where they are"
        )


def test_the_keys_find_the_board_where_it_goes_on_below(server, browser):
    with window(browser, (1440, 900)) as page:
        game = seated(server, page, "daimyo", ["human", "random", "random"])
        assert game
        for _ in range(40):  # until there is a villager to use
            settle(page)
            if page.locator("#below .lit").count() > 1:
                break
            labels = page.locator(f"{READY} .label").all_inner_texts()
            way = ("Help from the Villagers", "Main action", "Blue die")
            wanted = [n for name in way for n, label in enumerate(labels) if label.startswith(name)]
            choose(page, "list", wanted[0] if wanted else 0)
        page.keyboard.press("b")
        assert page.evaluate(
            "Boolean(document.activeElement.closest('#below') && document.activeElement.matches('.lit'))"
        )
        before = page.evaluate("document.activeElement.dataset.key")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.dataset.key") != before


ZONE = """(place) => { const box = document.querySelector(`#mine [data-key="${place}"] .zone`).getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }"""


@pytest.mark.parametrize("size", [(1600, 1000), (800, 1000)])
def test_a_pile_of_backs_stays_where_it_is_when_its_top_is_known(server, browser, size):
    """Somebody has shown a card before it was laid there: its face takes the room of a back."""
    place, lies = "raptors_column@1", ["?raptors"]

    def laid(state):
        (column,) = [one for one in state["view"]["places"]["column"] if one["id"] == place]
        column["influences"] = lies

    with window(browser, size) as page:
        altered(page, laid)
        seated(server, page, "five_kingdoms", ["human", "random"])
        settle(page)
        before = page.evaluate(ZONE, place)
        lies.append("queen_raptors#2")
        page.reload()
        settle(page)
        assert page.locator(f'#mine [data-key="{place}"] .card:not(.back)').count() == 1
        assert page.evaluate(ZONE, place) == before
