"""The player in Chromium: originals run in the page to their end and compared with their records, steps both ways."""

from __future__ import annotations

import json
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from getallenband import reports
from getallenband.interpreters import Options, Request, SourceText
from getallenband.interpreters import page as compiled_for_page
from getallenband.originals.edition import edition
from getallenband.reports.publishing.player.runs import Packed, PlayerData, player_data
from getallenband.reports.publishing.site import pages
from getallenband.reports.runs.oracle import Oracle
from tests import ROOT
from tests.browser import violations, wait_until
from tests.reports.test_reports import DATA

pytestmark = pytest.mark.in_turn
PUBLISHED = Path(reports.__file__).parent / "published" / "data"
PATIENCE = 60_000
LONG = pytest.mark.soak
RUNS = [
    "debruijn1972_pentomino/first24",
    "hitotumatu1968_rug/first-propeller",
    "wada2002_jigsaw/c",
    "kawai_hamekomi/literal",
    *(
        pytest.param(name, marks=LONG)
        for name in (
            "debruijn1972_pentomino/full",
            "debruijn1972_pentomino/algol-full",
            "debruijn1972_pentomino/full-no-mark",
            "hitotumatu1968_rug/main",
            "hitotumatu1968_rug/strict",
            "wada2002_jigsaw/c-tanaka",
            "wada2002_pentomino/first",
            "kawai_hamekomi/tetrihex",
            "kawai_hamekomi/tetrihex-from-50",
            "perl2012_pentomino/all-four",
            "perl2012_pentomino/unique-four",
        )
    ),
]


class Page:
    """A page that holds runs for the player, opened from a file."""

    def __init__(self, browser, folder: Path, player: PlayerData | None, totals=None, address="", **options) -> None:
        runs = [{**DATA["runs"][0], "run": name, "statements": number} for name, number in (totals or {}).items()]
        data = {**DATA, "runs": [*DATA["runs"], *runs], "player": player}
        self.file = folder / "page.html"
        self.file.write_text(pages([data])[f"{DATA['edition']}.html"], encoding="utf-8")
        self.allowed = self.file.as_uri() + address
        self.problems: list[str] = []
        self.tab = browser.new_page(**options)
        self.tab.on("pageerror", lambda error: self.problems.append(str(error)))
        self.tab.on("console", lambda message: self.problems.append(message.text))
        self.tab.on("request", lambda request: self.note(request.url))
        self.tab.goto(self.allowed)

    def note(self, url: str) -> None:
        if url not in (self.file.as_uri(), self.allowed.split("#")[0]) and not url.startswith(("blob:", "data:")):
            self.problems.append(url)

    def close(self) -> None:
        self.tab.close()
        assert self.problems == []

    def until(self, state: str) -> None:
        self.tab.wait_for_selector(f"#run-here[data-state={state}]", timeout=PATIENCE)

    def stands_at(self, statements: int) -> None:
        self.tab.wait_for_selector(f'#run-here[data-state=paused][data-statements="{statements}"]', timeout=PATIENCE)

    def choose(self, run: str) -> None:
        self.tab.wait_for_selector("#run-here[data-run]")
        self.tab.select_option("[data-action=choose-run]", run)
        self.tab.wait_for_selector(f'#run-here[data-run="{run}"][data-state=idle]')

    def unfold(self) -> None:
        """Show what is under More."""
        if self.tab.get_attribute("[data-action=more]", "aria-expanded") == "false":
            self.tab.click("[data-action=more]")

    def press(self, action: str) -> None:
        button = self.tab.locator(f"[data-action={action}]")
        if button.evaluate("button => button.closest('.more') !== null"):
            self.unfold()
        button.click()

    def to_solution(self, number: int) -> None:
        self.unfold()
        self.tab.fill("[data-part=solution]", str(number))
        self.press("solution-n")
        self.until("paused")

    def data(self, key: str) -> str:
        return str(self.tab.get_attribute("#run-here", f"data-{key}"))

    def text(self, part: str) -> str:
        return self.tab.inner_text(f'[data-part="{part}"]')

    def counts(self) -> dict[str, int]:
        """Return how often each statement has begun, as the listing says it."""
        titles = self.tab.eval_on_selector_all(".statement", "found => found.map(one => one.title)")
        said = [re.fullmatch(r"(.+): ([\d,]+) times", part) for title in titles for part in title.split("; ")]
        return {found[1]: int(found[2].replace(",", "")) for found in said if found}

    def output(self, file: str = "") -> str:
        """Return all that was printed, or written to a file."""
        button = f'[data-file="{file}"]' if file else "[data-action=save]:not([data-file])"
        with self.tab.expect_download() as saving:
            self.tab.click(button)
        return Path(saving.value.path()).read_text(encoding="utf-8")


@cache
def player_of(name: str, *runs: str) -> PlayerData:
    return player_data(edition(name), Oracle(), runs)


