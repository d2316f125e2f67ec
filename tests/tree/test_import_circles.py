"""No module imports itself by way of others; imports in functions and those for type checking count too."""

from __future__ import annotations

import re
from pathlib import Path

import grimp

import interpreters

PACKAGES = ("durable", "getallenband", "interpreters", "modern", "originals", "reports")


def test_no_imports_run_in_circles() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    circular = {
        f"{importer} imports {imported}"
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if graph.chain_exists(importer=imported, imported=importer)
    }
    assert sorted(circular) == []


def test_no_module_fills_a_slot_of_another() -> None:
    """A list of one function, filled by another module at import, is an import that the test above cannot see."""
    slots = re.compile(r"^[A-Z_]+: list\[Callable.*= \[\]|\b[A-Z][A-Z_]+\[0\]\(", re.M)
    files = Path(interpreters.__file__).parent.rglob("*.py")
    assert [str(file) for file in files if slots.search(file.read_text("utf-8"))] == []
