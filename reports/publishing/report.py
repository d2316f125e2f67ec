"""Write the report: run every edition, check, compare, write pages and data into a folder.

outcome = report(Path("reports/out"))
outcome.changed            # verdicts and comparisons that are not as expected
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from getallenband import durable
from getallenband.durable.visible import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import edition, editions
from getallenband.reports.checking.check import Verdict
from getallenband.reports.comparing.counts import CountEntry
from getallenband.reports.comparing.programs import ProgramEntry
from getallenband.reports.publishing.charts import Chart, edition_charts, overview_charts
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.exports import EXPORTS, OWN
from getallenband.reports.publishing.files import Files
from getallenband.reports.publishing.layout import as_json
from getallenband.reports.publishing.measured import FILE as TIMES
from getallenband.reports.publishing.measured import Times, read_times, set_times, settle, timeless
from getallenband.reports.publishing.plot import plot
from getallenband.reports.publishing.sabotage import sabotage
from getallenband.reports.publishing.schemas import schemas
from getallenband.reports.publishing.site import index, pages
from getallenband.reports.publishing.stages import Judged, Stages
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.sources import all_sources, versions

DEFAULT = Path("reports/out")


@dataclass(frozen=True)
class Reported:
    """What was written where, what is not as it should be, and what had to be made for it and why."""

    out: Path
    files: list[str]
    verdicts: list[Verdict]
    changed: list[str]
    news: str


def report(
    out: Path = DEFAULT, names: Sequence[str] = (), cache: ResultCache | None = None, *, soak: bool = False
) -> Reported:
    """Run, check, compare, write what is not cached; raise what the runs and the editions raise.

    Nothing is written before all ran.

    With names only the pages and data of these editions are written, without the index and what is of the whole; in a
    folder that has no whole report they stand alone, without links to it.
    """
    if out.exists() and not out.is_dir():
        raise UserError(f"{shown(out)}: is not a folder")
    stages = Stages([edition(name) for name in names or editions()], cache or ResultCache(), soak=soak, whole=not names)
    judged = stages.judged()
    earlier = read_times(out)
    times = settle(judged["times"], earlier)
    alone = bool(names) and not (out / "index.html").exists()
    links = {"alone": alone, "manual": (out.resolve().parent.parent / "docs" / "lesson.md").is_file()}
    files = dict(stages.pages(judged, times, lambda: written(stages, judged, times, **links), **links))
    if names:
        files[TIMES] = as_json(earlier | times)
    for path in files:
        if durable.inside(path) is None:
            raise UserError(f"{out}: {path!r} leads out of the folder")
    for path, content in files.items():
        durable.write_below(out, path, content)
    return Reported(out, list(files), judged["verdicts"], judged["changed"], stages.news())


def written(stages: Stages, judged: Judged, times: Times, *, alone: bool, manual: bool = False) -> Files:
    """Write the pages and data of a report with these times; of a whole one also what is of all editions."""
    data, table, counted = stages.data, judged["programs"], judged["counts"]
    set_times(times, data, table, counted)
    if stages.whole:
        return whole(data, table, counted, times, stages.cache, manual=manual)
    return edition_pages(data, stages.cache, alone=alone)


def plotted(charts: Iterable[Chart], cache: ResultCache | None) -> Iterator[tuple[str, str]]:
    """Yield path and SVG of charts; cached ones are not drawn again."""
    drawn_by = {"plot": all_sources("reports")["publishing/plot.py"], "versions": versions("matplotlib")}
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
        files.put_all(plotted(edition_charts(each), cache), f"chart of {name}")
    put_exports(files, data, whole=False)
    return files


def put_exports(files: Files, data: Sequence[EditionData], *, whole: bool) -> None:
    """Add what the exports write: those of editions, or those of a whole report."""
    for export in EXPORTS.values():
        if export.of_whole == whole:
            for path, content, owner in export.written(data, files, last_day(data)):
                files.put(path, content, owner)


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
    *,
    manual: bool = True,
) -> Files:
    """Return every file of the report by path; raise UserError for two of one path."""
    files = edition_pages(data, cache)
    tables = {
        "data/programs.json": as_json(timeless(table)),
        "data/counts.json": as_json(timeless(counted)),
        TIMES: as_json(times),
    }
    files.put_all(plotted(overview_charts(data, table), cache), OWN)
    for made in (index(data, table, sabotage(), counted, manual=manual), schemas(), tables):
        files.put_all(made.items(), OWN)
    put_exports(files, data, whole=True)
    return files
