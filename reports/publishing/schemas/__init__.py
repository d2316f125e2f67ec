"""JSON Schemas of what the command line prints as JSON: record, verdict, comparison, solve.

schemas()["schemas/record.schema.json"]
"""

from __future__ import annotations

from importlib.resources import files

SUFFIX = ".schema.json"


def schemas() -> dict[str, str]:
    """Return the schemas by their paths in the report."""
    found = sorted(file.name for file in files(__name__).iterdir() if file.name.endswith(SUFFIX))
    return {f"schemas/{name}": files(__name__).joinpath(name).read_text(encoding="utf-8") for name in found}
