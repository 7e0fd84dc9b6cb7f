"""A seat has the colour that its player chose, wherever it is drawn."""

from browser import READY, choose, seated, settle, window

GREEN = "rgb(23, 119, 63)"
MARK = "getComputedStyle(document.querySelector('#mine .player .title svg')).color"


def test_a_seat_has_the_colour_that_was_chosen(server, browser):
    with window(browser) as page:
        seated(server, page, "ancient_world", ["human", "random"])
        settle(page)
        labels = [one.inner_text() for one in page.locator(f"{READY} .label").all()]
        assert page.evaluate(MARK) != GREEN
        choose(page, "list", next(n for n, label in enumerate(labels) if "green" in label.lower()))
        page.wait_for_function(f"() => {MARK} === '{GREEN}'")
        assert page.wrong == []
