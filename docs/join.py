"""Join the pages of a site: every page of the report gets a link to the manual, and to the playground if it is there.

python docs/join.py build/site
"""

from __future__ import annotations

import sys
from pathlib import Path

END = "</header>"
PARTS = {"playground.html": "the playground", "manual/lesson.html": "for a class", "manual/index.html": "the manual"}


def join(site: Path) -> None:
    """Write the links into the headers of the report's pages; a second time changes nothing."""
    links = "".join(f'<a href="{path}">{name}</a>' for path, name in PARTS.items() if (site / path).exists())
    for page in site.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        if links not in text:
            page.write_text(text.replace(END, links + END, 1), encoding="utf-8")


if __name__ == "__main__":
    join(Path(sys.argv[1]))
