"""An edition's check as a CODECHECK certificate of its paper: EDITION.codecheck.yml, one YAML document.

    certificate(data, {"index.html": "…"}, "2026-01-31")

Each certificate is of one real paper, by its own authors and with its own reference. Version 1.0 of the configuration
is named: 2.0 requires an ORCID of every author, which authors of 1968 have not, and a number from CODECHECK's
register, which none of this has been given (`certificate` is null). What the document claims, and what came of it, is
below `getallenband_claims`: CODECHECK has no keys for that.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from hashlib import sha256

import yaml

from getallenband.originals.claims import VERDICTS
from getallenband.originals.searches import known
from getallenband.reports.publishing.charts import edition_charts
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.gallery import gallery_file
from getallenband.reports.publishing.gather import accepted, summary

SPECIFICATION = "https://codecheck.org.uk/spec/config/1.0/"
CHECKER = "getallenband, a program: no person has signed this"


def codecheck_file(name: str) -> str:
    """Return the path of an edition's certificate in the report."""
    return f"{name}.codecheck.yml"


def certificate(data: EditionData, files: Mapping[str, str], date: str, exported: Mapping[str, str]) -> str:
    """Return the certificate of one edition in a report that consists of these files; `exported` describes more."""
    comments = {**comments_of(data), **exported}
    content = {
        "version": SPECIFICATION,
        "paper": {
            "title": data["paper"],
            "authors": [{"name": known(data["author"], "an unknown author")}],
            "reference": known(data["source"], "The source is unknown"),
        },
        "manifest": [{"file": path, "comment": comments[path]} for path in sorted(comments) if path in files],
        "codechecker": [{"name": CHECKER}],
        "report": named_information(files[f"{data['edition']}.html"]),
        "certificate": None,
        "check_time": date,
        "source": "; ".join(f"{witness['sigil']}: {witness['title']}" for witness in data["witnesses"])
        or "Transcriptions of the document, made for this check.",
        "summary": said_of(data),
        "getallenband_claims": [
            {
                "id": verdict["claim"],
                "page": f"{data['edition']}.html#{verdict['claim']}",
                "check": f"getallenband check {data['edition']} {verdict['claim']}",
                "verdict": accepted(verdict),
                "published": verdict["published"],
                "observed": verdict["observed"],
            }
            for verdict in data["verdicts"]
        ],
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
        **{f"{name}-{picture['name']}.svg": picture["caption"] for picture in data["pictures"]},
        **{chart["file"]: chart["alt"] for chart in edition_charts(data)},
        **{f"{name}-{figure['file'].rpartition('/')[2]}": figure["caption"] for figure in data["figures"]},
        **{gallery_file(data, gallery): f"all solutions of the run {gallery['run']}" for gallery in data["galleries"]},
    }


def named_information(content: str) -> str:
    """Return a name that this content alone has (RFC 6920)."""
    digest = base64.urlsafe_b64encode(sha256(content.encode()).digest()).decode().rstrip("=")
    return f"ni:///sha-256;{digest}"


def said_of(data: EditionData) -> str:
    """Return how many statements of the author have which verdict, as pages count them, and how many other claims."""
    kinds = summary(data, "statement")
    number, others = sum(kinds.values()), len(data["verdicts"]) - sum(kinds.values())
    said = ", ".join(f"{kinds[verdict]} {verdict.replace('-', ' ')}" for verdict in VERDICTS if kinds.get(verdict))
    part = f" in the part that the edition calls “{data['title']}”" if data["title"] != data["paper"] else ""
    draft = "A draft: what is counted here is not finished. " if data["draft"] else ""
    return (
        f"{draft}{number} statement{'' if number == 1 else 's'} by the author{part}: {said}."
        + (f" Besides: {others} on the text or noticed by the editor." if others else "")
        + " A program checked them: no person has signed this, and no number of the CODECHECK register was asked for."
    )
