"""Witnesses and variants: what is wrong in them is refused with its place; what is right shows who reads what."""

from __future__ import annotations

from hashlib import sha256

import pytest

from getallenband.originals.edition import edition, edition_at, editions
from getallenband.originals.errors import EditionError
from getallenband.originals.variants import as_variants, collated
from getallenband.reports.checking.check import context_of_run
from getallenband.reports.runs.names import UnknownNameError
from getallenband.reports.runs.records import Records

MAIN, EXTRA = "one\ntwo two\nthree\n", "more\n"
EDITION = f"""\
[edition]
name = "mine"
title = "T"
author = "A"
year = 1972
year_from = 1971
source = "S"
machine = "M"
rights = "R"
[texts.main]
role = "table"
file = "main.transcription"
sha256 = "{sha256(MAIN.encode()).hexdigest()}"
witness = "page 1"
page_breaks = [2, 3]
[texts.extra]
role = "table"
file = "extra.transcription"
sha256 = "{sha256(EXTRA.encode()).hexdigest()}"
witness = "page 2"
[[witness]]
sigil = "A"
title = "A print"
sha256 = "{"0" * 64}"
[[witness]]
sigil = "B"
title = "A deck"
texts = ["main"]
"""
EMENDATIONS = """\
[[emendation]]
id = "e"
text = "main"
line = 3
old = "three"
new = "drie"
cause = "undecided"
need = "none"
reason = "r"
"""
VARIANTS = """\
[[variant]]
id = "v"
text = "main"
line = 1
old = "one"
new = "een"
witnesses = ["B"]
reason = "r"
"""
FILES = {
    "edition.toml": EDITION,
    "emendations.toml": EMENDATIONS,
    "variants.toml": VARIANTS,
    "main.transcription": MAIN,
    "extra.transcription": EXTRA,
}
AGAIN = VARIANTS.replace('"v"', '"w"')
REFUSALS = {
    "no witness": ("variants.toml", "7:14", '["B"]', '["C"]', "variant v: there is no witness 'C'; known: A, B"),
    "the base": (
        "variants.toml",
        "7:14",
        '["B"]',
        '["A"]',
        "witness A is the base of the text; expected another witness",
    ),
    "nobody": ("variants.toml", "7:1", '["B"]', "[]", '"witnesses" must name at least one witness'),
    "not its text": (
        "variants.toml",
        "7:14",
        'main"\nline = 1\nold = "one"',
        'extra"\nline = 1\nold = "more"',
        "witness B does not have the text 'extra'",
    ),
    "no text": ("variants.toml", "3:1", '"main"', '"mian"', "there is no text 'mian'; nearest: main"),
    "not in its base": (
        "variants.toml",
        "5:1",
        '"one"',
        '"two"',
        "'two' is not found at line 1 of main.*'one'; it occurs at",
    ),
    "twice in its base": (
        "variants.toml",
        "5:1",
        '1\nold = "one"',
        '2\nold = "two"',
        "'two' is found 2 times at line 2",
    ),
    "no difference": ("variants.toml", "5:1", '"een"', '"one"', '"old" must not be empty and must differ from "new"'),
    "cause": ("variants.toml", "9:1", 'reason = "r"', 'reason = "r"\ncause = "copy"', 'unknown key "cause"'),
    "same id": ("variants.toml", "10:1", VARIANTS, VARIANTS * 2, "variant v: duplicate id"),
    "twice": ("variants.toml", "15:14", VARIANTS, VARIANTS + AGAIN, "witness B reads otherwise here already: v"),
    "part of another": (
        "variants.toml",
        "13:1",
        VARIANTS,
        VARIANTS + AGAIN.replace('old = "one"', 'old = "on"'),
        "overlaps v, whose words are 'one'; expected the same words, or words apart",
    ),
    "part of an emendation": (
        "variants.toml",
        "5:1",
        '1\nold = "one"',
        '3\nold = "thr"',
        "overlaps e, whose words are 'three'; expected the same words",
    ),
    "same sigil": ("edition.toml", "26:1", 'sigil = "B"', 'sigil = "A"', "another witness has this sigil"),
    "sigil": ("edition.toml", "26:1", 'sigil = "B"', 'sigil = "B 1"', "'B 1' is no name"),
    "title": ("edition.toml", "25:1", 'title = "A deck"\n', "", 'the key "title" is missing'),
    "checksum": ("edition.toml", "24:1", '"' + "0" * 64, '"0', "\"sha256\" must be 64 digits 0-9 and a-f, not '0'"),
    "text of a witness": ("edition.toml", "28:10", '["main"]', '["mian"]', "there is no text 'mian'; nearest: main"),
    "text of no witness": (
        "edition.toml",
        "16:1",
        'title = "A print"',
        'title = "A print"\ntexts = ["main"]',
        "no \\[\\[witness\\]\\] has the whole of this text",
    ),
    "key of a witness": (
        "edition.toml",
        "28:1",
        'texts = ["main"]',
        'text = ["main"]',
        'unknown key "text"; nearest: texts',
    ),
    "page": ("edition.toml", "15:19", "[2, 3]", "[2, 4]", "no page can begin with line 4: expected lines from 2 to 3"),
    "order of pages": ("edition.toml", "15:19", "[2, 3]", "[3, 2]", "no page can begin with line 2"),
    "pages in words": ("edition.toml", "15:16", "[2, 3]", '["2"]', '"page_breaks" must be a list of integers'),
    "years": (
        "edition.toml",
        "6:1",
        "year_from = 1971",
        "year_from = 1973",
        '"year_from" is 1973, after "year", 1972',
    ),
}


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_text(content)
    return folder


