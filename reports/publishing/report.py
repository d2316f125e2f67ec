"""Write the report: run every edition, check, compare, write pages and data into a folder.

outcome = report(Path("reports/out"))
outcome.changed            # verdicts and comparisons that are not as expected
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import getsource
from pathlib import Path

import durable
from durable.visible import shown
from interpreters.source.diagnostics import UserError
from originals.edition import Edition, edition, editions
from reports.checking.check import Verdict, broken_seals
from reports.checking.check import needed as needed_by_claims
from reports.comparing.compare import needed as needed_by_comparisons
from reports.comparing.counts import CountEntry, counts
from reports.comparing.counts import needed as needed_by_counts
from reports.comparing.programs import ProgramEntry, programs
from reports.publishing import plot as plot_module
from reports.publishing.certificate import certificate, codecheck_file
from reports.publishing.charts import Chart, edition_charts, overview_charts
from reports.publishing.crate import research_object
from reports.publishing.data import EditionData
from reports.publishing.files import Files
from reports.publishing.gather import gather
from reports.publishing.layout import as_json
from reports.publishing.measured import FILE as TIMES
from reports.publishing.measured import Times, measured, read_times, set_times, settle, timeless
from reports.publishing.plot import plot
from reports.publishing.sabotage import sabotage
from reports.publishing.schemas import schemas
from reports.publishing.site import index, pages
from reports.publishing.statistics import statistics, statistics_file
from reports.publishing.tei import tei, tei_file
from reports.runs.cache import ResultCache
from reports.runs.job import checksum
from reports.runs.oracle import Oracle
from reports.runs.records import Records
from reports.runs.tasks import Task, make_ready

DEFAULT = Path("reports/out")
OWN = "the report itself"


@dataclass(frozen=True)
class Reported:
    """What was written where, and what is not as it should be."""

    out: Path
    files: list[str]
    verdicts: list[Verdict]
    changed: list[str]


def report(
    out: Path = DEFAULT, names: Sequence[str] = (), cache: ResultCache | None = None, *, soak: bool = False
) -> Reported:
    """Run, check, compare, write; raise what the runs and the editions raise. Nothing is written before all ran.

    With names only the pages and data of these editions are written, without the index and what is of the whole; in a
    folder that has no whole report they stand alone, without links to it.
    """
    if out.exists() and not out.is_dir():
        raise UserError(f"{shown(out)}: is not a folder")
    cache = cache or ResultCache()
    records, oracle = Records(cache), Oracle(cache)
    chosen = [edition(name) for name in names or editions()]
    make_ready(needed(chosen, oracle, soak=soak, whole=not names), records, oracle)
    data = [gather(found.name, records, oracle, soak=soak) for found in chosen]
    table = [] if names else programs((), records, oracle, soak=soak)
    counted = [] if names else counts(oracle, soak=soak)
    earlier = read_times(out)
    times = settle(measured(data, table, counted), earlier)
    set_times(times, data, table, counted)
    if names:
        files = edition_pages(data, cache, alone=not (out / "index.html").exists())
        files.put(TIMES, as_json(earlier | times), OWN)
    else:
        files = whole(data, table, counted, times, cache)
    for path in files:
        if durable.inside(path) is None:
            raise UserError(f"{out}: {path!r} leads out of the folder")
    for path, content in files.items():
        durable.write_below(out, path, content)
    verdicts = [verdict for each in data for verdict in each["verdicts"]]
    changed = [f"{verdict['edition']}: {verdict['claim']}" for verdict in verdicts if verdict["changed"]]
    changed += [
        f"{comparison['edition']}: comparison {comparison['comparison']}"
        for each in data
        for comparison in each["comparisons"]
        if not comparison["equal"]
    ]
    changed += broken_seals(names, records, soak=soak)
    return Reported(out, list(files), verdicts, changed)


def needed(chosen: Sequence[Edition], oracle: Oracle, *, soak: bool, whole: bool) -> Iterator[Task]:
    """Yield these editions' runs, and the searches that claims, comparisons and the tables ask for."""
    for found in chosen:
        yield from (Task("run", (found.name, run.name)) for run in found.runs.values() if soak or not run.soak)
        yield from (Task("without", (found.name, change.identifier)) for change in found.emendations)
        yield from needed_by_claims(found, soak=soak)
    yield from needed_by_comparisons([found.name for found in chosen], oracle, soak=soak, table=whole)
    if whole:
        yield from needed_by_counts(soak=soak)


def plotted(charts: Iterable[Chart], cache: ResultCache | None) -> Iterator[tuple[str, str]]:
    """Yield path and SVG of charts; cached ones are not drawn again."""
    drawn_by = checksum(getsource(plot_module))
    for chart in charts:
        draw = partial(plot, chart)
        question = {"kind": "chart", "drawn_by": drawn_by, "chart": chart}
        yield chart["file"], cache.get(question, draw) if cache else draw()


def edition_pages(data: Sequence[EditionData], cache: ResultCache | None = None, *, alone: bool = False) -> Files:
    """Return the pages and the data of these editions by path; raise UserError for two files of one path."""
    files = pages(data, alone=alone)
    for each in data:
        name = each["edition"]
        files.put(f"data/{name}.json", as_json(timeless(each)), name)
        for pair in each["comparisons"]:
            files.put(statistics_file(pair), statistics(pair), f"comparison {pair['comparison']} of {name}")
        files.put(tei_file(name), tei(edition(name), each), name)
        files.put_all(plotted(edition_charts(each), cache), f"chart of {name}")
    for each in data:
        files.put(codecheck_file(each["edition"]), certificate(each, files, last_day(data)), each["edition"])
    return files


def last_day(data: Sequence[EditionData]) -> str:
    """Return the day on which the last of these editions' runs ended; today, if they have none."""
    days = [run["provenance"]["ended"][:10] for each in data for run in each["runs"]]
    return max(days, default=time.strftime("%Y-%m-%d", time.gmtime()))


def whole(
    data: Sequence[EditionData],
    table: Sequence[ProgramEntry],
    counted: Sequence[CountEntry],
    times: Times,
    cache: ResultCache | None = None,
) -> Files:
    """Return every file of the report by path; raise UserError for two of one path."""
    files = edition_pages(data, cache)
    tables = {
        "data/programs.json": as_json(timeless(table)),
        "data/counts.json": as_json(timeless(counted)),
        TIMES: as_json(times),
    }
    files.put_all(plotted(overview_charts(data, table), cache), OWN)
    for made in (index(data, table, sabotage(), counted), schemas(), tables):
        files.put_all(made.items(), OWN)
    files.put("ro-crate-metadata.json", research_object(data, files, last_day(data)), OWN)
    return files
