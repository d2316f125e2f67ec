"""Foreign words of our prose are marked with their language and meaning."""

from __future__ import annotations

from markupsafe import Markup

from getallenband.reports.publishing.foreign import glossary, mark_foreign

WORDS = {"nl": {"plakje": "slice", "half uurtje": "", "DAN": "THEN"}, "ja-Latn": {"amb & b": ""}}


def test_words_are_marked():
    assert mark_foreign("A plakje, no plakjes.", WORDS) == 'A <span lang="nl" title="slice">plakje</span>, no plakjes.'
    assert mark_foreign("Plakje", WORDS) == '<span lang="nl" title="slice">Plakje</span>'
    assert mark_foreign("Dan and DAN", WORDS) == 'Dan and <span lang="nl" title="THEN">DAN</span>'
    assert mark_foreign("a half uurtje < 1", WORDS) == 'a <span lang="nl">half uurtje</span> &lt; 1'
    assert mark_foreign("amb & b", WORDS) == '<span lang="ja-Latn">amb &amp; b</span>'


def test_japanese_needs_no_list():
    assert mark_foreign("in はめこみパズル (a)", {}) == 'in <span lang="ja">はめこみパズル</span> (a)'
    assert mark_foreign("“3.5秒”", {}) == '“3.5<span lang="ja">秒</span>”'


def test_code_and_tags_are_left_alone():
    html = Markup('<p title="plakje">plakje <code>plakje</code></p>')
    marked = '<p title="plakje"><span lang="nl" title="slice">plakje</span> <code>plakje</code></p>'
    assert mark_foreign(html, WORDS) == marked
    assert mark_foreign("if `plakje < 1` then", WORDS) == "if <code>plakje &lt; 1</code> then"


def test_backticks_in_html_are_no_code():
    """They may stand in an attribute, whose quotes a foreign word in it would end."""
    html = Markup('<a href="x" title="a`b` plakje">a`b`</a>')
    assert mark_foreign(html, WORDS) == html


def test_the_glossary_has_what_is_explained():
    assert glossary(WORDS) == [("nl", "plakje", "slice"), ("nl", "DAN", "THEN")]


def test_words_are_not_sought_in_escaped_characters():
    words = {"fr": {"amp": "lamp", "39": "", "quot": ""}}
    assert (
        mark_foreign("an amp & 'x' \"", words) == 'an <span lang="fr" title="lamp">amp</span> &amp; &#39;x&#39; &#34;'
    )
    assert mark_foreign("R&amp", {"fr": {"amp": ""}}) == 'R&amp;<span lang="fr">amp</span>'
