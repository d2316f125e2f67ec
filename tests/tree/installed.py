"""Stand in for pip: make a package of a project's folder, with its entry points, found in the folder `site`.

    python -m tests.tree.installed install --quiet -e tally

It writes what pip writes and Python looks for: a link to the package and the entry points.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path


def install(project: Path, site: Path) -> None:
    described = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{described['name']}-{described['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {described['name']}\nVersion: {described['version']}\n", encoding="utf-8"
    )
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in described["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("".join(groups), encoding="utf-8")
    (site / described["name"]).symlink_to(project.resolve() / described["name"])


if __name__ == "__main__":
    assert sys.argv[1:-1] == ["install", "--quiet", "-e"]
    install(Path(sys.argv[-1]), Path("site"))
