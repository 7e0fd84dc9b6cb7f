"""A card is read in full where it lies, and what others did is shown once more, step by step."""

import pytest
from browser import address, choose, over, seated, settle, step_of, window

PEEK = "#peek:not([hidden])"
INSIDE = """(what) => { const box = document.querySelector(what).getBoundingClientRect();
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; }"""


def test_a_card_under_the_pointer_is_shown_in_full_and_nothing_is_chosen(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random"])
        settle(page)
        steps = step_of(page)
        cards = page.locator("#below [data-zone=open_goals] .card")
        for number in (0, cards.count() - 1):
            card = cards.nth(number)
            card.hover()
            page.wait_for_selector(PEEK)
            shown = page.locator(f"{PEEK} .says").first
            said = shown.inner_text()
            assert said and shown.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "nothing of it is cut"
            assert said == card.locator(".shown .says").inner_text()
            assert page.evaluate(INSIDE, "#peek")
            page.mouse.move(3, 3)
            page.wait_for_selector(PEEK, state="detached")
        assert step_of(page) == steps
        page.locator("#mine .own .panel").first.hover()
        page.wait_for_selector(PEEK)
        assert "Main action: Raise your storage" in page.locator(PEEK).inner_text()
        page.keyboard.press("b")
        page.wait_for_selector(PEEK, state="detached")
        assert page.wrong == []


def test_what_a_card_says_is_read_once(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "daimyo", ["human", "random"])
        settle(page)
        page.locator("#below [data-zone=market] .card").first.click()
        page.wait_for_selector("dialog .line")
        said = page.locator("dialog .big .says").inner_text()
        assert page.locator("dialog .inside").inner_text().count(said) == 1
        card, words = page.locator("dialog .big").bounding_box(), page.locator("dialog .line").first.bounding_box()
        assert words["x"] > card["x"] + card["width"] - 1, "beside the card, not below it"


def test_what_others_did_is_shown_again_step_by_step(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "ancient_world", ["human", "random", "random"])
        for number in range(40):
            settle(page)
            assert not over(page)
            if page.locator(".since .replay").count() and page.locator(".since .turn-of").count() > 1:
                break
            choose(page, "list", number)
        last = step_of(page)
        page.evaluate("""() => { window.seen = []; new MutationObserver(() => {
            const at = document.querySelector('#bar .at-step')?.innerText; if (at && window.seen.at(-1) !== at) window.seen.push(at);
        }).observe(document.body, { subtree: true, childList: true, characterData: true }); }""")
        page.locator(".since .replay").click()
        page.wait_for_selector("#bar .at-step")
        assert page.locator("#bar .then").inner_text().strip(), "what is seen is said"
        page.wait_for_selector("#bar .at-step", state="detached")
        settle(page)
        seen = page.evaluate("window.seen")
        assert len(seen) >= 2 and len(set(seen)) == len(seen)
        assert step_of(page) == last
        page.locator(".since .replay").click()
        page.wait_for_selector("#bar .at-step")
        page.get_by_role("button", name="Back to now").click()
        page.wait_for_selector("#bar .option")
        page.wait_for_timeout(1500)
        assert page.locator("#bar .at-step").count() == 0, "it does not go on by itself"
        assert page.wrong == []


def test_a_card_that_was_hidden_in_a_hand_is_named_once_it_lies_there(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "hearts", ["human", "random", "random", "random"])
        for _ in range(40):
            settle(page)
            if page.locator("#log .turn-of").count() > 5:
                break
            choose(page, "list")
        steps = [one.inner_text() for one in page.locator("#log .turn-of .step").all()]
        heads = " ".join(page.locator("#log .turn-of .feats").all_inner_texts())
        played = [one.removeprefix("plays ") for one in steps if one.startswith("plays ")]
        assert len(played) > 2 and all(one in heads for one in played)
        assert not any("hidden" in one for one in steps)


def test_that_somebody_chose_in_secret_is_not_told_once_all_is_open(server, browser):
    with window(browser, (1366, 768), reduced_motion="reduce") as page:
        seated(server, page, "sealed_bids", ["human", "random", "random"])
        for _ in range(2):
            settle(page)
            choose(page, "list")
        settle(page)
        said = page.locator("#bar .since").inner_text() + page.locator("#log").inner_text()
        assert "All have chosen" in said and "Player 3: bid" in said
        assert "secret" not in said
    with window(browser) as one, window(browser) as two:
        game = server.begin("sealed_bids", ["human", "human"])
        one.goto(address(server, game, 0))
        two.goto(address(server, game, 1))
        choose(one, "list")
        two.wait_for_selector("#log .turn-of")
        assert "a secret choice" in two.locator("#log .turn-of").inner_text(), "until then it is"


@pytest.mark.parametrize("size", [(1366, 768), (375, 812)])
def test_a_lattice_says_which_column_and_row(server, browser, size):
    where = """([column, row]) => { const box = (one) => one.getBoundingClientRect(), mid = (one) => [box(one).left + box(one).width / 2, box(one).top + box(one).height / 2];
        const cell = mid(document.querySelectorAll('#board .grid .cell')[(row - 1) * 8 + column - 1]);
        const head = mid(document.querySelectorAll('#board .grid .axis.column')[column - 1]), side = mid(document.querySelectorAll('#board .grid .axis.row')[row - 1]);
        return [Math.abs(head[0] - cell[0]), Math.abs(side[1] - cell[1]), head[1] < cell[1], side[0] < cell[0]]; }"""
    with window(browser, size, reduced_motion="reduce") as page:
        seated(server, page, "reversi", ["human", "random"])
        settle(page)
        assert page.locator(".grid .axis.column").all_inner_texts() == [str(n) for n in range(1, 9)]
        assert page.locator(".grid .axis.row").all_inner_texts() == [str(n) for n in range(1, 9)]
        across, along, above, beside = page.evaluate(where, [6, 3])
        assert across < 2 and along < 2 and above and beside
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        _, column, row = page.locator(".grid .cell.lit").first.get_attribute("data-key").split("_")
        assert f"square {column}/{row}" in page.locator("#bar .option .label").all_inner_texts()
        assert max(page.evaluate(where, [int(column), int(row)])[:2]) < 2
