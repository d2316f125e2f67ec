"""The pages in Chromium: wide and narrow, light and dark, printed, by keyboard."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from getallenband.reports.publishing.charts import comparison_chart
from getallenband.reports.publishing.plot import plot
from getallenband.reports.publishing.site import index, pages
from tests.browser import violations, violations_seen
from tests.reports.published import PUBLISHED
from tests.reports.test_charts import COMPARISON, GALLERY
from tests.reports.test_reports import DATA, SABOTAGE

pytestmark = pytest.mark.in_turn
NAMES = sorted(path.name for path in PUBLISHED.glob("*.html"))
VIEWS = [(scheme, width) for scheme in ("light", "dark") for width in (1280, 390)]
BOARDS = 60
"""Boards of a gallery in which axe looks in every view; it takes minutes for thousands of them, which are alike."""
LONG = {
    **DATA["verdicts"][0],
    "claim": "d",
    "verdict": "reproduced-after-emendation",
    "slip": "",
    "why": "By counting.",
    "quotation": "A" * 90,
}
EDITION = {**DATA, "verdicts": [*DATA["verdicts"], LONG]}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Write a small site: one edition, the index and the page of alterations."""
    out = tmp_path_factory.mktemp("site")
    for name, content in {**pages([EDITION]), **index([EDITION], DATA["programs"], SABOTAGE)}.items():
        (out / name).write_text(content, encoding="utf-8")
    return out


@pytest.fixture
def opened(browser, request):
    """Return what opens a page; a message on the console or a request for anything else fails the test."""
    wrong: list[str] = []

    def open_page(path: Path, scheme: str = "light", width: int = 1280):
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda sent: wrong.append(sent.url) if not sent.url.startswith(("file:", "data:")) else None)
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details.part').forEach(part => { part.open = true; })")
        request.addfinalizer(page.close)
        return page

    yield open_page
    assert wrong == []


def cut(page) -> list[str]:
    """Return the verdicts not wholly inside the window, the table and the cell, and "page" if it is too wide."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".verdict")].filter(each => {
            const box = each.getBoundingClientRect();
            const most = each.closest(".scroll")?.getBoundingClientRect().right ?? innerWidth;
            return box.width && (box.left < 0 || box.right > most || each.scrollWidth > each.clientWidth + 1);
        }).map(each => each.textContent).concat(document.documentElement.scrollWidth > innerWidth ? ["page"] : [])"""
    )


@pytest.mark.in_part
@pytest.mark.parametrize(("scheme", "width"), [VIEWS[0], VIEWS[-1]])
@pytest.mark.parametrize("name", ["index.html", "programs.html", "sabotage.html", "verdicts.html", "x1970_y.html"])
def test_nothing_bars_the_way(site, opened, name, scheme, width):
    page = opened(site / name, scheme, width)
    assert cut(page) == []
    assert violations_seen(page, (scheme, width), VIEWS) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_verdicts_are_seen_before_anything_is_unfolded(site, browser, width):
    page = browser.new_page(viewport={"width": width, "height": 720})
    page.goto((site / "x1970_y.html").as_uri())
    tally = page.locator(".tally")
    assert tally.locator(".verdict").all_inner_texts() == ["1 reproduced after emendation", "1 contradicted"]
    assert tally.bounding_box()["y"] < 500
    assert page.locator(".verdicts dd").all_inner_texts() == ["d", EDITION["verdicts"][0]["about"]]
    assert all(found.is_visible() for found in page.locator(".verdicts a").all())
    page.locator(".verdicts a").first.click()
    assert page.locator("#d").is_visible()
    page.close()


def test_a_cell_without_a_figure_is_left_out_on_a_phone(site, opened):
    page = opened(site / "verdicts.html", width=390)
    row = page.locator("[aria-label=documents] tbody tr").first
    empty = [cell for cell in row.locator("td").all() if not (cell.text_content() or "").strip()]
    assert empty
    assert not any(cell.is_visible() for cell in empty)


@pytest.mark.parametrize("name", NAMES)
def test_no_published_page_is_wider_than_a_phone(opened, name):
    """Only the soak looked: a checksum and addresses in sentences were wider."""
    assert cut(opened(PUBLISHED / name, width=390)) == []


@pytest.mark.soak
@pytest.mark.parametrize(("scheme", "width"), VIEWS)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_bars_the_way_on_what_is_published(opened, name, scheme, width):
    page = opened(PUBLISHED / name, scheme, width)
    assert cut(page) == []
    page.evaluate(f"[...document.querySelectorAll('.gallery li')].slice({BOARDS}).forEach(board => board.remove())")
    assert violations(page) == []


