"""An edition's texts and apparatus as TEI P5: EDITION.tei.xml.

    tei(edition("debruijn1972_pentomino"))

Each text stands as its witness has it, with an <app> where it is emended: <lem> is the editor's reading, <rdg> the
witness's. On <lem>, cert says how sure it is that the text must be changed; on <rdg>, cause says whose slip it is, and
a <certainty> in the note how sure that is. Experiments correct nothing and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from durable.visible import in_xml
from originals.changes import Change, find
from originals.edition import Edition, Text

TEI = "http://www.tei-c.org/ns/1.0"
ID = "{http://www.w3.org/XML/1998/namespace}id"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
EDITOR = "editor"
CERT = {"certain": "high", "probable": "medium", "possible": "low", "none": "low", "": "unknown"}
"""TEI's words for how sure the editor is; a change that need not be made is no sure one."""
RULES = (
    "The texts stand as their witnesses have them, letter by letter. Where one is emended, lem is the editor's reading,"
    " rdg the witness's. lem/@cert says how sure it is that the text must be changed; rdg/@cause says whose slip it is"
    " (author, printing, copy, undecided), or that the author says that something is left out (omission); the certainty"
    " element in the note says how sure that is. Lines are numbered as in the transcription."
)


def tei_file(name: str) -> str:
    """Return the path of an edition's TEI file in the report."""
    return f"{name}.tei.xml"


def tei(found: Edition) -> str:
    """Return the edition as XML."""
    ElementTree.register_namespace("", TEI)
    root = Element(tag("TEI"), {LANGUAGE: "en"})
    add_header(SubElement(root, tag("teiHeader")), found)
    body = SubElement(SubElement(root, tag("text")), tag("body"))
    for text in found.texts.values():
        add_text(body, text, [change for change in found.emendations if change.text == text.name])
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + in_xml(ElementTree.tostring(root, encoding="unicode")) + "\n"


def tag(name: str) -> str:
    return f"{{{TEI}}}{name}"


def add(parent: Element, name: str, text: str = "", **attributes: str) -> Element:
    """Append an element with its text."""
    element = SubElement(parent, tag(name), attributes)
    element.text = text or None
    return element


def add_header(header: Element, found: Edition) -> None:
    """Say what the document is, who is responsible for the edition, and which witnesses it has."""
    description = add(header, "fileDesc")
    title = add(description, "titleStmt")
    add(title, "title", found.title)
    add(title, "author", found.author)
    responsible = add(title, "respStmt")
    responsible.set(ID, EDITOR)
    add(responsible, "resp", "transcription and emendations")
    add(responsible, "name", "The Getallenband maintainers")
    published = add(description, "publicationStmt")
    add(published, "publisher", "The Getallenband maintainers")
    add(add(published, "availability"), "p", found.rights)
    source = add(description, "sourceDesc")
    printed = add(source, "bibl", found.source + ", ")
    add(printed, "date", found.dated, when=str(found.year), cert="low" if found.year_estimated else "high")
    witnesses = add(source, "listWit")
    for text in found.texts.values():
        add(witnesses, "witness", text.witness).set(ID, witness(text.name))
    encoding = add(header, "encodingDesc")
    add(add(encoding, "editorialDecl"), "p", RULES)
    add(encoding, "variantEncoding", method="parallel-segmentation", location="internal")


def witness(text: str) -> str:
    """Return the identifier of a text's witness."""
    return f"witness-{text}"


def add_text(body: Element, text: Text, changes: Sequence[Change]) -> None:
    """Append one text with its apparatus."""
    kind = {"subtype": text.language} if text.language else {}
    part = add(body, "div", type=text.role, n=text.file, **kind)
    part.set(ID, f"text-{text.name}")
    add(part, "head", text.file)
    block = Lines(add(part, "ab"))
    block.element.set(SPACE, "preserve")
    reached = 0
    placed = [(find(text.transcription, change), change) for change in changes]
    for start, change in sorted(placed, key=lambda pair: pair[0]):
        block.write(text.transcription[reached:start])
        add_change(block, change)
        reached = start + len(change.old)
    block.write(text.transcription[reached:])


class Lines:
    """Mixed content of an element, with an <lb n=""> where each line of a transcription begins."""

    def __init__(self, element: Element, line: int = 0, *, begin: bool = True) -> None:
        self.element = element
        self.line = line
        self.begin = begin

    def write(self, text: str) -> None:
        """Append text; the next line's <lb> waits until the line has something."""
        for piece in text.splitlines(keepends=True):
            self.start_line()
            self.append(piece)
            self.begin = piece.endswith("\n")

    def start_line(self) -> None:
        """Append the <lb> of a line that begins here."""
        if self.begin:
            self.line += 1
            add(self.element, "lb", n=str(self.line))
            self.begin = False

    def append(self, text: str) -> None:
        if len(self.element):
            self.element[-1].tail = (self.element[-1].tail or "") + text
        else:
            self.element.text = (self.element.text or "") + text


def add_change(block: Lines, change: Change) -> None:
    """Append the entry of the apparatus for one emendation."""
    block.start_line()
    entry = add(block.element, "app")
    entry.set(ID, f"emendation-{change.identifier}")
    add(entry, "lem", change.new, resp=f"#{EDITOR}", cert=CERT[change.need])
    reading = add(entry, "rdg", wit=f"#{witness(change.text)}", cause=change.cause)
    reading.set(ID, f"reading-{change.identifier}")
    lines = Lines(reading, block.line, begin=False)
    lines.write(change.old)
    block.line, block.begin = lines.line, lines.begin
    note = add(entry, "note", change.reason, type="reason", resp=f"#{EDITOR}")
    add(note, "certainty", target=f"#{reading.get(ID)}", match="@cause", locus="value", cert=CERT[change.certainty])
