"""The TEI file of each edition: its texts can be taken out of it again, as received and as emended; TEI's own rules.

All six were also valid by tei_all.rng of TEI P5 4.11.0, which is too large to keep here.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest

from getallenband import reports
from getallenband.originals.changes import apply_changes
from getallenband.originals.edition import edition, edition_at, editions
from getallenband.originals.gloss import Gloss
from getallenband.reports.publishing.foreign import glossary
from getallenband.reports.publishing.tei import TEI, tei
from tests.command_line.mine import FILES

XML = "{http://www.w3.org/XML/1998/namespace}"
PROSE = {"p", "list", "quote", "ab"}
WORDS = {"emph", "hi", "ref", "code", "date"}
CONTENT = {
    "TEI": {"teiHeader", "text"},
    "teiHeader": {"fileDesc", "encodingDesc", "revisionDesc"},
    "revisionDesc": {"change"},
    "fileDesc": {"titleStmt", "publicationStmt", "sourceDesc"},
    "titleStmt": {"title", "author", "respStmt"},
    "respStmt": {"resp", "name"},
    "publicationStmt": {"publisher", "availability"},
    "availability": {"licence"},
    "sourceDesc": {"bibl", "listWit"},
    "bibl": {"title", "author", "bibl", "date", "note"},
    "listWit": {"witness"},
    "witness": {"msDesc"},
    "msDesc": {"msIdentifier", "head", "msContents", "physDesc", "additional"},
    "msIdentifier": {"idno", "altIdentifier"},
    "altIdentifier": {"idno"},
    "msContents": {"p"},
    "physDesc": {"p"},
    "additional": {"surrogates"},
    "surrogates": {"p"},
    "encodingDesc": {"projectDesc", "editorialDecl", "variantEncoding"},
    "projectDesc": {"p"},
    "editorialDecl": {"p"},
    "text": {"front", "body", "back"},
    "front": {"div"},
    "body": {"div"},
    "back": {"div"},
    "div": {"head", "note", *PROSE},
    "ab": {"pb", "lb", "app"},
    "app": {"lem", "rdg", "note"},
    "rdg": {"pb", "lb"},
    "note": {"certainty"},
    "list": {"label", "item"},
    "item": {"quote", "note", *PROSE},
    "quote": {"p"},
    "p": WORDS,
    "emph": WORDS,
    "hi": WORDS,
    "ref": WORDS,
}
"""What each element may hold, of what TEI allows in it."""
FIRST = {
    "TEI": ["teiHeader", "text"],
    "fileDesc": ["titleStmt", "publicationStmt", "sourceDesc"],
    "respStmt": ["resp", "name"],
    "altIdentifier": ["idno"],
    "msDesc": ["msIdentifier", "head"],
    "msIdentifier": ["idno"],
    "witness": ["msDesc"],
    "additional": ["surrogates"],
    "teiHeader": ["fileDesc", "encodingDesc"],
    "body": ["div"],
    "front": ["div"],
    "back": ["div"],
}
"""What TEI requires of an element's children, in their order."""
ORDER = {
    "msDesc": ["msIdentifier", "head", "msContents", "physDesc", "additional"],
    "text": ["front", "body", "back"],
    "app": ["lem", "rdg", "note"],
}


def name(element):
    return element.tag.removeprefix(f"{{{TEI}}}")


@pytest.fixture(params=editions())
def found(request):
    return edition(request.param)


def data_of(found):
    """Return the published data of an edition."""
    path = Path(reports.__file__).parent / "published" / "data" / f"{found.name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture
def root(found):
    return ElementTree.fromstring(tei(found, data_of(found)).encode())


def content(element, chosen):
    """Return the text of an element with the reading of each <app> that is chosen."""
    parts = [element.text or ""]
    for child in element:
        parts += [content(chosen(child) if name(child) == "app" else child, chosen), child.tail or ""]
    return "".join(parts)


def emended(entry):
    """Choose the editor's reading, or else the base's, which is the first."""
    return entry[0]


def of_witness(sigil):
    """Choose a witness's reading, or else the base's: the first <rdg>."""

    def chosen(entry):
        readings = [each for each in entry if f"#witness-{sigil}" in (each.get("wit") or "").split()]
        return readings[0] if readings else entry.find(f"{{{TEI}}}rdg")

    return chosen


def test_each_text_can_be_taken_out_as_each_witness_has_it_and_as_emended(found, root):
    blocks = {part.get("n"): part.find(f"{{{TEI}}}ab") for part in root.find(f".//{{{TEI}}}body")}
    assert list(blocks) == [text.file for text in found.texts.values()]
    for text in found.texts.values():
        block = blocks[text.file]
        assert (block is None) == bool(text.obtain)
        if block is None:
            continue
        whole = [each.sigil for each in found.witnesses.values() if text.name in each.texts and not each.extent]
        for sigil in whole:
            assert content(block, of_witness(sigil)) == found.witnessed(text.name, sigil)
        assert content(block, of_witness(found.base(text.name))) == text.transcription
        changes = [change for change in found.emendations if change.text == text.name]
        assert content(block, emended) == apply_changes(text.transcription, changes)
        lines = [line.get("n") for line in block.iter(f"{{{TEI}}}lb")]
        assert lines == [str(number) for number in range(1, len(text.transcription.splitlines()) + 1)]
        after_breaks = [after.get("n") for each, after in zip(block, [*block][1:], strict=False) if name(each) == "pb"]
        assert after_breaks == [str(line) for line in text.page_breaks]