@pytest.fixture
def opened(browser, tmp_path):
    """Open pages, and look at the end whether one asked for anything or complained."""
    pages: list[Page] = []

    def opening(name: str, *runs: str, player: PlayerData | None = None, **options) -> Page:
        pages.append(Page(browser, tmp_path, player or player_of(name, *runs), **options))
        return pages[-1]

    yield opening
    for page in pages:
        page.close()


@pytest.mark.parametrize("name", RUNS)
def test_a_run_ends_in_the_page_as_in_its_record(opened, name):
    name, run = name.split("/")
    page = opened(name, run)
    page.choose(run)
    page.press("run")
    published = json.loads((PUBLISHED / f"{name}.json").read_text(encoding="utf-8"))
    record = next(record for record in published["runs"] if record["run"] == run)
    page.until("finished" if record["outcome"]["kind"] == "finished" else "trapped")
    assert sha256(page.output().encode()).hexdigest() == record["output_sha256"]
    for file, checksum in record["files"].items() if record["language"] == "perl_subset" else ():
        assert sha256(page.output(file).encode()).hexdigest() == checksum
    assert page.counts() == record["counts"]
    assert int(page.data("statements")) == record["statements"]
    assert int(page.data("lines")) == record["output_lines"]
    if page.tab.is_visible("[data-part=tape]"):
        read = re.search(r"([\d,]+) numbers read", page.text("tape"))
        assert int(read[1].replace(",", "")) == record["tape_read"]
    ended = page.tab.get_attribute("[data-part=message]", "title")
    said = page.text("fault") if record["outcome"]["kind"] == "trap" else ended
    assert record["outcome"]["message"] in said


