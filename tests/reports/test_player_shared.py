"""The player in Chromium: states in the address, the player alone, keys, sizes, and what runs do not have."""

from __future__ import annotations

import re

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.publishing.player.runs import player_data
from getallenband.reports.runs.oracle import Oracle
from tests.browser import violations_seen, wait_until
from tests.reports.test_player_in_a_browser import Page

pytestmark = pytest.mark.in_turn
BEAMER = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
EMBEDDED = (("light", BEAMER), ("dark", PHONE))
TOTAL = 4_264_132
"""Statements of de Bruijn's first24, as its record has them."""
TOTALS = {"first24": TOTAL, "algol-first24": 3_868_823, "main": 637_618}


@pytest.fixture(scope="module")
def made():
    """Return what makes the player's data of runs, each once."""
    known = {}

    def data(name: str, *runs: str):
        if (name, runs) not in known:
            known[name, runs] = player_data(edition(name), Oracle(), runs)
        return known[name, runs]

    return data


@pytest.fixture
def opened(browser, tmp_path, made):
    """Open a page with an address; a request or a message on the console fails the test."""
    pages: list[Page] = []

    def opening(name: str, *runs: str, address: str = "", **options) -> Page:
        page = Page(browser, tmp_path, made(name, *runs), TOTALS, address, **{"viewport": BEAMER, **options})
        pages.append(page)
        page.tab.wait_for_selector("#run-here[data-run]")
        return page

    yield opening
    for page in pages:
        page.close()


def hash_of(page: Page) -> str:
    return str(page.tab.evaluate("location.hash"))


def test_the_listing_is_there_in_colours_before_anything_is_pressed(opened):
    page = opened("debruijn1972_pentomino", "first24")
    assert page.tab.inner_text(".player-listing .line:nth-child(3)").strip() == "1 RIJ (1:63) relposeen"
    assert page.tab.locator(".player-listing .k").count() > 50
    text = page.tab.eval_on_selector_all(".player-listing .text", "rows => rows.map(row => row.textContent)")
    assert [line.rstrip() for line in text] == [
        line.rstrip() for line in edition("debruijn1972_pentomino").runs["first24"].reading.splitlines()
    ]


