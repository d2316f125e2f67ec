"""An edition as TEI P5: EDITION.tei.xml.

    tei(edition("debruijn1972_pentomino"), data)

The header describes the copy that was read (<msDesc>). Each text stands as that copy has it, with an <app> where it is
emended: <lem> is the editor's reading, <rdg> the witness's. On <lem>, cert says how sure it is that the text must be
changed; on <rdg>, cause says whose slip it is, and a <certainty> in the note how sure that is. Where another witness
reads otherwise, its reading is one more <rdg>; where nothing is emended there is no <lem>. Experiments correct nothing
and are left out. The story is the front, what the lines, words and statements mean in English the back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from getallenband.durable.visible import in_xml
from getallenband.originals.changes import Change, placed
from getallenband.originals.edition import Edition
from getallenband.originals.rights import LICENCE_ADDRESS, statement_name
from getallenband.originals.searches import Search
from getallenband.originals.texts import Text
from getallenband.originals.witnesses import Witness
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.foreign import glossary
from getallenband.reports.publishing.tei_prose import add_prose, add_text
from getallenband.reports.publishing.verdicts import draft_notes
from getallenband.reports.publishing.witnesses import facts

TEI = "http://www.tei-c.org/ns/1.0"
ID = "{http://www.w3.org/XML/1998/namespace}id"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
EDITOR = "editor"
CERT = {"certain": "high", "probable": "medium", "possible": "low", "none": "low", "": "unknown"}
"""TEI's words for how sure the editor is; a change that need not be made is no sure one."""
RULES = (
    "The texts stand as their base witness has them, letter by letter. Where one is emended, lem is the editor's"
    " reading, rdg the witness's; where witnesses differ and nothing is emended, there are readings only. lem/@cert"
    " says how sure it is that the text must be changed; rdg/@cause says whose slip it is (author, printing, copy,"
    " undecided), or that the author says that something is left out (omission); the certainty element in the note"
    " says how sure that is. A witness that has a text and is not named in an entry reads as the base does. Of a"
    " witness whose description gives an extent only the readings that an entry names are known."
    " Lines are numbered as in the transcription."
)


def tei_file(name: str) -> str:
    """Return the path of an edition's TEI file in the report."""
    return f"{name}.tei.xml"


def tei(found: Edition, data: EditionData) -> str:
    """Return the edition as XML; story and statements are those of its data, in which every figure is filled in."""
    ElementTree.register_namespace("", TEI)
    root = Element(tag("TEI"), {LANGUAGE: "en"})
    header = SubElement(root, tag("teiHeader"))
    add_header(header, found)
    if data["draft"]:
        add(add(header, "revisionDesc", status="draft"), "change", " ".join(draft_notes(data)))
    text = add(root, "text")
    if data["story"]:
        story = add(add(text, "front"), "div", type="story")
        add(story, "head", "The story")
        add_prose(story, data["story"], TEI)
    body = add(text, "body")
    body.set(LANGUAGE, found.written_in)
    for each in found.texts.values():
        add_div(body, found, each)
    add_back(text, found, data)
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
    add(title, "title", found.title).set(LANGUAGE, found.written_in)
    if found.english:
        add(title, "title", found.english, type="translation")
    add(title, "author", found.author)
    if found.edited_by:
        responsible = add(title, "respStmt")
        responsible.set(ID, EDITOR)
        add(responsible, "resp", "transcription and emendations")
        add(responsible, "name", found.edited_by)
    published = add(description, "publicationStmt")
    add(published, "publisher", found.edited_by or "unknown: the edition does not say who made it")
    add_rights(add(published, "availability"), found)
    source = add(description, "sourceDesc")
    printed = add(source, "bibl")
    add(printed, "title", found.paper).set(LANGUAGE, found.written_in)
    add(printed, "author", found.author)
    add(printed, "bibl", found.source)
    add(printed, "date", found.dated, **dating(found))
    if found.year_reason:
        add(printed, "note", found.year_reason, type="date")
    witnesses = add(source, "listWit")
    for each in witnesses_of(found):
        add_witness(witnesses, each)
    encoding = add(header, "encodingDesc")
    if found.searches:
        collected = add(encoding, "projectDesc")
        for search in found.searches:
            add_search(collected, search)
    add(add(encoding, "editorialDecl"), "p", RULES)
    add(encoding, "variantEncoding", method="parallel-segmentation", location="internal")


