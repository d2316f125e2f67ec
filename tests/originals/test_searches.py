"""Where was looked for what is unknown, and what was read: wrong records are refused with their place."""

from __future__ import annotations

import pytest

from getallenband.originals.edition import edition, edition_at, editions
from getallenband.originals.errors import EditionError
from getallenband.originals.searches import Reference, Search
from tests.originals.test_witnesses import EDITION, FILES

SEARCH = """\
[[search]]
where = "https://example.org/catalogue?q=1"
when = "2026-11-28"
words = ["tape", "number tape"]
result = "Nothing."
"""
LINE = EDITION.count("\n") + 1
"""The line on which the search begins."""
WRONG = [
    ('"https://example.org/catalogue?q=1"', '"the library"', 1, '"where" must be an address, such as https://'),
    ('"https://example.org/catalogue?q=1"', '"https://"', 1, '"where" must be an address'),
    ('"https://example.org/catalogue?q=1"', '"https://example.org/a b"', 1, '"where" must be an address'),
    ('"https://example.org/catalogue?q=1"', '"javascript:alert(1)"', 1, '"where" must be an address'),
    ('"2026-11-28"', '"28 November 2026"', 2, '"when" must be a day, such as "2026-11-28"'),
    ('"2026-11-28"', '"2026-02-30"', 2, '"when" must be a day'),
    ('"2026-11-28"', '"20261128"', 2, '"when" must be a day'),
    ('["tape", "number tape"]', "[]", 3, '"words" must list at least one thing that was asked for'),
    ('["tape", "number tape"]', '["tape", " "]', 3, '"words" must not be blank'),
    ('words = ["tape", "number tape"]\n', "", 0, '"words" must list at least one thing'),
    ('"Nothing."', '" "', 4, '"result" must say what was seen'),
    ('result = "Nothing."', 'results = "Nothing."', 0, 'the key "result" is missing'),
    ('result = "Nothing."', 'result = "Nothing."\nfound = "x"', 5, 'unknown key "found"'),
]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_text(content)
    (folder / "edition.toml").write_text(EDITION + SEARCH)
    return folder


def test_a_search_says_where_when_with_which_words_and_what_was_seen(folder):
    [search] = edition_at(folder).searches
    assert search == Search("https://example.org/catalogue?q=1", "2026-11-28", ("tape", "number tape"), "Nothing.")


@pytest.mark.parametrize(("old", "new", "after", "message"), WRONG, ids=[row[1] or row[3] for row in WRONG])
def test_a_wrong_search_is_refused_with_its_place(folder, call, old, new, after, message):
    assert SEARCH.count(old) == 1
    (folder / "edition.toml").write_text(EDITION + SEARCH.replace(old, new))
    with pytest.raises(EditionError) as refused:
        edition_at(folder)
    assert f"mine/edition.toml:{LINE + after}:" in str(refused.value)
    assert message in str(refused.value)
    assert call("show", str(folder), "--apparatus")[0] == 2


def test_the_apparatus_shows_the_search(folder, call):
    code, out, _ = call("show", str(folder), "--apparatus")
    assert code == 0
    assert "searched 2026-11-28: https://example.org/catalogue?q=1\n  words: tape; number tape\n  Nothing.\n" in out


@pytest.mark.parametrize(
    ("listed", "read"),
    [
        ("[]", ()),
        ('["A: B."]', (Reference("A: B."),)),
        ('["A: B.", { entry = "C.", read = "page 1" }]', (Reference("A: B."), Reference("C.", "page 1"))),
    ],
)
def test_a_bibliography_may_say_what_was_read(folder, listed, read):
    (folder / "edition.toml").write_text(EDITION.replace('rights = "R"', f'rights = "R"\nbibliography = {listed}'))
    assert edition_at(folder).bibliography == read


@pytest.mark.parametrize(
    ("listed", "column", "message"),
    [
        ('"A"', 1, '"bibliography" must be a list'),
        ("[1]", 17, '"bibliography" must list a string, or a table'),
        ('[{ entry = "A" }]', 17, 'the key "read" is missing'),
        ('[{ entry = "A", read = true }]', 32, '"read" must be a string'),
        ('[{ entry = "A", read = "", seen = "" }]', 43, 'unknown key "seen"'),
    ],
)
def test_a_wrong_bibliography_is_refused_with_its_place(folder, listed, column, message):
    (folder / "edition.toml").write_text(EDITION.replace('rights = "R"', f'rights = "R"\nbibliography = {listed}'))
    with pytest.raises(EditionError) as refused:
        edition_at(folder)
    assert f"mine/edition.toml:10:{column}: " in str(refused.value)
    assert message in str(refused.value)


def test_a_reason_is_for_an_estimated_year(folder):
    (folder / "edition.toml").write_text(EDITION.replace("year_from = 1971", 'year_reason = "no date"'))
    with pytest.raises(EditionError, match=r'edition.toml:6:\d+: .*"year_reason" is for a year with "year_estimated'):
        edition_at(folder)
    text = EDITION.replace("year_from = 1971", 'year_estimated = true\nyear_reason = "no date"')
    (folder / "edition.toml").write_text(text)
    assert (edition_at(folder).dated, edition_at(folder).year_reason) == ("about 1972", "no date")


def test_what_is_unknown_is_listed(folder):
    text = EDITION.replace('author = "A"', 'author = "Unknown author (a page)"').replace(
        'title = "A print"', 'title = "A print"\norigin = "unknown: no address"\nscan = "a library, unknown to us"'
    )
    (folder / "edition.toml").write_text(text)
    assert edition_at(folder).unknown[:4] == (
        "author",
        "origin of witness A",
        "reader of witness A",
        "pages of witness A",
    )


def test_a_witness_that_was_read_in_part_is_no_base_and_is_not_read_whole(folder):
    (folder / "edition.toml").write_text(EDITION.replace('title = "A deck"', 'title = "A deck"\nextent = "one card"'))
    found = edition_at(folder)
    assert found.witnesses["B"].extent == "one card"
    with pytest.raises(EditionError, match="there is no witness of main 'B'"):
        found.witnessed("main", "B")
    assert found.variants
    assert not found.whole_variants
    (folder / "edition.toml").write_text(EDITION.replace('title = "A print"', 'title = "A print"\nextent = "a line"'))
    with pytest.raises(EditionError, match=r"no \[\[witness\]\] has the whole of this text"):
        edition_at(folder)


def test_each_of_our_editions_says_where_was_looked_and_what_was_read():
    for name in editions():
        found = edition(name)
        assert found.unknown
        assert found.searches
        assert all(each.read for each in found.bibliography)
        assert bool(found.year_reason) == found.year_estimated
