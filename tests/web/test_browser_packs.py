"""Packs of visitors and pictures of packs, in a real browser."""

from browser import axe_findings, choose, demand, seated, settle, window
from running import running
from test_uploads import files

from interpreter.tools.shelf import packed


def test_a_visitor_brings_a_pack_plays_it_and_takes_it_away(browser, tmp_path):
    demand()
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    title = {"pack.yaml": files()["pack.yaml"].replace(b"en: Tic-tac-toe", b"en: '<img src=x onerror=boom()>'")}
    assert title["pack.yaml"] != files()["pack.yaml"]
    good.write_bytes(packed(files() | title))
    bad.write_bytes(packed(files() | {"table.yaml": b"'<script>': {in: board}\n"}))
    with running(tmp_path, more=("--uploads",)) as server, window(browser) as page:
        page.goto(server.base + "/?lang=en")
        page.locator("#bring").set_input_files(bad)
        page.wait_for_selector(".visitors [role=alert]")
        assert "unknown kind `<script>`" in page.locator(".visitors pre").inner_text()
        assert page.locator(".visitors .pack").count() == 0
        page.locator("#bring").set_input_files(good)
        page.wait_for_selector(".visitors .pack.chosen")
        assert "<img src=x onerror=boom()>" in page.locator(".visitors .pack").inner_text()
        assert axe_findings(page) == []
        page.locator("#start").click()
        page.wait_for_selector("#bar .prompt")
        settle(page)
        choose(page, "click")
        page.goto(server.base + "/?lang=de")
        page.locator(".visitors .take-away").click()
        page.wait_for_selector(".visitors .pack", state="detached")
        assert page.locator(".games a").count() == 1, "the game goes on"
        assert [one for one in page.wrong if "400" not in one] == []


def test_pictures_hang_on_the_table_in_the_gallery_and_on_a_phone(server, browser):
    drawn = """() => [...document.querySelectorAll('img.picture')].filter((one) => one.offsetParent).map((one) => {
        const box = one.getBoundingClientRect(); return [one.complete && one.naturalWidth, box.width > 20 && box.height > 20, one.alt]; })"""
    loaded = "() => document.querySelectorAll('img.picture').length && [...document.querySelectorAll('img.picture')].every((one) => one.complete)"
    for size in ((1400, 900), (375, 812)):
        with window(browser, size, reduced_motion="reduce") as page:
            seated(server, page, "sealed_bids", ["human", "random"])
            settle(page)
            page.wait_for_function(loaded)
            assert page.evaluate(drawn) == [[320, True, ""]]
            page.locator("img.picture").click()
            page.wait_for_selector("dialog .big img.picture")
            assert page.locator("dialog h2").inner_text() in page.locator("dialog .big").inner_text()
            assert axe_findings(page) == []
            assert page.wrong == []
    with window(browser) as page:
        page.goto(server.base + "/pieces/sealed_bids?lang=fr")
        page.wait_for_selector("img.picture")
        page.wait_for_function(loaded)
        assert page.evaluate(drawn) == [[320, True, ""]] * 12
        assert page.wrong == []
