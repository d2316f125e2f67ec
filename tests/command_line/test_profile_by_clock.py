"""The times of a printed profile are held against a clock, line by line."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from tests.command_line.mine import CLAIMS, EDITION, RUNS

PROGRAM = "begin integer i;\ni := 1;\ni := i + 1;\nprint(i)\nend\n"
PROFILE = "2 5 {} 0.1\n3 8 {} 0.2\n4 500 9.0 0.7\n"
OBSERVER = 'observe = "profile_by_clock"\nwith = {{ clock = "el_x8", file = "profile.transcription", pattern = "{}" }}'
ROW = "^([0-9]+) [0-9]+ ([0-9.]+) "


def judged(call, mine, times, pattern=ROW):
    profile = PROFILE.format(*times)
    text = EDITION.split("[texts.main]")[0]
    for name, role, content in (("main", 'program"\nlanguage = "algol60', PROGRAM), ("profile", "table", profile)):
        (mine / f"{name}.transcription").write_text(content)
        text += f'[texts.{name}]\nrole = "{role}"\nfile = "{name}.transcription"\nwitness = "a print"\n'
        text += f'sha256 = "{sha256(content.encode()).hexdigest()}"\n'
    (mine / "edition.toml").write_text(text)
    (mine / "runs.toml").write_text(f'{RUNS}settings = {{ library = "el_x8" }}\n')
    claim = CLAIMS.replace('observe = "output"\nwith = { spacing = "ignored" }', OBSERVER.format(pattern)).replace(
        "{this.published}", "x"
    )
    derived = 'derived = { value = [], how = "None." }\nrun ='
    (mine / "claims.toml").write_text(claim.replace('published = "42"\nread = "text"\nrun =', derived))
    return call("check", "./mine", "--json")


@pytest.mark.parametrize(("times", "outside"), [((65, 25), []), ((65, 90), [3]), ((2, 3), [2, 3])])
def test_lines_outside_are_listed_and_those_without_a_figure_left_out(call, mine, times, outside):
    """Line 4 prints, and no source says what that takes."""
    _, out, err = judged(call, mine, times)
    assert err == ""
    [verdict] = json.loads(out)
    assert verdict["observed"] == outside


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("^([0-9]+) ", "has 1 groups; expected 2"),
        ("^([0-9]+) (.*) ", "captures what is not a number: could not convert string to float: '5 20'"),
        ("^(77) (.*)", "captures no line that the clock has"),
    ],
)
def test_a_pattern_that_finds_no_times_is_refused(call, mine, pattern, message):
    code, out, err = judged(call, mine, (20, 25), pattern)
    assert (code, out) == (2, "")
    assert message in err
