"""Where editions are: beside this file, in installed packages, or in a folder that somebody named.

    names()                             # ("debruijn1972_pentomino", …)
    opened("./mine/first")              # ("mine", "first"): the folder is known by its name from here on
    folder_of("mine")                   # Path("…/mine")

An installed package offers an edition by an entry point of the group `getallenband.editions`. The entry's name is the
edition's, its value a package whose folder holds the edition's files. A folder is data: only packages bring code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from getallenband.durable.installed import EDITIONS, offered, package_folder
from getallenband.durable.names import unknown
from getallenband.durable.visible import shown
from getallenband.originals.errors import EditionError

HOME = Path(__file__).resolve().parent
"""The folder that holds our own editions."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", re.ASCII)
MARK = "edition.toml"
OF_THE_REPORT = (
    *("index", "reading", "atlas", "puzzles", "machines", "sabotage", "verdicts", "verify", "beside"),
    *("programs", "counts", "times", "levels"),
)
"""Names that an edition cannot have: its pages, data or pictures would stand in the place of the report's own."""
TAKEN = "the name of files that every report has"
OPENED: dict[str, Path] = {}
"""The folders that were named, by the names of their editions."""


def ours() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in HOME.glob(f"*/{MARK}")))


def installed() -> Mapping[str, str]:
    """Return the packages that hold editions of others, by the editions' names."""
    return offered(EDITIONS, ours())


def names() -> tuple[str, ...]:
    """Return the names of all editions that need no path."""
    return tuple(sorted([*ours(), *installed()]))


def at_hand() -> set[str]:
    """Return the names of all editions that a command could mean, with those in folders where it is given."""
    return {*names(), *OPENED, *(path.parent.name for path in Path().glob(f"*/{MARK}"))}


def exists(name: str) -> bool:
    return name in OPENED or (NAME.fullmatch(name) is not None and (name in ours() or name in installed()))


def folder_of(name: str) -> Path:
    """Return the folder of an edition; an unknown name is an EditionError with the nearest one."""
    if name in OPENED:
        return OPENED[name]
    if name in ours():
        return HOME / name
    if name not in installed():
        raise EditionError(unknown("edition", name, at_hand()))
    return package_folder(installed()[name], f"edition {name!r}")


def opened(target: str) -> tuple[str, str]:
    """Return the edition's name and the rest of EDITION[/RUN], or PATH[/RUN]; what is neither is returned as it is."""
    name, _, run = target.partition("/")
    if name in OPENED or name in ours():
        return name, run
    path = Path(target)
    for folder, rest in ((path, ""), (path.parent, path.name)):
        if (folder / MARK).is_file():
            return open_folder(folder), rest
    if name in names():
        return name, run
    if path.is_dir():
        raise EditionError(f"{shown(target)}: there is no {MARK} in this folder")
    if not path.exists() and (path.is_absolute() or target.startswith(".")):
        raise EditionError(f"{shown(target)}: No such file or directory")
    return (target, "") if path.exists() else (name, run)


def open_folder(folder: Path) -> str:
    """Make the edition in a folder known by its name, which is the folder's."""
    folder = folder.resolve()
    name = folder.name
    if folder == HOME / name:
        return name
    if not NAME.fullmatch(name):
        raise EditionError(
            f"{shown(folder)}: the name of an edition's folder has letters, digits, _ and - only, at most 100"
        )
    if name in names() or OPENED.get(name, folder) != folder:
        raise EditionError(f"{shown(folder)}: there is another edition {name!r}; give the folder a name of its own")
    OPENED[name] = folder
    return name


def open_all(targets: Iterable[str]) -> list[str]:
    """Return the names of editions that are named, or whose folders are."""
    return [open_one(target) for target in targets]


def open_one(target: str) -> str:
    """Return the name of one edition; EDITION/RUN is an EditionError, any other text is returned as it is."""
    name, rest = opened(target)
    if rest and exists(name):
        raise EditionError(f"{shown(target)}: expected an edition, without {'/' + rest!r}")
    return target if rest else name
