"""Join the pages of a site: every page of the report gets a link to the manual, and to the playground if it is there.

The manual gets a file with the licences of what Sphinx and its theme put into it; the playground has its own.

python docs/join.py build/site
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import distribution
from pathlib import Path

from getallenband.reports.publishing.playground.packages import notices, package_licence

END = "</header>"
PARTS = {"playground.html": "the playground", "manual/lesson.html": "for a class", "manual/index.html": "the manual"}
MANUAL = ("sphinx", "furo", "sphinx-basic-ng", "pygments", "snowballstemmer")
"""The packages whose scripts and styles are in the manual."""


def join(site: Path) -> None:
    """Write the links into the headers of the report's pages, in place of those to the repository."""
    links = {path: f'<a href="{path}">{name}</a>' for path, name in PARTS.items()}
    there = "".join(link for path, link in links.items() if (site / path).exists())
    for page in site.glob("*.html"):
        head, end, rest = page.read_text(encoding="utf-8").partition(END)
        for link in [*links.values(), *re.findall(r'<a href="\.\./\.\./docs/[^<]*</a>', head)]:
            head = head.replace(link, "")
        page.write_text(head + (end and there + end) + rest, encoding="utf-8")
    if (site / "manual" / "_static").is_dir():
        text = notices(map(package_licence, map(distribution, MANUAL)))
        (site / "manual" / "NOTICES.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    join(Path(sys.argv[1]))
