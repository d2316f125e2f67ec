"""Pages under attack, in Chromium: scripts of others are refused, whatever the address; what runs can be stopped."""

from __future__ import annotations

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.publishing.player.runs import player_data
from getallenband.reports.publishing.site import pages
from getallenband.reports.runs.oracle import Oracle
from tests.browser import wait_until
from tests.reports.test_reports import DATA

HACK = "window.hacked = top.hacked = 1"
INJECTED = [
    f"<script>{HACK}</script>",
    f'<script type="module">{HACK}</script>',
    f'<script src="data:text/javascript,{HACK}"></script>',
    f'<img src="nowhere.png" onerror="{HACK}">',
    f'<svg onload="{HACK}"><script>{HACK}</script></svg>',
    f'<iframe srcdoc="<script>parent.{HACK}</script>"></iframe>',
    f'<iframe src="javascript:{HACK}"></iframe>',
    f'<object data="data:text/html,<script>{HACK}</script>"></object>',
    f'<details open ontoggle="{HACK}"><summary>a</summary></details>',
    f'<style onload="{HACK}"></style>',
    '<base href="https://example.invalid/"><script src="a.js"></script>',
    '<img src="https://example.invalid/pixel.png"><link rel="stylesheet" href="https://example.invalid/a.css">',
]
PAYLOAD = f'</script></textarea>"\'><script>{HACK}</script><img src=x onerror="{HACK}">[a](javascript:{HACK})'
UNSEEN = "\x1b\x07\x00\x9b\u202e\u2066\u200b\u2028"
ADDRESSES = [
    f"#{PAYLOAD}",
    f"#run={PAYLOAD}&solution={PAYLOAD}&statement={PAYLOAD}&speed={PAYLOAD}",
    f"?embed&{PAYLOAD}#run=first24&speed={PAYLOAD}",
    f"?{PAYLOAD}",
    "#%E0%A4%A",
    "#run=__proto__&solution=constructor&speed=toString",
    "#solution=" + "9" * 400,
    "#statement=1e308&solution=-0x10",
    "#" + "run=first24&" * 20_000,
    "#" + "%00" * 1000,
]


@pytest.fixture(scope="module")
def player():
    return player_data(edition("debruijn1972_pentomino"), Oracle(), ("first24", "full"))


@pytest.fixture
def opened(browser, player, tmp_path):
    """Return what opens a page; an error of a script, or a request for what is elsewhere, fails the test."""
    wrong: list[str] = []
    tab = browser.new_page()
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.route("https://example.invalid/**", lambda route: wrong.append(route.request.url) or route.abort())
    tab.on("dialog", lambda dialog: wrong.append(dialog.message))

    def opening(address: str = "", injected: str = "", data=DATA):
        file = tmp_path / "page.html"
        made = pages([{**data, "player": player}])[f"{DATA['edition']}.html"]
        file.write_text(made.replace("</main>", f"{injected}</main>"), encoding="utf-8")
        tab.goto(file.as_uri() + address)
        return tab

    yield opening
    tab.close()
    assert wrong == []


def works(tab) -> None:
    """Check that the page does what it should, and that no script of others ran."""
    tab.wait_for_selector("#run-here[data-run]")
    wait_until(tab, "() => document.querySelector('[data-finder]').hidden === false")
    tab.click("[data-action=more]")
    tab.click("[data-action=restart]")
    tab.click("[data-action=step]")
    tab.wait_for_selector('#run-here[data-state=paused][data-statements="1"]')
    assert tab.evaluate("window.hacked") is None


def test_a_script_that_others_wrote_is_refused(opened):
    tab = opened("", "".join(INJECTED))
    tab.wait_for_timeout(200)
    works(tab)


@pytest.mark.in_turn
@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address[:40])
def test_no_address_runs_or_breaks_anything(opened, address):
    tab = opened(address)
    tab.wait_for_selector("#run-here[data-run]")
    if "?embed" not in address:
        wait_until(tab, "() => document.querySelector('[data-finder]').hidden === false")
    tab.click("[data-action=more]")
    tab.click("[data-action=restart]")
    assert tab.evaluate("window.hacked") is None


def replaced(value, payload=PAYLOAD):
    """Return data with the payload after each text of several words, which is no name that others refer to."""
    if isinstance(value, str):
        return f"{value} {payload}" if " " in value and "<" not in value else value
    if isinstance(value, list):
        return [replaced(each, payload) for each in value]
    return {key: replaced(each, payload) for key, each in value.items()} if isinstance(value, dict) else value


def test_texts_of_an_edition_run_nothing(opened):
    data = {key: replaced(part) for key, part in DATA.items()}
    assert data != DATA
    works(opened("", "", data))


@pytest.mark.parametrize("kind", ["html", "md"])
def test_no_text_of_an_edition_hides_or_reorders_signs(kind):
    page = pages([{key: replaced(part, f"HERE{UNSEEN}") for key, part in DATA.items()}])[f"{DATA['edition']}.{kind}"]
    assert page.count("HERE") > 20
    assert [sign for sign in UNSEEN if sign in page] == []


@pytest.mark.in_turn
@pytest.mark.parametrize("address", ["#run=full&statement=9007199254740991", "?embed#run=full&solution=999999999"])
def test_a_link_that_starts_a_long_run_can_be_stopped(opened, address):
    tab = opened(address)
    tab.wait_for_selector("#run-here[data-state=running]")
    tab.click("[data-action=pause]")
    tab.wait_for_selector("#run-here[data-state=paused]")
    assert int(tab.get_attribute("#run-here", "data-statements")) < 5 * 10**9
