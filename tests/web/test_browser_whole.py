"""Whole games in a real browser: by clicks, by keys, from the list alone; and nothing on the table moves meanwhile.

Small games are played to their end every day; the large ones, which take a minute each, by `make soak`.
"""

import time

import pytest
from browser import LIT, LONGEST, choose, over, seated, settle, standing, take, window

SMALL = ["tic_tac_toe", "connect_four", "reversi", "pig", "sealed_bids"]
LARGE = {"daimyo": 3, "ancient_world": 2, "five_kingdoms": 2, "hearts": 4}
EVERY = [*SMALL, *(pytest.param(pack, marks=pytest.mark.soak) for pack in LARGE)]
ONTO_AN_OPTION = "document.activeElement.matches('dialog .option')"
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


def by_keys(page, number, _options):
    """Take an option with the keyboard alone: by its number, or on a thing that is lit."""
    lit = page.locator(f"{LIT}:visible").count() if number % 2 else 0
    if not lit:
        shown = page.locator("#bar .option kbd").all_inner_texts() or ["1"]  # columns of a board have their own numbers
        page.keyboard.press(shown[number % len(shown)])
        return
    for _ in range(1 + number % 3):
        page.keyboard.press("n")
    assert page.evaluate("document.activeElement.classList.contains('lit')")
    page.keyboard.press("Enter")
    uses = page.locator("dialog .option").count()  # a thing with several uses asks which
    for _ in range(uses + 3):
        if not page.locator("dialog .option").count() or page.evaluate(ONTO_AN_OPTION):
            break
        page.keyboard.press("Tab")
    if uses:
        assert page.evaluate(ONTO_AN_OPTION)
        page.keyboard.press("Enter")


def to_its_end(page, take):
    """Play until the game is over: each option that is taken has to bring something."""
    number, end = 0, time.monotonic() + LONGEST
    now = standing(page)
    while not now["over"]:
        assert time.monotonic() < end, f"the game is not over after {number} choices"
        take(page, number, now["options"])
        now = standing(page, after=now["steps"])
        number += 1
    return number


@pytest.mark.parametrize("how", ["click", "list"])
@pytest.mark.parametrize("pack", EVERY)
def test_a_whole_game_by_clicks_or_from_the_list(server, browser, pack, how):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        seated(server, page, pack, players(pack))
        steps = to_its_end(page, lambda page, number, _options: take(page, how, number))
        assert steps > 1
        assert page.locator(".sheet").count() == len(players(pack))
        page.get_by_role("button", name="Look at the final board").click()
        assert page.locator("dialog").count() == 0
        assert page.wrong == []


@pytest.mark.parametrize("pack", EVERY)
def test_a_whole_game_by_keys(server, browser, pack):
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
        seated(server, page, pack, players(pack))
        assert to_its_end(page, by_keys) > 1
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        assert page.wrong == []


@pytest.mark.parametrize("pack", [*SMALL, *LARGE])
def test_nothing_moves_through_a_game(server, browser, pack):
    """Where something lies follows from the model and the set-up, never from what lies there."""
    with window(browser, (1600, 1000), reduced_motion="reduce") as page:
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