def test_a_run_ends_with_its_count_its_last_solution_and_then_and_now(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.press("run")
    page.until("finished")
    assert page.text("message") == f"Stopped as planned after 24 solutions ({TOTAL:,} statements)."
    assert page.text("count") == "24"
    assert page.text("then").startswith("After 6 minutes an EL-X8 had the first 24. This browser took ")
    assert page.text("then").endswith(" s for this run.")
    assert page.tab.locator(".player-board .laid").count() == 60
    assert "24 solutions" in str(page.tab.get_attribute("canvas", "aria-label"))
    page.press("back")
    page.until("paused")
    assert page.text("then") == ""


def test_every_solution_is_whole_in_the_mosaic_and_a_click_goes_there(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.press("run")
    page.until("finished")
    page.tab.click("canvas", position={"x": 20, "y": 10})
    page.until("paused")
    assert page.text("count") == "1"
    assert hash_of(page) == "#run=first24&solution=1"


def test_the_machines_pace_is_offered_where_a_time_was_published(opened):
    page = opened("debruijn1972_pentomino", "first24", "algol-first24")
    options = "[...document.querySelector('[data-action=speed]').options].map(each => each.textContent)"
    assert "as on the EL-X8" in page.tab.evaluate(options)
    page.choose("algol-first24")
    assert "as on the EL-X8" in page.tab.evaluate(options)
    page.press("run")
    page.until("finished")
    minutes, seconds = page.text("progress").split("EL-X8, estimated: ")[1].split(":")
    then = r"This browser took .+ s for this run; by its instruction times the EL-X8 needs [56] min\."
    assert re.fullmatch(then, page.text("then"))
    assert 229 < 60 * int(minutes) + int(seconds) < 419  # between the bounds of run --clock


def test_the_time_of_a_run_is_told_apart_from_the_published_one(opened):
    page = opened("hitotumatu1968_rug", "main", "guarded")
    page.choose("guarded")
    page.press("run")
    page.until("finished")
    published, own = page.text("then").split(". This browser took ")
    assert published == "A CDC 6600 took 3.5 seconds for the whole search"
    assert re.fullmatch(r".+ s for this run; at its published pace the CDC 6600 needs 3\.\d s\.", own)


def test_the_machines_pace_is_kept(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#speed=machine&run=first24")
    pressed = "action => document.querySelector(`[data-action=${action}]`).click() ?? performance.now()"
    begun = page.tab.evaluate(pressed, "run")
    wait_until(page.tab, f"() => document.getElementById('run-here').dataset.statements > {TOTAL / 360}")
    took = (page.tab.evaluate(pressed, "pause") - begun) / 1000
    assert 1 < int(page.data("statements")) / TOTAL * 360 < took + 0.2


def test_no_pace_where_nothing_was_published(opened):
    page = opened("wada2002_jigsaw", "c")
    assert page.tab.locator("[data-action=speed] [value=machine]").count() == 0


def test_the_current_line_is_explained(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#statement=30")
    page.until("paused")
    assert page.tab.inner_text(".has-current .text") == "17 k := k+ 1"
    assert page.text("gloss") == "Go on to the next form."


@pytest.mark.parametrize(
    ("address", "message", "state"),
    [
        ("#run=first24&solution=3", "Paused after 971,670 statements", "solution=3"),
        ("#run=first24&statement=1000", "Paused after 1,000 statements", "statement=1000"),
        ("#run=nowhere", "There is no run “nowhere” here; this is first24. Ready", ""),
        (
            "#statement=99999999999",
            f"The run has only {TOTAL:,} statements; this is the last. Stopped",
            f"statement={TOTAL}",
        ),
        ("#statement=-1", "Statements are numbered from 0. ", "run=first24"),
        ("#solution=999", "The run has only 24 solutions; this is the last. Stopped", "solution=24"),
        ("#solution=0", "Solutions are numbered from 1. Paused", "solution=1"),
        ("#solution=x", "“x” is not the number of a solution. Paused", "solution=1"),
        ("#solution=", "Type a number from 1 upwards. Ready", "solution="),
        (
            "#speed=7",
            "The speed “7” is not offered here; these are: machine, 1000000, 10000, 1000, 100, 10, 2. Ready",
            "",
        ),
        ("#rum=first24", "The address has “rum”, which this player does not know. Ready", "rum=first24"),
        ("#run=first24&sulution=3", "The address has “sulution”, which this player does not know. Ready", "sulution=3"),
        ("#speed=10&statement=5", "Paused after 5 statements", "statement=5&speed=10"),
    ],
)
def test_an_address_is_followed_or_the_nearest_is_shown(opened, address, message, state):
    page = opened("debruijn1972_pentomino", "first24", address=address)
    wait_until(page.tab, "() => document.querySelector('[data-part=message]').textContent !== 'Loading …'")
    page.tab.wait_for_selector("#run-here:not([data-state=running])")
    assert page.text("message").startswith(message)
    assert state in hash_of(page)


@pytest.mark.soak
@pytest.mark.parametrize("solution", [1, 1000, 2339])
def test_any_solution_is_shown(opened, solution):
    page = opened("debruijn1972_pentomino", "full", address=f"#run=full&solution={solution}")
    page.until("paused")
    assert page.data("solutions") == str(solution)


@pytest.mark.parametrize("viewport", [BEAMER, PHONE])
def test_a_link_to_the_player_leads_to_it(opened, viewport):
    page = opened("debruijn1972_pentomino", "first24", address="#run-here", viewport=viewport)
    assert abs(page.tab.locator("#run-here").bounding_box()["y"]) < 100
    ground = page.tab.evaluate("getComputedStyle(document.getElementById('run-here')).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)"


def test_an_address_that_changes_is_followed(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.allowed = page.file.as_uri() + "#run=first24&statement=77"
    page.tab.evaluate("location.hash = 'run=first24&statement=77'")
    page.stands_at(77)


OPENS_HERE_ONLY = """() => document.querySelector("[data-part=message]").textContent
    .endsWith(" It opens on this computer only: this page is a file on it.")"""


def test_the_address_can_be_copied_and_opened_again(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#solution=5&speed=100")
    page.until("paused")
    statements = page.data("statements")
    page.press("copy-link")
    link = page.tab.input_value("[data-part=shared]")
    assert link == page.file.as_uri() + "#run=first24&solution=5&speed=100"
    wait_until(page.tab, OPENS_HERE_ONLY)
    page.tab.evaluate("document.querySelector('[data-part=message]').textContent = ''")
    page.press("copy-embed")
    wait_until(page.tab, OPENS_HERE_ONLY)
    assert page.tab.input_value("[data-part=shared]").startswith(
        f'<iframe src="{page.file.as_uri()}?embed#run=first24&amp;'
    )
    page.allowed = link
    page.tab.goto("about:blank")
    page.tab.goto(link)
    page.stands_at(int(statements))
    assert page.tab.input_value("[data-action=speed]") == "100"


@pytest.mark.in_part
@pytest.mark.parametrize(("scheme", "size"), EMBEDDED)
def test_the_player_alone_for_a_frame(opened, scheme, size):
    page = opened("debruijn1972_pentomino", "first24", address="?embed#solution=2", color_scheme=scheme, viewport=size)
    page.until("paused")
    assert page.tab.evaluate(
        "[...document.querySelectorAll('body > *, main > *')].map(each => each.id || each.className)"
    ) == [
        "embedded",
        "",
        "run-here",
    ]
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert violations_seen(page.tab, (scheme, size), EMBEDDED) == []


IN_SIGHT = """names => names.filter(name => {
    const box = document.querySelector(name).getBoundingClientRect();
    return box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth || box.height === 0;
})"""


def test_all_is_on_one_screen_of_a_beamer(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#solution=3")
    page.until("paused")
    shown = [f"[data-action={action}]" for action in ("run", "step", "back", "speed", "more")]
    shown += ["[data-part=board] svg", "[data-part=gloss]", ".statement.current", "[data-part=output]", "canvas"]
    assert page.tab.evaluate(IN_SIGHT, shown) == []


def test_on_a_phone_board_current_line_and_step_are_seen_together(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#solution=3", viewport=PHONE)
    page.until("paused")
    shown = [
        "[data-action=step]",
        "[data-action=back]",
        "[data-action=run]",
        "[data-part=board] svg",
        "[data-part=gloss]",
        "[data-part=count]",
    ]
    assert page.tab.evaluate(IN_SIGHT, [*shown, ".has-current .counts"]) == []
    page.press("step")
    page.until("paused")
    assert page.tab.evaluate(IN_SIGHT, [*shown, ".has-current .counts"]) == []


def test_space_and_arrows_work_from_anywhere_in_the_player(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#speed=100")
    keyboard = page.tab.keyboard
    page.press("step")
    page.stands_at(1)
    keyboard.press("ArrowRight")
    page.stands_at(2)
    keyboard.press("ArrowLeft")
    page.stands_at(1)
    page.tab.click("[data-part=progress]")
    keyboard.press("Space")
    page.until("running")
    assert page.text("message") == "Running …"
    keyboard.press("Space")
    page.until("paused")
    page.unfold()
    page.tab.focus("[data-part=solution]")
    keyboard.press("ArrowRight")
    page.until("paused")
    before = int(page.data("statements"))
    page.tab.focus(".player-listing")
    keyboard.press("ArrowRight")
    page.stands_at(before + 1)


def test_a_key_on_a_focused_button_is_the_buttons(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.tab.focus("[data-action=back]")
    page.tab.keyboard.press("Tab")
    page.tab.keyboard.press("Space")
    page.stands_at(1)


def test_a_step_in_perl_is_one_that_can_be_seen(opened):
    page = opened("perl2012_pentomino", "all-four")
    for statements in range(1, 6):
        page.press("step")
        page.stands_at(statements)
    lines = page.tab.inner_text(".has-current .text")
    assert lines.strip().startswith("['01:02") is False
    for statements in range(4, 1, -1):
        page.press("back")
        page.stands_at(statements)


def test_over_and_out_are_offered_where_there_are_calls(opened):
    flat = opened("debruijn1972_pentomino", "first24")
    flat.unfold()
    assert not flat.tab.is_visible("[data-action=over]")
    assert not flat.tab.is_visible("[data-action=out]")
    deep = opened("wada2002_jigsaw", "c")
    deep.unfold()
    assert deep.tab.is_visible("[data-action=over]")


def test_out_is_not_offered_in_the_main_program(opened):
    page = opened("debruijn1972_pentomino", "algol-first24")
    page.unfold()
    assert page.tab.is_visible("[data-action=out]")
    assert page.tab.get_attribute("[data-action=out]", "aria-disabled") == "true"


def test_no_action_for_solutions_where_the_page_knows_none(opened, monkeypatch):
    monkeypatch.setattr("getallenband.reports.publishing.player.runs.Packed.board_of", lambda _packed, _run: None)
    page = opened("hitotumatu1968_rug", "strict", address="#solution=2")
    wait_until(page.tab, "() => document.querySelector('[data-part=message]').textContent !== 'Loading …'")
    assert page.text("message").startswith("This page does not know what a solution of this run is.")
    for action in ("next-solution", "solution-n"):
        assert page.tab.get_attribute(f"[data-action={action}]", "aria-disabled") == "true"
        page.tab.evaluate("action => document.querySelector(`[data-action=${action}]`).click()", action)
    page.press("run")
    page.until("trapped")
    assert not page.tab.is_visible("canvas")


def test_the_jigsaw_has_the_letters_at_its_edges(opened):
    page = opened("wada2002_jigsaw", "c", address="#solution=1")
    page.until("paused")
    letters = page.tab.eval_on_selector_all(".player-board .side", "found => found.map(each => each.textContent)")
    sides = [letters[start : start + 4] for start in range(0, 36, 4)]
    assert all(right.lower() == left.lower() and right != left for right, left in pairs(sides))


def pairs(sides: list[list[str]]) -> list[tuple[str, str]]:
    """Return the letters that meet in a square of three by three."""
    across = [(sides[place][1], sides[place + 1][3]) for place in range(9) if place % 3 < 2]
    return across + [(sides[place][2], sides[place + 3][0]) for place in range(6)]


def test_kawais_arrays_are_the_authors(opened):
    page = opened("kawai_hamekomi", "tetrihex-100", address="#statement=2000")
    page.until("paused")
    titles = page.tab.eval_on_selector_all(".array summary", "found => found.map(each => each.textContent)")
    assert {"link [1:37, 1:6]", "box to site [1:10, 1:37, 1:4]"} < set(titles)
    assert not any("." in title for title in titles)
    page.tab.click(".array summary:has-text('link')")
    elements = "document.querySelector('.array[open] .elements')?.innerText ?? ''"
    wait_until(page.tab, f"() => {elements} !== ''")  # they are written when the browser says that it is open
    assert "[3] 2 4 7 8 0 0\n" in page.tab.evaluate(elements)


def test_the_reader_predicts_the_next_line(opened):
    page = opened("debruijn1972_pentomino", "first24")
    page.press("predict")
    assert page.text("message").startswith("Which line comes next?")
    page.press("step")
    assert page.data("statements") == "0"
    page.tab.click(".statement:has-text('relpostwee (k):=LEES')")
    page.press("step")
    page.stands_at(1)
    assert page.text("message").startswith("No, not 13: 2. 0 of 1 right. Paused after 1 statement, before line 2.")
    page.tab.click(".player-listing .line:nth-child(5) .statement")
    page.press("step")
    page.stands_at(2)
    assert page.text("message").startswith("Right: 3. 1 of 2 right.")


def test_a_line_without_a_number_of_the_author_is_named_by_its_place(opened):
    page = opened("wada2002_jigsaw", "c")
    page.press("predict")
    page.tab.click(".statement:has-text('if(fit(n))')")
    page.press("step")
    page.stands_at(1)
    said = re.match(r"No, not line 33: line (\d+)\. 0 of 1 right\. ", page.text("message"))
    assert page.text("message").endswith(f" in line {said[1]}.")


def test_on_a_phone_a_step_brings_the_counts_back_into_view(opened):
    page = opened("debruijn1972_pentomino", "first24", address="#statement=1000", viewport=PHONE)
    page.until("paused")
    page.press("predict")
    scrolled = "Math.floor(document.querySelector('.player-listing').scrollLeft)"
    page.tab.evaluate("document.querySelector('.player-listing').scrollLeft = 99")
    assert page.tab.evaluate(scrolled) > 0
    page.tab.evaluate("document.querySelector('.player-listing .statement').click()")
    page.press("step")
    page.stands_at(1001)
    assert page.tab.evaluate(scrolled) == 0


@pytest.mark.parametrize(
    ("state", "begin"),
    [
        ("idle", "restart"),
        ("paused", "step"),
        ("running", "run"),
        pytest.param("finished", "run", marks=pytest.mark.soak),
    ],
)
def test_every_action_in_every_state(opened, state, begin):
    page = opened("wada2002_jigsaw", "c")
    page.tab.click(".statement:has-text('if(fit(n))')")
    actions = page.tab.evaluate(
        "[...document.querySelectorAll('#run-here button[data-action]')].map(each => each.dataset.action)"
    )
    script = "action => document.querySelector(`[data-action=${action}]`).click()"
    for action in actions:
        page.tab.evaluate(script, "restart")
        page.until("idle")
        if page.tab.get_attribute("[data-action=predict]", "aria-pressed") == "true":
            page.tab.evaluate(script, "predict")
        page.tab.select_option("[data-action=speed]", "10" if state == "running" else "")
        page.tab.evaluate(script, begin)
        page.until(state)
        if action != "save":
            page.tab.evaluate(script, action)
        page.tab.select_option("[data-action=speed]", "")
        page.tab.wait_for_selector("#run-here:not([data-state=running])")
        assert "cannot go on" not in page.text("message")
