"""Pages from data: Markdown for readers of the repository, HTML for a browser, pictures beside them.

    for path, content in {**pages([data, …]), **index([data, …], programs)}.items():
        durable.write(out / path, content)

A pure function: nothing runs here. Times are marked (times.py), so that two reports can be compared without them.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from getallenband.durable.visible import in_xml, visible
from getallenband.modern.puzzle_files.atlas import atlas, templates
from getallenband.originals.claims import KINDS, VERDICTS
from getallenband.originals.presentation import follows
from getallenband.originals.rights import NOTICE, statement_name
from getallenband.originals.searches import known
from getallenband.reports.checking.how_reached import MEANING
from getallenband.reports.comparing.atlas import entries, ours_of, seconds_of, tally
from getallenband.reports.comparing.counts import CountEntry
from getallenband.reports.comparing.programs import ProgramEntry
from getallenband.reports.publishing.addresses import HARMLESS, as_html, harmless
from getallenband.reports.publishing.beside import choices, level_tables
from getallenband.reports.publishing.charts import edition_charts, overview_charts
from getallenband.reports.publishing.checker import checker_script
from getallenband.reports.publishing.critical import critical, cross_references, readings
from getallenband.reports.publishing.data import Drawing, EditionData, Figure, RunEntry
from getallenband.reports.publishing.exports import EXPORTS
from getallenband.reports.publishing.files import Files
from getallenband.reports.publishing.foreign import glossary, mark_foreign
from getallenband.reports.publishing.gallery import draw_gallery, gallery_file
from getallenband.reports.publishing.gather import summary
from getallenband.reports.publishing.highlight import between_tags
from getallenband.reports.publishing.layout import shorten
from getallenband.reports.publishing.notes import assign_letters
from getallenband.reports.publishing.pivot import pivot, side_name, side_words, totals
from getallenband.reports.publishing.player import bare, packed_script, starter
from getallenband.reports.publishing.player.address import job_address
from getallenband.reports.publishing.player.runs import one_of
from getallenband.reports.publishing.policy import policy
from getallenband.reports.publishing.sabotage import Sabotage, noticed, outcomes, total
from getallenband.reports.publishing.silhouettes import silhouette
from getallenband.reports.publishing.times import html_time, markdown_time
from getallenband.reports.publishing.verdicts import (
    by_outcome,
    draft_notes,
    notes_of,
    occurring,
    reached_ways,
    remarkable,
    slip_of,
    stated,
    words,
)
from getallenband.reports.publishing.witnesses import SEARCHED, facts
from getallenband.reports.runs.left_out import LeftOut
from getallenband.reports.runs.profile import listing
from getallenband.reports.runs.sources import versions

GUIDES = ("reading", "puzzles", "machines", "verify", "verdicts", "programs")
"""Pages of which no edition is the subject: they explain, or have the tables of all documents."""
HOME = ("debruijn1972_pentomino", "first24")
"""The edition and the run that the home page shows at work."""


def pages(editions: Sequence[EditionData], *, alone: bool = False) -> Files:
    """Return the pages and pictures of editions by path; `alone` they have no links to pages of the whole report."""
    written = Files()
    ordered = by_year(editions)
    for before, data, after in zip([None, *ordered], ordered, [*ordered[1:], None], strict=False):
        name = data["edition"]
        charts = edition_charts(data)
        for kind in ("md", "html"):
            made = page(f"edition.{kind}", kind, alone=alone, data=data, before=before, after=after, charts=charts)
            written.put(f"{name}.{kind}", made, name)
        for gallery in data["galleries"]:
            made = page("gallery.html", "html", alone=alone, data=data, gallery=gallery, drawn=draw_gallery(gallery))
            written.put(gallery_file(data, gallery), made, f"picture {gallery['name']} of {name}")
        for figure in data["figures"]:
            written.put(figure_file(data, figure), figure["svg"], f"figure {figure['file']} of {name}")
        for picture in data["pictures"]:
            path = f"{name}-{picture['name']}.svg"
            written.put(path, in_xml(picture["svg"]), f"picture {picture['name']} of {name}")
    if alone:
        written.put("reading.html", page("reading.html", "html", alone=True), "how to read these pages")
    return written


def index(
    editions: Sequence[EditionData],
    programs: Sequence[ProgramEntry],
    found: Sabotage | None = None,
    counts: Sequence[CountEntry] = (),
    *,
    manual: bool = True,
) -> dict[str, str]:
    """Return the pages that lead to all editions, and have the table of all programs.

    With `manual` the home page links the manual as it is from a folder of the repository such as reports/published.
    """
    ordered = by_year(editions)
    content: dict[str, Any] = {
        "editions": ordered, "programs": programs, "sabotage": found, "counts": counts, "home": at_home(ordered),
        "charts": overview_charts(ordered, programs), "manual": "../../docs" if manual else "",
    }  # fmt: skip
    paths = ["index.md", *(f"{name}.html" for name in ("index", *GUIDES))]
    return (
        {path: page(path, path.rpartition(".")[2], **content) for path in paths}
        | sabotage_pages(found, [data["edition"] for data in ordered])
        | beside_page(ordered, programs)
        | atlas_page()
    )


@cache
def atlas_page() -> dict[str, str]:
    """Return the page of all published counts, from the record of those counted here."""
    found = entries(atlas().values())
    pictures = {row.name: silhouette(row.drawn, row.cells) for row in atlas().values()}
    content: dict[str, Any] = {"entries": found, "tally": tally(found), "pictures": pictures, "templates": templates()}
    return {"atlas.html": page("atlas.html", "html", **content)}


def at_home(editions: Sequence[EditionData]) -> EditionData | None:
    """Return the edition that the home page shows at work, with that run only; None where it is not there."""
    name, run = HOME
    for data in editions:
        if data["edition"] == name and data["player"] and run in data["player"]["runs"]:
            return {**data, "player": one_of(data["player"], run)}
    return None


def beside_page(editions: Sequence[EditionData], programs: Sequence[ProgramEntry]) -> dict[str, str]:
    """Return the page that sets two programs beside each other, if pages can run two of one puzzle."""
    puzzles, tables = choices(editions, programs), list(level_tables(editions))
    return {"beside.html": page("beside.html", "html", puzzles=puzzles, tables=tables)} if puzzles else {}


def figure_file(data: EditionData, figure: Figure) -> str:
    """Return the path of a figure in the report."""
    return f"{data['edition']}-{PurePosixPath(figure['file']).name}"


def solutions_of(puzzle: str, programs: Sequence[ProgramEntry]) -> list[tuple[int, list[str]]]:
    """Return each number of solutions that programs find for a puzzle, with their names."""
    found: dict[int, list[str]] = {}
    for entry in programs:
        if entry["puzzle"] == puzzle and entry["solutions"] is not None:
            found.setdefault(entry["solutions"], []).append(entry["name"])
    return sorted(found.items())


def pictured(puzzle: str, editions: Sequence[EditionData]) -> Drawing | None:
    """Return the first picture of an edition that has a program for the puzzle."""
    for data in editions:
        if any(entry["puzzle"] == puzzle for entry in data["programs"]):
            named = [picture for picture in data["pictures"] if picture["name"].startswith(puzzle)]
            for picture in named or data["pictures"]:
                return picture
    return None


def by_year(editions: Sequence[EditionData]) -> list[EditionData]:
    return sorted(editions, key=lambda data: (data["year"], data["edition"]))


def sabotage_pages(found: Sabotage | None, editions: Sequence[str]) -> dict[str, str]:
    """Return the pages that say what can be altered without being noticed, if that was tried."""
    kinds = ("md", "html") if found else ()
    return {f"sabotage.{kind}": page(f"sabotage.{kind}", kind, found=found, editions=editions) for kind in kinds}


def page(name: str, kind: str, *, alone: bool = False, **content: Any) -> str:
    """Write one page from its template; `alone` it leads to no page of the whole report.

    Characters of programs, claims and titles that cannot be seen, or change the order of what is, are visible signs.
    """
    made = visible(environment(kind).get_template(f"{name}.j2").render(alone=alone, **content)).strip() + "\n"
    return without_markup(made) if kind == "md" else made


@cache
def environment(kind: str) -> Environment:
    """Return the templates' environment for Markdown ("md") or HTML ("html")."""
    made = Environment(
        loader=PackageLoader("getallenband.reports.publishing"),
        autoescape=kind == "html",
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        as_html=as_html, as_printed=as_printed, bare_script=bare, bare_style=bare_style, between_tags=between_tags,
        cell=cell, code=code, literal=literal, shorten=shorten, seconds=seconds, foreign=mark_foreign, known=known,
        statement_name=statement_name, without_it=without_it, words=words, remarkable=remarkable,
        time=html_time if kind == "html" else markdown_time,
    )  # fmt: skip
    for function in (
        assign_letters, by_outcome, choices, closed, column_names, critical, cross_references,
        facts, fenced, figure_file, first_with, gallery_file, glossary, job_address, linked, listing, notes_of,
        occurring, ours_of, outcomes, pictured, pivot, reached_ways, remarkable, seconds_of, side_name, side_words,
        slip_of, solutions_of, stated, summary, draft_notes, noticed, policy, readings, titles, told, total, totals,
    ):  # fmt: skip
        made.globals[function.__name__] = function
    made.globals |= {
        "exports": EXPORTS,
        "KINDS": KINDS,
        "VERDICTS": VERDICTS,
        "VERSION": versions("getallenband")["getallenband"],
        "MEANING": MEANING,
        "NOTICE": NOTICE,
        "SEARCHED": SEARCHED,
        "checker_script": checker_script,
        "packed_script": packed_script,
        "starter": starter,
        "text_face": text_face,
    }
    return made


