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
        page.wait_for_selector("#bar .option:not([disabled])", timeout=60000)
        page.screenshot(path=str(FOLDER / f"{name}.png"))
        print(name, page.wrong)


def main(wanted):
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server, launched(executable()) as browser:
        for pack in TABLES:
            if not wanted or pack in wanted:
                picture(server, browser, pack, pack, (1440, 900))
        if not wanted or "phone" in wanted:
            picture(server, browser, "phone", "daimyo", (375, 812))


if __name__ == "__main__":
    main(sys.argv[1:])
