"""The atlas recounted: what others have published, what is counted here, and the verdict.

    entries(atlas().values())                      # from the record: a line for each row
    recount(atlas()["dominoes-8x8"], seconds=60)   # counted now

recounted.json beside this module is the record: of each row its count, with time and version, as `getallenband atlas
--recount --record` writes it. A count of a puzzle that has changed since then does not count.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from getallenband import durable
from getallenband.durable.visible import json_text
from getallenband.modern.puzzle_files.atlas import ALL, Row, atlas
from getallenband.modern.puzzle_files.puzzle import puzzle_of
from getallenband.originals.fields import copy_fields
from getallenband.reports.runs.oracle import PACKAGES as SOLVE_WITH
from getallenband.reports.runs.sources import machine, package_sources, summed, versions

if TYPE_CHECKING:
    from getallenband.modern.search import SearchResult
    from getallenband.reports.runs.cache import ResultCache

RECORD = Path(__file__).with_name("recounted.json")
SAME, DIFFERENT, OPEN = "same", "different", "open"
COUNTS: tuple[Literal["in_all", "up_to_symmetry"], ...] = ("in_all", "up_to_symmetry")
SHORT = 60.0
"""Seconds of processor time that a recount takes if nobody asks for the long ones."""
SAMPLE = 0.1
"""Seconds of the slowest row of the sample that each report recounts: one of each family that has any so quick."""


class Recount(TypedDict):
    """A count of ours.

    of        the checksum of the puzzle's text
    finished  whether the search ended; otherwise `expected` is an estimate of its seconds, None where there is none
    seconds   processor time, of reading the puzzle too
    version   of Getallenband, and the day
    """

    of: str
    in_all: int
    up_to_symmetry: int
    finished: bool
    seconds: float
    expected: float | None
    algorithm: str
    version: str
    date: str


class AtlasEntry(TypedDict):
    """A row of the atlas with its verdict: "same", "different", or "open" where no count of ours is finished."""

    name: str
    family: str
    about: str
    title: str
    lattice: str
    pieces: str
    cells: int
    published: int
    of: str
    times: int
    by: str
    where: str
    year: int
    note: str
    verdict: str
    ours: Recount | None


def recorded(path: Path = RECORD) -> dict[str, Recount]:
    """Return the recounts of a record by row; none where there is no file."""
    if not path.exists():
        return {}
    found: dict[str, Recount] = json.loads(durable.read(path))
    return found


def entries(rows: Iterable[Row], record: Mapping[str, Recount] | None = None) -> list[AtlasEntry]:
    """Return the rows with what the record has of them."""
    record = recorded() if record is None else record
    return [entry(row, record.get(row.name)) for row in rows]


def entry(row: Row, ours: Recount | None) -> AtlasEntry:
    if ours is not None and ours["of"] != checksum(row):
        ours = None
    verdict = OPEN
    if ours is not None and ours["finished"]:
        verdict = SAME if row.same(ours["in_all"], ours["up_to_symmetry"]) else DIFFERENT
    return copy_fields(AtlasEntry, row, cells=len(row.cells), verdict=verdict, ours=ours)


def tally(found: Iterable[AtlasEntry]) -> str:
    """Return how many rows there are of each verdict."""
    counted = Counter(each["verdict"] for each in found)
    return ", ".join(f"{counted[verdict]} {verdict}" for verdict in (SAME, DIFFERENT, OPEN) if counted[verdict])


def ours_of(entry: AtlasEntry) -> str:
    """Return our count of what the source counts; nothing where none is finished."""
    ours = entry["ours"]
    if ours is None or not ours["finished"]:
        return ""
    return f"{ours['in_all'] if entry['of'] == ALL else ours['up_to_symmetry']:,}"


def seconds_of(entry: AtlasEntry) -> str:
    """Return how long our count took, or will take."""
    ours = entry["ours"]
    if ours is None:
        return ""
    if ours["finished"]:
        return f"{ours['seconds']:.2f}"
    return f"about {ours['expected']:,.0f}" if ours["expected"] else f"more than {ours['seconds']:.0f}"


def checksum(row: Row) -> str:
    """Return what a record calls the puzzle of a row by."""
    return sha256(row.text.encode()).hexdigest()[:16]


def recount(row: Row, seconds: float | None = SHORT, stop: Callable[[], bool] = lambda: False) -> Recount:
    """Count the solutions of a row's puzzle, for so many seconds of processor time at most (None: however many)."""
    from getallenband.modern.search import solve  # with it comes numpy, which a list of the atlas does not need

    began = time.process_time()
    end = float("inf") if seconds is None else began + seconds
    result = solve(puzzle_of(row), stop=lambda: stop() or time.process_time() > end)
    return {
        "of": checksum(row),
        "in_all": result.solutions,
        "up_to_symmetry": result.solutions_up_to_symmetry,
        "finished": result.finished,
        "seconds": round(time.process_time() - began, 3),
        "expected": None if result.finished else expected_seconds(row, result),
        "algorithm": result.algorithm,
        "version": versions("getallenband")["getallenband"],
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }


def expected_seconds(row: Row, result: SearchResult) -> float | None:
    """Return the seconds of the whole search, from Knuth's estimate of its nodes; None where no tree is searched."""
    from getallenband.modern.search import expected_nodes

    searched = sum(result.nodes or ())
    if not searched:
        return None
    return round(expected_nodes(puzzle_of(row), result.algorithm).nodes / searched * result.cpu_seconds, 1)


def is_short(row: Row, record: Mapping[str, Recount]) -> bool:
    """Whether a recount takes less than SHORT seconds, as far as the record says."""
    ours = record.get(row.name)
    return ours is None or (ours["finished"] and ours["seconds"] <= SHORT)


def recounts(
    rows: Iterable[Row], seconds: float | None, stop: Callable[[], bool] = lambda: False
) -> Iterator[tuple[Row, Recount]]:
    """Count one row after another until `stop()`."""
    for row in rows:
        counted = recount(row, seconds, stop)
        if stop():
            return
        yield row, counted


def save(record: Mapping[str, Recount], path: Path) -> None:
    """Write a record, a line for each row."""
    lines = (f"{json_text(name).strip()}: {json_text(record[name]).strip()}" for name in sorted(record))
    durable.write(path, "{\n" + ",\n".join(lines) + "\n}\n")


def changed(rows: Iterable[tuple[Row, Recount]], record: Mapping[str, Recount]) -> Iterator[str]:
    """Yield a line for each row whose count is not the one that is recorded."""
    for row, new in rows:
        old = record.get(row.name)
        if old is None or old["of"] != new["of"] or not (old["finished"] and new["finished"]):
            continue
        if any(old[kind] != new[kind] for kind in COUNTS):
            was, now = (f"{each['in_all']:,} ({each['up_to_symmetry']:,} up to symmetry)" for each in (old, new))
            yield f"atlas {row.name}: {now}, recorded was {was}"


def sample() -> Sequence[Row]:
    """Return a row that takes little time of each family, for each report to recount."""
    record = recorded()
    quick = {
        row.family: row
        for row in atlas().values()
        if row.name in record and record[row.name]["finished"] and record[row.name]["seconds"] <= SAMPLE
    }
    return [*quick.values()]


def sample_changed(cache: ResultCache) -> list[str]:
    """Recount the sample unless that is cached; return a line for each row that does not have its recorded count."""
    lines: list[str] = cache.get(of_sample(), lambda: list(changed(recounts(sample(), SHORT), recorded())))
    return lines


def of_sample() -> dict[str, Any]:
    """Return what the recounts of the sample depend on: solvers, the atlas, the record."""
    return {
        "kind": "sample of the atlas",
        "sources": summed(
            {**package_sources("modern"), **package_sources("durable"), **package_sources("reports", is_here)}
        ),
        "versions": versions(*SOLVE_WITH),
        "machine": machine(),
    }


def is_here(path: Path) -> bool:
    return path.parts[0] == "comparing"