@pytest.mark.soak
def test_nothing_bars_the_way_in_the_largest_gallery(opened):
    page = opened(max(PUBLISHED.glob("*-all.html"), key=lambda path: path.stat().st_size))
    assert violations(page) == []


def test_cells_say_on_a_phone_what_they_are(site, opened):
    page = opened(site / "x1970_y.html", width=390)
    shown = page.evaluate(
        """() => [...document.querySelectorAll("#c td:nth-child(n + 2)")]
            .map(cell => getComputedStyle(cell, "::before").content.slice(1, -1))"""
    )
    assert shown == ["published", "derived by the editor", "observed", "verdict, and what it rests on"]


def test_a_table_of_levels_says_on_a_phone_which_level_it_is(tmp_path, opened):
    (tmp_path / "page.html").write_text(pages([{**EDITION, "comparisons": [COMPARISON]}])["x1970_y.html"])
    (tmp_path / "x1970_y-whole.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    page = opened(tmp_path / "page.html", width=390)
    assert page.evaluate("getComputedStyle(document.querySelector('.levels td'), '::before').content") == '"level"'


@pytest.mark.parametrize(("scheme", "width"), VIEWS)
def test_charts_are_shown_as_they_were_drawn(tmp_path, opened, scheme, width):
    """On a phone and beside the story they were half as large; on dark paper their colours were not those of boards."""
    flow = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 90" width="760" height="90"/>'
    figures = [{"file": "figures/flow.svg", "caption": "The flow.", "svg": flow}]
    edition = {**EDITION, "comparisons": [COMPARISON], "galleries": [GALLERY], "figures": figures}
    (tmp_path / "page.html").write_text(pages([edition])["x1970_y.html"])
    (tmp_path / "x1970_y-whole.svg").write_text(plot(comparison_chart(COMPARISON)))
    page = opened(tmp_path / "page.html", scheme, width)
    shown = page.locator(".chart :is(img, svg)").evaluate_all(
        "all => all.map(each => [Math.round(each.getBoundingClientRect().width), each.naturalWidth ?? 760])"
    )
    assert shown == [[760, 760], [768, 768]]
    assert page.evaluate("getComputedStyle(document.querySelector('.chart img')).filter") == "none"
    assert cut(page) == []


@pytest.mark.parametrize(("link", "part"), [("#claims", "claims"), ("#c", "claims"), ("#a-line-1", "listing-1")])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_into_a_part_that_is_folded_away_unfolds_it(site, browser, link, part, scripts):
    context = browser.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto((site / "x1970_y.html").as_uri() + link)
    assert page.locator(link).is_visible()
    assert page.locator(f"#{part}").is_visible()
    assert page.locator("details.part[open]").count() == 1
    context.close()


def test_contents_stay_in_sight(site, opened):
    page = opened(site / "x1970_y.html")
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    assert page.locator(".toc").bounding_box()["y"] >= 0
    targets = page.evaluate("[...document.querySelectorAll('.toc a')].map(each => each.hash.slice(1))")
    assert [name for name in targets if page.locator(f"[id='{name}']").count() != 1] == []


def test_paper_has_every_reason(site, opened):
    page = opened(site / "x1970_y.html", "dark")
    page.emulate_media(media="print")
    printed = page.evaluate("document.body.innerText")
    assert "Because." in printed
    assert "By counting." in printed
    assert "So it is." in printed
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def sheets(page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf()))


def test_paper_has_the_story_or_everything(tmp_path, browser):
    """A page was forty sheets: all that is folded away on the screen was printed."""
    claims = [{**LONG, "claim": f"claim-{number}"} for number in range(150)]
    story = "\n\n".join(["A sentence of the story about this program. " * 20] * 8)
    written = pages([{**DATA, "story": story, "verdicts": claims}])["x1970_y.html"]
    (tmp_path / "page.html").write_text(written)
    page = browser.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert sheets(page) <= 4
    page.emulate_media(media="print")
    printed = page.locator("main").inner_text()
    assert "A sentence of the story" in printed
    assert "150 reproduced after emendation" in printed
    assert "By counting." not in printed
    page.locator("a[href='#everything']").evaluate("link => link.click()")
    assert page.locator("details:not([open])").count() == 0
    assert sheets(page) > 12
    page.goto((tmp_path / "page.html").as_uri() + "#claims")
    assert 4 < sheets(page) < 40
    page.close()


