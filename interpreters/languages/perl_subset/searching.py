"""Searches by Python's `re`, those that may take long in a process of their own: a timer can end them there only.

    search(re.compile(r"(a)|b"), "xab", 0)      # [[(1, 2), (1, 2)], [(2, 3), (-1, -1)]]: the spans of $&, $1 …

`re` holds the interpreter's lock while it searches, and looks for signals in the main thread only; runs have threads of
their own. Run as a script, this file reads searches from its input, one after the other, and writes what they give.
"""

from __future__ import annotations

import atexit
import os
import pickle
import re
import signal
import subprocess
import sys
from functools import lru_cache
from itertools import islice
from typing import Any

Spans = list[list[tuple[int, int]]]
SECONDS = 5
"""The processor time after which a search is given up."""
CHOICES = re.compile(r"[*+?{|]")
REPEATED_GROUP = re.compile(r"\)[*+{]")
QUICK = 10**7
"""Steps that take no second."""


def search(pattern: re.Pattern[str], text: str, most: int, seconds: float = SECONDS) -> Spans:
    """Return the spans of the matches in a text and of their groups, at most so many matches (0: all).

    Raise TimeoutError where that takes more than so many seconds of processor time.
    """
    # at each choice a search may go on in as many ways as the text has characters; in a repeated group, in no time
    # that anybody can wait for
    steps = (len(text) + 1) ** (1 + len(CHOICES.findall(pattern.pattern)))
    if steps < QUICK and not REPEATED_GROUP.search(pattern.pattern):
        return spans(pattern, text, most)
    try:
        process = searcher(os.getpid())
    except OSError:
        # a page's Python has no processes; there the reader can stop the run
        return spans(pattern, text, most)
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump((pattern, text, most, seconds), process.stdin)
    process.stdin.flush()
    try:
        found: Spans | None = pickle.load(process.stdout)
    except EOFError:
        # it ended because it had no memory left, as this process would have
        searcher.cache_clear()
        raise MemoryError from None
    if found is None:
        raise TimeoutError
    return found


def spans(pattern: re.Pattern[str], text: str, most: int) -> Spans:
    every = range(pattern.groups + 1)
    return [[match.span(group) for group in every] for match in islice(pattern.finditer(text), most or None)]


@lru_cache(maxsize=1)
def searcher(_owner: int) -> subprocess.Popen[bytes]:
    """Start the process that searches for a process, and ends with it; a fork of that gets another."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    atexit.register(process.wait)
    atexit.register(process.kill)  # the last registered is the first called
    return process


def give_up(_number: int, _frame: Any) -> None:
    raise TimeoutError


def serve() -> None:
    """Perform one search after the other."""
    signal.signal(signal.SIGVTALRM, give_up)
    while True:
        try:
            pattern, text, most, seconds = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        found: Spans | None = None
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            found = spans(pattern, text, most)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        except TimeoutError:
            pass
        pickle.dump(found, sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve()
