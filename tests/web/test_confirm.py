"""A question before a choice: never, always, or only where a finger chose."""

import pytest
from browser import READY, seated, step_of, window


@pytest.mark.parametrize(("setting", "by_mouse", "by_finger"), [("never", 0, 0), ("touch", 0, 1), ("always", 1, 1)])
def test_when_a_choice_is_asked_about(server, browser, setting, by_mouse, by_finger):
    with window(browser, has_touch=True) as page:
        seated(server, page, "tic_tac_toe", ["human", "human"])
        page.locator("#menu").click()
        page.locator("#confirm").select_option(setting)
        page.locator("dialog .close").click()
        for how, asked in (("tap", by_finger), ("click", by_mouse)):
            getattr(page.locator(READY).first, how)()
            if asked:
                page.wait_for_selector("dialog button.main")
                assert step_of(page) == 0, "nothing is chosen before the answer"
                page.locator("dialog .close").click()
            else:
                page.wait_for_function("() => !document.querySelector('#bar .option')")
                assert not page.locator("dialog").count()
                return


def test_what_was_on_or_off_before_is_always_or_never(server, browser):
    with window(browser) as page:
        page.add_init_script("localStorage.setItem('rulewright.settings', '{\"confirm\": true}')")
        seated(server, page, "tic_tac_toe", ["human", "human"])
        page.locator("#menu").click()
        assert page.locator("#confirm").input_value() == "always"
