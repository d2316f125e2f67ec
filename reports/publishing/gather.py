"""Everything that the pages of an edition say, as data: run records, verdicts, comparisons, apparatus, listings.

for name in editions():
    data = gather(name, records, oracle)         # JSON (data.py); the pages are written from it alone
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, replace

from getallenband.originals.changes import Change
from getallenband.originals.claims import AWAITING
from getallenband.originals.edition import Edition, edition
from getallenband.originals.fields import copy_fields
from getallenband.originals.left_out import run_with
from getallenband.originals.presentation import presentation
from getallenband.originals.runs import Run
from getallenband.reports.checking.check import Checker, Verdict
from getallenband.reports.checking.draft import is_draft, refused
from getallenband.reports.comparing.compare import compare_edition
from getallenband.reports.comparing.programs import edition_programs
from getallenband.reports.publishing.data import (
    ApparatusRow,
    Drawing,
    EditionData,
    Figure,
    RunEntry,
    TextEntry,
    VariantRow,
)
from getallenband.reports.publishing.drawings import lay_out
from getallenband.reports.publishing.gallery import gather_gallery
from getallenband.reports.publishing.links import links
from getallenband.reports.publishing.listings import listings
from getallenband.reports.publishing.pictures import svg, text
from getallenband.reports.publishing.player.runs import not_in_page, player_data
from getallenband.reports.runs.job import checksum
from getallenband.reports.runs.left_out import left_out
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.record import RunRecord
from getallenband.reports.runs.records import Records

KEPT_OUTPUT = 4_000
"""Characters of a run's output that its page keeps; the rest is known by its checksum."""


def gather(name: str, records: Records, oracle: Oracle, *, soak: bool = False) -> EditionData:
    """Run, check and compare one edition; raise what these raise."""
    found = edition(name)
    checker = Checker(found, records, oracle, soak=soak)
    judged = list(checker.verdicts())
    chosen = [run for run in found.runs.values() if soak or not run.soak]
    not_run = refused(found, chosen, records)
    runs = [run for run in chosen if run.name not in not_run]
    shown = presentation(found)
    compared = [each.identifier for each in shown.comparisons if not {each.run, each.beside} & not_run.keys()]
    return copy_fields(
        EditionData,
        found,
        edition=name,
        story=checker.story(),
        bibliography=[asdict(each) for each in found.bibliography],
        searches=[asdict(search) for search in found.searches],
        witnesses=[asdict(witness) for witness in found.witnesses.values()],
        texts=[copy_fields(TextEntry, text) for text in found.texts.values()],
        variants=[variant_row(found, variant) for variant in found.variants],
        apparatus=[copy_fields(ApparatusRow, change, found.texts[change.text]) for change in found.apparatus],
        left_out=[
            left_out(name, change.identifier, records)
            for change in found.apparatus
            if change.need and getattr(run_with(found, change.identifier), "name", "") not in not_run
        ],
        verdicts=judged,
        links=links(checker, runs),
        comparisons=list(compare_edition(name, records, oracle, soak=soak, only=compared)) if compared else [],
        runs=[run_entry(run, records(name, run.name)) for run in runs],
        listings=listings(found, runs, records),
        programs=[]
        if {program.run for program in shown.programs} & not_run.keys()
        else edition_programs(name, records, oracle, soak=soak),
        pictures=pictures(found, runs, records),
        player=player_data(without(found, not_run), oracle, soak=soak),
        not_in_page=not_in_page(without(found, not_run), oracle.cache, soak=soak),
        galleries=[
            gather_gallery(found, picture, records)
            for picture in shown.pictures
            if picture.gallery and found.run(picture.gallery) in runs
        ],
        figures=[copy_fields(Figure, figure, svg=found.read(figure.file)) for figure in shown.figures],
        skipped_runs=[run.name for run in found.runs.values() if run not in chosen],
        not_run=not_run,
        draft=is_draft(found, judged),
    )


def variant_row(found: Edition, variant: Change) -> VariantRow:
    return copy_fields(VariantRow, variant, found.texts[variant.text], base=found.base(variant.text))


def run_entry(run: Run, record: RunRecord) -> RunEntry:
    """Return what the pages say of a run: its record with the output cut short."""
    output = record["output"]
    return copy_fields(
        RunEntry,
        run,
        record,
        run=run.name,
        insertions=[insertion.file for insertion in run.insertions],
        statements=sum(record["counts"].values()),
        output=output if len(output) <= KEPT_OUTPUT else output[:KEPT_OUTPUT].rpartition("\n")[0] + "\n",
        output_lines=len(output.splitlines()),
        output_sha256=checksum(output),
        files={name: checksum(text) for name, text in record["files"].items()},
        probes=record["probes"],
    )


def without(found: Edition, not_run: Collection[str]) -> Edition:
    """Return an edition without these runs."""
    return replace(found, runs={name: run for name, run in found.runs.items() if name not in not_run})


def pictures(found: Edition, runs: Collection[Run], records: Records) -> list[Drawing]:
    """Return the solutions that the edition wants drawn of these runs, as SVG and as text."""
    wanted = [picture for picture in presentation(found).pictures if found.run(picture.run) in runs]
    drawings: list[Drawing] = []
    for picture in wanted:
        laid = lay_out(found, picture, records)
        drawn = svg(picture.lattice, laid, picture.caption)
        drawings.append(copy_fields(Drawing, picture, svg=drawn, text=text(picture.lattice, laid)))
    return drawings


def summary(data: EditionData, kind: str = "") -> dict[str, int]:
    """Count each verdict, of the claims of one kind or of all; one that no editor has accepted yet awaits evidence."""
    return dict(Counter(accepted(verdict) for verdict in data["verdicts"] if kind in ("", verdict["kind"])))


def accepted(verdict: Verdict) -> str:
    """Return the verdict that counts: the first one of a claim does only when an editor has accepted it."""
    return AWAITING if verdict["expected_verdict"] == AWAITING else verdict["verdict"]
