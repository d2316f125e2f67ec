"""The report as an RO-Crate: its files with checksums, the documents, one action for each run.

    research_object([data, …], {"index.md": "…"}, "2026-01-31")     # ro-crate-metadata.json

RO-Crate 1.1 with the profile Process Run Crate 0.5. An action's objects are the files that went into the run, its
result is what that run printed and wrote. Neither is in the folder: they are named by their checksums.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

from getallenband.originals.rights import LICENCE_ADDRESS, NOTICE, statement_name
from getallenband.reports.publishing.data import EditionData, RunEntry
from getallenband.reports.publishing.layout import as_json
from getallenband.reports.runs.run import EXIT_CODES

PROFILE = "https://w3id.org/ro/crate/1.1"
PROCESS_RUN = "https://w3id.org/ro/wfrun/process/0.5"
EXIT_CODE = "https://w3id.org/ro/terms/getallenband#exitCode"
CONTEXT = ["https://w3id.org/ro/crate/1.1/context", {"exitCode": EXIT_CODE}]
TYPES = {
    "csv": "text/csv",
    "html": "text/html",
    "json": "application/json",
    "md": "text/markdown",
    "svg": "image/svg+xml",
    "xml": "application/tei+xml",
    "yml": "application/yaml",
}
OPERATOR = "#operator"
OURS = "interpreters"
"""Stands among a record's checksums for those of our own sources."""
Entity = dict[str, Any]


def crate_file() -> str:
    """Return the path of the crate's metadata in the report, as RO-Crate fixes it."""
    return "ro-crate-metadata.json"


def research_object(editions: Sequence[EditionData], files: Mapping[str, str], date: str) -> str:
    """Return the RO-Crate metadata of a report."""
    graph = [*whole(editions, files, date), *rights(editions)]
    graph += [file_entity(path, content, editions) for path, content in sorted(files.items())]
    for data in editions:
        graph += [document(data), *sources(data)]
        graph += [entity for run in data["runs"] for entity in (run_action(data, run), *results(data, run))]
    graph += software(editions)
    return as_json({"@context": CONTEXT, "@graph": graph})


def whole(editions: Sequence[EditionData], files: Mapping[str, str], date: str) -> list[Entity]:
    """Describe the metadata file, the report, its licence, its profile, and who runs the command."""
    return [
        {
            "@id": crate_file(),
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": PROFILE},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": "Historical puzzle programs, run again",
            "description": "Runs of historical puzzle programs, and the check of every figure published.",
            "datePublished": date,
            "license": references([LICENCE_ADDRESS, *statements(editions)]),
            "conformsTo": {"@id": PROCESS_RUN},
            "author": {"@id": OPERATOR},
            "hasPart": [{"@id": path} for path in sorted(files)],
            "mentions": [{"@id": action(data, run)} for data in editions for run in data["runs"]],
        },
        {"@id": PROCESS_RUN, "@type": "CreativeWork", "name": "Process Run Crate", "version": "0.5"},
        {
            "@id": EXIT_CODE,
            "@type": "rdf:Property",
            "rdfs:label": "exitCode",
            "rdfs:comment": "The exit code with which the command that makes this run ends.",
        },
        {"@id": OPERATOR, "@type": "Person", "name": "Whoever gave the command getallenband report"},
    ]


def rights(editions: Sequence[EditionData]) -> list[Entity]:
    """Describe the licence of what is ours, and the statements of rights in the documents."""
    return [
        {"@id": LICENCE_ADDRESS, "@type": "CreativeWork", "name": "MIT License", "description": NOTICE},
        *(
            {
                "@id": address,
                "@type": "CreativeWork",
                "name": statement_name(address),
                "description": "Of the documents that the files with this licence show.",
            }
            for address in statements(editions)
        ),
    ]


def statements(editions: Sequence[EditionData]) -> list[str]:
    """Return the addresses of the statements of rights that the editions give, each once."""
    return list(dict.fromkeys(data["rights_statement"] for data in editions if data["rights_statement"]))


def software(editions: Sequence[EditionData]) -> list[Entity]:
    """Describe the programs that the runs were made with, in every version that took part."""
    versions = {
        (name, version)
        for data in editions
        for run in data["runs"]
        for name, version in run["provenance"]["versions"].items()
    }
    ours = [version for name, version in sorted(versions) if name == "getallenband"]
    others = sorted((name, version) for name, version in versions if name != "getallenband")
    return [
        *(
            {
                "@id": tool("getallenband", version),
                "@type": "SoftwareApplication",
                "name": "getallenband",
                "description": "Runs historical programs.",
                "softwareVersion": version,
                "softwareRequirements": [{"@id": tool(*other)} for other in others],
            }
            for version in ours
        ),
        *(
            {
                "@id": tool(name, version),
                "@type": "SoftwareApplication",
                "name": name,
                "url": tool(name, version),
                "softwareVersion": version,
            }
            for name, version in others
        ),
    ]


