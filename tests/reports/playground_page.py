"""The playground opened in a browser, for its tests."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from urllib.parse import urlencode

PATIENCE = 120_000
DOUBLE = "START\na := LEES\nSCHRIJF (4,0) := 2 * a\nKLAAR\n"
COUNTING = "START\na := 0\n1 a := a + 1\nALS a < {last} DAN 1\nSCHRIJF (9,0) := a\nKLAAR\n"
RESTING = "#playground:not([data-state=loading], [data-state=running])"
GO = """(hash) => new Promise((done) => {
  addEventListener("hashchange", () => setTimeout(done, 50), { once: true });
  location.hash = hash === location.hash.slice(1) ? `${hash}&again` : hash;
})"""


def packed(job: object) -> str:
    """Write a job as the page does in an address."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    content = packer.compress(json.dumps(job).encode()) + packer.flush()
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


class Page:
    """The page, opened; what it asks for and what goes wrong in it is noted.

    `answers` are those of a server to what it is asked for, in place of the files.
    """

    def __init__(
        self, browser, address: str, answers: Mapping[str, Mapping[str, object]] | None = None, **options
    ) -> None:
        self.context = browser.new_context(**options)
        for pattern, answer in (answers or {}).items():
            self.context.route(pattern, lambda route, _, answer=answer: route.fulfill(**answer))
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.requests, self.errors = list[str](), list[str]()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.address = f"{address}/playground.html"
        self.page.goto(self.address)
        self.rest()

    def go(self, **job: str) -> str:
        """Run a job by its address; return the state in which it ends."""
        self.page.evaluate(GO, urlencode({**job, "run": "1"}))
        return self.rest()

    def state(self) -> str:
        return self.page.get_attribute("#playground", "data-state") or ""

    def rest(self) -> str:
        self.page.wait_for_selector(RESTING)
        return self.state()

    def act(self, action: str) -> None:
        self.page.click(f"[data-action={action}]")

    def unfold(self) -> None:
        if not self.page.is_visible("[data-part=more]"):
            self.act("more")

    def printed(self) -> str:
        return self.page.text_content("#printed") or ""

    def messages(self) -> str:
        return self.page.text_content("#messages") or ""

    def text(self) -> str:
        return "\n".join(self.page.locator("[data-part=program] .cm-line").all_text_contents())
