"""What programs of other people read of a report: the exports. Each is a module that reads the data of editions.

    for path, content, owner in EXPORTS["tei"].written(editions, files, date):
        …

An export is taken out with its line in EXPORTS: the report then lacks its files and the links to them, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from getallenband.originals.edition import edition
from getallenband.reports.publishing.certificate import certificate, codecheck_file
from getallenband.reports.publishing.crate import crate_file, research_object
from getallenband.reports.publishing.data import EditionData
from getallenband.reports.publishing.statistics import statistics, statistics_file
from getallenband.reports.publishing.tei import tei, tei_file

OWN = "the report itself"
"""The owner of what is of all editions."""
Written = Iterator[tuple[str, str, str]]
"""Path, content, and whose it is."""


class Export(NamedTuple):
    """A kind of export.

    file       the path of a file: of an edition by its name, of a comparison, of the whole
    written    the files of these editions, in a report that has these other files already, of this day
    described  what its files of an edition are, by path, for other exports
    of_whole   whether it is of a whole report only
    """

    file: Callable[..., str]
    written: Callable[[Sequence[EditionData], Mapping[str, str], str], Written]
    described: Callable[[EditionData], Mapping[str, str]] = lambda _: {}
    of_whole: bool = False


def write_statistics(editions: Sequence[EditionData], _files: Mapping[str, str], _date: str) -> Written:
    for data in editions:
        for pair in data["comparisons"]:
            yield statistics_file(pair), statistics(pair), f"comparison {pair['comparison']} of {data['edition']}"


def describe_statistics(data: EditionData) -> dict[str, str]:
    return {statistics_file(pair): f"{pair['title']}: node statistics" for pair in data["comparisons"]}


def write_tei(editions: Sequence[EditionData], _files: Mapping[str, str], _date: str) -> Written:
    for data in editions:
        yield tei_file(data["edition"]), tei(edition(data["edition"]), data), data["edition"]


def describe_tei(data: EditionData) -> dict[str, str]:
    return {tei_file(data["edition"]): "the texts with every emendation, as TEI P5"}


def write_codecheck(editions: Sequence[EditionData], files: Mapping[str, str], date: str) -> Written:
    for data in editions:
        yield codecheck_file(data["edition"]), certificate(data, files, date, described(data)), data["edition"]


def write_crate(editions: Sequence[EditionData], files: Mapping[str, str], date: str) -> Written:
    yield crate_file(), research_object(editions, files, date), OWN


EXPORTS = {
    "statistics": Export(statistics_file, write_statistics, describe_statistics),
    "tei": Export(tei_file, write_tei, describe_tei),
    "codecheck": Export(codecheck_file, write_codecheck),
    "crate": Export(crate_file, write_crate, of_whole=True),
}
"""In the order in which they are written: the last two list the files that are there."""


def described(data: EditionData) -> dict[str, str]:
    """Return what the exported files of an edition are, by path."""
    return {path: what for export in EXPORTS.values() for path, what in export.described(data).items()}