@cache
def text_face() -> str:
    """Return the face of all text, for a style sheet: with its own, a page looks the same in every browser."""
    face = files("getallenband.reports.publishing").joinpath("templates", "literata.woff2").read_bytes()
    return f"data:font/woff2;base64,{b64encode(face).decode()}"


def bare_style(style: str) -> str:
    """Return a style sheet without indentation and blanks that say nothing."""
    return re.sub(r";?\s*([{};])\s*", r"\1", re.sub(r"([:,])\s+", r"\1", " ".join(style.split())))


def column_names(headers: Sequence[str]) -> Markup:
    """Return the names of a table's columns as the properties --c1, --c2, … of a style attribute."""
    names = [re.sub(r"([\\'])", r"\\\1", " ".join(header.split())) for header in headers]
    properties = ";".join(f"--c{number}:'{name}'" for number, name in enumerate(names, start=1))
    return Markup(str(escape(properties)).replace("&#39;", "'"))


CODE = re.compile(r"(?<=\n\n)(`{3,})[^`\n]*\n.*?^\1`*$|(?<!`)(`+)(?!`)[^\n]+?(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL)
"""What Markdown leaves as it is: blocks of code after an empty line, and code in a line."""
MARKUP = re.compile(
    r'<(?=[A-Za-z/!?])(?!(?:br|/?code|/?details|/?summary|a id="[\w.-]+"|/a|!--/?time--)>)'
    r"|!(?=\[)(?!\[[^\]\\\n`<]{0,1000}\]\([\w.-]+\.svg\))"
    rf"|\](?=[(:])(?![(:]\s*+{HARMLESS})"
)
"""Where HTML begins that the templates did not write, a picture from elsewhere, and a link that may run something."""
SHOWN = {"<": "&lt;", "!": "&#33;", "]": "&#93;"}


def without_markup(page: str) -> str:
    """Return a page in Markdown in which no HTML of an edition, a program or a claim is HTML.

    A picture of theirs, which would ask for a file, is a link; a link is text if it is not plainly one to a page.
    """
    pieces, end = [], 0
    for code_found in CODE.finditer(page):
        pieces += [as_text(page[end : code_found.start()]), code_found.group()]
        end = code_found.end()
    shown = "".join([*pieces, as_text(page[end:])])
    return as_text(page) if MARKUP.search(shown) and has_markup(shown) else shown


def as_text(page: str) -> str:
    return MARKUP.sub(lambda found: SHOWN[found.group()], page)


class Reader(MarkdownIt):
    """Takes every link for one, as other readers may."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802
        return True


def has_markup(page: str) -> bool:
    """Tell whether a reader of Markdown finds any: code that ends elsewhere than CODE has it lets some through."""
    reader = Reader("commonmark").enable("table")
    tokens = [token for each in reader.parse(page) for token in (each, *(each.children or ()))]
    return any(
        MARKUP.search(token.content)
        if token.type.startswith("html_")
        else not re.fullmatch(r"[\w.-]+\.svg", str(token.attrs.get("src", "x.svg")))
        or not harmless(str(token.attrs.get("href", "")))
        for token in tokens
    )


def without_it(row: LeftOut) -> str:
    """Say what happens without an emendation."""
    return row["what"] if row["kind"] == "the same" else f"{row['kind']}: {row['what']}"


def seconds(value: float) -> str:
    """Return a time for people: seconds with as many digits as are worth reading."""
    if value < 0.1:
        return f"{value * 1000:.1f} ms"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def as_printed(published: str | Sequence[str] | None) -> str:
    """Return what the document prints, its pieces parted by an ellipsis and its lines by a stroke."""
    return published or "" if published is None or isinstance(published, str) else " … ".join(published)


def cell(value: Any) -> str:
    """Return text that is safe in a cell of a Markdown table."""
    text = " ".join(str(value).split()) if not isinstance(value, int | list) else shorten(value, 200)
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("_", "\\_")


ENTITY = re.compile(r"&(?=#?\w+;)")


def literal(text: str) -> str:
    """Return what a document or a program printed for a cell of a Markdown table: it has no code and no links."""
    return re.sub(r"[`~]|(?<=\])\(", r"\\\g<0>", cell(ENTITY.sub("&amp;", text)))


MARKS = re.compile(r"[|*`~]|(?<=\])\(|\\(?![A-Za-z0-9 ])|(?<![^\W_])_|_(?![^\W_])")
"""What Markdown does not leave as it is between tags of HTML, besides HTML."""


def code(value: str) -> str:
    """Return program text as code in a cell of a Markdown table, line by line."""
    lines = (MARKS.sub(lambda found: f"&#{ord(found[0])};", escaped(line)) for line in value.splitlines() or [""])
    return "<br>".join(f"<code>{line or '&nbsp;'}</code>" for line in lines)


def escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;")


def fenced(text: str) -> str:
    """Return text as a block of code in Markdown, which no run of backticks in the text ends."""
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return "\n".join((fence, text.removesuffix("\n"), fence))


def closed(markdown: str) -> str:
    """Return Markdown whose last block of code is closed, so that what follows it on a page is not in it."""
    last = MarkdownIt("commonmark").parse(f"{markdown}\n\nend\n")[-1]
    return f"{markdown}\n{last.markup}" if last.type == "fence" else markdown


def told(data: EditionData) -> list[tuple[str, list[Drawing]]]:
    """Return the paragraphs of the story, in Markdown, each with the pictures that follow it."""
    paragraphs = data["story"].split("\n\n") if data["story"] else []
    return [(each, [picture for picture in data["pictures"] if follows(picture["after"], each)]) for each in paragraphs]


def titles(programs: Sequence[ProgramEntry]) -> list[tuple[str, str]]:
    """Return the puzzles of the table of programs with their titles, each once."""
    return list({entry["puzzle"]: (entry["puzzle"], entry["title"]) for entry in programs}.values())


def first_with(runs: Sequence[RunEntry], output_sha256: str) -> str:
    """Return the first run that printed this."""
    return next(run["run"] for run in runs if run["output_sha256"] == output_sha256)


def linked(side: tuple[str, str, str], data: EditionData) -> Markup:
    """Return the name of a comparison's side, with a link if it is a run of the page."""
    name = Markup("<code>{}</code>").format(side[1])
    there = side[0] == "run" and any(run["run"] == side[1] for run in data["runs"])
    return Markup('<a href="#run-{}">{}</a>').format(side[1], name) if there else name
