"""What other people's tools read: the certificate by CODECHECK's rules, the crate by those of RO-Crate's profile."""

from __future__ import annotations

import csv
import html
import json
import re
from datetime import datetime
from unittest.mock import patch

import pytest
import yaml

from getallenband.originals.edition import edition
from getallenband.originals.rights import ADDED, LICENCE_ADDRESS, NOTICE, statement_name
from getallenband.reports.publishing.certificate import certificate, codecheck_file
from getallenband.reports.publishing.crate import OPERATOR, PROCESS_RUN, PROFILE
from getallenband.reports.publishing.exports import EXPORTS, described
from getallenband.reports.publishing.gather import gather
from getallenband.reports.publishing.report import whole
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records
from tests import ROOT

NAMES = ("hitotumatu1968_rug", "wada2002_jigsaw")
CRATE = "ro-crate-metadata.json"
DATE = "2026-01-31"
ENDINGS = {"statistics": ".csv", "tei": ".tei.xml", "codecheck": ".codecheck.yml", "crate": CRATE}
STATUS = {True: "http://schema.org/CompletedActionStatus", False: "http://schema.org/FailedActionStatus"}


@pytest.fixture(scope="module")
def data():
    """Return the data of two editions as it is published, without players and their modules, which have other tests."""
    records, oracle = Records(), Oracle()
    gathering = "getallenband.reports.publishing.gather"
    with (
        patch(f"{gathering}.player_data", lambda *_, **__: None),
        patch(f"{gathering}.not_in_page", lambda *_, **__: {}),
    ):
        return json.loads(json.dumps([gather(name, records, oracle) for name in NAMES]))


@pytest.fixture(scope="module")
def files(data):
    return whole(data, [entry for each in data for entry in each["programs"]], [], {})


@pytest.fixture(scope="module")
def entities(files):
    """Return the entities of the crate by their identifiers."""
    graph = json.loads(files[CRATE])["@graph"]
    assert len({entity["@id"] for entity in graph}) == len(graph)
    return {entity["@id"]: entity for entity in graph}


def check_links(files):
    """Check that pages have every anchor once and link to what is written; return the pages."""
    pages = {path: content for path, content in files.items() if path.endswith(".html")}
    anchors = {path: re.findall(r' id="([^"]+)"', content) for path, content in pages.items()}
    for path, content in pages.items():
        assert len(set(anchors[path])) == len(anchors[path])
        for link in re.findall(r'<a\b[^>]* href="([^"]+)"', content):
            if link.startswith(("http://", "https://")):
                continue
            file, _, anchor = link.partition("#")
            assert (file or path) in files or (ROOT / "reports" / "published" / file).is_file(), link
            assert not anchor or anchor in anchors[file or path], link
    return pages


def test_a_page_has_every_anchor_once_and_links_to_what_is_written(files, data):
    pages = check_links(files)
    for verdict in data[0]["verdicts"]:
        assert f'<a class="name" href="#{verdict["claim"]}">' in pages["hitotumatu1968_rug.html"]


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_can_be_taken_out(name, files, data):
    with patch.dict(EXPORTS):
        del EXPORTS[name]
        left = whole(data, [entry for each in data for entry in each["programs"]], [], {})
    without = {path for path in files if path.endswith(ENDINGS[name])}
    assert without
    assert left.keys() == files.keys() - without
    check_links(left)
    assert not any(path in left[page] for page in left for path in without)


def test_the_statistics_of_a_comparison_are_its_rows(files, data):
    shown = next(shown for shown in data[1]["comparisons"] if shown["comparison"] == "whole-search")
    rows = list(csv.DictReader(files["data/wada2002_jigsaw-whole-search.csv"].splitlines()))
    assert len(rows) == len(shown["rows"])
    for written, row in zip(rows, shown["rows"], strict=True):
        level = "" if row["level"] is None else str(row["level"])
        assert (written["quantity"], written["level"]) == (row["quantity"], level)
        assert (written["original"], written["modern"]) == (str(row["original"]), str(row["modern"]))
        assert written["equal"] == ("yes" if row["equal"] else "no")


def referred(entities, references):
    """Return what an entity refers to, one or several."""
    return [entities[item["@id"]] for item in (references if isinstance(references, list) else [references])]


@pytest.fixture(scope="module")
def certificates(data, files):
    texts = [certificate(each, files, DATE, described(each)) for each in data]
    assert all(text.startswith("---\n") for text in texts)  # CC-CFG-002
    assert {codecheck_file(name) for name in NAMES} < {*files}
    return [yaml.safe_load(text) for text in texts]  # CC-CFG-001; of several documents an error


def files_of(files, name):
    """Return what a check made of one edition: the files but for what describes them."""
    named = re.compile(rf"(data/)?{name}[.-]")
    return {path for path in files if named.match(path) and path != codecheck_file(name)}


def test_a_certificate_has_what_codecheck_requires(certificates, files):
    """The rules of https://github.com/codecheckers/register, rules-1.0.yml."""
    for name, codecheck in zip(NAMES, certificates, strict=True):
        assert codecheck["version"] == "https://codecheck.org.uk/spec/config/1.0/"  # CC-CFG-014, 015
        assert {item["file"] for item in codecheck["manifest"]} == files_of(
            files, name
        )  # CC-CFG-004 to 006, CC-BUN-001
        assert all(item["comment"] for item in codecheck["manifest"])  # CC-CFG-007
        assert all(person["name"] for person in codecheck["codechecker"])  # CC-CFG-008, 009
        assert re.fullmatch(r"ni:///sha-256;[\w-]{43}", codecheck["report"])  # CC-CFG-011
        assert not re.search("FIXME|TODO|XXXXX", str(codecheck))  # CC-CFG-023
        assert codecheck["certificate"] is None  # CC-CFG-026: no number rather than an invented one
        assert codecheck["check_time"] == DATE
        stated = sum(claim.kind == "statement" for claim in edition(name).claims)
        assert codecheck["summary"].startswith(f"{stated} statements by the author")
        assert "no person has signed this" in codecheck["summary"]


