"""The key of a run contains every source that takes part in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from getallenband.interpreters.language import ours
from getallenband.reports.runs.sources import ENGINES, takes_part

ROOT = Path(__file__).parents[2]
DURABLE = ROOT / "getallenband" / "durable"
BY_NAME = {
    "machine": ["getallenband.interpreters.machine"],
    "native": ["getallenband.interpreters.native", "getallenband.interpreters.machine"],
    "wasm": [
        "getallenband.interpreters.wasm.page",
        "getallenband.interpreters.wasm",
        "getallenband.interpreters.native",
        "getallenband.interpreters.machine",
    ],
}
"""What `getallenband.interpreters.running` imports by a name that is made as it runs: the engine, and the reference
engine, which runs what is too large for the native one; for a page its data, after a run of the program."""


def files(module: str) -> Iterator[Path]:
    """Yield the files that are run when a module is imported: its packages' and its own; none if it is not ours."""
    parts = module.split(".")
    for count in range(2, len(parts) + 1):  # getallenband itself imports what it is asked for
        place = ROOT.joinpath(*parts[:count])
        yield from (path.resolve() for path in (place / "__init__.py", place.with_suffix(".py")) if path.exists())


def imported(path: Path) -> Iterator[str]:
    """Yield the modules that a file may import, and the names that it takes from them, which may be modules."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def reached(modules: list[str]) -> set[Path]:
    """Return the files of ours that are imported, directly or not, where these modules are."""
    found: set[Path] = set()
    waiting = modules
    while waiting:
        fresh = {path for module in waiting for path in files(module)} - found
        found |= fresh
        waiting = [module for path in fresh for module in imported(path)]
    return found


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("language", sorted(ours()))
def test_every_source_that_is_imported_takes_part(language: str, engine: str):
    found = reached(
        ["getallenband.interpreters.running", f"getallenband.interpreters.languages.{language}", *BY_NAME[engine]]
    )
    assert ROOT / "interpreters" / engine.split(".")[0] / "__init__.py" in found
    inside = [path.relative_to(ROOT / "interpreters") for path in found if path.is_relative_to(ROOT / "interpreters")]
    assert {path.parent for path in found if not path.is_relative_to(ROOT / "interpreters")} == {DURABLE}
    assert [path for path in inside if not takes_part(path, {language}, ENGINES[engine])] == []
