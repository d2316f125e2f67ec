"""A record that has fields of another one.

row = copy_fields(WitnessEntry, witness)         # a dataclass, or a TypedDict: in this tuples become lists
row = copy_fields(ApparatusRow, change, file="ecol.transcription")
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints, is_typeddict

Record = TypeVar("Record")


def copy_fields(kind: Callable[..., Record], source: object, **others: Any) -> Record:
    """Make a record: `others` are its fields that differ from those of `source`, or that `source` does not have."""
    copied = {name: getattr(source, name) for name in get_type_hints(kind) if name not in others}
    if is_typeddict(kind):
        copied = {name: list(value) if isinstance(value, tuple) else value for name, value in copied.items()}
    return kind(**copied, **others)