def test_who_reads_what(folder):
    found = edition_at(folder)
    assert (found.base("main"), found.base("extra"), found.dated) == ("A", "A", "1971/72")
    assert found.witnessed("main", "A") == MAIN
    assert found.witnessed("main", "B") == MAIN.replace("one", "een")
    with pytest.raises(EditionError, match="there is no witness of extra 'B'; known: A"):
        found.witnessed("extra", "B")
    assert found.witnesses["B"].origin == found.witnesses["B"].reader == "unknown"


@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
def test_what_is_wrong_is_refused_with_its_place(folder, call, case):
    file, place, old, new, message = case
    content = FILES[file]
    assert content.count(old) == 1
    (folder / file).write_text(content.replace(old, new))
    with pytest.raises(EditionError, match=message) as refused:
        edition_at(folder)
    assert f"mine/{file}:{place}: " in str(refused.value)
    code, out, err = call("show", str(folder), "--apparatus")
    assert (code, out) == (2, "")
    assert err == f"{refused.value}\n"


def test_variants_of_an_edition_that_describes_no_witness_are_refused(folder):
    (folder / "edition.toml").write_text(EDITION[: EDITION.index("[[witness]]")])
    with pytest.raises(EditionError, match="there is no witness 'B'; known: none"):
        edition_at(folder)


def test_a_variant_alone_stands_in_its_base_too(folder):
    (folder / "emendations.toml").unlink()
    (folder / "variants.toml").write_text(VARIANTS.replace('"one"', '"uno"'))
    with pytest.raises(EditionError, match=r"variants\.toml:5:1: variant v: 'uno' is not found at line 1 of main"):
        edition_at(folder)


def test_a_variant_that_begins_before_an_emendation_is_the_one_that_is_blamed(folder):
    (folder / "variants.toml").write_text(VARIANTS.replace("line = 1", "line = 2").replace('"one"', '"two two\\nth"'))
    with pytest.raises(EditionError, match=r"variants\.toml:5:1: variant v: overlaps e, whose words are 'three'"):
        edition_at(folder)


def test_thousands_of_variants_are_checked_at_once(folder):
    """A witness that was transcribed whole may differ in every line."""
    lines = [f"line {number}\n" for number in range(4000)]
    text = "".join(lines)
    checksum = sha256(text.encode()).hexdigest()
    (folder / "main.transcription").write_text(text)
    (folder / "emendations.toml").unlink()
    (folder / "edition.toml").write_text(EDITION.replace(sha256(MAIN.encode()).hexdigest(), checksum))
    (folder / "variants.toml").write_text(as_variants(collated(text, text.replace("line", "card")), "main", "B"))
    assert edition_at(folder).witnessed("main", "B") == text.replace("line", "card")


def test_each_of_our_editions_describes_its_copy():
    for name in editions():
        found = edition(name)
        first = next(iter(found.witnesses.values()))
        assert all(found.base(text) == first.sigil for text in found.texts)
        assert "" not in (first.file, first.sha256, first.damage)


def test_an_observer_reads_a_text_as_another_witness_has_it(folder):
    context = context_of_run(edition_at(folder), "", Records())
    assert context.witnessed("main", "B") == MAIN.replace("one", "een")
    assert context.parts == {("text", "main.transcription"), ("witness", "B")}
    with pytest.raises(UnknownNameError, match="there is no witness with a variant of main 'A'; known: B"):
        context.witnessed("main", "A")


def test_the_contest_has_the_piece_that_the_programs_have():
    found = edition("wada2002_jigsaw")
    differing = [
        pair
        for pair in zip(
            found.texts["pieces"].transcription.split(), found.witnessed("pieces", "contest").split(), strict=True
        )
        if pair[0] != pair[1]
    ]
    assert differing == [("gBrG", "gBrg")]
