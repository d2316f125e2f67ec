"""The player in Chromium: what can be pressed, when, and where it is; the way to the playground."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.publishing.player.runs import player_data
from getallenband.reports.runs.job import job_of_run
from getallenband.reports.runs.oracle import Oracle
from tests.browser import violations, wait_until
from tests.reports.test_player_in_a_browser import Page

pytestmark = pytest.mark.in_turn
WIDTHS = [360, 390, 600, 768, 1024, 1280, 1440]
OUTSIDE = """() => [...document.querySelectorAll("#run-here :is(button, input, select, .player-board, p, pre, a)")]
    .filter(each => each.getBoundingClientRect().right > innerWidth || each.getBoundingClientRect().left < 0)
    .map(each => each.dataset.action ?? each.className)"""
ROWS = """() => new Set([...document.querySelectorAll(".controls > :is(button, label)")]
    .map(each => each.getBoundingClientRect()).filter(box => box.height)
    .map(box => Math.round((box.top + box.bottom) / 20))).size"""
IN_VIEW = """() => {
    const box = document.querySelector("[data-part=board] svg").getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
}"""
TAP_AS_SOON_AS_SEEN = """new MutationObserver((_, watching) => {
    const root = document.getElementById("run-here");
    if (!root || root.hidden) return;
    watching.disconnect();
    root.querySelector("[data-action=next-solution]").click();
    globalThis.tappedAt = root.dataset.run ?? "not ready";
}).observe(document, { subtree: true, childList: true, attributes: true })"""


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page that holds runs."""
    pages: list[Page] = []

    def opening(name: str, *runs: str, **options) -> Page:
        pages.append(Page(browser, tmp_path, player_data(edition(name), Oracle(), runs), **options))
        return pages[-1]

    yield opening
    for page in pages:
        page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_after_run_the_board_is_in_view_and_nothing_is_cut(opened, width):
    page = opened("debruijn1972_pentomino", "first24", viewport={"width": width, "height": 844})
    page.tab.wait_for_selector("#run-here[data-run]")
    page.tab.evaluate("scrollTo(0, 0); document.querySelector('[data-action=run]').click()")
    page.until("finished")
    assert page.tab.evaluate(IN_VIEW)
    assert page.tab.evaluate(ROWS) == 1
    page.unfold()
    assert page.tab.evaluate(OUTSIDE) == []


def test_on_a_phone_board_controls_explanation_and_listing_follow_each_other(opened):
    page = opened("debruijn1972_pentomino", "first24", viewport={"width": 390, "height": 844})
    page.choose("first24")
    parts = ["[data-part=board]", ".controls", "[data-part=gloss]", "[data-part=listing]"]
    tops = [page.tab.locator(part).bounding_box()["y"] for part in parts]
    assert tops == sorted(tops)


def test_the_board_fills_its_column(opened):
    page = opened("debruijn1972_pentomino", "first24", viewport={"width": 1440, "height": 1000})
    page.choose("first24")
    column, drawn = (page.tab.locator(part).bounding_box() for part in ("[data-part=board]", "[data-part=board] svg"))
    assert drawn["width"] == column["width"] > 500
    assert page.tab.locator(".counters").bounding_box()["y"] >= drawn["y"] + drawn["height"]


def test_a_tap_before_the_page_is_ready_is_kept(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.tab.add_init_script(TAP_AS_SOON_AS_SEEN)
    page.tab.reload()
    page.tab.wait_for_selector("#run-here[data-state=paused][data-solutions='1']")
    assert page.tab.evaluate("tappedAt") == "not ready"


def test_space_runs_where_nothing_has_the_focus_and_the_board_is_in_view(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#speed=100")
    page.tab.wait_for_selector("#run-here[data-run]")
    for state in ("running", "paused"):
        page.tab.keyboard.press("Space")
        page.until(state)
    page.tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.tab.keyboard.press("ArrowRight")
    assert page.data("state") == "paused"


def test_what_is_wrong_with_a_number_is_said_once(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.tab.wait_for_selector("#run-here[data-run]")
    for key, number, said in (
        ("Enter", "0", "Solutions are numbered from 1. Paused after"),
        ("Enter", "25", "The run has only 24 solutions; this is the last. Stopped as planned"),
        (None, "25", "The run has only 24 solutions; this is the last. Stopped as planned"),
        (None, "", "Type a number from 1 to 24. Stopped as planned"),
    ):
        page.unfold()
        page.tab.fill("[data-part=solution]", number)
        if key:
            page.tab.press("[data-part=solution]", key)
        else:
            page.press("solution-n")
        wait_until(page.tab, f"() => document.querySelector('[data-part=message]').textContent.startsWith({said!r})")
        assert page.text("message").count(said.split(". ")[0]) == 1


def test_what_needs_a_line_says_so(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.choose("first24")
    page.unfold()
    buttons = [page.tab.locator(f"[data-action={action}]") for action in ("to-line", "back-to-line")]
    assert [each.get_attribute("title") for each in buttons] == ["First choose a line in the listing"] * 2
    page.tab.click(".player-listing .statement")
    assert [each.get_attribute("title") for each in buttons] == ["", ""]
    page.press("predict")
    assert [each.get_attribute("aria-disabled") for each in buttons] == ["true", "true"]


ON_TOP = """part => {
    const shown = document.querySelector(part).getBoundingClientRect();
    return document.elementFromPoint(shown.left + 9, shown.top + 9)?.closest(part) !== null;
}"""


def test_on_a_phone_the_message_is_seen_while_lines_are_predicted(opened):
    page = opened("debruijn1972_pentomino", "first24", viewport={"width": 390, "height": 844})
    page.choose("first24")
    page.press("predict")
    page.tab.evaluate("document.querySelector('[data-part=listing]').scrollIntoView({ block: 'end' })")
    page.tab.evaluate("scrollBy(0, 400)")
    assert page.tab.evaluate(ON_TOP, "[data-part=message]")
    assert page.text("message").startswith("Which line comes next?")


def test_opened_arrays_bar_nobodys_way(opened):
    page = opened("kawai_hamekomi", "tetrihex-100", address="#statement=2000", viewport={"width": 390, "height": 844})
    page.until("paused")
    page.tab.evaluate("document.querySelectorAll('.array').forEach(each => { each.open = true; })")
    wait_until(page.tab, "() => document.querySelector('.elements')?.textContent !== ''")
    assert violations(page.tab) == []


LINK = '<a href="playground.html">the playground</a></header>'


@pytest.mark.parametrize("run", ["first24", "algol-first24"])
def test_a_program_can_be_changed_in_the_playground_that_is_beside_the_page(opened, run):
    page = opened("debruijn1972_pentomino", "first24", "algol-first24", totals={"first24": 1, "algol-first24": 1})
    page.choose(run)
    assert not page.tab.is_visible("[data-part=change]")
    page.file.write_text(page.file.read_text(encoding="utf-8").replace("</header>", LINK), encoding="utf-8")
    page.tab.reload()
    page.choose(run)
    address = urlsplit(page.tab.get_attribute("[data-part=change]", "href"))
    assert page.tab.is_visible("[data-part=change]")
    job = job_of_run(edition("debruijn1972_pentomino"), edition("debruijn1972_pentomino").runs[run])
    given = dict(parse_qsl(address.fragment, keep_blank_values=True))
    assert address.path == "playground.html"
    assert (given["text"], given["tape"]) == (job.source.text, job.request.tapes["tape"].text)
    assert (given["language"], given["setting"]) == ("ecol", "width=narrow")  # of the record that the page has
