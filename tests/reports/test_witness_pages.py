"""The pages of an edition say of each witness what is known, and who reads what."""

from __future__ import annotations

from getallenband.reports.publishing.site import pages
from getallenband.reports.publishing.witnesses import facts
from tests.reports.test_reports import DATA


def test_each_page_has_its_witnesses_and_the_variants():
    written = pages([DATA])
    markdown, html = written["x1970_y.md"], written["x1970_y.html"]
    assert (
        "- **A**: The &lt;copy>\n  - from: a \\| library\n  - scanned by: unknown\n  - read by: unknown\n"
        "  - pages: unknown\n  - the file that was read: a.txt\n  - texts that it has: a\n"
        "  - damage: It loses \\*signs\\*.\n- **B**: A card deck\n"
    ) in markdown
    assert "| a.txt:4<br>two | A: <code>x &#124; y</code> | B: <code>&nbsp;</code> | A word less. |" in markdown
    assert '<h4 id="witness-A"><code>A</code></h4>\n<p>The &lt;copy&gt;</p>' in html
    assert "<dt>scanned by</dt><dd>unknown</dd>" in html
    assert '<a href="#witness-B">B</a>: nothing<td>A word less.' in html
    assert '<a href="#witnesses">the witnesses</a>' in html


def test_an_edition_that_describes_no_copy_says_nothing_of_it():
    written = pages([{**DATA, "witnesses": [], "variants": []}])
    assert "witness-" not in written["x1970_y.html"]
    assert "## The witness" not in written["x1970_y.md"]


def test_each_page_says_where_was_looked_and_what_was_read():
    written = pages([DATA])
    markdown, html = written["x1970_y.md"], written["x1970_y.html"]
    address = "https://example.org/?q=a&b=1"
    assert f"| 2026-11-28 | [{address}]({address}) | a \\| &lt;b>; c | \\*Nothing\\*. |" in markdown
    assert f'<tr><td>2026-11-28<td><a href="{address.replace("&", "&amp;")}">' in html
    assert "<td>a | &lt;b&gt;; c<td>*Nothing*." in html
    assert '<a href="#searches">where we looked</a>' in html
    assert "- A. Author: A &lt;title>, 1970. Read: its *first* page.\n- B. Author: Another.\n" in markdown
    assert "<li>A. Author: A &lt;title&gt;, 1970. <small>Read: its *first* page.</small></li>" in html
    assert "<li>B. Author: Another.</li>" in html
    assert "<dt>how much of it was read</dt><dd>its first card</dd>" in html
    assert "The year: It bears &lt;no> date." in markdown
    assert "The year: It bears &lt;no&gt; date." in html


def test_an_edition_without_searches_says_nothing_of_them():
    written = pages([{**DATA, "searches": [], "year_reason": ""}])
    for page in written.values():
        assert "Where we looked" not in page
        assert "The year:" not in page


def test_what_is_unknown_is_said_and_what_is_not_there_is_left_out():
    assert facts({"origin": "unknown", "file": "", "texts": []}) == [("from", "unknown")]
