"""Takes the pictures of docs/table: `python tests/web/pictures.py [PACK...]`; look at them before they are committed."""

import sys
import tempfile
from pathlib import Path

# Run by itself it has no conftest to find the helpers of other tests.
sys.path.insert(0, str(Path(__file__).parents[1]))

from browser import executable, launched, window
from running import running

FOLDER = Path(__file__).parents[2] / "docs/table"
TABLES = {
    "daimyo": (["human", "greedy", "greedy"], 14),
    "ancient_world": (["human", "random", "random"], 12),
    "five_kingdoms": (["human", "greedy"], 12),
    "hearts": (["human", "random", "random", "random"], 12),
    "sealed_bids": (["human", "random", "random"], 6),
    "connect_four": (["human", "random"], 5),
    "reversi": (["human", "random"], 8),
    "tic_tac_toe": (["human", "random"], 2),
    "pig": (["human", "random"], 3),
}


SHOWN = {"daimyo": "[data-zone=center] .lit", "five_kingdoms": ".cell.lit", "ancient_world": "[data-kind=space].lit"}
"""What is to be lit on the picture: it is played on until it is."""


def picture(server, browser, name, pack, size):
    steps = TABLES[pack][1]
    game = server.begin(pack, TABLES[pack][0])
    with window(browser, size, reduced_motion="reduce") as page:
        page.goto(f"{server.base}/g/{game['game']}?lang=en#{game['seats'][0]}")
        for step in range(steps):
            page.wait_for_selector("#bar .option:not([disabled])", timeout=60000)
            options = page.locator("#bar .option")
            options.nth(step * 3 % options.count()).click()
            page.wait_for_timeout(60)
        for _ in range(30):
            page.wait_for_selector("#bar .option:not([disabled])", timeout=60000)
            if page.locator(SHOWN.get(pack, "body")).count():
                break
            done = page.locator("#bar .option.last")
            (done if done.count() else page.locator("#bar .option")).first.click()
            page.wait_for_timeout(200)
        page.mouse.move(2, 2)
        page.screenshot(path=str(FOLDER / f"{name}.png"))
        print(name, page.wrong)


def friends(server, browser):
    """One game in two browsers: at a desk who has begun it, on a phone who was invited."""
    with (
        window(browser, (1440, 900), reduced_motion="reduce") as ann,
        window(browser, (375, 812), has_touch=True) as ben,
    ):
        ann.goto(f"{server.base}/?lang=en")
        ann.locator("[data-pack=hearts]").click()
        ann.locator("fieldset select").nth(1).select_option("friend")
        ann.get_by_placeholder("Your name").fill("Ann")
        ann.locator("#start").click()
        ann.locator("#bar .invite").click()
        ben.goto(ann.locator("dialog .address").input_value())
        ben.locator("#name").fill("Ben")
        ben.locator("#sit").click()
        for page, count in ((ann, 3), (ben, 3)):
            for _ in range(count):
                page.locator("#bar .option:not([disabled])").first.click()
                page.wait_for_timeout(400)
        for _ in range(12):
            if ann.locator("#bar .option:not([disabled])").count():
                ann.locator("#bar .option:not([disabled])").first.click()
            elif ben.locator("#bar .option:not([disabled])").count() and ann.locator(".history").count():
                break
            ann.wait_for_timeout(900)
        ann.mouse.move(2, 2)
        ben.mouse.move(2, 2)
        for page, name in ((ann, "friend_desk"), (ben, "friend_phone")):
            page.screenshot(path=str(FOLDER / f"{name}.png"))
            print(name, page.wrong)


def main(wanted):
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, launched(executable()) as browser:
        for pack in TABLES:
            if not wanted or pack in wanted:
                picture(server, browser, pack, pack, (1440, 900))
        if not wanted or "friends" in wanted:
            friends(server, browser)
        if not wanted or "phone" in wanted:
            picture(server, browser, "phone", "daimyo", (375, 812))


if __name__ == "__main__":
    main(sys.argv[1:])
