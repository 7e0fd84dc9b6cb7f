"""How things are drawn: a seat in the colour that its player chose, and marks and numbers where nothing cuts or hides them."""

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


INSIDE = """() => [...document.querySelectorAll('#mine .own .panel > .counter')].map((mark) => {
    mark.classList.remove('off');
    const own = mark.getBoundingClientRect(), around = mark.closest('.panel').getBoundingClientRect();
    return own.height > 0 && own.top >= around.top && own.bottom <= around.bottom && own.right <= around.right;
})"""


def test_the_mark_of_a_used_place_stands_inside_it(server, browser):
    with window(browser) as page:
        seated(server, page, "daimyo", ["human", "random"])
        settle(page)
        inside = page.evaluate(INSIDE)
        assert inside
        assert all(inside)


def test_a_number_of_equal_dice_covers_none_of_their_pips(server, browser):
    """The middle of a pip in the corner is a quarter of the die away from its edges."""
    covers = """() => [...document.querySelectorAll('button.cube')].map((die) => {
        const times = die.querySelector('.times') ?? die.querySelector('.shown').appendChild(Object.assign(document.createElement('span'), { className: 'times', textContent: '×2' }));
        const own = times.getBoundingClientRect(), whole = die.getBoundingClientRect();
        return own.left < whole.right - whole.width / 4 && own.bottom > whole.top + whole.height / 4 + 2;
    })"""
    with window(browser) as page:
        seated(server, page, "daimyo", ["human", "random"])
        while not page.locator("button.cube").count():
            settle(page)
            choose(page, "list", 0)
        covered = page.evaluate(covers)
        assert covered
        assert not any(covered)
