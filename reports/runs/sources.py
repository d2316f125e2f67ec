"""Checksums of our own sources, as far as they take part in a result: another source may mean another result.

of_run("ecol", "native")      # interpreters, without the other languages and the other engines
of_search()                   # modern
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import interpreters
import modern
from interpreters.language import folder_of, ours

ENGINES = ("machine", "native", "wasm")
SUFFIXES = {".py", ".lark", ".toml"}


@cache
def of_run(language: str, engine: str) -> str:
    """Return one sha256 over the interpreters' sources that take part when a language runs on an engine.

    Those of a language from an installed package count too.
    """

    def takes_part(path: Path) -> bool:
        match path.parts:
            case ["languages", name, _, *_]:
                return name == language
            case [name, *_] if name in ENGINES:
                return name == engine
            case ["highlighting", *_]:
                return False
        return True

    found = checksum(Path(interpreters.__file__).parent, takes_part)
    if language in ours():
        return found
    return sha256((found + checksum(folder_of(language), lambda _: True)).encode()).hexdigest()


@cache
def of_search() -> str:
    """Return one sha256 over the sources of the modern solvers, puzzles included."""
    return checksum(Path(modern.__file__).parent, lambda _: True)


def checksum(root: Path, takes_part: Callable[[Path], bool]) -> str:
    """Return one sha256 over those sources below a folder whose relative paths take part."""
    digest = sha256()
    for path in sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES):
        relative = path.relative_to(root)
        if takes_part(relative):
            digest.update(relative.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def versions(*packages: str) -> dict[str, str]:
    """Return the versions of Python and of installed packages; "not installed" for one that is run from its sources."""
    from importlib.metadata import PackageNotFoundError, version  # not at the start of every run

    found = {"python": platform.python_version()}
    for name in packages:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found
