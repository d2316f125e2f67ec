"""JSON Schemas of what the command line prints as JSON, made from the types of records: TypedDicts and dataclasses.

    schemas()["schemas/record.schema.json"]

A field's description is its line in the docstring of its type, as in

    line    where the program was, if it did not finish
            (continued)

and what a type of Python cannot say stands beside it: Annotated[int, ("minimum", 0)]. A field that may be missing is
NotRequired.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints

from getallenband.modern.search import SearchResult
from getallenband.reports.checking.check import Verdict
from getallenband.reports.comparing.compare import Comparisons
from getallenband.reports.publishing.layout import as_json
from getallenband.reports.runs.record import RunRecord

Schema = dict[str, Any]


class Listed(TypedDict):
    """What is printed besides the result of a search (reports/api/searching.py).

    listed  with --list: each solution, the cells of each piece by its name
    """

    listed: NotRequired[list[dict[str, list[list[int]]]]]


DIALECT = "https://json-schema.org/draft/2020-12/schema"
PRINTED: Mapping[str, tuple[str, str, tuple[Any, ...]]] = {
    "comparison": (
        "Comparisons",
        "What `getallenband compare --json` prints: counts of the originals beside modern ones, level by level, and "
        "the table of all programs.",
        (Comparisons,),
    ),
    "record": (
        "Run record",
        "What `getallenband run --record FILE` writes: what was run, and all that came of it.",
        (RunRecord,),
    ),
    "solve": ("Result of a search", "What `getallenband solve --json` prints.", (SearchResult, Listed)),
    "verdict": ("Verdicts", "What `getallenband check --json` prints: what became of each claim.", (list[Verdict],)),
}
"""By the name of the schema: title, description, and the types whose fields are printed."""
PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
FIELD = re.compile(r"^(\w+) {2,}(\S.*(?:\n {6,}\S.*)*)", re.MULTILINE)
"""A field in a docstring, with its description."""


def schemas() -> dict[str, str]:
    """Return the schemas by their paths in the report."""
    return {f"schemas/{name}.schema.json": as_json(schema(*printed)) for name, printed in PRINTED.items()}


def schema(title: str, description: str, kinds: tuple[Any, ...]) -> Schema:
    """Return the schema of what has all fields of these types."""
    content = schema_of(kinds[0]) if len(kinds) == 1 else record_schema(*kinds)
    return {"$schema": DIALECT, "title": title, "description": description, **content}


def schema_of(kind: Any) -> Schema:
    """Return the schema of a type; raise TypeError for one that no rule here is for."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if kind is Any:
        return {}
    if origin is Annotated:
        return schema_of(parts[0]) | dict(parts[1:])
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, UnionType):
        return union_schema([schema_of(part) for part in parts])
    if origin is list or (origin is tuple and parts[1] is ...):
        return {"type": "array", "items": schema_of(parts[0])}
    if origin is tuple:
        return {"type": "array", "items": schema_of(parts[0]), "minItems": len(parts), "maxItems": len(parts)}
    if origin in (dict, Mapping):
        names = {key: value for key, value in schema_of(parts[0]).items() if key != "type"}
        return {"type": "object", "additionalProperties": schema_of(parts[1])} | (
            {"propertyNames": names} if names else {}
        )
    if origin is None and hasattr(kind, "__annotations__"):
        return record_schema(kind)
    raise TypeError(f"no schema is made of {kind}")


def union_schema(parts: list[Schema]) -> Schema:
    """Return the schema of one of several types: of plain ones together, else one of them."""
    if all("enum" in part for part in parts):
        return {"enum": [value for part in parts for value in part["enum"]]}
    if any("properties" in part for part in parts):
        return {"oneOf": parts}
    together: Schema = {"type": [part["type"] for part in parts]}
    for part in parts:
        together |= {key: value for key, value in part.items() if key != "type"}
    return together


def record_schema(*kinds: type) -> Schema:
    """Return the schema of an object that has the fields of these types, and no other."""
    properties: Schema = {}
    required = []
    for kind in kinds:
        descriptions = descriptions_of(kind)
        for name, hint in get_type_hints(kind, include_extras=True).items():
            optional = get_origin(hint) is NotRequired
            described = {"description": descriptions[name]} if name in descriptions else {}
            properties[name] = schema_of(get_args(hint)[0] if optional else hint) | described
            required += [] if optional else [name]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def descriptions_of(kind: type) -> dict[str, str]:
    """Return what a type's docstring says of its fields, by their names."""
    return {name: " ".join(text.split()) for name, text in FIELD.findall(inspect.getdoc(kind) or "")}
