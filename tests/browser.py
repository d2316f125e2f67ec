"""Chromium and Firefox, where they are found, for tests of pages; a test that asks for one is skipped elsewhere.

with chromium() as browser:
    page = browser.new_page()
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60
"""Seconds that a page has for what it is waited for."""
AXE = "axe_playwright_python"


class Browser:
    """A browser, whose pages with the same options share a context: to make one takes longer than to load a page."""

    def __init__(self, started: Any) -> None:
        self.new_context, self.contexts = started.new_context, dict[str, Any]()

    def new_page(self, **options: Any) -> Any:
        key = repr(sorted(options.items()))
        if key not in self.contexts:
            self.contexts[key] = self.new_context(**options)
        return self.contexts[key].new_page()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser that is installed; skip the test if there is none, or no playwright to drive it."""
    playwright = pytest.importorskip("playwright.sync_api")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield Browser(browser)
        browser.close()


@contextmanager
def firefox() -> Iterator[Browser]:
    """Start the Firefox that playwright drives, a build of its own; skip the test if it is not there."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        if not Path(driver.firefox.executable_path).exists():
            pytest.skip("playwright's Firefox is not installed")
        browser = driver.firefox.launch()
        yield Browser(browser)
        browser.close()


def wait_until(page, function: str, argument: Any = None) -> None:
    """Wait until a function of JavaScript is true in a page, which refuses to compile it for playwright."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(function, argument):
        assert time.monotonic() < end, f"never true: {function}"
        page.wait_for_timeout(20)


def violations(page) -> list[str]:
    """Return what axe-core finds wrong with a page: rule, how often, the first place.

    Pages in frames are looked at by themselves: axe would send them messages, which files from a disk refuse.
    """
    package = find_spec(AXE)
    if package is None or package.origin is None:
        pytest.skip("axe-core is not installed")
    page.evaluate(next(Path(package.origin).parent.rglob("axe.min.js")).read_text(encoding="utf-8"))
    options = "{resultTypes: ['violations'], iframes: false}"
    found = page.evaluate(f"async () => (await axe.run(document, {options})).violations")
    return [f"{rule['id']} {len(rule['nodes'])} times: {rule['nodes'][0]['html'][:200]}" for rule in found]
