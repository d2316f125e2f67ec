"""The pace of a program in report.toml: what is read, and what is refused, message by message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from getallenband.originals.edition import edition
from getallenband.originals.errors import EditionError
from getallenband.originals.presentation import presentation, seconds_of
from getallenband.reports.publishing.player.pace import duration, pace
from getallenband.reports.publishing.player.runs import run_data
from getallenband.reports.runs.job import job_of_run
from getallenband.reports.runs.oracle import Oracle

PROGRAM = """[[program]]
name = "A"
year = 1970
machine = "M"
language = "L"
puzzle = "rug"
run = "first24"
then = "a day"
pace = {{ {} }}
"""
FOUND = edition("debruijn1972_pentomino")


def edition_with(tmp_path, content: str):
    """Return de Bruijn's edition with another report.toml."""
    (tmp_path / "report.toml").write_text(PROGRAM.format(content))
    return replace(FOUND, folder=tmp_path)


def test_the_published_seconds_are_those_of_the_claim(tmp_path):
    found = edition_with(tmp_path, 'claim = "el-x8-6-minutes", run = "first24", then = "After {time}."')
    (program,) = presentation(found).programs
    assert seconds_of(program.pace, found) == 360
    data = run_data(job_of_run(FOUND, FOUND.runs["full"]), Oracle().cache)
    known = {"machine": "M", "run": "first24", "seconds": 360.0, "then": "After 6 minutes."}
    assert pace(found, FOUND.runs["full"], job_of_run(FOUND, FOUND.runs["full"]), data) == known
    assert pace(found, FOUND.runs["algol-full"], job_of_run(FOUND, FOUND.runs["algol-full"]), data) is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            'claim = "el-x8-6-minuten", run = "full"',
            "9:10: program A: there is no claim 'el-x8-6-minuten'; nearest: ",
        ),
        (
            'claim = "2339-solutions", run = "full"',
            "9:10: program A: claim 2339-solutions has no published time",
        ),
        ('claim = "el-x8-6-minutes", value = 1, run = "full"', "claim el-x8-6-minutes has no published time number 1"),
        ('claim = "el-x8-6-minutes", value = -1, run = "full"', "has no published time number -1"),
        ('claim = "el-x8-6-minutes", run = "ful"', "9:37: program A: debruijn1972_pentomino has no run 'ful'"),
        ('claim = "el-x8-6-minutes", run = "full", runs = ["x"]', "9:59: program A: debruijn1972_pentomino has no run"),
        ('claim = "el-x8-6-minutes", run = "wada2002_jigsaw/c"', "has no run 'wada2002_jigsaw/c'"),
        ('run = "full"', 'the key "claim" is missing'),
        ('clock = "el_x8", claim = "el-x8-6-minutes", run = "full"', 'unknown key "claim"'),
    ],
)
def test_a_wrong_pace_is_refused(tmp_path, content, message):
    found = edition_with(tmp_path, content)
    with pytest.raises(EditionError) as raised:
        presentation(found)
    assert str(raised.value).startswith(f"{tmp_path}/report.toml:9:")
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("run", "clock", "message"),
    [
        ("algol-full", "el_x9", "9:10: program A: there is no clock 'el_x9'; nearest: el_x8"),
        ("full", "el_x8", "there is no clock for ECOL"),
    ],
)
def test_a_clock_that_does_not_fit_is_refused(tmp_path, run, clock, message):
    found = edition_with(tmp_path, f'clock = "{clock}", run = "{run}"')
    job = job_of_run(FOUND, FOUND.runs[run])
    with pytest.raises(EditionError) as raised:
        pace(found, FOUND.runs[run], job, run_data(job, Oracle().cache))
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(360, "6 minutes"), (3.5, "3.5 seconds"), (20400, "5 hours 40 minutes"), (54097, "15 hours 1 minute 37 seconds")],
)
def test_times_are_said_in_words(seconds, said):
    assert duration(seconds) == said
