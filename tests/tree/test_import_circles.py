"""No module imports itself by way of others; imports in functions and those for type checking count too."""

from __future__ import annotations

import grimp


def test_no_imports_run_in_circles() -> None:
    graph = grimp.build_graph("getallenband", cache_dir=None)
    circular = {
        f"{importer} imports {imported}"
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
        if graph.chain_exists(importer=imported, imported=importer)
    }
    assert sorted(circular) == []