def test_each_emendation_has_its_entry(found, root):
    entries = {entry.get(f"{XML}id"): entry for entry in root.iter(f"{{{TEI}}}app")}
    places = {(change.text, change.line, change.old) for change in found.emendations}
    assert set(entries) == {f"emendation-{change.identifier}" for change in found.emendations} | {
        f"variant-{change.identifier}"
        for change in found.variants
        if (change.text, change.line, change.old) not in places
    }
    for change in found.emendations:
        lemma, reading, note, *_of_variants = entries[f"emendation-{change.identifier}"]
        assert [name(part) for part in (lemma, reading, note)] == ["lem", "rdg", "note"]
        assert (lemma.text or "") == change.new
        assert (lemma.get("resp"), note.get("resp")) == ("#editor", "#editor")
        assert lemma.get("cert") == {"certain": "high", "none": "low"}[change.need]
        assert (reading.get("wit"), reading.get("cause")) == ("#witness-copy", change.cause)
        assert note.text == change.reason
        assert {"certain": "high", "probable": "medium", "possible": "low", "": "unknown"}[change.certainty] == note[
            0
        ].get("cert")


def test_whatever_is_pointed_to_is_there_once(root):
    named = {element.get(f"{XML}id"): name(element) for element in root.iter() if element.get(f"{XML}id")}
    assert len(named) == sum(element.get(f"{XML}id") is not None for element in root.iter())
    for element in root.iter():
        for pointer in (element.get("wit") or "").split():
            assert named[pointer.removeprefix("#")] == "witness"
        for attribute, kind in (("resp", "respStmt"), ("corresp", "lb"), ("target", "rdg")):
            if name(element) not in ("ref", "licence"):
                assert all(named[each.removeprefix("#")] == kind for each in (element.get(attribute) or "").split())


