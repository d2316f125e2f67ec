"""The JSON that the command line prints is as the schemas say, and a schema refuses what is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, get_type_hints

import pytest
from jsonschema import Draft202012Validator

from getallenband.reports.checking.check import Verdict
from getallenband.reports.publishing.schemas import descriptions_of, schema_of, schemas

ROOT = Path(__file__).parents[2]
PRINTED = {
    "record": ("run", "debruijn1972_pentomino/first24", "--record", "-"),
    "verdict": ("check", "hitotumatu1968_rug", "--json"),
    "comparison": ("compare", "wada2002_jigsaw", "--json"),
    "solve": ("solve", "rug", "--list", "--json"),
}


def validator(name):
    return Draft202012Validator(json.loads(schemas()[f"schemas/{name}.schema.json"]))


def records(schema):
    """Yield every part of a schema that lists the keys of a record."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from records(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from records(part)


def test_there_is_a_schema_for_each_kind():
    assert sorted(schemas()) == [f"schemas/{name}.schema.json" for name in sorted(PRINTED)]


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed_is_as_the_schema_says(call, name):
    code, out, _ = call(*PRINTED[name])
    assert code == 0
    validator(name).validate(json.loads(out))


@pytest.mark.parametrize("name", PRINTED)
def test_a_schema_allows_no_other_keys_and_requires_all_but_two(name):
    schema = validator(name).schema
    Draft202012Validator.check_schema(schema)
    for record in records(schema):
        assert record["additionalProperties"] is False
        assert set(record["properties"]) - set(record["required"]) <= {"listed", "clock"}


def test_what_is_wrong_is_refused(call):
    verdicts = json.loads(call("check", "hitotumatu1968_rug", "three-fillings", "--json")[1])
    for wrong in ({"verdict": "true"}, {"long": None}, {"derived": {"value": 1}}, {"claim": "a b"}):
        assert not validator("verdict").is_valid([verdicts[0] | wrong])


def test_a_run_of_a_file_and_one_that_traps_have_records_too(call, tmp_path):
    path = tmp_path / "x.a60"
    path.write_text("begin integer i; i := 1 % 0 end\n", encoding="utf-8")
    code, out, _ = call("run", str(path), "--record", "-")
    assert (code, json.loads(out)["edition"], json.loads(out)["outcome"]["kind"]) == (3, None, "trap")
    validator("record").validate(json.loads(out))


def test_a_search_that_reached_its_limit_is_not_finished(call):
    _, out, _ = call("solve", "rug", "--limit", "1", "--json")
    assert json.loads(out)["finished"] is False
    validator("solve").validate(json.loads(out))


def keys_of(schema):
    """Yield the keys of all records of a schema."""
    for record in records(schema):
        yield from record["properties"]


ROWS = {"record": ["run record"], "verdict": ["verdict"], "comparison": ["comparison", "program"], "solve": ["search"]}
"""The rows of the manual's table of keys that describe each schema."""


@pytest.mark.parametrize("name", ROWS)
def test_the_manual_names_every_key(name):
    manual = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8").partition("## JSON")[2]
    keys = [line for line in manual.splitlines() if line.startswith(tuple(f"| {row} " for row in ROWS[name]))]
    assert len(keys) == len(ROWS[name])
    assert {key for key in keys_of(validator(name).schema) if f"`{key}`" not in "".join(keys)} == set()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Annotated[int, ("minimum", 0)] | None, {"type": ["integer", "null"], "minimum": 0}),
        (str | list[str], {"type": ["string", "array"], "items": {"type": "string"}}),
        (Literal["a", "b"] | Literal[""], {"enum": ["a", "b", ""]}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (
            dict[Annotated[str, ("pattern", "^a")], Any],
            {"type": "object", "additionalProperties": {}, "propertyNames": {"pattern": "^a"}},
        ),
    ],
)
def test_a_schema_follows_from_a_type(kind, expected):
    assert schema_of(kind) == expected


def test_a_field_is_described_where_its_type_is():
    class Line(TypedDict):
        """A line.

        number  from 1; 0 for one
                that was taken away
        """

        number: int

    assert schema_of(Line)["properties"] == {
        "number": {"type": "integer", "description": "from 1; 0 for one that was taken away"}
    }
    assert descriptions_of(Verdict).keys() <= get_type_hints(Verdict).keys()


def test_a_type_without_a_schema_is_refused():
    with pytest.raises(TypeError, match="no schema is made of"):
        schema_of(set[int])