def test_a_certificate_is_of_one_real_paper(certificates):
    """CC-CFG-016 to 021."""
    assert [codecheck["paper"]["title"] for codecheck in certificates] == [
        "6803. プラパズル-Tetrahexes",
        "計算機用ジグソーパズル",
    ]
    assert [codecheck["paper"]["authors"] for codecheck in certificates] == [
        [{"name": "Sin Hitotumatu"}],
        [{"name": "Eiiti Wada (和田 英一)"}],
    ]
    for name, codecheck in zip(NAMES, certificates, strict=True):
        assert codecheck["paper"]["reference"] == edition(name).source


def test_an_edition_of_a_part_names_the_paper_that_it_is_of(data):
    part = {**data[1], "paper": "Whole", "title": "Part"}
    codecheck = yaml.safe_load(certificate(part, {"wada2002_jigsaw.html": ""}, DATE, {}))
    assert codecheck["paper"]["title"] == "Whole"
    assert " by the author in the part that the edition calls “Part”: " in codecheck["summary"]


def test_the_certificate_has_every_claim_with_what_came_of_it(certificates, data):
    for codecheck, each in zip(certificates, data, strict=True):
        claims = codecheck["getallenband_claims"]
        assert [claim["id"] for claim in claims] == [verdict["claim"] for verdict in each["verdicts"]]
        assert [claim["observed"] for claim in claims] == [verdict["observed"] for verdict in each["verdicts"]]


def test_the_crate_describes_whatever_it_names(entities):
    named = set(re.findall(r'\{"@id": "([^"]*)"\}', json.dumps(list(entities.values()))))
    assert named - set(entities) == {PROFILE}


def test_the_crate_has_its_files_its_profile_and_its_actions(entities, files, data):
    root = entities["./"]
    assert entities["ro-crate-metadata.json"]["about"] == {"@id": "./"}
    assert [part["@id"] for part in root["hasPart"]] == sorted(set(files) - {CRATE})
    assert (root["conformsTo"], entities[PROCESS_RUN]["@type"]) == ({"@id": PROCESS_RUN}, "CreativeWork")
    assert [run["@id"] for run in root["mentions"]] == [
        f"#{each['edition']}/run/{run['run']}" for each in data for run in each["runs"]
    ]


def test_the_rights_are_the_same_in_crate_tei_data_and_pages(entities, files, data):
    for each in data:
        name, statement = each["edition"], each["rights_statement"]
        assert statement
        for path in (f"{name}.html", f"{name}.md", f"{name}.tei.xml", f"data/{name}.json", f"{name}-listing-lines.svg"):
            if path in files:
                assert entities[path]["license"] == {"@id": statement}, path
        assert entities[f"#{name}"]["license"] == {"@id": statement}
        assert entities[statement]["name"] == statement_name(statement)
        assert json.loads(files[f"data/{name}.json"])["rights_statement"] == statement
        for path in (f"{name}.html", f"{name}.md", f"{name}.tei.xml"):
            assert statement in files[path], path
            assert all(said in " ".join(files[path].split()) for said in (each["rights"].split(". ")[0], ADDED)), path
    assert entities["./"]["license"] == [{"@id": LICENCE_ADDRESS}, {"@id": data[0]["rights_statement"]}]
    assert "license" not in entities["index.html"]
    for path in ("index.html", "index.md", "verify.html"):
        assert NOTICE in html.unescape(files[path]), path


@pytest.mark.parametrize("name", NAMES)
def test_each_action_has_its_own_inputs_and_outputs_and_ending(entities, data, name):
    [published] = [each for each in data if each["edition"] == name]
    for run in published["runs"]:
        action = entities[f"#{name}/run/{run['run']}"]
        assert action["@type"] == "CreateAction"
        sources = edition(name).runs[run["run"]].sources
        given = referred(entities, action["object"])
        assert {entity["name"]: entity["sha256"] for entity in given} == dict(sources)
        printed, *written = referred(entities, action["result"])
        assert printed["sha256"] == run["output_sha256"]
        assert {entity["name"]: entity["sha256"] for entity in written} == run["files"]
        assert datetime.fromisoformat(action["endTime"]).tzinfo
        assert "startTime" not in action  # docs/reports.md says so
        finished = run["outcome"]["kind"] == "finished"
        assert action["exitCode"] == {"finished": 0, "trap": 3}[run["outcome"]["kind"]]
        assert (action["actionStatus"], "error" in action) == (STATUS[finished], not finished)
        assert action["agent"] == {"@id": OPERATOR}
        software = entities[action["instrument"]["@id"]]
        assert software["softwareVersion"] == run["provenance"]["versions"]["getallenband"]
        needed = referred(entities, software["softwareRequirements"])
        assert {entity["name"] for entity in needed} == {"lark", "llvmlite", "python"}


def test_one_run_traps_and_some_use_the_editors_own_files(entities):
    assert any(entity.get("exitCode") == 3 for entity in entities.values())
    ours = [entity["name"] for entity in entities.values() if entity.get("description") == "supplied by the editor"]
    assert {"emendations.toml"} < set(ours)
