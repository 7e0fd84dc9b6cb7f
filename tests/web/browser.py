"""A real browser for tests: Debian's Chromium, driven by Playwright. Where there is none, tests that need it are skipped.

In CI (`RULEWRIGHT_BROWSER=needed`) they are never skipped: a missing browser fails them.
"""

import contextlib
import os
import shutil

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


PATIENCE = 400_000
"""Milliseconds until a test gives up waiting: a machine may be busy, and nothing here is about speed."""


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
