"""Write the report: run every edition, check, compare, write pages and data into a folder.

outcome = report(Path("reports/out"))
outcome.changed            # verdicts and comparisons that are not as expected
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import durable
from originals.edition import editions
from reports.checking.check import Verdict
from reports.comparing.programs import programs
from reports.publishing.export import certificate, research_object
from reports.publishing.gather import gather
from reports.publishing.site import pages
from reports.publishing.tables import as_json
from reports.running.oracle import Oracle
from reports.running.records import Records

DEFAULT = Path("reports/out")


@dataclass(frozen=True)
class Reported:
    """What was written where, and what is not as it should be."""

    out: Path
    verdicts: list[Verdict]
    changed: list[str]


def report(out: Path = DEFAULT, *, soak: bool = False) -> Reported:
    """Run, check, compare, write; raise what the runs and the editions raise. Nothing is written before all ran."""
    out.mkdir(parents=True, exist_ok=True)
    records, oracle = Records(), Oracle()
    found = [gather(name, records, oracle, soak=soak) for name in editions()]
    table = programs((), records, oracle, soak=soak)
    files = pages(found, table)
    files |= {f"data/{data['edition']}.json": as_json(data) for data in found}
    files["data/programs.json"] = as_json(table)
    date = time.strftime("%Y-%m-%d", time.gmtime())
    files["codecheck.yml"] = certificate(found, date)
    files["ro-crate-metadata.json"] = research_object(found, files, date)
    for path, content in files.items():
        durable.write(out / path, content)
    verdicts = [verdict for data in found for verdict in data["verdicts"]]
    changed = [f"{verdict['edition']}: {verdict['claim']}" for verdict in verdicts if verdict["changed"]]
    changed += [
        f"{comparison['edition']}: comparison {comparison['comparison']}"
        for data in found
        for comparison in data["comparisons"]
        if not comparison["equal"]
    ]
    return Reported(out, verdicts, changed)