def add_rights(availability: Element, found: Edition) -> None:
    """Say whose the document is, by a general statement too if the edition gives one, and whose the edition is."""
    if not found.rights_statement:
        add(availability, "p", found.rights)
        return
    name = statement_name(found.rights_statement)
    add(availability, "licence", f"{name}. {found.rights}", target=found.rights_statement)
    if found.added:
        add(availability, "licence", found.added, target=LICENCE_ADDRESS)


def add_search(parent: Element, search: Search) -> None:
    """Say where was looked for the document, when, with which words, and what came of it."""
    element = add(parent, "p", "Searched on ")
    add(element, "date", search.when, when=search.when).tail = ": "
    add(element, "ref", search.where, target=search.where).tail = f", for {'; '.join(search.words)}. {search.result}"


def dating(found: Edition) -> dict[str, str]:
    """Return the attributes of the date of publication: a year, or the two between which it lies."""
    if found.year_from < found.year:
        return {"notBefore": str(found.year_from), "notAfter": str(found.year), "cert": "high"}
    if not found.year:
        return {}
    return {"when": str(found.year), "cert": "low" if found.year_estimated else "high"}


def witnesses_of(found: Edition) -> Sequence[Witness]:
    """Return the witnesses; of an edition that describes none, the copy that its texts follow."""
    return tuple(found.witnesses.values()) or (Witness("copy", f"The copy that the texts follow, of: {found.source}"),)


def add_witness(parent: Element, each: Witness) -> None:
    """Describe a witness: which file it is, its pages, what was done to it, and where it is from."""
    element = add(parent, "witness", n=each.sigil)
    element.set(ID, witness(each.sigil))
    described = add(element, "msDesc")
    identifier = add(described, "msIdentifier")
    add(identifier, "idno", each.sigil, type="siglum")
    for kind, value in (("file", each.file), ("sha256", each.sha256)):
        if value:
            add(add(identifier, "altIdentifier"), "idno", value, type=kind)
    add(described, "head", each.title)
    add(add(described, "msContents"), "p", f"Pages: {each.pages}.")
    if each.extent or each.damage:
        physical = add(described, "physDesc")
        for said in filter(None, (each.extent and f"How much of it was read: {each.extent}", each.damage)):
            add(physical, "p", said)
    copied = add(add(described, "additional"), "surrogates")
    for label, fact in facts({key: getattr(each, key) for key in ("origin", "scan", "reader")}):
        add(copied, "p", f"{label}: {fact}")


def witness(sigil: str) -> str:
    """Return the identifier of a witness."""
    return f"witness-{sigil}"


def add_div(body: Element, found: Edition, text: Text) -> None:
    """Append one text with its apparatus."""
    kind = {"subtype": text.language} if text.language else {}
    part = add(body, "div", type=text.role, n=text.file, **kind)
    part.set(ID, f"text-{text.name}")
    add(part, "head", text.file)
    add(part, "note", text.witness, type="place").set(LANGUAGE, "en")
    if text.obtain or text.missing:
        add(part, "note", f"The text is not here: {text.obtain or text.missing}", type="availability")
        return
    block = Lines(add(part, "ab"), text)
    block.element.set(SPACE, "preserve")
    reached = 0
    for start, changes in places(found, text):
        block.write(text.transcription[reached:start])
        add_entry(block, found, changes)
        reached = start + len(changes[0].old)
    block.write(text.transcription[reached:])


def places(found: Edition, text: Text) -> Iterator[tuple[int, list[Change]]]:
    """Yield each place at which a text is emended or witnesses differ: an emendation is first, then variants."""
    changes = [each for each in (*found.emendations, *found.variants) if each.text == text.name]
    for start, group in groupby(placed(text.transcription, changes), key=lambda pair: pair[0]):
        yield start, [change for _, change in group]


def add_meanings(lines: Element, gloss: Mapping[int, str]) -> Iterator[tuple[Element, list[int]]]:
    """Append what lines say, each run of lines with one meaning once; yield its element and their numbers."""
    for meaning, group in groupby(sorted(gloss.items()), key=lambda pair: pair[1]):
        numbers = [number for number, _ in group]
        span = "-".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))
        yield add(lines, "item", meaning, n=span), numbers