def test_steps_lead_forth_and_back(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.choose("first24")
    page.to_solution(2)
    assert (page.data("solutions"), page.data("lines")) == ("2", "3")
    assert page.tab.locator(".document .agrees").count() == 2
    there, counts, board = int(page.data("statements")), page.counts(), board_of(page)
    for action, moved in (("step", 1), ("step", 2), ("back", 1), ("back", 0), ("back", -1), ("step", 0)):
        page.press(action)
        page.stands_at(there + moved)
    assert (page.counts(), board_of(page)) == (counts, board)
    page.to_solution(1)
    assert page.tab.locator(".document .agrees").count() == 1
    assert board_of(page) != board


def test_the_lesson_has_the_counts_of_the_player(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.choose("first24")
    page.press("next-solution")
    page.until("paused")
    laid, lifted = (page.counts()[line] for line in ("75", "97"))
    lesson = (ROOT / "docs" / "lesson.md").read_text(encoding="utf-8")
    assert f" {laid}  75  |" in lesson
    assert f" {lifted}  97  |" in lesson
    assert f"{laid} − {lifted} = {laid - lifted}," in lesson


def board_of(page: Page) -> list[str]:
    return page.tab.eval_on_selector_all(".player-board polygon", "found => found.map(one => one.getAttribute('fill'))")


def test_a_hundred_steps_back_in_a_hurry(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.choose("first24")
    page.press("run")
    page.until("finished")
    end = int(page.data("statements"))
    page.tab.evaluate(
        "for (let press = 0; press < 100; press += 1) document.querySelector('[data-action=back]').click()"
    )
    page.stands_at(end - 100)


def test_the_keyboard_chooses_a_statement_and_runs_to_it_and_back(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.choose("first24")
    page.tab.focus(".player-listing")
    for key in ("Home", *["ArrowDown"] * 11, "Enter"):
        page.tab.keyboard.press(key)
    page.stands_at(11)
    assert page.tab.inner_text(".statement.current[aria-selected=true]") == "relposeen (k):=LEES"
    page.tab.keyboard.press("Enter")
    page.stands_at(18)
    page.unfold()
    page.tab.focus("[data-action=back-to-line]")
    page.tab.keyboard.press("Enter")
    page.stands_at(11)
    page.tab.focus(".player-listing")
    page.tab.keyboard.press("ArrowLeft")
    page.stands_at(10)


def test_the_whole_of_a_line_chooses_its_statement(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.choose("first24")
    line = page.tab.locator(".player-listing .line:nth-child(16)")
    for part in (".counts", ".text"):  # the author's number is at the left of the text
        page.tab.evaluate("document.querySelector('.player-listing .line:nth-child(5) .statement').click()")
        line.locator(part).click(position={"x": 3, "y": 3})
        assert page.tab.inner_text("[aria-selected=true]") == line.locator(".statement").inner_text()
    page.tab.click(".player-listing .line:first-child")
    assert page.tab.inner_text("[aria-selected=true]") == line.locator(".statement").inner_text()


def test_over_and_out_of_calls(opened):
    page = opened("wada2002_jigsaw", "c")
    page.choose("c")
    page.tab.click(".statement:has-text('if(fit(n))')")
    page.press("to-line")
    page.until("paused")
    calls = page.tab.locator(".calls li").count()
    page.press("step")
    page.until("paused")
    assert page.tab.locator(".calls li").count() == calls + 1
    page.press("out")
    page.until("paused")
    assert page.tab.locator(".calls li").count() == calls
    page.press("back-to-line")
    page.until("paused")
    page.press("over")
    page.until("paused")
    assert page.tab.locator(".calls li").count() == calls


def test_a_run_can_be_paused_and_goes_on(opened):
    page = opened("debruijn1972_pentomino", "full")
    page.choose("full")
    page.tab.select_option("[data-action=speed]", "10000")
    page.press("run")
    page.until("running")
    page.press("pause")
    page.until("paused")
    stopped = int(page.data("statements"))
    page.press("step")
    page.stands_at(stopped + 1)


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_tab_in_the_background_runs_on_and_draws_nothing(opened):
    page = opened("debruijn1972_pentomino", "full")
    page.choose("full")
    page.tab.evaluate(HIDE, True)
    shown = page.text("progress")
    page.press("run")
    wait_until(page.tab, "() => document.getElementById('run-here').dataset.statements > 10_000_000")
    page.press("pause")
    page.until("paused")
    assert page.text("progress") == shown
    page.tab.evaluate(HIDE, False)
    assert page.text("progress").replace(",", "").startswith(page.data("statements"))


MEGABYTES = r"""#include <stdio.h>
int main() {
  int i;
  for (i = 0; i < 400000; i++) printf("line %6d of four hundred thousand, fifty-five bytes\n", i);
  return 0;
}
"""
PAUSE_AT_THE_FIRST_LINES = """() => {
  const player = document.getElementById("run-here");
  new MutationObserver((_, watching) => {
    if (player.dataset.lines > 0) {
      watching.disconnect();
      player.querySelector("[data-action=pause]").click();
    }
  }).observe(player, { attributes: true });
}"""
"""From outside, the run may be over before the button is pressed."""


@LONG
def test_a_page_stays_usable_while_a_program_prints_twenty_megabytes(opened):
    held = Packed(edition("wada2002_jigsaw"), [])
    compiled = compiled_for_page(SourceText("megabytes.c", MEGABYTES), "c_subset", Request(Options("lp64")))
    bounds = {"limits": {"output": 10**8, "statements": None}, "stop": None}
    held.add(held.edition.runs["c"], {**compiled, **bounds})
    page = opened("", player={"runs": held.names, "made_from": "", "packed": held.text([])})
    page.choose("c")
    page.tab.evaluate(PAUSE_AT_THE_FIRST_LINES)
    page.press("run")
    page.until("paused")
    page.press("step")
    page.until("paused")
    assert int(page.data("lines")) < 400_000
    page.press("run")
    page.until("finished")
    output = page.output()
    assert len(output) == 400_000 * 55
    assert output.endswith("line 399999 of four hundred thousand, fifty-five bytes\n")
    assert len(page.text("output")) < 100_000
    page.press("back")
    page.until("paused")


def test_a_phone_shows_all_of_it(opened):
    page = opened("debruijn1972_pentomino", "first24", viewport={"width": 390, "height": 844})
    page.choose("first24")
    page.to_solution(1)
    assert page.tab.evaluate("document.documentElement.scrollWidth") == 390


def test_without_scripts_there_is_no_player(opened):
    page = opened("debruijn1972_pentomino", "first24", java_script_enabled=False)
    assert not page.tab.is_visible("#run-here")
    assert says_what_it_needs(page)


def says_what_it_needs(page) -> bool:
    """Tell whether the sentence about JavaScript is seen after some seconds."""
    page.tab.evaluate("document.getAnimations().forEach(each => each.finish())")
    return page.tab.locator(".no-player").is_visible() and page.tab.locator(".no-player").bounding_box()["height"] > 9


def test_a_browser_that_cannot_load_the_player_says_what_it_needs(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.tab.wait_for_selector("#run-here:not([hidden])")
    assert not says_what_it_needs(page)
    page.file.write_text(page.file.read_text().replace('<script type="module">', '<script type="what-comes-later">'))
    page.tab.reload()
    assert not page.tab.is_visible("#run-here")
    assert says_what_it_needs(page)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_verdict_and_player_are_on_the_first_screen(opened, width, height):
    page = opened("hitotumatu1968_rug", "first-propeller", viewport={"width": width, "height": height})
    page.tab.wait_for_selector("#run-here[data-run]")
    for part in (".tally .verdict", "[data-action=run]", "[data-part=board] svg"):
        box = page.tab.locator(part).first.bounding_box()
        assert box["y"] + min(box["height"], 120) <= height, part


def test_without_webassembly_the_page_says_so(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.tab.add_init_script("delete globalThis.WebAssembly")
    page.tab.reload()
    page.tab.wait_for_selector("[data-part=stage]", state="detached")
    assert "this browser has no WebAssembly" in page.text("message")
    assert page.tab.is_visible("[data-part=message]")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), pytest.param("dark", 390, marks=LONG)])
def test_nothing_bars_the_way_to_the_player(opened, scheme, width):
    page = opened("debruijn1972_pentomino", "first24", color_scheme=scheme, viewport={"width": width, "height": 900})
    page.choose("first24")
    page.to_solution(3)
    assert violations(page.tab) == []
