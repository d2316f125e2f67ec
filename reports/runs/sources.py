"""What results are made from besides texts and inputs: our code, the files of editions, and versions.

    of_run("ecol", "native")      # interpreters, durable; without the other languages and the engines that take no part
    of_search()                   # modern and durable
    edition_sources(found)        # all that the data of its pages are made from: {"originals/edition.py": "…"}

Code counts by its syntax tree and everything else by its bytes (syntax.py). docs/caching.md shows all stages.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Collection, Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from getallenband import durable, interpreters, modern, originals, reports
from getallenband.durable.installed import package_folder
from getallenband.interpreters.language import installed as installed_languages
from getallenband.interpreters.language import ours, package_of
from getallenband.originals import folders
from getallenband.reports.runs.syntax import said_below

if TYPE_CHECKING:
    from getallenband.originals.edition import Edition

Sources = Mapping[str, str]
"""The checksum of what each file says, by the path that people call it by."""
PACKAGES = {
    "durable": durable, "interpreters": interpreters, "modern": modern, "originals": originals, "reports": reports
}  # fmt: skip
NO_SOURCES = ("cases", "published", "out")
"""Folders that nothing is made from: cases, reports."""
ENGINES = {"machine": {"machine"}, "native": {"native", "machine"}, "wasm": {"wasm", "native", "machine"}}
"""The engines that take part where one is asked for.

The reference engine runs what the native one would take long to compile. A page's module may be written after a run
that tells which assumptions about the program hold.
"""
OF_REPORTS = ("__init__.py", "runs", "checking", "comparing", "publishing")
"""The parts of reports that take part in the data of an edition; of `publishing` the modules, not the templates."""


def summed(sources: Sources) -> str:
    """Return one sha256 over sources, their paths included."""
    return sha256(json.dumps(sources, sort_keys=True).encode()).hexdigest()


@cache
def of_run(language: str, engine: str) -> str:
    """Return one checksum of the sources that take part when a language runs on an engine."""
    return summed(run_sources(language, engine))


@cache
def of_search() -> str:
    """Return one checksum of the sources of the modern solvers, puzzles included; the atlas is no part of a search."""
    return summed({**package_sources("modern", lambda path: path.parts[0] != "atlas"), **package_sources("durable")})


def run_sources(language: str, engine: str) -> Sources:
    """Return the sources that take part when a language, ours or an installed package's, runs on an engine."""
    inside = package_sources("interpreters", lambda path: takes_part(path, {language}, ENGINES[engine]))
    return {**package_sources("durable"), **inside, **installed_language(language)}


def takes_part(path: Path, languages: Collection[str], engines: Collection[str]) -> bool:
    """Tell whether a source of interpreters, by its path there, takes part when languages run on engines."""
    match path.parts:
        case ["languages", name, _, *_]:
            return name in languages
        case [name, *_] if name in ENGINES:
            return name in engines
        case ["highlighting" | "testing" | "browser.py", *_]:  # no report is made in a browser
            return False
    return True


def edition_sources(found: Edition) -> Sources:
    """Return all that the data of an edition's pages are made from: its files, those of editions it names, our code.

    Of interpreters its languages count, on every engine.
    """
    texts = {run.language for run in found.runs.values()} | {text.language for text in found.texts.values()}
    inside = package_sources("interpreters", lambda path: for_edition(path, texts))
    theirs = [source for name in texts & {*installed_languages()} for source in installed_language(name).items()]
    own = package_sources("reports", lambda path: path.parts[:2] == ("editions", found.name))
    return {
        **code_of_editions(),
        **inside,
        **dict(theirs),
        **own,
        **edition_files(found.name),
        **{path: each for name in named_by(found) for path, each in edition_files(name).items()},
    }


def for_edition(path: Path, languages: Collection[str]) -> bool:
    """Tell whether a source of interpreters takes part in the data of an edition in these languages."""
    return path.parts[0] == "highlighting" or takes_part(path, languages, ENGINES)


@cache
def code_of_editions() -> Sources:
    """Return the code that takes part in the data of every edition, whatever its languages."""

    def of_reports(path: Path) -> bool:
        return path.parts[0] in OF_REPORTS and (path.parts[0] != "publishing" or path.suffix == ".py")

    return {
        **package_sources("durable"),
        **package_sources("modern"),
        **package_sources("originals", lambda path: len(path.parts) == 1),
        **package_sources("reports", of_reports),
    }


def page_sources(editions: Collection[str]) -> Sources:
    """Return all that pages are made from besides data: our code and templates, and the files of editions."""
    parts = {
        **package_sources("originals", lambda path: len(path.parts) == 1),
        **package_sources("reports", lambda path: path.parts[0] in OF_REPORTS),
    }
    inside = package_sources("interpreters", lambda path: path.parts[0] != "testing")
    whole = (package_sources("durable"), inside, package_sources("modern"))
    theirs = [installed_language(name) for name in installed_languages()]
    for sources in (*whole, *theirs, *map(edition_files, editions)):
        parts.update(sources)
    return parts


def edition_files(name: str) -> Sources:
    """Return the files of an edition by their bytes: code among them is a document. Of a package all of it counts."""
    files = {f"{name}/{path}": each for path, each in said_below(folders.folder_of(name), documents=True).items()}
    package = folders.installed().get(name) if name not in folders.OPENED else None
    return {**files, **(whole_package(package) if package else {})}


def named_by(found: Edition) -> list[str]:
    """Return the other editions that an edition's tables and its own code name, such as in the path of a puzzle."""
    package = Path(reports.__file__).parent / "editions" / found.name
    paths = [*found.folder.rglob("*.toml"), *package.rglob("*.py")]
    texts = b"\n".join(path.read_bytes() for path in paths)
    return [name for name in (*folders.names(), *folders.OPENED) if name != found.name and name.encode() in texts]


def installed_language(name: str) -> Sources:
    """Return the sources of the installed package that a language is in; none for a language of ours."""
    return {} if name in ours() else whole_package(package_of(name))


def whole_package(package: str) -> Sources:
    """Return the sources of the package at the top that has this one in it: parts of it import each other."""
    top = package.partition(".")[0]
    where = package_folder(top, f"package {top}") if find_spec(top) else package_folder(package, f"package {package}")
    return {f"{top}/{path}": each for path, each in said_below(where, without=NO_SOURCES).items()}


def package_sources(name: str, takes_part: Callable[[Path], bool] = lambda _: True) -> Sources:
    """Return those sources of a package of ours whose paths there take part."""
    return {f"{name}/{path}": each for path, each in all_sources(name).items() if takes_part(Path(path))}


@cache
def all_sources(name: str) -> Sources:
    """Return the sources of a package of ours, read once in a process, as its code is."""
    return said_below(Path(PACKAGES[name].__file__ or "").resolve().parent, without=NO_SOURCES)


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


def machine() -> str:
    """Return what kind of computer this is: its mathematical functions may differ from another's in the last place."""
    return f"{platform.system()} {platform.machine()}"
