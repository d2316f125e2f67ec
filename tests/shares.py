"""What the suite does a part of and `make soak` all: random examples, engines of cases, processes, views of pages.

@pytest.mark.parametrize("seed", one_in(3, range(12)))      # four of them, the others in the soak
@pytest.mark.in_turn                                        # a third of its parameters, at each commit others
pytestmark = pytest.mark.in_turn                            # besides, a third of the file's tests that have none

`make soak` runs pytest with -m "soak or in_part" and WHOLE set; it finds the files by themselves (soak/blocks.py).
"""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any
from zlib import crc32

import pytest
from hypothesis import is_hypothesis_test, settings

from tests import ROOT

VARIABLE = "GETALLENBAND_WHOLE"
WHOLE = bool(os.environ.get(VARIABLE))
"""Whether all is to be done, as the soak wants."""
EXAMPLES = 3
"""Of so many random examples of a property the suite tries one."""
TURNS = 3
"""Of so many parameters or tests that take turns the suite tries one at a commit, and has tried all after so many."""
REAL = 8
"""Of so many commands the suite starts Python for one; the others run in forks of the process of the tests."""


def one_in(number: int, values: Iterable[Any]) -> list[Any]:
    """Return parameters of a test: one value of so many for the suite, the others for the soak."""
    return [
        value if place % number == 0 else pytest.param(value, marks=pytest.mark.soak)
        for place, value in enumerate(values)
    ]


def try_some_examples(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that Hypothesis gives examples; let each try a part of those that it asks for."""
    asked = dict[Any, settings]()
    for item in items:
        test = getattr(item, "obj", None)
        if is_hypothesis_test(test):
            item.add_marker("in_part")
            asked.setdefault(test, test._hypothesis_internal_use_settings)
    if not WHOLE:
        for test, all_of_them in asked.items():
            some = -(-all_of_them.max_examples // EXAMPLES)
            test._hypothesis_internal_use_settings = settings(all_of_them, max_examples=some)


def take_turns(items: Iterable[pytest.Item]) -> None:
    """Mark, of the tests that take turns, those whose turn it is not: they are the soak's, which has all.

    The parameters of a test take turns, and so do the tests of a file that have none; what is the soak's anyway stays
    as it is. Of two each has every other turn.
    """
    groups = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("in_turn") and not item.get_closest_marker("soak"):
            groups[item.nodeid.partition("[" if hasattr(item, "callspec") else "::")[0]].append(item)
    for group in groups.values():
        turns = min(TURNS, len(group))
        for place, item in enumerate(group):
            if WHOLE or (place + turn()) % turns:
                item.add_marker("soak")


def is_real(command: str) -> bool:
    """Tell whether Python is to be started for a command."""
    return WHOLE or crc32(command.encode()) % REAL == 0


@cache
def turn() -> int:
    """Return a number that grows with each commit: what the suite takes turns at has all had one after a few."""
    command = ["git", "rev-list", "--count", "HEAD"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):  # no git, or a tree without history
        return 0
    return int(done.stdout)
