"""The options of a run are the same wherever they are taken."""

from __future__ import annotations

from dataclasses import fields

import pytest

import getallenband as gb
from getallenband.interpreters import Limits
from getallenband.originals.runs import MOST, Budget
from getallenband.reports.runs.options import OPTIONS, flag
from getallenband.verbs.run import command
from tests import ROOT


def test_budgets_are_the_same_for_engines_editions_and_options():
    budgets = {each.name for each in fields(Limits)}
    assert budgets == {each.name for each in fields(Budget)} == MOST.keys()
    assert {f"max_{name}" for name in budgets} == {name for name in OPTIONS if name.startswith("max_")}


def test_the_manual_has_every_option():
    library, command_line = ((ROOT / "docs" / name).read_text() for name in ("library.md", "command-line.md"))
    for name in OPTIONS:
        assert f"`{name}`" in library
        assert flag(name) in command_line
        assert flag(name) in [known for option in command.params for known in option.opts]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_depth": 0}, "max_depth: 0 is not a whole number from 1 to "),
        ({"max_output": "1k"}, "max_output: '1k' is not a whole number from 1 to "),
        ({"probes": {"x": "2"}}, "--probe x=2: expected NAME=STATEMENT:VARIABLE"),
        ({"stop": "2:0"}, "--stop-at 2:0: expected STATEMENT:N, N at least 1"),
        ({"engine": "slow"}, "there is no engine 'slow'"),
        ({"stop": 3}, "stop: expected a text, not 3"),
        ({"settings": "report=revised"}, "settings: expected a dictionary, not 'report=revised'"),
        ({"tape": 21}, "the input tape: expected a text, a Path, or a dictionary of them by name, not 21"),
    ],
)
def test_a_wrong_option_is_an_error_for_the_user(options, message):
    with pytest.raises(gb.Error, match=f"^{message}"):
        gb.run_text("begin end", language="algol60", **options)


def test_an_unknown_option_is_a_type_error():
    with pytest.raises(TypeError, match=r"run\(\) got an unexpected keyword argument 'steps'"):
        gb.run_text("begin end", language="algol60", steps=3)


def test_a_stop_at_a_solution_is_a_keyword_too():
    result = gb.run("kawai_hamekomi/tetrihex", stop_at_solution=2)
    assert result.output.count("\n") == 2
