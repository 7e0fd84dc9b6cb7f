"""Every file and every command of the README and of the guide for authors is real, and prints what the page says."""

import difflib

import pages
import pytest


@pytest.fixture(scope="module", params=pages.PAGES)
def walked(request, tmp_path_factory):
    """A page as it is, as it should be, and the folder in which everything it says was done."""
    folder = tmp_path_factory.mktemp("page")
    written = (pages.ROOT / request.param).read_text("utf-8")
    return written, pages.walk(written, folder), folder


def test_a_page_is_true(walked):
    written, true, _ = walked
    differ = difflib.unified_diff(written.splitlines(), true.splitlines(), "the page", "what happens", lineterm="")
    assert written == true, "run `make docs` and read the diff:\n" + "\n".join(differ)


def test_a_page_leaves_nothing_wrong(walked):
    """The guide shows mistakes on the way; at its end the pack it made is without fault."""
    _, _, folder = walked
    for pack in [path.parent.name for name in ("garden", "parlour") for path in folder.glob(f"{name}/pack.yaml")]:
        assert pages.run(f"rulewright check {pack}", [], folder) == "1 checked: 0 errors, 0 warnings\n"
        assert "0 failed" in pages.run(f"rulewright test {pack}", [], folder)
        games = pages.run(f"rulewright simulate {pack} --players 3 --games 20 --bots random", [], folder)
        assert games.startswith("20 of 20 games finished, 0 faults")
