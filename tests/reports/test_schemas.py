"""The JSON that the command line prints is as the schemas say, and a schema refuses what is not."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from reports.publishing.schemas import schemas

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
