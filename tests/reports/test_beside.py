"""Two programs beside each other: what the page offers, and in Chromium that both come to the same board."""

from __future__ import annotations

import pytest

from getallenband.originals.edition import edition
from getallenband.reports.publishing.beside import choices
from getallenband.reports.publishing.player.runs import player_data
from getallenband.reports.publishing.site import beside_page, index, pages
from getallenband.reports.runs.oracle import Oracle
from tests.browser import violations, wait_until
from tests.reports.test_reports import DATA

pytestmark = pytest.mark.in_turn
RUNS = ("first24", "algol-first24")


def program(run: str, puzzle: str = "rug") -> dict:
    return {**DATA["programs"][0], "run": run, "puzzle": puzzle, "title": puzzle, "name": f"A, {run}"}


def with_runs(*runs: str) -> dict:
    return {**DATA, "player": {"runs": list(runs), "made_from": "", "packed": ""}}


def test_programs_of_one_puzzle_that_pages_can_run_are_offered():
    listed = [program("a"), program("b"), program("c", "tetra"), program("d"), {**program("b"), "edition": None}]
    found = choices([with_runs("a", "b", "c")], listed)
    assert {title: [each.value for each in every] for title, every in found.items()} == {
        "rug": ["x1970_y/a", "x1970_y/b"]
    }


def test_there_is_no_page_and_no_link_where_no_two_can_be_run():
    assert beside_page([with_runs("a")], [program("a")]) == {}
    assert "beside.html" not in "".join(index([with_runs("a")], [program("a")]).values())
    written = index([with_runs("a", "b")], [program("a"), program("b")])
    assert 'href="beside.html"' in written["puzzles.html"]
    assert "beside.html" in written


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write the page, and an edition's page with both programs."""
    out = tmp_path_factory.mktemp("beside")
    data = {**DATA, "player": player_data(edition("debruijn1972_pentomino"), Oracle(), RUNS)}
    listed = [*(program(run) for run in RUNS), program("of-tetra", "tetra"), program("of-tetra-too", "tetra")]
    for name, content in {
        **pages([data]),
        **beside_page([with_runs(*(each["run"] for each in listed))], listed),
    }.items():
        (out / name).write_text(content, encoding="utf-8")
    return out


@pytest.fixture
def opened(browser, folder):
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on("request", lambda sent: wrong.append(sent.url) if not sent.url.startswith(("file:", "data:")) else None)

    def opening(address: str = ""):
        page.goto((folder / "beside.html").as_uri() + address)
        return page

    yield opening
    page.close()
    assert wrong == []


def said(page, first: str, second: str) -> None:
    """Wait until both programs stand at these solutions."""
    wait_until(
        page,
        "([one, two]) => new RegExp(`first24: ${one}.*; A, algol-first24: ${two}`).test("
        "document.querySelector('#beside output').value.replace(/, 1970/g, ''))",
        [first, second],
    )


def test_both_come_to_the_same_board_and_step_together(opened):
    page = opened("#first=x1970_y/first24&second=x1970_y/algol-first24&solution=7")
    said(page, "solution 7, ", "solution 7, ")
    boards = [
        frame.eval_on_selector_all(".player-board polygon", "all => all.map(one => one.getAttribute('fill'))")
        for frame in page.frames[1:]
    ]
    assert boards[0] == boards[1]
    assert None not in boards[0]
    page.click("[name=next]")
    said(page, "solution 8, ", "solution 8, ")
    assert page.evaluate("location.hash").endswith("solution=8")
    before = [int(frame.get_attribute("#run-here", "data-statements")) for frame in page.frames[1:]]
    page.click("[name=step]")
    said(page, f"{before[0] + 1:,} statements", f"{before[1] + 1:,} statements")
    page.click("[name=back]")
    said(page, f"{before[0]:,} statements", f"{before[1]:,} statements")


def test_two_frames_never_have_one_title(opened):
    page = opened("#first=x1970_y/first24&second=x1970_y/first24")
    titles = [frame.get_attribute("title") for frame in page.locator("iframe").all()]
    assert titles == ["The first program: A, first24, 1970", "The second program: A, first24, 1970"]


def test_nothing_bars_the_way(opened):
    page = opened()
    said(page, "0 statements", "0 statements")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("address", "note"),
    [
        ("first=x1970_y/none", "There is no program “x1970_y/none” here."),
        ("second=%3Cb%3E", "There is no program “<b>” here."),
        ("first=x1970_y/first24&second=x1970_y/other", "There is no program “x1970_y/other” here."),
        ("solution=abc", "“abc” is no number of a solution."),
        ("solution=-3", "“-3” is no number of a solution."),
        ("third=1", "The address has “third”, which says nothing here."),
        ("first=x1970_y/first24&second=x1970_y/of-tetra", "These two programs are for different puzzles."),
    ],
)
def test_what_an_address_asks_in_vain_is_said(opened, address, note):
    page = opened(f"#{address}")
    assert (page.text_content("#beside output") or "").startswith(note)
    page.select_option("[name=second]", index=0)
    assert note not in (page.text_content("#beside output") or "")
