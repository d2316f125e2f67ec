"""The report for other people's tools: an RO-Crate description of the folder, and a CODECHECK-style certificate.

    research_object([data, …], {"index.md": "…"}, "2026-01-31")     # ro-crate-metadata.json, RO-Crate 1.1
    certificate([data, …])                                           # codecheck.yml, one document an edition

The certificate follows the CODECHECK configuration's keys; its codechecker is this program, and it says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from reports.publishing.gather import summary
from reports.publishing.tables import as_json

CONTEXT = "https://w3id.org/ro/crate/1.1/context"
PROFILE = "https://w3id.org/ro/crate/1.1"
CODECHECK = "https://codecheck.org.uk/spec/config/1.0/"
TYPES = {
    "md": "text/markdown",
    "html": "text/html",
    "svg": "image/svg+xml",
    "json": "application/json",
    "yml": "application/yaml",
}
Data = Mapping[str, Any]


def research_object(editions: Sequence[Data], files: Mapping[str, str], date: str) -> str:
    """Return the RO-Crate metadata of a report: its files with checksums, the documents, one action for each run."""
    software = {"@id": "#getallenband", "@type": "SoftwareApplication", "name": "getallenband", "url": "#getallenband"}
    graph: list[dict[str, Any]] = [
        {
            "@id": "ro-crate-metadata.json",
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": PROFILE},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": "Historical puzzle programs, run again",
            "description": "Runs of historical puzzle programs as printed, and the check of every figure published.",
            "datePublished": date,
            "license": {"@id": "https://spdx.org/licenses/MIT"},
            "hasPart": [{"@id": path} for path in sorted(files)],
            "mentions": [{"@id": action(data, run)} for data in editions for run in data["runs"]],
        },
        {"@id": "https://spdx.org/licenses/MIT", "@type": "CreativeWork", "name": "MIT License"},
        software,
    ]
    graph += [file_entity(path, content) for path, content in sorted(files.items())]
    for data in editions:
        graph += [document(data), *texts(data), *(run_action(data, run) for run in data["runs"])]
    return as_json({"@context": CONTEXT, "@graph": graph})


def file_entity(path: str, content: str) -> dict[str, Any]:
    """Describe one file of the report."""
    encoded = content.encode()
    return {
        "@id": path,
        "@type": "File",
        "encodingFormat": TYPES[path.rsplit(".", 1)[-1]],
        "contentSize": str(len(encoded)),
        "sha256": sha256(encoded).hexdigest(),
    }


def document(data: Data) -> dict[str, Any]:
    """Describe the historical document."""
    return {
        "@id": f"#{data['edition']}",
        "@type": "ScholarlyArticle",
        "name": data["title"],
        "author": data["author"],
        # 1974~ is an approximate year in ISO 8601-2
        "datePublished": data["dated"].replace("about ", "") + ("~" if data["dated"].startswith("about") else ""),
        "isPartOf": data["source"],
    }


def texts(data: Data) -> list[dict[str, Any]]:
    """Describe the transcriptions that the runs were made from."""
    return [
        {
            "@id": f"#{data['edition']}/{text['file']}",
            "@type": "SoftwareSourceCode" if text["role"] == "program" else "CreativeWork",
            "name": text["file"],
            "description": text["witness"],
            "isBasedOn": {"@id": f"#{data['edition']}"},
            "sha256": text["sha256"],
            **({"programmingLanguage": text["language"]} if text["language"] else {}),
        }
        for text in data["texts"]
    ]


def action(data: Data, run: Data) -> str:
    """Return the identifier of a run."""
    return f"#{data['edition']}/run/{run['run']}"


def run_action(data: Data, run: Data) -> dict[str, Any]:
    """Describe one run as the action that made the edition's data."""
    return {
        "@id": action(data, run),
        "@type": "CreateAction",
        "name": f"{data['edition']}/{run['run']}",
        "description": run["about"],
        "instrument": {"@id": "#getallenband"},
        "object": [{"@id": f"#{data['edition']}/{text['file']}"} for text in data["texts"]],
        "result": {"@id": f"data/{data['edition']}.json"},
        "actionStatus": "http://schema.org/CompletedActionStatus",
    }


def certificate(editions: Sequence[Data], date: str) -> str:
    """Return one YAML document for each edition: what was checked, with which result."""
    return "".join(document_certificate(data, date) for data in editions)


def document_certificate(data: Data, date: str) -> str:
    """Return the certificate of one edition; every scalar is quoted as JSON, which is YAML too."""
    judged = data["verdicts"]
    kinds = ", ".join(f"{number} {verdict}" for verdict, number in sorted(summary(data).items()))
    lines = [
        "---",
        f"version: {json.dumps(CODECHECK)}",
        "paper:",
        f"  title: {scalar(data['title'])}",
        "  authors:",
        f"    - name: {scalar(data['author'])}",
        f"  reference: {scalar(data['source'])}",
        "manifest:",
        f"  - file: {scalar(data['edition'] + '.md')}",
        f"    comment: {scalar('claims, corrections, counts and listings')}",
        *(
            line
            for picture in data["pictures"]
            for line in (
                f"  - file: {scalar(data['edition'] + '-' + picture['name'] + '.svg')}",
                f"    comment: {scalar(picture['caption'])}",
            )
        ),
        f"  - file: {scalar('data/' + data['edition'] + '.json')}",
        f"    comment: {scalar('run records, verdicts, comparisons')}",
        "codechecker:",
        f"  - name: {scalar('getallenband (a program; no person has signed this)')}",
        f"check_time: {scalar(date)}",
        f"summary: {scalar(f'{len(judged)} claims checked: {kinds}.')}",
        "claims:",
    ]
    for verdict in judged:
        lines += [
            f"  - id: {scalar(verdict['claim'])}",
            f"    verdict: {scalar(verdict['verdict'])}",
            f"    published: {scalar(verdict['published'])}",
            f"    observed: {scalar(verdict['observed'])}",
        ]
    return "\n".join(lines) + "\n"


def scalar(value: Any) -> str:
    """Return a value as one line of YAML."""
    return json.dumps(value, ensure_ascii=False, default=str)
