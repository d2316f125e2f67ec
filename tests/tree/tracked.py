"""The files of the project: what git tracks or would; where there is no git, every file that nothing makes anew.

for path in tracked():
    path.relative_to(ROOT)
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests import ROOT

MADE = ("build", "__pycache__", "node_modules")
LISTED = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")


def tracked(root: Path = ROOT) -> list[Path]:
    """List the project's files below a folder."""
    if (root / ".git").exists():
        listed = subprocess.run(LISTED, cwd=root, capture_output=True, text=True, check=True).stdout
        found = [root / name for name in listed.split("\0") if name]
    else:
        found = list(unpacked(root))
    return sorted(path for path in found if path.is_file())


def unpacked(folder: Path) -> Iterator[Path]:
    """Walk a tree without git: hidden folders and what is made are left out, and so is the report written here."""
    for path in folder.iterdir():
        if path.name.startswith(".") or path.name in MADE or path.name.endswith(".egg-info"):
            continue
        if path.is_dir():
            if (path.parent.name, path.name) != ("reports", "out"):
                yield from unpacked(path)
        else:
            yield path
