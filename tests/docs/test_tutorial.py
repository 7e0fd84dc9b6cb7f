"""Every file and every command of the README and of the guide for authors is real, and prints what the page says."""

import difflib

import pages
import pytest


@pytest.mark.parametrize("name", pages.PAGES)
def test_a_page_is_true(name, tmp_path):
    written = (pages.ROOT / name).read_text("utf-8")
    true = pages.walk(written, tmp_path)
    differ = difflib.unified_diff(written.splitlines(), true.splitlines(), "the page", "what happens", lineterm="")
    assert written == true, "run `make docs` and read the diff:\n" + "\n".join(differ)


def test_the_guide_makes_a_pack_without_a_fault(tmp_path):
    """The guide shows mistakes on the way; at its end nothing is wrong."""
    pages.walk((pages.ROOT / "docs/authoring.md").read_text("utf-8"), tmp_path)
    assert pages._run("rulewright check garden", [], tmp_path) == "1 checked: 0 errors, 0 warnings\n"
    assert "0 failed" in pages._run("rulewright test garden", [], tmp_path)
    games = pages._run("rulewright simulate garden --players 3 --games 20 --bots random", [], tmp_path)
    assert games.startswith("20 of 20 games finished, 0 faults")
