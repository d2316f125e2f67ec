"""The home page in Chromium: a program of 1969 at work, with a way to stop it and a way to its own page."""

from __future__ import annotations

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.publishing.player.runs import one_of, player_data
from getallenband.reports.publishing.site import HOME, index, pages, text_face
from getallenband.reports.runs.oracle import Oracle
from tests.browser import violations, wait_until
from tests.reports.test_reports import DATA

SIZES = [(390, 844), (768, 1024), (1280, 720), (1440, 900)]
AT_WORK = "() => Number(document.getElementById('run-here').dataset.statements) > 500"
SCREENS = 8
"""Screens of a phone, at most, for one document; the tables have pages of their own."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Write the home page and the page that it leads to."""
    out = tmp_path_factory.mktemp("site")
    name, run = HOME
    player = player_data(edition(name), Oracle(), (run, "algol-first24"))
    data = {**DATA, "edition": name, "player": player, "runs": [*DATA["runs"], {**DATA["runs"][0], "run": run}]}
    for path, content in {**pages([data]), **index([data], DATA["programs"])}.items():
        (out / path).write_text(content, encoding="utf-8")
    return out


@pytest.fixture
def opened(browser, site, request):
    """Open the home page; a request for anything but pages beside it, or a message on the console, fails the test."""
    wrong: list[str] = []

    def opening(width: int = 1280, height: int = 900, **options):
        page = browser.new_page(viewport={"width": width, "height": height}, **options)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda sent: wrong.append(sent.url) if not sent.url.startswith(("file:", "data:")) else None)
        page.goto((site / "index.html").as_uri())
        request.addfinalizer(page.close)
        return page

    yield opening
    assert wrong == []


@pytest.mark.in_turn
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_program_searches_as_soon_as_the_page_is_open(opened, width, height):
    page = opened(width, height)
    wait_until(page, AT_WORK)
    assert page.get_attribute("#run-here", "data-state") == "running"
    assert page.input_value("[data-action=speed]") == "10000"
    board = page.locator("[data-part=board] svg").bounding_box()
    assert 0 <= board["y"] < board["y"] + board["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("Space")
    page.wait_for_selector("#run-here[data-state=paused]")
    assert page.evaluate("scrollY") == 0
    assert page.url.endswith("index.html")


@pytest.mark.in_turn
@pytest.mark.parametrize(("scheme", "size"), [("light", SIZES[2]), ("dark", SIZES[0])])
def test_it_stands_still_where_less_motion_is_asked_for(opened, scheme, size):
    page = opened(*size, reduced_motion="reduce", color_scheme=scheme)
    page.wait_for_selector("#run-here[data-run]")
    assert page.inner_text("[data-part=message]") == "Ready: press Run or Step."
    assert page.get_attribute("#run-here", "data-statements") == "0"
    assert violations(page) == []
    page.click("[data-action=run]")
    wait_until(page, AT_WORK)


def test_its_own_page_is_at_the_same_moment(opened):
    page = opened()
    wait_until(page, AT_WORK)
    page.click("[data-action=pause]")
    page.wait_for_selector("#run-here[data-state=paused]")
    statements = page.get_attribute("#run-here", "data-statements")
    page.click("[data-part=page]")
    page.wait_for_selector(f'#run-here[data-state=paused][data-statements="{statements}"]')
    assert page.url.endswith(f"{HOME[0]}.html#run={HOME[1]}&statement={statements}&speed=10000")


def test_a_phone_has_few_screens_of_it(opened):
    page = opened(*SIZES[0])
    assert page.evaluate("document.documentElement.scrollHeight / innerHeight") < SCREENS


def test_the_face_of_the_text_is_in_the_page_and_small(opened):
    page = opened()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("[...document.fonts].map(face => face.family + ' ' + face.status)") == ["Literata loaded"]
    assert len(text_face()) < 60_000


def test_without_scripts_there_is_no_player(opened):
    page = opened(java_script_enabled=False)
    assert not page.is_visible("#run-here")
    assert page.is_visible(".front .picture")


def test_one_run_is_held_without_what_others_need():
    player = player_data(edition("debruijn1972_pentomino"), Oracle(), ("first24", "algol-first24"))
    alone = one_of(player, "algol-first24")
    assert alone["runs"] == ["algol-first24"]
    assert alone == one_of(alone, "algol-first24")
    assert len(alone["packed"]) < len(player["packed"])
