"""How long a run would have taken on an old machine, as the command line says it."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from getallenband.reports.publishing.schemas import schemas

SUM = "begin integer i, s;\n  s := 0;\n  for i := 1 step 1 until 10 do\n    s := s + i;\n  print(s)\nend\n"


@pytest.fixture
def summing(tmp_path):
    path = tmp_path / "sum.a60"
    path.write_text(SUM)
    return str(path)


def run(call, file, *options):
    return call("run", file, "--arithmetic", "el_x8", "--setting", "library=el_x8", *options)


def test_the_time_is_on_standard_error_with_the_lines_that_cost_most(call, summing):
    code, out, err = run(call, summing, "--clock", "el_x8")
    assert code == 0
    assert out == run(call, summing)[1]
    assert err.splitlines() == [
        "el_x8: 0.00116 to 0.00139 s on the Electrologica X8, ALGOL 60 system of the Mathematical Centre",
        "   73%  0.000874 to 0.000991 s  line 3: for i := 1 step 1 until 10 do",
        "   21%  0.000213 to 0.000315 s  line 4: s := s + i;",
        "    5%  6.25e-05 to 6.85e-05 s  line 2: s := 0;",
        "    1%  1e-05 to 1.5e-05 s  line 5: print(s)",
        "  not included, for want of a figure: print() 1×",
    ]


def test_the_profile_gains_a_column(call, summing):
    err = run(call, summing, "--clock", "el_x8", "--profile")[2]
    assert "10  0.000213 to 0.000315 s  4 |     s := s + i;" in err.splitlines()


def test_the_record_has_the_clock_and_is_as_the_schema_says(call, summing):
    record = json.loads(run(call, summing, "--clock", "el_x8", "--json")[1])
    Draft202012Validator(json.loads(schemas()["schemas/record.schema.json"])).validate(record)
    clock = record["clock"]
    assert (clock["machine"], clock["missing"]) == ("el_x8", {"print()": 1})
    assert clock["statements"]["4"] == [0.000213, 0.000315]
    assert "clock" not in json.loads(run(call, summing, "--json")[1])


@pytest.mark.parametrize(
    ("target", "name", "message"),
    [
        ("debruijn1972_pentomino/first24", "el_x8", "there is no clock for ECOL: el_x8 has the times of ALGOL 60 only"),
        ("wada2002_jigsaw", "el_x8", "there is no clock for Scheme with amb: el_x8 has the times of ALGOL 60 only"),
        ("debruijn1972_pentomino/algol-first24", "x8", "there is no clock 'x8'; nearest: el_x8 (clocks: el_x8)"),
    ],
)
def test_a_clock_that_there_is_not_is_named(call, target, name, message):
    assert call("run", target, "--clock", name) == (2, "", message + "\n")
