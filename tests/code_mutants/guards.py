"""Which test files guard each package, by the lines of its functions that their tests enter: docs/tests.md.

    guards = guarding_files(["modern/search/memory.py"], entered(), sizes())
    guards.files      # ["tests/modern/test_memory.py"], the first reaches most lines

The lines of a function count as reached when a test enters it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.history import conditions
from getallenband import durable
from tests import ROOT
from tests.code_mutants.draw import modules
from tests.code_mutants.reach import reached

PAGE = ROOT / "docs" / "tests.md"
SAMPLE = 200
"""Tests of a file that are run at most."""
MOST = 4
"""Files named for a package at most."""
LEAST, NEAR, ENOUGH = 0.05, 0.8, 0.5
"""Parts of the lines: what a further file adds; what is near the most; what a module needs of its package's files."""
HOMES = {
    "getallenband": ("command_line",), "interpreters": ("interpreters", "languages"), "modern": ("modern",),
    "originals": ("originals",), "reports": ("reports", "originals"),
}  # fmt: skip
"""Folders of tests that are made for the packages of a folder."""
HEAD = """# Which tests guard which module

Changed a module? Run the test files of its row first, then `make test`. The files reach most of the lines of the
package's functions; of those that reach about as much, one in the folder of the package's tests is named, and the one
that enters fewest other modules. A module has a row of its own where these files reach less than half of what all tests
reach of it. "Reached" is the part of the lines that any test of the sample entered.

`make map` writes this page: it takes up to {most} tests of each file, evenly spread, and none in a browser. It does not
see the kernels, routines of the IR, and processes that a test starts: `getallenband cases LANGUAGE` tries a language,
and `tests/reports/test_*browser.py` the scripts of the pages. After `make map`, `python -m tests.code_mutants tests
MODULE` lists every file that enters a module. Measured at commit `{commit}`.

| module | test files | reached |
| --- | --- | ---: |
"""

Function = tuple[str, int]
"""A file, and the line in which the function begins."""


@dataclass(frozen=True)
class Guards:
    """Test files, the functions that they enter, and those that any test does."""

    files: list[str]
    functions: frozenset[Function]
    any: frozenset[Function]


def sizes() -> dict[Function, int]:
    """Return the lines of each function of the production code, decorators included."""
    return {
        (file, first_line(node)): (node.end_lineno or node.lineno) - first_line(node) + 1
        for files in modules().values()
        for file in files
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }


def first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(each.lineno for each in node.decorator_list)])


def entered() -> dict[str, frozenset[Function]]:
    """Return the functions that the tests of each file enter."""
    found: dict[str, set[Function]] = defaultdict(set)
    for test in reached():
        found[test.file] |= test.functions
    return {file: frozenset(functions) for file, functions in found.items()}


def guarding_files(
    files: Iterable[str], by: Mapping[str, frozenset[Function]], lines: Mapping[Function, int]
) -> Guards:
    """Choose the test files for some modules: each adds most to those before it, or nearly so and is made for them."""
    own = {*files}
    inside = {test: frozenset(each for each in found if each[0] in own and each in lines) for test, found in by.items()}
    others = {test: len({file for file, _ in found} - own) for test, found in by.items()}
    union = frozenset[Function]().union(*inside.values())
    chosen: list[str] = []
    got = frozenset[Function]()
    while len(chosen) < MOST:
        added = {test: count(found - got, lines) for test, found in inside.items()}
        most = max(added.values(), default=0)
        if most == 0 or most < LEAST * count(union, lines):
            break
        near = [test for test, lines_more in added.items() if lines_more >= NEAR * most]
        chosen.append(min(near, key=lambda test: (not at_home(test, own), others[test], test)))
        got |= inside[chosen[-1]]
    return Guards(chosen, got, union)


def at_home(test: str, modules_of_it: Iterable[str]) -> bool:
    """Tell whether a test file lies where the tests of these modules do."""
    folder = Path(test).parts[1]
    return any(folder in HOMES[Path(module).parts[0]] for module in modules_of_it)


def count(functions: Iterable[Function], lines: Mapping[Function, int]) -> int:
    return sum(lines[each] for each in functions)


def rows(by: Mapping[str, frozenset[Function]], lines: Mapping[Function, int]) -> Iterable[str]:
    """Yield a row for each folder, and for each module that its folder's files do not reach."""
    folders: dict[str, list[str]] = defaultdict(list)
    for file in sorted({file for file, _ in lines}):
        folders[Path(file).parent.as_posix()].append(file)
    for folder, files in folders.items():
        guards = guarding_files(files, by, lines)
        yield row(f"{folder}/", files, guards, lines)
        for file in files:
            alone = guarding_files([file], by, lines)
            if count(alone.any & guards.functions, lines) < ENOUGH * count(alone.any, lines):
                yield row(file, [file], alone, lines)


def row(name: str, files: Iterable[str], guards: Guards, lines: Mapping[Function, int]) -> str:
    own = {*files}
    all_of_them = count((each for each in lines if each[0] in own), lines)
    named = ", ".join(f"`{file}`" for file in guards.files) or "not seen, see above"
    return f"| `{name}` | {named} | {count(guards.any, lines) / all_of_them:.0%} |\n"


def write_page() -> None:
    head = HEAD.format(most=SAMPLE, commit=conditions().commit)
    durable.write(PAGE, head + "".join(rows(entered(), sizes())))
