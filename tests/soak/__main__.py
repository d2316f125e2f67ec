"""Run a block from where it was left to its N-th attempt, print failures, and write docs/reliability.md.

python -m tests.soak kills 300          # go on up to 300; without a block: say which there are
python -m tests.soak kills 300 --fresh  # from the beginning
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import signal
import sys
import time
from tempfile import gettempdir
from typing import TypedDict

import pytest

import durable
from tests import ROOT
from tests.soak.blocks import BLOCKS, Block

RESULTS = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
HEAD = """# Reliability

What was made to go wrong, how often, and what came of it. `make soak BLOCK=kills N=300` goes on with a block up to
its 300th attempt and writes this page. A failure is an internal error, a crash, a disagreement, a wrong result, a file
that is half written or left over. Nothing here is typed.

"""


class Tried(TypedDict):
    """What a block has tried so far."""

    attempts: int
    failures: list[str]
    seconds: float
    machine: str


def results() -> dict[str, Tried]:
    """Read what was tried before."""
    found: dict[str, Tried] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def attempt(block: Block, number: int) -> str:
    """Try once; what a test of its own asserts, or any exception, is a failure."""
    try:
        return block.attempt(number)
    except (Exception, pytest.fail.Exception) as failure:
        return f"{type(failure).__name__}: {failure}"


def go_on(name: str, until: int, tried: Tried) -> None:
    """Try until so many attempts are made; say what fails."""
    while tried["attempts"] < until:
        began = time.monotonic()
        failure = attempt(BLOCKS[name], tried["attempts"])
        tried["seconds"] += time.monotonic() - began
        if failure:
            said = failure.replace(f"{gettempdir()}/", "")[:500]
            tried["failures"].append(f"{tried['attempts']}: {said}")
            print(f"{name} {tried['attempts']}: {failure}", flush=True)
        tried["attempts"] += 1


def page(found: dict[str, Tried]) -> str:
    """Return the page: a line for each block that was run."""
    rows = ["| block | what is tried | tried | failed | seconds | on |", "| --- | --- | ---: | ---: | ---: | --- |"]
    for name, block in BLOCKS.items():
        if tried := found.get(name):
            number = f"{tried['attempts'] * block.each:,}"
            row = (name, block.what, number, str(len(tried["failures"])), f"{tried['seconds']:.0f}", tried["machine"])
            rows.append(f"| {' | '.join(row)} |")
    return HEAD + "\n".join(rows) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("block", nargs="?", choices=list(BLOCKS))
    parser.add_argument("until", nargs="?", type=int, default=10)
    parser.add_argument("--fresh", action="store_true")
    given = parser.parse_args()
    gc.set_threshold(100_000, 20, 50)  # programs are trees of many small objects: this saves a fifth of the time
    if given.block is None:
        print("\n".join(f"{name:10} {block.what}" for name, block in BLOCKS.items()))
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was tried so far is written
    machine = f"{platform.system()}, Python {platform.python_version()}"
    new: Tried = {"attempts": 0, "failures": [], "seconds": 0.0, "machine": machine}
    tried = new if given.fresh else results().get(given.block, new)
    try:
        go_on(given.block, given.until, tried)
    finally:
        found = results() | {given.block: tried}
        durable.write(RESULTS, json.dumps(found, ensure_ascii=False, indent=1) + "\n")
        durable.write(PAGE, page(found))
    count = tried["attempts"] * BLOCKS[given.block].each
    print(f"{given.block}: {count:,} tried, {len(tried['failures'])} failed, {tried['seconds']:.0f} s")
    return 1 if tried["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
