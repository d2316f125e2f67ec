"""Draw changes over all packages: of larger ones more, as the square root of their lines, of each one at least.

    drawn(100, seed=1, without=["modern/kernels/*"])        # {package: [Change, …]}

Within a package each kind of change is as likely as the others, and no two changes are on one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random

from tests import ROOT
from tests.code_mutants.changes import Change, changes

TOP = ("getallenband", "interpreters", "modern", "originals", "reports")
DIVIDED = ("getallenband", "interpreters", "interpreters/languages", "modern", "reports")
"""Folders whose folders are packages of their own."""
COPIED = ("originals/*/*", "reports/scaffolding/small_language/*")
"""Python files that are data: programs of editors, and what `new language` copies."""


def package_of(file: str) -> str:
    """Return the package that a module belongs to."""
    folders = Path(file).parts[:-1]
    package = folders[0]
    for folder in folders[1:]:
        if package not in DIVIDED:
            break
        package = f"{package}/{folder}"
    return package


def modules(without: Sequence[str] = ()) -> dict[str, list[str]]:
    """Return the modules of each package, as paths from the top of the project."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for top in TOP for path in (ROOT / top).rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        if not any(fnmatch(file, pattern) for pattern in (*COPIED, *without)):
            found.setdefault(package_of(file), []).append(file)
    return found


def shares(sizes: dict[str, int], number: int) -> dict[str, int]:
    """Divide a number over packages of these sizes: each gets one, the rest goes where the share is smallest yet."""
    given = dict.fromkeys(sizes, 1)
    for _ in range(number - len(sizes)):
        given[max(sizes, key=lambda name: sqrt(sizes[name]) / given[name])] += 1
    return given


def drawn(number: int, seed: int, without: Sequence[str] = ()) -> dict[str, list[Change]]:
    """Draw a number of changes, by package; what is drawn of a package depends on its files and on the seed alone."""
    possible: dict[str, list[Change]] = {}
    sizes: dict[str, int] = {}
    for package, files in modules(without).items():
        texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in files}
        if found := [change for file, text in texts.items() for change in changes_of(file, text)]:
            possible[package] = found
            sizes[package] = sum(text.count("\n") for text in texts.values())
    return {
        package: some(possible[package], share, Random(f"{seed} {package}"))
        for package, share in shares(sizes, number).items()
    }


@cache
def changes_of(file: str, text: str) -> list[Change]:
    """Return every change of a file, which is parsed once however often is drawn."""
    return list(changes(file, text))


def some(possible: list[Change], number: int, random: Random) -> list[Change]:
    """Draw changes on different lines, a kind first; return them in the order of their places."""
    chosen: list[Change] = []
    left = possible
    while left and len(chosen) < number:
        kind = random.choice(sorted({each.kind for each in left}))
        change = random.choice([each for each in left if each.kind == kind])
        chosen.append(change)
        left = [each for each in left if (each.file, each.line) != (change.file, change.line)]
    return sorted(chosen, key=lambda change: (change.file, change.line))
