"""The report as a CODECHECK certificate: codecheck.yml, one YAML document.

    certificate([data, …], {"index.html": "…"}, "2026-01-31")

Version 1.0 of the configuration is named: 2.0 requires an ORCID of every author, which authors of 1968 have not, and a
number from CODECHECK's register, which none of this has been given (`certificate` is null). What each document claims,
and what came of it, stands below `getallenband_documents`: CODECHECK has no keys for that.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import yaml

from originals.claims import VERDICTS
from reports.publishing.charts import OVERVIEW, edition_charts
from reports.publishing.data import EditionData
from reports.publishing.gallery import gallery_file
from reports.publishing.gather import summary
from reports.publishing.statistics import statistics_file
from reports.publishing.tei import tei_file

SPECIFICATION = "https://codecheck.org.uk/spec/config/1.0/"
TITLE = "Historical puzzle programs, run again"
CHECKER = "getallenband, a program: no person has signed this"
COMMENTS = {
    "index.html": "what came of all documents together",
    "index.md": "the same as Markdown",
    "machines.html": "the machines on which the programs ran",
    "puzzles.html": "the puzzles: rules, boards, counts",
    "reading.html": "what a claim is, and how to read a listing",
    "sabotage.html": "what can be altered without the check noticing",
    "sabotage.md": "the same as Markdown",
    "data/counts.json": "the counts of the literature, counted again",
    "data/programs.json": "the table of all programs, historical and today's",
}


def certificate(editions: Sequence[EditionData], files: Mapping[str, str], date: str) -> str:
    """Return the certificate of a report that consists of these files."""
    comments = COMMENTS | {path: comment for data in editions for path, comment in comments_of(data).items()}
    comments |= {path: "a chart over all documents" for path in files if path.startswith(OVERVIEW)}
    content = {
        "version": SPECIFICATION,
        "paper": {
            "title": TITLE,
            "authors": [{"name": author} for author in dict.fromkeys(data["author"] for data in editions)],
            "reference": "; ".join(f"{data['title']}: {data['source']}" for data in editions),
        },
        "manifest": [{"file": path, "comment": comments[path]} for path in sorted(files) if path in comments],
        "codechecker": [{"name": CHECKER}],
        "report": named_information(files["index.html"]),
        "certificate": None,
        "check_time": date,
        "source": "Transcriptions of the documents, made for this check; each page says from which witness.",
        "summary": said_of(editions),
        "getallenband_documents": [document(data) for data in editions],
    }
    shown: str = yaml.safe_dump(content, explicit_start=True, sort_keys=False, allow_unicode=True, width=120)
    return shown


def comments_of(data: EditionData) -> dict[str, str]:
    """Return what the files of an edition are, by path."""
    name = data["edition"]
    return {
        f"{name}.html": f"{data['title']}: claims, corrections, counts and listings",
        f"{name}.md": "the same as Markdown",
        f"data/{name}.json": "run records, verdicts, comparisons: the pages are written from it",
        tei_file(name): "the texts with every emendation, as TEI P5",
        **{statistics_file(shown): f"{shown['title']}: node statistics" for shown in data["comparisons"]},
        **{f"{name}-{picture['name']}.svg": picture["caption"] for picture in data["pictures"]},
        **{chart["file"]: chart["alt"] for chart in edition_charts(data)},
        **{f"{name}-{figure['file'].rpartition('/')[2]}": figure["caption"] for figure in data["figures"]},
        **{gallery_file(data, gallery): f"all solutions of the run {gallery['run']}" for gallery in data["galleries"]},
    }


def named_information(content: str) -> str:
    """Return a name that this content alone has (RFC 6920)."""
    digest = base64.urlsafe_b64encode(sha256(content.encode()).digest()).decode().rstrip("=")
    return f"ni:///sha-256;{digest}"


def said_of(editions: Sequence[EditionData]) -> str:
    """Return how many claims were checked, and with which result."""
    counted = [summary(data) for data in editions]
    kinds = {verdict: sum(each.get(verdict, 0) for each in counted) for verdict in VERDICTS}
    said = ", ".join(f"{number} {verdict.replace('-', ' ')}" for verdict, number in kinds.items() if number)
    return (
        f"{sum(kinds.values())} claims of {len(editions)} documents checked: {said}."
        " No number of the CODECHECK register has been asked for."
    )


def document(data: EditionData) -> dict[str, Any]:
    """Return one document with its claims."""
    return {
        "edition": data["edition"],
        "title": data["title"],
        "author": data["author"],
        "dated": data["dated"],
        "reference": data["source"],
        "page": f"{data['edition']}.html",
        "claims": [
            {
                "id": verdict["claim"],
                "page": f"{data['edition']}.html#{verdict['claim']}",
                "check": f"getallenband check {data['edition']} {verdict['claim']}",
                "verdict": verdict["verdict"],
                "published": verdict["published"],
                "observed": verdict["observed"],
            }
            for verdict in data["verdicts"]
        ],
    }
