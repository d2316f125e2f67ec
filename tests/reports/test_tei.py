"""The TEI file of each edition: its texts can be taken out of it again, as received and as emended; TEI's own rules.

All six were also valid by tei_all.rng of TEI P5 4.11.0 and 4.12.0, which are too large to keep here.
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from originals.changes import apply_changes
from originals.edition import edition, editions
from reports.publishing.tei import TEI, tei

XML = "{http://www.w3.org/XML/1998/namespace}"
CONTENT = {
    "TEI": {"teiHeader", "text"},
    "teiHeader": {"fileDesc", "encodingDesc"},
    "fileDesc": {"titleStmt", "publicationStmt", "sourceDesc"},
    "titleStmt": {"title", "author", "respStmt"},
    "respStmt": {"resp", "name"},
    "publicationStmt": {"publisher", "availability"},
    "availability": {"p"},
    "sourceDesc": {"bibl", "listWit"},
    "bibl": {"date"},
    "listWit": {"witness"},
    "encodingDesc": {"editorialDecl", "variantEncoding"},
    "editorialDecl": {"p"},
    "text": {"body"},
    "body": {"div"},
    "div": {"head", "ab"},
    "ab": {"lb", "app"},
    "app": {"lem", "rdg", "note"},
    "rdg": {"lb"},
    "note": {"certainty"},
}
"""What each element may hold, of what TEI allows in it."""


def name(element):
    return element.tag.removeprefix(f"{{{TEI}}}")


@pytest.fixture(params=editions())
def found(request):
    return edition(request.param)


@pytest.fixture
def root(found):
    return ElementTree.fromstring(tei(found).encode())


def content(element, reading):
    """Return the text of an element with only one of the two readings of each <app>, and no notes."""
    parts = [element.text or ""]
    for child in element:
        if name(child) not in ("note", "rdg" if reading == "lem" else "lem"):
            parts.append(content(child, reading))
        parts.append((child.tail or "") if name(child) not in ("lem", "rdg", "note") else "")
    return "".join(parts)


def test_each_text_can_be_taken_out_as_received_and_as_emended(found, root):
    blocks = {part.get("n"): part.find(f"{{{TEI}}}ab") for part in root.iter(f"{{{TEI}}}div")}
    assert list(blocks) == [text.file for text in found.texts.values()]
    for text in found.texts.values():
        block = blocks[text.file]
        assert content(block, "rdg") == text.transcription
        changes = [change for change in found.emendations if change.text == text.name]
        assert content(block, "lem") == apply_changes(text.transcription, changes)
        lines = [line.get("n") for line in block.iter(f"{{{TEI}}}lb")]
        assert lines == [str(number) for number in range(1, len(text.transcription.splitlines()) + 1)]


def test_each_emendation_has_its_entry(found, root):
    entries = {entry.get(f"{XML}id"): entry for entry in root.iter(f"{{{TEI}}}app")}
    assert set(entries) == {f"emendation-{change.identifier}" for change in found.emendations}
    for change in found.emendations:
        lemma, reading, note = entries[f"emendation-{change.identifier}"]
        assert [name(part) for part in (lemma, reading, note)] == ["lem", "rdg", "note"]
        assert (lemma.text or "") == change.new
        assert (lemma.get("resp"), note.get("resp")) == ("#editor", "#editor")
        assert lemma.get("cert") == {"certain": "high", "none": "low"}[change.need]
        assert (reading.get("wit"), reading.get("cause")) == (f"#witness-{change.text}", change.cause)
        assert note.text == change.reason
        assert {"certain": "high", "probable": "medium", "possible": "low", "": "unknown"}[change.certainty] == note[
            0
        ].get("cert")


def test_whatever_is_pointed_to_is_there_once(root):
    identifiers = [element.get(f"{XML}id") for element in root.iter() if element.get(f"{XML}id")]
    assert len(set(identifiers)) == len(identifiers)
    for element in root.iter():
        for attribute in ("wit", "resp", "target"):
            assert element.get(attribute, "#editor")[1:] in identifiers


def test_elements_stand_where_tei_has_them(root):
    for element in root.iter():
        assert {name(child) for child in element} <= CONTENT.get(name(element), set())
