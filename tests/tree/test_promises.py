"""Each promise of docs/security.md, and of docs/reliability.md, names tests, cases and blocks that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date

from tests import ROOT
from tests.soak import record
from tests.soak.blocks import BLOCKS

PROMISES = ROOT / "docs" / "security.md"
NAMED = re.compile(r"`([^`]+)`")


def rows() -> Iterator[list[str]]:
    """Yield the cells of each row of the table."""
    lines = PROMISES.read_text(encoding="utf-8").splitlines()
    start = lines.index("| what | can | cannot | shown by | tried |")
    for line in lines[start + 2 :]:
        if not line.startswith("| "):
            return
        yield line.strip("| ").split(" | ")


def functions_of(file: str) -> set[str]:
    """Return the names of a file's tests; fail if there is no such file, or more than one."""
    (path,) = (ROOT / "tests").rglob(file.removeprefix("tests/"))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def missing(shown: str) -> Iterator[str]:
    """Yield what a cell names and is not there."""
    for part in shown.split("; "):
        kind, names = part.partition(" ")[0], NAMED.findall(part)
        if kind == "cases":
            yield from (name for name in names if not list((ROOT / "interpreters").rglob(f"cases/{name}.case")))
        elif kind == "block":
            yield from (name for name in names if name not in BLOCKS)
        else:
            file, *tests = names
            yield from ({*tests} - functions_of(file) if tests else [f"{file}: which tests?"])


def test_each_promise_names_what_shows_it():
    table = list(rows())
    assert len(table) > 15
    for cells in table:
        what, _, _, shown, tried = cells
        assert list(missing(shown)) == [], what
        assert date.fromisoformat(tried) >= date(2026, 11, 25), what


def test_each_promise_of_the_soak_names_what_shows_it():
    table = [line.strip("| ").split(" | ") for line in record.PROMISES.splitlines()][2:]
    assert len(table) > 5
    for promise, shown in table:
        assert list(missing(shown)) == [], promise


def test_what_is_missing_is_found():
    assert list(missing("cases `work`; block `engines`; `test_visible.py`: `test_a_file_s_name_is_one_line`")) == []
    assert list(missing("cases `no`; block `none`; `test_visible.py`: `test_no`; `test_visible.py`")) == [
        "no", "none", "test_no", "test_visible.py: which tests?",
    ]  # fmt: skip