def test_the_printed_file_is_tagged(site, opened):
    printed = opened(site / "x1970_y.html").pdf(tagged=True)
    for mark in (b"/StructTreeRoot", b"/Marked true", b"/Lang (en)", b"/S /H1", b"/S /Table", b"/S /TH"):
        assert mark in printed


def test_every_scrolled_part_can_be_reached_by_keyboard(site, opened):
    page = opened(site / "x1970_y.html", width=390)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    unreachable = """() => [...document.querySelectorAll("*")].filter(each => each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).overflowX === "auto" && each.tabIndex < 0).map(each => each.outerHTML.slice(0, 80))"""
    assert page.evaluate(unreachable) == []


def test_claims_are_found_filtered_and_ordered(site, opened):
    page = opened(site / "x1970_y.html")
    shown = """() => [...document.querySelectorAll(".claims tbody tr")].filter(row => !row.hidden).map(row => row.id)"""
    assert page.evaluate(shown) == ["c", "d"]
    page.get_by_role("searchbox").fill("counting")
    assert page.evaluate(shown) == ["d"]
    assert page.locator(".finder output").text_content() == "1 of 2"
    page.goto(page.url + "#c")
    assert page.evaluate(shown) == ["c", "d"]
    page.locator("select[name=verdict]").select_option("contradicted")
    assert page.evaluate(shown) == ["c"]
    page.locator("select[name=verdict]").select_option("")
    page.locator("select[name=order]").select_option("verdict")
    assert page.evaluate(shown) == ["d", "c"]


def test_a_claim_says_how_to_see_it_again_and_how_to_cite_it(site, opened):
    page = opened(site / "x1970_y.html")
    forms = page.locator(".forms li").all_text_contents()
    assert [form.strip() for form in forms] == [
        "See it again: getallenband check x1970_y NAME --evidence",
        f"Cite it: A title (about 1970), PLACE; Getallenband {version('getallenband')}, x1970_y.html#NAME",
    ]
    own = page.locator("#c details > div").all_text_contents()
    place = page.locator("#c small").first.text_content()
    assert own == [form.replace("NAME", "c").replace("PLACE", place) for form in forms]


def test_the_text_is_shown_as_corrected_as_transcribed_or_both(site, opened):
    page = opened(site / "x1970_y.html")
    line = page.locator("#a-line-1")
    for choice, seen in (("corrected", [True, False]), ("transcribed", [False, True]), ("both", [True, True])):
        page.locator(f"input[value={choice}]").check()
        assert [line.locator(text).is_visible() for text in ("td:nth-child(3) > code", ".source")] == seen
    gloss = line.get_by_text("Is x less?")
    assert gloss.is_visible()
    page.locator("input[value=gloss]").uncheck()
    assert not gloss.is_visible()


def test_a_reason_is_seen_on_touch(site, opened):
    page = opened(site / "x1970_y.html", width=390)
    note = page.locator("#a-line-1 .note")
    assert not note.get_by_text("So it is.").is_visible()
    note.locator("summary").click(position={"x": 5, "y": 5})
    assert note.get_by_text("So it is.").is_visible()


def test_boards_are_chosen_by_what_was_printed_and_where_a_piece_lies(tmp_path, opened):
    (tmp_path / "all.html").write_text(pages([{**EDITION, "galleries": [GALLERY]}])["x1970_y-p-all.html"])
    page = opened(tmp_path / "all.html")
    shown = """() => [...document.querySelectorAll(".gallery li")].filter(each => !each.hidden).map(each => each.id)"""
    assert page.evaluate(shown) == ["s1", "s2", "s3"]
    page.locator("select[name=piece]").select_option("A")
    page.locator("select[name=cell]").select_option("1")
    assert page.evaluate(shown) == ["s1"]
    page.locator("select[name=cell]").select_option("")
    page.locator("input[name=search]").fill("9 1")
    assert page.evaluate(shown) == ["s3"]
    assert violations(page) == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("-all.html")])
def test_the_number_of_a_board_stands_on_one_line(opened, name):
    """The last board's takes no more room than the first one's; it had a line for each digit."""
    page = opened(PUBLISHED / name)
    page.add_style_tag(content=".gallery li { content-visibility: visible !important; }")
    rooms = page.evaluate(
        """() => [...document.querySelectorAll('.gallery:not(.numbered) code')].map(each => each.offsetHeight)"""
    )
    assert not rooms or rooms[-1] == rooms[0] > 0