def add_back(text: Element, found: Edition, data: EditionData) -> None:
    """Append what is English of the document: lines of programs, words, and the statements that were checked."""
    back = Element(tag("back"))
    for name, gloss in found.gloss.transcribed.items():
        lines = add_list(back, "gloss", f"{found.texts[name].file}, line by line")
        for item, numbers in add_meanings(lines, gloss):
            item.set("corresp", " ".join(f"#{line_id(name, number)}" for number in numbers))
    for name, gloss in found.gloss.corrected.items():
        lines = add_list(back, "gloss", f"{found.texts[name].file} as corrected, line by line")
        list(add_meanings(lines, gloss))
    words = glossary(found.words)
    if words:
        listed = add_list(back, "words", "Words of the document", type="gloss")
        for language, word, meaning in words:
            add(listed, "label", word).set(LANGUAGE, language)
            add(listed, "item", meaning)
    if data["verdicts"]:
        listed = add_list(back, "statements", "Statements of the document, and what they say")
        for verdict in data["verdicts"]:
            item = add(listed, "item", n=verdict["claim"])
            add(item, "quote", verdict["quotation"]).set(LANGUAGE, found.written_in)
            add(item, "note", verdict["about"], type="paraphrase")
    if len(back):
        text.append(back)


def add_list(back: Element, kind: str, head: str, **attributes: str) -> Element:
    """Append a division that has a list."""
    part = add(back, "div", type=kind)
    add(part, "head", head)
    return add(part, "list", **attributes)


def line_id(text: str, line: int) -> str:
    """Return the identifier of a line of a transcription."""
    return f"line-{text}-{line}"


class Lines:
    """Mixed content of an element, with an <lb n=""> where each line of a transcription begins, and <pb/> of a page."""

    def __init__(self, element: Element, text: Text, line: int = 0, *, begin: bool = True) -> None:
        self.element = element
        self.text = text
        self.line = line
        self.begin = begin

    def write(self, text: str) -> None:
        """Append text; the next line's <lb> waits until the line has something."""
        for piece in text.splitlines(keepends=True):
            self.start_line()
            add_text(self.element, piece)
            self.begin = piece.endswith("\n")

    def start_line(self) -> None:
        """Append the <lb> of a line that begins here."""
        if self.begin:
            self.line += 1
            if self.line in self.text.page_breaks:
                add(self.element, "pb")
            add(self.element, "lb", n=str(self.line)).set(ID, line_id(self.text.name, self.line))
            self.begin = False


def add_entry(block: Lines, found: Edition, changes: Sequence[Change]) -> None:
    """Append one entry of the apparatus: the emendation of a place, the base's reading, and what others read."""
    block.start_line()
    text = block.text.name
    variants = [change for change in changes if change.witnesses]
    emendation = changes[0] if not changes[0].witnesses else None
    editor = {"resp": f"#{EDITOR}"} if found.edited_by else {}
    entry = add(block.element, "app")
    entry.set(ID, f"{'emendation' if emendation else 'variant'}-{changes[0].identifier}")
    if emendation:
        agreeing = pointers(variants, emendation.new)
        add(entry, "lem", emendation.new, **agreeing, **editor, cert=CERT[emendation.need])
    slip = {"cause": emendation.cause} if emendation else {}
    reading = add(entry, "rdg", wit=f"#{witness(found.base(text) or witnesses_of(found)[0].sigil)}", **slip)
    reading.set(ID, f"reading-{changes[0].identifier}")
    lines = Lines(reading, block.text, block.line, begin=False)
    lines.write(changes[0].old)
    block.line, block.begin = lines.line, lines.begin
    for new in dict.fromkeys(change.new for change in variants):
        if not emendation or new != emendation.new:
            add(entry, "rdg", new, **pointers(variants, new))
    for change in changes:
        add_note(entry, change, reading, editor)


def pointers(variants: Sequence[Change], new: str) -> dict[str, str]:
    """Return the attribute that names the witnesses of a reading, if any has it."""
    sigils = [sigil for change in variants if change.new == new for sigil in change.witnesses]
    return {"wit": " ".join(f"#{witness(sigil)}" for sigil in sigils)} if sigils else {}


def add_note(entry: Element, change: Change, reading: Element, editor: Mapping[str, str]) -> None:
    """Append why a place is emended or what a variant decides, and how sure the cause of a slip is."""
    note = add(entry, "note", change.reason, type="reason", **editor)
    note.set(LANGUAGE, "en")
    if not change.witnesses:
        target = f"#{reading.get(ID)}"
        add(note, "certainty", target=target, match="@cause", locus="value", cert=CERT[change.certainty])
