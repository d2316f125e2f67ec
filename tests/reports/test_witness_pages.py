"""The pages of an edition say of each witness what is known, and who reads what."""

from __future__ import annotations

from reports.publishing.site import pages
from reports.publishing.witnesses import facts
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


def test_what_is_unknown_is_said_and_what_is_not_there_is_left_out():
    assert facts({"origin": "unknown", "file": "", "texts": []}) == [("from", "unknown")]
