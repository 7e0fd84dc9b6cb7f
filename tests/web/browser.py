"""A real browser for tests: Debian's Chromium, driven by Playwright. Where there is none, tests that need it are skipped.

In CI (`RULEWRIGHT_BROWSER=needed`) they are never skipped: a missing browser fails them.
"""

import contextlib
import os
import shutil
from pathlib import Path

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


AXE = Path(__file__).parent / "axe/axe.min.js"
READY = "#bar .option:not([disabled])"
LIT = "button.thing.lit"
PATIENCE = 30_000
"""Milliseconds until a test gives up waiting for one thing: far more than a busy machine needs, and nobody waits in vain for long."""
LONGEST = 240
"""Seconds that a whole game may take on a busy machine."""
STEPS = "(document.querySelector('.history input')?.max ?? '0')"
STANDING = """([was, patience]) => new Promise((done, fail) => {
    const standing = () => {
        const steps = Number(document.querySelector('.history input')?.max ?? 0), over = Boolean(document.querySelector('dialog .won'));
        const options = document.querySelectorAll('#bar .option:not([disabled])').length;
        return steps !== was && (over || options) ? { steps, over, options } : null;
    };
    const now = standing();
    if (now) { done(now); return; }
    const end = (how, what) => { watcher.disconnect(); clearTimeout(timer); how(what); };
    const watcher = new MutationObserver(() => { const found = standing(); if (found) end(done, found); });
    const timer = setTimeout(() => end(fail, new Error(`nothing came after step ${was}: ${document.querySelector('#bar')?.innerText}`)), patience);
    watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
})"""


def executable():
    """The browser, or a reason why there is none."""
    return os.environ.get("RULEWRIGHT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def demand():
    """Skip, or fail in CI, where there is no browser."""
    if executable() is None:
        why = "no Chromium: apt-get install chromium, or name one in RULEWRIGHT_CHROMIUM"
        if os.environ.get("RULEWRIGHT_BROWSER") == "needed":
            pytest.fail(why)
        pytest.skip(why)
    return executable()


@contextlib.contextmanager
def launched(path):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def window(browser, size=(1400, 900), **more):
    """A window of its own, that notes what its console says and what its policy refuses."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda said: page.wrong.append(said.text) if said.type in ("error", "warning") else None)
    try:
        yield page
    finally:
        context.close()


# ---- what a person does at a page


def address(server, game, seat=0, lang="en"):
    return f"{server.base}/g/{game['game']}?lang={lang}#{game['seats'][seat]}"


def seated(server, page, pack, players, lang="en"):
    game = server.begin(pack, players)
    page.goto(address(server, game, 0, lang))
    page.wait_for_selector("#bar .prompt")
    return game


def step_of(page):
    """How many picks the page has seen."""
    return int(page.evaluate(STEPS))


def over(page):
    return page.locator("dialog .won").count() > 0


def standing(page, after=None):
    """How the game stands once this seat has something to choose or it is over, and (`after`) the steps have changed."""
    if after is None:
        settle(page)
    return page.evaluate(STANDING, [after, PATIENCE])


def settle(page):
    """Wait until it is this seat's turn, or the game is over; the page may be another by then."""
    page.wait_for_selector(f"{READY}, dialog .won")


def choose(page, how, number=0):
    """Take one option, on the board or from the list, and wait until it has brought something."""
    before = step_of(page)
    take(page, how, number)
    page.wait_for_function(f"(was) => Number({STEPS}) !== was", arg=before)


def take(page, how, number):
    """Click on something that is lit, or on an option."""
    if how == "click" and page.locator(LIT).count():
        lit = page.locator(f"{LIT}:visible")
        lit.nth(number % lit.count()).click()
        if page.locator("dialog .option").count():
            page.locator("dialog .option").first.click()
    else:
        options = page.locator(READY)
        options.nth(number % options.count()).click()


def axe_findings(page):
    page.evaluate(AXE.read_text())
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (one["id"], node["html"][:150], node.get("failureSummary", "")[:200])
        for one in result["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
