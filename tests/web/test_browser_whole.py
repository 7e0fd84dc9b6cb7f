"""Whole games in a real browser: by clicks, by keys, from the list alone; and nothing on the table moves meanwhile.

Small games are played to their end every day, two of them by keys; the others, which take a minute each, by `make soak`.
"""

import pytest
from browser import LIT, PATIENCE, READY, choose, over, seated, settle, window

SMALL = ["tic_tac_toe", "connect_four", "reversi", "pig", "sealed_bids"]
LARGE = {"daimyo": 3, "ancient_world": 2, "five_kingdoms": 2, "hearts": 4}
EVERY = [*SMALL, *(pytest.param(pack, marks=pytest.mark.soak) for pack in LARGE)]
BY_KEYS = [*SMALL[:2], *(pytest.param(pack, marks=pytest.mark.soak) for pack in (*SMALL[2:], *LARGE))]
STEPS = "document.querySelector('.history input')?.max ?? '0'"
BOXES = """() => {
    const found = {};
    for (const one of document.querySelectorAll('#board .region, #board .place[data-key], .game .zone[data-zone], #mine .place[data-key], #mine .player')) {
        if (!one.offsetParent || one.closest('.piece, .side')) continue;
        const host = one.parentElement.closest('[data-region], [data-key], .player');
        const name = [one.dataset.region, one.dataset.key, one.dataset.zone, host?.dataset.region ?? host?.dataset.key, host?.dataset.seat].join('|');
        const box = one.getBoundingClientRect();
        found[name] = [box.left + scrollX, box.top + scrollY];
    }
    return found;
}"""


def players(pack):
    return ["human"] + ["random"] * (LARGE.get(pack, 2) - 1)


def by_keys(page, number, *, listed=False):
    """Take an option with the keyboard alone: by its number, or (unless `listed`) on a thing that is lit."""
    before = page.evaluate(STEPS)
    if number % 2 and not listed and page.locator(f"{LIT}:visible").count():
        for _ in range(1 + number % 3):
            page.keyboard.press("n")
        assert page.evaluate("document.activeElement.classList.contains('lit')")
        page.keyboard.press("Enter")
        page.wait_for_function(f"(was) => ({STEPS}) !== was || document.querySelector('dialog .option')", arg=before)
        if page.locator("dialog .option").count():  # a thing with several uses asks which
            while not page.evaluate("document.activeElement.matches('dialog .option')"):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
    else:
        count = page.locator(READY).count()
        page.keyboard.press(str(1 + number % min(count, 9)))
    page.wait_for_function(f"(was) => ({STEPS}) !== was", arg=before)


def to_its_end(page, take):
    number = 0
    while True:
        settle(page)
        if over(page):
            return number
        take(page, number)
        number += 1


@pytest.mark.parametrize("how", ["click", "list"])
@pytest.mark.parametrize("pack", EVERY)
def test_a_whole_game_by_clicks_or_from_the_list(server, browser, pack, how):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        seated(server, page, pack, players(pack))
        steps = to_its_end(page, lambda page, number: choose(page, how, 1 if pack == "pig" else number))
        assert steps > 1
        assert page.locator(".sheet").count() == len(players(pack))
        page.get_by_role("button", name="Look at the final board").click()
        assert page.locator("dialog").count() == 0
        assert page.wrong == []


@pytest.mark.parametrize("pack", BY_KEYS)
def test_a_whole_game_by_keys(server, browser, pack):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        seated(server, page, pack, players(pack))
        to_its_end(page, lambda page, number: by_keys(page, 1, listed=True) if pack == "pig" else by_keys(page, number))
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert page.wrong == []


@pytest.mark.parametrize("pack", [*SMALL, *LARGE])
def test_nothing_moves_through_a_game(server, browser, pack):
    """Where something lies follows from the model and the set-up, never from what lies there."""
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        page.set_default_timeout(PATIENCE)
        seated(server, page, pack, players(pack))
        settle(page)
        before = page.evaluate(BOXES)
        assert len(before) > (1 if pack == "pig" else 3), "there is something to watch"
        for number in range(40):
            settle(page)
            now = page.evaluate(BOXES)
            assert set(now) == set(before), "nothing appears or vanishes"
            moved = [name for name, (x, y) in now.items() if abs(x - before[name][0]) + abs(y - before[name][1]) > 1.5]
            assert moved == []
            if over(page):
                break
            choose(page, "list", number)