def tool(name: str, version: str) -> str:
    """Return the identifier of a program in one version: where it can be had, if it is not ours."""
    if name == "getallenband":
        return f"#getallenband-{version.replace(' ', '-')}"
    return (
        f"https://www.python.org/ftp/python/{version}/"
        if name == "python"
        else f"https://pypi.org/project/{name}/{version}/"
    )


def references(identifiers: Iterable[str]) -> Entity | list[Entity]:
    """Refer to entities; a single one has no brackets, as RO-Crate requires."""
    found = [{"@id": identifier} for identifier in identifiers]
    return found[0] if len(found) == 1 else found


def file_entity(path: str, content: str, editions: Sequence[EditionData]) -> Entity:
    """Describe one file of the report; one that shows a document has the statement of the rights in it."""
    encoded = content.encode()
    name = PurePosixPath(path).name
    shown = {
        data["rights_statement"]: None
        for data in editions
        if data["rights_statement"] and re.match(rf"{re.escape(data['edition'])}[.-]", name)
    }
    return {
        "@id": path,
        "@type": "File",
        "name": path,
        "encodingFormat": TYPES[path.rsplit(".", 1)[-1]],
        "contentSize": str(len(encoded)),
        "sha256": sha256(encoded).hexdigest(),
        **({"license": references(shown)} if shown else {}),
    }


def document(data: EditionData) -> Entity:
    """Describe the historical document."""
    statement = data["rights_statement"]
    return {
        "@id": f"#{data['edition']}",
        "@type": "ScholarlyArticle",
        "name": data["title"],
        "author": data["author"],
        # 1974~ is an approximate year in ISO 8601-2
        "datePublished": data["dated"].replace("about ", "") + ("~" if data["dated"].startswith("about") else ""),
        "isPartOf": data["source"],
        "copyrightNotice": data["rights"],
        **({"license": {"@id": statement}} if statement else {}),
    }


def sources(data: EditionData) -> list[Entity]:
    """Describe every file that went into a run, and the transcriptions: those of the document, and the editor's own."""
    texts = {text["file"]: text for text in data["texts"]}
    sums = {text["file"]: text["sha256"] for text in data["texts"]}
    for run in data["runs"]:
        sums |= inputs(run)
    found: list[Entity] = []
    for file, checksum in sums.items():
        entity: Entity = {"@id": source(data, file), "@type": "CreativeWork", "name": file, "sha256": checksum}
        if text := texts.get(file):
            entity |= {"description": text["witness"], "isBasedOn": {"@id": f"#{data['edition']}"}}
            if data["rights_statement"]:
                entity["license"] = {"@id": data["rights_statement"]}
            if text["language"]:
                entity |= {"@type": "SoftwareSourceCode", "programmingLanguage": text["language"]}
        else:
            entity["description"] = "supplied by the editor"
        found.append(entity)
    return found


def inputs(run: RunEntry) -> dict[str, str]:
    """Return the checksum of every file that went into a run."""
    return {file: checksum for file, checksum in run["provenance"]["checksums"].items() if file != OURS}


def source(data: EditionData, file: str) -> str:
    """Return the identifier of a file that went into a run."""
    return f"#{data['edition']}/{file}"


def action(data: EditionData, run: RunEntry) -> str:
    """Return the identifier of a run."""
    return f"#{data['edition']}/run/{run['run']}"


def run_action(data: EditionData, run: RunEntry) -> Entity:
    """Describe one run: what went in, what came out, when, with what ending."""
    outcome, versions = run["outcome"], run["provenance"]["versions"]
    entity: Entity = {
        "@id": action(data, run),
        "@type": "CreateAction",
        "name": f"{data['edition']}/{run['run']}",
        "description": f"{run['about']} Command: getallenband run {data['edition']}/{run['run']}",
        "agent": {"@id": OPERATOR},
        "instrument": {"@id": tool("getallenband", versions["getallenband"])},
        "object": references(source(data, file) for file in inputs(run)),
        "result": references(entity["@id"] for entity in results(data, run)),
        "endTime": run["provenance"]["ended"],
        "exitCode": EXIT_CODES[outcome["kind"]],
        "actionStatus": "http://schema.org/CompletedActionStatus",
    }
    if outcome["kind"] != "finished":
        entity |= {"actionStatus": "http://schema.org/FailedActionStatus", "error": outcome["message"]}
    return entity


def results(data: EditionData, run: RunEntry) -> list[Entity]:
    """Describe what one run printed, and the files that it wrote."""
    kinds = {"@type": "CreativeWork", "encodingFormat": "text/plain"}
    return [
        {
            "@id": f"{action(data, run)}/output",
            "name": f"What {data['edition']}/{run['run']} printed",
            "description": f"{run['output_lines']:,} lines; data/{data['edition']}.json has their beginning.",
            "sha256": run["output_sha256"],
            **kinds,
        },
        *(
            {"@id": f"{action(data, run)}/files/{name}", "name": name, "sha256": checksum, **kinds}
            for name, checksum in run["files"].items()
        ),
    ]
