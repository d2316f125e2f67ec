"""What was measured when a report was made, apart from its data: data/times.json.

    times = settle(measured(data, programs, counts), read_times(out))
    set_times(times, data, programs, counts)     # in place: what the pages are written from
    as_json(timeless(data[0]))                   # data/EDITION.json, the same whenever it is made

A time is measured once: as long as what it belongs to is unchanged (`of` is a checksum of all the report says of it), a
report that is made again into the same folder has the same time. To measure anew, remove the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from getallenband import durable
from getallenband.reports.publishing.layout import as_json
from getallenband.reports.runs.job import checksum
from getallenband.reports.runs.sources import of_search

FILE = "data/times.json"
Entry = dict[str, Any]
Times = dict[str, Entry]
"""By name, EDITION/RUN, PUZZLE/SOLVER or PUZZLE: `of`, `seconds`, and of a run when it `ended`."""


def timed(data: Sequence[Any], programs: Sequence[Any] = (), counts: Sequence[Any] = ()) -> Iterator[tuple[str, Entry]]:
    """Yield what has a time of its own, each with its time's name."""
    for each in data:
        yield from ((f"{each['edition']}/{run['run']}", run) for run in each["runs"])
    yield from ((solver_name(entry), entry) for entry in programs if entry["edition"] is None)
    yield from ((entry["puzzle"], entry) for entry in counts)


def quoting(data: Sequence[Any], programs: Sequence[Any] = ()) -> Iterator[tuple[str, Entry]]:
    """Yield the historical programs, which have the time of a run, with its name."""
    for entry in (*programs, *(entry for each in data for entry in each["programs"])):
        if entry["edition"] is not None:
            yield f"{entry['edition']}/{entry['run']}", entry


def solver_name(entry: Mapping[str, Any]) -> str:
    return f"{entry['puzzle']}/{entry['name'].partition(' ')[0]}"


def measured(data: Sequence[Any], programs: Sequence[Any] = (), counts: Sequence[Any] = ()) -> Times:
    """Return the times of a report."""
    found = {}
    for name, entry in timed(data, programs, counts):
        rest = timeless(entry)
        of = checksum(as_json(rest if "provenance" in rest else [rest, of_search()]))
        found[name] = {"of": of, "seconds": entry["seconds"]}
        if "provenance" in entry:
            found[name]["ended"] = entry["provenance"]["ended"]
    return found


def settle(times: Times, earlier: Times) -> Times:
    """Return these times; the earlier one of what is unchanged."""
    return {name: earlier[name] if earlier.get(name, {}).get("of") == now["of"] else now for name, now in times.items()}


def set_times(times: Times, data: Sequence[Any], programs: Sequence[Any] = (), counts: Sequence[Any] = ()) -> None:
    """Put these times into the data of a report."""
    for name, entry in timed(data, programs, counts):
        entry["seconds"] = times[name]["seconds"]
        if "provenance" in entry:
            entry["provenance"] = entry["provenance"] | {"ended": times[name]["ended"]}
    for name, entry in quoting(data, programs):
        entry["seconds"] = times[name]["seconds"]["run"]


def timeless(value: Any) -> Any:
    """Return the data of an edition, or an entry or list of entries, without what is measured."""
    if isinstance(value, list):
        return [timeless(entry) for entry in value]
    rest = {key: deepcopy(part) for key, part in value.items() if key != "seconds"}
    if "verdicts" in rest:
        rest |= {key: timeless(rest[key]) for key in ("runs", "programs")}
    elif "provenance" in rest:
        rest["provenance"].pop("ended", None)
    return rest


def read_times(out: Path) -> Times:
    """Return the times of the report in a folder; none where there is no file, or one that is damaged."""
    try:
        found = json.loads(durable.read(out / FILE))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and all(map(is_time, found.values())) else {}


def is_time(value: Any) -> bool:
    """Tell whether a value of the file has the form of a time."""
    match value:
        case {"of": str(), "seconds": {"build": int() | float(), "run": int() | float()}, "ended": str()}:
            return True
        case {"of": str(), "seconds": int() | float()}:
            return True
    return False
