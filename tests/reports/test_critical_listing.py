"""The critical listing: marks where the text was changed, counts that say what they count, and what leads where."""

from __future__ import annotations

from getallenband.reports.publishing.critical import critical, cross_references
from getallenband.reports.publishing.site import pages
from tests.reports.test_reports import DATA

LISTING = DATA["listings"][0]


def test_a_change_is_marked_where_it_stands():
    changed, inserted, taken = critical(DATA, LISTING, cross_references(DATA))
    assert changed["code"] == 'x <mark>&lt;</mark> <span class="m">1</span><span class="c">; y</span>'
    assert [note["identifier"] for note in changed["notes"]] == ["one"]
    assert inserted["begins"] == "drivers/p.ecol"
    assert (taken["anchor"], taken["code"]) == ("a-taken-2", "")


def test_counts_say_which_statement_they_belong_to():
    changed, inserted, _ = critical(DATA, LISTING, cross_references(DATA))
    assert changed["counts"] == [(3, "x < 1"), (1234, "y")]
    assert changed["bar"] == 100
    assert (inserted["counts"], inserted["bar"]) == ([], 0)


def test_claims_lines_runs_and_corrections_lead_to_each_other():
    found = cross_references(DATA)
    assert found.lines_of_claim["c"] == [("a-line-1", "1")]
    assert found.claims_of_line["a-line-1"] == ["c"]
    assert found.claims_of_run["full"] == ["c"]
    assert found.lines_of_change["one"] == "a-line-1"
    assert found.runs_of_change["one"] == ["full"]
    html = pages([DATA])["x1970_y.html"]
    for link in ('href="#a-line-1"', 'href="#run-full"', 'href="#change-one"', 'href="data/x1970_y.json"'):
        assert link in html
    assert "So it is." in html.split('id="a-line-1"')[1].split("<tr")[0]
    assert "<td>Is x less?\n" in html
    assert "The editor wrote the following: <code>drivers/p.ecol</code>" in html


def test_editions_lead_to_the_next():
    other = {**DATA, "edition": "z1980_z", "short": "Later", "year": 1980}
    written = pages([other, DATA])
    assert '<a rel="next" href="z1980_z.html">Later →</a>' in written["x1970_y.html"]
    assert '<a rel="prev" href="x1970_y.html">← A title</a>' in written["z1980_z.html"]
