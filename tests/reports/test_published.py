"""The published copy of the report still follows from the code and from the times that were measured."""

from __future__ import annotations

import json
from dataclasses import asdict
from html import escape

import pytest

from getallenband.originals.claims import AWAITING
from getallenband.originals.edition import edition, editions
from getallenband.reports.checking.how_reached import runs_of
from getallenband.reports.publishing.crate import crate_file
from getallenband.reports.publishing.gather import run_entry, variant_row
from getallenband.reports.publishing.measured import timeless
from getallenband.reports.publishing.player.runs import made_from
from getallenband.reports.runs.job import job_for
from getallenband.reports.runs.options import RunOptions
from getallenband.reports.runs.record import run_record
from getallenband.reports.runs.run import perform
from tests.reports.published import PUBLISHED, data_of, following, published, there

QUICK = 1.0
"""Seconds that a run may have taken to be made again here."""
SEVERAL = 3
"""How many quick runs of an edition are made again."""
LARGEST = 450_000
"""Bytes of a page, but for a gallery."""


def test_every_edition_is_published():
    assert sorted(path.stem for path in (PUBLISHED / "data").glob("*_*.json")) == list(editions())


def test_pages_and_exports_follow_from_the_data():
    files = there()
    assert [path for path, content in following().items() if files.get(path) != content] == [], "make pages"


def test_the_chart_of_times_names_the_programs_of_the_data():
    drawn = (PUBLISHED / "times.svg").read_text(encoding="utf-8")
    programs = [program for program in published("programs") if program["then"] not in ("", "not published")]
    assert programs
    assert [program["name"] for program in programs if f">{escape(program['name'])}: " not in drawn] == []


def test_data_have_no_times():
    for name in (*editions(), "programs", "counts"):
        assert timeless(published(name)) == published(name)


def test_pages_are_small():
    sizes = {path.name: path.stat().st_size for path in PUBLISHED.glob("*.html") if not path.stem.endswith("-all")}
    assert {name: size for name, size in sizes.items() if size >= LARGEST} == {}


def test_the_crate_lists_every_file():
    crate = json.loads((PUBLISHED / crate_file()).read_text(encoding="utf-8"))
    parts = {entity["@id"] for entity in crate["@graph"] if entity["@type"] == "File"}
    assert there().keys() - {crate_file()} == parts, "a file of an earlier report was left, or: make pages"


@pytest.mark.parametrize("name", editions())
def test_texts_runs_and_claims_are_the_published_ones(name):
    found, data = edition(name), data_of(name)
    names = [run["run"] for run in data["runs"]]
    assert sorted([*names, *data["skipped_runs"]]) == sorted(
        name for name, run in found.runs.items() if not run.missing
    )
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
            assert claim.identifier in judged, f"{name}: {claim.identifier} is not published: make publish"
            assert judged[claim.identifier]["quotation"] == claim.quotation
            missing = [name for name in runs_of(claim) if found.runs[name].missing]
            assert judged[claim.identifier]["verdict"] == (AWAITING if missing else claim.verdict)


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
