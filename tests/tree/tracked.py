"""The files of the project: what git tracks or would; where there is no git, every file that nothing makes anew.

for path in tracked():
    path.relative_to(ROOT)
"""

from __future__ import annotations

import shutil
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


def module_name(file: Path) -> str:
    """Return what a file, by its path from the top of the project, is imported as."""
    inside = file.with_suffix("").parts
    package = () if inside[0] == "getallenband" else ("getallenband",)
    return ".".join((*package, *inside)).removesuffix(".__init__")


def copy_project(root: Path, copy: Path) -> None:
    """Copy the project's files, with their times, and the links to its packages, into a new folder."""
    for path in tracked(root):
        (there := copy / path.relative_to(root)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, there)
    for link in (root / "getallenband").iterdir():
        if link.is_symlink():
            (copy / "getallenband" / link.name).symlink_to(link.readlink())


def unpacked(folder: Path) -> Iterator[Path]:
    """Walk a tree without git: hidden folders and what is made are left out, and so is the report written here."""
    for path in folder.iterdir():
        if path.is_symlink() or path.name.startswith(".") or path.name in MADE or path.name.endswith(".egg-info"):
            continue
        if path.is_dir():
            if (path.parent.name, path.name) != ("reports", "out"):
                yield from unpacked(path)
        else:
            yield path
