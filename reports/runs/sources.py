"""Checksums of our own sources, as far as they take part in a result: another source may mean another result.

of_run("ecol", "native")      # interpreters, without the other languages and the engines that take no part
of_search()                   # modern
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import durable
import interpreters
import modern
from interpreters.language import folder_of, ours

ENGINES = {"machine": {"machine"}, "native": {"native", "machine"}, "wasm": {"wasm", "native", "machine"}}
"""The engines that take part where one is asked for.

The reference engine runs what the native one would take long to compile. A page's module may be written after a run
that tells which assumptions about the program hold.
"""
SUFFIXES = {".py", ".lark", ".toml"}


@cache
def of_run(language: str, engine: str) -> str:
    """Return one sha256 over the sources that take part when a language runs on an engine: interpreters and durable.

    Those of a language from an installed package count too.
    """
    everything = [Path(durable.__file__).parent, *([] if language in ours() else [folder_of(language)])]
    found = [checksum(Path(interpreters.__file__).parent, lambda path: takes_part(path, language, engine))]
    found += [checksum(folder, lambda _: True) for folder in everything]
    return sha256("".join(found).encode()).hexdigest()


def takes_part(path: Path, language: str, engine: str) -> bool:
    """Tell whether a source of interpreters, by its path there, takes part when a language runs on an engine."""
    match path.parts:
        case ["languages", name, _, *_]:
            return name == language
        case [name, *_] if name in ENGINES:
            return name in ENGINES[engine]
        case ["highlighting", *_]:
            return False
    return True


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
