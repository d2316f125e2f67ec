"""One claim with what decides it: quotation, published, observed, then each thing that took part, and how to see it.

evidence_text(verdict, ResultCache())
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from getallenband.originals.claims import AWAITING, Claim
from getallenband.originals.edition import Edition, edition
from getallenband.originals.quotations import located
from getallenband.reports.checking.check import Checker, Verdict
from getallenband.reports.checking.observed import Part
from getallenband.reports.publishing.layout import shorten
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import run_job
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.profile import statement_places
from getallenband.reports.runs.record import RunRecord
from getallenband.reports.runs.records import Records

STATEMENTS = ("statement", "under_statement", "over", "under")
LINES = 5
"""Lines of output, rows of a tape and lines of a text that are shown."""
Fields = Iterator[tuple[str, str]]


def evidence_text(verdict: Verdict, cache: ResultCache) -> str:
    """Return the evidence for one verdict as lines."""
    found = edition(verdict["edition"])
    checker = Checker(found, Records(cache), Oracle(cache), soak=True)
    claim = checker.claims[verdict["claim"]]
    parts = set() if verdict["verdict"] == AWAITING else checker.observation(claim)[1]
    fields = [
        ("kind", verdict["kind"]),
        ("verdict", "; ".join([verdict["verdict"], *verdict["changes"]])),
        ("rests on", ", ".join(verdict["reached"])),
        ("quotation", f"“{claim.quotation}” ({claim.place})"),
        *of_witness(found, claim),
        ("published", " … ".join(claim.published) or (f"the text {claim.text}" if claim.text else "no figure")),
        ("derived", f"{shorten(claim.value, 400)}: {verdict['derived']['how']}" if verdict["derived"] else ""),
        ("observed", shorten(verdict["observed"], 400)),
        ("power", verdict["power"]),
        ("slip", verdict["slip"]),
        ("observer", f"{claim.observe} {dict(claim.parameters) or ''}".rstrip()),
        ("why", verdict["why"]),
        ("holds if" if verdict["verdict"] == "contradicted" else "fails if", verdict["fails_if"]),
        *(field for part in sorted(parts) for field in of_part(found, claim, part, checker.records)),
        ("again", f"getallenband check {found.name} {claim.identifier} --evidence --fresh"),
    ]
    return f"{found.name} {claim.identifier}\n" + "".join(f"  {key:<13} {text}\n" for key, text in fields if text)


def of_witness(found: Edition, claim: Claim) -> Fields:
    """Yield the lines of the transcriptions that have the quotation, and those of a text that is the claim's."""
    for text in found.texts.values():
        lines = text.transcription.splitlines()
        places = located(claim.quotation, text.transcription) or {}
        quoted = sorted({text.transcription.count("\n", 0, place) + 1 for place in places.values()})
        quoted = list(range(1, len(lines) + 1)) if text.name == claim.text else quoted
        for number in quoted[:LINES]:
            yield "witness", f"{text.file}:{number}: {lines[number - 1].strip()}"
        if len(quoted) > LINES:
            yield "witness", f"… {len(quoted) - LINES:,} more lines of {text.file}"


def of_part(found: Edition, claim: Claim, part: Part, records: Records) -> Fields:
    """Yield what one of the things that took part has to do with a claim."""
    kind, name = part
    if kind == "run":
        yield from ((f"run {name}", text) for text in of_run(found, claim, name, records))
    elif kind == "input":
        yield from ((f"input {name}", text) for text in of_input(found, claim, name))
    elif kind == "modern":
        puzzle = claim.parameters.get("puzzle")
        yield "modern", "geometry or a solver of today" + (f", puzzle {puzzle}" if puzzle else "")
    elif kind == "assumed":
        yield "assumed by", f"the {name}"
    elif kind == "sample":
        yield "sample", "an estimate, with its error"
    elif kind == "proof":
        yield "proof", "for readers to judge; no program checks it"
    else:
        yield kind, name


def of_run(found: Edition, claim: Claim, run: str, records: Records) -> Iterator[str]:
    """Yield what a run has to do with a claim: its ending and totals, the statements counted, lines printed, probes."""
    record = records(found.name, run)
    statements = sum(record["counts"].values())
    yield f"{record['outcome']['kind']}, {statements:,} statements; getallenband run {found.name}/{run}"
    wanted = dict.fromkeys(name for key in STATEMENTS for name in listed(claim.parameters.get(key)))
    yield from source_lines(found, run, record, [*wanted])
    for name in listed(claim.parameters.get("name")) + listed(claim.parameters.get("names")):
        if name in record["probes"]:
            yield f"probe {name}: {shorten(record['probes'][name], 200)}"
    pattern = claim.parameters.get("pattern")
    if pattern or claim.observe == "output":
        lines = [line for line in record["output"].splitlines() if not pattern or re.search(pattern, line)]
        yield from (f"printed: {line}" for line in lines[:LINES])
        if len(lines) > LINES:
            yield f"printed: … {len(lines) - LINES:,} more such lines"


def source_lines(found: Edition, run: str, record: RunRecord, wanted: list[str]) -> Iterator[str]:
    """Yield the lines of the program with these statements, with how often each was executed."""
    if not wanted:
        return
    job = run_job(found.name, run)
    places = statement_places(job, record["counts"])
    text = job.source.text.splitlines()
    for label in wanted:
        if label in record["counts"]:
            line = text[places[label].line - 1].strip() if label in places else ""
            yield f"statement {label}: {record['counts'][label]:,} times: {line}"


def of_input(found: Edition, claim: Claim, name: str) -> Iterator[str]:
    """Yield an input's file and size, and the rows that the observer looks at: the one it names, or the first ones."""
    run, _, tape = name.partition("/")
    text, source = found.run(run).tapes[tape], found.run(run).inputs[tape]
    words = list(re.finditer(r"[-+]?\d+", text))
    file = found.texts[source].file if source in found.texts else source
    yield f"{file}: {len(words):,} numbers in {len(text.splitlines()):,} lines"
    width, row = claim.parameters.get("width"), claim.parameters.get("row")
    if not width:
        return
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for number in [row] if row else range(1, min(LINES, len(words) // width) + 1):
        cells = words[(number - 1) * width : number * width]
        line = bisect_right(starts, cells[0].start())
        yield f"row {number}, line {line}: {' '.join(cell.group() for cell in cells)}"


def listed(value: str | list[str] | Mapping[str, Any] | None) -> list[str]:
    """Return a parameter that is a name, or a list of names."""
    return [value] if isinstance(value, str) else list(value or ())