def test_elements_stand_where_tei_has_them(root):
    for element in root.iter():
        children = [name(child) for child in element]
        assert {*children} <= CONTENT.get(name(element), set())
        required = FIRST.get(name(element), [])
        assert children[: len(required)] == required
        if order := ORDER.get(name(element)):
            assert children == sorted(children, key=order.index)
    for pairs in root.iter(f"{{{TEI}}}list"):
        assert len(pairs) > 0
        if pairs.get("type") == "gloss":
            assert [name(child) for child in pairs] == ["label", "item"] * (len(pairs) // 2)
    for reading in root.iter(f"{{{TEI}}}rdg"):
        assert reading.get("wit")


def test_the_year_is_as_sure_as_it_is_known(found, root):
    [date] = root.findall(f".//{{{TEI}}}bibl/{{{TEI}}}date")
    known = {key: date.get(key) for key in ("when", "notBefore", "notAfter", "cert") if date.get(key)}
    expected = {
        "debruijn1972_pentomino": {"notBefore": "1971", "notAfter": "1972", "cert": "high"},
        "hitotumatu1968_rug": {"when": "1968", "cert": "low"},
        "kawai_hamekomi": {"when": "1974", "cert": "low"},
    }
    assert known == expected.get(found.name, {"when": str(found.year), "cert": "high"})


def test_one_copy_is_one_witness_and_what_is_unknown_is_said(found, root):
    witnesses = [each.get("n") for each in root.iter(f"{{{TEI}}}witness")]
    others = {"wada2002_jigsaw": ["contest"], "perl2012_pentomino": ["site"]}
    assert witnesses == ["copy", *others.get(found.name, [])]
    sums = [each.text for each in root.iter(f"{{{TEI}}}idno") if each.get("type") == "sha256"]
    assert [len(each) for each in sums] == [64]
    reader = found.witnesses["copy"].reader
    assert f"read by: {reader}" in "".join(root.find(f".//{{{TEI}}}surrogates").itertext())


def test_where_was_looked_is_said_with_day_and_address(found, root):
    said = root.findall(f".//{{{TEI}}}projectDesc/{{{TEI}}}p")
    assert [(each[0].get("when"), each[1].get("target")) for each in said] == [
        (search.when, search.where) for search in found.searches
    ]
    assert all(search.result in "".join(each.itertext()) for each, search in zip(said, found.searches, strict=True))


def test_a_line_end_that_the_page_has_is_its_reading():
    root = ElementTree.fromstring(tei(edition("perl2012_pentomino"), data_of(edition("perl2012_pentomino"))).encode())
    [lemma] = [each for each in root.iter(f"{{{TEI}}}lem") if each.get("wit")]
    assert (lemma.get("wit"), lemma.text) == ("#witness-site", "use strict;\nmy @cell =  '00' .. '59';")
    site = next(each for each in root.iter(f"{{{TEI}}}witness") if each.get("n") == "site")
    assert "How much of it was read: From its heading" in "".join(site.itertext())


def test_the_contest_reads_another_letter():
    root = ElementTree.fromstring(tei(edition("wada2002_jigsaw"), data_of(edition("wada2002_jigsaw"))).encode())
    [entry] = [each for each in root.iter(f"{{{TEI}}}app") if each.get(f"{XML}id") == "variant-eighth-piece"]
    assert [(name(each), each.get("wit"), content(each, emended)) for each in entry][:2] == [
        ("rdg", "#witness-copy", "gBrG"),
        ("rdg", "#witness-contest", "gBrg"),
    ]


def test_story_gloss_and_translation_are_there(found, root):
    kinds = {part.get("type") for part in root.iter(f"{{{TEI}}}div")}
    assert {"story", "statements"} <= kinds
    assert ("gloss" in kinds, "words" in kinds) == (found.gloss != Gloss(), bool(glossary(found.words)))
    glossed = {each for item in root.iter(f"{{{TEI}}}item") for each in (item.get("corresp") or "").split()}
    assert glossed == {f"#line-{text}-{line}" for text, lines in found.gloss.transcribed.items() for line in lines}
    story = "".join(root.find(f".//{{{TEI}}}front").itertext())
    assert "{" not in story
    titles = [title.text for title in root.iter(f"{{{TEI}}}title")]
    assert titles == [found.title, *([found.english] if found.english else []), found.paper]


def test_an_edition_whose_witness_confirms_an_emendation_has_it_beside_the_editors_reading(tmp_path):
    """Another witness may read as the editor does, or otherwise than both; the base is the first witness."""
    folder = tmp_path / "three"
    folder.mkdir()
    (folder / "main.transcription").write_text("a\nb\n")
    checksum = sha256(b"a\nb\n").hexdigest()
    (folder / "edition.toml").write_text(
        "[edition]\nname = 'three'\ntitle = 'T'\nauthor = 'A'\nyear = 1965\nsource = 'S'\nmachine = 'M'\nrights = 'R'\n"
        "[texts.main]\nrole = 'table'\nfile = 'main.transcription'\nwitness = 'W'\n"
        f"sha256 = '{checksum}'\n"
        + "".join(f"[[witness]]\nsigil = '{each}'\ntitle = 'Copy {each}'\n" for each in "ABC")
    )
    change = "text = 'main'\nline = 1\nold = 'a'\nreason = 'r'\n"
    (folder / "emendations.toml").write_text(
        f"[[emendation]]\nid = 'e'\n{change}new = 'x'\ncause = 'undecided'\nneed = 'certain'\n"
    )
    variants = (("v", "x", "B"), ("w", "y", "C"))
    (folder / "variants.toml").write_text(
        "".join(f"[[variant]]\nid = '{i}'\n{change}new = '{new}'\nwitnesses = ['{w}']\n" for i, new, w in variants)
    )
    found = edition_at(folder)
    root = ElementTree.fromstring(tei(found, {"story": "", "verdicts": [], "draft": False}).encode())
    [entry] = root.iter(f"{{{TEI}}}app")
    assert [(name(each), each.get("wit"), content(each, emended)) for each in entry][:3] == [
        ("lem", "#witness-B", "x"),
        ("rdg", "#witness-A", "a"),
        ("rdg", "#witness-C", "y"),
    ]
    block = root.find(f".//{{{TEI}}}body//{{{TEI}}}ab")
    assert [content(block, of_witness(each)) for each in "ABC"] == ["a\nb\n", "x\nb\n", "y\nb\n"]
    assert [found.witnessed("main", each) for each in "ABC"] == ["a\nb\n", "x\nb\n", "y\nb\n"]


def test_an_edition_of_somebody_else_is_not_ours(tmp_path):
    """It named our maintainers as transcriber and publisher."""
    mine = tmp_path / "mine"
    mine.mkdir()
    for file, text in FILES.items():
        (mine / file).write_text(text)
    entry = "text = 'main'\nline = 1\nold = '42'\nnew = '43'\ncause = 'undecided'\nneed = 'certain'\nreason = 'r'\n"
    (mine / "emendations.toml").write_text(f"[[emendation]]\nid = 'e'\n{entry}")
    data = {"story": "", "verdicts": [], "draft": False}
    unsigned = tei(edition_at(mine), data)
    assert not {"Getallenband", "respStmt", "#editor"} & set(re.findall(r"\w+|#editor", unsigned))
    assert "<publisher>unknown: the edition does not say who made it</publisher>" in unsigned
    description = mine / "edition.toml"
    description.write_text(description.read_text().replace("year = 1968", 'year = 1968\neditor = "A. Historian"'))
    signed = tei(edition_at(mine), data)
    assert "Getallenband" not in signed
    assert [signed.count(each) for each in ("<name>A. Historian<", "<publisher>A. Historian<", "#editor")] == [1, 1, 2]
