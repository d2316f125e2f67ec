"""The published copy of the report still follows from the code and from the times that were measured."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from getallenband import reports
from getallenband.originals.edition import edition, editions
from getallenband.reports.publishing.certificate import certificate, codecheck_file
from getallenband.reports.publishing.crate import research_object
from getallenband.reports.publishing.exports import described
from getallenband.reports.publishing.gather import run_entry, variant_row
from getallenband.reports.publishing.measured import read_times, set_times, timeless
from getallenband.reports.publishing.player.runs import made_from
from getallenband.reports.publishing.sabotage import sabotage
from getallenband.reports.publishing.site import index, pages
from getallenband.reports.publishing.tei import tei, tei_file
from getallenband.reports.runs.job import job_for
from getallenband.reports.runs.options import RunOptions
from getallenband.reports.runs.record import run_record
from getallenband.reports.runs.run import perform

PUBLISHED = Path(reports.__file__).parent / "published"
QUICK = 1.0
"""Seconds that a run may have taken to be made again here."""
SEVERAL = 3
"""How many quick runs of an edition are made again."""
LARGEST = 450_000
"""Bytes of a page, but for a gallery."""


def published(name: str):
    """Return published data as they are in their file, without times."""
    return json.loads((PUBLISHED / "data" / f"{name}.json").read_text(encoding="utf-8"))


def whole_report():
    """Return the published data of all editions, the tables of programs and of counts, with times."""
    data, programs, counts = [published(name) for name in editions()], published("programs"), published("counts")
    set_times(read_times(PUBLISHED), data, programs, counts)
    return data, programs, counts


def data_of(name: str):
    """Return the published data of an edition, with times."""
    data = published(name)
    set_times(read_times(PUBLISHED), [data])
    return data


def test_every_edition_is_published():
    assert sorted(path.stem for path in (PUBLISHED / "data").glob("*_*.json")) == list(editions())


def test_pages_follow_from_the_data():
    found, programs, counts = whole_report()
    written = {**pages(found), **index(found, programs, sabotage(), counts)}
    for path, content in written.items():
        assert (PUBLISHED / path).read_text(encoding="utf-8") == content, f"{path} is stale: make publish"


def test_data_have_no_times():
    for name in (*editions(), "programs", "counts"):
        assert timeless(published(name)) == published(name)


def test_pages_are_small():
    sizes = {path.name: path.stat().st_size for path in PUBLISHED.glob("*.html") if not path.stem.endswith("-all")}
    assert {name: size for name, size in sizes.items() if size >= LARGEST} == {}


def test_the_certificates_the_crate_and_tei_follow_from_the_data():
    found = [data_of(name) for name in editions()]
    crate = json.loads((PUBLISHED / "ro-crate-metadata.json").read_text(encoding="utf-8"))
    date = next(entity["datePublished"] for entity in crate["@graph"] if entity["@id"] == "./")
    parts = [entity["@id"] for entity in crate["@graph"] if entity["@type"] == "File"]
    files = {path: (PUBLISHED / path).read_text(encoding="utf-8") for path in parts}
    there = {path.relative_to(PUBLISHED).as_posix() for path in PUBLISHED.rglob("*") if path.is_file()}
    assert there == {*parts, "ro-crate-metadata.json"}, "a file of an earlier report was left"
    for data in found:
        name = data["edition"]
        assert files[codecheck_file(name)] == certificate(data, files, date, described(data))
        assert files[tei_file(name)] == tei(edition(name), data), f"{tei_file(name)} is stale: make publish"
    assert json.loads(research_object(found, files, date)) == crate


@pytest.mark.parametrize("name", editions())
def test_texts_runs_and_claims_are_the_published_ones(name):
    found, data = edition(name), data_of(name)
    names = [run["run"] for run in data["runs"]]
    assert sorted([*names, *data["skipped_runs"]]) == sorted(found.runs)
    assert all(found.runs[name].soak for name in data["skipped_runs"])
    for run in data["runs"]:
        checksums = run["provenance"]["checksums"]
        del checksums["interpreters"]
        assert checksums == dict(found.runs[run["run"]].sources), f"{name}/{run['run']} is stale: make publish"
    assert [row["identifier"] for row in data["apparatus"]] == [
        change.identifier
        for change in sorted(found.emendations, key=lambda change: (list(found.texts).index(change.text), change.line))
    ] + [change.identifier for changes in found.experiments.values() for change in changes]
    assert data["witnesses"] == json.loads(json.dumps([asdict(each) for each in found.witnesses.values()]))
    assert data["variants"] == [variant_row(found, each) for each in found.variants]
    if data["player"]:
        assert data["player"]["made_from"] == made_from(found), (
            f"the runs in the page of {name} are stale: make publish"
        )
    judged = {verdict["claim"]: verdict for verdict in data["verdicts"]}
    for claim in found.claims:
        if claim.run not in data["skipped_runs"]:
            assert judged[claim.identifier]["quotation"] == claim.quotation
            assert judged[claim.identifier]["verdict"] == claim.verdict


def quick_runs():
    """Return the first quick runs of each edition as they were published."""
    found = []
    for name in editions():
        runs = data_of(name)["runs"] if (PUBLISHED / "data" / f"{name}.json").exists() else []
        quick = [run for run in runs if run["statements"] < 5_000_000 and run["seconds"]["run"] < QUICK]
        found += [pytest.param(name, run, id=f"{name}/{run['run']}") for run in quick[:SEVERAL]]
    return found


@pytest.mark.parametrize(("name", "run"), quick_runs())
def test_quick_runs_do_what_was_published(name, run):
    job = job_for(f"{name}/{run['run']}", RunOptions())
    again = run_entry(edition(name).runs[run["run"]], run_record(job, perform(job)))
    for part in ("seconds", "provenance"):
        again.pop(part), run.pop(part)
    assert json.loads(json.dumps(again)) == run
