"""Sabotage, a small sample: what an edition says is altered in one place, and `check` must notice."""

import json
import tomllib

import pytest

from getallenband.originals.edition import editions
from tests import ROOT
from tests.mutants.__main__ import faults, listed, recorded, results, table
from tests.mutants.altered import Mutant, alterations, altered_at, as_toml, spread
from tests.mutants.judge import Result


def test_what_is_altered_is_noticed_or_has_a_reason():
    found = list(results("hitotumatu1968_rug", of_each=1, most=25))
    assert sum(result.outcome == "killed" for result in found) >= len(found) / 2, table(found)
    assert [result.mutant.place for result in faults(found)] == []


def all_runs_take_less_than_a_minute(name):
    times = json.loads((ROOT / "reports" / "published" / "data" / "times.json").read_text(encoding="utf-8"))
    return max(time["seconds"]["run"] for run, time in times.items() if run.startswith(f"{name}/")) < 60


@pytest.mark.soak
@pytest.mark.parametrize("name", editions())
def test_nothing_is_a_hole_where_long_runs_are_made_again_too(name):
    """The Perl page has seven runs of minutes, and many of its mutants ask for each of them: a matter of days."""
    long = all_runs_take_less_than_a_minute(name)
    found = list(results(name, of_each=4, long=long))
    assert not [result for result in found if result.outcome == "long" and long]
    assert "\n".join(listed(faults(found))) == ""


def test_what_readers_are_told_of_mutants():
    kinds = [
        ("pin", "killed", "claim a"),
        ("pin", "survived", "it only bounds"),
        ("tape", "survived", "it only bounds"),
    ]
    found = [Result(Mutant("x", kind, "here", claim="a"), outcome, why) for kind, outcome, why in kinds]
    assert recorded(found) == {
        "kinds": {"pin": {"killed": 1, "survived": 1}, "tape": {"survived": 1}},
        "survivors": {"it only bounds": {"x: pin: claim a": 1, "x: tape: claim a": 1}},
    }


def test_an_alteration_changes_one_place_and_what_is_written_is_read_as_it_was_meant():
    value = {"a": [1, True, "x9"], "b": {"c d": 'say "é"\n\\'}}
    others = [other for _, other in alterations(value)]
    assert others == [
        {**value, "a": [2, True, "x9"]},
        {**value, "a": [1, False, "x9"]},
        {**value, "a": [1, True, "x0"]},
        {**value, "b": {"c d": 'qay "é"\n\\'}},
    ]
    assert tomllib.loads("v = " + as_toml(value))["v"] == value


def test_a_character_becomes_another_of_its_sort():
    assert [altered_at("9q,", index) for index in range(3)] == ["0q,", "9z,", "9q?"]
    assert spread([1, 2, 3, 4, 5, 6], 3) == [1, 3, 5]
