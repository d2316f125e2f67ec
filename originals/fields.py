"""A record that has fields of others.

row = copy_fields(ApparatusRow, change, file="ecol.transcription")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_type_hints, is_typeddict

Record = TypeVar("Record")


def copy_fields(kind: Callable[..., Record], *sources: object, **others: Any) -> Record:
    """Make a dataclass or a TypedDict, in which tuples are lists; raise AttributeError for a field that nothing has.

    A field has the value that `others` say, or that of the first source that has one of its name.
    """
    names = list(get_type_hints(kind))
    copied = {name: value_in(sources, name) for name in names if name not in others}
    if is_typeddict(kind):
        copied = {name: list(value) if isinstance(value, tuple) else value for name, value in copied.items()}
    return kind(**(dict.fromkeys(names) | copied | others))  # in the order of the type


def value_in(sources: tuple[object, ...], name: str) -> Any:
    """Return the value that the first of the sources that has one has under a name: as a key, or as an attribute."""
    for source in sources:
        if isinstance(source, Mapping):
            if name in source:
                return source[name]
        elif hasattr(source, name):
            return getattr(source, name)
    raise AttributeError(f"nothing has a value for the field {name}")
