"""The published copy of the report: its data, and the pages that follow from them.

python -m tests.reports.published      # write the pages anew from the data, without a run: make pages
"""

from __future__ import annotations

import json
from pathlib import Path

from getallenband import reports
from getallenband.originals.edition import editions
from getallenband.reports.publishing.crate import crate_file
from getallenband.reports.publishing.exports import EXPORTS
from getallenband.reports.publishing.measured import read_times, set_times
from getallenband.reports.publishing.sabotage import sabotage
from getallenband.reports.publishing.site import index, pages

PUBLISHED = Path(reports.__file__).parent / "published"


def published(name: str):
    """Return published data as they are in their file, without times."""
    return json.loads((PUBLISHED / "data" / f"{name}.json").read_text(encoding="utf-8"))


def data_of(name: str):
    """Return the published data of an edition, with times."""
    data = published(name)
    set_times(read_times(PUBLISHED), [data])
    return data


def there() -> dict[str, str]:
    """Return every published file by path."""
    files = (path for path in PUBLISHED.rglob("*") if path.is_file())
    return {path.relative_to(PUBLISHED).as_posix(): path.read_text(encoding="utf-8") for path in files}


def following() -> dict[str, str]:
    """Return by path the pages, and what is exported for other people's tools, as they follow from the data."""
    data, programs, counts = [published(name) for name in editions()], published("programs"), published("counts")
    set_times(read_times(PUBLISHED), data, programs, counts)
    made = {**pages(data), **index(data, programs, sabotage(), counts)}
    files = there() | made
    crate = json.loads(files.pop(crate_file()))
    date = next(entity["datePublished"] for entity in crate["@graph"] if entity["@id"] == "./")
    for export in EXPORTS.values():
        for path, content, _ in export.written(data, files, date):
            files[path] = made[path] = content
    return made


if __name__ == "__main__":
    for path, content in following().items():
        (PUBLISHED / path).write_text(content, encoding="utf-8")
