"""The numbers of options in the browser: those of the terminal, which stay while a game goes on."""

import pytest
from browser import READY, seated, settle, standing, step_of, window
from tables import begun, hall_at, served

from interpreter.tools.offered import Offered


def shown(page):
    return [(one.locator("kbd").inner_text(), one.locator(".label").inner_text()) for one in page.locator(READY).all()]


def test_columns_keep_their_numbers_in_the_browser(server, browser):
    with window(browser) as page:
        seated(server, page, "connect_four", ["human", "random"])
        settle(page)
        for _ in range(3):
            options = shown(page)
            assert [number for number, _ in options] == list("1234567")
            assert [label.split()[1][:2] for _, label in options] == [f"{number}/" for number in range(1, 8)]
            before = step_of(page)
            page.keyboard.press("3")
            standing(page, after=before)
        assert "cell 3/6" in page.locator("#log").inner_text(), "3 was column 3"


@pytest.mark.parametrize("pack", ["connect_four", "sealed_bids", "reversi", "daimyo"])
def test_numbers_are_those_of_the_terminal(pack):
    hall = hall_at()
    with served(hall) as client:
        game = begun(client, pack, ["human", "human"])
        room = hall.room(game["game"])
        for _ in range(12):
            seat = room.deciding
            rows = Offered(room.game.decision, "en").rows
            sent = room.sight(seat).decision("en")["options"]
            by_number = sorted(sent, key=lambda one: one["as"]) if "as" in sent[0] else sent
            numbers = [one.get("as", n) for n, one in enumerate(by_number, 1)]
            assert [(row.number, row.option.label.get("en")) for row in rows] == [
                (number, one["label"]) for number, one in zip(numbers, by_number, strict=True)
            ]
            assert len({("as" in one) for one in sent}) == 1
            room.pick_index(seat, len(rows) // 2, "", 1.0)
