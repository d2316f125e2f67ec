"""What there is: editions with their runs, languages, puzzles. The facts are cached: gathering them takes seconds.

inventory()["editions"][0]["runs"]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from getallenband.durable.installed import EDITIONS, LANGUAGES, package_folder, points
from getallenband.originals.searches import known
from getallenband.reports.publishing.layout import remark, table
from getallenband.reports.runs.cache import ResultCache

if TYPE_CHECKING:
    from getallenband.reports.publishing.entries import Inventory

PACKAGES = ("getallenband.interpreters", "getallenband.modern", "getallenband.originals", "getallenband.reports")


def inventory() -> Inventory:
    """Return everything that can be named on the command line."""

    def gather() -> Any:
        from getallenband.reports.publishing.entries import gather_entries  # imports nearly everything

        return gather_entries()

    found: Inventory = ResultCache().get({"kind": "inventory", "files": list(stamps())}, gather)
    return found


def stamps() -> Iterator[tuple[str, int, int]]:
    """Yield path, time of change and size of every file that the facts may depend on."""
    others = [package_folder(package, name) for group in (EDITIONS, LANGUAGES) for name, package in points(group)]
    for folder in (*map(folder_of, PACKAGES), *others):
        for root, inner, files in os.walk(folder):
            inner[:] = sorted(name for name in inner if name not in ("__pycache__", "published", "out"))
            for name in sorted(files):
                stat = os.stat(path := os.path.join(root, name))
                yield path, stat.st_mtime_ns, stat.st_size


def folder_of(package: str) -> Path:
    """Return the folder of a package, which is not imported."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def edition_table(found: Inventory) -> str:
    rows = [[each["name"], document(each), each["claims"]] for each in found["editions"]]
    return table(rows, ["edition", "document", "claims"], {1})


def document(entry: Mapping[str, Any]) -> str:
    """Return an edition's document for readers: title, author, year."""
    return f"{entry['title']} ({known(entry['author'], 'an unknown author')}, {entry['dated']})"


def run_tables(found: Inventory) -> str:
    """Return a table of runs for each edition, under its title."""
    parts = []
    for entry in found["editions"]:
        runs = [
            [f"{entry['name']}/{run['name']}" + (" (long)" if run["soak"] else ""), run["about"]]
            for run in entry["runs"]
        ]
        parts.append(remark(f"{document(entry)}, {entry['claims']} claims") + "\n")
        parts.append(table(runs, ["edition/run", "what it is"], {1}) + "\n")
    return "".join(parts).removesuffix("\n")


def language_table(found: Inventory) -> str:
    rows = [
        [entry["name"], entry["title"], " ".join(entry["extensions"]), " ".join(entry["arithmetics"]),
         "\n".join(f"{setting['name']}={'|'.join(setting['choices'])}" for setting in entry["settings"])]
        for entry in found["languages"]
    ]  # fmt: skip
    return table(rows, ["language", "defined by", "extensions", "arithmetics", "settings"], {1, 2, 3, 4})


def puzzle_table(found: Inventory) -> str:
    rows = [
        [entry["name"], entry["title"], entry["pieces"], entry["cells"], f"{entry['placements']:,}"]
        for entry in found["puzzles"]
    ]
    return table(rows, ["puzzle", "title", "pieces", "cells", "placements"], {1})


TABLES: Mapping[str, Callable[[Inventory], str]] = {
    "editions": edition_table,
    "runs": run_tables,
    "languages": language_table,
    "puzzles": puzzle_table,
}
"""What `list` prints of each kind."""
