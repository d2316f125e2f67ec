"""Rows of data from objects that have what the rows say.

row_of(RunTitle, run, about="…")        # {"name": run.name, "language": run.language, "about": "…", "soak": run.soak}
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

Row = TypeVar("Row")


def row_of(kind: type[Row], source: object, **others: Any) -> Row:
    """Return a TypedDict of these values, and of the source's attributes for all other keys, with lists for tuples."""

    def value(name: str) -> Any:
        found = getattr(source, name)
        return list(found) if isinstance(found, tuple) else found

    return cast("Row", {name: others[name] if name in others else value(name) for name in kind.__annotations__})
