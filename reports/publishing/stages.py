"""The stages of a report after its runs and searches, each cached by what it is made from (docs/caching.md).

stages = Stages(chosen, ResultCache(), soak=False, whole=True)
judged = stages.judged()                       # verdicts, tables, times: from the data of the editions
pages = stages.pages(judged, times, write, alone=False, manual=True)   # every file, by path
stages.news()                                  # what was made anew, and because of which files

records, searches, modules -> edition: the data of one -> judged: what is said of all -> pages
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, TypedDict

from getallenband.originals.edition import Edition
from getallenband.reports.checking.check import Verdict, broken_seals
from getallenband.reports.checking.check import needed as needed_by_claims
from getallenband.reports.comparing.compare import needed as needed_by_comparisons
from getallenband.reports.comparing.counts import CountEntry, counts
from getallenband.reports.comparing.counts import needed as needed_by_counts
from getallenband.reports.comparing.programs import ProgramEntry, programs
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.gather import gather
from getallenband.reports.publishing.layout import as_json
from getallenband.reports.publishing.measured import Times, measured
from getallenband.reports.publishing.schemas import schemas
from getallenband.reports.runs.cache import ResultCache
from getallenband.reports.runs.job import checksum
from getallenband.reports.runs.oracle import Oracle
from getallenband.reports.runs.records import Records
from getallenband.reports.runs.sources import code_of_editions, edition_sources, machine, page_sources, summed, versions
from getallenband.reports.runs.tasks import Task, make_ready

PACKAGES = (
    *("getallenband", "jinja2", "lark", "llvmlite", "markdown-it-py", "matplotlib", "numba", "numpy", "pydantic"),
    *("pygments", "pyyaml", "rich", "tabulate"),
)
"""The packages of others whose versions may change data or pages: all but those of the command line."""
MADE = {
    "run": ("one run", "{} runs"),
    "without an emendation": ("one run without an emendation", "{} runs without an emendation"),
    "page": ("one program for a page", "{} programs for pages"),
    "edition": ("the data of one edition", "the data of {} editions"),
    "judged": ("verdicts", "verdicts"),
    "chart": ("one chart", "{} charts"),
    "pages": ("pages", "pages"),
}
"""What users call one result of each kind of question, and several."""
SEARCHES = ("one search", "{} searches")
"""The same for all other kinds."""
SHOWN = 5
"""Changed files that are named; of more, the number is said."""


class Judged(TypedDict):
    """What a report says of all its editions.

    of       a checksum of the editions' data and the tables, by which the pages are cached
    changed  verdicts, comparisons and seals that are not as expected, a line each
    times    what was measured (measured.py)
    """

    of: str
    programs: list[ProgramEntry]
    counts: list[CountEntry]
    verdicts: list[Verdict]
    changed: list[str]
    times: Times


class Stages:
    """The stages of one report: of these editions, and with `whole` what is of all editions together."""

    def __init__(self, chosen: Sequence[Edition], cache: ResultCache, *, soak: bool, whole: bool) -> None:
        self.chosen, self.cache, self.soak, self.whole = chosen, cache, soak, whole
        self.records, self.oracle = Records(cache), Oracle(cache)

    def made(self, ask: Callable[[], Mapping[str, Any]], make: Callable[[], Any]) -> Any:
        """Return the result of a stage, made if it is not cached.

        What changed while it was made (a file that somebody saved) leaves it uncached: it may be of the old or the new.
        """
        question = ask()
        found = self.cache.look_up(question)
        if found is None:
            result = make()
            return self.cache.get(question, lambda: result) if ask() == question else result
        return found

    def options(self) -> dict[str, Any]:
        """Return what every stage depends on."""
        return {"soak": self.soak, "versions": versions(*PACKAGES), "machine": machine()}

    def of_edition(self, found: Edition) -> dict[str, Any]:
        """Return what the data of an edition are made from."""
        return {
            "kind": "edition",
            "edition": found.name,
            "sources": summed(edition_sources(found)),
            **self.options(),
        }

    def of_judged(self) -> dict[str, Any]:
        """Return what is made from the data of all: the same, and the code that puts them together."""
        editions = [self.of_edition(found) for found in self.chosen]
        return {
            "kind": "judged",
            "editions": editions,
            "whole": self.whole,
            "sources": summed(code_of_editions()),
            **self.options(),
        }

    def of_pages(self, judged: str, times: Times, *, alone: bool, manual: bool = False) -> dict[str, Any]:
        """Return what the pages are made from: what was judged, by its checksum, these times, templates and files."""
        dated = any("ended" in each for each in times.values())
        return {
            "kind": "pages",
            "judged": judged,
            "times": times,
            "today": "" if dated else time.strftime("%Y-%m-%d", time.gmtime()),
            "alone": alone,
            "manual": manual,
            "whole": self.whole,
            "sources": summed(page_sources([found.name for found in self.chosen])),
            "schemas": summed(schemas()),  # made from docstrings, which are not in the checksums of sources
            **self.options(),
        }

    @cached_property
    def data(self) -> list[EditionData]:
        """The data of the editions."""
        return [each for each, _ in self.gathered]

    @cached_property
    def gathered(self) -> list[tuple[EditionData, list[str]]]:
        """The data of each edition, and which runs broke their seals though no claim rests on them."""
        return [self.made(partial(self.of_edition, found), partial(self.gather, found)) for found in self.chosen]

    def gather(self, found: Edition) -> tuple[EditionData, list[str]]:
        data = gather(found.name, self.records, self.oracle, soak=self.soak)
        return data, list(broken_seals([found.name], self.records, soak=self.soak))

    def judged(self) -> Judged:
        """Return what is said of all editions."""
        found: Judged = self.made(self.of_judged, self.judge)
        return found

    def judge(self) -> Judged:
        """Gather what is not cached, as fast as the cores allow, and put it together."""
        make_ready(self.needed(), self.records, self.oracle)
        data = self.data
        table = programs((), self.records, self.oracle, soak=self.soak) if self.whole else []
        counted = counts(self.oracle, soak=self.soak) if self.whole else []
        verdicts = [verdict for each in data for verdict in each["verdicts"]]
        return {
            "of": checksum(as_json([data, table, counted])),
            "programs": table,
            "counts": counted,
            "verdicts": verdicts,
            "changed": [*not_as_expected(data, verdicts), *(line for _, broken in self.gathered for line in broken)],
            "times": measured(data, table, counted),
        }

    def needed(self) -> Iterator[Task]:
        """Yield the runs of editions whose data must be made, and what claims and tables ask for."""
        for found in self.chosen:
            if self.cache.has(self.of_edition(found)):
                continue
            runs = (run for run in found.runs.values() if self.soak or not run.soak)
            yield from (Task("run", (found.name, run.name)) for run in runs)
            yield from (Task("without", (found.name, change.identifier)) for change in found.emendations)
            yield from needed_by_claims(found, soak=self.soak)
        names = [found.name for found in self.chosen]
        yield from needed_by_comparisons(names, self.oracle, soak=self.soak, table=self.whole)
        if self.whole:
            yield from needed_by_counts(soak=self.soak)

    def pages(
        self, judged: Judged, times: Times, write: Callable[[], Mapping[str, str]], *, alone: bool, manual: bool
    ) -> Mapping[str, str]:
        """Return every file by its path, written if it is not cached."""
        ask = partial(self.of_pages, judged["of"], times, alone=alone, manual=manual)
        found: Mapping[str, str] = self.made(ask, lambda: dict(write()))
        return found

    def news(self) -> str:
        """Say what was made anew and why, or that nothing had to be made."""
        now = self.inputs()
        question = {"kind": "inputs", "editions": [found.name for found in self.chosen], "soak": self.soak}
        before = self.cache.look_up(question)
        if before != now:
            self.cache.keep(question, now)
        return news(self.cache, before, now)

    def inputs(self) -> dict[str, str]:
        """Return what the report is made from, each with its checksum or version."""
        names = [found.name for found in self.chosen]
        sources = {path: each for found in self.chosen for path, each in edition_sources(found).items()}
        installed = {f"{name} (version)": each for name, each in versions(*PACKAGES).items()}
        return {**sources, **page_sources(names), **installed}


def not_as_expected(data: Sequence[EditionData], verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each verdict and comparison that is not as expected."""
    yield from (f"{verdict['edition']}: {verdict['claim']}" for verdict in verdicts if verdict["changed"])
    for each in data:
        for comparison in each["comparisons"]:
            if not comparison["equal"]:
                yield f"{comparison['edition']}: comparison {comparison['comparison']}"


def news(cache: ResultCache, before: Mapping[str, str] | None, now: Mapping[str, str]) -> str:
    """Say what was made anew, and what has changed since the last report, whose inputs were those `before`."""
    counted = Counter(MADE.get(kind, SEARCHES) for kind in cache.made.values() if kind != "inputs")
    if cache.folder is None:
        return "everything had to be made: nothing can be cached"
    if not counted:
        return "nothing had to be made: nothing that the report is made from has changed"
    each = (one if number == 1 else many.format(number) for (one, many), number in counted.items())
    made = f"made anew: {', '.join(each)}"
    if cache.fresh:
        return f"{made}\nbecause: --fresh"
    if before is None:
        return f"{made}\nbecause: no report on these editions is cached"
    changed = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    if not changed:
        return f"{made}\nbecause: it was not cached; nothing that the report is made from has changed"
    rest = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
    return f"{made}\nbecause of changes in {', '.join(changed[:SHOWN])}{rest}"
