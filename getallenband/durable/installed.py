"""What installed packages offer by entry points: editions and languages.

    offered(EDITIONS, ["kawai_tetra"])       # {"mine": "their_editions.mine"}
    package_folder("their_editions.mine", "edition 'mine'") # Path("…/their_editions/mine")

The entry's name is what it is called on the command line, its value a package. Only what is installed brings code.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from getallenband.durable.errors import Error

EDITIONS = "getallenband.editions"
LANGUAGES = "getallenband.languages"
MOVED = ("durable", "interpreters", "modern", "originals", "reports")
"""Packages that version 1.0 installed beside getallenband: they lie in it now."""


@cache
def points(group: str) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a group's entry points, in order."""
    from importlib.metadata import entry_points  # not at the start of every run

    return tuple(sorted((point.name, point.value) for point in entry_points(group=group)))


def offered(group: str, ours: Collection[str]) -> Mapping[str, str]:
    """Return the packages that offer something, by its name; two things of one name are an Error."""
    found: dict[str, str] = {}
    kind = group.rpartition(".")[2].removesuffix("s")
    a_kind = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    for name, package in points(group):
        if name in ours or name in found:
            raise Error(f"the package {package} offers {a_kind} {name!r}; there is one of that name")
        found[name] = package
    return found


def imported(module: str) -> ModuleType:
    """Import a module, of an installed package perhaps; an Error names what one written for version 1.0 must import."""
    try:
        return import_module(module)
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in MOVED:
            raise
        renamed = f"'getallenband.{error.name}' since version 2.0"
        raise Error(f"{module} imports {error.name!r}, which is {renamed}") from error


def package_folder(package: str, what: str) -> Path:
    """Return the folder of a package that offers something, without importing it."""
    try:
        spec = find_spec(package)
    except ImportError:
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise Error(f"the package {package}, which offers the {what}, is not there")
    return Path(next(iter(spec.submodule_search_locations)))
