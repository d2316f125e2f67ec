"""The suite tries a part where the soak tries all, and what is left out of the one is in the other."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests import ROOT, shares
from tests.soak import blocks

SAMPLE = """
import pytest
from hypothesis import given, settings, strategies as st
from tests.shares import is_real, one_in

@settings(max_examples=30)
@given(st.integers())
def test_property(number):
    print("property")

@given(st.integers())
def test_of_the_usual_size(number):
    print("usual")

@pytest.mark.parametrize("seed", one_in(3, range(7)))
def test_seed(seed):
    print("seed")

@pytest.mark.in_turn
@pytest.mark.parametrize("view", range(5))
def test_view(view):
    print("view")

@pytest.mark.in_part
def test_commands():
    print("real " * sum(is_real(str(number)) for number in range(800)))
"""


def printed(folder, variables, marked):
    """Run the sample; return how often each of its tests was given something."""
    (folder / "test_sample.py").write_text(SAMPLE)
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    environment = {name: value for name, value in os.environ.items() if name != shares.VARIABLE}
    done = subprocess.run(
        [*command, "-o", "markers=soak\nin_part\nin_turn", "-m", marked, "test_sample.py"],
        cwd=folder, env=environment | variables | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    return {word: done.stdout.count(word) for word in ("property", "usual", "seed", "view", "real")}


def test_the_suite_tries_a_part_and_the_soak_all(tmp_path):
    part = printed(tmp_path, {}, "not soak")
    assert (part["property"], part["usual"], part["seed"]) == (10, 34, 3)
    assert part["view"] in (1, 2)
    assert 50 < part["real"] < 150
    rest = printed(tmp_path, {shares.VARIABLE: "1"}, "soak or in_part")
    assert rest == {"property": 30, "usual": 100, "seed": 4, "view": 5, "real": 800}


@pytest.mark.soak
def test_the_soak_takes_the_files_in_which_pytest_selects_tests():
    """It looks for them in their texts, since it would take ten seconds to ask pytest at each start of a block."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"]
    listed = subprocess.run(
        [*command, "-m", "soak or in_part"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert re.findall(r"^(tests/\S+\.py): \d+$", listed, re.MULTILINE) == blocks.long_tests()


def test_the_soak_asks_for_all(monkeypatch):
    asked = []

    def run(command, *, env, **_):
        asked.append((command, env[shares.VARIABLE]))
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(blocks.subprocess, "run", run)
    assert blocks.tests(0) == ""
    ((command, whole),) = asked
    assert ("soak or in_part" in command, command[-1], whole) == (True, blocks.long_tests()[0], "1")


def test_without_git_the_first_turn_is_taken(monkeypatch, tmp_path):
    monkeypatch.setattr(shares, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert shares.turn.__wrapped__() == 0
    monkeypatch.undo()
    assert isinstance(shares.turn(), int)


@pytest.mark.parametrize(("number", "left"), [(1, 7), (3, 3), (8, 1)])
def test_of_so_many_parameters_the_suite_has_one(number, left):
    found = shares.one_in(number, range(7))
    assert len(found) == 7
    assert [value for value in found if isinstance(value, int)] == list(range(0, 7, number))
    assert len([value for value in found if isinstance(value, int)]) == left


class Taking:
    """A test that takes turns, as take_turns looks at it: one of a number of parameters, or of a file without them."""

    def __init__(self, nodeid: str, *marks: str) -> None:
        self.nodeid, self.marks = nodeid, {"in_turn", *marks}
        if "[" in nodeid:
            self.callspec = object()

    def get_closest_marker(self, name: str) -> bool:
        return name in self.marks

    def add_marker(self, name: str) -> None:
        self.marks.add(name)


@pytest.mark.parametrize("number", [1, 2, 3, 7])
@pytest.mark.parametrize("nodeid", ["test_a.py::test_b[{}]", "test_a.py::test_{}"])
def test_after_three_commits_each_parameter_and_each_test_has_had_its_turn(nodeid, number, monkeypatch):
    monkeypatch.setattr(shares, "WHOLE", False)
    tried = []
    for commits in range(100, 100 + shares.TURNS):
        monkeypatch.setattr(shares, "turn", lambda commits=commits: commits)
        items = [Taking(nodeid.format(place)) for place in range(number)]
        shares.take_turns([*items, Taking(nodeid.format(99), "soak")])
        tried.append([place for place, item in enumerate(items) if "soak" not in item.marks])
    assert {place for each in tried for place in each} == set(range(number))
    assert all(1 <= len(each) <= -(-number // min(number, shares.TURNS)) for each in tried)
