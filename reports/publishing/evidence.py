"""One claim with what decides it: quotation, published, observed, runs, statements, lines printed; how to see it.

evidence_text(verdict, Kept())
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from originals.claims import Claim
from originals.edition import Edition, edition
from reports.checking.check import Verdict
from reports.checking.reached import runs_of
from reports.publishing.tables import shorten
from reports.running.job import run_job
from reports.running.kept import Kept
from reports.running.profile import statement_places
from reports.running.record import RunRecord
from reports.running.records import Records

STATEMENTS = ("statement", "under_statement", "over", "under")
LINES = 5
"""Lines of output that are shown."""


def evidence_text(verdict: Verdict, kept: Kept) -> str:
    """Return the evidence for one verdict as lines."""
    found = edition(verdict["edition"])
    claim = next(claim for claim in found.claims if claim.identifier == verdict["claim"])
    records = Records(kept)
    fields = [
        ("verdict", "; ".join([verdict["verdict"], *verdict["changes"]])),
        ("rests on", ", ".join(verdict["reached"])),
        ("quotation", f"“{claim.quotation}” ({claim.place})"),
        ("published", " … ".join(claim.published) or (f"the text {claim.text}" if claim.text else "no figure")),
        ("derived", f"{shorten(claim.value, 400)}: {verdict['derived']['how']}" if verdict["derived"] else ""),
        ("observed", shorten(verdict["observed"], 400)),
        ("power", verdict["power"]),
        ("slip", verdict["slip"]),
        ("observer", f"{claim.observe} {dict(claim.parameters) or ''}".rstrip()),
        ("why", verdict["why"]),
        *((f"run {run}", text) for run in dict.fromkeys(runs_of(claim)) for text in of_run(found, claim, run, records)),
        ("again", f"getallenband check {found.name} {claim.identifier} --evidence --fresh"),
    ]
    return f"{found.name} {claim.identifier}\n" + "".join(f"  {key:<12} {text}\n" for key, text in fields if text)


def of_run(found: Edition, claim: Claim, run: str, records: Records) -> Iterator[str]:
    """Yield what a run has to do with a claim: its ending and totals, the statements counted, lines printed, probes."""
    record = records(found.name, run)
    statements = sum(record["counts"].values())
    yield f"{record['outcome']['kind']}, {statements:,} statements; getallenband run {found.name}/{run}"
    wanted = [name for key in STATEMENTS for name in listed(claim.parameters.get(key))]
    yield from source_lines(found, run, record, wanted)
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
    """Yield the lines of the program in which these statements stand, with how often each was executed."""
    if not wanted:
        return
    job = run_job(found.name, run)
    places = statement_places(job, record["counts"])
    text = job.source.text.splitlines()
    for label in wanted:
        if label in record["counts"]:
            line = text[places[label].line - 1].strip() if label in places else ""
            yield f"statement {label}: {record['counts'][label]:,} times: {line}"


def listed(value: str | list[str] | Mapping[str, Any] | None) -> list[str]:
    """Return a parameter that is a name, or a list of names."""
    return [value] if isinstance(value, str) else list(value or ())
